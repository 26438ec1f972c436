"""Formats with a record of fixed size for each deal: the cards, then bytes with other data.

Records have no board numbers; they are counted from the first board of the file.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.deals import HAND, BadDeal, Dealt, MachineDeals, card_sets, to_hand
from bmconv.errors import BadInput
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record, Session

_LINE = re.compile(rb"(\d{78})(\r?\n|\Z)")
"""A deal of the oldest files: the digits of three hands, on a line."""
_LINE_ENDS = (b"\r\n", b"\n", b"")
_BLANK = b"\x00 \r\n\x1a"

RawRecord = tuple[bytes, bytes]
"""The cards of a record, and the bytes after them (its tail)."""


class RecordLayout(NamedTuple):
    """The layout of the records of a format."""

    format: str
    cards: int
    """Number of bytes with cards, at the beginning of the record."""
    size: int
    """Number of bytes of the whole record."""
    read: Callable[[bytes], Dealt]
    """Reads the cards; raises BadDeal if they are not a complete deal."""
    write: Callable[[Dealt], bytes]
    """Writes the cards."""
    tail: Callable[[int, int], bytes]
    """The usual bytes after the cards, for a lowest and a highest board."""
    first: Callable[[bytes, int, Source, Notes], int] = lambda tail, count, source, notes: 1
    """The first board, from the tail of the first record and the number of records."""
    fits: Callable[[bytes, int, int], bool] = lambda tail, low, count: True
    """Whether a tail can be kept, given the first board and the number of boards."""
    lines: Callable[[bytes], Dealt] | None = None
    """Reads a line of digits, for formats whose old files have lines."""


def codec(title: str, probe: Callable[[bytes, str], int], layout: RecordLayout) -> Codec:
    """The codec of a format with this layout."""

    def read(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
        return decode(layout, source, notes)

    def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
        encode(layout, records, sink, notes)

    info = Format(title, holds={"session": ("id", "extra"), "hand": HAND}, binary=True)
    return Codec(info, probe, read, write)


def decode(layout: RecordLayout, source: Source, notes: Notes) -> Iterator[Record]:
    """A hand per record; bytes that the writer would not reproduce are kept in `extra`."""
    data = source.read()
    records = _split_lines(data) if layout.lines else []
    read = layout.lines if records and layout.lines else layout.read
    records = records or _split_records(layout, data, source, notes)
    low = layout.first(records[0][1], len(records), source, notes) if records else 1
    hands = []
    for board, (cards, _) in enumerate(records, low):
        place, carried = f"{source.name}: board {board}", None
        try:
            dealt = read(cards)
        except BadDeal:
            notes.error("bad-deal", place, "record{s} skipped: not a complete deal")
            continue
        if cards != layout.write(dealt)[: len(cards)]:
            carried = {layout.format: cards.decode("latin-1")}
            text = "record{s} with cards in an unusual order, or with two parts that differ"
            notes.repair("card-order", place, text)
        hands.append(to_hand(board, dealt, carried))
    if not hands:
        raise BadInput(source.name, "no deal", f"{layout.format} records of {layout.size} bytes")
    tails = [tail for _, tail in records]
    while len(tails) > 1 and tails[-1] == tails[-2]:  # later records repeat the last tail
        tails.pop()
    if tails != [layout.tail(low, low + len(records) - 1)]:
        yield Session(id=1, extra={layout.format: [tail.decode("latin-1") for tail in tails]})
    yield from hands


def _split_lines(data: bytes) -> list[RawRecord]:
    """The records of an old file with a deal per line; empty if it has other lines."""
    lines: list[RawRecord] = _LINE.findall(data)
    return lines if b"".join(map(b"".join, lines)) == data.rstrip(b"\x1a") else []


def _split_records(
    layout: RecordLayout, data: bytes, source: Source, notes: Notes
) -> list[RawRecord]:
    """The complete records of a file; bytes after the last of them are noted."""
    end = len(data) // layout.size * layout.size
    rest = data[end:]
    place = f"{source.name}: byte {end}"
    if rest.strip(_BLANK):
        notes.error("short-record", place, "record{s} skipped: too short")
    elif rest:
        notes.repair("trailing-bytes", place, "run{s} of blank bytes at the end of a file left out")
    records = (data[start : start + layout.size] for start in range(0, end, layout.size))
    return [(record[: layout.cards], record[layout.cards :]) for record in records]


def encode(layout: RecordLayout, records: Iterable[Record], sink: Output, notes: Notes) -> None:
    """Write a record per board, in the order of their numbers."""
    deals = MachineDeals(records, layout.format, notes)
    numbers = list(deals.boards)
    states_range = layout.tail(1, 2) != layout.tail(2, 3)
    low = numbers[0] if states_range else 1
    high = low + len(numbers) - 1
    if high > 999 and low != 1:  # the tail has room for three digits
        low, high = 1, len(numbers)
    elif low != 1:
        text = (
            "set{s} that {does|do} not start at board 1: some programs read the highest board as "
            "the number of boards"
        )
        notes.loss("first-board", f"hand board {low}", text)
    tails = _tails(layout, deals, low)
    for index, (board, hand) in enumerate(deals.boards.items()):
        if board != low + index:
            text = (
                "board{s} that will be read back with another number: files have no board numbers"
            )
            notes.loss("renumbered", f"hand board {board}", text)
        tail = tails[min(index, len(tails) - 1)] if tails else layout.tail(low, high)
        dealt, read = card_sets(hand), layout.read
        cards = layout.write(dealt)
        if layout.lines and tail in _LINE_ENDS:
            cards, read = cards[:78], layout.lines
        kept = _bytes(deals.kept_extra(hand))
        with suppress(BadDeal):  # keep the bytes that were read, if they are still the cards dealt
            cards = kept if len(kept) == len(cards) and read(kept) == dealt else cards
        sink.write(cards + tail)


def _tails(layout: RecordLayout, deals: MachineDeals, low: int) -> list[bytes]:
    """The tails kept in `extra`, if they still fit the boards."""
    carried = deals.kept_extra(deals.session)
    if carried is None:
        return []
    tails = [_bytes(text) for text in carried] if isinstance(carried, list) else []
    if tails and layout.lines and all(tail in _LINE_ENDS for tail in tails):
        return tails
    usual = all(len(tail) == layout.size - layout.cards for tail in tails)
    if tails and usual and layout.fits(tails[0], low, len(deals.boards)):
        return tails
    text = "value{s} left out: bytes of the original file do not fit these boards"
    deals.notes.loss("tail-lost", "session", text)
    return []


def _bytes(text: object) -> bytes:
    """Bytes that were kept as text; empty for other values."""
    try:
        return text.encode("latin-1") if isinstance(text, str) else b""
    except UnicodeEncodeError:
        return b""
