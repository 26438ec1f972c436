"""Records as Arrow tables, the schema derived from the records."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
import pyarrow as pa

from bmconv.records import Record
from bmconv.schema import fields

_TYPES = {
    "int": pa.int32(),
    "float": pa.float64(),
    "bool": pa.bool_(),
    "text": pa.string(),
    "date": pa.date32(),
    "time": pa.time32("s"),
    "datetime": pa.timestamp("s"),
    "json": pa.string(),
}
"""Lists and maps are one column of JSON text."""


def schema(kind: str) -> pa.Schema:
    """The Arrow schema of a record type."""
    return pa.schema([(field.name, _TYPES[field.kind]) for field in fields(kind)])


def table(kind: str, records: Iterable[Record]) -> pa.Table:
    """Records of one type as a table."""
    records = list(records)
    columns: dict[str, list[Any]] = {}
    for field in fields(kind):
        values = [getattr(record, field.attribute) for record in records]
        if field.kind == "json":
            values = [msgspec.json.encode(value).decode() if value else None for value in values]
        columns[field.name] = values
    return pa.table(columns, schema=schema(kind))
