"""Change rows: their cells as raw bytes, the pages that hold them, and their long values."""

import struct
from collections.abc import Callable

from .. import codes
from ..build.pages import is_worth_listing
from ..build.rows import jump_table
from ..build.values import store_long
from ..errors import JetError
from ..layout import Layout
from ..read.shapes import Cells, RowShapes
from ..read.tdef import Definition, fixed_end
from .maps import Allocator, UsageMap
from .pages import DataPage, EditablePages


def join_row(layout: Layout, definition: Definition, cells: Cells) -> bytes:
    """The bytes of a row with these cells and the present columns of the table."""
    count = definition.max_columns
    end = fixed_end(layout, definition.columns, count)
    fixed = bytearray(end)
    fixed[: layout.count_size] = count.to_bytes(layout.count_size, "little")
    slots = [b""] * definition.variable_columns
    mask = 0
    for column in definition.columns:
        cell = cells.get(column.number)
        if cell is None:
            continue
        if column.number >= count or (not column.fixed and column.slot >= len(slots)):
            raise JetError(f"column {column.name} has no place in a row: nothing is changed")
        mask |= 1 << column.number
        if not column.fixed:
            slots[column.slot] = cell
        elif column.width:
            at = layout.count_size + column.offset
            fixed[at : at + column.width] = cell
    mask_length = (count + 7) // 8
    tail = mask.to_bytes(mask_length, "little")
    if not slots:
        return bytes(fixed) + tail
    offsets = [end]
    for cell in slots:
        offsets.append(offsets[-1] + len(cell))
    if layout.has_jump_table:
        table = jump_table(offsets, mask_length)
    else:
        table = struct.pack(f"<{len(offsets) + 1}H", *reversed(offsets), len(slots))
    return bytes(fixed) + b"".join(slots) + table + tail


def patch_row(shapes: RowShapes, row: bytes, changes: Cells) -> bytes | None:
    """The row with some cells overwritten; None if it must be built anew.

    That is so if the column of a cell is not of fixed length, or is newer than the row.
    """
    shape = shapes.of(row)
    patched = bytearray(row)
    by_number = {column.number: column for column in shapes.columns}
    for number, cell in changes.items():
        column = by_number[number]
        if not column.fixed or number >= shape.column_count:
            return None
        at = shapes.size + column.offset
        if cell is not None:
            patched[at : at + column.width] = cell
        bit = 1 << (number & 7)
        byte = patched[shape.mask_at + (number >> 3)]
        patched[shape.mask_at + (number >> 3)] = byte | bit if cell is not None else byte & ~bit
    return bytes(patched)


class RowStore:
    """The data pages of one owner: a table, or the long values of a column."""

    def __init__(
        self, pages: EditablePages, allocator: Allocator, owner: int, owned: int, free: int
    ) -> None:
        self.pages, self.allocator, self.owner = pages, allocator, owner
        self.owned = UsageMap(pages, allocator, owned)
        self.with_room = UsageMap(pages, allocator, free)

    def page(self, number: int) -> DataPage:
        """A page of the owner; JetError if it belongs to another table."""
        page = DataPage(self.pages.layout, number, self.pages.page(number))
        if page.owner != self.owner:
            raise JetError(f"page {number} belongs to another table")
        return page

    def add(self, row: bytes, *, target: bool = False) -> int:
        """Store a row and return its row pointer; `target` marks the new place of a moved row."""
        flags = codes.ROW_TARGET if target else 0
        owned = set(self.owned.page_numbers())
        for number in reversed(self.with_room.page_numbers()):
            page = self.page(number) if number in owned else None
            if page and page.free >= len(row) + 2 and len(page.rows) < codes.ROWS_PER_PAGE:
                page.rows.append((flags, row))
                self.write(page)
                return number << 8 | len(page.rows) - 1
        number = self.allocator.allocate()
        page = DataPage.new(self.pages.layout, number, self.owner)
        page.rows.append((flags, row))
        self.allocator.put(number, page.encode())
        self.allocator.settle()
        self.owned.change(add=[number])
        self.update_room(page)
        return number << 8

    def write(self, page: DataPage) -> None:
        """Write a page and list it according to its free space."""
        self.pages.write(page.number, page.encode())
        self.update_room(page)

    def update_room(self, page: DataPage) -> None:
        """Update the list of pages with free space."""
        has_room = is_worth_listing(page.free, len(page.rows))
        listed = page.number in self.with_room.page_numbers()
        if has_room and not listed:
            self.with_room.change(add=[page.number])
        elif listed and not has_room:
            self.with_room.change(remove=[page.number])

    def delete(self, pointer: int) -> None:
        """Delete a row."""
        page = self.page(pointer >> 8)
        page.delete(pointer & 0xFF)
        self.write(page)


OutsideValues = set[tuple[int, int, bool]]
"""For long values outside their row: the column number, the pointer, whether it is a chain's."""


class LongEditor:
    """The long values of one table. They are stored before their row, and deleted after it.

    `definition` returns the current definition of the table.
    """

    def __init__(
        self, pages: EditablePages, allocator: Allocator, definition: Callable[[], Definition]
    ) -> None:
        self.pages, self.allocator, self.definition = pages, allocator, definition

    def store(self, number: int, data: bytes) -> int:
        """Store a value of a column; return the pointer of its first row."""
        return store_long(data, self.pages.layout.long_row_max, self._rows(number).add)

    def of_row(self, raw: bytes) -> OutsideValues:
        """The long values of a row that are stored outside it."""
        definition = self.definition()
        columns = [c.number for c in definition.columns if c.type in codes.LONG_TYPES]
        cells = RowShapes(self.pages.layout, definition).split(raw) if columns else {}
        long_values = set()
        for number in columns:
            cell = cells.get(number)
            if cell is not None and len(cell) >= codes.LONG_HEADER.size:
                word, pointer, _ = codes.LONG_HEADER.unpack_from(cell)
                if pointer and not word & codes.LONG_INLINE:
                    long_values.add((number, pointer, not word & codes.LONG_SINGLE))
        return long_values

    def drop(self, values: OutsideValues) -> None:
        """Delete values that no row refers to any more."""
        for number, pointer, chain in values:
            rows = self._rows(number)
            # A damaged chain may be a circle; no other has more rows than the file has room for.
            for _ in range(self.pages.count * codes.ROWS_PER_PAGE):
                row = self.pages.row(pointer)
                rows.delete(pointer)
                pointer = struct.unpack_from("<I", row)[0] if chain and len(row) >= 4 else 0
                if not pointer:
                    break

    def _rows(self, number: int) -> RowStore:
        maps = self.definition().long_maps
        if number not in maps:
            raise JetError(
                f"the table definition lists no pages for the long values of column {number}"
            )
        return RowStore(self.pages, self.allocator, codes.LONG_OWNER, *maps[number])
