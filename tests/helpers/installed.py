"""A virtual environment with bmconv as users have it, without the dependencies of tests."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.helpers.running import ROOT, absent


class Installed:
    """A virtual environment."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.bin = folder / ("Scripts" if os.name == "nt" else "bin")
        self.python = self.bin / "python"
        uv = shutil.which("uv")
        make = [uv, "venv", "-q", "-p", sys.executable] if uv else [sys.executable, "-m", "venv"]
        subprocess.run([*make, str(folder)], check=True, timeout=300)
        self.pip = [uv, "pip"] if uv else [str(self.python), "-m", "pip"]
        self.target = ["-p", str(self.python)] if uv else []

    def install(self, *packages: str | Path) -> None:
        """Build and install packages; skip the test if there is no package index."""
        words = [*self.pip, "install", "-q", "--no-compile", *self.target, *map(str, packages)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=600)
        if done.returncode:
            absent(f"an index of packages ({done.stderr.strip().splitlines()[-1]})")

    def uninstall(self, name: str) -> None:
        yes = [] if self.target else ["-y"]
        words = [*self.pip, "uninstall", "-q", *yes, *self.target, name]
        subprocess.run(words, check=True, capture_output=True, timeout=300)

    def run(self, *words: object, cwd: Path, **env: str) -> "subprocess.CompletedProcess[str]":
        """Run a program of this environment."""
        first, *others = map(str, words)
        return subprocess.run(
            [str(self.bin / first), *others], cwd=cwd, capture_output=True, text=True, timeout=300,
            env={**os.environ, "COLUMNS": "100", **env}, stdin=subprocess.DEVNULL,
        )  # fmt: skip


def make(folder: Path) -> Installed:
    """An environment with bmconv from this tree, and duckdb, which the examples use."""
    environment = Installed(folder)
    environment.install(ROOT, "duckdb")
    return environment
