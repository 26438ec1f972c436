"""The files of an archive: walking, names, labels taken from their paths, hashes."""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from bmconv.codecs.columns import BESIDE, TABLES
from bmconv.errors import FileTrouble, UsageError
from bmconv.schema import fields

BLOCK = 1 << 20
_TOKEN = r"\{(\d+|name|stem)\}"
RESERVED = {"year", "nth", "type"}


class Found(NamedTuple):
    """A file: where it is, and its name below the folder that was searched."""

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
        raise UsageError(f"--label {text!r}: expected NAME=TEXT, as club={{1}}")
    rest = re.sub(_TOKEN, "", template)
    if "{" in rest or "}" in rest:
        raise UsageError(f"--label {text!r}: expected {{1}}, {{2}} ..., {{name}} or {{stem}}")
    taken = {field.name for kind in TABLES for field in fields(kind)} | BESIDE | RESERVED
    if column in taken:
        raise UsageError(f"--label {text!r}: {column} is a column already, choose another name")
    return Label(column, template)


def walk(roots: Sequence[str], skip: Sequence[str]) -> Iterator[Found]:
    """All files below some folders, in order; hidden ones and those in `skip` left out."""
    left_out = {os.path.realpath(path) for path in skip}
    for root in roots:
        try:
            next(os.scandir(root), None) if os.path.isdir(root) else os.stat(root)
        except OSError as error:
            raise FileTrouble(f"{root}: {error.strerror}") from None
    for root in sorted(dict.fromkeys(roots)):
        before = f"{os.path.basename(os.path.abspath(root))}/" if len(roots) > 1 else ""
        if not os.path.isdir(root):
            yield Found(root, os.path.basename(root))
            continue
        for path in _below(root, left_out):
            yield Found(path, before + os.path.relpath(path, root).replace(os.sep, "/"))


def _below(folder: str, left_out: set[str]) -> Iterator[str]:
    try:
        with os.scandir(folder) as found:
            entries = sorted(found, key=lambda entry: entry.name)
    except OSError:
        yield folder  # to be rejected as if it were a file
        return
    for entry in entries:
        if entry.name.startswith((".", "~$")) or os.path.realpath(entry.path) in left_out:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _below(entry.path, left_out)
        elif entry.is_file():
            yield entry.path


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
