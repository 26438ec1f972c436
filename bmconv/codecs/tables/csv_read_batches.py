"""Reading CSV as batches: each distinct cell of a column is converted once."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pyarrow as pa

from bmconv.codecs.tables.csv import CELL_ERRORS, CsvRows
from bmconv.codecs.tables.shared import BATCH
from bmconv.columns.batches import batch, column_of, from_records
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.schema import RecordField, fields


def read_batches(table: CsvRows, notes: Notes) -> Iterator[pa.RecordBatch]:
    """The rows of a file, some thousands at a time."""
    rows = table.rows()
    while True:
        block: list[list[str]] = []
        lines: list[int] = []
        try:
            for row in islice(rows, BATCH):
                block.append(row)
                lines.append(table.line)
        except BadInput:
            yield _batch(table, block, lines, notes)  # the rows before the error, with their notes
            raise
        if not block:
            return
        yield _batch(table, block, lines, notes)


def _batch(table: CsvRows, rows: list[list[str]], lines: list[int], notes: Notes) -> pa.RecordBatch:
    """Rows as a batch; if one does not fit, all become records first, and bad rows are noted."""
    if all(len(row) == len(table.columns) for row in rows):
        try:
            return _columns(table, rows)
        except CELL_ERRORS:
            pass
    records = (table.record(row, line, notes) for row, line in zip(rows, lines, strict=True))
    return from_records(table.kind, list(filter(None, records)))


def _columns(table: CsvRows, rows: list[list[str]]) -> pa.RecordBatch:
    """Rows as a batch, by columns; raises one of CELL_ERRORS if a cell does not fit."""
    known = {field.name: field for field in fields(table.kind)}
    columns = {}
    for (name, read), cells in zip(table.columns, zip(*rows, strict=True), strict=True):
        texts = set(cells)
        if read and texts != {""}:
            values = {text: _value(table, known[name], read, text) for text in texts}
            columns[name] = column_of(known[name].kind, [values[text] for text in cells])
    return batch(table.kind, columns, len(rows))


def _value(table: CsvRows, field: RecordField, read: Any, text: str) -> Any:
    """The value of a cell; raises one of CELL_ERRORS if it does not fit."""
    values = {field.name: read(text)} if text else {}
    return getattr(table.convert(values), field.attribute)
