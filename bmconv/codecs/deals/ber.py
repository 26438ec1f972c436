"""BER: 52 digits per board, one for each card of the deck from the spade ace to the club two.

1 is North, 2 East, 3 South and 4 West. Boards are counted from 1.
"""

import re
from collections.abc import Iterator, Mapping

from bmconv.codecs.deals import BadDeal, card_sets, deal_to, holders, to_hand
from bmconv.codecs.deals.listed import DealSpelling, ListedDeal, codec


def _cut(data: bytes) -> Iterator[tuple[int, bytes]]:
    digits = b"".join(data.split())
    for board, at in enumerate(range(0, len(digits), 52), 1):
        yield board, digits[at : at + 52]


def _read(board: int, digits: bytes) -> ListedDeal:
    if not re.fullmatch(rb"[1-4]{52}", digits):
        raise BadDeal
    return ListedDeal(to_hand(board, deal_to(digit - ord("1") for digit in digits)))


def _write(deals: Mapping[int, ListedDeal]) -> bytes:
    return bytes(
        ord("1") + seat for deal in deals.values() for seat in holders(card_sets(deal.hand))
    )


def probe(head: bytes, name: str) -> int:
    """52 digits from 1 to 4, 13 of each."""
    digits = b"".join(head.split())[:52]
    return 95 if len(digits) == 52 and all(digits.count(d) == 13 for d in b"1234") else 0


CODEC = codec("deals as BER", probe, DealSpelling("ber", _cut, _read, _write))
