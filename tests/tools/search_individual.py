"""Computes the individual movements that the package ships.

`python -m tests.tools.search_individual` prints their lines. One player stays, the others
follow each other around. Round 1 decides everything: everybody partners everybody once if the
differences of partners, both ways, are all different, and opposes everybody twice if each
difference of opponents comes up twice.
"""

from __future__ import annotations

import random
from collections import Counter

from tests.tools.search_howell import adder, starter


def opposed(n: int, tables) -> bool:
    """Whether everybody opposes everybody twice; -1 stays."""
    seen: Counter[int] = Counter()
    for (a, b), (c, d) in tables:
        for x in (a, b):
            for y in (c, d):
                if -1 in (x, y):
                    seen[-1] += 1
                else:
                    seen[(x - y) % n] += 1
                    seen[(y - x) % n] += 1
    return all(seen[d] == 2 for d in range(1, n))


def first_round(players: int) -> str:
    """Round 1 as the package has it: N, S, E, W and board set of each table."""
    n = players - 1
    chance = random.Random(players)
    tries = 0
    while True:
        couples, (alone,) = starter(n, players // 2 - 1, chance)
        sides = [(-1, alone), *couples]
        chance.shuffle(sides)
        tables = list(zip(sides[::2], sides[1::2], strict=True))
        if not opposed(n, tables):
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
