"""Where bytes go: a file that appears whole or not at all, or standard output."""

from __future__ import annotations

import atexit
import io
import os
import re
import stat
import sys
from contextlib import suppress
from typing import Any, BinaryIO, Protocol, cast

from bmconv.errors import BmconvError, FileTrouble, UsageError


class Output(Protocol):
    """Where a codec writes: a `Sink`, an `io.BytesIO`, any binary file."""

    def write(self, data: bytes, /) -> Any:
        """Add bytes at the end."""


class Sink:
    """An output. Leaving it by an exception leaves no file behind, and an old one as it was."""

    def __init__(
        self, path: str | None = None, *, binary: bool = False, hold: bool = False
    ) -> None:
        """`hold` keeps everything back until the end (a file is held back anyway)."""
        self.path = None if path is None or path == "-" else os.path.realpath(path)
        self.name = path if self.path else "stdout"
        self.temporary: str | None = None
        self._others: list[Sink] = []
        if self.path is None:
            self.stream = _stdout(binary)
            self.held = Held() if hold else None
        else:
            self.stream = self._open_beside() if _replaceable(self.path) else self._open()
            self.held = None
        self.write = (self.held or self.stream).write

    def __enter__(self) -> Sink:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: object
    ) -> None:
        for sink in (self, *self._others):
            if error is None:
                sink.commit()
            else:
                sink.discard()
        if self.path and isinstance(error, OSError) and not isinstance(error, BmconvError):
            why = error.strerror or str(error).splitlines()[0]
            raise FileTrouble(f"{self.name}: {why}") from None

    def beside(self, path: str) -> Sink:
        """A further file, which appears when this output does."""
        self._others.append(Sink(path))
        return self._others[-1]

    def replaces(self) -> bool:
        """Whether a file that has something in it gives way to this output."""
        return self.temporary is not None and _size(self.path) > 0

    def size(self) -> int:
        """How many bytes have been written to a file."""
        return self.stream.tell()

    def commit(self) -> None:
        """Everything was written: let it be seen."""
        try:
            if self.held:
                self.held.pour(self.stream)
            self.stream.flush()
            if self.path is None:
                return
            if self.temporary is None:
                self.stream.close()
                return
            os.fsync(self.stream.fileno())
            move_in(self.stream, self.temporary, self.path)
            self.temporary = None
            atexit.unregister(self._vanish)
        except BrokenPipeError:
            raise
        except OSError as error:
            self.discard()
            raise FileTrouble(f"{self.name}: {error.strerror}") from None

    def discard(self) -> None:
        """Something failed: leave nothing behind."""
        if self.path is not None:
            with suppress(OSError):  # a full disk; the file goes anyway
                self.stream.close()
        self._vanish()
        atexit.unregister(self._vanish)

    def _vanish(self) -> None:
        """Remove what was written so far."""
        if self.temporary is not None:
            with suppress(OSError):
                os.unlink(self.temporary)
            self.temporary = None

    def _open(self) -> BinaryIO:
        """A device or a named pipe, or a folder that refuses."""
        assert self.path is not None
        try:
            return open(self.path, "wb")
        except OSError as error:
            raise FileTrouble(f"{self.name}: {error.strerror}") from None

    def _open_beside(self) -> BinaryIO:
        """A new file in the same folder, with the permissions the old one has."""
        assert self.path is not None
        try:
            stream, self.temporary = create_beside(self.path)
        except OSError as error:
            raise FileTrouble(f"{self.name}: {error.strerror}") from None
        atexit.register(self._vanish)  # a signal may come before anybody holds this sink
        return stream


class Held:
    """Output kept back: in memory, and on disk once it is large."""

    LIMIT = 1 << 22

    def __init__(self) -> None:
        self.stream: BinaryIO = io.BytesIO()
        self.size = 0

    def write(self, data: bytes) -> int:
        self.size += len(data)
        if self.size > self.LIMIT and isinstance(self.stream, io.BytesIO):
            from tempfile import TemporaryFile

            memory, self.stream = self.stream, cast(BinaryIO, TemporaryFile())
            self.stream.write(memory.getbuffer())
        return self.stream.write(data)

    def read(self) -> BinaryIO:
        """What was written, from the front."""
        self.stream.seek(0)
        return self.stream

    def pour(self, target: BinaryIO) -> None:
        """Let it all go."""
        stream = self.read()
        while block := stream.read(1 << 16):
            target.write(block)
        self.stream.close()


def replace_file(path: str, data: bytes) -> None:
    """Put a small file in place, whole and on disk when this returns; a link there is replaced."""
    temporary = None
    try:
        stream, temporary = create_beside(path)
        with stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            move_in(stream, temporary, path)
        _sync_folder(path)
    except OSError as error:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)
        raise FileTrouble(f"{path}: {error.strerror}") from None


def create_beside(path: str) -> tuple[BinaryIO, str]:
    """A new file in the folder of another, to take its place, and its name, which nobody can guess.

    It is locked while it is open, which tells it from those that killed runs have left behind.
    """
    remove_stale(path)
    folder, name = os.path.split(path)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        temporary = os.path.join(folder, f".{name}.{os.urandom(8).hex()}.tmp")
        handle = os.open(temporary, flags, 0o666)
        if _lock(handle) is not False and os.fstat(handle).st_nlink:
            break
        os.close(handle)  # another run has taken it for a stale one just now
    with suppress(OSError):
        found = os.lstat(path)
        if stat.S_ISREG(found.st_mode) and os.name == "posix":
            os.fchmod(handle, stat.S_IMODE(found.st_mode))
    return os.fdopen(handle, "w+b"), temporary


def move_in(stream: BinaryIO, temporary: str, path: str) -> None:
    """Let a file that `create_beside` made take its place, and close it."""
    if os.name == "posix":
        os.replace(temporary, path)  # while it is locked: nobody takes it for a stale one
        stream.close()
    else:
        stream.close()
        os.replace(temporary, path)


def remove_stale(path: str) -> None:
    """Remove what runs that were killed left behind of `create_beside` for the same file."""
    folder, name = os.path.split(path)
    ours = re.compile(rf"\.{re.escape(name)}\.[0-9a-f]{{16}}\.tmp")
    with suppress(OSError):
        for found in filter(ours.fullmatch, os.listdir(folder or ".")):
            _remove_unlocked(os.path.join(folder, found))


def _remove_unlocked(temporary: str) -> None:
    """Remove a file, unless a run is still writing it."""
    with suppress(OSError):
        if not stat.S_ISREG(os.lstat(temporary).st_mode):
            return
        if os.name != "posix":
            os.unlink(temporary)  # refused while it is open
            return
        handle = os.open(temporary, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if _lock(handle):
                os.unlink(temporary)
        finally:
            os.close(handle)


def _lock(handle: int) -> bool | None:
    """Lock an open file until it is closed: whether that went; None where locks are unknown."""
    if sys.platform == "win32":
        return None
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return None
    return True


def _sync_folder(path: str) -> None:
    """Let a file's name be on disk too."""
    if os.name == "posix":
        with suppress(OSError):  # a file system that cannot
            folder = os.open(os.path.dirname(os.path.abspath(path)), os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)


def _size(path: str | None) -> int:
    try:
        return os.path.getsize(path or "")
    except OSError:
        return 0


def _replaceable(path: str) -> bool:
    """A device or a named pipe is written to, not replaced."""
    return not os.path.exists(path) or os.path.isfile(path)


def _stdout(binary: bool) -> BinaryIO:
    if not hasattr(sys.stdout, "buffer"):
        raise FileTrouble("standard output is closed")
    if binary and sys.stdout.isatty():
        raise UsageError(
            "binary output is not written to a terminal: name a file with -o, or pipe it"
        )
    return sys.stdout.buffer
