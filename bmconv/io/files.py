"""Files that appear complete or not at all, and locks that keep a second run out."""

import ntpath
import os
import re
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO, TextIO, TypeVar

from bmconv.errors import FileTrouble, UsageError, Words, missing_drive, reason_of

T = TypeVar("T")
BUSY_SECONDS = 1.0 if os.name == "nt" else 0.0
"""Seconds to keep trying while another process has a file open, which only Windows refuses."""
LONG_PATH = 240
"""Paths from this length on need a mark on Windows: files end at 259 characters, folders at 247."""
LONG_MARK = "\\\\?\\"
DEVICES = re.compile(
    r"(aux|con|prn|nul|conin\$|conout\$|(com|lpt)[1-9\u00b9\u00b2\u00b3]) *(\..*)?", re.IGNORECASE
)
"""Names that Windows takes for devices, with any ending."""
_SIGN = re.compile(r"[:?*<>|\"]")
"""A character that no file name on Windows can have."""
START = 50
"""How many characters of a file's name its temporary file shares: a name can have at most 255."""


def when_free(action: Callable[[], T]) -> T:
    """Open, replace or remove a file; try again while another process has it open."""
    end = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            return action()
        except PermissionError:
            if time.monotonic() >= end:
                raise
            time.sleep(0.01)


def open_text(path: str) -> TextIO:
    """Open a text file that we have written, for reading."""
    return when_free(lambda: open(path, encoding="utf-8"))


def move_over(source: str, target: str) -> None:
    """Rename a file, replacing any file of that name."""
    when_free(lambda: os.replace(for_system(source), for_system(target)))


def remove_file(path: str) -> None:
    """Remove a file if it exists."""
    with suppress(FileNotFoundError):
        when_free(lambda: os.unlink(for_system(path)))


def for_system(path: str) -> str:
    """A path as the system accepts it: Windows needs a mark before a long one."""
    if os.name != "nt" or len(absolute := os.path.abspath(path)) < LONG_PATH:
        return path
    if absolute.startswith(LONG_MARK):
        return path
    share = absolute.startswith("\\\\")
    return f"{LONG_MARK}UNC{absolute[1:]}" if share else LONG_MARK + absolute


def refuse_reserved(path: str) -> None:
    """Refuse a name for a new file that Windows takes for a device or a part of another file.

    Anything written there would be lost without an error. A bare `nul` is accepted
    because whoever writes that means the device.
    """
    if os.name != "nt":
        return
    names = ntpath.splitdrive(path)[1]
    name = ntpath.basename(names)
    if name.lower() != "nul" and DEVICES.fullmatch(name):
        raise UsageError(f"{path}: Windows keeps this name for a device; choose another")
    if sign := _SIGN.search(names):
        raise UsageError(f"{path}: {sign[0]!r} cannot be part of a file's name on Windows")


def resolve_links(path: str) -> str:
    """The absolute path with links resolved, if the system can resolve them."""
    try:
        return os.path.realpath(path)
    except OSError:  # a long path under Wine
        return os.path.abspath(path)


def refuse_inputs(
    outputs: Iterable[str | None], inputs: Iterable[object], instead: str = "output file"
) -> None:
    """Refuse outputs that are also inputs: data that an output cannot hold would be lost.

    Paths are compared by the file they lead to; inputs that are not paths are ignored. `instead`
    says what the user should choose.
    """
    names = (os.fspath(name) for name in inputs if isinstance(name, str | os.PathLike))
    read = {_identity(name) for name in names} - {None}
    for output in filter(None, outputs):
        if _identity(output) in read:
            raise UsageError(f"{output} is also an input; choose another {instead}")


def _identity(path: str) -> tuple[int, int] | None:
    """The device and inode number of an existing file or folder; None for anything else."""
    try:
        facts = os.stat(for_system(path))
    except (OSError, ValueError):
        return None
    is_file_or_folder = stat.S_ISREG(facts.st_mode) or stat.S_ISDIR(facts.st_mode)
    return (facts.st_dev, facts.st_ino) if is_file_or_folder else None


def replace_file(path: str, data: bytes, ready: Callable[[str], None] = lambda _: None) -> None:
    """Write a small file, complete and on disk when this returns; a link itself is replaced.

    `ready` is called with the name of the temporary file once that file is on disk. If `ready`
    raises FileTrouble, the old file stays.
    """
    temporary = None
    try:
        stream, temporary = create_beside(path)
        with stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
            ready(temporary)
            move_in(stream, temporary, path)
        sync_folder(path)
    except OSError as error:
        if temporary is not None:
            with suppress(OSError):
                os.unlink(temporary)
        if isinstance(error, FileTrouble):
            raise
        raise FileTrouble(f"{path}: {reason_of(error)}", error, place=path) from None


def create_beside(path: str) -> tuple[BinaryIO, str]:
    """Create a temporary file in the folder of the file it will replace; returns stream and name.

    The name cannot be guessed. The file is locked while it is open: a temporary file without a lock
    was left behind by a killed run.
    """
    refuse_reserved(path)
    remove_stale(path)
    folder, name = os.path.split(path)
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0)
    flags |= getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
    while True:
        temporary = for_system(os.path.join(folder, f".{name[:START]}.{os.urandom(8).hex()}.tmp"))
        try:
            handle = os.open(temporary, flags, 0o666)
        except (FileNotFoundError, NotADirectoryError) as error:
            if os.path.isfile(for_system(folder)):
                error.strerror = f"{os.path.basename(folder)} is a file, not a folder"
            elif drive := missing_drive(folder):
                error.strerror = f"there is no {drive}"
            elif folder and not os.path.isdir(for_system(folder)):
                error.strerror = "its folder does not exist; make it first"
            raise
        if os.name != "posix" or (lock(handle) is not False and os.fstat(handle).st_nlink):
            break
        os.close(handle)  # another run is removing it as a stale file
    with suppress(OSError):
        before = os.lstat(for_system(path))
        if stat.S_ISREG(before.st_mode) and os.name == "posix":
            os.fchmod(handle, stat.S_IMODE(before.st_mode))
    return os.fdopen(handle, "w+b"), temporary


def move_in(stream: BinaryIO, temporary: str, path: str) -> None:
    """Move a file made by `create_beside` to its place, and close it."""
    if os.name == "posix":
        os.replace(temporary, path)  # still locked, so that no other run removes it as stale
        stream.close()
    else:
        stream.close()
        move_over(temporary, path)


def remove_stale(path: str) -> None:
    """Remove the temporary files that killed runs left behind for a file."""
    folder, name = os.path.split(path)
    ours = re.compile(rf"\.{re.escape(name[:START])}\.[0-9a-f]{{16}}\.tmp")
    with suppress(OSError):
        for leftover in filter(ours.fullmatch, os.listdir(for_system(folder or "."))):
            _remove_unlocked(for_system(os.path.join(folder, leftover)))


def _remove_unlocked(temporary: str) -> None:
    """Remove a file, unless a run is still writing it."""
    with suppress(OSError):
        if not stat.S_ISREG(os.lstat(temporary).st_mode):
            return
        if os.name != "posix":
            os.unlink(temporary)  # Windows refuses if it is open
            return
        handle = os.open(temporary, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
        try:
            if lock(handle):
                os.unlink(temporary)
        finally:
            os.close(handle)


def sync_folder(path: str) -> None:
    """Make sure that the name of a new file is on disk too."""
    _sync(os.path.dirname(os.path.abspath(path)))


def sync_folders(paths: Iterable[str], top: str) -> None:
    """Make sure that the names of new files, and of new folders below `top`, are on disk too."""
    top, folders = os.path.abspath(top), set()
    for path in paths:
        folder = os.path.dirname(os.path.abspath(path))
        while folder not in folders and os.path.join(folder, "").startswith(os.path.join(top, "")):
            folders.add(folder)
            folder = os.path.dirname(folder)
    for folder in folders:
        _sync(folder)


def _sync(folder: str) -> None:
    """Wait until the entries of a folder are on disk; Windows has nothing like it."""
    if os.name == "posix":
        with suppress(OSError):  # a file system that cannot
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


def lock(handle: int) -> bool | None:
    """Lock an open file until it is closed; None if the file system has no locks."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return None
    return True


class LockTaken(FileTrouble):
    """The error when another process holds a lock."""


def take_lock(path: str, message: str) -> int:
    """Create and lock a lock file; closing the returned handle releases it.

    LockTaken, with this message, if another process holds it.
    """
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    except OSError as error:
        folder = os.path.dirname(path) or "."
        raise FileTrouble(f"{folder}: cannot write to this folder: {reason_of(error)}") from None
    if lock(handle) is False:
        os.close(handle)
        raise LockTaken(message)
    return handle


def take_signed_lock(path: str, message: str, hint: Words = "") -> int:
    """Take a lock and write the id of this process into the lock file, for errors of other runs.

    The first byte stays blank: on Windows it is locked, and nobody else can read it.
    """
    try:
        handle = take_lock(path, message)
    except LockTaken:
        with suppress(OSError), open(path, "rb", buffering=0) as file:
            file.seek(1)
            if (holder := file.read(32)).isdigit():
                message = f"{message} (process {holder.decode()})"
        raise LockTaken(message, hint=hint) from None
    with suppress(OSError):
        if not os.read(handle, 32).strip(b" 0123456789"):  # no id, or an earlier run's
            os.ftruncate(handle, 0)
            os.lseek(handle, 0, os.SEEK_SET)
            os.write(handle, b" %d" % os.getpid())
    return handle


@contextmanager
def hold_lock(path: str, message: str) -> Iterator[None]:
    """Hold a lock file; see `take_lock`."""
    handle = take_lock(path, message)
    try:
        yield
    finally:
        os.close(handle)
