"""BMPNums.txt: the player numbers entered at the tables, a line per seat."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bmconv.codecs import Format, Option, Options
from bmconv.codecs.bmpftp import (
    BadField,
    Rows,
    first_fields,
    null_or,
    quoted,
    split,
    whole,
    words,
    write_lines,
)
from bmconv.codecs.spelling import direction
from bmconv.event import place
from bmconv.notes import Notes
from bmconv.records import Record, Seat
from bmconv.sink import Sink
from bmconv.source import Source

NOBODY = "0"
"""The player number of an empty seat."""

INFO = Format(
    "BMPNums.txt (BMPFTP player numbers)",
    holds={"seat": ("section", "table", "direction", "number", "round")},
    encoding="cp1252",
    options=(
        Option("pad", 'write directions as "N ", with the blank BMPFTP wrote', False, writes=True),
    ),
)


def probe(head: bytes, name: str) -> int:
    """Two numbers, a seat and a player's number."""
    try:
        fields = first_fields(head)
    except BadField:
        return 0
    return 80 if len(fields) == 4 and fields[2].strip().upper() in tuple("NESW") else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A seat record per line."""
    rows = Rows(source, options["encoding"], notes)
    for line in rows:
        try:
            row = split(line)
            if len(row) != 4:
                raise BadField(f"{len(row)} fields, expected 4")
            seat = seat_of(row, rows)
        except BadField as bad:
            rows.skip("bad-line", str(bad), "line{s} skipped that cannot be read")
            continue
        rows.read += 1
        yield seat
    rows.close("section, table, direction and number a line")


def seat_of(row: list[str], rows: Rows) -> Seat:
    """The seat of section, table, direction and number."""
    seat = Seat(section=whole(row[0], "Section"), table=whole(row[1], "Table"))
    if side := words(row[2]):
        seat.direction = direction(side, rows.place, rows.notes)
    number = words(row[3])
    seat.number = None if number == NOBODY else number
    return seat


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A line per seat as it was before play began."""
    pad = " " if options["pad"] else ""
    seats = (r for r in records if isinstance(r, Seat))
    lines = (line_of(s, pad, notes) for s in starting(seats, "bmpnums", notes))
    write_lines(lines, sink, options["encoding"], notes)


def starting(seats: Iterable[Seat], format: str, notes: Notes) -> Iterator[Seat]:
    """The seats before play began; those of later rounds have no place in these files."""
    for seat in seats:
        if seat.round:
            text = f"seat{{s}} of a later round left out: {format} does not hold them"
            notes.loss("later-seat-lost", place(seat), text)
        else:
            yield seat


def line_of(seat: Seat, pad: str, notes: Notes) -> str:
    """Section, table, direction and number, as BMPFTP wrote them."""
    side = (seat.direction or "") + pad
    numbers = f"{null_or(seat.section)},{null_or(seat.table)}"
    return f"{numbers},{quoted(side, seat, notes)},{quoted(seat.number or NOBODY, seat, notes)}"
