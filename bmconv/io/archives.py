"""Files inside archives: zip, tar, gzip and saved mail. `mail.zip#night.bws` names one of them.

Nothing is unpacked under the name it has in the archive: what is read is copied to a temporary file
without a name. Sizes, counts and depth have limits, because an archive may be made to fill a disk.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import IO, TYPE_CHECKING, BinaryIO, cast

from bmconv.errors import BadInput, FileTrouble, file_errors
from bmconv.registry import ARCHIVES

if TYPE_CHECKING:
    from gzip import GzipFile

_BLOCK = 1 << 16
_IN_MEMORY = 1 << 24
_LARGEST = 1 << 28
"""The most that a file in an archive may hold."""
_RATIO = 200
"""How many times larger than its archive a file of more than 16 MB may be."""
_MEMBERS = 5000
_DEPTH = 3
_INDEX = 1 << 22
"""The largest index of a zip file, in bytes; 5,000 members need a tenth of it."""

_READING = Lock()
"""The members of an archive share one open file."""
Members = dict[str, Callable[[], BinaryIO]]


def is_archive(path: str) -> bool:
    """Whether a file is an archive, by its name."""
    return path.lower().endswith(ARCHIVES) and not os.path.isdir(path)


def opened(path: str) -> tuple[BinaryIO, str] | None:
    """A file in an archive, and its name: `a.zip#night.bws`, or the only file of `a.zip`.

    None if the path is that of a file which is not an archive.
    """
    archive = file_of(path)
    name = path[len(archive) + 1 :]
    if not is_archive(archive):
        return None
    with _READING:
        members = _members(archive)
        if not name and len(members) == 1:
            name = next(iter(members))
        if name in members:
            return members[name](), name
    held = f"holds {len(members)} files" if members else "holds no file"
    what = f"has no file {name!r} in it" if name else held
    first = f"{archive}#{next(iter(members), '')}"
    raise BadInput(archive, what, f"one of its files, such as '{first}'" if members else "")


def file_of(path: str) -> str:
    """The file that has to be opened: the archive, if the path names a file in one."""
    at = path.find("#")
    while at >= 0 and not os.path.isfile(path[:at]):
        at = path.find("#", at + 1)
    return path if at < 0 or os.path.exists(path) else path[:at]


def member_names(path: str) -> list[str]:
    """The files in an archive, and those in archives within it as `inner.zip#night.bws`."""
    with _READING:
        return list(_members(path))


def _members(path: str) -> Members:
    with file_errors(path):
        found = os.stat(path)
    return _members_of(path, found.st_size, found.st_mtime_ns)


@lru_cache(maxsize=1)  # the members of an archive are usually read one after the other
def _members_of(path: str, _size: int, _changed: int) -> Members:
    with file_errors(path):
        file = open(path, "rb")
    found: Members = {}
    with _one_line(path):
        for name, opener in _walk(file, os.path.basename(path), path, _DEPTH):
            found[name] = opener
            if len(found) > _MEMBERS:
                raise BadInput(path, f"more than {_MEMBERS} files in one archive; unpack it first")
    return found


def _walk(
    file: BinaryIO, name: str, path: str, depth: int
) -> Iterator[tuple[str, Callable[[], BinaryIO]]]:
    """The files in an archive, with those of archives in it."""
    kind = name.lower()
    if kind.endswith((".gz", ".tgz")):
        import gzip

        file = _copied(gzip.GzipFile(fileobj=file), path, name, _size_of(file))
        if not kind.endswith((".tar.gz", ".tgz")):
            yield os.path.basename(name)[: -len(".gz")], partial(_again, file)
            return
    reader = _zip if kind.endswith(".zip") else _mail if kind.endswith(".eml") else _tar
    for number, (member, opener) in enumerate(reader(file, path)):
        if number >= _MEMBERS:
            raise BadInput(path, f"more than {_MEMBERS} files in one archive; unpack it first")
        if not is_archive(member):
            yield member, opener
        elif depth == 1:
            raise BadInput(path, f"archives in archives, more than {_DEPTH} deep; unpack it first")
        else:
            for below, inner in _walk(opener(), member, f"{path}#{member}", depth - 1):
                yield f"{member}#{below}", inner


def _zip(file: BinaryIO, path: str) -> Iterator[tuple[str, Callable[[], BinaryIO]]]:
    import zipfile

    _check_index(file, path)
    archive = zipfile.ZipFile(file)

    def opener(info: zipfile.ZipInfo) -> BinaryIO:
        with _one_line(path):
            if info.flag_bits & 1:
                raise BadInput(path, f"{info.filename!r} is encrypted; unpack it first")
            with archive.open(info) as packed:
                return _copied(packed, path, info.filename, info.compress_size)

    for info in archive.infolist():
        if not info.is_dir() and not _is_clutter(info.filename):
            yield info.filename, partial(opener, info)


def _check_index(file: BinaryIO, path: str) -> None:
    """Refuse a zip file whose index would fill the memory."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - (1 << 16) - 22))
    tail = file.read()
    end = tail.rfind(b"PK\x05\x06")
    if end >= 0 and int.from_bytes(tail[end + 12 : end + 16], "little") > _INDEX:
        raise BadInput(path, f"more than {_MEMBERS} files in one archive; unpack it first")
    file.seek(0)


def _tar(file: BinaryIO, path: str) -> Iterator[tuple[str, Callable[[], BinaryIO]]]:
    import tarfile

    archive = tarfile.open(fileobj=file, mode="r:")

    def opener(info: tarfile.TarInfo) -> BinaryIO:
        with _one_line(path):
            packed = archive.extractfile(info)
            assert packed is not None  # a regular file
            return _copied(packed, path, info.name, info.size)

    for info in archive:
        if info.isreg() and not _is_clutter(info.name):
            yield info.name, partial(opener, info)


def _mail(file: BinaryIO, path: str) -> Iterator[tuple[str, Callable[[], BinaryIO]]]:
    import io
    from email import message_from_bytes, policy

    if _size_of(file) > _LARGEST // 4:
        raise BadInput(path, f"a mail of more than {_LARGEST // 4 >> 20} MB; save its attachments")
    seen: set[str] = set()
    for part in message_from_bytes(file.read(), policy=policy.default).walk():
        name = part.get_filename()
        content = part.get_payload(decode=True)
        if name and isinstance(content, bytes):
            while name in seen:
                name = f"2/{name}"
            seen.add(name)
            yield name, partial(io.BytesIO, content)


def _is_clutter(name: str) -> bool:
    """Whether a member is what systems put beside the files, such as `__MACOSX/`."""
    own = name.replace("\\", "/").rpartition("/")[2]
    return name.startswith("__MACOSX/") or own.startswith((".", "~$"))


def _size_of(file: BinaryIO) -> int:
    here = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(here)
    return size


def _copied(packed: IO[bytes] | GzipFile, path: str, name: str, packed_size: int) -> BinaryIO:
    """A temporary copy of what a compressed file holds."""
    left = min(_LARGEST, max(_IN_MEMORY, _RATIO * packed_size))
    copy = cast(BinaryIO, SpooledTemporaryFile(max_size=_IN_MEMORY))
    while block := packed.read(_BLOCK):
        left -= len(block)
        if left < 0:
            copy.close()
            raise BadInput(path, f"{name!r} unpacks to far more than it should; not read")
        copy.write(block)
    copy.seek(0)
    return copy


def _again(copy: BinaryIO) -> BinaryIO:
    """A file that can be read more than once, from its start."""
    copy.seek(0)
    return _copied(copy, "", "", _LARGEST)


@contextmanager
def _one_line(path: str) -> Iterator[None]:
    """Turn what the libraries raise for a bad archive into one line."""
    import zlib
    from tarfile import TarError
    from zipfile import BadZipFile

    try:
        yield
    except NotImplementedError as error:
        raise BadInput(path, f"{error}; unpack it first") from None
    except (BadZipFile, TarError, zlib.error, EOFError, ValueError, RecursionError) as error:
        raise BadInput(
            path, f"damaged, or not an archive ({error or type(error).__name__})"
        ) from None
    except OSError as error:
        if isinstance(error, FileTrouble):
            raise
        raise BadInput(path, f"damaged, or not an archive ({error})") from None
