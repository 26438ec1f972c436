"""What the three BMPFTP files share: lines as Visual Basic's `Write #` makes them, and seats.

Numbers are bare, strings in double quotes with no escape inside, `#TRUE#`, `#FALSE#`, `#NULL#`,
dates `#yyyy-mm-dd#` and times `#1899-12-30 hh:mm:ss#`; fields are parted by commas.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from bmconv.codecs import Option
from bmconv.codecs.shared.spelling import direction
from bmconv.errors import BadInput
from bmconv.event import place
from bmconv.notes import Notes
from bmconv.records import Record, Seat
from bmconv.source import Source

LINE_LIMIT = 8192
"""No row of these files comes near this; more is not such a file."""

PAD = Option("pad", 'write directions as "N ", with the blank BMPFTP wrote', False, writes=True)

NULL = "#NULL#"
NOBODY = "0"
"""The player number of an empty seat."""
NO_DAY = datetime.date(1899, 12, 30)
"""The day that a time alone has in Access."""

_FIELD = re.compile(r'\s*(?:"(.*?)"|([^,\s]*(?:\s+[^,\s]+)*))\s*,')
_WHOLE = r"[+-]?[0-9]{1,10}"
_MOMENT = re.compile(r"#?(?:(\d{4})-(\d\d)-(\d\d))?[ T]?(?:(\d\d?):(\d\d):(\d\d))?#?", re.ASCII)
_SMALL = {str(n): n for n in range(-1, 1000)}
_FLAGS = {"#TRUE#": True, "TRUE": True, "1": True, "-1": True}
_FLAGS |= {"#FALSE#": False, "FALSE": False, "0": False, "": False, NULL: False}


class BadField(ValueError):
    """A field that does not parse, without which its row means nothing."""


def split(line: str) -> list[str]:
    """The fields of a line, without quotes and the blanks around them."""
    if len(line) > LINE_LIMIT:
        raise BadField(f"a line of {len(line)} characters")
    return [quoted or bare for quoted, bare in _FIELD.findall(line + ",")]


def whole(text: str, name: str) -> int | None:
    """A whole number; None when empty or null."""
    number = _SMALL.get(text)
    if number is not None or text in ("", NULL):
        return number
    if not re.fullmatch(_WHOLE, text) or not -(2**31) <= (number := int(text)) < 2**31:
        raise BadField(f"{name} is {text!r}, expected a whole number")
    return number


def words(text: str) -> str | None:
    """Text; None when empty or null."""
    text = text.strip()
    return None if not text or text == NULL else text


@lru_cache(4096)
def moment(text: str) -> tuple[datetime.date | None, datetime.time | None] | None:
    """The date and the time a field has; None for what is neither."""
    text = text.strip()
    if text in ("", NULL, "##"):
        return None, None
    match = _MOMENT.fullmatch(text)
    if match is None:
        return None
    year, hour = match[1], match[4]
    try:
        date = datetime.date(int(year), int(match[2]), int(match[3])) if year else None
        time = datetime.time(int(hour), int(match[5]), int(match[6])) if hour else None
    except ValueError:
        return None
    return date, time


def flag(text: str) -> bool | None:
    """A yes or no; None for what is neither."""
    known = _FLAGS.get(text)
    return _FLAGS.get(text.strip().upper()) if known is None else known


class Rows:
    """The rows of a file, one by one; a bad one is noted and skipped."""

    def __init__(self, source: Source, encoding: str | None, notes: Notes) -> None:
        self.source = source
        self.encoding = encoding
        self.notes = notes
        self.number = 0
        self.read = 0
        self.first_skipped = ""

    def records(self, record_of: Callable[[str], Record | None]) -> Iterator[Record]:
        """What each line that is not blank holds; None for one that is no row."""
        for line in self.source.text_lines(self.encoding):
            self.number += 1
            if not line or line.isspace():
                continue
            try:
                record = record_of(line)
            except BadField as bad:
                self.skip("bad-line", str(bad), "line{s} skipped that cannot be read")
                continue
            if record is not None:
                self.read += 1
                yield record

    def place(self) -> str:
        """Where the row is."""
        return f"{self.source.name}:{self.number}"

    def skip(self, code: str, what: str, text: str) -> None:
        """Note a row that cannot be read."""
        where = f"{self.place()}: {what}"
        self.first_skipped = self.first_skipped or where
        self.notes.error(code, where, text)

    def close(self, expected: str) -> None:
        """A file of which nothing could be read is not what it was said to be."""
        if not self.read and self.first_skipped:
            raise BadInput(self.first_skipped, "no line could be read", expected)


def quoted(text: str | None, record: Record, notes: Notes) -> str:
    """A string in quotes; what would end it early is replaced."""
    if not text:
        return '""'
    if '"' in text:
        text = text.replace('"', "'")
        notes.loss(
            "quote-replaced", place(record), "text{s} with a double quote written with a single one"
        )
    if "\n" in text or "\r" in text:
        text = re.sub(r"[\r\n]+", " ", text)
        notes.loss(
            "line-end-replaced", place(record), "text{s} with a line end written with a blank"
        )
    return f'"{text}"'


def null_or(number: int | None) -> str:
    """A number, or the null that Visual Basic writes."""
    return NULL if number is None else str(number)


def first_fields(head: bytes) -> list[str]:
    """The fields of a file's first line, as far as they can be told."""
    line = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return split(line.decode("latin-1").strip()[:LINE_LIMIT])


def seat_of(row: list[str], rows: Rows) -> Seat:
    """The seat of section, table, direction and number."""
    seat = Seat(section=whole(row[0], "Section"), table=whole(row[1], "Table"))
    if side := words(row[2]):
        seat.direction = direction(side, rows.place, rows.notes)
    number = words(row[3])
    seat.number = None if number == NOBODY else number
    return seat


def seat_lines(seats: Iterable[Seat], format: str, pad: bool, notes: Notes) -> Iterator[str]:
    """A line per seat before play began; those of later rounds have no place in these files."""
    for seat in seats:
        if seat.round:
            text = f"seat{{s}} of a later round left out: {format} does not hold them"
            notes.loss("later-seat-lost", place(seat), text)
            continue
        side = (seat.direction or "") + (" " if pad else "")
        cells = (side, seat.number or NOBODY)
        numbers = f"{null_or(seat.section)},{null_or(seat.table)}"
        yield ",".join((numbers, *(quoted(cell, seat, notes) for cell in cells)))
