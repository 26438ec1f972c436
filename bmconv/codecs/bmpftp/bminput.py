"""BMInput.txt: sections, movement and players that BMPFTP puts into the Bridgemate database.

The file has five tables, each starting with a line that has its name and its number of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.bridge.movements import custom_boards
from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.bmpftp import lines
from bmconv.codecs.shared.characters import write_lines
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity
from bmconv.records import Client, Record, Round, Seat, Section, Table

_TABLES: dict[str, tuple[type[Record], tuple[str, ...]]] = {
    "Clients": (Client, ("id", "computer")),
    "Section": (Section, ("id", "letter", "tables", "missing_pair")),
    "Tables": (
        Table,
        (
            *("section", "table", "computer_id", "status", "log_on_off"),
            *("update_from_round", "current_round", "current_board"),
        ),
    ),
    "RoundData": (
        Round,
        (
            *("section", "table", "round", "ns_pair", "ew_pair", "low_board", "high_board"),
            "custom_boards",
        ),
    ),
    "PlayerNumbers": (Seat, ("section", "table", "direction", "number")),
}
"""The tables in the order of the file, by the guide's names, with their records and fields."""

_NAMES = {name.lower(): name for name in _TABLES} | {"playersnumbers": "PlayerNumbers"}
"""The name of each table by its lower-case form, and by the misspelled form of one."""
_TEXT = {"computer", "letter", "direction", "number", "custom_boards"}
"""The fields that are text; all others are whole numbers."""
_LOGGED_OFF = 2
"""The value of LogOnOff before play."""
_E_W_PAIR = "bmconv to bws --repair-missing-pair takes it as an E-W pair plus the tables"
"""The hint about a missing pair that is in no round."""

INFO = Format(
    "BMInput.txt (BMPFTP movement)",
    holds={
        "client": _TABLES["Clients"][1],
        "section": (*_TABLES["Section"][1], "derived"),
        "table": _TABLES["Tables"][1],
        "round": _TABLES["RoundData"][1],
        "seat": (*_TABLES["PlayerNumbers"][1], "round"),
    },
    scope="bws",
    encoding="cp1252",
)


def probe(head: bytes, name: str) -> int:
    """The header of a table; or, with a lower score, a file named BMInput.txt."""
    if lines.first_fields(head)[0].lower() in _NAMES:
        return 90
    return 40 if name.lower().endswith("bminput.txt") else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row."""
    rows = lines.TextRows(source, options.text("encoding"), notes)
    header: _Header | None = None

    def record(line: str) -> Record | None:
        nonlocal header
        row = lines.split(line)
        # a header starts with a name, a row with a number
        if row[0].lower() in _NAMES or (row[0][:1].isalpha() and len(row) <= 2):
            if header:
                header.close(rows)
            header = _Header(row, rows)
            return None
        if header is None:
            raise lines.BadField("a row before the header of a table")
        header.count += 1
        return _record(header.name, *header.layout, row, rows) if header.layout else None

    missing = _MissingPairs()
    for each in rows.records(record):
        missing.take(each)
        yield each
    if header:
        header.close(rows)
    missing.note(source.name, notes)
    rows.close('tables of BMInput.txt, as "Clients",1')


class _MissingPairs:
    """Finds missing pairs whose number is that of an E-W pair plus the number of tables."""

    def __init__(self) -> None:
        self.sections: list[Section] = []
        self.ns: set[tuple[int | None, int | None]] = set()
        self.ew: set[tuple[int | None, int | None]] = set()

    def take(self, record: Record) -> None:
        """Remember a section, or the pairs of a round."""
        if isinstance(record, Section):
            self.sections.append(record)
        elif isinstance(record, Round):
            self.ns.add((record.section, record.ns_pair))
            self.ew.add((record.section, record.ew_pair))

    def note(self, name: str, notes: Notes) -> None:
        """Note these missing pairs, whose number is in no round."""
        for section in self.sections:
            pair = section.missing_pair or 0
            east_west = (section.id, pair - (section.tables or 0))
            if pair and (section.id, pair) not in self.ns | self.ew and east_west in self.ew:
                text = "missing pair{s} that no round has"
                place = f"{name}: section {section.letter}: {pair}"
                notes.repair("missing-pair", place, text, hint=_E_W_PAIR)


class _Header:
    """The line that starts a table, and the number of rows read since."""

    def __init__(self, row: list[str], rows: lines.TextRows) -> None:
        self.name = _NAMES.get(row[0].lower(), row[0])
        self.layout = _TABLES.get(self.name)
        self.place = rows.place()
        self.count = 0
        if self.layout is None:
            problem = f"{self.name!r}, expected {', '.join(_TABLES)}"
            rows.skip("unknown-table", problem, "unknown table{s} skipped")
        else:
            rows.read += 1
        try:
            self.stated = lines.parse_int(row[1], "the number of rows") if len(row) > 1 else None
        except lines.BadField:
            self.stated = None  # reported when the table ends

    def close(self, rows: lines.TextRows) -> None:
        """Note a number of rows that differs from that in the header."""
        if self.layout is not None and self.stated != self.count:
            stated = "no number of rows" if self.stated is None else f"{self.stated} rows"
            place = f"{self.place}: {self.name}: header gives {stated}, table has {self.count}"
            text = "table{s} with more or fewer rows than the header gives: check for a cut file"
            rows.notes.error("count-differs", place, text)


def _record(
    table: str, kind: type[Record], fields: tuple[str, ...], row: list[str], rows: lines.TextRows
) -> Record:
    """The record of a row; BadField if it has too few fields."""
    needed = len(fields) - (kind is Round)
    if len(row) < needed:
        raise lines.BadField(f"{table} has {quantity(len(row), 'field')}, expected {needed}")
    if kind is Round:
        # CustomBoards is everything after the seventh field, quoted or not.
        row = [*row[:needed], ",".join(part.strip() for part in row[needed:])]
    if len(row) > len(fields):
        text = "line{s} with extra fields left out"
        rows.notes.repair("extra-fields", f"{rows.place()}: {row[len(fields)]!r}", text)
    if kind is Seat:
        return lines.seat_of(row, rows)
    values: dict[str, Any] = {
        name: lines.parse_text(text) if name in _TEXT else lines.parse_int(text, name)
        for name, text in zip(fields, row, strict=False)
    }
    return kind(**values)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write all five tables, including empty ones."""
    write_lines(_lines(Event(records, notes), notes), sink, options.text("encoding"), notes)


def _lines(event: Event, notes: Notes) -> Iterator[str]:
    """The lines of the file."""
    for name, (kind, fields) in _TABLES.items():
        if kind is Seat:
            rows = list(lines.seat_lines(event.of(Seat), "bminput", notes, pad=False))
        else:
            rows = [_row(record, fields, event, notes) for record in event.of(kind)]
        yield f'"{name}",{len(rows)}'
        yield from rows


def _row(record: Record, fields: tuple[str, ...], event: Event, notes: Notes) -> str:
    """The line of a record."""
    cells = []
    for name in fields:
        value = getattr(record, name)
        if name == "custom_boards":
            # a valid list without quotes, as in the sample
            known = value and custom_boards(value)
            cells += [value if known else lines.quote(value, record, notes)] if value else []
        elif name in _TEXT:
            cells.append(lines.quote(value, record, notes))
        elif value is not None:
            cells.append(str(value))
        elif isinstance(record, Section) and name == "tables":  # not stated: count them
            cells.append(str(len(event.by_section(Table).get(record.id or 0, ()))))
        else:
            cells.append(str(_LOGGED_OFF if name == "log_on_off" else 0))
    return ",".join(cells)


CODEC = Codec(INFO, probe, decode, encode)
