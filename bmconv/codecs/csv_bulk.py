"""CSV from Arrow batches: what the csv module would write, by Arrow's own writer where it can."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyarrow.csv import CSVWriter, WriteOptions

from bmconv.codecs import Options
from bmconv.codecs.characters import TextSink
from bmconv.codecs.columns import derived_columns, origins
from bmconv.codecs.csv import DIALECTS, header_of
from bmconv.codecs.derived_bulk import BulkDeriver
from bmconv.notes import Notes
from bmconv.sink import Sink


def write(batches: Iterator[pa.RecordBatch], sink: Sink, options: Options, notes: Notes) -> None:
    """A header, then the rows of all batches."""
    end, encoding = DIALECTS[options["dialect"]]
    kind = options["table"]
    out = TextSink(sink, options["encoding"] or encoding, notes)
    out.write(header_of(kind, options))
    deriver = BulkDeriver() if derived_columns(kind, options) else None
    plain = WriteOptions(include_header=False, quoting_style="none", eol=end)
    for batch in batches:
        cells = _as_text(batch)
        front = [pa.array([text] * len(batch), pa.string()) for text in origins(options).values()]
        columns = [*front, *cells.columns, *(deriver.columns(batch) if deriver else ())]
        cells = pa.record_batch(columns, names=[str(at) for at in range(len(columns))])
        try:
            block = io.BytesIO()
            with CSVWriter(block, cells.schema, write_options=plain) as writer:
                writer.write_batch(cells)
            text = block.getvalue().decode()
        except pa.ArrowInvalid:  # a cell with a comma, a quote or a line end
            text = _quoted(cells, end)
        out.write(text)


def _as_text(batch: pa.RecordBatch) -> pa.RecordBatch:
    """Flags as `true` and nothing, moments with a T."""
    columns = []
    for column in batch.columns:
        if pa.types.is_boolean(column.type):
            column = _flags(column)
        elif pa.types.is_timestamp(column.type):
            column = pc.strftime(column, "%Y-%m-%dT%H:%M:%S")
        columns.append(column)
    return pa.record_batch(columns, names=batch.schema.names)


def _flags(column: pa.Array) -> pa.Array:
    """`true` where a flag is set, else nothing."""
    bits = np.frombuffer(column.buffers()[1], dtype=np.uint8)
    flags = np.unpackbits(bits, bitorder="little")[column.offset : column.offset + len(column)]
    ends = np.zeros(len(flags) + 1, dtype=np.int32)
    np.cumsum(flags * 4, dtype=np.int32, out=ends[1:])
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"true" * int(flags.sum()))]
    return pa.Array.from_buffers(pa.string(), len(flags), buffers)


def _quoted(batch: pa.RecordBatch, end: str) -> str:
    """Rows by the csv module, which quotes what must be quoted."""
    block = io.StringIO(newline="")
    columns: list[list[Any]] = [column.to_pylist() for column in batch.columns]
    csv.writer(block, lineterminator=end).writerows(zip(*columns, strict=True))
    return block.getvalue()
