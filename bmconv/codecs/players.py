"""Player lists as CSV, as the control software takes them: firstname;lastname;playernumber.

Fields are separated by semicolons, commas or tabs. Quotes are optional, and so is a header, which
can have the columns in any order.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bmconv.bridge.places import place
from bmconv.codecs import Codec, Format, Option, Options, write_option
from bmconv.codecs.shared.characters import CsvLines, TextSink, delimiter_of
from bmconv.codecs.shared.code_pages import CENTRAL_EUROPE, code_page
from bmconv.codecs.shared.player_list import EXTRA, PlayerList, columns_of, parse_columns
from bmconv.errors import BadInput, Flag, Wording
from bmconv.event.seating import player_number
from bmconv.io.formulas import guard, without_guard
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Player, Record

_NAMES = ("first_name", "last_name", "name")
_ORDER = ("first_name", "last_name", "number")
_HEADER = ("firstname", "lastname", "playernumber")

INFO = Format(
    "a player list as CSV",
    holds={"player": (*_ORDER, "name", "id")},
    encoding="utf-8",
    options=(
        Option(
            "columns",
            "the columns of a list without a known header, such as last_name,first_name,,number",
            reads=True,
            metavar="NAME,...",
        ),
        write_option("header", "write a header row (default)", True),
        EXTRA,
    ),
)


def probe(head: bytes, name: str) -> int:
    """A header with known names, or rows of three columns: two of names and one of numbers."""
    for encoding in ("utf-8", "cp1252", CENTRAL_EUROPE):
        row = _first_row(head.decode(encoding, "replace"))
        if columns_of(row):
            return 70
    names = [cell.strip() for cell in row[:2] if cell.strip()]
    named = names and all(any(map(str.isalpha, name)) for name in names)
    return 50 if len(row) == 3 and named and row[2].strip()[-1:].isdigit() else 0


def _first_row(text: str) -> list[str]:
    """The cells of the first line that is not blank."""
    line = next(filter(str.strip, text.removeprefix("\ufeff").splitlines()), "")
    return next(csv.reader([line], delimiter=delimiter_of(line)))


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A player record per row."""
    encoding = options.text("encoding") or code_page(source, notes)
    lines = source.text_lines(encoding, ends=True)
    first_lines: list[str] = []  # up to the first that is not blank, which shows the delimiter
    for line in lines:
        first_lines.append(line)
        if not line.isspace():
            break
    delimiter = delimiter_of(first_lines[-1] if first_lines else "")
    reader = csv.reader(chain(first_lines, lines), delimiter=delimiter, skipinitialspace=True)
    columns = parse_columns(options.text("columns"))
    players: PlayerList | None = None
    try:
        for row in reader:
            location = f"{source.name}:{reader.line_num}"
            cells = [without_guard(cell.strip()) for cell in row]
            if not any(cells):
                continue
            if players is None:
                header = _read_header(cells, columns, location)
                chosen = columns or header or _ORDER
                players = PlayerList(chosen, cells, notes, extra=options.flag("extra"))
                if header:
                    continue
            if any(cells[len(players.columns) :]):
                text = "line{s} with more fields than columns: the rest left out"
                notes.loss("extra-fields", location, text)
            if len(cells) < 2 and len(players.columns) > 1:
                text = "line{s} with fewer than two fields skipped"
                notes.error("bad-line", f"{location}: {cells[0]!r}", text)
                continue
            yield players.player(cells, location)
    except csv.Error as error:
        location = f"{source.name}:{reader.line_num}"
        raise BadInput(location, str(error), "a list of players") from None


def _read_header(
    cells: list[str], columns: list[str | None], location: str
) -> Sequence[str | None]:
    """The fields named by a header; empty if the first row is a player.

    A row without digits is a header if there is a word where the number belongs. A header with
    unknown names is refused unless it names number and player, or the user has given the columns.
    """
    known = columns_of(cells)
    if not known:
        order = columns or _ORDER
        index = order.index("number") if "number" in order else len(cells)
        number = "".join(cells[index : index + 1])
        if not number or any(map(str.isdigit, "".join(cells))):
            return ()
        if columns:
            return columns
    elif columns or None not in known or ("number" in known and {*known} & {*_NAMES}):
        return known
    raise BadInput(
        location,
        f"unknown header {' '.join(cells)[:60]!r}",
        "columns such as firstname, lastname and playernumber",
        hint=Wording("name the columns with ", Flag("columns", "first_name,last_name,number")),
    )


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """First name, last name and number; a name in one piece is written as last name."""
    output = TextSink(sink, options.text("encoding") or "utf-8", notes)
    writer = csv.writer(CsvLines(output.write, "\n"), delimiter=";")
    if options.flag("header"):
        writer.writerow(_HEADER)
    for record in records:
        assert isinstance(record, Player)
        first, last = record.first_name or "", record.last_name or ""
        if not first and not last:
            last = record.name or ""
        elif record.name and record.name != f"{first} {last}".strip():
            text = "left out: differs from first and last name"
            notes.loss("field-lost", place(record), text, what="player.name value{s}")
        digits = (record.number or "").lstrip("0") or "0"
        if record.number and record.id is not None and str(record.id) != digits:
            text = "left out: the player has another number"
            notes.loss("field-lost", place(record), text, what="player.id value{s}")
        writer.writerow(map(guard, (first, last, player_number(record))))


CODEC = Codec(INFO, probe, decode, encode)
