"""Change usage maps: which pages belong to an owner, and which pages are free."""

import struct
from collections.abc import Iterable, Iterator
from itertools import chain

from .. import codes
from ..build.maps import bitmap
from ..errors import JetError
from .pages import DataPage, EditablePages

FREE_PAGES = "map of free pages"
STEP = 4  # the number of bytes by which Access extends this map
HEAD = codes.INLINE_MAP.size  # bytes before the bits in the row of an inline map


class Allocator:
    """Allocates free pages from the global map, where a set bit means free.

    A page is allocated in three steps: `allocate` chooses its number, `put` writes its content,
    and `settle` marks it as used; only then may anything point at it. Freeing is the reverse: first
    nothing points at the page any more, then `give_back` marks it as free.
    """

    def __init__(self, pages: EditablePages) -> None:
        self.pages, self.layout = pages, pages.layout
        self.taken: set[int] = set()

    def allocate(self) -> int:
        """The number of a free page, inside the file if there is one, otherwise at its end."""
        number = next(self._inside(), None)
        if number is None:
            number = max([self.pages.count - 1, *self.taken]) + 1
        if number > codes.PAGES_MAX:
            raise JetError("the file would have more pages than a row pointer can name")
        self.taken.add(number)
        return number

    def put(self, number: int, page: bytes) -> None:
        """Write the content of a page."""
        while self.pages.count < number:  # earlier pages, not yet written, get zeros
            self.pages.write(self.pages.count, bytes(self.pages.page_size))
        self.pages.write(number, page)

    def settle(self) -> None:
        """Mark the allocated pages as used."""
        if self.taken:
            self.pages.barrier()
            self._mark(self.taken, free=False)
            self.taken = set()
            self.pages.barrier()

    def give_back(self, numbers: Iterable[int]) -> None:
        """Mark pages as free; nothing may point at them any more."""
        self.pages.barrier()
        self._mark(numbers, free=True)

    def _inside(self) -> Iterator[int]:
        """The numbers of free pages within the file, ascending."""
        for first, bits in self.pages.map_parts(codes.GLOBAL_MAP, FREE_PAGES):
            for at, byte in enumerate(bits):
                number = first + 8 * at
                if number >= self.pages.count:
                    return
                free = {number + bit for bit in range(8) if byte >> bit & 1} - self.taken
                yield from sorted(n for n in free if codes.CATALOG_PAGE < n < self.pages.count)

    def _mark(self, numbers: Iterable[int], *, free: bool) -> None:
        """Set or clear the bits of pages: in the row of the map, or on the pages it points to."""
        row = self.pages.map_row(codes.GLOBAL_MAP, FREE_PAGES)
        if row[0] == 0:
            self._mark_inline(bytearray(row), numbers, free=free)
            return
        slots = struct.unpack_from(f"<{(len(row) - 1) // 4}I", row, 1)
        for number in numbers:
            slot, rest = divmod(number, self.layout.map_page_bits)
            if slot >= len(slots) or not slots[slot]:
                raise JetError("the file is too large to be changed in place")
            page = bytearray(self.pages.page(slots[slot]))
            set_bit(page, 8 * len(codes.BITMAP_HEAD) + rest, value=free)
            self.pages.write(slots[slot], bytes(page))

    def _mark_inline(self, row: bytearray, numbers: Iterable[int], *, free: bool) -> None:
        """Set or clear the bits of pages in the row, extending it if necessary."""
        (first,) = struct.unpack_from("<I", row, 1)
        for number in numbers:
            if number < first:
                raise JetError("the map of free pages does not begin at the file's beginning")
            missing = (number - first) // 8 + 1 - (len(row) - HEAD)
            if missing > 0:
                row += b"\xff" * ((missing + STEP - 1) // STEP * STEP)
            set_bit(row, HEAD * 8 + number - first, value=free)
        page = DataPage(self.layout, 1, self.pages.page(1))
        if not page.replace(0, bytes(row)):
            raise JetError("the file is too large to be changed in place")
        self.pages.write(1, page.encode())


def set_bit(data: bytearray, bit: int, *, value: bool) -> None:
    """Set or clear one bit."""
    if value:
        data[bit >> 3] |= 1 << (bit & 7)
    else:
        data[bit >> 3] &= ~(1 << (bit & 7)) & 0xFF


class UsageMap:
    """The pages of one owner, as listed in its usage map."""

    def __init__(self, pages: EditablePages, allocator: Allocator, pointer: int) -> None:
        self.pages, self.allocator, self.pointer = pages, allocator, pointer
        self.layout, self.name = pages.layout, f"usage map on page {pointer >> 8}"

    def page_numbers(self) -> list[int]:
        """The numbers of the pages, ascending."""
        return [*chain.from_iterable(self.pages.pages_in_map(self.pointer, self.name))]

    def change(self, add: Iterable[int] = (), remove: Iterable[int] = ()) -> None:
        """Add some pages to the map, and remove other pages from it."""
        row = bytearray(self.pages.map_row(self.pointer, self.name))
        added, removed = set(add), set(remove)
        if row[0] == 0 and not self._change_inline(row, added, removed):
            # the pages are too far apart for bits in the row: it now refers to bitmap pages
            added |= set(self.page_numbers()) - removed
            row[:] = b"\1".ljust(len(row), b"\0")
        if row[0] == 1:
            self._change_bitmaps(row, added, removed)
        number, index = self.pointer >> 8, self.pointer & 0xFF
        page = DataPage(self.layout, number, self.pages.page(number))
        page.replace(index, bytes(row))
        self.pages.write(number, page.encode())

    def _change_inline(self, row: bytearray, add: set[int], remove: set[int]) -> bool:
        """Change the bits in the row, moving its first page if needed; False if they do not fit."""
        (first,) = struct.unpack_from("<I", row, 1)
        room = 8 * (len(row) - HEAD)
        if not all(first <= number < first + room for number in add):
            listed = sorted((set(self.page_numbers()) | add) - remove)
            first = listed[0] // 8 * 8
            if listed[-1] >= first + room:
                return False
            row[1:] = struct.pack("<I", first) + bitmap(listed, first, len(row) - HEAD)
            return True
        for numbers, value in ((remove, False), (add, True)):
            for number in numbers:
                if first <= number < first + room:
                    set_bit(row, HEAD * 8 + number - first, value=value)
        return True

    def _change_bitmaps(self, row: bytearray, add: set[int], remove: set[int]) -> None:
        """Change the bits on bitmap pages; add new bitmap pages where needed."""
        per_page = self.layout.map_page_bits
        for slot in sorted({number // per_page for number in add | remove}):
            if 1 + 4 * (slot + 1) > len(row):
                raise JetError("the file is too large for its usage maps")
            (at,) = struct.unpack_from("<I", row, 1 + 4 * slot)
            empty = codes.BITMAP_HEAD.ljust(self.layout.page_size, b"\0")
            page = bytearray(self.pages.page(at) if at else empty)
            for numbers, value in ((remove, False), (add, True)):
                for number in numbers:
                    if number // per_page == slot:
                        set_bit(page, 8 * len(codes.BITMAP_HEAD) + number % per_page, value=value)
            if not at:
                at = self.allocator.allocate()
                struct.pack_into("<I", row, 1 + 4 * slot, at)
            self.allocator.put(at, bytes(page))
        self.allocator.settle()
