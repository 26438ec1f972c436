"""Code shared by the three BMPFTP files: lines as Visual Basic's `Write #` makes them, and seats.

Numbers are bare, strings in double quotes without escapes, `#TRUE#`, `#FALSE#`, `#NULL#`,
dates `#yyyy-mm-dd#` and times `#1899-12-30 hh:mm:ss#`; fields are separated by commas.
"""

import datetime
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from msgspec.json import Encoder

from bmconv.bridge.places import place
from bmconv.codecs import write_option
from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record, Seat
from bmconv.rules.fields import NOBODY

LINE_LIMIT = 8192
"""The maximum length of a line; rows of these files are much shorter."""

PAD = write_option("pad", 'write directions as "N ", with the blank BMPFTP wrote', False)

NULL = "#NULL#"
NO_DAY = datetime.date(1899, 12, 30)
"""The date that Access gives a time without a date."""

_FIELD = r'\s*(?:"(.*?)"|([^,\s]*(?:\s+[^,\s]+)*))\s*,'
_WHOLE = r"[+-]?[0-9]{1,10}"
_MOMENT = r"(?a)#?(?:(\d{4})-(\d\d)-(\d\d))?[ T]?(?:(\d\d?):(\d\d):(\d\d))?#?"
_DAY_OF_TIMES = f"#{NO_DAY} "
_TWO_DIGITS = [f"{n:02}" for n in range(60)]
_as_json = Encoder().encode


class BadField(ValueError):
    """An invalid field that makes its row unusable."""


def split(line: str) -> list[str]:
    """The fields of a line, without quotes and surrounding blanks."""
    if len(line) > LINE_LIMIT:
        raise BadField(f"a line of {len(line)} characters")
    return [quoted or bare for quoted, bare in re.findall(_FIELD, line + ",")]


def parse_int(text: str, name: str) -> int | None:
    """A whole number; None if empty or null; BadField, with the name of the field, otherwise."""
    number = _number(text)
    if number is None and text not in ("", NULL):
        raise BadField(f"{name} is {text!r}, expected a whole number")
    return number


@lru_cache(4096)
def _number(text: str) -> int | None:
    """A whole number of 32 bits; None for other text."""
    digits = text.removeprefix("-")
    plain = len(digits) < 10 and digits.isascii() and digits.isdecimal()  # faster than the pattern
    if not plain and not re.fullmatch(_WHOLE, text):
        return None
    number = int(text)
    return number if -(2**31) <= number < 2**31 else None


def parse_text(text: str) -> str | None:
    """Text; None if empty or null."""
    text = text.strip()
    return None if not text or text == NULL else text


@lru_cache(4096)
def moment(text: str) -> tuple[datetime.date | None, datetime.time | None] | None:
    """The date and time in a field, each None if absent; a single None for an invalid field."""
    text = text.strip()
    if text in ("", NULL, "##"):
        return None, None
    match = re.fullmatch(_MOMENT, text)
    if match is None:
        return None
    year, hour = match[1], match[4]
    try:
        date = datetime.date(int(year), int(match[2]), int(match[3])) if year else None
        time = datetime.time(int(hour), int(match[5]), int(match[6])) if hour else None
    except ValueError:
        return None
    return date, time


class TextRows:
    """The rows of a file, read one by one; bad rows are noted and skipped."""

    def __init__(self, source: Source, encoding: str | None, notes: Notes) -> None:
        self.source, self.encoding, self.notes = source, encoding, notes
        self.number = self.read = 0
        """The number of the current line, and of the records read so far."""
        self.first_skipped = ""
        """Place and problem of the first line that could not be read."""

    def records(self, record_of: Callable[[str], Record | None]) -> Iterator[Record]:
        """The record of each line; blank lines and those without a record are skipped."""
        for line in self.source.text_lines(self.encoding):
            self.number += 1
            if not line or line.isspace():
                continue
            try:
                record = record_of(line)
            except BadField as bad:
                self.skip("bad-line", str(bad), "unreadable line{s} skipped")
                continue
            if record is not None:
                self.read += 1
                yield record

    def place(self) -> str:
        """File name and line number of the current row."""
        return f"{self.source.name}:{self.number}"

    def skip(self, code: str, problem: str, text: str) -> None:
        """Note a row that cannot be read."""
        place = f"{self.place()}: {problem}"
        self.first_skipped = self.first_skipped or place
        self.notes.error(code, place, text)

    def close(self, expected: str) -> None:
        """Refuse a file if none of its lines could be read."""
        if not self.read and self.first_skipped:
            raise BadInput(self.first_skipped, "no line could be read", expected)


def cells(values: Sequence[int | str | None], record: Record, notes: Notes) -> str:
    """Numbers and strings as fields of a line, separated by commas."""
    try:
        # JSON spells them the same way, except for null and for escaped characters
        joined = _as_json(values).decode()
        if "null" not in joined and "\\" not in joined:
            return joined[1:-1]
    except UnicodeEncodeError:  # a character that only Python's strings can hold
        pass
    return ",".join([quote(v, record, notes) if isinstance(v, str) else null_or(v) for v in values])


def quote(text: str | None, record: Record, notes: Notes) -> str:
    """A string in quotes; quotes and line ends inside it are replaced."""
    if not text:
        return '""'
    if '"' in text:
        message = "text{s} with a double quote written with a single one"
        notes.loss("quote-replaced", place(record), message)
    if "\n" in text or "\r" in text:
        message = "text{s} with a line end written with a blank"
        notes.loss("line-end-replaced", place(record), message)
        text = re.sub(r"[\r\n]+", " ", text)
    return '"' + text.replace('"', "'") + '"'


def null_or(number: int | None) -> str:
    """A number, or null as Visual Basic writes it."""
    return NULL if number is None else str(number)


@lru_cache(4096)
def day(date: datetime.date | None) -> str:
    """A date, or null."""
    return f"#{date}#" if date else NULL


def clock(time: datetime.time | None) -> str:
    """A time to the second, on the day that Access gives to times; or null."""
    if time is None:
        return NULL
    # formatting the time itself takes several times longer
    hour, minute, second = (_TWO_DIGITS[n] for n in (time.hour, time.minute, time.second))
    return f"{_DAY_OF_TIMES}{hour}:{minute}:{second}#"


def first_fields(head: bytes) -> list[str]:
    """The fields in the first line of a file's head."""
    line = head.removeprefix(b"\xef\xbb\xbf").lstrip().split(b"\n", 1)[0]
    return split(line.decode("latin-1").strip()[:LINE_LIMIT])


def seat_of(row: list[str], rows: TextRows) -> Seat:
    """The seat in a row of section, table, direction and player number."""
    seat = Seat(section=parse_int(row[0], "Section"), table=parse_int(row[1], "Table"))
    seat.direction, seat.number = parse_text(row[2]), parse_text(row[3])
    return seat


def seat_lines(seats: Iterable[Record], format: str, notes: Notes, *, pad: bool) -> Iterator[str]:
    """A line per seat, as of before play; seats of later rounds are left out with a note."""
    for seat in seats:
        assert isinstance(seat, Seat)
        if seat.round:
            text = f"seat{{s}} of a later round left out: {format} does not hold {{it|them}}"
            notes.loss("later-seat-lost", place(seat), text)
            continue
        side = (seat.direction or "") + (" " if pad else "")
        yield cells((seat.section, seat.table, side, seat.number or NOBODY), seat, notes)
