"""The continuous victory points of the WBF (2013), from 10-10 to 20-0 by boards and margin."""

from __future__ import annotations

import math
from functools import lru_cache

R = math.sqrt(5) - 2
"""The cube of the golden ratio's inverse."""


def victory_points(margin: float, boards: int) -> float:
    """Victory points of the side with this margin in IMPs; the other side has the rest of 20."""
    table = scale(boards)
    won = table[min(int(abs(margin)), len(table) - 1)]
    return won if margin >= 0 else round(20 - won, 2)


@lru_cache(64)
def scale(boards: int) -> tuple[float, ...]:
    """The winner's points for a margin of 0, 1, 2 ... IMPs; the last is 20 and holds beyond.

    The curve is rounded to hundredths; where that lets a step grow, the value before the growing
    step is raised by a hundredth, until every step is at most the one before it.
    """
    blitz = 15 * math.sqrt(boards)
    last = math.ceil(blitz)
    points = [
        2000
        if margin >= blitz
        else math.floor(1000 + 1000 * (1 - R ** (margin / blitz)) / (1 - R) + 0.5)
        for margin in range(last + 1)
    ]
    margin = 1
    while margin < last:
        if points[margin + 1] - points[margin] > points[margin] - points[margin - 1]:
            points[margin] += 1
            margin = max(margin - 1, 1)
        else:
            margin += 1
    return tuple(point / 100 for point in points)
