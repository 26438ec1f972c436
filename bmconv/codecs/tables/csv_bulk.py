"""CSV from Arrow batches by Arrow's own writer, with the output of the csv module."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Iterator

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow.csv import CSVWriter, WriteOptions

from bmconv.arrow import as_array, texts
from bmconv.codecs.shared.characters import CsvLines
from bmconv.codecs.tables.derived import BulkDeriver


def blocks(
    batches: Iterable[pa.RecordBatch],
    front: list[str],
    derived: bool,
    end: str,
    guard: Callable[[str | None], str] | None = None,
) -> Iterator[str]:
    """The rows of each batch, with `front` texts first and derived columns last."""
    deriver = BulkDeriver() if derived else None
    plain = WriteOptions(include_header=False, quoting_style="none")
    for batch in batches:
        behind = deriver.columns(batch) if deriver else []
        columns = [*texts(front, len(batch)), *map(_as_text, batch.columns), *behind]
        if guard:
            columns = [_guarded(column, guard) for column in columns]
        cells = pa.record_batch(columns, names=[str(at) for at in range(len(columns))])
        try:
            block = io.BytesIO()
            with CSVWriter(block, cells.schema, write_options=plain) as writer:
                writer.write_batch(cells)
            yield block.getvalue().decode().replace("\n", end)  # unquoted cells have no line ends
        except pa.ArrowInvalid:  # a cell with a comma, a quote or a line end
            yield _quoted(cells, end)


def _guarded(column: pa.Array, guard: Callable[[str | None], str]) -> pa.Array:
    """Guard text against being evaluated; other columns stay as they are."""
    if not pa.types.is_string(column.type):
        return column
    return pa.array([guard(text) or None for text in column.to_pylist()], pa.string())


def _as_text(column: pa.Array) -> pa.Array:
    """Flags as `true` or empty, date-times with a T; other columns as they are."""
    if pa.types.is_boolean(column.type):
        return _flags(column)
    if pa.types.is_timestamp(column.type):
        return pc.strftime(column, "%Y-%m-%dT%H:%M:%S")
    return column


def _flags(column: pa.Array) -> pa.Array:
    """`true` where a flag is set, else empty."""
    bits = np.frombuffer(column.buffers()[1], dtype=np.uint8)
    flags = np.unpackbits(bits, bitorder="little")[column.offset : column.offset + len(column)]
    ends = np.zeros(len(flags) + 1, dtype=np.int32)
    np.cumsum(flags * 4, dtype=np.int32, out=ends[1:])
    data = np.frombuffer(b"true" * int(flags.sum()), dtype=np.uint8)
    return as_array(pa.string(), len(flags), None, ends, data)


def _quoted(cells: pa.RecordBatch, end: str) -> str:
    """Rows written by the csv module, which quotes where needed."""
    block: list[str] = []
    columns = [column.to_pylist() for column in cells.columns]
    csv.writer(CsvLines(block.append, end)).writerows(zip(*columns, strict=True))
    return "".join(block)
