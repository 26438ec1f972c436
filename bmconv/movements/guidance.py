"""Instructions for the players of a movement: who stays, who moves where, who shares boards."""

from collections import Counter, defaultdict

from bmconv.bridge.movements import spans
from bmconv.movements.plan import Sitting


def stay_words(plan: list[Sitting]) -> dict[str, str]:
    """Words to fill in: which pairs never move, and the highest number of a pair that moves."""
    places: dict[int, set[tuple[int, bool]]] = defaultdict(set)
    for at in plan:
        places[at.ns].add((at.table, at.switched))
        places[at.ew].add((at.table, not at.switched))
    stay = {pair for pair, known in places.items() if len(known) == 1}
    moving = max(places.keys() - stay, default=0)
    words = f"Pairs {spans(stay)} stay" if len(stay) > 1 else f"Pair {spans(stay)} stays"
    return {"staying": words, "moving": str(moving)}


def directions(plan: list[Sitting]) -> list[str] | None:
    """For each table where N-S and E-W go after most rounds, separated by a tab.

    None if some table has no pair that plays the next round too.
    """
    at = {(s.round, pair): (s.table, side) for s in plan for side, pair in _sides(s)}
    moves: dict[tuple[int, str], Counter[tuple[int, str]]] = defaultdict(Counter)
    for (round, pair), place in at.items():
        if (round + 1, pair) in at:
            moves[place][at[round + 1, pair]] += 1
    tables = sorted({s.table for s in plan})
    if any((table, side) not in moves for table in tables for side in ("N-S", "E-W")):
        return None
    return [
        "\t".join(_direction(table, side, moves[table, side]) for side in ("N-S", "E-W"))
        for table in tables
    ]


def sharing_sentence(plan: list[Sitting]) -> str:
    """A sentence on tables that share boards, if any do."""
    together: dict[tuple[int, int], list[int]] = defaultdict(list)
    for at in plan:
        together[at.round, at.board_set].append(at.table)
    shared: dict[str, set[int]] = defaultdict(set)
    for (round, _), tables in together.items():
        if len(tables) > 1:
            shared[_enumerate(tables)].add(round)
    rounds = {at.round for at in plan}
    return " ".join(
        f"Tables {tables} share boards{_when(rounds_shared, rounds)}."
        for tables, rounds_shared in sorted(shared.items())
    )


def _enumerate(numbers: list[int]) -> str:
    *others, last = map(str, sorted(numbers))
    return f"{', '.join(others)} and {last}"


def _when(rounds_shared: set[int], rounds: set[int]) -> str:
    if rounds_shared == rounds:
        return ""
    return f" in round{'' if len(rounds_shared) == 1 else 's'} {spans(rounds_shared)}"


def _sides(at: Sitting) -> tuple[tuple[str, int], tuple[str, int]]:
    """The pairs of a table with their sides, as if there were no arrow switch."""
    ns, ew = (at.ew, at.ns) if at.switched else (at.ns, at.ew)
    return ("N-S", ns), ("E-W", ew)


def _direction(table: int, side: str, to: Counter[tuple[int, str]]) -> str:
    (there, sits), _ = to.most_common(1)[0]
    if (there, sits) == (table, side):
        return f"{side} stay"
    return f"{side} to {sits} at table {there}"
