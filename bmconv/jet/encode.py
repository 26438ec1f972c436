"""From Python values to the bytes of a row: the reverse of rows.py and values.py."""

import struct
from collections.abc import Callable, Sequence
from typing import Any

from .dates import from_datetime
from .errors import JetError
from .layout import FIXED_FORMATS, LONG_INLINE, LONG_SINGLE, LONG_TYPES, Layout
from .spec import ColumnSpec, Replaced
from .text import encode_code_page, encode_unicode
from .values import Cache

INLINE_MAX = 64
TEXT_MAX = 255
CACHE = 20_000
NUMERIC_MAX = 1 << 128

Convert = Callable[[Any], Any]
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


class Texts(dict[str, bytes]):
    """Encoded texts of one column. What lost characters is not kept: each loss is reported."""

    def __init__(self, encoder: "RowEncoder", column: ColumnSpec) -> None:
        super().__init__()
        self.encoder, self.column = encoder, column
        self.size = column.size or TEXT_MAX
        self.narrow = encoder.layout.char_size == 1

    def __missing__(self, text: str) -> bytes:
        losses = len(self.encoder.replaced)
        data = self.encoder.characters(text, self.column)
        length = len(data) if self.narrow else utf16_length(text)
        if length > self.size:
            raise BadValue(f"{length} characters; the column holds {self.size}")
        if len(self) > CACHE:
            self.clear()
        if len(self.encoder.replaced) == losses:
            self[text] = data
        return data


class RowEncoder:
    """Encodes the rows of one table by code made for its columns.

    `row` is the number of the row being encoded, from 1.
    """

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
        self.mask_length = (len(columns) + 7) // 8
        self.autonumbers = [i for i, c in enumerate(columns) if c.autonumber and c.type == "long"]
        self.autonumber = 0  # the highest so far
        self.prepared = self.prepare()

    def converter(self, number: int, column: ColumnSpec) -> Convert | dict[Any, Any] | None:
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

    def encode(self, row: tuple[Any, ...]) -> bytes:
        """One row; JetError naming table, row and column if it cannot be."""
        self.row += 1
        try:
            data = self.prepared(row)
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

    def prepare(self) -> Callable[[tuple[Any, ...]], bytes]:
        """Generate the encoder for these columns."""
        layout = self.layout
        names: dict[str, Any] = {"join": b"".join, "long_table": self.offset_table}
        values = [f"v{i}" for i in range(len(self.columns))]
        fixed: list[str] = []
        variable: list[str] = []
        formats = "<" + layout.count_fmt
        lines = ["def encode(row):", f"    {', '.join(values)}, = row", "    mask = 0"]
        for i, (name, column) in enumerate(zip(values, self.columns, strict=True)):
            if column.type == "boolean":
                lines += [f"    if {name}:", f"        mask |= {1 << i}"]
                continue
            if is_variable(column.type):
                variable.append(name)
                empty = "b''"
            else:
                fixed.append(name)
                formats += FIXED_FORMATS[column.type]
                empty = repr(bytes(16)) if column.type == "guid" else "0"
            lines += [f"    if {name} is None:", f"        {name} = {empty}", "    else:"]
            lines.append(f"        mask |= {1 << i}")
            names[f"c{i}"] = convert = self.converter(i, column)
            if isinstance(convert, dict):
                lines.append(f"        {name} = c{i}[{name}]")
            elif convert is not None:
                lines.append(f"        {name} = c{i}({name})")
        names["pack"] = struct.Struct(formats).pack
        parts = [f"pack({', '.join([str(len(self.columns)), *fixed])})", *variable]
        if variable:
            lines.append(f"    o0 = {struct.calcsize(formats)}")
            lines += [f"    o{i + 1} = o{i} + len({name})" for i, name in enumerate(variable)]
            names["table"] = struct.Struct(f"<{len(variable) + 2}{layout.count_fmt}").pack
            offsets = [f"o{i}" for i in range(len(variable) + 1)]
            table = f"table({', '.join(reversed(offsets))}, {len(variable)})"
            if layout.has_jump_table:
                room = 256 - len(offsets) - 1 - self.mask_length
                table += f" if {offsets[-1]} <= {room} else long_table([{', '.join(offsets)}])"
            parts.append(table)
        parts.append(f"mask.to_bytes({self.mask_length}, 'little')")
        lines.append(f"    return join(({', '.join(parts)}))")
        exec("\n".join(lines), names)
        encode: Callable[[tuple[Any, ...]], bytes] = names["encode"]
        return encode

    def offset_table(self, offsets: list[int]) -> bytes:
        """The offsets of a row longer than a byte can count, with its jump table."""
        return jump_table(offsets, self.mask_length)

    def place(self, column: str = "") -> str:
        """Where we are."""
        return f"table {self.table}, row {self.row}" + (f", column {column}" if column else "")

    def explain(self, row: tuple[Any, ...], error: Exception) -> JetError:
        """Find the value that would not go in."""
        if len(row) != len(self.columns):
            return JetError(f"{len(row)} values; expected {len(self.columns)}", self.place())
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
            convert = self.converter(number, column)
            if convert is not None:
                value = convert[value] if isinstance(convert, dict) else convert(value)
            if not is_variable(column.type):
                struct.pack("<" + FIXED_FORMATS[column.type], value)
        except BadValue as error:
            return str(error)
        except BAD_VALUE:
            text = repr(value)
            return f"{text if len(text) < 60 else text[:57] + '...'} is no {column.type} value"
        finally:
            self.store_long = keep
        return ""


def jump_table(offsets: list[int], mask_length: int) -> bytes:
    """The variable part's offsets, jump table and count, as they stand before the null mask."""
    bare = offsets[-1] + len(offsets) + 1 + mask_length
    jumps = 0
    while (bare + jumps - 1) // 256 > jumps:
        jumps += 1
    table = bytes(offset & 0xFF for offset in reversed(offsets))
    firsts = []
    for jump in range(jumps):
        reached = [i for i, offset in enumerate(offsets) if offset >= 256 * (jump + 1)]
        firsts.append(reached[0] if reached else 0xFF)
    return table + bytes(reversed(firsts)) + bytes((len(offsets) - 1,))


def limited(data: bytes, size: int) -> bytes:
    """The same, if it is not too long."""
    if len(data) > size:
        raise BadValue(f"{len(data)} bytes; the column holds {size}")
    return data


def utf16_length(text: str) -> int:
    """Characters as Access counts them."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le", "surrogatepass")) // 2
