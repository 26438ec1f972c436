"""Take a consistent copy in memory of a file that another process may be writing to."""

import time

from bmconv.errors import EmptyInput, FileTrouble, file_errors

TRIES = 40
"""Maximum number of attempts."""
GAP = 0.005
"""Seconds between two reads that must agree: longer than a writer pauses while writing a row."""
PAUSE = 0.05
"""Seconds to wait before the next attempt if the file was being written."""


def snapshot(path: str) -> bytes:
    """The file's bytes, read until two reads in a row agree.

    Writers change one page at a time, so a single read may mix pages of two moments.
    """
    for _ in range(TRIES):
        before = read(path)
        time.sleep(GAP)
        again = read(path)
        if again == before and again.strip():
            return again
        time.sleep(PAUSE)
    if not before.strip():
        raise EmptyInput(path)
    raise FileTrouble(
        f"{path}: changes all the time, so that no two reads agree; try again later", place=path
    )


def read(path: str) -> bytes:
    """The file's bytes, read once."""
    with file_errors(path), open(path, "rb", buffering=0) as file:
        return file.read() or b""
