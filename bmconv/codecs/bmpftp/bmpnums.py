"""BMPNums.txt: the player numbers entered at the tables, one line per seat."""

from collections.abc import Iterable, Iterator

from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.bmpftp import lines
from bmconv.codecs.shared.characters import write_lines
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity
from bmconv.records import Record, Seat

INFO = Format(
    "BMPNums.txt (BMPFTP player numbers)",
    holds={"seat": ("section", "table", "direction", "number", "round")},
    scope="bws",
    encoding="cp1252",
    options=(lines.PAD,),
)


def probe(head: bytes, name: str) -> int:
    """Two numbers, a seat and a player number."""
    fields = lines.first_fields(head)
    return 80 if len(fields) == 4 and fields[2].strip().upper() in tuple("NESW") else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A seat record per line."""
    rows = lines.TextRows(source, options.text("encoding"), notes)

    def seat(line: str) -> Seat:
        row = lines.split(line)
        if len(row) != 4:
            raise lines.BadField(f"{quantity(len(row), 'field')}, expected 4")
        return lines.seat_of(row, rows)

    yield from rows.records(seat)
    rows.close("section, table, direction and number a line")


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a line per seat, with who sat there before play began."""
    seats = lines.seat_lines(records, "bmpnums", notes, pad=options.flag("pad"))
    write_lines(seats, sink, options.text("encoding"), notes)


CODEC = Codec(INFO, probe, decode, encode)
