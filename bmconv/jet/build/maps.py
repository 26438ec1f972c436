"""Usage maps of a new file: which pages belong to an owner, and which pages are free."""

import struct

from .. import codes
from ..errors import JetError
from ..layout import Layout
from .pages import DataPages, Store, data_page

MAP_OWNER = 0


class Maps:
    """Usage maps, stored as rows on data pages of their own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rows = DataPages(store, MAP_OWNER)

    def add(self, pages: list[int]) -> int:
        """Store the map of these pages (ascending); return its row pointer."""
        return self.rows.add(self.encode(pages))

    def encode(self, pages: list[int]) -> bytes:
        """The row of a map: inline if the pages are close together, otherwise with bitmap pages."""
        layout = self.store.layout
        first = pages[0] // 8 * 8 if pages else 0
        room = layout.inline_map_bytes * 8
        if not pages or pages[-1] - first < room:
            if pages and pages[-1] < room:
                first = 0
            return codes.INLINE_MAP.pack(0, first) + bitmap(pages, first, layout.inline_map_bytes)
        return self.encode_bitmaps(pages)

    def encode_bitmaps(self, pages: list[int]) -> bytes:
        """Write the bits of a map to bitmap pages; return the row that lists these."""
        layout = self.store.layout
        numbers = []
        for slot in range(pages[-1] // layout.map_page_bits + 1):
            first = slot * layout.map_page_bits
            inside = [page for page in pages if first <= page < first + layout.map_page_bits]
            number = 0
            if inside:
                number = self.store.allocate()
                bits = bitmap(inside, first, layout.map_page_bits // 8)
                self.store.put(number, codes.BITMAP_HEAD + bits)
            numbers.append(number)
        return bitmap_row(layout, numbers)


def bitmap(pages: list[int], first: int, size: int) -> bytes:
    """A bitmap with the bits of these pages set; bit 0 is page `first`."""
    bits = bytearray(size)
    for page in pages:
        bits[(page - first) >> 3] |= 1 << ((page - first) & 7)
    return bytes(bits)


def global_map(store: Store) -> bytes:
    """Page 1, the map of free pages: it marks existing pages as used and later ones as free."""
    layout = store.layout
    second = bytes(codes.INLINE_MAP.size + layout.inline_map_bytes)
    room = layout.page_size - layout.row_table_at - 4 - len(second) - codes.INLINE_MAP.size
    needed = max(layout.inline_map_bytes, (store.count + 31) // 32 * 4)
    if needed > room:
        return data_page(layout, 1, [global_bitmaps(store), second])
    bits = bytearray(b"\xff" * needed)
    fill_used(bits, store.count)
    return data_page(layout, 1, [bytes(codes.INLINE_MAP.size) + bits, second])


def fill_used(bits: bytearray, used: int) -> None:
    """Mark the first `used` pages as used, by clearing their bits."""
    full_bytes = min(used // 8, len(bits))
    bits[:full_bytes] = bytes(full_bytes)
    if full_bytes < len(bits):
        bits[full_bytes] &= 0xFF << used % 8 & 0xFF


def global_bitmaps(store: Store) -> bytes:
    """The row of a global map too large for page 1. Its bitmap pages count as used as well."""
    layout = store.layout
    numbers: list[int] = []
    while len(numbers) * layout.map_page_bits < store.count:
        numbers.append(store.allocate())
    for slot, number in enumerate(numbers):
        bits = bytearray(b"\xff" * (layout.map_page_bits // 8))
        fill_used(bits, max(0, store.count - slot * layout.map_page_bits))
        store.put(number, codes.BITMAP_HEAD + bits)
    return bitmap_row(layout, numbers)


def bitmap_row(layout: Layout, numbers: list[int]) -> bytes:
    """The row of a map with these bitmap pages (0: the map has no page in that range)."""
    slots = layout.inline_map_bytes // 4 + 1
    if len(numbers) > slots:
        raise JetError("the file would be too large for its usage maps")
    return b"\1" + struct.pack(f"<{slots}I", *numbers, *[0] * (slots - len(numbers)))
