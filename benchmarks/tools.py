"""The tools that bmconv is compared with: their versions, and how to get them."""

from __future__ import annotations

import glob
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Tool(NamedTuple):
    """A tool: its version, None if it is not installed, and how to get it."""

    version: Callable[[], str | None]
    get: str


def package(name: str) -> Tool:
    """A package of PyPI."""

    def version() -> str | None:
        try:
            return importlib.metadata.version(name)
        except importlib.metadata.PackageNotFoundError:
            return None

    return Tool(version, f"pip install {name}")


def mdbtools() -> str | None:
    """The version of mdbtools."""
    if not shutil.which("mdb-export"):
        return None
    done = subprocess.run(["mdb-export", "--version"], capture_output=True, text=True)
    return (done.stdout + done.stderr).split()[-1]


def jars() -> str:
    """The Java class path of Jackcess, which the package mpxj contains; "" if it is missing."""
    spec = importlib.util.find_spec("mpxj")
    places = spec.submodule_search_locations if spec else None
    return os.path.join(next(iter(places), ""), "lib", "*") if places else ""


def jackcess() -> str | None:
    """The version of Jackcess."""
    names = " ".join(glob.glob(jars()))
    version = re.search(r"jackcess-([\d.]+)\.jar", names)
    return version[1] if version and shutil.which("javac") else None


def node_modules() -> str:
    """The folder with mdb-reader; "" if it is missing."""
    chosen = os.environ.get("BMCONV_NODE_MODULES", "")
    places = (chosen, f"{ROOT}/node_modules", f"{ROOT}/.judges/node_modules")
    return next((place for place in places if Path(place, "mdb-reader").is_dir()), "")


def mdb_reader() -> str | None:
    """The version of mdb-reader."""
    if not node_modules() or not shutil.which("node"):
        return None
    description = Path(node_modules(), "mdb-reader", "package.json").read_text(encoding="utf-8")
    return str(json.loads(description)["version"])


TOOLS = {
    "mdb-export": Tool(mdbtools, "Debian: mdbtools; macOS: brew install mdbtools"),
    "mdb-reader": Tool(mdb_reader, "Node, then: npm install --prefix .judges mdb-reader@3"),
    "Jackcess": Tool(jackcess, "a Java 17 JDK, then: pip install mpxj"),
    "access-parser": package("access-parser"),
    "endplay": package("endplay"),
    "data connector client": package("bridgemate-dataconnector-client"),
    "openpyxl": package("openpyxl"),
}
