"""Output: standard output, or a file that appears complete or not at all."""

from __future__ import annotations

import atexit
import io
import os
import sys
from contextlib import suppress
from typing import Any, BinaryIO, Protocol, cast

from bmconv.errors import BmconvError, FileTrouble, UsageError, file_errors, reason_of
from bmconv.io.files import (
    create_beside,
    move_in,
    refuse_reserved,
    resolve_links,
    sync_folder,
)


class Output(Protocol):
    """Where a codec writes: a `Sink`, an `io.BytesIO` or any other binary file."""

    def write(self, data: bytes, /) -> Any:
        """Add bytes at the end."""


class Sink:
    """An output that appears complete at the end of its `with` block.

    After an exception there is no new file, and an old one is unchanged.
    """

    def __init__(
        self,
        path: str | None = None,
        *,
        binary: bool = False,
        hold: bool = False,
        stream: BinaryIO | None = None,
    ) -> None:
        """`hold` keeps back standard output until the end, as is always done for files.

        A `stream` of the caller gets everything at the end, and stays open.
        """
        if path == "":
            raise UsageError("the name of the output file is empty")
        self.path = None
        if path is not None and path != "-":
            refuse_reserved(path)
            self.path = resolve_links(path)
        self.name = path if self.path else "stdout" if stream is None else "the output"
        self.temporary: str | None = None
        self._others: list[Sink] = []
        if stream is not None:
            self.stream = stream
            self.buffer: OutputBuffer | None = OutputBuffer()
        elif self.path is None:
            self.stream = _stdout(binary=binary)
            self.buffer = OutputBuffer() if hold else None
        else:
            self.stream = self._open_beside() if _is_replaceable(self.path) else self._open()
            self.buffer = None
        self.write = (self.buffer or self.stream).write

    def __enter__(self) -> Sink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        sinks = [self, *self._others]
        try:
            while sinks and error is None:
                sinks[0].commit()
                sinks.pop(0)
        finally:
            for sink in sinks:
                sink.discard()
        if self.path and isinstance(error, OSError) and not isinstance(error, BmconvError):
            why = reason_of(error)
            raise FileTrouble(f"{self.name}: {why}", error, place=str(self.name)) from None

    def beside(self, path: str) -> Sink:
        """Open another file, which appears together with this output."""
        self._others.append(Sink(path))
        return self._others[-1]

    def replaces(self) -> bool:
        """Whether this output replaces a file that is not empty."""
        return self.temporary is not None and _size(self.path) > 0

    def size(self) -> int:
        """The number of bytes that have been written to a file."""
        return self.stream.tell()

    def commit(self) -> None:
        """Put the output in place: everything was written."""
        try:
            if self.buffer:
                self.buffer.pour(self.stream)
            self.stream.flush()
            if self.path is None:
                return
            if self.temporary is None:
                self.stream.close()
                return
            os.fsync(self.stream.fileno())
            move_in(self.stream, self.temporary, self.path)
            sync_folder(self.path)
            self.temporary = None
            atexit.unregister(self._remove_temporary)
        except BrokenPipeError:
            raise
        except OSError as error:
            self.discard()
            raise FileTrouble(
                f"{self.name}: {reason_of(error)}", error, place=str(self.name)
            ) from None

    def discard(self) -> None:
        """Remove the output: something failed."""
        if self.path is not None:
            with suppress(OSError):  # a full disk; the file is removed anyway
                self.stream.close()
        self._remove_temporary()
        atexit.unregister(self._remove_temporary)

    def _remove_temporary(self) -> None:
        """Remove the temporary file, if there is one."""
        if self.temporary is not None:
            with suppress(OSError):
                os.unlink(self.temporary)
            self.temporary = None

    def _open(self) -> BinaryIO:
        """Open a device or a named pipe."""
        assert self.path is not None
        if os.path.isdir(self.path):
            raise FileTrouble(f"{self.name} is a folder; expected a file")
        with file_errors(str(self.name)):
            return open(self.path, "wb")

    def _open_beside(self) -> BinaryIO:
        """Open a temporary file in the same folder, with the permissions of the old file."""
        assert self.path is not None
        with file_errors(str(self.name)):
            stream, self.temporary = create_beside(self.path)
        atexit.register(self._remove_temporary)  # in case a signal ends the process
        return stream


class OutputBuffer:
    """Output held back: in memory, or on disk once it is large."""

    LIMIT = 1 << 20

    def __init__(self) -> None:
        self.stream: BinaryIO = io.BytesIO()
        self.size = 0

    def write(self, data: bytes) -> int:
        """Add bytes; once there are more than LIMIT, all are kept on disk."""
        self.size += len(data)
        if self.size > self.LIMIT and isinstance(self.stream, io.BytesIO):
            from tempfile import TemporaryFile

            memory, self.stream = self.stream, cast(BinaryIO, TemporaryFile())
            self.stream.write(memory.getbuffer())
        return self.stream.write(data)

    def read(self) -> BinaryIO:
        """The stream with everything that was written, positioned at its start."""
        self.stream.seek(0)
        return self.stream

    def pour(self, target: BinaryIO) -> None:
        """Copy everything to a stream, and close the buffer."""
        stream = self.read()
        while block := stream.read(1 << 16):
            target.write(block)
        self.stream.close()


def _size(path: str | None) -> int:
    try:
        return os.path.getsize(path or "")
    except OSError:
        return 0


def _is_replaceable(path: str) -> bool:
    """Whether a path is a file or new; devices and named pipes are written to, not replaced."""
    return not os.path.exists(path) or os.path.isfile(path)


def _stdout(*, binary: bool) -> BinaryIO:
    """Standard output; binary data is not written to a terminal."""
    if not hasattr(sys.stdout, "buffer"):
        raise FileTrouble("standard output is closed")
    if binary and sys.stdout.isatty():
        raise UsageError(
            "binary output is not written to a terminal: name a file with -o, or pipe it"
        )
    return sys.stdout.buffer
