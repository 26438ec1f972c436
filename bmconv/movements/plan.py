"""A movement as played, with arrow switches and rovers; checks that it is sound and balanced."""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from bmconv.bridge.winners import infer_winners, pairs_at
from bmconv.records import Movement, MovementRound, Record, Round, Seat, Section, Table


class Sitting(NamedTuple):
    """Two pairs at a table with a board set; 0 means no pair or no boards.

    In an individual the numbers are players: North, East, South and West.
    """

    round: int
    table: int
    ns: int
    ew: int
    board_set: int
    switched: bool = False
    south: int = 0
    west: int = 0

    def contestants(self, *, by_side: bool) -> list[tuple[str, int]]:
        """The pairs with their side if numbers repeat, or the players of an individual."""
        players = [("", player) for player in (self.south, self.west) if player]
        return [*pairs_at(self.ns, self.ew, by_side=by_side), *players]


Rounds = dict[tuple[str | None, int | None], list[MovementRound]]
"""The rounds of each movement, by library and number."""


def rounds_by_movement(rounds: Iterable[MovementRound]) -> Rounds:
    """Group rounds by their movement."""
    by_movement: Rounds = defaultdict(list)
    for round in rounds:
        by_movement[round.library, round.movement].append(round)
    return by_movement


def sittings(rounds: Iterable[MovementRound]) -> list[Sitting]:
    """Who sits where, by round and table; an arrow switch exchanges the two pairs."""
    return sorted(
        Sitting(
            seat.round or 0,
            seat.table or 0,
            (seat.ew if seat.arrow_switch else seat.ns) or 0,
            (seat.ns if seat.arrow_switch else seat.ew) or 0,
            seat.board_set or 0,
            seat.arrow_switch,
            (seat.west if seat.arrow_switch else seat.south) or 0,
            (seat.south if seat.arrow_switch else seat.west) or 0,
        )
        for seat in rounds
    )


def is_by_side(movement: Movement, plan: list[Sitting]) -> bool:
    """Whether a number stands for two pairs, one on each side, so that there are two winners."""
    inferred = infer_winners((at.round, at.ns, at.ew) for at in plan)
    return movement.winners != 1 and inferred.by_side


def pairs_of(plan: list[Sitting], *, by_side: bool) -> set[tuple[str, int]]:
    """All pairs, with their side if numbers repeat."""
    return {who for at in plan for who in at.contestants(by_side=by_side)}


def faults(
    plan: list[Sitting], *, by_side: bool, boards: Mapping[int, tuple[int, ...]] | None = None
) -> list[str]:
    """Why a movement cannot be played: a pair sits twice in a round, or plays a board set twice.

    With `boards`, the boards of each set, single boards are compared, because sets can overlap.
    """
    unit = "board" if boards else "board set"
    in_round: Counter[tuple[int, tuple[str, int]]] = Counter()
    on_set: dict[tuple[tuple[str, int], int], list[int]] = defaultdict(list)
    for at in plan:
        for who in at.contestants(by_side=by_side):
            in_round[at.round, who] += 1
            for number in (boards or {}).get(at.board_set, (at.board_set,)):
                if number:
                    on_set[who, number].append(at.round)
    twice_in_round = [
        f"round {round}: pair {_name(who)} sits at {times} places"
        for (round, who), times in sorted(in_round.items())
        if times > 1
    ]
    return twice_in_round + [
        f"pair {_name(who)} plays {unit} {number} in rounds {', '.join(map(str, rounds))}"
        for (who, number), rounds in sorted(on_set.items())
        if len(rounds) > 1
    ]


def figures(plan: list[Sitting], *, by_side: bool) -> list[str]:
    """How balanced a movement is, in a few lines of text."""
    if any(at.south for at in plan):
        return _individual_figures(plan)
    everybody = sorted(pairs_of(plan, by_side=by_side))
    north_south = sum(side == "NS" for side, _ in everybody)
    possible = math.comb(len(everybody), 2)
    if by_side:  # pairs of one side never meet
        possible = north_south * (len(everybody) - north_south)
    sets = {at.board_set for at in plan if at.board_set}
    played: Counter[tuple[str, int]] = Counter()
    north: Counter[tuple[str, int]] = Counter()
    meets: Counter[frozenset[tuple[str, int]]] = Counter()
    shared = 0
    at_once: set[tuple[int, int]] = set()
    for at in plan:
        for side, who in enumerate(pairs_at(at.ns, at.ew, by_side=by_side)):
            played[who] += at.board_set > 0
            north[who] += side == 0 and at.ns > 0
        if at.ns and at.ew:
            meets[frozenset(pairs_at(at.ns, at.ew, by_side=by_side))] += 1
        if at.board_set:
            shared += (at.round, at.board_set) in at_once
            at_once.add((at.round, at.board_set))
    lines = [
        f"board sets: {len(sets)}, each pair plays {_span(played[who] for who in everybody)}",
        f"board sets shared by tables in a round: {shared}",
        f"rounds N-S: {_span(north[who] for who in everybody)}",
        f"two pairs meet {_times(meets.values())}: {len(meets)} of {possible} possible meetings",
    ]
    weights = [] if by_side else comparisons(plan)
    if weights:
        mean, spread = balance(plan)
        lines.append(
            f"comparisons between two pairs: {_span(weights)}, mean {mean:.2f}, "
            f"standard deviation {spread:.2f}"
        )
    return lines


def _individual_figures(plan: list[Sitting]) -> list[str]:
    """How balanced an individual is: partners and opponents of everybody."""
    everybody = sorted(pairs_of(plan, by_side=False))
    played: Counter[int] = Counter()
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for at in plan:
        played.update((at.ns, at.south, at.ew, at.west))
        partners.update((frozenset((at.ns, at.south)), frozenset((at.ew, at.west))))
        opponents.update(
            frozenset((one, other)) for one in (at.ns, at.south) for other in (at.ew, at.west)
        )
    couples = [frozenset(two) for two in combinations((number for _, number in everybody), 2)]
    sets = {at.board_set for at in plan}
    shared = len(plan) - len({(at.round, at.board_set) for at in plan})
    return [
        f"board sets: {len(sets)}, each player plays {_span(played[who] for _, who in everybody)}",
        f"board sets shared by tables in a round: {shared}",
        f"two players are partners {_times(partners[two] for two in couples)}, "
        f"opponents {_times(opponents[two] for two in couples)}",
    ]


def balance(plan: list[Sitting]) -> tuple[float, float]:
    """The mean and the standard deviation of the comparisons of all pairs of a field."""
    weights = comparisons(plan) or [0]
    mean = sum(weights) / len(weights)
    return mean, math.sqrt(sum((weight - mean) ** 2 for weight in weights) / len(weights))


def comparisons(plan: list[Sitting]) -> list[int]:
    """For every two pairs of a field, how much they compete.

    A board set counts 1 if both play it in the same direction, -1 if in opposite directions. If
    they play it against each other, it counts the number of its plays at other tables.
    """
    on_set: dict[int, list[Sitting]] = defaultdict(list)
    for at in plan:
        if at.board_set and at.ns and at.ew:
            on_set[at.board_set].append(at)
    weight: Counter[tuple[int, int]] = Counter()
    for tables in on_set.values():
        # by pair: its direction and its opponents
        played = {at.ns: (1, at.ew) for at in tables} | {at.ew: (-1, at.ns) for at in tables}
        for one, other in combinations(sorted(played), 2):
            if played[one][1] == other:
                weight[one, other] += len(tables) - 1
            else:
                weight[one, other] += 1 if played[one][0] == played[other][0] else -1
    numbers = sorted(number for _, number in pairs_of(plan, by_side=False))
    return [weight[pair] for pair in combinations(numbers, 2)]


class Setup(NamedTuple):
    """The choices made when a movement is applied."""

    section: int
    letter: str
    boards_per_set: int
    first_board: int
    missing_pair: int = 0
    missing_side: str = ""


def apply(movement: Movement, plan: list[Sitting], setup: Setup) -> Iterator[Record]:
    """The records of a section that plays a movement; pairs without a place get a rover table."""
    tables = max(at.table for at in plan)
    plan = sorted(plan + list(_rovers(plan, tables, by_side=is_by_side(movement, plan))))
    numbers = sorted({at.table for at in plan})
    yield Section(
        id=setup.section,
        letter=setup.letter,
        tables=len(numbers),
        missing_pair=setup.missing_pair,
        missing_side=setup.missing_side or None,
        winners=movement.winners if movement.winners in (1, 2) else None,
    )
    for table in numbers:
        yield Table(section=setup.section, table=table)
    for at in sorted(plan, key=lambda at: (at.table, at.round)):
        low = setup.first_board + (at.board_set - 1) * setup.boards_per_set
        yield Round(
            section=setup.section,
            table=at.table,
            round=at.round,
            ns_pair=at.ns,
            ew_pair=at.ew,
            low_board=low if at.board_set else 0,
            high_board=low + setup.boards_per_set - 1 if at.board_set else 0,
            south=at.south or None,
            west=at.west or None,
        )
    for table in numbers:
        for direction in "NSEW":
            yield Seat(section=setup.section, table=table, direction=direction, round=0)


def _rovers(plan: list[Sitting], tables: int, *, by_side: bool) -> Iterator[Sitting]:
    """Sittings at extra tables for pairs without a place in a round: N-S, or the pair's side."""
    everybody = pairs_of(plan, by_side=by_side)
    out: dict[int, list[tuple[str, int]]] = {}
    for round in sorted({at.round for at in plan}):
        sitting = {
            who for at in plan if at.round == round for who in at.contestants(by_side=by_side)
        }
        out[round] = sorted(everybody - sitting)
    for extra in range(max(map(len, out.values()), default=0)):
        for round, rovers in out.items():
            side, number = rovers[extra] if extra < len(rovers) else ("", 0)
            ns, ew = (0, number) if side == "EW" else (number, 0)
            yield Sitting(round, tables + 1 + extra, ns, ew, 0)


def _name(who: tuple[str, int]) -> str:
    return f"{who[0]} {who[1]}".strip()


def _times(numbers: Iterable[int]) -> str:
    span = _span(numbers)
    return "once" if span == "1" else f"{span} times"


def _span(numbers: Iterable[int]) -> str:
    ordered = sorted(numbers)
    if not ordered:
        return "0"
    return str(ordered[0]) if ordered[0] == ordered[-1] else f"{ordered[0]} to {ordered[-1]}"
