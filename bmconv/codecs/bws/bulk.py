"""Read the results of large .bws files by column, with the same values and notes as by row."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bmconv import jet
from bmconv.arrow import as_array, schema
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.layout import TABLE_OF, TABLES, Layout
from bmconv.codecs.bws.read import note_other_tables, note_rows, tables_of
from bmconv.codecs.shared.spelling import tidy
from bmconv.codecs.tables.shared import table_of
from bmconv.jet.read.bulk import BulkColumn, from_texts
from bmconv.jet.values import MICROSECONDS
from bmconv.notes import Notes
from bmconv.records import Result
from bmconv.source import Source

BULK = ("result", "intermediate")
"""Record types with many rows, whose tables have the same columns."""
NUMBERS = {"byte", "integer", "long"}
UNITS = {"s": 1_000_000, "ms": 1_000, "us": 1}
"""Microseconds per unit of Arrow's time types."""


def batches(
    source: Source, kind: str, notes: Notes, whole: bool
) -> Iterator[pa.RecordBatch] | None:
    """Batches of a result table; None if its columns differ from those of the guide."""
    assert source.path is not None
    if kind not in BULK:
        return None
    with opened(source.path, source.name, Notes()) as database:
        table = database.find(TABLE_OF[kind])
        columns = columns_of(table, TABLES["ReceivedData"]) if table is not None else None
    return _read(source, columns, kind, notes, whole) if columns else None


def columns_of(table: jet.Table, layout: Layout) -> dict[str, str] | None:
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
) -> Iterator[pa.RecordBatch]:
    target = schema(kind)
    types = {c.field: c.type for c in TABLES["ReceivedData"].columns}
    row = 0
    assert source.path is not None
    with opened(source.path, source.name, notes) as database:
        table = database.find(TABLE_OF[kind])
        assert table is not None
        tidied = {f: Spelling(f, table.name, notes) for f in types if types[f] == "text"}
        for batch in table.batches(list(columns.values())):
            length = len(next(iter(batch.values())))
            arrays = []
            for field in target:
                if field.name not in columns:
                    arrays.append(nothing(field.type, length))
                    continue
                cells = batch[columns[field.name]]
                if field.name in tidied:
                    arrays.append(tidied[field.name].spelled(as_text(cells), row))
                else:
                    if pa.types.is_time(field.type):
                        _note_fractions(cells, field, kind, notes)
                    arrays.append(as_plain(cells, types[field.name], field.type))
            yield pa.record_batch(arrays, schema=target)
            row += length
        if row and whole:  # not asked for this type only
            _note_others(database, kind, notes)


def _note_fractions(cells: BulkColumn, field: pa.Field, kind: str, notes: Notes) -> None:
    """Note times with fractions of a second, as is done when records are written to Arrow."""
    parts = cells.values.astype(np.int64) % UNITS[field.type.unit]
    if count := int(np.count_nonzero(parts[cells.valid])):
        notes.loss("fraction-lost", f"{kind} {field.name}", "time{s} cut to whole seconds", count)


def _note_others(database: jet.Database, kind: str, notes: Notes) -> None:
    """Note the other tables, which output of one record type leaves out."""
    for table, name, other in tables_of(database):
        if other != kind:
            note_rows(table, name, other, table_of(kind), notes)
    note_other_tables(database, notes)


def nothing(type: pa.DataType, length: int) -> pa.Array:
    """A column of nulls, or of false for flags."""
    if not pa.types.is_boolean(type):
        return pa.nulls(length, type)
    return as_array(type, length, None, np.zeros((length + 7) // 8, dtype=np.uint8))


def as_plain(cells: BulkColumn, type: str, wanted: pa.DataType) -> pa.Array:
    """A column of numbers, flags, dates or times as an Arrow array."""
    if type == "boolean":
        return as_array(pa.bool_(), len(cells), None, np.packbits(cells.values, bitorder="little"))
    if type != "date":
        values = cells.values.astype(np.int32, copy=False)
    else:
        day, clock = np.divmod(cells.values.astype(np.int64), MICROSECONDS)
        if pa.types.is_date(wanted):
            values = day.astype(np.int32)
        else:
            values = (clock // UNITS[wanted.unit]).astype(f"i{wanted.bit_width // 8}")
    return as_array(wanted, len(cells), cells.valid, values)


def as_text(cells: BulkColumn) -> pa.Array:
    """A text column as an Arrow array, made directly from its bytes."""
    assert cells.offsets is not None
    return as_array(pa.string(), len(cells), cells.valid, cells.offsets, cells.values)


class Spelling:
    """Normalizes the spelling of a text column; each distinct text is parsed once."""

    def __init__(self, field: str, table: str, notes: Notes) -> None:
        self.field = field
        self.table = table
        self.notes = notes
        self.known: dict[str, tuple[str | None, str]] = {}

    def spelled(self, texts: pa.Array, first_row: int) -> pa.Array:
        """The column in normal spelling; notes have the count and the first row."""
        coded = pc.dictionary_encode(texts)
        made: list[str | None] = []
        for code, text in enumerate(coded.dictionary.to_pylist()):
            spelling, note = self._spell(text)
            if note:
                found = pc.fill_null(pc.equal(coded.indices, code), False)
                row = first_row + pc.index(found, True).as_py() + 1
                level, kind, told = note.split("\0")
                place = f"{self.table} row {row}: {text.strip()!r}"
                self.notes.add(level, kind, place, told, pc.sum(found).as_py())
            made.append(spelling)
        valid = np.array([text is not None for text in made], dtype=bool)
        return pc.take(as_text(from_texts(made, valid)), coded.indices)

    def _spell(self, text: str) -> tuple[str | None, str]:
        """The normal spelling of a text, and the note made in parsing it, or ""."""
        if text not in self.known:
            said: list[str] = []
            listener = Notes(lambda note: said.append(f"{note.level}\0{note.code}\0{note.text}"))
            result = Result(**{self.field: text.strip() or None})  # type: ignore[arg-type]
            tidy(result, str, listener)
            self.known[text] = (getattr(result, self.field), said[0] if said else "")
        return self.known[text]
