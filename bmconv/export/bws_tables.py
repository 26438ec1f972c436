"""Bridgemate databases straight to columns, with the same values and notes as record by record.

Tables with many rows and known columns are read by column. Small tables, and those with columns
that the guide does not list, are read as records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from bmconv import jet
from bmconv.arrow import schema, widened
from bmconv.codecs import Wanted
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.bulk import Spelling, as_plain, as_text, columns_of, nothing
from bmconv.codecs.bws.layout import TABLES, Layout
from bmconv.codecs.bws.read import FINISH, note_other_tables, records_of
from bmconv.codecs.tables.derived import BulkDeriver
from bmconv.columns import RESULTS
from bmconv.export.batch import Contents, from_records, identified
from bmconv.jet.read.bulk import BulkColumn, from_texts
from bmconv.notes import Notes
from bmconv.records import Session
from bmconv.source import Source

BULK = {"table", "round", "player", "evaluation", "bid", "card", *RESULTS}
SPELLED = {"declarer", "contract", "result", "lead_card", "remarks"}
SPACE, LAST_ASCII = 0x20, 0x7F

_deriver = BulkDeriver()  # shared by all files: results repeat


def contents(source: Source, notes: Notes) -> Contents:
    """Read the tables of a database as columns."""
    tables: dict[str, pa.RecordBatch] = {}
    with opened(source.path or source.read(), source.name, notes) as database:
        rest = set()
        for name, layout in TABLES.items():
            table = database.find(name)
            made = _columns(table, layout, notes) if table and layout.kind in BULK else None
            if made is not None:
                tables[layout.kind] = made
            elif table is not None:
                rest.add(layout.kind)
        note_other_tables(database, notes)
        records = list(records_of(database, Wanted("export", frozenset(rest), True), notes))
    tables = {kind: table for kind, table in tables.items() if len(table)}
    tables |= from_records(records, notes).tables
    sessions = [record for record in records if isinstance(record, Session)]
    dates = tables["result"].column("date").to_pylist() if "result" in tables else ()
    return identified(tables, sessions, [], dates)


def _columns(table: jet.Table, layout: Layout, notes: Notes) -> pa.RecordBatch | None:
    """Read a table by column; None if it must be read as records."""
    columns = columns_of(table, layout)
    if not columns:
        return None
    spelled = {}
    if layout.kind in RESULTS:
        spelled = {name: Spelling(name, table.name, notes) for name in columns if name in SPELLED}
    parts: list[pa.RecordBatch] = []
    row = 0
    for batch in table.batches(list(columns.values())):
        cells = {field: batch[column] for field, column in columns.items()}
        if layout.kind not in FINISH and _may_be_empty(cells):
            return None
        parts.append(_part(layout, cells, spelled, row))
        row += len(parts[-1])
    if len(parts) > 1:
        return pa.Table.from_batches(parts).combine_chunks().to_batches()[0]
    return parts[0] if parts else None


def _may_be_empty(cells: dict[str, BulkColumn]) -> bool:
    """Whether a row may have no values at all: such rows give no record."""
    first = next(iter(cells.values()))
    return first.offsets is not None or not (first.values.astype(bool) & first.valid).all()


def _part(
    layout: Layout, cells: dict[str, BulkColumn], spelled: dict[str, Spelling], row: int
) -> pa.RecordBatch:
    types = {column.field: column.type for column in layout.columns}
    length = len(next(iter(cells.values())))
    arrays: list[Any] = []
    for field in schema(layout.kind):
        column = cells.get(field.name)
        if column is None:
            arrays.append(nothing(field.type, length))
        elif field.name in spelled:
            arrays.append(spelled[field.name].spelled(as_text(column), row))
        elif types[field.name] == "text":
            arrays.append(as_text(_trimmed(column)))
        else:
            arrays.append(as_plain(column, types[field.name], field.type))
    made = pa.RecordBatch.from_arrays(arrays, schema=schema(layout.kind))
    return widened(layout.kind, made, {}, _deriver.columns(made) if layout.kind in RESULTS else ())


def _trimmed(column: BulkColumn) -> BulkColumn:
    """Text without surrounding blanks; empty text becomes null."""
    assert column.offsets is not None
    begins, ends = column.offsets[:-1][column.valid], column.offsets[1:][column.valid]
    if len(begins) and (ends > begins).all():
        edges = np.concatenate([column.values[begins], column.values[ends - 1]])
        if ((edges > SPACE) & (edges <= LAST_ASCII)).all():
            return column
    texts = [(text or "").strip() or None for text in column.to_list()]
    return from_texts(texts, np.array([text is not None for text in texts], dtype=bool))
