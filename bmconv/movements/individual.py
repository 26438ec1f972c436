"""Individuals for 8, 12 and 16 players: everybody partners everybody once, opposes everybody twice.

The player with the highest number stays, the others follow each other around.
"""

import re

from bmconv.bridge.movement_plan import Sitting
from bmconv.movements.howell import after

STARTS = {
    2: "8+1-3+4:1 5+7-6+2:1",
    3: "12+1-5+11:1 4+3-8+6:1 10+7-9+2:1",
    4: "16+1-8+12:1 7+10-5+11:1 4+3-6+13:5 14+9-2+15:12",
}
"""The first round by number of tables, computed by tests/movements/search_individual.py: North,
South, East, West and board set of each table."""


def individual(tables: int, rounds: int) -> list[Sitting]:
    """An individual, or its first rounds."""
    lap = 4 * tables - 1
    plan = []
    for table, text in enumerate(STARTS[tables].split(), 1):
        start = [int(number) for number in re.findall(r"\d+", text)]
        for step in range(rounds):
            north, south, east, west, board_set = (after(number, step, lap) for number in start)
            plan.append(Sitting(step + 1, table, north, east, board_set, False, south, west))
    return plan
