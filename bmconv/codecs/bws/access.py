"""Access files opened, and written anew, below the records: what is off or lost is noted.

`told` comes before the places in the notes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

from bmconv import jet
from bmconv.codecs.bws.layout import QUERIES
from bmconv.errors import BadInput
from bmconv.jet.layout import SORT_ORDER
from bmconv.notes import ERROR, Notes


@contextmanager
def opened(file: str | bytes, name: str, notes: Notes, told: str = "") -> Iterator[jet.Database]:
    """An Access file that is read: one that is none is refused, what is damaged in it noted."""
    try:
        with jet.open(file) as database:
            yield database
            for part, what in database.problems:
                text = "cannot be read, what was there is missing: get a fresh copy"
                place = f"{told}{part}: {what}"
                notes.add(ERROR, "damaged", place, text, what=f"place{{s}} in {part}")
            for oddity in database.oddities:
                notes.repair("odd-file", told + oddity, "place{s} in the file odd, nothing lost")
    except jet.JetError as error:
        raise BadInput(name, str(error)) from None


def write_anew(
    database: jet.Database,
    tables: Iterable[jet.TableSpec],
    file: BinaryIO,
    version: int,
    notes: Notes,
    told: str = "",
) -> None:
    """Write the tables of a database to a new file."""
    report = jet.write(
        tables, file, version=version, created=database.created, code_page=database.code_page
    )
    for table in database.tables.values():
        for column in table.columns:
            if column.type == "text" and column.fixed:
                text = "column{s} of text of fixed length written as text of any length"
                notes.repair("fixed-text", f"{told}{table.name}.{column.name}", text)
            if column.type in ("text", "memo") and column.sort_order & 0xFFFF != SORT_ORDER:
                place = f"{told}{table.name}.{column.name}: {column.sort_order & 0xFFFF}"
                text = f"column{{s}} of text whose sort order becomes General ({SORT_ORDER})"
                notes.repair("sort-order", place, text)
    for query in database.queries:
        if query in QUERIES:
            text = "saved query object{s} left out: the control software makes them"
            notes.repair("query-remade", told + query, text)
        else:
            notes.loss("query-lost", told + query, "saved query object{s} left out")
    for relation in database.relationships:
        notes.loss("relationship-lost", told + relation, "relationship{s} between tables left out")
    for kind, name in database.other_objects:
        notes.loss("object-lost", f"{told}{kind} {name}", "other object{s} of Access left out")
    for left_out in report.left_out:
        notes.loss("left-out", told + left_out, "part{s} of tables left out")
    note_replaced(report.replaced, notes, told)


def note_replaced(found: list[jet.Replaced], notes: Notes, told: str = "") -> None:
    """Note text that an Access 97 file could not hold."""
    for table, row, column, characters in found:
        where = f"{table} row {row}" if row else table
        place = f"{told}{where} {column}: {characters!r}"
        text = "text{s} with a character that Access 97 lacks, written as ?"
        notes.loss("character-replaced", place, text)
