"""bmconv bws upgrade: every table, column and row of an Access file in a new one."""

from __future__ import annotations

import os
from tempfile import TemporaryFile
from typing import BinaryIO

import click

from bmconv import jet
from bmconv.cli.job import Job, complete_file, options
from bmconv.errors import BadInput, BmconvError, UsageError
from bmconv.notes import Notes
from bmconv.sink import Sink
from bmconv.source import open_source

VERSIONS = {3: "Access 97", 4: "Access 2000"}


@options()
@click.command("upgrade")
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="IN OUT | IN... --out DIR",
    shell_complete=complete_file,
)
@click.option("--out", "folder", metavar="DIR", help="write files of the same names into a folder")
@click.option(
    "--jet",
    "version",
    type=click.Choice(["3", "4"]),
    default="4",
    show_default=True,
    help="Access 97 is 3, Access 2000 is 4",
)
def command(job: Job, files: tuple[str, ...], folder: str | None, version: str) -> int:
    """Write an Access 97 file as Access 2000, or with --jet 3 the other way round.

    Every user table, column, row, index and property is kept, custom columns too. Saved queries
    and whatever else cannot be kept is noted.

    \b
      bmconv bws upgrade old.bws new.bws
      bmconv bws upgrade archive/*.bws --out upgraded
    """
    if folder is None:
        if len(files) != 2:
            raise UsageError("expected IN and OUT, or several files with --out DIR")
        upgrade(files[0], files[1], int(version), job)
        return 0
    return _upgrade_all(files, folder, int(version), job)


def _upgrade_all(files: tuple[str, ...], folder: str, version: int, job: Job) -> int:
    """Files one by one; one that fails does not stop the others."""
    os.makedirs(folder, exist_ok=True)
    failed = 0
    for file in files:
        target = os.path.join(folder, os.path.basename(file))
        try:
            if os.path.realpath(target) == os.path.realpath(file):
                raise UsageError(f"{file}: --out must be another folder")
            upgrade(file, target, version, job)
        except BmconvError as error:
            failed += 1
            click.echo(f"bmconv: {error}", err=True)
    done = len(files) - failed
    click.echo(f"{done} of {len(files)} files written to {folder} as {VERSIONS[version]}", err=True)
    return 1 if failed else 0


def upgrade(source: str, target: str, version: int, job: Job) -> None:
    """Write one file anew."""
    with open_source(source) as opened:
        name = opened.name
        try:
            with (
                jet.open(opened.path or opened.read()) as database,
                Sink(target, binary=True, hold=True) as sink,
                TemporaryFile() as file,
            ):
                rewrite(database, file, version, name, job.notes)
                job.settle()
                file.seek(0)
                while block := file.read(1 << 20):
                    sink.write(block)
        except jet.JetError as error:
            raise BadInput(name, str(error)) from None


def rewrite(database: jet.Database, file: BinaryIO, version: int, name: str, notes: Notes) -> None:
    """Write the tables of a database to a new one, noting what cannot be kept."""
    tables = [jet.spec_of(table) for table in database.tables.values()]
    report = jet.write(tables, file, version=version, created=database.created)
    for table in database.tables.values():
        for column in table.columns:
            if column.type == "text" and column.fixed:
                text = "column{s} of text of fixed length written as text of any length"
                notes.repair("fixed-text", f"{name}: {table.name}.{column.name}", text)
    for query in database.queries:
        notes.loss("query-lost", f"{name}: {query}", "saved query object{s} left out")
    for relation in database.relationships:
        notes.loss(
            "relationship-lost", f"{name}: {relation}", "relationship{s} between tables left out"
        )
    for kind, object in database.other_objects:
        notes.loss("object-lost", f"{name}: {kind} {object}", "other object{s} of Access left out")
    for left_out in report.left_out:
        notes.loss("left-out", f"{name}: {left_out}", "part{s} of tables left out")
    for replaced in report.replaced:
        place = (
            f"{name}: {replaced.table} row {replaced.row} {replaced.column} {replaced.characters!r}"
        )
        text = "text{s} with a character that the code page lacks, written as ?"
        notes.loss("character-replaced", place, text)
    for problem in database.problems:
        notes.repair("damaged", f"{name}: {problem}", "place{s} in the file left out: damaged")
