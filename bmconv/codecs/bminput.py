"""BMInput.txt: what a scoring program tells BMPFTP to put into the Bridgemate database.

Five tables, each begun by a line with its name and its number of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from bmconv.bridge.movements import custom_boards
from bmconv.codecs import Format, Options
from bmconv.codecs.bmpftp import (
    BadField,
    Rows,
    first_fields,
    quoted,
    split,
    whole,
    words,
    write_lines,
)
from bmconv.codecs.bmpnums import line_of, seat_of, starting
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Client, Record, Round, Seat, Section, Table
from bmconv.sink import Sink
from bmconv.source import Source


class Layout(NamedTuple):
    """A table of the file: its records, their fields in order, and what an unset number is."""

    kind: type[Record]
    fields: tuple[str, ...]
    unset: Mapping[str, int]


TABLES = {
    "Clients": Layout(Client, ("id", "computer"), {}),
    "Section": Layout(Section, ("id", "letter", "tables", "missing_pair"), {}),
    "Tables": Layout(
        Table,
        (
            *("section", "table", "computer_id", "status", "log_on_off"),
            *("update_from_round", "current_round", "current_board"),
        ),
        {"log_on_off": 2},
    ),
    "RoundData": Layout(
        Round,
        (
            *("section", "table", "round", "ns_pair", "ew_pair", "low_board", "high_board"),
            "custom_boards",
        ),
        {},
    ),
    "PlayerNumbers": Layout(Seat, ("section", "table", "direction", "number"), {}),
}
"""The tables in the order of the file, with the guide's names."""

_NAMES = {name.lower(): name for name in TABLES} | {"playersnumbers": "PlayerNumbers"}
_TEXT = {"computer", "letter", "direction", "number", "custom_boards"}

INFO = Format(
    "BMInput.txt (BMPFTP movement)",
    holds={
        "client": TABLES["Clients"].fields,
        "section": (*TABLES["Section"].fields, "derived"),
        "table": TABLES["Tables"].fields,
        "round": TABLES["RoundData"].fields,
        "seat": (*TABLES["PlayerNumbers"].fields, "round"),
    },
    encoding="cp1252",
)


def probe(head: bytes, name: str) -> int:
    """The header of a table, or rows that stand before one in a file of this name."""
    try:
        fields = first_fields(head)
    except BadField:
        return 0
    if fields[0].lower() in _NAMES:
        return 90
    return 40 if name.lower().endswith("bminput.txt") else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row."""
    rows = Rows(source, options["encoding"], notes)
    header: _Header | None = None
    for line in rows:
        try:
            row = split(line)
            if _is_header(row):
                if header:
                    header.close(rows)
                header = _Header(row, rows)
                continue
            if header is None:
                raise BadField("a row before the header of a table")
            header.count += 1
            if header.layout is None:
                continue
            record = _record(header, row, rows)
        except BadField as bad:
            rows.skip("bad-line", str(bad), "line{s} skipped that cannot be read")
            continue
        rows.read += 1
        yield record
    if header:
        header.close(rows)
    rows.close('tables of BMInput.txt, as "Clients",1')


class _Header:
    """A line that begins a table, and how many rows have followed."""

    def __init__(self, row: list[str], rows: Rows) -> None:
        self.name = _NAMES.get(row[0].lower(), row[0])
        self.layout = TABLES.get(self.name)
        self.place = rows.place()
        self.count = 0
        if self.layout is None:
            known = ", ".join(TABLES)
            what = f"{self.name!r}, expected {known}"
            rows.skip("unknown-table", what, "table{s} skipped that the format does not have")
        else:
            rows.read += 1
        try:
            self.said = whole(row[1], "the number of rows") if len(row) > 1 else None
        except BadField:
            self.said = None  # told when the table ends

    def close(self, rows: Rows) -> None:
        """Compare the rows with the number that was said."""
        if self.layout is not None and self.said != self.count:
            said = "no number of rows" if self.said is None else f"{self.said} rows"
            where = f"{self.place}: {self.name} says {said} and has {self.count}"
            text = "table{s} whose number of rows is not the one it says: is the file whole?"
            rows.notes.error("count-differs", where, text)


def _is_header(row: list[str]) -> bool:
    """A header begins with a name, a row with a number."""
    name = row[0]
    return name.lower() in _NAMES or (name[:1].isalpha() and len(row) <= 2)


def _record(header: _Header, row: list[str], rows: Rows) -> Record:
    """The record of a row."""
    assert header.layout is not None
    kind, fields, _ = header.layout
    needed = len(fields) - (kind is Round)
    if len(row) < needed:
        raise BadField(f"{header.name} has {len(row)} fields, expected {needed}")
    if kind is Round:
        # CustomBoards is everything after the seventh field, in quotes or not.
        row = [*row[:needed], ",".join(part.strip() for part in row[needed:])]
    if len(row) > len(fields):
        text = "line{s} with more fields than their table has: the rest is left out"
        rows.notes.repair("extra-fields", f"{rows.place()}: {row[len(fields)]!r}", text)
    if kind is Seat:
        return seat_of(row, rows)
    values: dict[str, Any] = {
        name: words(text) if name in _TEXT else whole(text, name)
        for name, text in zip(fields, row, strict=False)
    }
    return kind(**values)


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """All five tables, those without rows too."""
    write_lines(_lines(Event(records, notes), notes), sink, options["encoding"], notes)


def _lines(event: Event, notes: Notes) -> Iterator[str]:
    tables_of = dict.fromkeys((s.id for s in event.of(Section)), 0)
    for table in event.of(Table):
        tables_of[table.section] = tables_of.get(table.section, 0) + 1
    for name, (kind, fields, unset) in TABLES.items():
        rows = event.of(kind)
        if kind is Seat:
            seats = list(starting(event.of(Seat), "bminput", notes))
            yield f'"{name}",{len(seats)}'
            yield from (line_of(seat, "", notes) for seat in seats)
            continue
        yield f'"{name}",{len(rows)}'
        for record in rows:
            if isinstance(record, Section) and record.tables is None:
                unset = {"tables": tables_of[record.id]}
            yield _row(record, fields, unset, notes)


def _row(record: Record, fields: tuple[str, ...], unset: Mapping[str, int], notes: Notes) -> str:
    cells = []
    for name in fields:
        value = getattr(record, name)
        if name == "custom_boards":
            cells += [_boards(value, record, notes)] if value else []
        elif name in _TEXT:
            cells.append(quoted(value, record, notes))
        else:
            cells.append(str(unset.get(name, 0) if value is None else value))
    return ",".join(cells)


def _boards(text: str, record: Record, notes: Notes) -> str:
    """A list of boards bare, as in the sample; anything else in quotes."""
    return text if custom_boards(text) else quoted(text, record, notes)
