"""Whether a section has one winner or two, told by who sits where."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct


class Winners(Struct, frozen=True):
    """How many winners there are, and how that is known."""

    number: int
    reason: str
    guessed: bool = False
    """Nothing speaks against the other number."""


def infer_winners(rows: Iterable[tuple[int, int, int]]) -> Winners:
    """From rows of (round or board, N-S pair, E-W pair).

    A number on both sides in most of its rounds stands for two pairs, so there are two winners;
    once or twice it is a slip. A number that changes sides makes one field. Numbers of which each
    keeps its side look like two winners, though one may be meant.
    """
    ns: dict[int, set[int]] = defaultdict(set)
    ew: dict[int, set[int]] = defaultdict(set)
    for when, north_south, east_west in rows:
        if north_south:
            ns[north_south].add(when)
        if east_west:
            ew[east_west].add(when)
    both = ns.keys() & ew.keys()
    if any(2 * len(ns[pair] & ew[pair]) >= len(ns[pair] | ew[pair]) for pair in both):
        return Winners(2, "pair numbers repeat across the directions")
    if both:
        return Winners(1, "pairs change sides")
    return Winners(2, "every pair keeps its side", guessed=True)
