"""The LvProp blob: properties of a table and of its columns."""

import struct
from typing import Any

from ..dates import to_datetime
from ..layout import FIXED_FORMATS, Layout
from ..text import decode_name
from .values import guid_text, scaled

NAME_LIST, TABLE, COLUMN = 0x80, 0, 1
BINARY = 9  # the type code under which Access files a GUID

Properties = dict[str, "Property"]


class Property:
    """One property: its value, and how it is stored."""

    __slots__ = ("ddl", "size", "type", "value")

    def __init__(self, value: Any, kind: int, ddl: int = 0, size: int = 0) -> None:
        self.value, self.type, self.ddl, self.size = value, kind, ddl, size

    def __repr__(self) -> str:
        return f"Property({self.value!r}, {self.type}, {self.ddl})"


def parse_properties(
    layout: Layout, blob: bytes, codec: str
) -> tuple[Properties, dict[str, Properties], bool]:
    """The table's properties, those of its columns by name, and whether all could be read."""
    table: Properties = {}
    columns: dict[str, Properties] = {}
    if not blob:
        return table, columns, True
    if blob[:4] != layout.property_magic:
        return table, columns, False
    names: list[str] = []
    at = 4
    try:
        while at + 6 <= len(blob):
            length, kind = struct.unpack_from("<IH", blob, at)
            if length < 6:
                return table, columns, False
            chunk = blob[at + 6 : at + length]
            at += length
            if kind == NAME_LIST:
                names = parse_names(layout, chunk, codec)
            elif chunk:
                (head,) = struct.unpack_from("<I", chunk)
                (size,) = struct.unpack_from("<H", chunk, 4)
                owner = decode_name(layout, chunk[6 : 6 + size], codec)
                found = parse_values(layout, chunk[max(head, 4) :], names, codec)
                if kind == COLUMN:
                    columns.setdefault(owner, {}).update(found)
                else:
                    table.update(found)
    except (struct.error, IndexError):
        return table, columns, False
    return table, columns, True


def parse_names(layout: Layout, chunk: bytes, codec: str) -> list[str]:
    """The list of property names."""
    names = []
    at = 0
    while at + 2 <= len(chunk):
        (size,) = struct.unpack_from("<H", chunk, at)
        names.append(decode_name(layout, chunk[at + 2 : at + 2 + size], codec))
        at += 2 + size
    return names


def parse_values(layout: Layout, chunk: bytes, names: list[str], codec: str) -> Properties:
    """The values of one owner."""
    found: Properties = {}
    at = 0
    while at + 8 <= len(chunk):
        length, ddl, kind, index, size = struct.unpack_from("<HBBHH", chunk, at)
        if length < 8:
            break
        raw = chunk[at + 8 : at + 8 + size]
        name = names[index]
        value = property_value(layout, raw, kind, codec)
        if name == "GUID" and kind == BINARY and size == 16:
            value = guid_text(raw)
        found[name] = Property(value, kind, ddl, size)
        at += length
    return found


PROPERTY_NUMBERS = {2: "byte", 3: "integer", 4: "long", 5: "currency", 6: "single", 7: "double"}


def property_value(layout: Layout, raw: bytes, kind: int, codec: str) -> Any:
    """One value; bytes where the type says no more."""
    if kind == 1:
        return any(raw)
    if kind == 3 and len(raw) == 4:  # Access gives column widths two bytes more than the type has
        return struct.unpack("<i", raw)[0]
    if kind in PROPERTY_NUMBERS:
        fmt = "<" + FIXED_FORMATS[PROPERTY_NUMBERS[kind]]
        if len(raw) != struct.calcsize(fmt):
            return raw
        (number,) = struct.unpack(fmt, raw)
        return scaled(number, 4) if kind == 5 else number
    if kind == 8 and len(raw) == 8:
        (days,) = struct.unpack("<d", raw)
        moment = to_datetime(days)
        return days if moment is None else moment
    if kind in (10, 12):
        return decode_name(layout, raw, codec)
    if kind == 15 and len(raw) == 16:
        return guid_text(raw)
    return raw
