"""Player lists as CSV, as the control software takes them: firstname;lastname;playernumber.

Separated by semicolons, commas or tabs; quotes and a header, in any order and case, are optional.
"""

import csv
from collections.abc import Iterable, Iterator
from itertools import chain

from bmconv.codecs import Codec, Format, Options, write_option
from bmconv.codecs.shared.characters import CsvLines, TextSink
from bmconv.codecs.shared.code_pages import CENTRAL_EUROPE, code_page
from bmconv.codecs.shared.formulas import guard, without_guard
from bmconv.codecs.shared.player_list import EXTRA, PlayerList, columns_of
from bmconv.errors import BadInput
from bmconv.event import place
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Player, Record

_ORDER = ("first_name", "last_name", "number")
_HEADER = ("firstname", "lastname", "playernumber")

INFO = Format(
    "a player list as CSV",
    holds={"player": (*_ORDER, "name")},
    encoding="utf-8",
    options=(
        write_option(
            "header", "write a header row; convert --to-opt header=no leaves it out", True
        ),
        EXTRA,
    ),
)


def probe(head: bytes, name: str) -> int:
    """A header with known names, or three columns: names, and a number last."""
    for encoding in ("utf-8", "cp1252", CENTRAL_EUROPE):
        row = _first_row(head.decode(encoding, "replace"))
        if columns_of(row):
            return 70
    names = [cell.strip() for cell in row[:2] if cell.strip()]
    named = names and all(any(map(str.isalpha, name)) for name in names)
    return 50 if len(row) == 3 and named and row[2].strip()[-1:].isdigit() else 0


def _first_row(text: str) -> list[str]:
    line = next(filter(str.strip, text.removeprefix("\ufeff").splitlines()), "")
    return next(csv.reader([line], delimiter=_delimiter(line)))


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A player record per row."""
    encoding = options["encoding"] or code_page(source, notes)
    lines = source.text_lines(encoding, ends=True)
    first: list[str] = []
    for line in lines:
        first.append(line)
        if not line.isspace():
            break
    parted = _delimiter(first[-1] if first else "")
    reader = csv.reader(chain(first, lines), delimiter=parted, skipinitialspace=True)
    found: PlayerList | None = None
    try:
        for row in reader:
            where = f"{source.name}:{reader.line_num}"
            cells = [without_guard(cell.strip()) for cell in row]
            if not any(cells):
                continue
            if found is None:
                columns = columns_of(cells)
                found = PlayerList(columns or _ORDER, cells, options["extra"], notes)
                if columns:
                    continue
            if any(cells[len(found.columns) :]):
                text = "line{s} with more fields than columns: the rest left out"
                notes.loss("extra-fields", where, text)
            if len(cells) < 2 and len(found.columns) > 1:
                text = "line{s} with fewer than two fields skipped"
                notes.error("bad-line", f"{where}: {cells[0]!r}", text)
                continue
            yield found.player(cells, where)
    except csv.Error as error:
        where = f"{source.name}:{reader.line_num}"
        raise BadInput(where, str(error), "a list of players") from None


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """First name, last name and number; a name in one piece is written as last name."""
    text = TextSink(sink, options["encoding"] or "utf-8", notes)
    writer = csv.writer(CsvLines(text.write, "\n"), delimiter=";")
    if options["header"]:
        writer.writerow(_HEADER)
    for record in records:
        assert isinstance(record, Player)
        first, last = record.first_name or "", record.last_name or ""
        if not first and not last:
            last = record.name or ""
        elif record.name and record.name != f"{first} {last}".strip():
            told = "left out: differs from first and last name"
            notes.loss("field-lost", place(record), told, what="player.name value{s}")
        writer.writerow(map(guard, (first, last, record.number)))


def _delimiter(line: str) -> str:
    """The one of semicolon, tab and comma that a line has most of."""
    return max(";\t,", key=line.count)


CODEC = Codec(INFO, probe, decode, encode)
