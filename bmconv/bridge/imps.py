"""International match points (Law 78B): a table of differences, cross-IMPs and Butler datums."""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Sequence

BOUNDS = (
    *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
    *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
)
"""The least difference that is worth 1, 2, 3 ... 24 IMPs."""

CROSS = ("sum", "scores", "comparisons")
"""What cross-IMPs are divided by: nothing, the scores on the board, or the comparisons."""

ROUNDINGS = ("away", "up", "even", "none")
"""Where a datum that ends in 5 goes: from zero, up, to the even ten; or not rounded at all."""


def imps(difference: float) -> int:
    """What a difference in score is worth."""
    worth = bisect_right(BOUNDS, abs(difference))
    return worth if difference >= 0 else -worth


def cross_imps(scores: Sequence[float], divided_by: str) -> list[float]:
    """Each score against every other on the board."""
    counts = Counter(scores)
    sums = {
        score: sum(imps(score - other) * times for other, times in counts.items())
        for score in counts
    }
    parts = cross_divisor(len(scores), divided_by)
    return [sums[score] / parts for score in scores]


def cross_divisor(scores: int, divided_by: str) -> int:
    """What the sum over a board with so many scores is divided by."""
    if divided_by == "sum":
        return 1
    return max(1, scores if divided_by == "scores" else scores - 1)


def datum(scores: Sequence[float], drop: str, rounding: str) -> float:
    """The mean of the scores without the extremes, to the nearest ten."""
    out = dropped(len(scores), drop)
    kept = sorted(scores)[out : len(scores) - out]
    mean = sum(kept) / len(kept)
    if rounding == "none":
        return mean
    tens = mean / 10
    if rounding == "even" or not math.isclose(tens % 1, 0.5, abs_tol=1e-9):
        return round(tens) * 10
    up = math.ceil(tens)
    return (up if rounding == "up" or tens > 0 else up - 1) * 10


def dropped(scores: int, drop: str) -> int:
    """How many scores are left out at each end: `1`, `10%`, or `auto`; something always stays.

    `auto`: none of up to three, one of up to ten, and one more for every fifteen above.
    """
    if drop == "auto":
        out = max(0, -(-(scores - 10) // 15)) + 1 if scores > 3 else 0
    elif drop.endswith("%"):
        out = math.floor(scores * int(drop[:-1]) / 100 + 0.5)
    else:
        out = int(drop)
    return out if 2 * out < scores else (scores - 1) // 2 if drop.endswith("%") else 0
