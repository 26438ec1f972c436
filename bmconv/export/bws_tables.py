"""Bridgemate databases straight to columns, with the same values and notes as record by record.

Tables with many rows and known columns are read by column. Small tables, and those with columns
that the guide does not list, are read as records.
"""

import numpy as np
import pyarrow as pa

from bmconv import jet
from bmconv.arrow import widened
from bmconv.codecs import Wanted
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.bulk import Spelling, columns_of
from bmconv.codecs.bws.layout import TABLES, TableLayout
from bmconv.codecs.bws.read import FINISH, note_other_tables, records_of
from bmconv.codecs.tables.arrow_bulk import as_batch, derived_arrays
from bmconv.codecs.tables.derived import BulkDeriver
from bmconv.columns import RESULTS
from bmconv.export.batch import Contents, from_records, identified
from bmconv.io.source import Source
from bmconv.jet.read.bulk import BulkColumn, Columns
from bmconv.notes import Notes
from bmconv.records import Session

BULK = {"table", "round", "player", "evaluation", "bid", "card", *RESULTS}
SPELLED = {"declarer", "contract", "result", "lead_card", "remarks"}

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


def _columns(table: jet.AccessTable, layout: TableLayout, notes: Notes) -> pa.RecordBatch | None:
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
        for field, column in cells.items():
            if field in spelled:
                cells[field] = spelled[field].spelled(column, row)
            elif column.texts is not None:
                cells[field] = _trimmed(column)
        made = as_batch(layout.kind, cells, notes)
        behind = derived_arrays(_deriver, cells) if layout.kind in RESULTS else ()
        parts.append(widened(layout.kind, made, {}, behind))
        row += len(made)
    if len(parts) > 1:
        return pa.Table.from_batches(parts).combine_chunks().to_batches()[0]
    return parts[0] if parts else None


def _may_be_empty(cells: Columns) -> bool:
    """Whether a row may have no values at all: such rows give no record."""
    first = next(iter(cells.values()))
    return first.texts is not None or not (first.values.astype(bool) & first.valid).all()


def _trimmed(column: BulkColumn) -> BulkColumn:
    """Text without surrounding blanks; empty text becomes null."""
    texts = [(text or "").strip() or None for text in column.texts or ()]
    there = np.array([text is not None for text in texts], dtype=bool)
    return BulkColumn(column.values, column.valid & there[column.values], texts)
