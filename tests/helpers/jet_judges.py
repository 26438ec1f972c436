"""Other engines that read the databases that we write, and write databases that we read.

A test that needs one that is missing is skipped, or fails where BMCONV_JUDGES=require.
"""

import csv
import glob
import importlib.util
import io
import json
import os
import shutil
import subprocess
from collections.abc import Container
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from bmconv.bws.layout import TABLES
from tests.helpers.running import ROOT, SHARED, absent

HERE = Path(__file__).parent
NULL = "<null>"

JACKCESS_TYPES = {
    "BOOLEAN": "boolean", "BYTE": "byte", "INT": "integer", "LONG": "long", "MONEY": "currency",
    "FLOAT": "single", "DOUBLE": "double", "SHORT_DATE_TIME": "date", "BINARY": "binary",
    "TEXT": "text", "OLE": "ole", "MEMO": "memo", "GUID": "guid", "NUMERIC": "numeric",
}  # fmt: skip


def samples() -> list[Path]:
    """The sample databases whose contents are beside them as JSON."""
    paths = [*SHARED.glob("real/*/*.json"), *SHARED.glob("samples/jet/*.json")]
    return sorted(path.with_suffix("") for path in paths)


def mdbtools(path: Path, table: str) -> list[list[str]]:
    """The lines of a table as mdb-export prints them; the first has the column names."""
    if not shutil.which("mdb-export"):
        absent("mdb-export")
    command = ["mdb-export", "-D", "%Y-%m-%d", "-T", "%Y-%m-%d %H:%M:%S", "-b", "hex", "-0", NULL]
    done = subprocess.run(
        [*command, str(path), table],
        capture_output=True,
        check=True,
        env={**os.environ, "MDB_JET3_CHARSET": "cp1252", "LC_ALL": "C.UTF-8"},
    )
    usual = csv.field_size_limit(10**7)
    try:
        return list(csv.reader(io.StringIO(done.stdout.decode("utf-8"), newline="")))
    finally:
        csv.field_size_limit(usual)


def node_modules() -> Path:
    """Where mdb-reader is installed."""
    places = [os.environ.get("BMCONV_NODE_MODULES", ""), ROOT / "node_modules",
              ROOT / ".judges" / "node_modules"]  # fmt: skip
    for place in places:
        if place and (Path(place) / "mdb-reader").is_dir() and shutil.which("node"):
            return Path(place).resolve()
    absent("npm package mdb-reader")
    raise AssertionError


def mdb_reader(paths: list[Path]) -> list[dict[str, Any]]:
    """The contents of each file as mdb-reader reads them."""
    script = HERE / "read_mdb.mjs"
    done = subprocess.run(
        ["node", str(script), str(node_modules()), *map(str, paths)],
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def jackcess_jars() -> str:
    """The Java class path of Jackcess, which the PyPI package mpxj contains."""
    spec = importlib.util.find_spec("mpxj")
    if spec is None or not spec.submodule_search_locations or not shutil.which("java"):
        absent("Jackcess (PyPI mpxj and Java)")
    assert spec is not None
    assert spec.submodule_search_locations
    jars = os.path.join(spec.submodule_search_locations[0], "lib", "*")
    if not glob.glob(jars):
        absent("Jackcess (PyPI mpxj)")
    return jars


def jackcess(*tasks: str) -> list[dict[str, Any]]:
    """The answer of Checker.java to each task; that file lists the tasks."""
    done = subprocess.run(
        ["java", "-Xmx700m", "-cp", jackcess_jars(), str(HERE / "Checker.java"), *tasks],
        capture_output=True, text=True, encoding="utf-8",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]


TYPES = {
    "integer": "INT",
    "long": "LONG",
    "text": "TEXT",
    "boolean": "BOOLEAN",
    "date": "SHORT_DATE_TIME",
}


def make_with_jackcess(
    path: Path, tables: dict[str, list[dict[str, Any]]], without: Container[str] = ()
) -> None:
    """Let Jackcess write a database in the guide's layout, `without` some columns."""
    lines = []
    for name, rows in tables.items():
        columns = [column for column in TABLES[name].columns if column.name not in without]
        lines.append(f"table\t{name}")
        lines += [f"column\t{c.name}\t{TYPES[c.type]}\t{c.size}" for c in columns]
        lines.append("end\t")
        for row in rows:
            cells = [row.get(column.name) for column in columns]
            cells = [
                "" if cell is None else str(int(cell) if cell is True else cell) for cell in cells
            ]
            lines.append("\t".join(["row", *cells]))
    Path(f"{path}.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    (verdict,) = jackcess(f"make={path}")
    assert "error" not in verdict, verdict


def as_json(value: Any) -> Any:
    """A value as Checker.java and the JSON beside the samples write it."""
    if isinstance(value, datetime):
        return value.isoformat()[: 19 if value.second else 16]
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, bytes):
        return "0x" + value.hex()
    return value
