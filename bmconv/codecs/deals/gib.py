"""GIB: a line per board with the deal and its double-dummy tricks, as in GIB's library of deals.

The hands of West, North, East and South, each from spades to clubs; then a colon and 20 digits, the
tricks of North and South. Boards are counted from 1.
"""

import re
from collections.abc import Iterator, Mapping

from bmconv.bridge.cards import faults
from bmconv.codecs.deals import BadDeal
from bmconv.codecs.deals.listed import DealSpelling, ListedDeal, codec
from bmconv.records import Evaluation, Hand

_HAND = rb"[AKQJT2-9]*(?:\.[AKQJT2-9]*){3}"
_LINE = re.compile(rb"(%b) (%b) (%b) (%b)(?::([0-9A-D]{20}))?" % ((_HAND,) * 4))
_SUITS = ("notrump", "spades", "hearts", "diamonds", "clubs")
_DECLARERS = ("east", "north", "west", "south")
"""The declarers of the four digits for a strain, which are ordered by leader, South first."""
_FIELDS = tuple(f"{seat}_{suit}" for suit in _SUITS for seat in _DECLARERS)


def _cut(data: bytes) -> Iterator[tuple[int, bytes]]:
    return enumerate((line for line in data.splitlines() if line.strip()), 1)


def _read(board: int, line: bytes) -> ListedDeal:
    """The deal and the tricks on a line."""
    match = _LINE.fullmatch(line.strip().upper())
    if match is None:
        raise BadDeal
    west, north, east, south = (hand.decode() for hand in match.group(1, 2, 3, 4))
    if faults([north, east, south, west]):
        raise BadDeal
    hand = Hand(board=board, north=north, east=east, south=south, west=west)
    if not match[5]:
        return ListedDeal(hand)
    evaluation = Evaluation(board=board)
    for field, digit in zip(_FIELDS, match[5].decode(), strict=True):
        setattr(evaluation, field, _for_other_side(field, int(digit, 16)))
    return ListedDeal(hand, evaluation)


def _write(deals: Mapping[int, ListedDeal]) -> bytes:
    """A line for each deal."""
    lines = []
    for hand, evaluation in deals.values():
        line = f"{hand.west} {hand.north} {hand.east} {hand.south}"
        if evaluation is not None:
            tricks = (_for_other_side(field, getattr(evaluation, field)) for field in _FIELDS)
            line += ":" + "".join(f"{number:X}" for number in tricks)
        lines.append(line + "\n")
    return "".join(lines).encode()


def _for_other_side(field: str, tricks: int) -> int:
    """Declarer's tricks from N-S's tricks, or the reverse: E-W take the rest of the 13 tricks."""
    return tricks if field.startswith(("north", "south")) else 13 - tricks


def probe(head: bytes, name: str) -> int:
    """A line with four hands."""
    return 95 if _LINE.match(head) else 0


CODEC = codec(
    "deals with double-dummy tricks as GIB lines",
    probe,
    DealSpelling("gib", _cut, _read, _write, has_tricks=True),
)
