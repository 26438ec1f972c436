"""Formats that list deals one after the other; they differ only in how a deal is spelled.

A format has functions that cut a file into deals, and read and write them. Its codec, with notes
and board numbers, is made here.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.bridge.places import place
from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.deals import HAND, BadDeal, MachineDeals, require_deals
from bmconv.errors import BadInput
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Evaluation, Hand, Record


class ListedDeal(NamedTuple):
    """A deal, and its double-dummy tricks if they are known."""

    hand: Hand
    evaluation: Evaluation | None = None


class DealSpelling(NamedTuple):
    """How a format spells deals."""

    format: str
    cut: Callable[[bytes], Iterable[tuple[int, bytes]]]
    """Cuts a file into deals, each with its board number."""
    read: Callable[[int, bytes], ListedDeal]
    """Reads the deal of a board from its bytes; raises BadDeal if it is not complete."""
    write: Callable[[Mapping[int, ListedDeal]], bytes]
    """Writes a file from deals by board number."""
    highest: int = 0
    """The highest possible board number; 0 if files have none, so that boards count from 1."""
    has_dealer: bool = False
    """Whether a file has dealer and vulnerability; otherwise they follow from the board number."""
    has_tricks: bool = False
    """Whether a file has double-dummy tricks."""


def codec(title: str, probe: Callable[[bytes, str], int], spelling: DealSpelling) -> Codec:
    """The codec of a format with this spelling."""

    def read(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
        return decode(spelling, source, notes)

    def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
        encode(spelling, records, sink, notes)

    holds: dict[str, tuple[str, ...]] = {"hand": HAND}
    if spelling.has_tricks:
        holds["evaluation"] = ("section", "board", *TRICK_FIELDS)
    return Codec(Format(title, holds=holds, binary=True), probe, read, write)


def decode(spelling: DealSpelling, source: Source, notes: Notes) -> Iterator[Record]:
    """The deals of a file; notes a file that would be written differently."""
    data = source.read()
    deals: dict[int, ListedDeal] = {}
    is_complete = True
    for board, deal_bytes in spelling.cut(data):
        try:
            deal = spelling.read(board, deal_bytes)
        except BadDeal:
            is_complete = False
            message = "board{s} skipped: not a complete deal"
            notes.error("bad-deal", f"{source.name}: board {board}", message)
            continue
        if deals.setdefault(board, deal) != deal:
            is_complete = False
            message = "deal{s} skipped: another one of the same board comes first"
            notes.error("board-twice", f"{source.name}: board {board}", message)
    if not deals:
        raise BadInput(source.name, "no complete deal", f"deals in the format {spelling.format}")
    if is_complete and spelling.write(deals) != data:
        message = "file{s} whose blanks, line ends, head or order of cards are written differently"
        notes.repair("unusual-layout", source.name, message)
    for deal in deals.values():
        yield deal.hand
        if deal.evaluation is not None:
            yield deal.evaluation


def encode(spelling: DealSpelling, records: Iterable[Record], sink: Output, notes: Notes) -> None:
    """Write the complete deals in the order of their board numbers."""
    tricks: dict[int, Evaluation] = {}
    hands = MachineDeals(
        _without_tricks(records, tricks, notes),
        spelling.format,
        notes,
        states_dealer=spelling.has_dealer,
    ).boards
    deals: dict[int, ListedDeal] = {}
    for number_read_back, (board, hand) in enumerate(hands.items(), 1):
        if spelling.highest and board > spelling.highest:
            text = f"board{{s}} left out: {spelling.format} has numbers up to {spelling.highest}"
            notes.loss("board-lost", place(hand), text)
            continue
        if not spelling.highest and board != number_read_back:
            text = (
                "board{s} that will be read back with another number: files have no board numbers"
            )
            notes.loss("renumbered", place(hand), text)
        deals[board] = ListedDeal(hand, tricks.pop(board, None))
    for evaluation in tricks.values():
        text = "double-dummy table{s} left out: no complete deal of the board"
        notes.loss("evaluation-lost", place(evaluation), text)
    require_deals(deals, spelling.format)
    sink.write(spelling.write(deals))


def _without_tricks(
    records: Iterable[Record], tricks: dict[int, Evaluation], notes: Notes
) -> Iterator[Record]:
    """The records except evaluations; complete evaluations are put into `tricks`, by board."""
    for record in records:
        if not isinstance(record, Evaluation):
            yield record
        elif not all(_is_number_of_tricks(getattr(record, field)) for field in TRICK_FIELDS):
            text = "double-dummy table{s} left out: not all 20 numbers of tricks are known"
            notes.loss("evaluation-lost", place(record), text)
        else:
            first = tricks.setdefault(record.board or 0, record)
            if any(getattr(first, field) != getattr(record, field) for field in TRICK_FIELDS):
                text = "double-dummy table{s} left out: another one of the same board comes first"
                notes.loss("evaluation-lost", place(record), text)


def _is_number_of_tricks(number: int | None) -> bool:
    return number is not None and 0 <= number <= 13
