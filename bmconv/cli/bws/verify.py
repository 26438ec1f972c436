"""bmconv bws verify: our reading of a file against every other engine that is present."""

from __future__ import annotations

import contextlib
import csv
import io
import os
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import click

from bmconv import jet
from bmconv.cli.job import Job, complete_file, options
from bmconv.codecs.bws.access import opened
from bmconv.errors import MissingExtra
from bmconv.source import Source, open_source

NULL = "\\N"
MOMENT = "%Y-%m-%d %H:%M:%S"
NO_DATE = "1900-01-00 00:00:00"
"""What mdb-export prints for a date that C does not have."""
COMPARED = {"boolean", "byte", "integer", "long", "date", "text"}
"""Types whose text is the same in every engine; others are counted, not compared."""

DAY_0, LAST_DAY = datetime(1899, 12, 30), datetime(9999, 12, 31)
HALF_A_SECOND = timedelta(microseconds=500_000)

Rows = list[tuple[str, ...]]


class Engine(NamedTuple):
    """Another reader of Access files."""

    name: str
    read: Callable[[str, jet.Database, jet.Table], Rows]
    known: str
    """What it is known to get wrong."""
    serious: bool
    """Whether a difference may well be our fault."""


@options()
@click.command("verify")
@click.argument("file", shell_complete=complete_file)
def command(job: Job, file: str) -> int:
    """Read a file with every engine present and tell where they disagree: mdbtools if `mdb-export`
    is on the path, access-parser if it is installed. Exit code 1 when mdbtools disagrees;
    access-parser is known to lose rows of usual files and only told.

    \b
      bmconv bws verify night.bws
    """
    engines = list(present())
    if not engines:
        raise MissingExtra("verify finds no other engine: install mdbtools, or", "verify")
    with (
        open_source(file) as source,
        _on_disk(source) as path,
        opened(path, source.name, job.notes) as database,
    ):
        ours = {name: _ours(table) for name, table in database.tables.items()}
        rows = sum(map(len, ours.values()))
        click.echo(f"{source.name}: {len(ours)} tables, {rows} rows read by bmconv")
        return max(_compare(engine, path, database, ours) for engine in engines)


@contextlib.contextmanager
def _on_disk(source: Source) -> Iterator[str]:
    """The path of a source; the other engines read files only."""
    if source.path is not None:
        yield source.path
        return
    with TemporaryDirectory() as folder:
        path = os.path.join(folder, "stdin.mdb")
        with open(path, "wb") as file:
            shutil.copyfileobj(source.stream, file)
        yield path


def present() -> Iterator[Engine]:
    """The engines this machine has."""
    if shutil.which("mdb-export"):
        known = "it revives rows deleted after they had moved, and lacks characters beyond U+FFFF"
        yield Engine("mdbtools", _mdbtools, known, serious=True)
    with contextlib.suppress(ImportError):
        import access_parser  # noqa: F401

        known = "it loses moved rows, rows older than a column, some names, and revives dead pages"
        yield Engine("access-parser", _access_parser, known, serious=False)


def _compare(engine: Engine, file: str, database: jet.Database, ours: dict[str, Rows]) -> int:
    """Tell where an engine disagrees; 1 if that is to be taken seriously."""
    differing = []
    for name, table in database.tables.items():
        try:
            theirs = engine.read(file, database, table)
        except Exception as error:  # another program's failure is a finding, not ours
            differing.append(f"{name}: cannot read it ({str(error).splitlines()[0][:80]})")
            continue
        if Counter(theirs) != Counter(ours[name]):
            only_ours = (Counter(ours[name]) - Counter(theirs)).total()
            only_theirs = (Counter(theirs) - Counter(ours[name])).total()
            differing.append(
                f"{name}: {len(theirs)} rows, bmconv {len(ours[name])}; "
                f"{only_ours} only in bmconv, {only_theirs} only in {engine.name}"
            )
    if not differing:
        click.echo(f"{engine.name}: the same in all tables")
        return 0
    where = f"differs in {len(differing)} of {len(ours)} tables"
    click.echo(f"{engine.name}: {where}; known: {engine.known}")
    for line in differing:
        click.echo(f"  {line}")
    return 1 if engine.serious else 0


def _ours(table: jet.Table) -> Rows:
    keep = [column.type in COMPARED for column in table.columns]
    return [
        tuple(_shown(cell) for cell, kept in zip(row, keep, strict=True) if kept)
        for row in table.rows()
    ]


def _shown(value: Any) -> str:
    """A cell as mdb-export prints it, which does not tell empty text from none."""
    if value is None or value == "":
        return NULL
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, datetime):
        return _moment(value) if DAY_0 <= value < LAST_DAY else NO_DATE
    return str(value)


def _moment(value: datetime) -> str:
    """A moment rounded to the second; mdb-export ends a day with 24:00:00."""
    rounded = (value + HALF_A_SECOND).replace(microsecond=0)
    return f"{value:%Y-%m-%d} 24:00:00" if rounded.day != value.day else f"{rounded:{MOMENT}}"


def _mdbtools(file: str, database: jet.Database, table: jet.Table) -> Rows:
    charset = {"MDB_JET3_CHARSET": f"cp{database.code_page}", "LC_ALL": "C.UTF-8"}
    words = ["mdb-export", "-D", MOMENT, "-T", MOMENT, "-b", "hex", "-0", NULL, file, table.name]
    done = subprocess.run(words, capture_output=True, check=True, env=os.environ | charset)
    usual = csv.field_size_limit(1 << 30)  # a memo is a field
    try:
        lines = csv.reader(io.StringIO(done.stdout.decode("utf-8", "replace"), newline=""))
        header = next(lines, [])
        at = [header.index(c.name) for c in table.columns if c.type in COMPARED]
        return [tuple(row[i] for i in at) for row in lines]
    finally:
        csv.field_size_limit(usual)


def _access_parser(file: str, database: jet.Database, table: jet.Table) -> Rows:
    import logging

    from access_parser import AccessParser

    logging.getLogger("access_parser").setLevel(logging.CRITICAL)
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        parsed = AccessParser(file).get_table(table.name)
        if parsed is None:
            raise LookupError("no such table")
        columns = parsed.parse()
    wanted = [columns.get(c.name, []) for c in table.columns if c.type in COMPARED]
    length = max(map(len, wanted), default=0)
    filled = [[*column, *[None] * (length - len(column))] for column in wanted]
    return [tuple(map(_shown, row)) for row in zip(*filled, strict=True)]
