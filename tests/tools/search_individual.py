"""Computes the individual movements that the package contains.

Run: python -m tests.tools.search_individual

It prints the lines of the table. One player stays; the others follow each other in a circle, so
that round 1 decides all rounds. Everybody has every partner once if the differences between the
places of partners, in both directions, are all different. Everybody has every opponent twice if
each difference between opponents occurs twice.
"""

from __future__ import annotations

import random
from collections import Counter

from tests.tools.search_howell import adder, starter


def opponents_are_balanced(n: int, tables) -> bool:
    """Whether everybody has every opponent twice; -1 is the player who stays."""
    count: Counter[int] = Counter()
    for (a, b), (c, d) in tables:
        for x in (a, b):
            for y in (c, d):
                if -1 in (x, y):
                    count[-1] += 1
                else:
                    count[(x - y) % n] += 1
                    count[(y - x) % n] += 1
    return all(count[d] == 2 for d in range(1, n))


def first_round(players: int) -> str:
    """Round 1 in the package's notation: N, S, E, W and board set of each table."""
    n = players - 1
    chance = random.Random(players)
    tries = 0
    while True:
        couples, (alone,) = starter(n, players // 2 - 1, chance)
        sides = [(-1, alone), *couples]
        chance.shuffle(sides)
        tables = list(zip(sides[::2], sides[1::2], strict=True))
        if not opponents_are_balanced(n, tables):
            continue
        tables.sort(key=lambda table: -1 not in (*table[0], *table[1]))
        if -1 in tables[0][1]:
            tables[0] = tables[0][::-1]
        groups = [tuple(x for side in table for x in side if x >= 0) for table in tables]
        tries += 1
        sets = adder(n, groups, tries // 200, chance, 500)
        if sets:
            break
    first = tables[0][0][1]

    def name(x: int) -> int:
        return players if x < 0 else (x - first) % n + 1

    rows = [
        ((c - sets[0]) % n + 1, -(-1 in (*ns, *ew)), *map(name, (*ns, *ew)))
        for (ns, ew), c in zip(tables, sets, strict=True)
    ]
    return " ".join(f"{a}+{b}-{c}+{d}:{s}" for s, _, a, b, c, d in sorted(rows))


if __name__ == "__main__":
    for players in (8, 12, 16):
        print(f'    {players // 4}: "{first_round(players)}",', flush=True)
