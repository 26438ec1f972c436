"""BHG: a line of 52 letters for each board; the first line is empty, so that line n is board n.

A to Z are the first 26 cards of the deck, a to z the others. The 13 cards of the dealer come first,
then those of the other hands, clockwise.
"""

import re
from collections.abc import Iterator, Mapping
from string import ascii_lowercase, ascii_uppercase

from bmconv.bridge.boards import dealer
from bmconv.bridge.cards import DECK
from bmconv.codecs.deals import BadDeal, Dealt, card_sets, require_deck, to_hand
from bmconv.codecs.deals.listed import DealSpelling, ListedDeal, codec
from bmconv.records import Hand

_LETTER = dict(zip(DECK, ascii_uppercase + ascii_lowercase, strict=True))
_CARD = {letter: card for card, letter in _LETTER.items()}


def _cut(data: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(data.split(b"\n")):
        if line.strip():
            yield number, line.strip()


def _read(board: int, line: bytes) -> ListedDeal:
    if not board or not re.fullmatch(rb"[A-Za-z]{52}", line):
        raise BadDeal
    cards = [_CARD[letter] for letter in line.decode()]
    dealt = [set(cards[13 * at : 13 * at + 13]) for at in range(4)]
    return ListedDeal(to_hand(board, require_deck(_rotate(dealt, -_dealer(board)))))


def _write(deals: Mapping[int, ListedDeal]) -> bytes:
    return "".join(
        (_line(deals[board].hand, board) if board in deals else "") + "\r\n"
        for board in range(max(deals) + 1)
    ).encode()


def _line(hand: Hand, board: int) -> str:
    dealt = _rotate(card_sets(hand), _dealer(board))
    return "".join(_LETTER[card] for cards in dealt for card in DECK if card in cards)


def _dealer(board: int) -> int:
    """The dealer of a board: 0 is North, 1 East and so on."""
    return "NESW".index(dealer(board))


def _rotate(dealt: Dealt, seats: int) -> Dealt:
    """The hands in clockwise order, starting this many seats after the first one given."""
    return dealt[seats:] + dealt[:seats]


def probe(head: bytes, name: str) -> int:
    """A line of 52 different letters."""
    line = head.split(maxsplit=1)[:1]
    return 95 if line and len(line[0]) == 52 and line[0].isalpha() and len({*line[0]}) == 52 else 0


CODEC = codec("deals as BHG", probe, DealSpelling("bhg", _cut, _read, _write, 999))
