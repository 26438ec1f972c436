"""The Deal tag: four hands in clockwise order, with spades first."""

import re
from operator import attrgetter

from bmconv.bridge.auction import TURN
from bmconv.bridge.cards import RANKS, SEATS, SUITS, is_sorted_deal
from bmconv.codecs.pbn.values import SEAT_OF, BadPbnValue
from bmconv.notes import quantity
from bmconv.records import Hand

_LETTERED = re.compile(r"S([^.]*)\.H([^.]*)\.D([^.]*)\.C([^.]*)")
_CLOCKWISE = {seat: TURN[turn:] + TURN[:turn] for turn, seat in enumerate(TURN)}
"""The seats in clockwise order, by the first one."""
_ORDER = _CLOCKWISE | {seat.lower(): seats for seat, seats in _CLOCKWISE.items()}
_HANDS = {
    first: attrgetter(*(SEAT_OF[seat] for seat in seats)) for first, seats in _CLOCKWISE.items()
}
"""The getter of a record's four hands in that order."""
_WITHOUT_CARDS = frozenset((None, "..."))


def read_deal(text: str) -> dict[str, str | None]:
    """The hand of each seat with sorted ranks; None for an unknown hand."""
    first, colon, rest = text.partition(":")
    seats = _ORDER.get(first.strip())
    if seats is None or not colon:
        raise BadPbnValue("no seat and colon before the hands")
    hands = rest.split()
    if is_sorted_deal(hands):
        return dict(zip(seats, hands, strict=True))
    if len(hands) != 4:
        raise BadPbnValue(f"{quantity(len(hands), 'hand')}, expected 4")
    dealt = dict(zip(seats, map(_read_hand, hands), strict=True))
    if any((hand or "").strip(".") for hand in dealt.values()):  # an empty hand means unknown
        dealt = {seat: None if hand == "..." else hand for seat, hand in dealt.items()}
    _check_cards(dealt)
    return dealt


def _read_hand(text: str) -> str | None:
    """The sorted hand of a text such as `AK5.Q73..JT98642` or `SAK5.HQ73.D.CJT98642`."""
    if text == "-":
        return None
    lettered = _LETTERED.fullmatch(text := text.upper())
    text = ".".join(lettered.groups()) if lettered else text
    holdings = text.replace("10", "T").split(".")
    if len(holdings) != 4:
        raise BadPbnValue(f"a hand of {quantity(len(holdings), 'suit')}, expected 4")
    wrong = sorted({rank for holding in holdings for rank in holding if rank not in RANKS})
    if wrong:
        raise BadPbnValue(f"{wrong[0]!r} is not a rank")
    return ".".join("".join(sorted(holding, key=RANKS.index)) for holding in holdings)


def _check_cards(dealt: dict[str, str | None]) -> None:
    """Check that no card is dealt twice and that all known hands have the same number of cards."""
    known = {seat: hand for seat, hand in dealt.items() if hand is not None}
    counts = {seat: len(hand) - 3 for seat, hand in known.items()}
    if any(count > 13 for count in counts.values()) or len(set(counts.values())) > 1:
        raise BadPbnValue(
            ", ".join(f"{seat} has {quantity(n, 'card')}" for seat, n in counts.items())
        )
    for index, suit in enumerate(SUITS):
        ranks = "".join(hand.split(".")[index] for hand in known.values())
        if len(set(ranks)) < len(ranks):
            twice = next(rank for rank in ranks if ranks.count(rank) > 1)
            raise BadPbnValue(f"{suit}{twice} is dealt twice")


def has_cards(dealt: dict[str, str | None]) -> bool:
    """Whether at least one hand of a deal has cards."""
    return not _WITHOUT_CARDS.issuperset(dealt.values())


def write_deal(hand: Hand, first: str) -> str:
    """The four hands, starting with the given seat; empty if all are unknown."""
    hands = _HANDS[first](hand)
    if not any(hands):
        return ""
    if not all(hands):
        hands = tuple(text or "-" for text in hands)
    return f"{first}:{' '.join(hands)}"


def is_same_deal(hand: Hand, other: Hand) -> bool:
    """Whether two hands have the same cards, dealer and vulnerability."""
    names = (*SEATS, "dealer", "vulnerable")
    return all(getattr(hand, name) == getattr(other, name) for name in names)
