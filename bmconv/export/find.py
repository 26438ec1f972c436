"""The files of an archive: walking, names, labels taken from their paths, hashes."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bmconv.columns import BESIDE, TABLES
from bmconv.errors import FileTrouble, UsageError
from bmconv.schema import fields

BLOCK = 1 << 20
_TOKEN = r"\{(\d+|name|stem)\}"
RESERVED = {"year", "nth", "type", "standing", "size", "changed", "hash", "format", "batch"}
RESERVED |= {"results", "records", "errors", "status", "error", "reader"}
"""Columns of tables and views that are no fields of records."""
OURS = 0x626D6376
"""What stands in the header of a database that export made (SQLite's application_id)."""
DATASET = "_state.sqlite"
"""What makes a folder a dataset."""
DATABASES = (".db", ".sqlite", ".sqlite3")
_BESIDE_DATABASE = r"(\.lock|-journal|-wal|-shm)$"


class Found(NamedTuple):
    """A file: where it is, and its name below the folder of all that is searched."""

    path: str
    name: str


class Label(NamedTuple):
    """A column whose text is made from a file's name."""

    column: str
    template: str

    def text(self, name: str) -> str | None:
        """What it says of a file: {1} is the first folder, {name} and {stem} the file."""
        parts = name.split("/")
        known = {str(at): part for at, part in enumerate(parts[:-1], 1)}
        known |= {"name": parts[-1], "stem": os.path.splitext(parts[-1])[0]}
        return re.sub(_TOKEN, lambda match: known.get(match[1], ""), self.template) or None


def label(text: str) -> Label:
    """A label as it is written: `club={1}`."""
    column, equals, template = text.partition("=")
    if not equals or not re.fullmatch("[a-z][a-z0-9_]*", column):
        raise UsageError(
            f"--label {text!r}: expected NAME=TEXT, as club={{1}}; "
            "a name is of small letters, digits and _, a letter first"
        )
    rest = re.sub(_TOKEN, "", template)
    if "{" in rest or "}" in rest:
        raise UsageError(f"--label {text!r}: expected {{1}}, {{2}} ..., {{name}} or {{stem}}")
    taken = {field.name for kind in TABLES for field in fields(kind)} | BESIDE | RESERVED
    if column in taken:
        raise UsageError(f"--label {text!r}: {column} is a column already, choose another name")
    return Label(column, template)


def shown(path: str) -> str:
    """A path as text, whatever bytes its name is made of."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def places(paths: Sequence[str]) -> list[str]:
    """The folders and files to look through, each once."""
    for path in paths:
        try:
            os.listdir(path) if os.path.isdir(path) else os.stat(path)
        except OSError as error:
            raise FileTrouble(f"{shown(path)}: {error.strerror}") from None
    kept: list[str] = []
    for place in sorted({os.path.abspath(path) for path in paths}):
        if not any(is_below(place, other) for other in kept):
            kept.append(place)
    return kept


def is_below(path: str, folder: str) -> bool:
    """Whether a path is that of a folder, or of something in it."""
    return os.path.join(path, "").startswith(os.path.join(folder, ""))


def base_of(roots: Sequence[str]) -> str:
    """The folder below which files are named: the one that was said, or that holds all of them."""
    try:
        base = os.path.commonpath(roots)
    except ValueError:  # on several drives
        raise UsageError(f"no folder holds all of {', '.join(map(shown, roots))}") from None
    return base if os.path.isdir(base) else os.path.dirname(base)


def name_below(base: str, path: str) -> str:
    """What a file is known by."""
    return os.path.relpath(shown(path), base).replace(os.sep, "/")


def walk(roots: Sequence[str], base: str, skip: Sequence[str]) -> Iterator[Found]:
    """All files below some folders, in order, without hidden ones, datasets and those in `skip`."""
    left_out = {os.path.realpath(path) for path in skip}
    for root in roots:
        for path in _below(root, left_out) if os.path.isdir(root) else (root,):
            yield Found(path, name_below(base, path))


def _below(folder: str, left_out: set[str]) -> Iterator[str]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        yield folder  # to be rejected as if it were a file
        return
    if any(entry.name == DATASET for entry in entries):
        return
    databases = {e.name for e in entries if e.name.endswith(DATABASES) and _is_dataset(e.path)}
    for entry in entries:
        if entry.name.startswith((".", "~$")) or os.path.realpath(entry.path) in left_out:
            continue
        if databases and re.sub(_BESIDE_DATABASE, "", entry.name) in databases:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, left_out)
        elif entry.is_file():
            yield entry.path


def _is_dataset(path: str) -> bool:
    """Whether a file is a database that export made: its header says so."""
    try:
        with open(path, "rb") as file:
            head = file.read(72)
    except OSError:
        return False
    return head.startswith(b"SQLite format 3\0") and head[68:] == OURS.to_bytes(4)


def hash_of(path: str) -> str:
    """What a file's content is known by; "" for one that cannot be read."""
    made = hashlib.blake2b(digest_size=16)
    try:
        with open(path, "rb", buffering=0) as file:
            while block := file.read(BLOCK):
                made.update(block)
    except OSError:
        return ""
    return made.hexdigest()
