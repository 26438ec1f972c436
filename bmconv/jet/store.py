"""New pages: numbered when asked for, written when full, and the maps of who has them."""

import struct
from typing import BinaryIO

from .errors import JetError
from .layout import PAGE_BITMAP, PAGE_DATA, ROWS_PER_PAGE, Layout

LONG_VALUE_OWNER = struct.unpack("<I", b"LVAL")[0]
MAP_OWNER = 0
ROOM_WORTH_LISTING = 128  # free bytes from which a page is worth trying for a new row


class Store:
    """The pages of a file being written."""

    def __init__(self, layout: Layout, target: BinaryIO, first: int) -> None:
        self.layout, self.target, self.count = layout, target, first
        self.start = target.tell()
        self.at = 0

    def allocate(self) -> int:
        """The number of a new page."""
        number = self.count
        if number > 0xFFFFFF:
            raise JetError("the file would have more pages than a row pointer can name")
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
        """Leave the target at the end of what was written."""
        self.target.seek(self.start + self.count * self.layout.page_size)


def data_page(layout: Layout, owner: int, rows: list[bytes]) -> bytes:
    """A data page of these rows."""
    starts = []
    at = layout.page_size
    for row in rows:
        at -= len(row)
        starts.append(at)
    free = at - layout.row_table_at - 2 * len(rows)
    head = bytearray(layout.row_table_at)
    struct.pack_into("<BBHI", head, 0, PAGE_DATA, 1, free, owner)
    struct.pack_into("<H", head, layout.row_count_at, len(rows))
    table = struct.pack(f"<{len(starts)}H", *starts)
    return b"".join((head, table, bytes(free), *reversed(rows)))


class DataPages:
    """Fills data pages one after the other and remembers them."""

    def __init__(self, store: Store, owner: int) -> None:
        self.store, self.owner = store, owner
        self.capacity = store.layout.page_size - store.layout.row_table_at
        self.pages: list[int] = []
        self.with_room: list[int] = []
        self.number = 0
        self.rows: list[bytes] = []
        self.free = 0

    def add(self, row: bytes) -> int:
        """Append a row; its row pointer."""
        need = len(row) + 2
        if need > self.free or len(self.rows) >= ROWS_PER_PAGE:
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
            if self.free >= ROOM_WORTH_LISTING and len(self.rows) < ROWS_PER_PAGE:
                self.with_room.append(self.number)
            self.rows = []
            self.free = 0

    def add_long(self, data: bytes) -> int:
        """Store a long value in one row or a chain of rows; the pointer of its first."""
        most = self.store.layout.long_row_max
        if len(data) <= most:
            return self.add(data)
        pointer = 0
        # from the last piece to the first, because each piece begins with the pointer of the next
        for start in range((len(data) - 1) // most * most, -1, -most):
            pointer = self.add(struct.pack("<I", pointer) + data[start : start + most])
        return pointer


class Maps:
    """Usage maps, collected as rows of pages of their own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rows = DataPages(store, MAP_OWNER)

    def add(self, pages: list[int]) -> int:
        """Store the map of these pages (ascending); its row pointer."""
        return self.rows.add(self.encode(pages))

    def encode(self, pages: list[int]) -> bytes:
        """Inline where the pages lie close together, else through bitmap pages."""
        layout = self.store.layout
        first = pages[0] // 8 * 8 if pages else 0
        room = layout.inline_map_bytes * 8
        if not pages or pages[-1] - first < room:
            if pages and pages[-1] < room:
                first = 0
            return b"\0" + struct.pack("<I", first) + bitmap(pages, first, layout.inline_map_bytes)
        return self.encode_bitmaps(pages)

    def encode_bitmaps(self, pages: list[int]) -> bytes:
        """A map whose bits stand on pages of their own."""
        layout = self.store.layout
        slots = layout.inline_map_bytes // 4 + 1
        per_page = (layout.page_size - 4) * 8
        if pages[-1] >= slots * per_page:
            raise JetError("the file would be too large for its usage maps")
        parts = [b"\1"]
        for slot in range(slots):
            inside = [page for page in pages if page // per_page == slot]
            number = 0
            if inside:
                number = self.store.allocate()
                bits = bitmap(inside, slot * per_page, layout.page_size - 4)
                self.store.put(number, bytes((PAGE_BITMAP, 1, 0, 0)) + bits)
            parts.append(struct.pack("<I", number))
        return b"".join(parts)


def bitmap(pages: list[int], first: int, size: int) -> bytes:
    """Bits set for pages, counted from the first."""
    bits = bytearray(size)
    for page in pages:
        bits[(page - first) >> 3] |= 1 << ((page - first) & 7)
    return bytes(bits)


def global_map(store: Store) -> bytes:
    """Page 1: which pages of the file are free. All that exist are used; those beyond are free."""
    layout = store.layout
    second = bytes(5 + layout.inline_map_bytes)
    room = layout.page_size - layout.row_table_at - 4 - len(second) - 5
    needed = max(layout.inline_map_bytes, (store.count + 31) // 32 * 4)
    if needed > room:
        return data_page(layout, 1, [global_bitmaps(store), second])
    bits = bytearray(b"\xff" * needed)
    fill_used(bits, store.count)
    return data_page(layout, 1, [bytes(5) + bits, second])


def fill_used(bits: bytearray, used: int) -> None:
    """Clear the bits of the first pages."""
    whole = min(used // 8, len(bits))
    bits[:whole] = bytes(whole)
    if whole < len(bits):
        bits[whole] &= 0xFF << used % 8 & 0xFF


def global_bitmaps(store: Store) -> bytes:
    """The row of a global map too large for page 1. Its bitmap pages are used pages themselves."""
    layout = store.layout
    slots = layout.inline_map_bytes // 4 + 1
    size = layout.page_size - 4
    numbers: list[int] = []
    while len(numbers) * size * 8 < store.count:
        numbers.append(store.allocate())
    if len(numbers) > slots:
        raise JetError("the file would be too large for its usage maps")
    for slot, number in enumerate(numbers):
        bits = bytearray(b"\xff" * size)
        fill_used(bits, max(0, store.count - slot * size * 8))
        store.put(number, bytes((PAGE_BITMAP, 1, 0, 0)) + bits)
    return b"\1" + struct.pack(f"<{slots}I", *numbers, *[0] * (slots - len(numbers)))
