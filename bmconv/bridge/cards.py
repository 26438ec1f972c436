"""Cards, hands and lead cards."""

import re
from collections.abc import Collection, Iterable
from functools import lru_cache

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SEATS = ("north", "east", "south", "west")
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""All cards, suit and rank with T for the ten, from the spade ace to the club two."""

_RANKS = frozenset(RANKS)
_ALL = frozenset(DECK)
SYMBOLS = str.maketrans("♠♥♦♣", "SHDC")
_CARD = r"(?i)([SHDC])\s*(10|[2-9TJQKA])|(10|[2-9TJQKA])\s*([SHDC])"
CARDS = {suit + rank.replace("T", "10") for suit in SUITS for rank in RANKS}
"""All cards in the standard spelling, which has `10` for ten."""


@lru_cache(4096)
def spell_card(text: str) -> str | None:
    """A card as suit and rank, with `10` for ten, such as `S10`; None if it is not a card."""
    if text in CARDS:
        return text
    match = re.fullmatch(_CARD, text.translate(SYMBOLS).strip())
    if match is None:
        return None
    suit, rank = (match[1] or match[4]).upper(), (match[2] or match[3]).upper()
    return suit + ("10" if rank == "T" else rank)


def suits_of(hand: str) -> list[str] | None:
    """The four suits of a hand, spades first; None if the text is not four suits of ranks."""
    holdings = hand.split(".")
    return holdings if len(holdings) == 4 and all(map(_RANKS.issuperset, holdings)) else None


def holds(hand: str, card: str) -> bool:
    """Whether a hand has a card, spelled as by `spell_card`."""
    holdings = suits_of(hand)
    return holdings is not None and card[1:].replace("10", "T") in holdings[SUITS.index(card[0])]


def _complete(hands: list[str | None]) -> bool:
    """Whether each hand has 13 cards and each suit its 13 ranks."""
    suits = zip(*[(hand or "").split(".") for hand in hands], strict=False)
    whole = [set("".join(holdings)) == _RANKS for holdings in suits]
    return whole == [True] * 4 and all(hand and len(hand) == 16 for hand in hands)


def faults(hands: list[str | None]) -> list[str]:
    """What is wrong with the four hands of a deal; empty for a complete deal."""
    if _complete(hands):
        return []
    wrong = []
    dealt: list[str] = []
    for seat, hand in zip(SEATS, hands, strict=True):
        holdings = suits_of(hand or "")
        if holdings is None:
            wrong.append(f"{seat} is {hand!r}: expected four suits of {RANKS} with dots between")
            continue
        cards = [suit + rank for suit, ranks in zip(SUITS, holdings, strict=True) for rank in ranks]
        if len(cards) != 13:
            wrong.append(f"{seat} has {len(cards)} cards: expected 13")
        dealt += cards
    if len(set(dealt)) < len(dealt):
        twice = sorted({card for card in dealt if dealt.count(card) > 1})
        wrong.append(f"dealt twice: {' '.join(twice)}")
    return wrong


def cards_of(hand: str) -> list[str]:
    """The cards of a hand as in `DECK`; nothing for text that is not a hand."""
    holdings = suits_of(hand) or ()
    return [suit + rank for suit, ranks in zip(SUITS, holdings, strict=False) for rank in ranks]


def hand_of(cards: Collection[str]) -> str:
    """The text of a hand from its cards as in `DECK`."""
    return ".".join("".join([rank for rank in RANKS if suit + rank in cards]) for suit in SUITS)


def is_whole_deal(hands: Iterable[Collection[str]]) -> bool:
    """Whether four hands of 13 cards each make up the deck."""
    dealt = list(hands)
    cards = {card for hand in dealt for card in hand}
    return [len(hand) for hand in dealt] == [13] * 4 and cards == _ALL
