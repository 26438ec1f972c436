"""Where new rows go: a page of their owner with room, or a new page."""

from ..build.pages import ROOM_WORTH_LISTING
from ..errors import JetError
from ..layout import ROW_TARGET, ROWS_PER_PAGE
from .maps import Allocator, UsageMap
from .pages import DataPage, EditablePages


class RowStore:
    """The data pages of one owner: a table, or the long values of a column."""

    def __init__(
        self, pages: EditablePages, allocator: Allocator, owner: int, owned: int, free: int
    ) -> None:
        self.pages, self.allocator, self.owner = pages, allocator, owner
        self.owned = UsageMap(pages, allocator, owned)
        self.with_room = UsageMap(pages, allocator, free)

    def page(self, number: int) -> DataPage:
        """A page that must be the owner's."""
        page = DataPage(self.pages.layout, number, self.pages.page(number))
        if page.owner != self.owner:
            raise JetError(f"page {number} is another table's")
        return page

    def add(self, row: bytes, target: bool = False) -> int:
        """Store a row (the new place of a moved one with `target`); its row pointer."""
        flags = ROW_TARGET if target else 0
        owned = set(self.owned.listed())
        for number in reversed(self.with_room.listed()):
            if number in owned and (page := self.page(number)).has_room(len(row)):
                page.rows.append((flags, row))
                self.write(page)
                return number << 8 | len(page.rows) - 1
        number = self.allocator.allocate()
        page = DataPage.new(self.pages.layout, number, self.owner)
        page.rows.append((flags, row))
        self.allocator.put(number, page.encode())
        self.allocator.settle()
        self.owned.change(add=[number])
        self.list_room(page)
        return number << 8

    def write(self, page: DataPage) -> None:
        """Write a page of ours and list it according to its room."""
        self.pages.write(page.number, page.encode())
        self.list_room(page)

    def list_room(self, page: DataPage) -> None:
        """Keep the map of pages with room true."""
        room = page.free >= ROOM_WORTH_LISTING and len(page.rows) < ROWS_PER_PAGE
        listed = page.number in self.with_room.listed()
        if room and not listed:
            self.with_room.change(add=[page.number])
        elif listed and not room:
            self.with_room.change(remove=[page.number])

    def delete(self, pointer: int) -> None:
        """Take a row away."""
        page = self.page(pointer >> 8)
        page.delete(pointer & 0xFF)
        self.write(page)
