"""Results of large .bws files, column by column: the same values and notes as row by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bmconv import jet
from bmconv.arrow import schema
from bmconv.codecs.bws_layout import TABLES, Layout
from bmconv.codecs.spelling import tidy
from bmconv.errors import BadInput
from bmconv.jet.bulk import BulkColumn, from_texts
from bmconv.notes import Notes
from bmconv.records import Result
from bmconv.source import Source

BULK_KINDS = {"result": "ReceivedData", "intermediate": "IntermediateData"}
NUMBERS = {"byte", "integer", "long"}
SECONDS_A_DAY = 86400


def batches(source: Source, kind: str, notes: Notes) -> Iterator[pa.RecordBatch] | None:
    """Batches of a result table; None if its columns are not plain ones of the guide."""
    assert source.path is not None
    try:
        database = jet.open(source.path)
    except jet.JetError as error:
        raise BadInput(source.name, str(error)) from None
    tables = {name.lower(): table for name, table in database.tables.items()}
    table = tables.get(BULK_KINDS.get(kind, "").lower())
    columns = columns_of(table, TABLES["ReceivedData"]) if table is not None else None
    if table is None or columns is None:
        database.close()
        return None
    return _read(source, database, table, columns, kind, notes)


def columns_of(table: jet.Table, layout: Layout) -> dict[str, str] | None:
    """The column of each field; None where one has no field or another type than the guide says."""
    known = {c.name.lower(): c for c in layout.columns}
    fields = {}
    for column in table.columns:
        guide = known.get(column.name.lower())
        if guide is None:
            return None
        same = column.type == guide.type or {column.type, guide.type} <= NUMBERS
        if not same:
            return None
        fields[guide.field] = column.name
    return fields


def _read(
    source: Source,
    database: jet.Database,
    table: jet.Table,
    columns: dict[str, str],
    kind: str,
    notes: Notes,
) -> Iterator[pa.RecordBatch]:
    target = schema(kind)
    types = {c.field: c.type for c in TABLES["ReceivedData"].columns}
    tidied = {
        field: Spelling(field, table.name, notes) for field in types if types[field] == "text"
    }
    row = 0
    try:
        with database:
            for batch in table.batches(list(columns.values())):
                length = len(next(iter(batch.values())))
                arrays = []
                for name in target.names:
                    field = target.field(name)
                    if name not in columns:
                        arrays.append(nothing(field.type, length))
                        continue
                    cells = batch[columns[name]]
                    if name in tidied:
                        arrays.append(tidied[name].spelled(as_text(cells), row))
                    else:
                        arrays.append(as_plain(cells, types[name], field.type))
                yield pa.record_batch(arrays, schema=target)
                row += length
            for problem in database.problems:
                notes.repair("damaged", problem, "place{s} in the file left out: damaged")
    except jet.JetError as error:
        raise BadInput(source.name, str(error)) from None


def nothing(type: pa.DataType, length: int) -> pa.Array:
    """A column without any value, or of flags that are not set."""
    if not pa.types.is_boolean(type):
        return pa.nulls(length, type)
    return as_array(type, length, None, np.zeros((length + 7) // 8, dtype=np.uint8))


def as_plain(cells: BulkColumn, type: str, wanted: pa.DataType) -> pa.Array:
    """Numbers, flags, dates and times."""
    if type == "boolean":
        return as_array(pa.bool_(), len(cells), None, np.packbits(cells.values, bitorder="little"))
    if type != "date":
        values = cells.values.astype(np.int32, copy=False)
    else:
        seconds = cells.values.astype(np.int64)
        day, clock = seconds // SECONDS_A_DAY, seconds % SECONDS_A_DAY
        values = (day if pa.types.is_date(wanted) else clock).astype(np.int32)
    return as_array(wanted, len(cells), cells.valid, values)


def as_text(cells: BulkColumn) -> pa.Array:
    """Text straight from its bytes."""
    assert cells.offsets is not None
    return as_array(pa.string(), len(cells), cells.valid, cells.offsets, cells.values)


def as_array(type: pa.DataType, length: int, valid: Any, *values: Any) -> pa.Array:
    """An Arrow array over numpy's memory (`pa.array` and `pa.scalar` would load pandas)."""
    mask = None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))
    buffers = [mask, *(pa.py_buffer(np.ascontiguousarray(part)) for part in values)]
    return pa.Array.from_buffers(type, length, buffers)


class Spelling:
    """Puts a text column in its one spelling: each different text once."""

    def __init__(self, field: str, table: str, notes: Notes) -> None:
        self.field = field
        self.table = table
        self.notes = notes
        self.known: dict[str, tuple[str | None, str]] = {}

    def spelled(self, texts: pa.Array, first_row: int) -> pa.Array:
        """The column spelled; what does not parse is noted with its count and first row."""
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
        """A text's spelling, and the note that reading it makes."""
        if text not in self.known:
            said: list[str] = []
            listener = Notes(lambda note: said.append(f"{note.level}\0{note.code}\0{note.text}"))
            result = Result(**{self.field: text.strip() or None})  # type: ignore[arg-type]
            tidy(result, str, listener)
            self.known[text] = (getattr(result, self.field), said[0] if said else "")
        return self.known[text]
