"""Pages that can be changed: written one by one, in an order that a crash may cut anywhere."""

import os
import struct
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from ..build.pages import data_page, filled_page
from ..errors import JetError
from ..layout import PAGE_DATA, ROW_DELETED, ROW_MOVED, ROW_START, ROWS_PER_PAGE, Layout
from ..read.pages import Pages, row_words

if os.name == "posix":
    import fcntl


class FileInUse(JetError):
    """Another process of this kind is changing the file."""


class Journal(NamedTuple):
    """How the file was: its number of pages, and those that were changed since."""

    page_count: int
    pages: dict[int, bytes]


class EditablePages(Pages):
    """The pages of a file open for changes; what was written is what is read.

    One page is taken to be written whole or not at all. `barrier` stands between writes of which
    the later ones count on the earlier ones.
    """

    def __init__(self, path: "str | os.PathLike[str]", durable: bool = True) -> None:
        self.durable = durable
        self.written: list[int] = []  # pages, in order
        self._waiting = False
        self._journals: list[Journal] = []
        self._target: BinaryIO | None = None  # before Pages may close what it refuses
        super().__init__(path)
        try:
            self._target = open(path, "r+b", buffering=0)
            self._lock()
            if self.size % self.page_size:
                raise JetError("the last page is cut off: the file is not changed as it is")
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        """Keep other editors of this kind out; Access does not look at it."""
        assert self._target is not None
        if os.name == "posix":
            try:
                fcntl.flock(self._target.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise FileInUse("another process is changing the file") from None
            except OSError:
                pass  # a share that knows no locks

    def write(self, number: int, page: bytes) -> None:
        """Write a page, if it differs from what is there."""
        if number < self.count and self.page(number) == page:
            return
        if number > self.count or len(page) != self.page_size:
            raise AssertionError(f"page {number} of {self.count} with {len(page)} bytes")
        self._remember(number)
        self._put(number * self.page_size, page)
        self.count = max(self.count, number + 1)
        self.size = self.count * self.page_size
        self._cache[number] = page
        self.written.append(number)

    def patch(self, number: int, page: bytes) -> None:
        """Write only the bytes of a page that differ: a neighbour may be writing the others."""
        old = self.page(number)
        differing = [i for i, (a, b) in enumerate(zip(old, page, strict=True)) if a != b]
        if differing:
            self._remember(number)
            start, end = differing[0], differing[-1] + 1
            self._put(number * self.page_size + start, page[start:end])
            self._cache[number] = page
            self.written.append(number)

    def _put(self, at: int, data: bytes) -> None:
        assert self._target is not None
        self._target.seek(at)
        try:
            done = self._target.write(data)
            if done != len(data):
                raise OSError(28, "No space left on device")
        except OSError:
            if at >= self.count * self.page_size:
                self._target.truncate(self.count * self.page_size)
            raise
        self._waiting = True

    @contextmanager
    def whole(self) -> Iterator[None]:
        """All that is written inside, or nothing when a JetError ends it."""
        journal = Journal(self.count, {})
        self._journals.append(journal)
        try:
            yield
        except JetError:
            self._undo(journal)
            raise
        finally:
            self._journals.pop()

    def _undo(self, journal: Journal) -> None:
        """Put the pages back as they were."""
        for number, page in reversed(journal.pages.items()):
            self.patch(number, page)
        if self.count > journal.page_count:
            assert self._target is not None
            for number in range(journal.page_count, self.count):
                self._cache.pop(number, None)
            self.count = journal.page_count
            self.size = self.count * self.page_size
            self._target.truncate(self.size)
        self.barrier()

    def _remember(self, number: int) -> None:
        """Keep a page that is about to change."""
        for journal in self._journals:
            if number < journal.page_count and number not in journal.pages:
                journal.pages[number] = self.page(number)

    def barrier(self) -> None:
        """What was written reaches the disk before anything that follows."""
        if self._waiting and self.durable:
            assert self._target is not None
            os.fsync(self._target.fileno())
        self._waiting = False

    def close(self) -> None:
        """Close the file, everything on disk."""
        try:
            if self._target is not None and not self._target.closed:
                self.barrier()
        finally:
            if self._target is not None:
                self._target.close()
            super().close()


class DataPage:
    """The rows of a data page with their flags; deleted ones keep their number and no room."""

    def __init__(self, layout: Layout, number: int, page: bytes) -> None:
        self.layout, self.number = layout, number
        if page[0] != PAGE_DATA:
            raise JetError(f"page {number} is no data page (type {page[0]})")
        self.head = page[: layout.row_table_at]
        self.rows: list[tuple[int, bytes]] = []
        end = layout.page_size
        words = row_words(layout, page)
        lowest = layout.row_table_at + 2 * len(words)
        for word in words:
            start = word & ROW_START
            if not lowest <= start <= end:
                raise JetError(f"page {number} is damaged: it is not changed")
            flags = word & ROW_DELETED
            self.rows.append((flags, b"" if flags == ROW_DELETED else page[start:end]))
            end = start

    @classmethod
    def new(cls, layout: Layout, number: int, owner: int) -> "DataPage":
        """A page without rows."""
        return cls(layout, number, data_page(layout, owner, []))

    @property
    def owner(self) -> int:
        """The definition that the rows belong to, or a mark of what else they are."""
        return int.from_bytes(self.head[4:8], "little")

    @property
    def free(self) -> int:
        """Bytes that are not taken."""
        taken = sum(2 + len(row) for _, row in self.rows)
        return self.layout.page_size - self.layout.row_table_at - taken

    def has_room(self, size: int) -> bool:
        """Whether one more row of that many bytes fits."""
        return self.free >= size + 2 and len(self.rows) < ROWS_PER_PAGE

    def delete(self, index: int) -> None:
        """Take a row away; a page without any rows begins anew."""
        self.rows[index] = (ROW_DELETED, b"")
        if all(flags == ROW_DELETED for flags, _ in self.rows):
            self.rows = []

    def replace(self, index: int, row: bytes) -> bool:
        """Put other bytes in a row's place, its flags kept; False if they do not fit."""
        flags, old = self.rows[index]
        if self.free + len(old) < len(row):
            return False
        self.rows[index] = (flags, row)
        return True

    def point(self, index: int, pointer: int) -> bool:
        """Leave the pointer of a row's new place in its old one, which keeps its size."""
        old = self.rows[index][1]
        stub = struct.pack("<I", pointer) + old[4:]
        if self.free + len(old) < len(stub):
            return False
        self.rows[index] = (ROW_MOVED, stub)
        return True

    def encode(self) -> bytes:
        """The page as it is stored."""
        return filled_page(self.layout, self.head, self.rows)
