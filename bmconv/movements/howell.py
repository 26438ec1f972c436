"""Howells: a few pairs stay, all others follow each other around.

With all rounds, one pair stays and everybody meets everybody once. With fewer rounds more pairs
stay; the number of board sets is the number of rounds, so that everybody plays every board.
"""

from bmconv.bridge.movement_plan import Sitting
from bmconv.movements.howell_starts import STARTS

FEWEST, MOST = 2, 14
"""The numbers of tables that there are Howells for."""


def howell(tables: int, rounds: int) -> list[Sitting]:
    """A Howell of a number of rounds, which may be cut short if there is none so short."""
    lap = min(r for t, r in STARTS if t == tables and r >= rounds)
    return [
        at
        for table, text in enumerate(STARTS[tables, lap].split(), 1)
        for at in _at_table(table, text, lap)
        if at.round <= rounds
    ]


def _at_table(table: int, text: str, lap: int) -> list[Sitting]:
    """The rounds at a table whose first round is written as `N-S pair-E-W pair:board sets`."""
    pairs, sets = text.split(":")
    ns, ew = map(int, pairs.split("-"))
    given = list(map(int, sets.split(",")))
    return [
        Sitting(
            step + 1,
            table,
            after(ns, step, lap),
            after(ew, step, lap),
            given[step] if len(given) > 1 else after(given[0], step, lap),
        )
        for step in range(lap)
    ]


def after(number: int, steps: int, lap: int) -> int:
    """A pair or board set some rounds later: one higher in each; those above the lap stay."""
    return number if number > lap else (number - 1 + steps) % lap + 1
