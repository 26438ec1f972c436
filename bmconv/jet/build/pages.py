"""The pages of a new file: allocated on request; data pages are written when they are full."""

import struct
from typing import BinaryIO

from .. import codes
from ..errors import JetError
from ..layout import Layout

FREE_BYTES_AT = 2
ROOM_WORTH_LISTING = 128  # with fewer free bytes a page is not tried for a new row


class Store:
    """The pages of a file being written."""

    def __init__(self, layout: Layout, target: BinaryIO, first: int) -> None:
        self.layout, self.target, self.count = layout, target, first
        self.start = target.tell()
        self.at = 0  # the number of the page that starts at the target's position

    def allocate(self) -> int:
        """Reserve a new page; return its number."""
        number = self.count
        if number > codes.PAGES_MAX:
            raise JetError("the file would have more pages than a row pointer can address")
        self.count += 1
        return number

    def put(self, number: int, page: bytes) -> None:
        """Write a page."""
        if len(page) != self.layout.page_size:
            raise AssertionError(f"page {number} has {len(page)} bytes")
        if number != self.at:
            self.target.seek(self.start + number * self.layout.page_size)
        self.target.write(page)
        self.at = number + 1

    def finish(self) -> None:
        """Move the target's position to the end of the last page."""
        self.target.seek(self.start + self.count * self.layout.page_size)


def is_worth_listing(free: int, rows: int) -> bool:
    """Whether a data page has enough room to be listed as one with free space."""
    return free >= ROOM_WORTH_LISTING and rows < codes.ROWS_PER_PAGE


def data_page(layout: Layout, owner: int, rows: list[bytes]) -> bytes:
    """A data page with these rows."""
    head = codes.PAGE_HEAD.pack(codes.PAGE_DATA, 1, 0, owner).ljust(layout.row_table_at, b"\0")
    return filled_page(layout, head, [(0, row) for row in rows])


def filled_page(layout: Layout, head: bytes, rows: list[tuple[int, bytes]]) -> bytes:
    """A data page with a header like `head` and these rows, each with its flags."""
    words = []
    at = layout.page_size
    for flags, row in rows:
        at -= len(row)
        words.append(flags | at)
    free = at - layout.row_table_at - 2 * len(rows)
    page = bytearray(head)
    struct.pack_into("<H", page, FREE_BYTES_AT, free)
    struct.pack_into("<H", page, layout.row_count_at, len(rows))
    table = struct.pack(f"<{len(words)}H", *words)
    return b"".join((page, table, bytes(free), *[row for _, row in reversed(rows)]))


class DataPages:
    """Fills data pages one after the other; lists all of them, and those with free space."""

    def __init__(self, store: Store, owner: int) -> None:
        self.store, self.owner = store, owner
        self.capacity = store.layout.page_size - store.layout.row_table_at
        self.pages: list[int] = []
        self.with_room: list[int] = []
        self.number = 0
        self.rows: list[bytes] = []
        self.free = 0

    def add(self, row: bytes) -> int:
        """Append a row; return its row pointer."""
        need = len(row) + 2
        if need > self.free or len(self.rows) >= codes.ROWS_PER_PAGE:
            self.close()
            self.number = self.store.allocate()
            self.pages.append(self.number)
            self.free = self.capacity
        self.rows.append(row)
        self.free -= need
        return self.number << 8 | len(self.rows) - 1

    def close(self) -> None:
        """Write the page being filled."""
        if self.rows:
            self.store.put(self.number, data_page(self.store.layout, self.owner, self.rows))
            if is_worth_listing(self.free, len(self.rows)):
                self.with_room.append(self.number)
            self.rows = []
            self.free = 0
