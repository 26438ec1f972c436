"""Player lists as CSV, as the control software takes them: firstname;lastname;playernumber.

Parted by semicolon, comma or tab; quotes and a header, in any order and case, are optional.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import chain

from bmconv.codecs import Format, Option, Options
from bmconv.codecs.characters import TextSink
from bmconv.event import place
from bmconv.notes import Notes
from bmconv.records import Player, Record
from bmconv.sink import Sink
from bmconv.source import Source

ORDER = ("first_name", "last_name", "number")
HEADER = ("firstname", "lastname", "playernumber")

_COLUMNS = {
    "first_name": "firstname first givenname forename vorname voornaam prenom",
    "last_name": "lastname last surname familyname nachname achternaam nom",
    "number": "playernumber number playerno no nr playerid id membernumber memberno membership "
    "membershipnumber",
    "name": "name fullname playername player",
    "country": "country countrycode nationality",
    "club_id": "club clubid clubnumber",
}
_FIELD_OF = {word: field for field, words in _COLUMNS.items() for word in words.split()}

INFO = Format(
    "a player list as CSV",
    holds={"player": (*ORDER, "name")},
    encoding="utf-8",
    options=(Option("header", "write a header row", True, writes=True),),
)


def probe(head: bytes, name: str) -> int:
    """A header with known names, or three columns of which the last is a number."""
    lines = head.decode("utf-8", "replace").removeprefix("\ufeff").lstrip("\r\n").splitlines()
    rows = list(csv.reader(lines[:2], delimiter=_delimiter(lines[:1])))
    if not rows:
        return 0
    if _header(rows[0]):
        return 70
    last = rows[0][-1].strip()
    named = any(cell.strip().isalpha() for cell in rows[0][:2])
    return 50 if len(rows[0]) == 3 and named and last[-1:].isdigit() else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A player record per row."""
    lines = source.text_lines(options["encoding"], ends=True)
    first = _up_to_text(lines)
    reader = csv.reader(
        chain(first, lines), delimiter=_delimiter(first[-1:]), skipinitialspace=True
    )
    columns: list[str | None] | None = None
    seen: set[str] = set()
    try:
        for row in reader:
            where = f"{source.name}:{reader.line_num}"
            if columns is None:
                if not any(map(str.strip, row)):
                    continue
                columns = _header(row)
                if columns:
                    continue
                columns = list(ORDER)
            player = _player(row, columns, where, notes)
            if player is None:
                continue
            if player.number is None:
                notes.repair("no-number", where, "player{s} without a number")
            elif player.number in seen:
                notes.repair(
                    "duplicate-number", f"{where}: {player.number}", "player number{s} given again"
                )
            seen.add(player.number or "")
            yield player
    except csv.Error as error:
        notes.error(
            "bad-line", f"{source.name}:{reader.line_num}: {error}", "line{s} that cannot be read"
        )


def _player(row: list[str], columns: list[str | None], where: str, notes: Notes) -> Player | None:
    """The player of a row; None for a blank one."""
    cells = [cell.strip() for cell in row]
    if not any(cells):
        return None
    if len(cells) > len(columns) and any(cells[len(columns) :]):
        notes.loss(
            "extra-fields", where, "line{s} with more fields than columns: the rest is left out"
        )
    if len(cells) < 2 and len(columns) > 1:
        notes.error(
            "bad-line", f"{where}: {row[0]!r}", "line{s} skipped with fewer than two fields"
        )
        return None
    values: dict[str, str] = {}
    extra: dict[str, str] = {}
    for number, (name, cell) in enumerate(zip(columns, cells, strict=False), 1):
        if cell:
            (values if name else extra)[name or f"column {number}"] = cell
    return Player(**values, extra=extra or None)  # type: ignore[arg-type]


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """First name, last name and number; a name in one piece is written as last name."""
    lines = _Lines(TextSink(sink, options["encoding"] or "utf-8", notes))
    writer = csv.writer(lines, delimiter=";")
    if options["header"]:
        writer.writerow(HEADER)
    for record in records:
        assert isinstance(record, Player)
        first, last = record.first_name or "", record.last_name or ""
        if not first and not last:
            last = record.name or ""
        elif record.name and record.name not in (f"{first} {last}".strip(), last):
            text = "left out: first and last name say something else"
            notes.loss("field-lost", place(record), text, what="player.name value{s}")
        writer.writerow((first, last, record.number or ""))


class _Lines:
    """A text file for the csv module, which quotes a lone carriage return if lines end in CRLF."""

    def __init__(self, text: TextSink) -> None:
        self.text = text

    def write(self, line: str) -> None:
        self.text.write(line[:-2] + "\n")


def _up_to_text(lines: Iterator[str]) -> list[str]:
    """The first line that is not blank, and the blank ones before it."""
    first: list[str] = []
    for line in lines:
        first.append(line)
        if not line.isspace():
            break
    return first


def _delimiter(lines: list[str]) -> str:
    """The one of semicolon, tab and comma that the first line has most of."""
    line = lines[0] if lines else ""
    return max(";\t,", key=line.count)


def _header(row: list[str]) -> list[str | None] | None:
    """The field of each column, if the row is a header: at least two of its names are known."""
    fields = [_FIELD_OF.get("".join(c for c in cell.lower() if c.isalpha())) for cell in row]
    known = [field for field in fields if field]
    if len(known) < min(2, len(row)) or len(set(known)) < len(known):
        return None
    return fields
