"""The WBF's continuous victory points (2013): 10-10 to 20-0, by number of boards and margin."""

import math
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

R = math.sqrt(5) - 2
"""The constant of the WBF's formula, which is the cube of the inverse golden ratio."""


def victory_points(margin: float, boards: int) -> float:
    """Victory points for a margin in IMPs; the other side gets the rest of 20."""
    table = scale(boards)
    won = table[min(int(abs(margin)), len(table) - 1)]
    return won if margin >= 0 else round(20 - won, 2)


@lru_cache(64)
def scale(boards: int) -> tuple[float, ...]:
    """The winner's points for a margin of 0, 1, 2 ... IMPs; the last (20) is for larger ones too.

    The curve is rounded to hundredths. If that makes a step larger than the one before it, the
    value between the two is raised by a hundredth, until no step is larger than the one before.
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


def points_on_scale(margin: float, steps: Sequence[tuple[int, float, float]]) -> float:
    """Victory points on a club's own scale; a step is margin, winner's points, loser's points."""
    step = steps[max(bisect_right(steps, abs(margin), key=lambda step: step[0]) - 1, 0)]
    return step[1] if margin >= 0 else step[2]
