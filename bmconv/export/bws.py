"""Bridgemate databases straight to columns: the same values and notes as record by record.

Tables with many rows and plain columns go column by column; the small ones, and those with columns
that the guide does not have, go through records.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from bmconv import jet
from bmconv.arrow import schema, wide_schema
from bmconv.codecs.bws import FINISH, records_of
from bmconv.codecs.bws_bulk import Spelling, as_plain, as_text, columns_of, nothing
from bmconv.codecs.bws_layout import TABLES
from bmconv.codecs.columns import RESULTS
from bmconv.codecs.derived_bulk import BulkDeriver
from bmconv.errors import BadInput
from bmconv.export.work import Contents, from_records, identified
from bmconv.jet.bulk import BulkColumn, from_texts
from bmconv.notes import Notes
from bmconv.records import Session
from bmconv.source import Source, Target

BULK = {"table", "round", "player", "evaluation", "bid", "card", *RESULTS}
SPELLED = {"declarer", "contract", "result", "lead_card", "remarks"}
SPACE, LAST_ASCII = 0x20, 0x7F
KNOWN_LIMIT = 100_000
"""Results that are remembered from file to file."""

_deriver = BulkDeriver()


def contents(source: Source, notes: Notes) -> Contents:
    """The tables of a database as columns."""
    tables: dict[str, pa.RecordBatch] = {}
    try:
        with jet.open(source.path or source.read()) as database:
            found = {name.lower(): table for name, table in database.tables.items()}
            rest = set()
            for name, layout in TABLES.items():
                table = found.pop(name.lower(), None)
                made = _columns(table, name, notes) if table and layout.kind in BULK else None
                if made is not None:
                    tables[layout.kind] = made
                elif table is not None:
                    rest.add(layout.kind)
            for table in found.values():
                text = "table{s} left out that a Bridgemate database does not have"
                notes.loss("table-lost", table.name, text)
            records = list(records_of(database, Target("export", frozenset(rest), True), notes))
            for problem in database.problems:
                notes.repair("damaged", problem, "place{s} in the file left out: damaged")
    except jet.JetError as error:
        raise BadInput(source.name, str(error)) from None
    tables = {kind: table for kind, table in tables.items() if len(table)}
    tables |= from_records(records, notes).tables
    sessions = [record for record in records if isinstance(record, Session)]
    dates = tables["result"].column("date").to_pylist() if "result" in tables else ()
    return identified(tables, sessions, [], dates)


def _columns(table: jet.Table, name: str, notes: Notes) -> pa.RecordBatch | None:
    """A table column by column; None where it is to be read by records."""
    kind = TABLES[name].kind
    columns = columns_of(table, TABLES[name])
    if not columns:
        return None
    parts = []
    spelled = {field: Spelling(field, table.name, notes) for field in columns if field in SPELLED}
    row = 0
    for batch in table.batches(list(columns.values())):
        cells = {field: batch[column] for field, column in columns.items()}
        length = len(next(iter(cells.values())))
        if kind not in FINISH and _may_be_empty(cells):
            return None
        parts.append(_part(kind, cells, length, spelled if kind in RESULTS else {}, row))
        row += length
    if len(parts) > 1:
        return pa.Table.from_batches(parts).combine_chunks().to_batches()[0]
    return parts[0] if parts else None


def _may_be_empty(cells: dict[str, BulkColumn]) -> bool:
    """Whether a row may be without any value: records leave such rows out."""
    first = next(iter(cells.values()))
    return first.offsets is not None or not (first.values.astype(bool) & first.valid).all()


def _part(
    kind: str, cells: dict[str, BulkColumn], length: int, spelled: dict[str, Spelling], row: int
) -> pa.RecordBatch:
    types = {c.field: c.type for c in TABLES[_TABLE_OF[kind]].columns}
    target = schema(kind)
    arrays: list[Any] = []
    for field in target:
        column = cells.get(field.name)
        if column is None:
            arrays.append(nothing(field.type, length))
        elif field.name in spelled:
            arrays.append(spelled[field.name].spelled(as_text(column), row))
        elif types[field.name] == "text":
            arrays.append(as_text(_trimmed(column)))
        else:
            arrays.append(as_plain(column, types[field.name], field.type))
    made = pa.RecordBatch.from_arrays(arrays, schema=target)
    if kind not in RESULTS:
        return made
    if len(_deriver.known) > KNOWN_LIMIT:
        _deriver.known.clear()
    derived = _deriver.columns(made)
    return pa.RecordBatch.from_arrays([*arrays, *derived], schema=wide_schema(kind, (), True))


_TABLE_OF = {layout.kind: name for name, layout in TABLES.items()}


def _trimmed(column: BulkColumn) -> BulkColumn:
    """Text without blanks around it; none at all is no value."""
    assert column.offsets is not None
    begins, ends = column.offsets[:-1][column.valid], column.offsets[1:][column.valid]
    if len(begins) and (ends > begins).all():
        edges = np.concatenate([column.values[begins], column.values[ends - 1]])
        if ((edges > SPACE) & (edges <= LAST_ASCII)).all():
            return column
    texts = [(text or "").strip() or None for text in column.to_list()]
    return from_texts(texts, np.array([text is not None for text in texts], dtype=bool))
