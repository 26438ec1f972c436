"""Convert Python values to the bytes of their cells: the reverse of read/values.py."""

import struct
from collections.abc import Callable
from typing import Any

from .. import codes
from ..errors import JetError
from ..layout import Layout
from ..text import encode_code_page, encode_unicode
from ..values import (
    CACHE_SIZE,
    Cache,
    Convert,
    DoesNotFit,
    apply,
    from_datetime,
    from_decimal,
    guid_bytes,
    numeric_bytes,
)
from .spec import ColumnSpec, Replaced

INLINE_MAX = 64  # the most bytes of a long value that is stored in its row

StoreLong = Callable[[int, bytes], int]  # column number, value -> pointer (of a row or a chain)
# exceptions that a value causes if its type cannot hold it
BAD_VALUE = (struct.error, TypeError, ValueError, OverflowError, AttributeError, ArithmeticError)


def is_variable(kind: str) -> bool:
    """Whether values of a type are stored in the variable part of a row."""
    return kind in ("text", "binary", "numeric", *codes.LONG_TYPES)


def binary_size(layout: Layout, column: ColumnSpec) -> int:
    """The maximum number of bytes in a binary column."""
    return min(column.size or layout.binary_max, layout.binary_max)


def check_size(data: bytes, size: int) -> bytes:
    """Return the data; DoesNotFit if it is longer than `size`."""
    if len(data) > size:
        raise DoesNotFit(f"{len(data)} bytes; the column holds {size}")
    return data


class EncodedTexts(dict[str, bytes]):
    """The encoded texts of one column. Each loss is reported: lossy texts are not cached."""

    def __init__(self, encoders: "Encoders", column: ColumnSpec) -> None:
        super().__init__()
        self.encoders, self.column = encoders, column
        self.size = column.size or codes.TEXT_MAX
        self.narrow = encoders.layout.char_size == 1

    def __missing__(self, text: str) -> bytes:
        losses = len(self.encoders.replaced)
        data = self.encoders.characters(text, self.column)
        length = len(data)
        if not self.narrow:  # Access counts in UTF-16
            length = len(text if text.isascii() else text.encode("utf-16-le", "surrogatepass")[::2])
        if length > self.size:
            raise DoesNotFit(f"{length} characters; the column holds {self.size}")
        if len(self) > CACHE_SIZE:
            self.clear()
        if len(self.encoders.replaced) == losses:
            self[text] = data
        return data


class Encoders:
    """Makes the encoders of a table's columns; characters a code page lacks go to `replaced`.

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
        """What converts a value before packing: a function, a cache to be indexed, or None."""
        if column.type == "text":
            return EncodedTexts(self, column)
        encoders: dict[str, Convert | dict[Any, Any]] = {
            "date": Cache(lambda v: v if isinstance(v, float) else from_datetime(v)),
            "currency": from_decimal,
            "guid": guid_bytes,
            "binary": lambda value: check_size(bytes(value), binary_size(self.layout, column)),
            "numeric": lambda value: numeric_bytes(value, column.precision, column.scale),
            "memo": lambda value: self.long_value(number, self.characters(value, column)),
            "ole": lambda value: self.long_value(number, bytes(value)),
        }
        return encoders.get(column.type)

    def characters(self, text: str, column: ColumnSpec) -> bytes:
        """Text in the file's encoding; characters missing from it are added to `replaced`."""
        if self.layout.char_size == 2:
            return encode_unicode(text, compress=column.compressed)
        data, lost = encode_code_page(text, self.codec)
        if lost:
            self.replaced.append(Replaced(self.table, self.row, column.name, lost))
        return data

    def long_value(self, number: int, data: bytes) -> bytes:
        """The header of a long value, with the value itself if it is short."""
        if len(data) <= INLINE_MAX:
            return codes.LONG_HEADER.pack(len(data) | codes.LONG_INLINE, 0, 0) + data
        flag = codes.LONG_SINGLE if len(data) <= self.layout.long_row_max else 0
        return codes.LONG_HEADER.pack(len(data) | flag, self.store_long(number, data), 0)


def store_long(data: bytes, row_max: int, add: Callable[[bytes], int]) -> int:
    """Store a long value with `add`, in rows of up to `row_max` bytes; return the first pointer."""
    if len(data) <= row_max:
        return add(data)
    pointer = 0
    # from the last piece to the first, because each piece begins with the pointer to the next
    for start in range((len(data) - 1) // row_max * row_max, -1, -row_max):
        pointer = add(struct.pack("<I", pointer) + data[start : start + row_max])
    return pointer


def cell_bytes(kind: str, encode: Convert | dict[Any, Any] | None, value: Any) -> bytes:
    """The bytes of a value in a row; DoesNotFit if its column cannot hold it."""
    try:
        raw = apply(encode, value)
        if kind in codes.FIXED_FORMATS:
            return struct.pack("<" + codes.FIXED_FORMATS[kind], raw)
        cell: bytes = raw
        return cell
    except DoesNotFit:
        raise
    except JetError as error:
        raise DoesNotFit(str(error)) from None
    except BAD_VALUE:
        text = repr(value)
        shortened = text if len(text) < 60 else text[:57] + "..."
        raise DoesNotFit(f"{shortened} is not a value of type {kind}") from None
