"""Cards, hands and deals: standard spellings, and what is wrong with a deal."""

import re
from collections.abc import Collection, Iterable, Sequence
from functools import lru_cache

SUITS = "SHDC"
RANKS = "AKQJT98765432"
SEATS = ("north", "east", "south", "west")
DECK = tuple(suit + rank for suit in SUITS for rank in RANKS)
"""All cards, suit and rank with T for the ten, from the spade ace to the club two."""

_WHOLE_SUIT = (1 << len(RANKS)) - 1
_ALL = frozenset(DECK)
_HAND = re.compile(rf"[{RANKS}]*+(?:\.[{RANKS}]*+){{3}}")
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


def is_hand(text: str) -> bool:
    """Whether a text is four suits of ranks, separated by dots."""
    return _HAND.fullmatch(text) is not None


def suits_of(hand: str) -> list[str] | None:
    """The four suits of a hand, spades first; None if the text is not four suits of ranks."""
    return hand.split(".") if is_hand(hand) else None


def spell_hand(text: str) -> str | None:
    """A hand in upper case, such as `AQT94.T53.KQ8.T9`; None if it is not four suits of ranks."""
    text = text.strip().upper()
    return text if suits_of(text) else None


def holds(hand: str, card: str) -> bool:
    """Whether a hand has a card, spelled as by `spell_card`."""
    holdings = suits_of(hand)
    return holdings is not None and card[1:].replace("10", "T") in holdings[SUITS.index(card[0])]


@lru_cache(1)
def _holdings() -> dict[str, int]:
    """All 8192 holdings of a suit with sorted ranks, each with one bit per card."""
    holdings = {"": 0}
    for position, rank in enumerate(reversed(RANKS)):
        holdings |= {rank + lower: bits | 1 << position for lower, bits in holdings.items()}
    return holdings


def is_sorted_deal(hands: Sequence[str]) -> bool:
    """Whether four hands are a complete deal with the ranks of each suit sorted, as most are."""
    if {*map(len, hands)} != {16}:
        return False
    bits = _holdings()
    try:
        north, east, south, west = hands
        s1, h1, d1, c1 = north.split(".")
        s2, h2, d2, c2 = east.split(".")
        s3, h3, d3, c3 = south.split(".")
        s4, h4, d4, c4 = west.split(".")
        # with 52 cards, a card that is repeated or missing changes the sum of its suit
        return (
            bits[s1] + bits[s2] + bits[s3] + bits[s4] == _WHOLE_SUIT
            and bits[h1] + bits[h2] + bits[h3] + bits[h4] == _WHOLE_SUIT
            and bits[d1] + bits[d2] + bits[d3] + bits[d4] == _WHOLE_SUIT
            and bits[c1] + bits[c2] + bits[c3] + bits[c4] == _WHOLE_SUIT
        )
    except (KeyError, ValueError):
        return False


def faults(hands: list[str | None]) -> list[str]:
    """What is wrong with the four hands of a deal; empty for a complete deal."""
    if is_sorted_deal([hand or "" for hand in hands]):
        return []
    wrong = []
    dealt: list[str] = []
    for seat, hand in zip(SEATS, hands, strict=True):
        holdings = suits_of(hand or "")
        if holdings is None:
            text = "missing" if hand is None else repr(hand)
            wrong.append(f"{seat} is {text}: expected four suits of {RANKS} with dots between")
            continue
        cards = [suit + rank for suit, ranks in zip(SUITS, holdings, strict=True) for rank in ranks]
        if len(cards) != 13:
            wrong.append(f"{seat} has {len(cards)} card{'s' * (len(cards) != 1)}: expected 13")
        dealt += cards
    if len(set(dealt)) < len(dealt):
        twice = sorted({card for card in dealt if dealt.count(card) > 1})
        wrong.append(f"dealt twice: {' '.join(twice)}")
    return wrong


def cards_of(hand: str) -> list[str]:
    """The cards of a hand, spelled as in `DECK`; empty for text that is not a hand."""
    holdings = suits_of(hand) or ()
    return [suit + rank for suit, ranks in zip(SUITS, holdings, strict=False) for rank in ranks]


def hand_of(cards: Collection[str]) -> str:
    """The text of a hand, from its cards spelled as in `DECK`."""
    return ".".join("".join([rank for rank in RANKS if suit + rank in cards]) for suit in SUITS)


def is_whole_deal(hands: Iterable[Collection[str]]) -> bool:
    """Whether four hands have 13 cards each and are the complete deck."""
    dealt = list(hands)
    cards = {card for hand in dealt for card in hand}
    return [len(hand) for hand in dealt] == [13] * 4 and cards == _ALL
