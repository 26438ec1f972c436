"""Rules of `check`: hands and their double-dummy evaluations."""

from __future__ import annotations

from collections.abc import Iterator

from bmconv.bridge.cards import SEATS, faults
from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.checks.findings import ERROR, Checked, Finding, Rule
from bmconv.records import Evaluation, Hand


def deals(c: Checked) -> Iterator[Finding]:
    """A deal has 52 cards, 13 in each hand and suit, with T for the ten."""
    level = c.for_target("bws", "dto")
    for hand in c.event.of(Hand):
        cards: list[str | None] = [getattr(hand, seat) for seat in SEATS]
        if not any(cards):
            continue
        tens = [seat for seat, held in zip(SEATS, cards, strict=True) if "10" in (held or "")]
        if tens:
            text = "hand{s} with 10 for T"
            yield c.find(level, "ten-not-t", hand, text, f"{tens[0]} {getattr(hand, tens[0])}")
        elif wrong := faults(cards):
            text = "deal{s} not of 52 cards, 13 in each hand"
            yield c.find(level, "bad-deal", hand, text, "; ".join(wrong))


def evaluations(c: Checked) -> Iterator[Finding]:
    """Double-dummy tricks are from 0 to 13 (guide, HandEvaluation)."""
    for evaluation in c.event.of(Evaluation):
        for name in TRICK_FIELDS:
            tricks = getattr(evaluation, name)
            if tricks is not None and not 0 <= tricks <= 13:
                text = "evaluation{s} outside 0-13 tricks"
                yield c.find(ERROR, "evaluation-range", evaluation, text, f"{name} {tricks}")
                break


RULES: tuple[Rule, ...] = (deals, evaluations)
