"""From Python values to the bytes of their cells: the reverse of values.py."""

import struct
from collections.abc import Callable
from typing import Any

from ..dates import from_datetime
from ..errors import JetError
from ..layout import FIXED_FORMATS, LONG_INLINE, LONG_SINGLE, LONG_TYPES, TEXT_MAX, Layout
from ..read.values import CACHE, Cache, Convert, apply
from ..text import encode_code_page, encode_unicode
from .spec import ColumnSpec, Replaced

INLINE_MAX = 64
NUMERIC_MAX = 1 << 128

StoreLong = Callable[[int, bytes], int]  # column number, value -> pointer (of a row or a chain)
BAD_VALUE = (struct.error, TypeError, ValueError, OverflowError, AttributeError, ArithmeticError)


class BadValue(Exception):
    """A value its column cannot hold; says what it is."""


def is_variable(kind: str) -> bool:
    """Whether values of a type stand in the variable part of a row."""
    return kind in ("text", "binary", "numeric", *LONG_TYPES)


def binary_size(layout: Layout, column: ColumnSpec) -> int:
    """The most bytes a binary column holds."""
    return min(column.size or layout.binary_max, layout.binary_max)


def guid_bytes(text: str) -> bytes:
    """A GUID as stored."""
    raw = bytes.fromhex(text.strip("{}").replace("-", ""))
    if len(raw) != 16:
        raise BadValue("no GUID")
    first, second, third = struct.unpack_from(">IHH", raw)
    return struct.pack("<IHH", first, second, third) + raw[8:]


def unscaled(value: Any, scale: int) -> int:
    """A number without its decimal point."""
    if isinstance(value, int):
        return value * int(10**scale)
    from decimal import ROUND_HALF_EVEN, Context, Decimal

    wide = Context(prec=60, rounding=ROUND_HALF_EVEN)
    number = value if isinstance(value, Decimal) else Decimal(repr(value))
    return int(number.scaleb(scale, wide).to_integral_value(ROUND_HALF_EVEN, wide))


def numeric_bytes(value: Any, precision: int, scale: int) -> bytes:
    """A Numeric as stored."""
    number = unscaled(value, scale)
    size = abs(number)
    if size >= min(10**precision, NUMERIC_MAX):
        raise BadValue(f"more than {precision} digits")
    words = (size >> shift & 0xFFFFFFFF for shift in (96, 64, 32, 0))
    return struct.pack("<B4I", 0x80 if number < 0 else 0, *words)


def limited(data: bytes, size: int) -> bytes:
    """The same, if it is not too long."""
    if len(data) > size:
        raise BadValue(f"{len(data)} bytes; the column holds {size}")
    return data


def utf16_length(text: str) -> int:
    """Characters as Access counts them."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2


class Texts(dict[str, bytes]):
    """Encoded texts of one column. What lost characters is not kept: each loss is reported."""

    def __init__(self, encoders: "Encoders", column: ColumnSpec) -> None:
        super().__init__()
        self.encoders, self.column = encoders, column
        self.size = column.size or TEXT_MAX
        self.narrow = encoders.layout.char_size == 1

    def __missing__(self, text: str) -> bytes:
        losses = len(self.encoders.replaced)
        data = self.encoders.characters(text, self.column)
        length = len(data) if self.narrow else utf16_length(text)
        if length > self.size:
            raise BadValue(f"{length} characters; the column holds {self.size}")
        if len(self) > CACHE:
            self.clear()
        if len(self.encoders.replaced) == losses:
            self[text] = data
        return data


class Encoders:
    """Makes the encoders of a table's columns; what a code page lacks goes to `replaced`.

    `row` is the number of the row being encoded, from 1.
    """

    def __init__(
        self,
        layout: Layout,
        table: str,
        codec: str,
        store_long: StoreLong,
        replaced: list[Replaced],
    ) -> None:
        self.layout, self.table, self.codec = layout, table, codec
        self.store_long, self.replaced = store_long, replaced
        self.row = 0

    def encoder(self, number: int, column: ColumnSpec) -> Convert | dict[Any, Any] | None:
        """What makes a value ready for the row: a function, a cache to index, or nothing."""
        if column.type == "date":
            return Cache(lambda v: v if isinstance(v, float) else from_datetime(v))
        if column.type == "currency":
            return lambda value: unscaled(value, 4)
        if column.type == "guid":
            return guid_bytes
        if column.type == "text":
            return Texts(self, column)
        if column.type == "binary":
            return lambda value: limited(bytes(value), binary_size(self.layout, column))
        if column.type == "numeric":
            return lambda value: numeric_bytes(value, column.precision, column.scale)
        if column.type == "memo":
            return lambda value: self.long_value(number, self.characters(value, column))
        if column.type == "ole":
            return lambda value: self.long_value(number, bytes(value))
        return None

    def characters(self, text: str, column: ColumnSpec) -> bytes:
        """Text in the file's encoding; what it lacks is reported."""
        if self.layout.char_size == 2:
            return encode_unicode(text, column.compressed)
        data, lost = encode_code_page(text, self.codec)
        if lost:
            self.replaced.append(Replaced(self.table, self.row, column.name, lost))
        return data

    def long_value(self, number: int, data: bytes) -> bytes:
        """The header of a long value, with the value itself if it is short."""
        if len(data) <= INLINE_MAX:
            return struct.pack("<III", len(data) | LONG_INLINE, 0, 0) + data
        flag = LONG_SINGLE if len(data) <= self.layout.long_row_max else 0
        return struct.pack("<III", len(data) | flag, self.store_long(number, data), 0)


def cell_bytes(kind: str, encode: Convert | dict[Any, Any] | None, value: Any) -> bytes:
    """A value of a type as it stands in a row; BadValue if its column cannot hold it."""
    try:
        raw = value if encode is None else apply(encode, value)
        if kind in FIXED_FORMATS:
            return struct.pack("<" + FIXED_FORMATS[kind], raw)
        cell: bytes = raw
        return cell
    except JetError as error:
        raise BadValue(str(error)) from None
    except BAD_VALUE:
        text = repr(value)
        shown = text if len(text) < 60 else text[:57] + "..."
        raise BadValue(f"{shown} is no {kind} value") from None
