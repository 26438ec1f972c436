"""The number of winners of a section: as declared, or inferred from movement and results.

With two winners a pair number may stand for two pairs, one on each side.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct, structs

from bmconv.records import Result, Round

Meeting = tuple[int, int, int]
"""A round (or a board, if the round is unknown), the N-S pair and the E-W pair."""

SLIP = 2
"""How many pairs appear on both sides if one table was entered the wrong way round."""


class Winners(Struct, frozen=True):
    """The number of winners, and how it was found."""

    number: int
    reason: str
    is_guessed: bool = False
    """Whether the other number of winners is possible too."""
    against_movement: bool = False
    """Whether the results show this number of winners, but the movement shows the other."""

    def explanation(self) -> str:
        """The reason for the number, with a remark if the movement shows the other."""
        against = " in the results, though not in the movement" if self.against_movement else ""
        return self.reason + against

    @property
    def by_side(self) -> bool:
        """Whether a pair number means one pair on each side."""
        return self.number == 2 and not self.is_guessed


def winners(
    declared: int | None, rounds: Sequence[Round], results: Iterable[Result] = ()
) -> Winners:
    """The winners of a section: as declared, or inferred from its movement and results.

    If movement and results disagree, the results decide, unless the difference is only a few slips:
    the movement may contain old rounds, but results that were entered were played.
    """
    if declared in (1, 2):
        return Winners(declared, "as the section says")
    if any(r.south or r.west for r in rounds):
        return Winners(1, "an individual")
    results = [r for r in results if r.pair_ns or r.pair_ew]
    planned = [(r.round or 0, r.ns_pair or 0, r.ew_pair or 0) for r in rounds]
    played = [(r.round or r.board or 0, r.pair_ns or 0, r.pair_ew or 0) for r in results]
    if not planned or not played:
        return infer_winners(planned or played)
    by_movement, by_results = infer_winners(planned), infer_winners(played)
    if by_movement.number == by_results.number:
        return by_results if by_movement.is_guessed else by_movement
    many = by_movement.is_guessed and _many_change_sides(played)
    if many or _mostly_elsewhere(results, planned):
        return structs.replace(by_results, against_movement=True)
    if by_movement.is_guessed:
        return Winners(2, "nearly every pair keeps its side", is_guessed=True)
    return by_movement


def _many_change_sides(played: list[Meeting]) -> bool:
    """Whether more numbers appear on both sides than a few slips would explain."""
    ns, ew = {at[1] for at in played}, {at[2] for at in played}
    changing = len((ns & ew) - {0})
    return changing > SLIP and 4 * changing >= len((ns | ew) - {0})


def _mostly_elsewhere(results: list[Result], planned: list[Meeting]) -> bool:
    """Whether most results are of pairs that do not meet in that round of the movement.

    Such results must be of more than one round or board.
    """
    rounds = {(when, frozenset((ns, ew))) for when, ns, ew in planned}
    ever = {pairs for _, pairs in rounds}
    elsewhere = []
    for result in results:
        pairs = frozenset((result.pair_ns or 0, result.pair_ew or 0))
        if (result.round, pairs) not in rounds if result.round else pairs not in ever:
            elsewhere.append(result.round or result.board)
    return 2 * len(elsewhere) > len(results) and len(set(elsewhere)) > 1


def infer_winners(meetings: Iterable[Meeting]) -> Winners:
    """Infer the winners from the pair numbers that appear on both sides.

    A pair cannot sit on both sides in one round, or play a board twice. A number that does so in
    at least a quarter of its rounds (or boards) means two pairs; if less often, that is a slip,
    and the pair changes sides. The majority decides. If every number keeps its side, two winners
    are assumed, though there may be one.
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
        return Winners(2, "every pair keeps its side", is_guessed=True)
    doubled = sum(4 * len(ns[pair] & ew[pair]) >= len(ns[pair] | ew[pair]) for pair in both)
    if 2 * doubled >= len(both):
        return Winners(2, "pair numbers repeat across the directions")
    return Winners(1, "pairs change sides")


def pairs_at(ns: int | None, ew: int | None, *, by_side: bool) -> Iterator[tuple[str, int]]:
    """The pairs at a table with their side, which is empty if a number means only one pair."""
    if ns:
        yield "NS" if by_side else "", ns
    if ew:
        yield "EW" if by_side else "", ew
