"""Matchpoints (Law 78A): every score is compared with every other on the board.

Points are North-South's on the scale 2/1/0, so the top is twice the number of other scores.
"""

from collections.abc import Sequence

FACTORS = ("neuberg", "plain", "none", "no-awards")
"""How points on a board with fewer scores are scaled to the top of the field.

`no-awards` means `neuberg`, but `none` for boards with an award; the caller replaces it for each
board.
"""


def matchpoints(scores: Sequence[float]) -> dict[float, float]:
    """The points of each different score: 2 for every lower score, 1 for every other equal one."""
    points: dict[float, float] = {}
    for lower, score in enumerate(sorted(scores)):
        points[score] = points[score] + 1 if score in points else 2 * lower
    return points


def scale_to_field(points: float, scores: int, field: int, factor: str) -> float:
    """Matchpoints on a board with this number of scores, scaled to the size of the field.

    Neuberg: (M + 1) E / A - 1, with M points, a field of E and A scores. Plain: in proportion to
    the tops; a single score has no top.
    """
    if factor == "none" or scores == field:
        return points
    if factor == "neuberg":
        return (points + 1) * field / scores - 1
    return points * (field - 1) / (scores - 1) if scores > 1 else 0.0


def top(scores: int, field: int, factor: str) -> int:
    """The maximum on a board; 0 if there was nothing to compare with."""
    if factor == "neuberg" or (factor == "plain" and scores > 1):
        return 2 * (field - 1)
    return 2 * (scores - 1)
