"""CDS: 14 bytes per board, a byte with its number and 13 bytes with the cards as in RZD.

1 is North, 2 East, 3 South and 0 West.
"""

from collections.abc import Iterator, Mapping

from bmconv.codecs.deals import BadDeal, card_sets, deal_to, holders, rzd, to_hand
from bmconv.codecs.deals.listed import DealSpelling, ListedDeal, codec

_SIZE = 1 + rzd.SIZE


def _cut(data: bytes) -> Iterator[tuple[int, bytes]]:
    for at in range(0, len(data), _SIZE):
        yield data[at], data[at + 1 : at + _SIZE]


def _read(board: int, data: bytes) -> ListedDeal:
    if not board:
        raise BadDeal
    return ListedDeal(to_hand(board, deal_to((seat - 1) % 4 for seat in rzd.read_seats(data))))


def _write(deals: Mapping[int, ListedDeal]) -> bytes:
    return b"".join(
        bytes([board]) + rzd.write_seats([(seat + 1) % 4 for seat in holders(card_sets(deal.hand))])
        for board, deal in deals.items()
    )


def probe(head: bytes, name: str) -> int:
    """A board number and a complete deal."""
    try:
        _read(head[0] if head else 0, head[1:_SIZE])
    except BadDeal:
        return 0
    return 95


CODEC = codec("deals as CDS", probe, DealSpelling("cds", _cut, _read, _write, 255))
