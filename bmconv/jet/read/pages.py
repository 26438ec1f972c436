"""Read the numbered pages of a file, and what is found by page: rows, usage maps, definitions."""

import io
import os
import struct
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from .. import codes
from ..errors import COPY_AGAIN, JetError, JetFileError
from ..header import read_header
from ..layout import Layout

CACHED_PAGES = 256
MAX_PROBLEMS = 200
BEYOND_END = "beyond the end of the file"
"""These words are in the fault if a file was cut off or refers to a page beyond its end."""
PART_OF_PAGE = "the last page has only"
"""How the oddity of an incomplete last page begins; callers drop it if any data was lost."""


class Problem(NamedTuple):
    """Something that cannot be read: the part of the file, and what is wrong."""

    part: str
    fault: str

    def __str__(self) -> str:
        return f"{self.part}: {self.fault}"


class Pages:
    """The pages of one file, read on demand.

    `problems` lists data lost to damage, `oddities` what is unusual but loses nothing;
    `miscounted` tables with fewer rows than they should have: damage, unless the file is in use.
    """

    def __init__(self, source: "str | os.PathLike[str] | bytes") -> None:
        if isinstance(source, (bytes, bytearray, memoryview)):
            self._file: io.BufferedIOBase | io.RawIOBase = io.BytesIO(source)
        else:
            try:
                self._file = open(source, "rb", buffering=0)
            except OSError as error:
                raise JetFileError(error) from None
        self.size = self._file.seek(0, io.SEEK_END)
        self._file.seek(0)
        try:
            self.header = read_header(self._file.read(4096) or b"")
        except JetError:
            self.close()
            raise
        self.layout = self.header.layout
        self.page_size = self.layout.page_size
        self.count = self.size // self.page_size
        self.problems: list[Problem] = []
        self.oddities: list[str] = []
        self.miscounted: list[Problem] = []
        self._seen: set[Problem | str] = set()
        self._cache: dict[int, bytes] = {}
        if self.count < 3:
            self.close()
            raise JetError(f"truncated: {self.size} bytes; expected at least 3 pages; {COPY_AGAIN}")
        if self.size % self.page_size:
            rest = self.size % self.page_size  # damage only if a table needs this page
            self.oddity(f"{PART_OF_PAGE} {rest} of {self.page_size} bytes")

    def problem(self, part: str, fault: str) -> None:
        """Report something that cannot be read, once, up to a maximum number of problems."""
        problem = Problem(part, fault)
        if problem not in self._seen and len(self.problems) < MAX_PROBLEMS:
            self._seen.add(problem)
            self.problems.append(problem)

    def oddity(self, text: str) -> None:
        """Report something unusual that loses nothing."""
        if text not in self._seen and len(self.oddities) < MAX_PROBLEMS:
            self._seen.add(text)
            self.oddities.append(text)

    def page(self, number: int) -> bytes:
        """One page; JetError if the file has no such page."""
        page = self._cache.get(number)
        if page is None:
            page = self.read(number)
            if len(self._cache) >= CACHED_PAGES:
                self._cache.clear()
            self._cache[number] = page
        return page

    def read(self, number: int) -> bytes:
        """One page, not cached (for scans)."""
        if not 0 <= number < self.count:
            raise JetError(f"page {number} lies {BEYOND_END} ({self.count} pages)")
        self._file.seek(number * self.page_size)
        data = self._file.read(self.page_size)
        if data is None or len(data) != self.page_size:
            raise JetError(f"page {number} could not be read whole: the file became shorter")
        return data

    def read_many(self, numbers: Sequence[int], buffer: memoryview) -> bool:
        """Read pages, given in ascending order, into a buffer; False if the file is too short."""
        if numbers and numbers[-1] - numbers[0] >= len(numbers):  # there are gaps: halve
            half = len(numbers) // 2
            size = half * self.page_size
            first, rest = numbers[:half], numbers[half:]
            return self.read_many(first, buffer[:size]) and self.read_many(rest, buffer[size:])
        self._file.seek(numbers[0] * self.page_size if numbers else 0)
        return self._file.readinto(buffer) == len(buffer)

    def row(self, pointer: int) -> bytes:
        """The bytes of a row, given its pointer (page and row in one number)."""
        number, index = pointer >> 8, pointer & 0xFF
        page = self.page(number)
        if page[0] != codes.PAGE_DATA:
            raise JetError(f"page {number} is not a data page (type {page[0]})")
        words = row_words(self.layout, page)
        if index >= len(words):
            raise JetError(f"page {number} has no row {index}")
        start = words[index] & codes.ROW_START
        end = words[index - 1] & codes.ROW_START if index else self.page_size
        if not self.layout.row_table_at <= start <= end <= self.page_size:
            raise JetError(f"row {index} of page {number} has no room")
        return page[start:end]

    def tdef(self, number: int) -> bytes:
        """A whole table definition: its pages joined, without the headers of the later pages."""
        parts: list[bytes] = []
        seen = set()
        while number:
            if number in seen:
                raise JetError(f"the definition's pages run in a circle at page {number}")
            seen.add(number)
            page = self.page(number)
            if page[0] != codes.PAGE_TDEF:
                raise JetError(f"page {number} is not a table definition (type {page[0]})")
            parts.append(page[8:] if parts else page)
            (number,) = struct.unpack_from("<I", page, 4)
        return b"".join(parts)

    def map_row(self, pointer: int, part: str) -> bytes:
        """The row of a usage map: 0, the first page and bits; or 1 and the pages with the bits."""
        row = self.row(pointer)
        if not row or row[0] > 1:
            raise JetError(f"{part}: unknown kind of usage map at page {pointer >> 8}")
        if len(row) < 5:
            raise JetError(f"{part}: usage map at page {pointer >> 8} is cut off")
        return row

    def map_parts(self, pointer: int, part: str) -> Iterator[tuple[int, bytes]]:
        """The bits of a usage map in parts, each with the page of its first bit."""
        row = self.map_row(pointer, part)
        if row[0] == 0:
            yield struct.unpack_from("<I", row, 1)[0], row[5:]
            return
        firsts = range(0, self.count, self.layout.map_page_bits)
        slots = struct.unpack_from(f"<{(len(row) - 1) // 4}I", row, 1)
        for first, number in zip(firsts, slots, strict=False):
            if number:
                page = self.page(number)
                if page[0] != codes.BITMAP_HEAD[0]:
                    raise JetError(f"page {number} is not one of a usage map (type {page[0]})")
                yield first, page[len(codes.BITMAP_HEAD) :]

    def pages_in_map(self, pointer: int, part: str) -> Iterator[range]:
        """Runs of pages in a usage map, ascending; pages beyond the file are reported instead."""
        for first, bitmap in self.map_parts(pointer, part):
            yield from self._runs(first, bitmap, part)

    def _runs(self, first: int, bitmap: bytes, part: str) -> Iterator[range]:
        """The runs of pages whose bits are set; `first` is the page of the first bit."""
        bits = int.from_bytes(bitmap, "little")
        while bits:
            # a whole run of ones at a time, because shifting a long map for every page is slow
            low = (bits & -bits).bit_length() - 1
            run = (bits >> low) + 1
            length = (run & -run).bit_length() - 1
            start, end = first + low, first + low + length
            yield range(start, min(end, self.count))
            if end > self.count:
                beyond = max(start, self.count)
                self.problem(part, f"page {beyond} lies {BEYOND_END} ({self.count} pages)")
                return
            bits >>= low + length
            first = end

    @cached_property
    def is_cut_off(self) -> bool:
        """Whether the file was longer: its last page is incomplete, or later pages are in use."""
        if self.size % self.page_size:
            return True
        try:
            for first, free in self.map_parts(codes.GLOBAL_MAP, "map of free pages"):
                in_use = ~int.from_bytes(free, "little") & ((1 << 8 * len(free)) - 1)
                if in_use and first + in_use.bit_length() > self.count:
                    return True
        except JetError:
            pass
        return False

    @cached_property
    def pages_by_owner(self) -> dict[int, list[int]]:
        """The data pages of each table, by the page of its definition: needed if a map is lost."""
        owners: dict[int, list[int]] = {}
        for number in range(self.count):
            kind, _, _, owner = codes.PAGE_HEAD.unpack_from(self.read(number))
            if kind == codes.PAGE_DATA:
                owners.setdefault(owner, []).append(number)
        return owners

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def row_words(layout: Layout, page: bytes) -> tuple[int, ...]:
    """The row directory of a data page: flags and start of each row, at most 255."""
    (count,) = struct.unpack_from("<H", page, layout.row_count_at)
    return struct.unpack_from(f"<{min(count, codes.ROWS_PER_PAGE)}H", page, layout.row_table_at)


def uncounted_words(layout: Layout, page: bytes, words: tuple[int, ...]) -> tuple[int, ...]:
    """Directory entries beyond the row count, if the number of free bytes confirms them."""
    _, _, free, _ = codes.PAGE_HEAD.unpack_from(page)
    end = layout.row_table_at + 2 * len(words)
    start = words[-1] & codes.ROW_START if words else layout.page_size
    rest: list[int] = []
    while start - end != free:
        (word,) = struct.unpack_from("<H", page, end)
        end += 2
        too_many = len(words) + len(rest) >= codes.ROWS_PER_PAGE
        if too_many or not end <= word & codes.ROW_START <= start:
            return ()  # the number of free bytes is wrong too, and confirms nothing
        start = word & codes.ROW_START
        rest.append(word)
    return tuple(rest)
