"""International match points (Law 78B): the IMP table, cross-IMPs and Butler datums."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

BOUNDS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The smallest difference worth 1, 2, 3 ... 24 IMPs."""

CROSS = ("sum", "scores", "comparisons")
"""The divisors of cross-IMPs: none, the number of scores, or the number of comparisons."""

ROUNDINGS = ("away", "up", "even", "none")
"""How a datum ending in 5 is rounded: away from zero, up, to the even ten, or not at all."""


def imps(difference: float) -> int:
    """The IMPs for a difference in score."""
    worth = bisect_right(BOUNDS, abs(difference))
    return worth if difference >= 0 else -worth


def cross_imps(scores: Sequence[float], divided_by: str) -> list[float]:
    """The cross-IMPs of each score: compared with every other score on the board."""
    counts = Counter(scores)
    sums = {
        score: sum(imps(score - other) * times for other, times in counts.items())
        for score in counts
    }
    parts = cross_divisor(len(scores), divided_by)
    return [sums[score] / parts for score in scores]


def cross_divisor(scores: int, divided_by: str) -> int:
    """The divisor of the sum of comparisons on a board with this number of scores."""
    if divided_by == "sum":
        return 1
    return max(1, scores if divided_by == "scores" else scores - 1)


def datum(scores: Sequence[float], drop: str, rounding: str) -> float:
    """The mean of the scores without the extremes, rounded to the nearest ten."""
    dropped = scores_to_drop(len(scores), drop)
    kept = sorted(scores)[dropped : len(scores) - dropped]
    mean = sum(kept) / len(kept)
    if rounding == "none":
        return mean
    tens = mean / 10
    if rounding == "even" or not math.isclose(tens % 1, 0.5, abs_tol=1e-9):
        return round(tens) * 10
    up = math.ceil(tens)
    return (up if rounding == "up" or tens > 0 else up - 1) * 10


def scores_to_drop(scores: int, drop: str) -> int:
    """How many scores to drop at each end, for `1`, `10%` or `auto`; at least one score is kept.

    `auto` drops none of up to 3 scores, 1 of up to 10, and 1 more for every 15 above that. A number
    that would drop all scores drops none; a percentage drops as many as it can.
    """
    if drop == "auto":
        dropped = max(0, math.ceil((scores - 10) / 15)) + 1 if scores > 3 else 0
    elif drop.endswith("%"):
        dropped = math.floor(scores * int(drop[:-1]) / 100 + 0.5)
    else:
        dropped = int(drop)
    if 2 * dropped < scores:
        return dropped
    return (scores - 1) // 2 if drop.endswith("%") else 0
