"""Columns of a database as Arrow batches."""

from typing import Any

import numpy as np
import pyarrow as pa

from bmconv.arrow import schema, wide_schema
from bmconv.codecs.tables.derived import BulkDeriver
from bmconv.jet.read.bulk import BulkColumn, Columns
from bmconv.jet.values import MICROSECONDS
from bmconv.notes import Notes

UNITS = {"s": 1_000_000, "ms": 1_000, "us": 1}
"""Microseconds per unit of Arrow's time types."""


def as_batch(kind: str, batch: Columns, notes: Notes) -> pa.RecordBatch:
    """The columns of a record type as a batch; missing ones are null, or false for flags."""
    length = len(next(iter(batch.values())))
    arrays = []
    for field in schema(kind):
        column = batch.get(field.name)
        if column is None and pa.types.is_boolean(field.type):
            column = BulkColumn(np.zeros(length, dtype=bool), np.ones(length, dtype=bool))
        if column is None:
            arrays.append(pa.nulls(length, field.type))
            continue
        if pa.types.is_time(field.type) or pa.types.is_timestamp(field.type):
            _note_fractions(column, field, kind, notes)
        arrays.append(as_array(column, field.type))
    return pa.RecordBatch.from_arrays(arrays, schema=schema(kind))


def derived_arrays(deriver: BulkDeriver, batch: Columns) -> list[pa.Array]:
    """The derived columns of results."""
    types = wide_schema("result", (), True)
    return [as_array(c, types.field(name).type) for name, c in deriver.columns(batch).items()]


def _note_fractions(column: BulkColumn, field: pa.Field, kind: str, notes: Notes) -> None:
    """Note times with fractions of a second, as is done when records are written to Arrow."""
    moments, unit = column.values.astype(np.int64), UNITS[field.type.unit]
    cut = moments // unit * unit != moments  # % takes far longer
    if count := int(np.count_nonzero(cut & column.valid)):
        notes.loss("fraction-lost", f"{kind} {field.name}", "time{s} cut to whole seconds", count)


def as_array(column: BulkColumn, type: pa.DataType) -> pa.Array:
    """A column as an Arrow array."""
    if column.texts is not None:
        return _texts(column)
    values = column.values
    if pa.types.is_boolean(type):
        values = np.packbits(values, bitorder="little")
    elif values.dtype.kind == "M":
        values = values.astype(np.int64)
        if pa.types.is_date(type):
            values = values // MICROSECONDS
        elif pa.types.is_timestamp(type):
            values = values // UNITS[type.unit]
        else:
            values = (values - values // MICROSECONDS * MICROSECONDS) // UNITS[type.unit]
    if not pa.types.is_boolean(type):
        values = values.astype(f"i{type.bit_width // 8}")
    return _over(type, column, values)


def _texts(column: BulkColumn) -> pa.Array:
    """A text column, its texts repeated."""
    texts = [(text or "").encode("utf-8", "surrogatepass") for text in column.texts or ()]
    codes = np.where(column.valid, column.values, len(texts))
    sizes = np.array([*map(len, texts), 0])
    ends = np.zeros(len(column) + 1, dtype=np.int32)
    np.cumsum(sizes.take(codes), out=ends[1:])
    if any(0 in text for text in texts):
        data = np.frombuffer(b"".join([*texts, b""][code] for code in codes.tolist()), np.uint8)
    else:
        cells = np.array([*texts, b""], dtype=f"S{sizes.max() or 1}").take(codes).view(np.uint8)
        data = cells[cells != 0]
    return _over(pa.string(), column, ends, data)


def _over(type: pa.DataType, column: BulkColumn, *values: Any) -> pa.Array:
    """An Arrow array over numpy's memory (`pa.array` and `pa.scalar` would load pandas)."""
    mask = None if column.valid.all() else np.packbits(column.valid, bitorder="little")
    buffers = [None if part is None else pa.py_buffer(part) for part in (mask, *values)]
    return pa.Array.from_buffers(type, len(column), buffers)
