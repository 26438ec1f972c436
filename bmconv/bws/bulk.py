"""Read tables of large .bws files by column, with the same values and notes as by row."""

from collections.abc import Iterator

import numpy as np
import pyarrow as pa

from bmconv import jet
from bmconv.bridge.places import place
from bmconv.bws.access import open_database
from bmconv.bws.layout import BEYOND, TABLE_OF, TABLES
from bmconv.bws.read import (
    ALWAYS_KEPT,
    HOLDINGS,
    READERS,
    hand_records,
    hand_text,
    note_empty,
    note_other_tables,
    plain_records,
    read_records,
    tables_of,
)
from bmconv.codecs import Wanted, note_lost
from bmconv.codecs.tables.shared import table_of
from bmconv.columns import batches as record_batches
from bmconv.columns.coded import (
    Array,
    array_of,
    cells_of,
    coded_texts,
    flags,
    map_texts,
    numbers,
    validity,
)
from bmconv.io.source import Source
from bmconv.jet.read.bulk import is_plain
from bmconv.jet.values import MICROSECONDS
from bmconv.notes import Notes
from bmconv.records import Record

NUMBERS = {"byte", "integer", "long"}


def batches(
    source: Source, kind: str, notes: Notes, wanted: Wanted | None
) -> Iterator[pa.RecordBatch] | None:
    """Batches of the table of a record type.

    None if it has no rows, or its columns differ from those of the guide.
    """
    assert source.path is not None
    if kind not in TABLE_OF:
        return None
    with open_database(source.path, source.name, Notes()) as database:
        table = database.find(TABLE_OF[kind])
        if table is None or next(table.rows(), None) is None:
            return None
        if not columns_of(table, TABLE_OF[kind]):
            return None
    return _read(source, kind, notes, wanted)


def _read(
    source: Source, kind: str, notes: Notes, wanted: Wanted | None
) -> Iterator[pa.RecordBatch]:
    """The batches of a table; the other tables are read too, so that their problems are noted."""
    assert source.path is not None
    with open_database(source.path, source.name, notes) as database:
        for table, name, other in list(tables_of(database)):
            if other == kind:
                yield from ColumnReader(table, name, notes).batches()
            elif wanted is None or other in wanted.types:
                _note_records(database, other, kind if wanted is None else "", notes)
        if wanted is None:
            note_other_tables(database, notes)


def _note_records(database: jet.Database, kind: str, written: str, notes: Notes) -> None:
    """Read the records of a type to get their notes.

    If `written` is not empty, it is the type whose table is written; note these records as lost.
    """
    for record in read_records(database, Wanted("", frozenset((kind,)), asked=True), notes):
        if written:
            note_lost(kind, table_of(written), place(record), notes)


def columns_of(table: jet.AccessTable, name: str) -> dict[str, jet.Column] | None:
    """The column of each field; None if the table must be read by rows.

    That is so for settings, and if a column has no field or another type than in the guide.
    """
    if TABLES[name].kind == "settings":
        return None
    known = {c.name.lower(): c for c in (*TABLES[name].columns, *BEYOND.get(name, ()))}
    fields = {}
    for column in table.columns:
        guide = known.get(column.name.lower())
        if guide is None or not is_plain(column):
            return None
        if column.type != guide.type and not {column.type, guide.type} <= NUMBERS:
            return None
        fields[guide.field] = column
    return fields


class ColumnReader:
    """Converts the columns of a table to the columns of a record type."""

    def __init__(self, table: jet.AccessTable, name: str, notes: Notes) -> None:
        self.table, self.name, self.notes = table, name, notes
        self.kind = TABLES[name].kind
        self.fields = columns_of(table, name) or {}
        self.rows = 0
        """Rows read so far."""

    def batches(self) -> Iterator[pa.RecordBatch]:
        """The table in batches; some may be empty."""
        return map(self._next, self.table.batches([c.name for c in self.fields.values()]))

    def _next(self, part: pa.RecordBatch | list[jet.Row]) -> pa.RecordBatch:
        if isinstance(part, list):
            batch = record_batches.from_records(self.kind, list(self._records(part)))
        else:
            batch = self.batch(part)
        self.rows += len(part)
        return batch

    def _records(self, rows: list[jet.Row]) -> Iterator[Record]:
        """The records of rows that cannot be read by column."""
        if self.kind == "hand":
            return hand_records(self.table, self.name, self.notes, rows)
        return plain_records(self.table, self.name, self.notes, rows, self.rows)

    def batch(self, part: pa.RecordBatch) -> pa.RecordBatch:
        """The columns of the record type, without empty rows, which are noted."""
        batch, empty = self.as_fields(part)
        for row in empty.tolist():
            note_empty(f"{self.name} row {self.rows + row + 1}", self.notes)
        if len(empty):
            batch = batch.take(array_of(pa.int64(), np.delete(np.arange(len(batch)), empty)))
        return batch

    def as_fields(self, part: pa.RecordBatch) -> tuple[pa.RecordBatch, Array]:
        """The columns of the record type, and the numbers of rows without any value.

        Such rows give no record.
        """
        columns: dict[str, pa.Array] = {}
        for (field, column), cells in zip(self.fields.items(), part.columns, strict=True):
            if column.type == "text":
                columns[field] = map_texts(cells, lambda text: text.strip() or None)
            else:
                columns[field] = self._moment(field, cells) if column.type == "date" else cells
        if self.kind == "hand":
            columns = _with_hands(columns, len(part))
        filled = np.full(len(part), self.kind in ALWAYS_KEPT or self.kind in READERS)
        for cells in columns.values():
            if not filled.all():
                filled |= _has_value(cells)
        return record_batches.batch(self.kind, columns, len(part)), np.flatnonzero(~filled)

    def _moment(self, field: str, cells: pa.Array) -> pa.Array:
        """The part of a date and time that a field holds."""
        if self.kind == "seat":
            return cells
        moments, valid = numbers(cells), validity(cells)
        days = moments // MICROSECONDS
        if field == "date":
            return array_of(pa.date32(), days.astype(np.int32), valid)
        return array_of(pa.time64("us"), moments - days * MICROSECONDS, valid)


def _with_hands(columns: dict[str, pa.Array], count: int) -> dict[str, pa.Array]:
    """The columns of HandRecord with a hand for each seat in place of its holdings."""
    holding_fields = {field for fields in HOLDINGS.values() for field in fields}
    with_hands = {field: column for field, column in columns.items() if field not in holding_fields}
    for seat, fields in HOLDINGS.items():
        holdings = [
            cells_of(columns[field]) if field in columns else [None] * count for field in fields
        ]
        with_hands[seat] = coded_texts(list(map(hand_text, zip(*holdings, strict=True))))
    return with_hands


def _has_value(cells: pa.Array) -> Array:
    """Where a value is neither null nor 0 nor false."""
    if pa.types.is_boolean(cells.type):
        return flags(cells)
    valid = validity(cells)
    there = np.ones(len(cells), dtype=bool) if valid is None else valid
    return there & (numbers(cells) != 0) if pa.types.is_int32(cells.type) else there
