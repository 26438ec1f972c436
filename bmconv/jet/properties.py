"""Parse and build the LvProp blob of the catalog: the properties of a table and its columns."""

import struct
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any, NamedTuple

from . import codes
from .layout import Layout
from .text import decode_name, encode_name
from .values import from_datetime, from_decimal, guid_bytes, guid_text, to_datetime, to_decimal

if TYPE_CHECKING:
    from .build.spec import ColumnSpec, TableSpec

NAME_LIST, TABLE, COLUMN = 0x80, 0, 1  # kinds of chunk
CHUNK = struct.Struct("<IH")  # length, kind
OWNER = struct.Struct("<IH")  # offset of the values, length of the owner's name
NAME_LENGTH = struct.Struct("<H")
VALUE = struct.Struct("<HBBHH")  # length, DDL flag, type, number of the name, size of the value
BINARY = codes.TYPE_CODES["binary"]  # the type under which Access stores a property called GUID
DDL = 1  # flag of properties set by the program that created the table, not in Access
PLAIN_TYPES = {bool: "boolean", int: "long", float: "double", datetime: "date", bytes: "ole"}
NUMBERS = ("byte", "integer", "long", "currency", "single", "double")


class Property(NamedTuple):
    """One property: its value, and how it is stored."""

    value: Any
    type: int
    ddl: int = 0
    size: int = 0  # length of the value as read; 0 for a new property


Properties = Mapping[str, Property]


def parse_properties(
    layout: Layout, blob: bytes, codec: str
) -> tuple[Properties, dict[str, Properties], bool]:
    """The table's properties, its columns' properties by column, and whether all were readable."""
    table: dict[str, Property] = {}
    columns: dict[str, dict[str, Property]] = {}
    complete = not blob or blob[:4] == layout.property_magic
    names: list[str] = []
    at = 4 if complete else len(blob)
    try:
        while at + CHUNK.size <= len(blob):
            length, kind = CHUNK.unpack_from(blob, at)
            if length < CHUNK.size:
                complete = False
                break
            chunk = blob[at + CHUNK.size : at + length]
            at += length
            if kind == NAME_LIST:
                names = parse_names(layout, chunk, codec)
            elif chunk:
                values_at, size = OWNER.unpack_from(chunk)
                owner = decode_name(layout, chunk[OWNER.size : OWNER.size + size], codec)
                properties = parse_values(layout, chunk[max(values_at, 4) :], names, codec)
                (columns.setdefault(owner, {}) if kind == COLUMN else table).update(properties)
    except (struct.error, IndexError):
        complete = False
    return table, dict(columns), complete


def parse_names(layout: Layout, chunk: bytes, codec: str) -> list[str]:
    """The list of property names."""
    names = []
    at = 0
    while at + NAME_LENGTH.size <= len(chunk):
        start = at + NAME_LENGTH.size
        at = start + NAME_LENGTH.unpack_from(chunk, at)[0]
        names.append(decode_name(layout, chunk[start:at], codec))
    return names


def parse_values(layout: Layout, chunk: bytes, names: list[str], codec: str) -> Properties:
    """The properties of one owner: the table or a column."""
    properties: dict[str, Property] = {}
    at = 0
    while at + VALUE.size <= len(chunk):
        length, ddl, kind, index, size = VALUE.unpack_from(chunk, at)
        if length < VALUE.size:
            break
        raw = chunk[at + VALUE.size : at + VALUE.size + size]
        name = names[index]
        value = decode_value(layout, raw, kind, codec)
        if name == "GUID" and kind == BINARY and size == 16:
            value = guid_text(raw)
        properties[name] = Property(value, kind, ddl, size)
        at += length
    return properties


def decode_value(layout: Layout, raw: bytes, code: int, codec: str) -> Any:
    """One value; bytes if its type is unknown."""
    kind = codes.TYPE_NAMES.get(code)
    if kind == "boolean":
        return any(raw)
    if kind in ("text", "memo"):
        return decode_name(layout, raw, codec)
    if kind == "integer" and len(raw) == 4:  # column widths have four bytes
        return struct.unpack("<i", raw)[0]
    if kind not in (*NUMBERS, "date", "guid"):
        return raw
    fmt = "<" + codes.FIXED_FORMATS[kind]
    if len(raw) != struct.calcsize(fmt):
        return raw
    (value,) = struct.unpack(fmt, raw)
    if kind == "date":
        return to_datetime(value) or value
    if kind == "guid":
        return guid_text(raw)
    return to_decimal(value) if kind == "currency" else value


def encode_value(entry: Property, encode: Callable[[str], bytes]) -> bytes:
    """The bytes of a value in its type; a value that was read as bytes stays unchanged."""
    value, kind = entry.value, codes.TYPE_NAMES.get(entry.type)
    if isinstance(value, bytes):
        return value
    if kind == "boolean":
        return bytes((bool(value),))
    if kind in ("binary", "guid") and isinstance(value, str):
        return guid_bytes(value)
    if kind not in (*NUMBERS, "date"):
        return encode(str(value))
    if kind == "integer" and entry.size == 4:
        return struct.pack("<i", value)
    if kind == "currency":
        value = from_decimal(value)
    elif isinstance(value, datetime):
        value = from_datetime(value)
    return struct.pack("<" + codes.FIXED_FORMATS[kind], value)


def encode_properties(layout: Layout, table: "TableSpec", codec: str, lost: list[str]) -> bytes:
    """The blob of a table and its columns, empty if there are no properties.

    Characters missing from the code page are added to `lost`.
    """

    def encode(text: str) -> bytes:
        raw, missing = encode_name(layout, text, codec)
        lost.extend(missing)
        return raw

    owners = [(TABLE, "", stored_properties(table.properties))]
    owners += [(COLUMN, column.name, column_properties(column)) for column in table.columns]
    owners = [owner for owner in owners if owner[2]]
    if not owners:
        return b""
    names = list(dict.fromkeys(name for *_, properties in owners for name in properties))
    numbers = {name: number for number, name in enumerate(names)}
    listed = [encode(name) for name in names]
    parts = [layout.property_magic]
    parts.append(chunk(NAME_LIST, b"".join(NAME_LENGTH.pack(len(n)) + n for n in listed)))
    for kind, owner, properties in owners:
        raw = encode(owner)
        body = [OWNER.pack(len(raw) + OWNER.size, len(raw)) + raw]
        for name, entry in properties.items():
            value = encode_value(entry, encode)
            head = (len(value) + VALUE.size, entry.ddl, entry.type, numbers[name], len(value))
            body.append(VALUE.pack(*head) + value)
        parts.append(chunk(kind, b"".join(body)))
    return b"".join(parts)


def chunk(kind: int, body: bytes) -> bytes:
    """A part of the blob with its length and kind."""
    return CHUNK.pack(len(body) + CHUNK.size, kind) + body


def column_properties(column: "ColumnSpec") -> Properties:
    """All properties of a column."""
    known = {
        "Required": (column.required, "boolean"),
        "AllowZeroLength": (column.allow_zero_length, "boolean"),
        "DefaultValue": (column.default, "memo"),
    }
    properties = {
        name: Property(value, codes.TYPE_CODES[kind], DDL)
        for name, (value, kind) in known.items()
        if value is not None
    }
    return {**properties, **stored_properties(column.properties)}


def stored_properties(properties: Mapping[str, Any]) -> Properties:
    """Properties with the type in which each is stored."""
    return {
        name: value if isinstance(value, Property) else Property(value, type_of(value), DDL)
        for name, value in properties.items()
    }


def type_of(value: Any) -> int:
    """The type code for a plain value."""
    kinds = (kind for cls, kind in PLAIN_TYPES.items() if isinstance(value, cls))
    return codes.TYPE_CODES[next(kinds, "text")]
