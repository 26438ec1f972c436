"""Long values of a table being changed: stored before the row that has them, dropped after it."""

import struct
from collections.abc import Callable

from ..errors import JetError
from ..layout import LONG_INLINE, LONG_SINGLE, LONG_TYPES, ROWS_PER_PAGE, Layout
from ..read.longvalue import HEADER, OWNER, store_long
from ..read.tdef import Definition
from .maps import Allocator
from .pages import EditablePages
from .rows import split_row
from .store import RowStore
from .tdef import parts_of

Elsewhere = set[tuple[int, int, bool]]
"""Long values that stand outside their row: column number, pointer, whether it is a chain."""


class LongEditor:
    """The long values of one table, whose definition `tdef` tells as it now is."""

    def __init__(
        self, pages: EditablePages, allocator: Allocator, tdef: Callable[[], bytes]
    ) -> None:
        self.pages, self.allocator, self.tdef = pages, allocator, tdef

    def store(self, number: int, data: bytes) -> int:
        """Store a value of a column; the pointer of its first row."""
        return store_long(data, self.pages.layout.long_row_max, self._rows(number).add)

    def of_row(self, definition: Definition, raw: bytes) -> Elsewhere:
        """The values that a row has elsewhere."""
        columns = [c.number for c in definition.columns if c.type in LONG_TYPES]
        cells = split_row(self.pages.layout, definition, raw) if columns else {}
        found = set()
        for number in columns:
            cell = cells.get(number)
            if cell is not None and len(cell) >= HEADER:
                word, pointer = struct.unpack_from("<II", cell)
                if pointer and not word & LONG_INLINE:
                    found.add((number, pointer, not word & LONG_SINGLE))
        return found

    def drop(self, values: Elsewhere) -> None:
        """Take away values that no row has any more."""
        for number, pointer, chain in values:
            rows = self._rows(number)
            for _ in range(self.pages.count * ROWS_PER_PAGE):
                row = self.pages.row(pointer)
                rows.delete(pointer)
                pointer = struct.unpack_from("<I", row)[0] if chain and len(row) >= 4 else 0
                if not pointer:
                    break

    def _rows(self, number: int) -> RowStore:
        maps = long_map_pointers(self.pages.layout, self.tdef())
        if number not in maps:
            raise JetError(f"no pages are named for the long values of column {number}")
        return RowStore(self.pages, self.allocator, OWNER, *maps[number])


def long_map_pointers(layout: Layout, data: bytes) -> dict[int, tuple[int, int]]:
    """By column number the owned and free map of columns whose values have pages of their own."""
    at = parts_of(layout, data).long_maps
    found = {}
    while data[at : at + 2] != b"\xff\xff" and at + 12 <= len(data):
        number, owned, free = struct.unpack_from("<HII", data, at)
        found[number] = (owned, free)
        at += 10
    return found
