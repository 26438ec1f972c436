"""Memo and OLE values, fetched and stored: in the row, in one row elsewhere, or in a chain of rows.

The header of a value stands in its row: length and flags, then a row pointer.
"""

import struct
from collections.abc import Callable

from ..errors import JetError
from ..layout import LONG_INLINE, LONG_LENGTH, LONG_SINGLE
from .pages import Pages

HEADER = 12
OWNER = struct.unpack("<I", b"LVAL")[0]  # of the pages that have long values


class LongValues:
    """Fetches long values; `budget` bounds the work a damaged file can make of one scan."""

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        self.budget = 2 * pages.size

    def fetch(self, data: bytes) -> bytes:
        """The bytes of a value whose header (and perhaps content) is `data`."""
        if len(data) < HEADER:
            raise JetError("the header of a long value is cut off")
        word, pointer = struct.unpack_from("<II", data)
        length = word & LONG_LENGTH
        if word & LONG_INLINE:
            value = data[HEADER : HEADER + length]
        elif word & LONG_SINGLE:
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
        """A chain of rows, each beginning with the pointer of the next."""
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


def store_long(data: bytes, most: int, add: Callable[[bytes], int]) -> int:
    """Store a value by `add`, which takes rows of `most` bytes; the pointer of the first."""
    if len(data) <= most:
        return add(data)
    pointer = 0
    # from the last piece to the first, because each piece begins with the pointer of the next
    for start in range((len(data) - 1) // most * most, -1, -most):
        pointer = add(struct.pack("<I", pointer) + data[start : start + most])
    return pointer
