"""From Python values to the bytes of a row: the reverse of rows.py and values.py."""

import struct
from collections.abc import Callable, Sequence
from typing import Any

from .dates import from_datetime
from .errors import JetError
from .layout import FIXED_FORMATS, LONG_INLINE, LONG_SINGLE, LONG_TYPES, Layout
from .spec import ColumnSpec, Replaced
from .text import encode_code_page, encode_unicode

INLINE_MAX = 64
TEXT_MAX = 255
CACHE = 20_000
NUMERIC_MAX = 1 << 128

StoreLong = Callable[[int, bytes], int]  # column number, value -> pointer (of a row or a chain)
BAD_VALUE = (struct.error, TypeError, ValueError, OverflowError, AttributeError, ArithmeticError)


class BadValue(Exception):
    """A value its column cannot hold; says what it is."""


def is_variable(kind: str) -> bool:
    """Whether values of a type stand in the variable part of a row."""
    return kind in ("text", "binary", "numeric", *LONG_TYPES)


def text_size(layout: Layout, column: ColumnSpec) -> int:
    """The most characters (bytes in Access 97) a text column holds."""
    return column.size or TEXT_MAX


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


class RowEncoder:
    """Encodes the rows of one table; `row` is the number of the row being encoded, from 1."""

    def __init__(
        self,
        layout: Layout,
        table: str,
        columns: Sequence[ColumnSpec],
        codec: str,
        store_long: StoreLong,
        replaced: list[Replaced],
    ) -> None:
        self.layout, self.table, self.columns, self.codec = layout, table, columns, codec
        self.store_long, self.replaced = store_long, replaced
        self.row = 0
        self.width = len(columns)
        self.mask_length = (self.width + 7) // 8
        self.booleans = [(i, 1 << i) for i, c in enumerate(columns) if c.type == "boolean"]
        self.fixed: list[tuple[int, int, Callable[[Any], Any] | None, Any]] = []
        self.variable: list[tuple[int, int, Callable[[Any], bytes]]] = []
        formats = "<" + layout.count_fmt
        for i, column in enumerate(columns):
            if column.type in FIXED_FORMATS and not is_variable(column.type):
                formats += FIXED_FORMATS[column.type]
                empty: Any = bytes(16) if column.type == "guid" else 0
                self.fixed.append((i, 1 << i, self.fixed_converter(column), empty))
            elif is_variable(column.type):
                self.variable.append((i, 1 << i, self.variable_converter(i, column)))
        self.pack = struct.Struct(formats).pack
        self.autonumbers = [i for i, c in enumerate(columns) if c.autonumber and c.type == "long"]
        self.autonumber = 0  # the highest so far
        self.tail = struct.Struct(f"<{len(self.variable) + 2}{layout.count_fmt}").pack

    def fixed_converter(self, column: ColumnSpec) -> Callable[[Any], Any] | None:
        """What makes a value ready for struct; None if nothing need be done."""
        if column.type == "date":
            cache: dict[Any, float] = {}

            def date(value: Any) -> float:
                days = cache.get(value)
                if days is None:
                    days = value if isinstance(value, float) else from_datetime(value)
                    if len(cache) > CACHE:
                        cache.clear()
                    cache[value] = days
                return days

            return date
        if column.type == "currency":
            return lambda value: unscaled(value, 4)
        if column.type == "guid":
            return guid_bytes
        return None

    def variable_converter(self, number: int, column: ColumnSpec) -> Callable[[Any], bytes]:
        """What makes the bytes of a variable value."""
        if column.type == "text":
            return self.text_converter(column)
        if column.type == "binary":
            size = column.size or self.layout.binary_max

            def binary(value: Any) -> bytes:
                if len(value) > size:
                    raise BadValue(f"{len(value)} bytes; the column holds {size}")
                return bytes(value)

            return binary
        if column.type == "numeric":
            return lambda value: numeric_bytes(value, column.precision, column.scale)
        if column.type == "memo":
            return lambda value: self.long_value(number, self.characters(value, column))
        return lambda value: self.long_value(number, bytes(value))

    def characters(self, text: str, column: ColumnSpec) -> bytes:
        """Text in the file's encoding; what it lacks is reported."""
        if self.layout.char_size == 2:
            return encode_unicode(text, column.compressed)
        data, lost = encode_code_page(text, self.codec)
        if lost:
            self.replaced.append(Replaced(self.table, self.row, column.name, lost))
        return data

    def text_converter(self, column: ColumnSpec) -> Callable[[str], bytes]:
        """Text of limited size, remembering what was converted before."""
        size = text_size(self.layout, column)
        cache: dict[str, bytes] = {}

        def text(value: str) -> bytes:
            data = cache.get(value)
            if data is None:
                losses = len(self.replaced)
                data = self.characters(value, column)
                length = len(data) if self.layout.char_size == 1 else utf16_length(value)
                if length > size:
                    raise BadValue(f"{length} characters; the column holds {size}")
                if len(cache) > CACHE:
                    cache.clear()
                if len(self.replaced) == losses:  # every loss is reported where it happens
                    cache[value] = data
            return data

        return text

    def long_value(self, number: int, data: bytes) -> bytes:
        """The header of a long value, with the value itself if it is short."""
        if len(data) <= INLINE_MAX:
            return struct.pack("<III", len(data) | LONG_INLINE, 0, 0) + data
        flag = LONG_SINGLE if len(data) <= self.layout.long_row_max else 0
        return struct.pack("<III", len(data) | flag, self.store_long(number, data), 0)

    def encode(self, row: tuple[Any, ...]) -> bytes:
        """One row; JetError naming table, row and column if it cannot be."""
        self.row += 1
        if len(row) != self.width:
            raise JetError(f"{len(row)} values; expected {self.width}", self.place())
        try:
            data = self._encode(row)
        except (BadValue, *BAD_VALUE) as error:
            raise self.explain(row, error) from error
        for i in self.autonumbers:
            if row[i] is not None and row[i] > self.autonumber:
                self.autonumber = row[i]
        if len(data) > self.layout.row_max:
            raise JetError(
                f"{len(data)} bytes; a row holds at most {self.layout.row_max}", self.place()
            )
        return data

    def _encode(self, row: tuple[Any, ...]) -> bytes:
        mask = 0
        values = []
        for i, bit, convert, empty in self.fixed:
            value = row[i]
            if value is None:
                values.append(empty)
            else:
                mask |= bit
                values.append(value if convert is None else convert(value))
        for i, bit in self.booleans:
            if row[i]:
                mask |= bit
        parts = [self.pack(self.width, *values)]
        if self.variable:
            at = len(parts[0])
            offsets = []
            for i, bit, convert_variable in self.variable:
                offsets.append(at)
                value = row[i]
                if value is not None:
                    mask |= bit
                    data = convert_variable(value)
                    parts.append(data)
                    at += len(data)
            offsets.append(at)
            parts.append(self.offset_table(offsets))
        parts.append(mask.to_bytes(self.mask_length, "little"))
        return b"".join(parts)

    def offset_table(self, offsets: list[int]) -> bytes:
        """The offsets from the last to the first, and their count."""
        if not self.layout.has_jump_table:
            offsets.reverse()
            return self.tail(*offsets, len(offsets) - 1)
        bare = offsets[-1] + len(offsets) + 1 + self.mask_length
        jumps = 0
        while (bare + jumps - 1) // 256 > jumps:
            jumps += 1
        table = bytes(offset & 0xFF for offset in reversed(offsets))
        firsts = []
        for jump in range(jumps):
            reached = [i for i, offset in enumerate(offsets) if offset >= 256 * (jump + 1)]
            firsts.append(reached[0] if reached else 0xFF)
        return table + bytes(reversed(firsts)) + bytes((len(offsets) - 1,))

    def place(self, column: str = "") -> str:
        """Where we are."""
        return f"table {self.table}, row {self.row}" + (f", column {column}" if column else "")

    def explain(self, row: tuple[Any, ...], error: Exception) -> JetError:
        """Find the value that would not go in."""
        for i, column in enumerate(self.columns):
            problem = self.problem_with(i, column, row[i])
            if problem:
                return JetError(problem, self.place(column.name))
        return JetError(str(error), self.place())

    def problem_with(self, number: int, column: ColumnSpec, value: Any) -> str:
        """Why a column cannot hold a value; empty if it can."""
        if value is None or column.type == "boolean":
            return ""
        keep, self.store_long = self.store_long, lambda number, data: 0
        try:
            if is_variable(column.type):
                self.variable_converter(number, column)(value)
            else:
                convert = self.fixed_converter(column)
                struct.pack(
                    "<" + FIXED_FORMATS[column.type], value if convert is None else convert(value)
                )
        except BadValue as error:
            return str(error)
        except BAD_VALUE:
            shown = repr(value)
            return f"{shown if len(shown) < 60 else shown[:57] + '...'} is no {column.type} value"
        finally:
            self.store_long = keep
        return ""


def utf16_length(text: str) -> int:
    """Characters as Access counts them."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
