"""DGE: 128 bytes per board, with the ranks of each suit after its sign in code page 437.

The hands are in the order North, East, South, West, the suits from spades to clubs.
"""

import re

from bmconv.bridge.cards import RANKS, SUITS
from bmconv.codecs.deals import BadDeal, Dealt, fixed, require_deck

CARDS = 68
"""Number of bytes with cards: 13 ranks and 4 suit signs per hand."""
_SIGNS = dict(zip(SUITS, "\x06\x03\x04\x05", strict=True))
_HAND = re.compile("".join(f"{sign}([{RANKS}]*)" for sign in _SIGNS.values()).encode())


def read_cards(data: bytes) -> Dealt:
    """The four hands that 68 bytes stand for."""
    dealt = []
    for at in range(0, CARDS, 17):
        match = _HAND.fullmatch(data[at : at + 17])
        if match is None:
            raise BadDeal
        holdings = zip(SUITS, match.groups(), strict=True)
        dealt.append({suit + rank for suit, ranks in holdings for rank in ranks.decode()})
    return require_deck(dealt)


def write_cards(dealt: Dealt) -> bytes:
    """The 68 bytes of four hands."""
    text = "".join(
        sign + "".join(rank for rank in RANKS if suit + rank in hand)
        for hand in dealt
        for suit, sign in _SIGNS.items()
    )
    return text.encode()


LAYOUT = fixed.RecordLayout(
    "dge",
    cards=CARDS,
    size=128,
    read=read_cards,
    write=write_cards,
    tail=lambda low, high: b"\x00" * 60,
)


def probe(head: bytes, name: str) -> int:
    """A hand with its four suit signs."""
    return 90 if _HAND.match(head) else 0


CODEC = fixed.codec("deals for dealing machines as DGE", probe, LAYOUT)
