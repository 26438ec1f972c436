"""BRI: 128 bytes per board, with the cards of North, East and South as numbers of two digits.

01 is the spade ace, 02 the spade king, 52 the club two. West has the other cards.
"""

import re

from bmconv.bridge.cards import DECK
from bmconv.codecs.deals import BadDeal, Dealt, fixed, require_deck

CARDS = 78
"""Number of bytes with cards."""
_NUMBER = {card: b"%02d" % number for number, card in enumerate(DECK, 1)}
_CARD = {number: card for card, number in _NUMBER.items()}


def read_cards(data: bytes) -> Dealt:
    """The four hands that 78 digits stand for."""
    try:
        cards = [_CARD[data[at : at + 2]] for at in range(0, CARDS, 2)]
    except KeyError:
        raise BadDeal from None
    north, east, south = set(cards[:13]), set(cards[13:26]), set(cards[26:])
    return require_deck([north, east, south, set(DECK) - set(cards)])


def write_cards(dealt: Dealt) -> bytes:
    """The 78 digits of three hands, in the order of the deck."""
    return b"".join(_NUMBER[card] for hand in dealt[:3] for card in DECK if card in hand)


LAYOUT = fixed.RecordLayout(
    "bri",
    cards=CARDS,
    size=128,
    read=read_cards,
    write=write_cards,
    tail=lambda low, high: b" " * 32 + b"\x00" * 18,
    lines=read_cards,  # old files have a line of 78 digits for each board
)


def probe(head: bytes, name: str) -> int:
    """A deal in 78 digits, then blanks or the end of a line."""
    if not re.match(rb"\d{78}(?:[\x00 ]{50}|\r?\n|\Z)", head):
        return 0
    try:
        read_cards(head)
    except BadDeal:
        return 20 if name.lower().endswith(".bri") else 0
    # Old files of DUP have such lines too; if their name ends in .dup, the probe of DUP gives 85.
    return 80 if name.lower().endswith(".dup") else 90


CODEC = fixed.codec("deals for dealing machines as BRI", probe, LAYOUT)
