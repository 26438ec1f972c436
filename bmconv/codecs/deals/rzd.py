"""RZD: 13 bytes per board, one for each rank from the ace to the two, with two bits for each suit.

Spades are the highest bits; 0 is North, 1 East, 2 South and 3 West. The file begins with the number
of boards, as two bytes, and 11 blanks. Boards are counted from 1.
"""

from collections.abc import Iterator, Mapping, Sequence

from bmconv.bridge.cards import RANKS, SUITS
from bmconv.codecs.deals import BadDeal, card_sets, deal_to, holders, to_hand
from bmconv.codecs.deals.listed import DealSpelling, ListedDeal, codec

SIZE = len(RANKS)
"""Number of bytes per board."""
_SHIFTS = (6, 4, 2, 0)
"""The positions of the bits of spades, hearts, diamonds and clubs in a byte."""


def read_seats(data: bytes) -> list[int]:
    """The two bits of each card, in the order of the deck."""
    if len(data) != SIZE:
        raise BadDeal
    return [byte >> shift & 3 for shift in _SHIFTS for byte in data]


def write_seats(seats: Sequence[int]) -> bytes:
    """A byte for each rank, from the bits of each card in the order of the deck."""
    suits = [seats[nth * SIZE : (nth + 1) * SIZE] for nth in range(len(SUITS))]
    return bytes(
        sum(seat << shift for seat, shift in zip(rank, _SHIFTS, strict=True))
        for rank in zip(*suits, strict=True)
    )


def _cut(data: bytes) -> Iterator[tuple[int, bytes]]:
    for board, at in enumerate(range(SIZE, len(data), SIZE), 1):
        yield board, data[at : at + SIZE]


def _read(board: int, data: bytes) -> ListedDeal:
    return ListedDeal(to_hand(board, deal_to(read_seats(data))))


def _write(deals: Mapping[int, ListedDeal]) -> bytes:
    head = len(deals).to_bytes(2, "little") + b" " * 11
    return head + b"".join(write_seats(holders(card_sets(deal.hand))) for deal in deals.values())


def probe(head: bytes, name: str) -> int:
    """A head, and a first board that is a complete deal."""
    try:
        _read(1, head[SIZE : 2 * SIZE])
    except BadDeal:
        return 0
    return 95 if head[2:SIZE] == b" " * 11 else 60


CODEC = codec("deals as RZD", probe, DealSpelling("rzd", _cut, _read, _write))
