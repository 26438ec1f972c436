"""Howells and individuals: a few pairs or players stay, all others follow each other around.

With all rounds, one pair stays and everybody meets everybody once. With fewer rounds more pairs
stay; the number of board sets is the number of rounds, so that everybody plays every board. In an
individual (of 8, 12 or 16) everybody partners everybody once and opposes everybody twice.
"""

import re

from bmconv.movements.howell_starts import STARTS
from bmconv.movements.plan import Sitting

FEWEST, MOST = 2, 14
"""The fewest and the most tables of a Howell."""
INDIVIDUALS = {
    2: "8+1-3+4:1 5+7-6+2:1",
    3: "12+1-5+11:1 4+3-8+6:1 10+7-9+2:1",
    4: "16+1-8+12:1 7+10-5+11:1 4+3-6+13:5 14+9-2+15:12",
}
"""The first round of an individual by number of tables, computed by
tests/tools/search_individual.py: North, South, East, West and board set of each table."""


def howell(tables: int, rounds: int) -> list[Sitting]:
    """A Howell of a number of rounds; if there is none, the first rounds of the next longer one."""
    lap = min(r for t, r in STARTS if t == tables and r >= rounds)
    plan = []
    for table, text in enumerate(STARTS[tables, lap].split(), 1):
        ns, ew, *sets = (int(number) for number in re.findall(r"\d+", text))
        for step in range(rounds):
            board_set = sets[step] if len(sets) > 1 else after(sets[0], step, lap)
            pairs = (after(ns, step, lap), after(ew, step, lap))
            plan.append(Sitting(step + 1, table, *pairs, board_set))
    return plan


def individual(tables: int, rounds: int) -> list[Sitting]:
    """An individual, or its first rounds."""
    lap = 4 * tables - 1
    plan = []
    for table, text in enumerate(INDIVIDUALS[tables].split(), 1):
        start = [int(number) for number in re.findall(r"\d+", text)]
        for step in range(rounds):
            north, south, east, west, board_set = (after(number, step, lap) for number in start)
            plan.append(Sitting(step + 1, table, north, east, board_set, False, south, west))
    return plan


def after(number: int, steps: int, lap: int) -> int:
    """A pair or board set some rounds later: 1 follows `lap`, and numbers above `lap` stay."""
    return number if number > lap else (number - 1 + steps) % lap + 1
