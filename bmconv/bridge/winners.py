"""Whether a section has one winner or two: as it says, else told by who sits where.

With two winners a pair number may stand for two pairs, one on each side.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from bmconv.records import Result, Round

Meeting = tuple[int, int, int]
"""A round (or a board, where rounds are not known), the N-S pair and the E-W pair."""


class Winners(Struct, frozen=True):
    """How many winners there are, and how that is known."""

    number: int
    reason: str
    guessed: bool = False
    """Nothing speaks against the other number."""

    @property
    def by_side(self) -> bool:
        """Whether a number is to be read as one pair on each side."""
        return self.number == 2 and not self.guessed


def winners(said: int | None, rounds: Sequence[Round], results: Iterable[Result] = ()) -> Winners:
    """One or two in a section: as it says, else as its movement looks, else as its results do."""
    if said in (1, 2):
        return Winners(said, "as the section says")
    if any(r.south or r.west for r in rounds):
        return Winners(1, "an individual")
    if rounds:
        return infer_winners((r.round or 0, r.ns_pair or 0, r.ew_pair or 0) for r in rounds)
    played = ((r.round or r.board or 0, r.pair_ns or 0, r.pair_ew or 0) for r in results)
    return infer_winners(played)


def infer_winners(meetings: Iterable[Meeting]) -> Winners:
    """As it looks: by the numbers that are seen on both sides.

    No pair sits on both sides in one round, or plays a board twice. A number that does so in a
    quarter of its rounds (or boards) stands for two pairs; less often it is a slip, and the pair
    one that changes sides. Whichever there are more of decides. Where every number keeps its side
    it looks like two winners, though one may be meant.
    """
    ns: dict[int, set[int]] = defaultdict(set)
    ew: dict[int, set[int]] = defaultdict(set)
    for when, north_south, east_west in meetings:
        if north_south:
            ns[north_south].add(when)
        if east_west:
            ew[east_west].add(when)
    both = ns.keys() & ew.keys()
    if not both:
        return Winners(2, "every pair keeps its side", guessed=True)
    doubled = sum(4 * len(ns[pair] & ew[pair]) >= len(ns[pair] | ew[pair]) for pair in both)
    if 2 * doubled >= len(both):
        return Winners(2, "pair numbers repeat across the directions")
    return Winners(1, "pairs change sides")


def pairs_at(ns: int | None, ew: int | None, by_side: bool) -> Iterator[tuple[str, int]]:
    """The pairs at a table with their side, or with none where a number is one pair anywhere."""
    if ns:
        yield "NS" if by_side else "", ns
    if ew:
        yield "EW" if by_side else "", ew
