"""The files of an archive: walking folders, naming and hashing files, labels from paths."""

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import BinaryIO, NamedTuple

from bmconv.columns import BESIDE, TABLES
from bmconv.errors import BadInput, BmconvError, Flag, UsageError, Wording, file_errors
from bmconv.io.archives import file_of, is_archive, member_names
from bmconv.io.source import open_source
from bmconv.schema import fields

BLOCK = 1 << 20
"""Bytes that are read at once to be hashed."""
_TOKEN = r"\{(\d+|name|stem)\}"
RESERVED = {
    *("year", "nth", "type", "standing", "size", "changed", "hash", "format", "batch", "hands"),
    *("results", "records", "errors", "status", "error", "reader", "labels", "letters", "marks"),
    *("hands_file", "hands_batch", "hands_added", "who", "partner", "partner_name", "nights"),
    *("players", "partners", "average", "best", "last", "dd_tricks", "par_score", "made"),
    *("score_against_par", "ns_names", "ew_names", "declarer_names", "event", "played"),
    *("best_ns", "best_ew", "average_score", "made_contracts", "slams_bid"),
    *("last_entry", "last_id"),
}
"""Columns of tables and views beside the fields of records; no label can have these names."""
APPLICATION_ID = 0x626D6376
"""The number in the header of a database that marks it as made by export."""
ID_OFFSET = 68
"""Where the header of a SQLite file has this number."""
DATASET = "_state.sqlite"
"""The file that marks a folder as a dataset."""
SITE = ".{}.site"
"""The hidden folder with the database of a site, beside the site."""
DATABASES = (".db", ".sqlite", ".sqlite3")
"""Endings of files that may be databases made by export."""
_BESIDE_DATABASE = r"(\.lock|-journal|-wal|-shm)$"
"""Endings of the files that SQLite and export keep beside a database."""


class FoundFile(NamedTuple):
    """A file: its path, and its name relative to the base folder of the archive."""

    path: str
    name: str


class Label(NamedTuple):
    """A column whose text is made from the path of each file."""

    column: str
    template: str
    names: tuple[tuple[str, str], ...] = ()
    """Texts, each with its replacement: for the name of a folder, the name of a club."""

    def text(self, name: str) -> str | None:
        """The text for a file, None if empty.

        In the template {1} is the file's first folder, {name} its name, {stem} its name without
        extension.
        """
        parts = name.split("/")
        known = {str(depth): part for depth, part in enumerate(parts[:-1], 1)}
        known |= {"name": parts[-1], "stem": os.path.splitext(parts[-1])[0]}
        text = re.sub(_TOKEN, lambda match: known.get(match[1], ""), self.template)
        return dict(self.names).get(text, text) or None


def parse_label(text: str) -> Label:
    """Parse a label such as `club={1}`."""
    flag = Flag("label", repr(text))
    column, equals, template = text.partition("=")
    if not equals or not re.fullmatch("[a-z][a-z0-9_]*", column):
        expected = ": expected NAME=TEXT such as club={1}"
        hint = "a name has lower-case letters, digits and _, and starts with a letter"
        raise UsageError(Wording(flag, expected), hint=hint)
    rest = re.sub(_TOKEN, "", template)
    if "{" in rest or "}" in rest:
        raise UsageError(Wording(flag, ": expected {1}, {2} ..., {name} or {stem}"))
    taken = {field.name for kind in TABLES for field in fields(kind)} | BESIDE | RESERVED
    if column in taken:
        taken_by = f": {column} is already a column"
        raise UsageError(Wording(flag, taken_by), hint="choose another name")
    return Label(column, template)


def for_display(path: str) -> str:
    """A path as text to print; bytes that are not UTF-8 are escaped."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def search_roots(paths: Sequence[str]) -> list[str]:
    """The folders and files to search as absolute paths, none of them inside another."""
    for path in paths:
        with file_errors(for_display(path)):
            os.listdir(path) if os.path.isdir(path) else os.stat(path)  # fails if unreadable
    kept: list[str] = []
    for root in sorted({os.path.abspath(path) for path in paths}):
        if not any(is_below(root, other) for other in kept):
            kept.append(root)
    return kept


def is_below(path: str, folder: str) -> bool:
    """Whether a path is a folder or something inside it; case is ignored on Windows."""
    inner, outer = (os.path.normcase(os.path.join(name, "")) for name in (path, folder))
    return inner.startswith(outer)


ALL_DRIVES = ""
"""The base of files on several drives of Windows; their names begin with the drive's letter."""


def base_of(roots: Sequence[str]) -> str:
    """The folder that file names are relative to: the only root, or the one that contains all."""
    try:
        base = os.path.commonpath(roots)
    except ValueError:
        return ALL_DRIVES
    return base if os.path.isdir(base) else os.path.dirname(base)


def base_above(base: str) -> str:
    """The folder above a folder; ALL_DRIVES above the top of a drive."""
    above = os.path.dirname(base)
    return ALL_DRIVES if above == base else above


def name_below(base: str, path: str) -> str:
    """The path of a file relative to the base; a path inside an archive stays as it is."""
    file = file_of(path)
    below = for_display(file)
    if base == ALL_DRIVES:
        drive, rest = os.path.splitdrive(below)
        below = drive.strip(":" + os.sep).upper() + rest
    else:
        below = os.path.relpath(below, base)
    return below.replace(os.sep, "/") + for_display(path[len(file) :])


def walk(roots: Sequence[str], base: str, skip: Sequence[str]) -> Iterator[FoundFile]:
    """All files below some folders in order, except hidden ones, datasets and those in `skip`."""
    skipped = {os.path.realpath(path) for path in skip}
    for root in roots:
        paths = _below(root, skipped) if os.path.isdir(root) else (root,)
        for path in () if _is_dataset(root) else paths:
            for file in _members_of(path):
                yield FoundFile(file, name_below(base, file))


def _members_of(path: str) -> Iterator[str]:
    """The file itself or, for an archive, the files in it; only itself if it cannot be opened."""
    names: list[str] = []
    if is_archive(path):
        with suppress(BmconvError):
            names = member_names(path)
    return (f"{path}#{name}" for name in names) if names else iter((path,))


def _below(folder: str, skipped: set[str]) -> Iterator[str]:
    """The files below a folder, except those that `walk` leaves out."""
    try:
        with os.scandir(folder) as listing:
            entries = sorted(listing, key=lambda entry: entry.name)
    except OSError:
        yield folder  # rejected later, as if it were a file
        return
    if any(entry.name == DATASET for entry in entries):
        return
    databases = {e.name for e in entries if e.name.endswith(DATABASES) and _is_dataset(e.path)}
    names = {entry.name for entry in entries}
    for entry in entries:
        if SITE.format(entry.name) in names:
            continue
        if entry.name.startswith((".", "~$")) or os.path.realpath(entry.path) in skipped:
            continue
        if databases and re.sub(_BESIDE_DATABASE, "", entry.name) in databases:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, skipped)
        elif _may_be_file(entry):
            yield entry.path


def _may_be_file(entry: os.DirEntry[str]) -> bool:
    """Whether an entry of a folder is a file; a broken link counts too, to be rejected later."""
    try:
        return entry.is_file() or (entry.is_symlink() and not os.path.exists(entry.path))
    except OSError:
        return True


def _is_dataset(path: str) -> bool:
    """Whether the header of a file marks it as a database made by export."""
    try:
        with open(path, "rb") as file:
            head = file.read(ID_OFFSET + 4)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[ID_OFFSET:] == APPLICATION_ID.to_bytes(4)


def hash_of(path: str) -> str:
    """A hash of the content of a file; "" if it cannot be read."""
    digest = hashlib.blake2b(digest_size=16)
    try:
        with _content(path, digest) as file:
            while block := file.read(BLOCK):
                digest.update(block)
    except (OSError, BmconvError):
        return ""
    return digest.hexdigest()


def _content(path: str, digest: hashlib.blake2b) -> BinaryIO:
    """The bytes of a file to hash.

    For a file in a broken archive its name is added to `digest`, and the bytes are the archive's.
    """
    if os.path.exists(path):
        return open(path, "rb")
    try:
        return open_source(path).stream
    except BadInput:
        archive = file_of(path)
        digest.update(os.fsencode(path[len(archive) :]))
        return open(archive, "rb")
