"""The play of the cards: who wins a trick, and whose turn it is."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from bmconv.bridge.auction import after
from bmconv.bridge.cards import RANKS, SUITS, SYMBOLS

PlayedCard = tuple[str, str]
"""The seat and its card: suit and rank, with T for the ten and x for any small card."""

SMALL = "x"
"""The rank of a small card that was not recorded exactly."""
_CARD = re.compile(r"([SHDC])(10|[2-9TJQKAX])", re.IGNORECASE)

PLAYED_CARDS = tuple(suit + rank for suit in SUITS for rank in (*RANKS, SMALL))
"""All cards in their standard spelling, and a small one of each suit."""


@lru_cache(256)
def spell_played(text: str) -> str | None:
    """A played card in its standard spelling, `ST`, `DA`, `Hx`; None if it is not a card."""
    match = _CARD.fullmatch(text.translate(SYMBOLS).strip())
    if match is None:
        return None
    rank = match[2].upper()
    return match[1].upper() + {"10": "T", "X": SMALL}.get(rank, rank)


def winner(trick: Sequence[PlayedCard], trump: str) -> str:
    """The seat that wins a trick, whose cards are in the order of play; `x` is the lowest card."""
    led = trick[0][1][0]

    def power(played: PlayedCard) -> tuple[bool, bool, int]:
        suit, rank = played[1][0], played[1][1]
        return suit == trump, suit == led, -(RANKS + SMALL).index(rank)

    return max(trick, key=power)[0]


def in_turn(cards: dict[str, str], leader: str) -> list[PlayedCard]:
    """The cards of a trick in the order of play."""
    turns = [after(leader, step) for step in range(4)]
    return [(seat, cards[seat]) for seat in turns if seat in cards]


def opener(cards: dict[str, str]) -> str | None:
    """The seat that must have led to an incomplete trick; None if it is not clear.

    It is the seat whose predecessor has not played.
    """
    starts = [seat for seat in cards if after(seat, 3) not in cards]
    return starts[0] if len(starts) == 1 else None


def revokes(card: str, led: str, hand: str, gone: Iterable[str]) -> bool:
    """Whether a card is a revoke: the hand has cards of the suit led that are not `gone` yet."""
    suit = led[0]
    if card[0] == suit:
        return False
    cards_of_suit = {suit + rank for rank in hand.split(".")[SUITS.index(suit)]}
    return bool(cards_of_suit - set(gone))
