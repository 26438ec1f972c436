"""Append lines to a file and make sure that they are on disk.

The lines are results polled from a database or a service, which are marked as received only once
they are on disk.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import BinaryIO, NamedTuple

from bmconv.errors import BadInput, DataError, FileTrouble, Flag, Wording, file_errors, reason_of
from bmconv.io.files import remove_file, resolve_links, sync_folder
from bmconv.io.sink import Sink

BLOCK = 1 << 16


class AppendedFile:
    """A file to which lines are appended, or standard output; an empty file gets the head first.
    A new file that gets no lines is removed again.

    An incomplete last line is removed if it starts with `beginning`: a crash has left it, and it is
    delivered again. The file is refused if its incomplete last line starts differently, or if it
    has another head. It is also refused if its last line is incomplete and it is shorter than after
    the last delivery: delivered lines were cut off. `written` has that earlier length, by path.
    """

    def __init__(
        self,
        output: str | None,
        beginning: bytes = b"",
        head: bytes = b"",
        written: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.name = output or "-"
        self.head = head
        self._is_new = False
        if self.name == "-":
            self.file = Sink().stream
            self.is_file = False
            return
        with file_errors(self.name):
            self._is_new = not os.path.exists(self.name)
            self.is_file = self._is_new or os.path.isfile(self.name)
            self.file = open(self.name, "ab+" if self.is_file else "wb")
            if self._is_new:
                sync_folder(self.name)
            elif self.is_file:
                end = _end_of_lines(self.file, self.name, beginning)
                size = self.file.seek(0, os.SEEK_END)
                if end < size < written.get(resolve_links(self.name), 0):
                    raise DataError(
                        f"{self.name}: shorter than what was delivered: its last line is cut off",
                        hint=Wording(Flag("all"), " delivers everything"),
                    )
                self.file.truncate(end)
                self._look_for_head()

    def __enter__(self) -> AppendedFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self.name != "-":
            is_empty = self._is_new and not self.file.seek(0, os.SEEK_END)
            self.file.close()
            if is_empty:
                remove_file(self.name)

    def _look_for_head(self) -> None:
        """Refuse a file that has content but not the head."""
        self.file.seek(0)
        beginning = self.file.read(len(self.head))
        if beginning and beginning != self.head:
            raise BadInput(
                self.name, "begins differently from what is appended", "a file of the same kind"
            )
        self.head = b"" if beginning else self.head

    def pending(self, lines: bytes) -> PendingLines:
        """Lines about to be appended, with the position they will have."""
        end = self.file.seek(0, os.SEEK_END)
        return PendingLines(resolve_links(self.name), end, (self.head + lines).decode("latin-1"))

    def add(self, lines: bytes) -> None:
        """Append all lines or none; lines in a file are on disk when this returns."""
        try:
            end = self.file.seek(0, os.SEEK_END) if self.is_file else 0
            try:
                self.file.write(self.head + lines)
                self.file.flush()
                self.head = b""
                if self.is_file:
                    os.fsync(self.file.fileno())
            except OSError:
                if self.is_file:
                    self.file.truncate(end)
                raise
        except BrokenPipeError:
            raise
        except OSError as error:
            name = "stdout" if self.name == "-" else self.name
            raise FileTrouble(f"{name}: {reason_of(error)}", error, place=name) from None


class PendingLines(NamedTuple):
    """Lines about to be appended to a file, saved so that a later run can check their arrival."""

    output: str
    end: int
    data: str
    """The bytes as Latin-1."""

    def have_arrived(self) -> bool:
        """Whether all lines are in the file; if only their beginning is, removes that from it."""
        data = self.data.encode("latin-1")
        try:
            with open(self.output, "rb+") as file:
                file.seek(self.end)
                present = file.read(len(data))
                if present and present != data and data.startswith(present):
                    file.truncate(self.end)
        except FileNotFoundError:
            return False
        except OSError as error:
            raise FileTrouble(
                f"{self.output}: {reason_of(error)}", error, place=self.output
            ) from None
        return present == data


def _end_of_lines(file: BinaryIO, name: str, beginning: bytes) -> int:
    """The offset at which the last complete line ends."""
    start, tail = file.seek(0, os.SEEK_END), b""
    while start and b"\n" not in tail:
        step = min(BLOCK, start)
        start -= step
        file.seek(start)
        tail = file.read(step) + tail
    lines, newline, rest = tail.rpartition(b"\n")
    if rest and not (beginning and beginning.startswith(rest[: len(beginning)])):
        raise BadInput(
            name, "ends in an incomplete line that poll did not write", "a file that poll wrote"
        )
    return start + len(lines) + len(newline)
