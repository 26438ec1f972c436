"""LvProp blobs for a new file: the reverse of properties.py."""

import struct
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from ..dates import from_datetime
from ..layout import FIXED_FORMATS, Layout
from ..read.properties import BINARY, COLUMN, NAME_LIST, PROPERTY_NUMBERS, TABLE, Property
from ..text import encode_name
from .spec import ColumnSpec, TableSpec
from .values import guid_bytes, unscaled

BOOLEAN, LONG, DOUBLE, DATE, TEXT, MEMO, OLE = 1, 4, 7, 8, 10, 12, 11
DDL = 1  # set by the maker of the table, not by Access's own windows


def encode_properties(layout: Layout, table: TableSpec, codec: str, lost: list[str]) -> bytes:
    """The blob of a table and its columns, empty if there is nothing to say.

    Characters that the code page lacks are added to `lost`.
    """

    def encoded(text: str) -> bytes:
        raw, missing = encode_name(layout, text, codec)
        lost.extend(missing)
        return raw

    owners: list[tuple[int, str, dict[str, Property]]] = []
    if table.properties:
        owners.append((TABLE, "", stored(table.properties)))
    for column in table.columns:
        properties = column_properties(column)
        if properties:
            owners.append((COLUMN, column.name, properties))
    if not owners:
        return b""
    names: dict[str, int] = {}
    for _, _, properties in owners:
        for name in properties:
            names.setdefault(name, len(names))
    parts = [layout.property_magic]
    listed = [encoded(name) for name in names]
    parts.append(chunk(NAME_LIST, b"".join(struct.pack("<H", len(n)) + n for n in listed)))
    for kind, owner, properties in owners:
        raw = encoded(owner)
        body = [struct.pack("<IH", len(raw) + 6, len(raw)) + raw]
        for name, entry in properties.items():
            value = encode_value(entry, encoded)
            head = (len(value) + 8, entry.ddl, entry.type, names[name], len(value))
            body.append(struct.pack("<HBBHH", *head) + value)
        parts.append(chunk(kind, b"".join(body)))
    return b"".join(parts)


def chunk(kind: int, body: bytes) -> bytes:
    """A part of the blob with its length and type."""
    return struct.pack("<IH", len(body) + 6, kind) + body


def column_properties(column: ColumnSpec) -> dict[str, Property]:
    """All properties of a column."""
    found: dict[str, Property] = {}
    if column.required is not None:
        found["Required"] = Property(column.required, BOOLEAN, DDL)
    if column.allow_zero_length is not None:
        found["AllowZeroLength"] = Property(column.allow_zero_length, BOOLEAN, DDL)
    if column.default is not None:
        found["DefaultValue"] = Property(column.default, MEMO, DDL)
    found.update(stored(column.properties))
    return found


def stored(properties: Mapping[str, Any]) -> dict[str, Property]:
    """Properties with the type each is stored in."""
    return {
        name: value if isinstance(value, Property) else Property(value, type_of(value), DDL)
        for name, value in properties.items()
    }


def type_of(value: Any) -> int:
    """The type code for a plain value."""
    if isinstance(value, bool):
        return BOOLEAN
    if isinstance(value, int):
        return LONG
    if isinstance(value, float):
        return DOUBLE
    if isinstance(value, datetime):
        return DATE
    return OLE if isinstance(value, bytes) else TEXT


def encode_value(entry: Property, encoded: Callable[[str], bytes]) -> bytes:
    """One value in its type; whatever was kept as bytes goes back as bytes."""
    value, kind = entry.value, entry.type
    if isinstance(value, bytes):
        return value
    if kind == BOOLEAN:
        return bytes((bool(value),))
    if kind == 3:
        return struct.pack("<i" if entry.size == 4 else "<h", value)
    if kind == 5:
        return struct.pack("<q", unscaled(value, 4))
    if kind in PROPERTY_NUMBERS:
        return struct.pack("<" + FIXED_FORMATS[PROPERTY_NUMBERS[kind]], value)
    if kind == DATE:
        return struct.pack("<d", from_datetime(value) if isinstance(value, datetime) else value)
    if kind in (BINARY, 15) and isinstance(value, str):
        return guid_bytes(value)
    return encoded(str(value))
