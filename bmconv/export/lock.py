"""A lock against a second run; it goes with the process, however that ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

from bmconv.errors import FileTrouble


@contextmanager
def locked(path: str) -> Iterator[None]:
    """Hold a lock file, or say that another run has it."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o644)
    except OSError as error:
        where = os.path.dirname(path) or "."
        raise FileTrouble(f"{where}: cannot write into this folder: {error.strerror}") from None
    try:
        _take(file)
    except OSError:
        os.close(file)
        raise FileTrouble(f"{path}: another export is running into the same place") from None
    try:
        yield
    finally:
        os.close(file)


def _take(file: int) -> None:
    if os.name == "nt":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
