"""Open and rewrite Access files; damage and losses are noted, with `prefix` before the place.

A prefix names the file where several are handled in one run.
"""

from __future__ import annotations  # evaluating jet.TableSpec would import the writing modules

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from bmconv import jet
from bmconv.bws.layout import ACCESS, QUERIES, TABLES
from bmconv.bws.lock_file import is_live
from bmconv.errors import BadInput, DataError, FileTrouble, Flag, Wording
from bmconv.io.sink import Sink
from bmconv.io.source import open_source
from bmconv.jet.codes import SORT_ORDER
from bmconv.jet.read.pages import PART_OF_PAGE
from bmconv.notes import ERROR, LOSS, Notes, losses_or_errors

KNOWN = {name.casefold() for name in TABLES}
"""The tables of the guide, in lower case."""


@contextmanager
def open_database(
    file: str | bytes, name: str, notes: Notes, prefix: str = ""
) -> Iterator[jet.Database]:
    """Open an Access file for reading: BadInput if it is not one; damage in it is noted."""
    try:
        with jet.open(file, recover=True) as database:
            if database.unlisted:
                from bmconv.bws.damage import adopt_tables  # seldom needed

                adopt_tables(database)
            if foreign := [name for name in database.tables if name.casefold() not in KNOWN]:
                from bmconv.bws.damage import adopt_misspelled

                adopt_misspelled(database, foreign)
            yield database
            if database.miscounted and not is_live(name):  # in use, counts may be outdated
                known = {part for part, _ in database.problems}
                database.problems += [p for p in database.miscounted if p.part not in known]
            if database.problems:
                from bmconv.bws.damage import note_damage

                note_damage(database, name, notes, prefix or f"{name}: ")
            for oddity in database.oddities:
                if database.problems and oddity.startswith(PART_OF_PAGE):
                    continue  # the damage itself is reported
                notes.repair(
                    "odd-file", prefix + oddity, "unusual place{s} in the file, nothing lost"
                )
    except jet.JetFileError as error:
        raise FileTrouble(f"{name}: {error.problem}", error, place=name) from None
    except jet.JetError as error:
        raise BadInput(name, str(error)) from None


def write_anew(
    database: jet.Database,
    tables: Iterable[jet.TableSpec],
    file: BinaryIO,
    version: int,
    notes: Notes,
    prefix: str = "",
) -> None:
    """Write the tables of a database to a new file."""
    report = jet.write(
        tables, file, version=version, created=database.created, code_page=database.code_page
    )
    for table in database.tables.values():
        for column in table.columns:
            if column.type == "text" and column.fixed:
                text = "fixed-length text column{s} written with variable length"
                notes.repair("fixed-text", f"{prefix}{table.name}.{column.name}", text)
            if column.type in ("text", "memo") and column.sort_order & 0xFFFF != SORT_ORDER:
                place = f"{prefix}{table.name}.{column.name}: {column.sort_order & 0xFFFF}"
                text = f"text column{{s}} given the sort order General ({SORT_ORDER})"
                notes.repair("sort-order", place, text)
    for query in database.queries:
        if query in QUERIES:
            text = "saved query object{s} left out: the control software creates {it|them}"
            notes.repair("query-remade", prefix + query, text)
        else:
            notes.loss("query-lost", prefix + query, "saved query object{s} left out")
    for relation in database.relationships:
        notes.loss(
            "relationship-lost", prefix + relation, "relationship{s} between tables left out"
        )
    for kind, name in database.other_objects:
        notes.loss("object-lost", f"{prefix}{kind} {name}", "other Access object{s} left out")
    for left_out in report.left_out:
        notes.loss("left-out", prefix + left_out, "part{s} of tables left out")
    note_replaced(report.replaced, notes, prefix)


def note_replaced(replaced: list[jet.Replaced], notes: Notes, prefix: str = "") -> None:
    """Note text that an Access 97 file could not hold."""
    for table, row, column, characters in replaced:
        row_place = f"{table} row {row}" if row else table
        place = f"{prefix}{row_place} {column}: {characters!r}"
        text = "text{s} with a character that Access 97 lacks, written as ?"
        notes.loss("character-replaced", place, text)


def upgrade(source: str, target: str, version: int, notes: Notes, *, strict: bool) -> None:
    """Write an Access file in another version, or copy it if it has that version already."""
    from shutil import copyfileobj  # slow to import, and reading does not need them
    from tempfile import TemporaryFile

    from bmconv.bws.live.unfinished import note_not_copied
    from bmconv.bws.lock_file import refuse_live

    known = notes.count(LOSS, ERROR)
    with (
        open_source(source) as file,
        Sink(target, binary=True) as sink,
        TemporaryFile() as new_file,
    ):
        refuse_live(sink)
        note_not_copied(file.name, notes)
        stream, prefix = file.seekable(), f"{file.name}: "
        with open_database(file.path or stream.read(), file.name, notes, prefix) as database:
            if database.version == version:
                for table in database.tables.values():  # reading every row finds damage
                    for _ in table.rows():
                        pass
                text = f"file{{s}} copied byte for byte: already {ACCESS[version]}"
                notes.repair("same-version", file.name, text)
            else:
                tables = [jet.spec_of(table) for table in database.tables.values()]
                write_anew(database, tables, new_file, version, notes, prefix)
                stream = new_file
        count = notes.count(LOSS, ERROR) - known
        if strict and count:
            text = f"{prefix}not written: {losses_or_errors(count)} under "
            raise DataError(Wording(text, Flag("strict")))
        stream.seek(0)
        copyfileobj(stream, sink)
