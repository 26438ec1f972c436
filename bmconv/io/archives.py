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
"""The most bytes of a temporary copy in memory; a larger one is kept on disk."""
_LARGEST = 1 << 28
"""The most bytes that a file in an archive may hold."""
_RATIO = 200
"""How many times larger than its packed size a file of more than 16 MB may be."""
_TOTAL_RATIO = 100
"""How many times larger than the archive all files in it may be together.

This applies only above _LARGEST bytes. Packing makes databases twenty or thirty times smaller.
"""
_MEMBERS = 5000
"""The most files in an archive, including those of archives within it."""
_ENTRIES = 4 * _MEMBERS
"""The most entries, including folders and archives: each takes memory and time."""
_DEPTH = 3
"""How deep archives can be nested."""
_HEADER = 1 << 22
"""The most bytes that zipfile and tarfile may read at once, for an index or the header of a file.

The index of 5,000 members needs a tenth of that.
"""
_MAIL = 1 << 25
"""The largest mail that is read; most servers refuse mails of 25 MB."""
_MAIL_WORK = 5_000_000
"""The limit of lines times nested parts: the parser compares each line with every boundary."""
_MAIL_HEADERS = 4 * 10**9
"""The limit of the sum of squared header lengths: the time to parse headers grows with it."""
_TOO_MANY = f"more than {_MEMBERS} files in one archive; unpack it first"

_READING = Lock()
"""Held while an archive is read, because its members share one open file."""


class _Member(NamedTuple):
    """A file in an archive."""

    size: int
    """The most bytes that are read from it."""
    open: Callable[[], BinaryIO]


_Members = dict[str, _Member]
"""The files of an archive by name."""
_NamedMembers = Iterator[tuple[str, _Member]]


class _ArchiveFile(NamedTuple):
    """An archive on disk, as the key of caches: with a new size or time it is read again."""

    path: str
    size: int
    changed: int


class _OverLimit(BadInput):
    """The error for an archive whose files are too many, or too large together."""


def is_archive(path: str) -> bool:
    """Whether a path has the ending of an archive and is not a folder."""
    return _is_packed(path) and not os.path.isdir(path)


def _is_packed(name: str) -> bool:
    return name.lower().endswith(ARCHIVES)


def open_member(path: str) -> tuple[BinaryIO, str] | None:
    """A file in an archive, opened, and its name: `a.zip#night.bws`, or the only file of `a.zip`.

    None if the path does not lead to an archive.
    """
    archive = file_of(path)
    name = path[len(archive) + 1 :].replace(os.sep, "/")  # archives separate folders by a slash
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
    """The file on disk that a path leads to: the archive, if it names a file in one."""
    sign = path.find("#")
    while sign >= 0 and not os.path.isfile(path[:sign]):
        sign = path.find("#", sign + 1)
    return path if sign < 0 or os.path.exists(path) else path[:sign]


def member_names(path: str) -> list[str]:
    """The files in an archive, and files in archives within it as `inner.zip#night.bws`.

    An inner archive that cannot be read is listed itself; opening it raises the error.
    """
    with _READING:
        return list(_names(_archive_file(path)))


def _archive_file(path: str) -> _ArchiveFile:
    with file_errors(path):
        stat = os.stat(path)
    return _ArchiveFile(path, stat.st_size, stat.st_mtime_ns)


@lru_cache(maxsize=1)  # one is enough: an archive's members are usually read in a row
def _names(file: _ArchiveFile) -> list[str]:
    return list(_walk(file, (), _Limits(file)))


class _Limits:
    """Counts how many files and bytes an archive and all archives within it may still hold."""

    def __init__(self, file: _ArchiveFile) -> None:
        self.path = file.path
        self.members, self.entries = _MEMBERS, _ENTRIES
        self.bytes = self.most_bytes = max(_LARGEST, _TOTAL_RATIO * file.size)

    def take(self, members: _Members) -> None:
        """Count members; _OverLimit if there are too many or if they are too large."""
        self.members -= sum(not _is_packed(name) for name in members)
        self.entries -= len(members)
        if self.members < 0 or self.entries < 0:
            raise _OverLimit(self.path, _TOO_MANY)
        self.bytes -= sum(member.size for member in members.values())
        if self.bytes < 0:
            most = f"{self.most_bytes >> 20} MB"
            raise _OverLimit(self.path, f"more than {most} of files in it; unpack it first")


def _walk(file: _ArchiveFile, within: tuple[str, ...], limits: _Limits) -> Iterator[str]:
    """The names of the files in an archive, including those of archives in it."""
    members = _members(file, within)
    limits.take(members)
    for name in members:
        try:
            below = list(_walk(file, (*within, name), limits)) if _is_packed(name) else None
        except _OverLimit:
            raise
        except BadInput:
            below = None  # reported when this member is opened
        yield from (name,) if below is None else (f"{name}#{inner}" for inner in below)


def _find(file: _ArchiveFile, within: tuple[str, ...], name: str) -> _Member | None:
    """The file in an archive that has this name in `member_names`."""
    members = _members(file, within)
    if name in members:
        if _is_packed(name):
            _members(file, (*within, name))  # raises the error if the inner archive cannot be read
        return members[name]
    for index, character in enumerate(name):
        inner = name[:index]
        if character == "#" and inner in members and _is_packed(inner):
            return _find(file, (*within, inner), name[index + 1 :])
    return None


@lru_cache(maxsize=_DEPTH)
def _members(file: _ArchiveFile, within: tuple[str, ...]) -> _Members:
    """The files directly in an archive, or in the archive inside it that `within` names, by name.

    The cache keeps few archives open at a time: an archive may contain thousands of others.
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
    with _as_bad_input(path):
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


def _read(file: BinaryIO, name: str, path: str) -> _NamedMembers:
    """The files directly in an archive, by the reader for the ending of its name."""
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
    """The file of an archive, which refuses the huge reads that a malicious index can ask for."""

    def __init__(self, file: BinaryIO, path: str) -> None:
        self.file, self.path = file, path
        self.seek, self.tell = file.seek, file.tell

    def read(self, size: int = -1) -> bytes:
        """Read at most `size` bytes; BadInput if `size` is huge."""
        if size > _HEADER:
            raise BadInput(self.path, _TOO_MANY)
        return self.file.read(size if size >= 0 else _HEADER)

    def seekable(self) -> bool:
        return True


def _zip(file: BinaryIO, path: str) -> _NamedMembers:
    """The files in a zip archive."""
    import zipfile

    archive = zipfile.ZipFile(cast(BinaryIO, _CautiousFile(file, path)))

    def unpack(info: ZipInfo) -> BinaryIO:
        with _as_bad_input(path):
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


def _tar(file: BinaryIO, path: str) -> _NamedMembers:
    """The files in a tar archive that is not compressed."""
    import tarfile

    archive = tarfile.open(fileobj=cast(BinaryIO, _CautiousFile(file, path)), mode="r:")

    def unpack(info: TarInfo) -> BinaryIO:
        with _as_bad_input(path):
            packed = archive.extractfile(info)
            assert packed is not None  # a regular file
            return _unpack(packed, path, info.name, _packed_size(info))

    for number, info in enumerate(archive, 1):
        _refuse_many(number, path)
        if info.isreg() and not _is_clutter(info.name):
            size = min(info.size, _most(_packed_size(info)))
            yield info.name, _Member(size, partial(unpack, info))


def _packed_size(info: TarInfo) -> int:
    """The bytes that a file takes in a tar archive; a sparse file may take none at all."""
    return 0 if info.issparse() else info.size


def _refuse_many(entries: int, path: str) -> None:
    if entries > _ENTRIES:
        raise BadInput(path, f"more than {_ENTRIES} entries in one archive; unpack it first")


def _mail(file: BinaryIO, path: str) -> _NamedMembers:
    """The attachments of a saved mail."""
    from email.feedparser import BytesFeedParser

    if _size_of(file) > _MAIL:
        raise BadInput(path, f"a mail of more than {_MAIL >> 20} MB; save its attachments")
    data = file.read()
    _check_mail(data, path)
    parser = BytesFeedParser()  # with the old policy: the new one takes minutes for long headers
    for start in range(0, len(data), _BLOCK):
        parser.feed(data[start : start + _BLOCK])
    for part in parser.close().walk():
        name = part.get_filename()
        content = part.get_payload(decode=True)
        if name and isinstance(content, bytes):
            yield _decode_words(name), _Member(len(content), partial(io.BytesIO, content))


def _decode_words(name: str) -> str:
    """The name of an attachment, decoded from words such as `=?utf-8?q?n=C3=A4chte.bws?=`."""
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
    """Whether a member is a file that systems add by themselves, such as files in `__MACOSX/`."""
    base_name = name.replace("\\", "/").rpartition("/")[2]
    return name.startswith("__MACOSX/") or base_name.startswith((".", "~$"))


def _size_of(file: BinaryIO) -> int:
    here = file.tell()
    size = file.seek(0, os.SEEK_END)
    file.seek(here)
    return size


def _most(packed_size: int) -> int:
    """The most bytes that are read from a file with this packed size."""
    return min(_LARGEST, max(_IN_MEMORY, _RATIO * packed_size))


def _unpack(packed: IO[bytes] | GzipFile, path: str, name: str, packed_size: int) -> BinaryIO:
    """A temporary copy of an unpacked file."""
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
    """Another copy of a file, so that each reader can start at its beginning."""
    copy.seek(0)
    return _unpack(copy, "", "", _LARGEST)


@contextmanager
def _as_bad_input(path: str) -> Iterator[None]:
    """Turn the errors that libraries raise for a bad archive into BadInput."""
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
