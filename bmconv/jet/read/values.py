"""From what a row holds to Python values: one prepared converter per column."""

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..dates import to_datetime
from ..errors import JetError
from ..layout import FIXED_FORMATS, FIXED_SIZES, Layout
from ..text import decode_code_page, decode_unicode
from .longvalue import LongValues
from .tdef import Column, column_codec

if TYPE_CHECKING:
    from decimal import Decimal

SINGLE_MAX = 3.4028234663852886e38
pack_single = struct.Struct("<f").pack

CACHE = 20_000  # texts and dates repeat; a cache of this many saves most of their decoding

Convert = Callable[[Any], Any]
Note = Callable[[str], None]


class Cache(dict[Any, Any]):
    """Converted values by raw value, forgetting all when full."""

    def __init__(self, convert: Convert) -> None:
        super().__init__()
        self.convert = convert

    def __missing__(self, raw: Any) -> Any:
        value = self.convert(raw)
        if len(self) >= CACHE:
            self.clear()
        if not isinstance(raw, bytes) or len(raw) < 64:
            self[raw] = value
        return value


def guid_text(raw: bytes) -> str:
    """A GUID as Access shows it."""
    first, second, third = struct.unpack_from("<IHH", raw)
    tail = raw[8:].hex().upper()
    return f"{{{first:08X}-{second:04X}-{third:04X}-{tail[:4]}-{tail[4:]}}}"


def scaled(unscaled: int, scale: int) -> "Decimal":
    """An exact decimal with that many places."""
    from decimal import Decimal  # only files with money need it

    digits = tuple(map(int, str(abs(unscaled))))
    return Decimal((int(unscaled < 0), digits, -scale))


def single_value(raw: float) -> float:
    """A Single as the shortest decimal that is stored so: 0.1, not 0.10000000149011612."""
    for digits in (6, 7, 8):
        short = float(f"{raw:.{digits}g}")
        if abs(short) <= SINGLE_MAX and pack_single(short) == pack_single(raw):
            return short
    return float(f"{raw:.9g}")


def numeric_value(raw: bytes, scale: int) -> "Decimal":
    """A 17-byte Numeric: sign, then four words, the highest first."""
    high, second, third, low = struct.unpack_from("<4I", raw, 1)
    unscaled = high << 96 | second << 64 | third << 32 | low
    return scaled(-unscaled if raw[0] & 0x80 else unscaled, scale)


class Converters:
    """Makes the converters of a table's columns; they share caches.

    They report to `note` what cannot be read, to `odd` what is off and was read whole.
    """

    def __init__(
        self, layout: Layout, codec: str, long_values: LongValues, note: Note, odd: Note
    ) -> None:
        self.layout, self.codec, self.long_values = layout, codec, long_values
        self.note, self.odd = note, odd
        self.dates = Cache(self.date)
        self.texts: dict[str, Cache] = {}

    def raw(self, column: Column) -> tuple[str | None, Cache | Convert | None]:
        """How to unpack a column's value from a row and how to convert what was unpacked.

        The format is None for a variable-length slice; a Cache is to be indexed, a function to be
        called, None means the value is ready.
        """
        kind = column.type
        if kind in FIXED_FORMATS:
            convert = self.number(column)
            if column.fixed:
                return FIXED_FORMATS[kind], convert
            return None, self.boxed(column, convert)
        if column.fixed and column.width:
            return f"{column.width}s", self.fixed_text(column) if kind == "text" else None
        if kind == "text":
            return None, self.text(column)
        if kind == "memo":
            return None, self.memo(column)
        if kind == "ole":
            return None, self.ole(column)
        return None, None

    def number(self, column: Column) -> Cache | Convert | None:
        """The converter of a value of known size."""
        if column.type == "date":
            return self.dates
        if column.type == "currency":
            return Cache(lambda raw: scaled(raw, 4))
        if column.type == "single":
            return Cache(single_value)
        if column.type == "guid":
            return guid_text
        if column.type == "numeric":
            return lambda raw: numeric_value(raw, column.scale)
        return None

    def boxed(self, column: Column, convert: Cache | Convert | None) -> Convert:
        """A value of known size that stands in a variable slot."""
        unpack = struct.Struct("<" + FIXED_FORMATS[column.type]).unpack
        size = FIXED_SIZES[column.type]

        def unbox(raw: bytes) -> Any:
            if len(raw) != size:
                self.note(f"column {column.name}: {len(raw)} bytes; expected {size}")
                return None
            (value,) = unpack(raw)
            return value if convert is None else apply(convert, value)

        return unbox

    def date(self, days: float) -> Any:
        """A date, or the bare number where Python's calendar ends."""
        moment = to_datetime(days)
        if moment is None:
            self.odd(f"date {days!r} is outside the years 1-9999: kept as a number")
            return days
        return moment

    def decode(self, column: Column) -> Callable[[bytes], str]:
        """How the text of a column is decoded."""
        if self.layout.char_size == 2:
            return decode_unicode
        codec = column_codec(column, self.codec)
        return lambda raw: decode_code_page(raw, codec)

    def text(self, column: Column) -> Cache:
        """The cache for text of a column's code page."""
        key = "" if self.layout.char_size == 2 else column_codec(column, self.codec)
        if key not in self.texts:
            self.texts[key] = Cache(self.decode(column))
        return self.texts[key]

    def fixed_text(self, column: Column) -> Cache:
        """Text of fixed length: what follows the text proper is filling."""
        decode = self.decode(column)
        return Cache(lambda raw: decode(raw).rstrip("\0"))

    def memo(self, column: Column) -> Convert:
        """Long text; None with a note where its pages are broken."""
        decode = self.decode(column)
        fetch = self.ole(column)

        def read(raw: bytes) -> str | None:
            data = fetch(raw)
            return None if data is None else decode(data)

        return read

    def ole(self, column: Column) -> Convert:
        """Long binary; None with a note where its pages are broken."""

        def read(raw: bytes) -> bytes | None:
            try:
                return self.long_values.fetch(raw)
            except JetError as error:
                self.note(f"column {column.name}: {error}")
                return None

        return read


def apply(convert: dict[Any, Any] | Convert, raw: Any) -> Any:
    """The converted value, whichever way it is had."""
    return convert[raw] if isinstance(convert, dict) else convert(raw)
