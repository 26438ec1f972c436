"""Convert the raw cells of a row to Python values, with one prepared converter per column."""

import struct
from collections.abc import Callable
from typing import Any

from .. import codes
from ..errors import JetError
from ..layout import Layout
from ..text import decode_code_page, decode_unicode
from ..values import (
    Cache,
    Convert,
    apply,
    guid_text,
    numeric_value,
    single_value,
    to_datetime,
    to_decimal,
)
from .pages import Pages
from .tdef import Column, column_codec

Note = Callable[[str], None]
ColumnReader = tuple[str | None, Cache | Convert | None]
"""The struct format of a column's raw value, and what converts the unpacked value.

The format is None for a variable-length value. The converter is a Cache to be indexed, a function
to be called, or None if the raw value is the value.
"""


class LongValues:
    """Fetches memo and OLE values: from the row itself, another row or a chain of rows.

    `budget` limits the work that a damaged file can cause in one scan.
    """

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        # all values of a sound file fit in it; as much again pays for the 16 bytes added per row
        self.budget = 2 * pages.size

    def fetch(self, data: bytes) -> bytes:
        """The bytes of a value; `data` is its header, followed by the value if it is short."""
        if len(data) < codes.LONG_HEADER.size:
            raise JetError("the header of a long value is cut off")
        word, pointer, _ = codes.LONG_HEADER.unpack_from(data)
        length = word & codes.LONG_LENGTH
        if word & codes.LONG_INLINE:
            value = data[codes.LONG_HEADER.size : codes.LONG_HEADER.size + length]
        elif word & codes.LONG_SINGLE:
            value = self.row(pointer)[:length]
        elif length:
            value = self.chain(pointer, length)
        else:
            return b""
        if len(value) < length:
            raise JetError(f"a long value of {length} bytes ends after {len(value)}")
        return value

    def row(self, pointer: int) -> bytes:
        """One row of long-value data."""
        row = self.pages.row(pointer)
        self.budget -= len(row) + 16
        if self.budget < 0:
            raise JetError("long values claim more than the whole file")
        return row

    def chain(self, pointer: int, length: int) -> bytes:
        """A chain of rows, each of which begins with the pointer to the next."""
        parts = []
        got = 0
        seen = set()
        while pointer and got < length:
            if pointer in seen:
                raise JetError(f"a long value runs in a circle at page {pointer >> 8}")
            seen.add(pointer)
            row = self.row(pointer)
            if len(row) < 4:
                raise JetError(f"a long value breaks off at page {pointer >> 8}")
            (pointer,) = struct.unpack_from("<I", row)
            parts.append(row[4:])
            got += len(row) - 4
        return b"".join(parts)[:length]


class Converters:
    """Makes the converters of a table's columns, which share caches.

    They report unreadable values to `note` and odd but complete values to `note_oddity`.
    """

    def __init__(
        self, layout: Layout, codec: str, long_values: LongValues, note: Note, note_oddity: Note
    ) -> None:
        self.layout, self.codec, self.long_values = layout, codec, long_values
        self.note, self.note_oddity = note, note_oddity
        self.dates = Cache(self.date)
        self.texts: dict[str, Cache] = {}

    def column_reader(self, column: Column) -> ColumnReader:
        """The format and the converter of a column's values."""
        kind = column.type
        if kind in codes.FIXED_FORMATS:
            convert = self.number(column)
            if column.fixed:
                return codes.FIXED_FORMATS[kind], convert
            return None, self.variable_converter(column, convert)
        if column.fixed and column.width:  # text is padded with zeros
            decode = self.text_decoder(column)
            padded = Cache(lambda raw: decode(raw).rstrip("\0")) if kind == "text" else None
            return f"{column.width}s", padded
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
            return Cache(to_decimal)
        if column.type == "single":
            return Cache(single_value)
        if column.type == "guid":
            return guid_text
        if column.type == "numeric":
            return lambda raw: numeric_value(raw, column.scale)
        return None

    def variable_converter(self, column: Column, convert: Cache | Convert | None) -> Convert:
        """The converter of a value of known size in the variable part of a row."""
        unpack = struct.Struct("<" + codes.FIXED_FORMATS[column.type]).unpack
        size = codes.FIXED_SIZES[column.type]

        def unbox(raw: bytes) -> Any:
            if len(raw) != size:
                self.note(f"column {column.name}: length {len(raw)}; expected {size}")
                return None
            return apply(convert, unpack(raw)[0])

        return unbox

    def date(self, days: float) -> Any:
        """A date, or the stored number if Python has no such date."""
        moment = to_datetime(days)
        if moment is None:
            self.note_oddity(f"date {days!r} is outside the years 1-9999: kept as a number")
            return days
        return moment

    def text_decoder(self, column: Column) -> Callable[[bytes], str]:
        """The function that decodes a column's text."""
        if self.layout.char_size == 2:
            return decode_unicode
        codec = column_codec(column, self.codec)
        return lambda raw: decode_code_page(raw, codec)

    def text(self, column: Column) -> Cache:
        """The cache for text in a column's code page."""
        key = "" if self.layout.char_size == 2 else column_codec(column, self.codec)
        if key not in self.texts:
            self.texts[key] = Cache(self.text_decoder(column))
        return self.texts[key]

    def memo(self, column: Column) -> Convert:
        """The converter of long text; None and a note if its pages are damaged."""
        decode = self.text_decoder(column)
        fetch = self.ole(column)

        def read(raw: bytes) -> str | None:
            data = fetch(raw)
            return None if data is None else decode(data)

        return read

    def ole(self, column: Column) -> Convert:
        """The converter of long binary values; None and a note if their pages are damaged."""

        def read(raw: bytes) -> bytes | None:
            try:
                return self.long_values.fetch(raw)
            except JetError as error:
                self.note(f"column {column.name}: {error}")
                return None

        return read
