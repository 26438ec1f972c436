"""What triggers each note of each format: one module per format, with its name.

A module has a list `NOTES` of files to read, records to write and other things to do. Each comes
with all lines that are printed for it: level, code, count, text and place.
"""

import io
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from bmconv.conversion import decode, encode
from bmconv.errors import BmconvError
from bmconv.io.source import from_bytes
from bmconv.io.stream import encode_lines
from bmconv.notes import Notes
from bmconv.records import Ranking, Record
from tests.helpers.running import quick


class Case(NamedTuple):
    """Something that triggers notes, and the lines that are printed then."""

    note_lines: Callable[[str, Path], list[str]]
    """Makes the notes of a format, given by its name, in an empty folder."""
    expected: tuple[str, ...]


def read(
    data: str | bytes | Callable[[], bytes],
    *expected: str,
    error: type[BmconvError] | tuple[()] = (),
    **options: Any,
) -> Case:
    """Reading a file, which is called `file` in the notes; it may end with an error."""

    def note_lines(format: str, folder: Path) -> list[str]:
        notes = Notes()
        content = data() if callable(data) else data
        content = content.encode() if isinstance(content, str) else content
        with suppress(error):
            list(decode(from_bytes(content, "file"), format, options, notes))
        return notes.lines()

    return Case(note_lines, expected)


def written(records: list[Record], *expected: str, **options: Any) -> Case:
    """Writing records."""

    def note_lines(format: str, folder: Path) -> list[str]:
        notes = Notes()
        encode(records, format, io.BytesIO(), options, notes)
        return notes.lines()

    return Case(note_lines, expected)


def done(action: Callable[[Path], list[str]], *expected: str) -> Case:
    """Anything else: a function that gets an empty folder and returns lines of notes."""
    return Case(lambda format, folder: action(folder), expected)


def command(words: str, *expected: str, records: list[Record] | None = None) -> Case:
    """Running a command in the folder, with records as its input."""

    def note_lines(format: str, folder: Path) -> list[str]:
        stdin = b"".join(encode_lines(records or []))
        paths = [word.replace("FOLDER", str(folder)) for word in words.split()]
        return printed(quick(*paths, stdin=stdin).err)

    return Case(note_lines, expected)


def printed(err: str) -> list[str]:
    """The notes among the lines that a command prints."""
    lines = [line.removeprefix("bmconv: ") for line in err.splitlines()]
    return [line for line in lines if line.startswith(("loss ", "repair ", "error "))]


PENALISED = Ranking(section=1, direction="NS", pair=3, total=16.1, extra={"penalty": 0.4})


def penalty_lost(format: str) -> tuple[str, str]:
    """The lines for a ranking with a penalty in a format of results."""
    return (
        f"loss record-lost: 1 ranking record left out: {format} does not hold it (ranking A NS)",
        f"loss penalty-lost: 1 penalty left out: {format} does not hold it (rank the new file with "
        "--adjust FILE too) (ranking A NS pair 3)",
    )
