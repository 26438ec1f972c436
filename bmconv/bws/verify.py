"""Compare what bmconv reads from an Access file with what other programs read."""

import contextlib
import csv
import io
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from bmconv import jet
from bmconv.bws.access import open_database
from bmconv.errors import MissingExtra
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity

NULL = "\\N"
MOMENT = "%Y-%m-%d %H:%M:%S"
NO_DATE = "1900-01-00 00:00:00"
"""What mdb-export prints for a date that C cannot represent."""
COMPARED = {"boolean", "byte", "integer", "long", "date", "text"}
"""Types whose text is the same in every engine; values of other types are not compared."""

PATIENCE, SLOWEST = 5.0, 50_000
"""Seconds for access-parser to start, and bytes of a file that it reads per second."""
TOO_MUCH = "takes too long or too much memory"
DAY_0, LAST_DAY = datetime(1899, 12, 30), datetime(9999, 12, 31)
HALF_A_SECOND = timedelta(microseconds=500_000)

Rows = list[tuple[str, ...]]


class Engine(NamedTuple):
    """Another program that reads Access files."""

    name: str
    read: Callable[[str, jet.Database], dict[str, Rows | Exception]]
    """Reads the rows of each table, or gives the reason why it cannot be read."""
    known: str
    """What the engine is known to get wrong."""
    serious: bool
    """Whether a difference is likely to be a bug of bmconv."""


class Comparison(NamedTuple):
    """The result of comparing a file with another engine."""

    engine: Engine
    differing: list[str]
    """One line for each table that the engine reads differently."""


class Verification(NamedTuple):
    """A file read by bmconv and compared with other engines."""

    tables: int
    rows: int
    comparisons: list[Comparison]


def verify(source: Source, notes: Notes) -> Verification:
    """Compare what we read from an Access file with what every engine on this machine reads."""
    engines = list(installed_engines())
    if not engines:
        raise MissingExtra("verify needs another engine: mdbtools or access-parser", "verify")
    with _path_of(source) as path, open_database(path, source.name, notes) as database:
        ours: dict[str, Rows] = {}
        for name, table in database.tables.items():
            keep = [at for at, column in enumerate(table.columns) if column.type in COMPARED]
            ours[name] = [tuple(cell_text(row[at]) for at in keep) for row in table.rows()]
        comparisons = [Comparison(e, _differences(e, path, database, ours)) for e in engines]
        return Verification(len(ours), sum(map(len, ours.values())), comparisons)


@contextlib.contextmanager
def _path_of(source: Source) -> Iterator[str]:
    """The path of a source, copied to a file if need be: other engines read only files."""
    if source.path is not None:
        yield source.path
        return
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "stdin.mdb")
        with open(path, "wb") as file:
            shutil.copyfileobj(source.stream, file)
        yield path


def installed_engines() -> Iterator[Engine]:
    """The engines installed on this machine."""
    if shutil.which("mdb-export"):
        known = "it revives rows deleted after they had moved, and lacks characters beyond U+FFFF"
        yield Engine("mdbtools", _mdbtools, known, serious=True)
    with contextlib.suppress(ImportError):
        import access_parser  # noqa: F401

        known = "it loses moved rows, rows older than a column, some names, and revives dead pages"
        yield Engine("access-parser", _access_parser, known, serious=False)


def _differences(
    engine: Engine, file: str, database: jet.Database, ours: dict[str, Rows]
) -> list[str]:
    """A line for each table that an engine reads differently."""
    differing = []
    read = engine.read(file, database)
    for name in database.tables:
        theirs = read[name]
        if isinstance(theirs, Exception):  # a failure of the other engine is a difference, too
            reason = (str(theirs) or type(theirs).__name__).splitlines()[0]
            differing.append(f"{name}: cannot be read ({reason[:80]})")
            continue
        if Counter(theirs) != Counter(ours[name]):
            only_ours = (Counter(ours[name]) - Counter(theirs)).total()
            only_theirs = (Counter(theirs) - Counter(ours[name])).total()
            differing.append(
                f"{name}: {quantity(len(theirs), 'row')}, bmconv {len(ours[name])}; "
                f"{only_ours} only in bmconv, {only_theirs} only in {engine.name}"
            )
    return differing


def cell_text(value: Any) -> str:
    """A cell as mdb-export prints it, which does not distinguish empty text from null."""
    if value is None or value == "":
        return NULL
    if isinstance(value, bool):
        return "1" if value else "0"
    if not isinstance(value, datetime):
        return str(value)
    if not DAY_0 <= value < LAST_DAY:
        return NO_DATE
    rounded = (value + HALF_A_SECOND).replace(microsecond=0)  # mdb-export: a day ends at 24:00:00
    return f"{value:%Y-%m-%d} 24:00:00" if rounded.day != value.day else f"{rounded:{MOMENT}}"


def _mdbtools(file: str, database: jet.Database) -> dict[str, Rows | Exception]:
    read: dict[str, Rows | Exception] = {}
    for name, table in database.tables.items():
        try:
            read[name] = _mdb_export(file, database, table)
        except Exception as error:
            read[name] = error
    return read


def _mdb_export(file: str, database: jet.Database, table: jet.AccessTable) -> Rows:
    charset = {"MDB_JET3_CHARSET": f"cp{database.code_page}", "LC_ALL": "C.UTF-8"}
    words = ["mdb-export", "-D", MOMENT, "-T", MOMENT, "-b", "hex", "-0", NULL, file, table.name]
    done = subprocess.run(words, capture_output=True, check=True, env=os.environ | charset)
    usual = csv.field_size_limit(1 << 30)  # a memo is one long field
    try:
        lines = csv.reader(io.StringIO(done.stdout.decode("utf-8", "replace"), newline=""))
        header = next(lines, [])
        at = [header.index(c.name) for c in table.columns if c.type in COMPARED]
        return [tuple(row[i] for i in at) for row in lines]
    finally:
        csv.field_size_limit(usual)


def _access_parser(file: str, database: jet.Database) -> dict[str, Rows | Exception]:
    """The rows that access-parser reads, in a process that is killed if it does not end."""
    wanted = {
        name: [c.name for c in table.columns if c.type in COMPARED]
        for name, table in database.tables.items()
    }
    patience = PATIENCE + os.path.getsize(file) / SLOWEST
    words = [sys.executable, "-m", "bmconv.bws.second_reader", file]
    try:
        done = subprocess.run(
            words, input=json.dumps(wanted), capture_output=True, text=True, timeout=patience
        )
        lines = done.stdout
    except subprocess.TimeoutExpired as error:
        lines = (error.stdout or b"").decode()
    missing = ValueError(TOO_MUCH)
    read: dict[str, Rows | Exception] = dict.fromkeys(wanted, missing)
    for line in lines.splitlines():
        with contextlib.suppress(ValueError):  # the line being printed when it was killed
            name, rows, problem = json.loads(line)
            read[name] = ValueError(problem) if problem else [tuple(row) for row in rows]
    return read
