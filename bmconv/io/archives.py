"""Files inside archives: zip, tar, gzip and saved mail. `mail.zip#night.bws` names one of them.

Nothing is unpacked under the name it has in the archive: what is read is copied to a temporary file
without a name. Sizes, counts and depth have limits, because an archive may be made to fill a disk.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from tempfile import SpooledTemporaryFile
from threading import Lock
from typing import IO, TYPE_CHECKING, BinaryIO, NamedTuple, cast

from bmconv.errors import BadInput, FileTrouble, file_errors
from bmconv.registry import ARCHIVES

if TYPE_CHECKING:
    from gzip import GzipFile
    from tarfile import TarInfo
    from zipfile import ZipInfo

_BLOCK = 1 << 16
_IN_MEMORY = 1 << 24
_LARGEST = 1 << 28
"""The most bytes that a file in an archive may hold."""
_RATIO = 200
"""How many times larger than its archive a file of more than 16 MB may be."""
_TOTAL_RATIO = 100
"""How many times larger than their archive all files in it together may be, if they have more than
_LARGEST bytes; databases shrink to a twentieth or thirtieth."""
_MEMBERS = 5000
"""The most files in an archive, those of archives within it included."""
_ENTRIES = 4 * _MEMBERS
"""The most entries, folders and archives included: each takes memory and time."""
_DEPTH = 3
_HEADER = 1 << 22
"""The most bytes that zipfile and tarfile may read at once: an index, or the header of a file. The
index of 5,000 members needs a tenth of it."""
_MAIL = 1 << 25
"""The largest mail; usual servers refuse 25 MB."""
_MAIL_WORK = 5_000_000
"""The limit of lines times nested parts: the parser compares each line with every boundary."""
_MAIL_HEADERS = 4 * 10**9
"""The limit of the sum of squared header lengths: the time to parse headers grows with it."""
_TOO_MANY = f"more than {_MEMBERS} files in one archive; unpack it first"

_READING = Lock()
"""The members of an archive share one open file."""


class _Member(NamedTuple):
    """A file in an archive."""

    size: int
    """The most bytes that are read from it."""
    open: Callable[[], BinaryIO]


_Members = dict[str, _Member]
_Named = Iterator[tuple[str, _Member]]


class _ArchiveFile(NamedTuple):
    """An archive on disk; size and time show whether what is cached about it is out of date."""

    path: str
    size: int
    changed: int


class _OverLimit(BadInput):
    """An archive that is refused because its files together are too many or too large."""


def is_archive(path: str) -> bool:
    """Whether a file is an archive, by its name."""
    return _is_packed(path) and not os.path.isdir(path)


def _is_packed(name: str) -> bool:
    return name.lower().endswith(ARCHIVES)


def open_member(path: str) -> tuple[BinaryIO, str] | None:
    """A file in an archive, and its name: `a.zip#night.bws`, or the only file of `a.zip`.

    None if the path is that of a file which is not an archive.
    """
    archive = file_of(path)
    name = path[len(archive) + 1 :].replace(os.sep, "/")  # as archives name their files
    if not is_archive(archive):
        return None
    with _READING:
        file = _archive_file(archive)
        if name and (member := _find(file, (), name)):
            return member.open(), name
        names = _names(file)
        if not name and len(names) == 1 and (member := _find(file, (), names[0])):
            return member.open(), names[0]
    content = f"holds {len(names) or 'no'} file{'s' * (len(names) > 1)}"
    problem = f"does not contain {name!r}" if name else content
    first = f"'{archive}#{names[0]}'" if names else ""
    raise BadInput(archive, problem, f"one of its files, such as {first}" if names else "")


def file_of(path: str) -> str:
    """The file that has to be opened: the archive, if the path names a file in one."""
    at = path.find("#")
    while at >= 0 and not os.path.isfile(path[:at]):
        at = path.find("#", at + 1)
    return path if at < 0 or os.path.exists(path) else path[:at]


def member_names(path: str) -> list[str]:
    """The files in an archive, and those in archives within it as `inner.zip#night.bws`.

    An archive within it that cannot be read is listed itself: opening it raises the reason.
    """
    with _READING:
        return list(_names(_archive_file(path)))


def _archive_file(path: str) -> _ArchiveFile:
    with file_errors(path):
        stat = os.stat(path)
    return _ArchiveFile(path, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=1)  # the members of an archive are usually read one after the other
def _names(file: _ArchiveFile) -> list[str]:
    return list(_walk(file, (), _Limits(file)))


class _Limits:
    """What an archive and all archives within it may still hold."""

    def __init__(self, file: _ArchiveFile) -> None:
        self.path = file.path
        self.members, self.entries = _MEMBERS, _ENTRIES
        self.bytes = self.most = max(_LARGEST, _TOTAL_RATIO * file.size)

    def take(self, members: _Members) -> None:
        """Count members; _OverLimit if there are too many."""
        self.members -= sum(not _is_packed(name) for name in members)
        self.entries -= len(members)
        if self.members < 0 or self.entries < 0:
            raise _OverLimit(self.path, _TOO_MANY)
        self.bytes -= sum(member.size for member in members.values())
        if self.bytes < 0:
            most = f"{self.most >> 20} MB"
            raise _OverLimit(self.path, f"more than {most} of files in it; unpack it first")


def _walk(file: _ArchiveFile, within: tuple[str, ...], limits: _Limits) -> Iterator[str]:
    """The names of the files in an archive, with those of archives in it."""
    members = _members(file, within)
    limits.take(members)
    for name in members:
        try:
            below = list(_walk(file, (*within, name), limits)) if _is_packed(name) else None
        except _OverLimit:
            raise
        except BadInput:
            below = None  # reported when it is opened
        yield from (name,) if below is None else (f"{name}#{inner}" for inner in below)


def _find(file: _ArchiveFile, within: tuple[str, ...], name: str) -> _Member | None:
    """A file in an archive by the name that `member_names` gives it."""
    members = _members(file, within)
    if name in members:
        if _is_packed(name):
            _members(file, (*within, name))  # raises the reason why it cannot be read
        return members[name]
    for at, character in enumerate(name):
        if character == "#" and name[:at] in members and _is_packed(name[:at]):
            return _find(file, (*within, name[:at]), name[at + 1 :])
    return None


@lru_cache(maxsize=_DEPTH)
def _members(file: _ArchiveFile, within: tuple[str, ...]) -> _Members:
    """The files directly in an archive, or in one of the archives in it, by their names.

    Nothing else is kept open: thousands of archives may be in one.
    """
    path = "#".join((file.path, *within))
    name = os.path.basename(within[-1] if within else path)
    if not within:
        with file_errors(path):
            content: BinaryIO = open(path, "rb")
    elif len(within) >= _DEPTH:
        raise BadInput(path, f"archives in archives, more than {_DEPTH} deep; unpack it first")
    else:
        content = _members(file, within[:-1])[within[-1]].open()
    members: _Members = {}
    repeats: dict[str, int] = {}
    with _one_line(path):
        for inner, member in _read(content, name, path):
            members[_unique(inner, members, repeats)] = member
            if len(members) > _MEMBERS:
                raise BadInput(path, _TOO_MANY)
    return members


def _unique(name: str, members: _Members, repeats: dict[str, int]) -> str:
    """A name that no other member has: the second `night.bws` is `2/night.bws`."""
    unique, number = name, repeats.get(name, 1)
    while unique in members:
        number += 1
        unique = f"{number}/{name}"
    repeats[name] = number
    return unique


def _read(file: BinaryIO, name: str, path: str) -> _Named:
    """The files directly in an archive."""
    kind = name.lower()
    if kind.endswith((".gz", ".tgz")):
        import gzip

        file = _unpack(gzip.GzipFile(fileobj=file, mode="rb"), path, name, _size_of(file))
        if not kind.endswith((".tar.gz", ".tgz")):
            size = _size_of(file)
            yield name[: -len(".gz")], _Member(size, partial(_copy_again, file))
            return
    reader = _zip if kind.endswith(".zip") else _mail if kind.endswith(".eml") else _tar
    yield from reader(file, path)


class _CautiousFile:
    """The file of an archive; refuses to read much at once, whatever an index claims to need."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self.file, self.path = file, path
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int = -1) -> bytes:
        """Some bytes."""
        if size > _HEADER:
            raise BadInput(self.path, _TOO_MANY)
        return self.file.read(size if size >= 0 else _HEADER)

    def seekable(self) -> bool:
        return True


def _zip(file: BinaryIO, path: str) -> _Named:
    import zipfile

    archive = zipfile.ZipFile(cast(BinaryIO, _CautiousFile(file, path)))

    def unpack(info: ZipInfo) -> BinaryIO:
        with _one_line(path):
            if info.flag_bits & 1:
                raise BadInput(path, f"{info.filename!r} is encrypted; unpack it first")
            if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                # LZMA reserves as much memory as the file demands
                rare = f"{info.filename!r} is compressed in a rare way; unpack it first"
                raise BadInput(path, rare)
            with archive.open(info) as packed:
                return _unpack(packed, path, info.filename, info.compress_size)

    entries = archive.infolist()
    _refuse_many(len(entries), path)
    for info in entries:
        if not info.is_dir() and not _is_clutter(info.filename):
            size = min(info.file_size, _most(info.compress_size))
            yield info.filename, _Member(size, partial(unpack, info))


def _tar(file: BinaryIO, path: str) -> _Named:
    import tarfile

    archive = tarfile.open(fileobj=cast(BinaryIO, _CautiousFile(file, path)), mode="r:")

    def unpack(info: TarInfo) -> BinaryIO:
        with _one_line(path):
            packed = archive.extractfile(info)
            assert packed is not None  # a regular file
            return _unpack(packed, path, info.name, _packed_size(info))

    for number, info in enumerate(archive, 1):
        _refuse_many(number, path)
        if info.isreg() and not _is_clutter(info.name):
            size = min(info.size, _most(_packed_size(info)))
            yield info.name, _Member(size, partial(unpack, info))


def _packed_size(info: TarInfo) -> int:
    """The bytes that a file takes in a tar archive; a sparse one may take none at all."""
    return 0 if info.issparse() else info.size


def _refuse_many(entries: int, path: str) -> None:
    if entries > _ENTRIES:
        raise BadInput(path, f"more than {_ENTRIES} entries in one archive; unpack it first")


def _mail(file: BinaryIO, path: str) -> _Named:
    from email.feedparser import BytesFeedParser

    if _size_of(file) > _MAIL:
        raise BadInput(path, f"a mail of more than {_MAIL >> 20} MB; save its attachments")
    data = file.read()
    _check_mail(data, path)
    parser = BytesFeedParser()  # of the old policy: the new one takes minutes for long headers
    for at in range(0, len(data), _BLOCK):
        parser.feed(data[at : at + _BLOCK])
    for part in parser.close().walk():
        name = part.get_filename()
        content = part.get_payload(decode=True)
        if name and isinstance(content, bytes):
            yield _decode_words(name), _Member(len(content), partial(io.BytesIO, content))


def _decode_words(name: str) -> str:
    """The name of an attachment, with encoded words such as `=?utf-8?q?n=C3=A4chte.bws?=`."""
    from email.errors import HeaderParseError
    from email.header import decode_header, make_header

    try:
        return str(make_header(decode_header(name)))
    except (HeaderParseError, LookupError, ValueError):
        return name


def _check_mail(data: bytes, path: str) -> None:
    """Refuse a mail that would take long to parse."""
    lines, nests = data.count(b"\n"), data.lower().count(b"multipart")
    if data.count(b"\n--") > 2 * _MEMBERS or lines * nests > _MAIL_WORK:
        raise BadInput(path, "a mail of too many parts; save its attachments")
    headers = re.finditer(rb"(?im)^content-[a-z-]+:[^\n]*(?:\n[ \t][^\n]*)*", data)
    if sum(len(header[0]) ** 2 for header in headers) > _MAIL_HEADERS:
        raise BadInput(path, "a mail with headers that are too long; save its attachments")


def _is_clutter(name: str) -> bool:
    """Whether a member is what systems put beside the files, such as `__MACOSX/`."""
    base_name = name.replace("\\", "/").rpartition("/")[2]
    return name.startswith("__MACOSX/") or base_name.startswith((".", "~$"))


def _size_of(file: BinaryIO) -> int:
    here = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(here)
    return size


def _most(packed_size: int) -> int:
    """The most bytes that are read from a file of this many bytes in an archive."""
    return min(_LARGEST, max(_IN_MEMORY, _RATIO * packed_size))


def _unpack(packed: IO[bytes] | GzipFile, path: str, name: str, packed_size: int) -> BinaryIO:
    """A temporary copy of what a compressed file holds."""
    remaining = _most(packed_size)
    copy = cast(BinaryIO, SpooledTemporaryFile(max_size=_IN_MEMORY))
    while block := packed.read(_BLOCK):
        remaining -= len(block)
        if remaining < 0:
            copy.close()
            raise BadInput(path, f"{name!r} unpacks to far more than it should; not read")
        copy.write(block)
    copy.seek(0)
    return copy


def _copy_again(copy: BinaryIO) -> BinaryIO:
    """A file that can be read more than once, from its start."""
    copy.seek(0)
    return _unpack(copy, "", "", _LARGEST)


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
        reason = error or type(error).__name__
        hint = "rename it if it is another kind of file"
        raise BadInput(path, f"damaged, or not an archive ({reason})", hint=hint) from None
    except OSError as error:
        if isinstance(error, FileTrouble):
            raise
        raise BadInput(path, f"damaged, or not an archive ({error})") from None
