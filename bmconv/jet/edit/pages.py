"""Change the pages of a file: write them one by one, undo a failed change, lock the file.

The order of the writes keeps the file readable after a crash; DataPage changes rows on a page.
"""

import errno
import os
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, NamedTuple

from .. import codes
from ..build.pages import data_page, filled_page
from ..errors import JetError
from ..layout import Layout
from ..read.pages import Pages, row_words, uncounted_words

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl

LOCK_BYTE = 0x7FFF_FFFE
"""The byte to lock. It is beyond the end of every database, because Windows denies all access to
locked bytes."""


class FileInUse(JetError):
    """Another process is changing the file, also with EditablePages."""


class NotUndone(OSError):
    """Writing failed, and undoing what had been written failed too."""


class Journal(NamedTuple):
    """The number of pages before a change, and the old content of changed pages."""

    page_count: int
    pages: dict[int, bytes]


class EditablePages(Pages):
    """The pages of a file open for changes; reading returns the changed pages.

    A page is assumed to be written completely or not at all. Call `barrier` before
    writing a page that is valid only if earlier writes are on disk.
    """

    def __init__(self, path: "str | os.PathLike[str]", *, durable: bool = True) -> None:
        self.durable = durable
        self.written: list[int] = []  # page numbers, in order
        self._waiting = False
        self._journals: list[Journal] = []
        self._target: BinaryIO | None = None  # set first: Pages calls close if it refuses the file
        super().__init__(path)
        try:
            self._target = open(path, "r+b", buffering=0)
            self._lock()
            if self.size % self.page_size:
                raise JetError("the last page is cut off: such a file is not changed")
        except BaseException:
            self.close()
            raise

    def _lock(self) -> None:
        """Lock the file against other instances of this editor; Access ignores the lock."""
        assert self._target is not None
        try:
            if sys.platform == "win32":
                self._target.seek(LOCK_BYTE)
                msvcrt.locking(self._target.fileno(), msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._target.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except (BlockingIOError, PermissionError):
            raise FileInUse("another process is changing the file") from None
        except OSError:
            pass  # a network share without locks

    def write(self, number: int, page: bytes) -> None:
        """Write a page if it differs from the present one."""
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
        """Write only the first to the last changed byte: other programs may change the rest."""
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
                raise OSError(errno.ENOSPC, "No space left on device")
        except OSError:
            if at >= self.count * self.page_size:
                self._target.truncate(self.count * self.page_size)
            raise
        self._waiting = True

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Write everything inside the block; if it ends with an error, undo what was written."""
        journal = Journal(self.count, {})
        self._journals.append(journal)
        try:
            yield
        except NotUndone:
            raise
        except (JetError, OSError) as error:
            try:
                self._undo(journal)  # works on a full disk too: these pages exist already
            except OSError as another:
                raise NotUndone(another.errno, another.strerror) from error
            raise
        finally:
            self._journals.pop()

    def _undo(self, journal: Journal) -> None:
        """Restore the pages saved in a journal, and the length of the file."""
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
        """Save a page in the journals before it is changed."""
        for journal in self._journals:
            if number < journal.page_count and number not in journal.pages:
                journal.pages[number] = self.page(number)

    def barrier(self) -> None:
        """Wait until everything written is on disk."""
        if self._waiting and self.durable:
            assert self._target is not None
            os.fsync(self._target.fileno())
        self._waiting = False

    def close(self) -> None:
        """Wait until everything written is on disk, and close the file."""
        try:
            if self._target is not None and not self._target.closed:
                self.barrier()
        finally:
            if self._target is not None:
                self._target.close()
            super().close()


class DataPage:
    """The rows of a data page with their flags; a deleted row keeps its number but no space."""

    def __init__(self, layout: Layout, number: int, page: bytes) -> None:
        self.layout, self.number = layout, number
        if page[0] != codes.PAGE_DATA:
            raise JetError(f"page {number} is not a data page (type {page[0]})")
        self.head = page[: layout.row_table_at]
        self.rows: list[tuple[int, bytes]] = []
        end = layout.page_size
        words = row_words(layout, page)
        lowest = layout.row_table_at + 2 * len(words)
        is_damaged = bool(uncounted_words(layout, page, words))
        for word in words:
            start = word & codes.ROW_START
            if is_damaged or not lowest <= start <= end:
                raise JetError(f"page {number} is damaged: it is not changed")
            flags = word & codes.ROW_DELETED
            self.rows.append((flags, b"" if flags == codes.ROW_DELETED else page[start:end]))
            end = start

    @classmethod
    def new(cls, layout: Layout, number: int, owner: int) -> "DataPage":
        """A page without rows."""
        return cls(layout, number, data_page(layout, owner, []))

    @property
    def owner(self) -> int:
        """The page with the definition of the rows' table; a mark for rows of no table."""
        return int.from_bytes(self.head[4:8], "little")

    @property
    def free(self) -> int:
        """The number of free bytes."""
        taken = sum(2 + len(row) for _, row in self.rows)
        return self.layout.page_size - self.layout.row_table_at - taken

    def delete(self, index: int) -> None:
        """Delete a row; if no rows are left, numbering starts again."""
        self.rows[index] = (codes.ROW_DELETED, b"")
        if all(flags == codes.ROW_DELETED for flags, _ in self.rows):
            self.rows = []

    def replace(self, index: int, row: bytes) -> bool:
        """Replace the bytes of a row and keep its flags; False if they do not fit."""
        flags, old = self.rows[index]
        if self.free + len(old) < len(row):
            return False
        self.rows[index] = (flags, row)
        return True

    def replace_by_pointer(self, index: int, pointer: int) -> bool:
        """Mark a row as moved, and begin it with a pointer to its new place; False without room."""
        old = self.rows[index][1]
        stub = struct.pack("<I", pointer) + old[4:]
        if self.free + len(old) < len(stub):
            return False
        self.rows[index] = (codes.ROW_MOVED, stub)
        return True

    def encode(self) -> bytes:
        """The page as it is written."""
        return filled_page(self.layout, self.head, self.rows)
