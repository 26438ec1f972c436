"""Computes the Howell movements that the package contains.

Run: python -m tests.tools.search_howell 3 (the seconds for each; it prints the lines of the table)

A Howell movement of R rounds for T tables has R pairs that follow each other in a circle, R board
sets, and 2T - R pairs that stay. Round 1 decides all rounds: in each later round, the numbers of
moving pairs and board sets are one higher (1 follows R). It is valid if

- the differences between the two moving pairs of a table, in both directions, are all different:
  no pairs meet twice;
- the board set minus the pair is different for every moving pair: no pair plays a set twice;
- the board sets of round 1 are different, or as few as possible are shared.

Of all arrangements that are found, the one with the most even comparisons is kept. (A starter and
an adder are the usual terms for the pairs and the board sets of round 1.)
"""

from __future__ import annotations

import itertools
import random
import sys
import time

import numpy as np

Table = tuple[int, int, int]
"""The places of a table modulo R (-1 for a pair that stays) and its board set."""


def starter(n: int, tables: int, chance: random.Random) -> tuple[list[tuple[int, int]], list[int]]:
    """Pairs of places whose differences are all different, and the places that are left over."""
    while True:
        free, couples, used = set(range(n)), [], set()
        ok = True
        for _ in range(tables):
            a = chance.choice(sorted(free))
            fits = [
                b
                for b in free
                if b != a and (2 * (a - b)) % n and min((a - b) % n, (b - a) % n) not in used
            ]
            if not fits:
                ok = False
                break
            b = chance.choice(fits)
            free -= {a, b}
            used.add(min((a - b) % n, (b - a) % n))
            couples.append((a, b))
        if ok:
            return couples, sorted(free)


def adder(n: int, groups: list[tuple[int, ...]], share: int, chance: random.Random, effort: int):
    """A board set for each group of places, at most `share` of them used twice; None if the search
    finds none in `effort` steps."""
    full = (1 << n) - 1
    options = []
    for group in groups:
        sets_of_group = [(c, sum(1 << ((c - a) % n) for a in group)) for c in range(n)]
        chance.shuffle(sets_of_group)
        options.append(sets_of_group)
    chosen: dict[int, int] = {}
    steps = 0

    def place(left: list[int], used: int, sets: int, again: int) -> bool:
        nonlocal steps
        steps += 1
        if steps > effort:
            return False
        if not left:
            return used == full
        best, index = None, -1
        for i in left:
            fits = [(c, m) for c, m in options[i] if not m & used and (again or not sets >> c & 1)]
            if best is None or len(fits) < len(best):
                best, index = fits, i
                if len(fits) < 2:
                    break
        rest = [i for i in left if i != index]
        for c, mask in best or ():
            chosen[index] = c
            if place(rest, used | mask, sets | 1 << c, again - (sets >> c & 1)):
                return True
        return False

    if place(list(range(len(groups))), 0, 0, share):
        return [chosen[i] for i in range(len(groups))]
    return None


def orient(n: int, tables: int, couples, singles, sets):
    """The directions at the tables with the most even comparisons, and their sum of squares.

    A direction is 1 or -1; the tables of pairs that stay come first.
    """
    stay = len(singles)
    many = len(couples) + stay - 1
    count = min(1 << many, 1 << 13)
    if count == 1 << many:
        bits = (np.arange(count)[:, None] >> np.arange(many)) & 1
    else:
        bits = np.random.default_rng(1).integers(0, 2, (count, many))
    signs = np.hstack([np.ones((count, 1), int), 1 - 2 * bits])  # singles first; 1: stays N-S
    way = np.zeros((count, n), int)
    meet = np.zeros(n, int)
    for i, a in enumerate(singles):
        way[:, (sets[i] - a) % n] = -signs[:, i]
    for i, (a, b) in enumerate(couples):
        c = sets[stay + i]
        way[:, (c - a) % n] = signs[:, stay + i]
        way[:, (c - b) % n] = -signs[:, stay + i]
        meet[(a - b) % n] += 1
        meet[(b - a) % n] += 1
    power = np.abs(np.fft.fft(way, axis=1)) ** 2
    auto = np.rint(np.fft.ifft(power, axis=1).real).astype(int)
    cost = ((auto + tables * meet)[:, 1:] ** 2).sum(axis=1) * n // 2
    total = way.sum(axis=1)
    for i in range(stay):
        cost += n * (signs[:, i] * total + tables) ** 2
    cost += stay * (stay - 1) // 2 * n * n
    best = int(cost.argmin())
    return int(cost[best]), signs[best]


def search(tables: int, rounds: int, seconds: float, seed: int = 1):
    """The best arrangement that random search finds in a number of seconds."""
    chance = random.Random(f"{tables} {rounds} {seed}")
    stay = 2 * tables - rounds
    best = None
    share = 0
    end = time.monotonic() + seconds
    tries = 0
    while time.monotonic() < end or best is None:
        tries += 1
        couples, singles = starter(rounds, tables - stay, chance)
        groups = [(a,) for a in singles] + list(couples)
        effort = 400 if best is None else 200
        sets = adder(rounds, groups, share, chance, effort)
        if sets is None:
            if best is None and tries % 1500 == 0:
                share += 1
            continue
        cost, signs = orient(rounds, tables, couples, singles, sets)
        if best is None or cost < best[0]:
            best = (cost, couples, singles, sets, signs)
            if spread(tables, rounds, cost) < 0.001:
                break
    return best


def spread(tables: int, rounds: int, cost: int) -> float:
    """The variance of the comparisons, whose sum is always the same."""
    mean = rounds * (tables - 1) / (2 * tables - 1)
    return cost / (tables * (2 * tables - 1)) - mean**2


def balanced(n: int):
    """An arrangement with equal comparisons for a prime n of the form 4k + 3, from quadratic
    residues; None if there is none."""
    squares = sorted({x * x % n for x in range(1, n)})
    other = [x for x in range(1, n) if x not in squares]
    for k in other:
        for m in range(2, n):
            if m != k and (m - 1) * (m - k) % n in other:
                couples = [((m - 1) * u % n, (m - k) * u % n) for u in squares]
                return couples, [0], [0, *(m * u % n for u in squares)]
    return None


def three_table_sets(couples: list[tuple[int, int]]) -> list[list[int]]:
    """Board sets by round and table for three tables, so that as few as possible are shared.

    Sets that move evenly would be shared by all tables in every round.
    """
    rounds = [[(5, r), *(((a + r) % 5, (b + r) % 5) for a, b in couples)] for r in range(5)]
    best: list[list[int]] = []
    fewest = 16

    def fill(chosen: list[tuple[int, ...]], shared: int) -> None:
        nonlocal best, fewest
        if shared >= fewest:
            return
        if len(chosen) == 5:
            best, fewest = [list(sets) for sets in chosen], shared
            return
        done = {
            (pair, board_set)
            for pairs, sets in zip(rounds, chosen, strict=False)
            for table, board_set in zip(pairs, sets, strict=True)
            for pair in table
        }
        for sets in itertools.product(range(5), repeat=3):
            table = zip(rounds[len(chosen)], sets, strict=True)
            if not any((pair, board_set) in done for pairs, board_set in table for pair in pairs):
                fill([*chosen, sets], shared + 3 - len(set(sets)))

    fill([], 0)
    return best


def text(n: int, couples, singles, sets, signs) -> str:
    """Round 1 in the package's notation: N-S pair, E-W pair and board set of each table."""
    first_place, first_set = singles[0], sets[0]
    rows = []
    tables = [(n + 1 + i, (a - first_place) % n + 1) for i, a in enumerate(singles)]
    tables += [tuple((place - first_place) % n + 1 for place in couple) for couple in couples]
    for ends, board_set, sign in zip(tables, sets, signs, strict=True):
        rows.append(((board_set - first_set) % n + 1, -max(ends), ends[:: int(sign)]))
    return " ".join(f"{ns}-{ew}:{board_set}" for board_set, _, (ns, ew) in sorted(rows))


def best(tables: int, rounds: int, seconds: float) -> str:
    """The first round of the best Howell of a number of tables and rounds."""
    if (tables, rounds) == (3, 5):
        shared, *others = three_table_sets([(1, 4), (2, 3)])
        sets = [*others, shared]  # the round in which all tables share a set comes last
        order = [row[0] for row in sets]
        by_table = zip(*sets, strict=True)
        lists = [",".join(str(order.index(one) + 1) for one in own) for own in by_table]
        return " ".join(map(":".join, zip(("6-1", "2-5", "3-4"), lists, strict=True)))
    made = balanced(rounds) if rounds in PRIMES and rounds == 2 * tables - 1 else None
    if made:
        _, signs = orient(rounds, tables, *made)
        return text(rounds, *made, signs)
    _, *found = search(tables, rounds, seconds)
    return text(rounds, *found)


PRIMES = (7, 11, 19, 23)

if __name__ == "__main__":
    for tables in range(2, 15):
        for rounds in range(tables + 1, 2 * tables):
            print(f'    ({tables}, {rounds}): "{best(tables, rounds, float(sys.argv[1]))}",')
