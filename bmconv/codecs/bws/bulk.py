"""Read the results of large .bws files by column, with the same values and notes as by row."""

from collections.abc import Iterator

import numpy as np

from bmconv import jet
from bmconv.codecs import Wanted
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.layout import TABLE_OF, TABLES, TableLayout
from bmconv.codecs.bws.read import (
    note_no_date,
    note_other_tables,
    note_rows,
    records_of,
    tables_of,
)
from bmconv.codecs.shared.spelling import tidy
from bmconv.codecs.tables.shared import table_of
from bmconv.io.source import Source
from bmconv.jet.read.bulk import BulkColumn, Columns
from bmconv.notes import Notes
from bmconv.records import Result

BULK = ("result", "intermediate")
"""Record types with many rows, whose tables have the same columns."""
NUMBERS = {"byte", "integer", "long"}
SECTIONS = Wanted("", frozenset(("section",)), asked=True)


def batches(source: Source, kind: str, notes: Notes, whole: bool) -> Iterator[Columns] | None:
    """Batches of a result table, its columns by field, those without a column left out.

    None if it has no rows, or its columns differ from those of the guide.
    """
    assert source.path is not None
    if kind not in BULK:
        return None
    with opened(source.path, source.name, Notes()) as database:
        table = database.find(TABLE_OF[kind])
        if table is None or next(table.rows(), None) is None:
            return None
        columns = columns_of(table, TABLES["ReceivedData"])
    return _read(source, columns, kind, notes, whole) if columns else None


def columns_of(table: jet.AccessTable, layout: TableLayout) -> dict[str, str] | None:
    """The column of each field; None if a column has no field, a type other than in the guide,
    or an unusual storage: text of fixed length, or another type of variable length."""
    known = {c.name.lower(): c for c in layout.columns}
    fields = {}
    for column in table.columns:
        guide = known.get(column.name.lower())
        if guide is None:
            return None
        same = column.type == guide.type or {column.type, guide.type} <= NUMBERS
        if not same or column.fixed == (column.type == "text"):
            return None
        fields[guide.field] = column.name
    return fields


def _read(
    source: Source, columns: dict[str, str], kind: str, notes: Notes, whole: bool
) -> Iterator[Columns]:
    texts = [column.field for column in TABLES["ReceivedData"].columns if column.type == "text"]
    row = 0
    assert source.path is not None
    with opened(source.path, source.name, notes) as database:
        for _ in records_of(database, SECTIONS, notes):
            pass  # notes what is wrong there, as reading by rows does
        table = database.find(TABLE_OF[kind])
        assert table is not None
        spellings = {f: Spelling(f, table.name, notes) for f in texts if f in columns}
        for found in dated_batches(table, list(columns.values()), notes):
            batch = {field: found[name] for field, name in columns.items()}
            batch |= {f: spelling.spelled(batch[f], row) for f, spelling in spellings.items()}
            yield batch
            row += len(next(iter(batch.values())))
        if row and whole:  # not asked for this type only
            _note_others(database, kind, notes)


def dated_batches(table: jet.AccessTable, names: list[str], notes: Notes) -> Iterator[Columns]:
    """Columns of a table; what is in a column of dates and is none is noted."""
    for batch in table.batches(names):
        for name, column in batch.items():
            for value in column.no_dates:
                note_no_date(name, value, notes)
        yield batch


def _note_others(database: jet.Database, kind: str, notes: Notes) -> None:
    """Note the other tables, which output of one record type leaves out."""
    for table, name, other in tables_of(database):
        if other != kind:
            note_rows(table, name, other, table_of(kind), notes)
    note_other_tables(database, notes)


class Spelling:
    """Normalizes the spelling of a text column; each distinct text is parsed once."""

    def __init__(self, field: str, table: str, notes: Notes) -> None:
        self.field = field
        self.table = table
        self.notes = notes
        self.texts: list[str | None] = []
        self.spellings: list[str | None] = []
        self.told: dict[int, str] = {}
        """The notes made in parsing, by the code of the text."""

    def spelled(self, column: BulkColumn, first_row: int) -> BulkColumn:
        """The column in normal spelling; notes have the count and the first row."""
        assert column.texts is not None
        if column.texts is not self.texts:
            self.texts, self.spellings, self.told = column.texts, [], {}
        for code in range(len(self.spellings), len(self.texts)):
            self._spell(code)
        codes, valid = column.values, column.valid
        noted: list[tuple[int, int, int]] = []
        for code in self.told:
            found = (codes == code) & valid
            if count := int(np.count_nonzero(found)):
                noted.append((int(found.argmax()), code, count))
        for row, code, count in sorted(noted):
            level, kind, told = self.told[code].split("\0")
            text = (self.texts[code] or "").strip()
            place = f"{self.table} row {first_row + row + 1}: {text!r}"
            self.notes.add(level, kind, place, told, count)
        if None in self.spellings:
            valid = valid & np.array([text is not None for text in self.spellings])[codes]
        return BulkColumn(codes, valid, self.spellings)

    def _spell(self, code: int) -> None:
        """Add the normal spelling of a text, and the note made in parsing it."""
        said: list[str] = []
        listener = Notes(lambda note: said.append(f"{note.level}\0{note.code}\0{note.text}"))
        result = Result(**{self.field: (self.texts[code] or "").strip() or None})  # type: ignore[arg-type]
        tidy(result, str, listener)
        self.spellings.append(getattr(result, self.field))
        if said:
            self.told[code] = said[0]
