"""A copy of a file in memory that is consistent although another process writes to it."""

from __future__ import annotations

import os
import time
from contextlib import suppress

from bmconv.errors import FileTrouble

TRIES = 40
GAP = 0.005
"""Seconds between two readings that must agree: a writer is not held up that long within a row."""
LOCKS = (".ldb", ".laccdb")
"""Endings of the lock file: of Access 97 to 2003, and of later ones."""
PAUSE = 0.05
"""Seconds until a file that was being written is read again."""


def snapshot(path: str) -> bytes:
    """The file's bytes, read until two readings in a row agree.

    Writers change a page at a time, so that a reading in between may hold pages of two moments.
    """
    for _ in range(TRIES):
        before = read(path)
        time.sleep(GAP)
        again = read(path)
        if again == before and again:
            return again
        time.sleep(PAUSE)
    if not before:
        raise FileTrouble(f"{path}: is empty")
    raise FileTrouble(f"{path}: is being written all the time: no two readings agree")


def read(path: str) -> bytes:
    """The file's bytes as they are."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read() or b""
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror}") from None


def is_live(path: str) -> bool:
    """Whether Access has the file open: its lock file lies beside it, in any letter case."""
    folder, name = os.path.split(path)
    stem = os.path.splitext(name)[0].casefold()
    with suppress(OSError):
        names = {found.casefold() for found in os.listdir(folder or ".")}
        return not names.isdisjoint(stem + ending for ending in LOCKS)
    return any(os.path.exists(os.path.splitext(path)[0] + ending) for ending in LOCKS)
