"""Points on a board: every score against the others, awards as parts of the top."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from bmconv.bridge.imps import cross_divisor, cross_imps, datum, imps
from bmconv.bridge.matchpoints import factored, matchpoints, top
from bmconv.ranking.methods import BUTLER, CROSS_IMPS, Method
from bmconv.ranking.plays import Contestant, Field, Play, Side


class Scored(NamedTuple):
    """What the scores of one line of a board are worth, from N-S's side."""

    points: dict[float, float]
    top: float
    """What N-S's and E-W's points add up to; 0 at IMPs."""


def score_field(field: Field) -> None:
    """Points for every side with a score; then those for awards, which may depend on them."""
    size = field.size()
    tops: dict[int, float] = {}
    for board, plays in field.boards.items():
        ns = [play.ns for play in plays if play.ns.score is not None]
        ew = [play.ew for play in plays if play.ew.score is not None]
        line = _line(ns, size, field.method)
        _give(ns, line)
        # A split score gives the sides different scores: each line is compared with itself.
        other = line if _scores(ns) == _scores(ew) else _line(ew, size, field.method)
        _give(ew, other._replace(points={s: other.top - p for s, p in other.points.items()}))
        field_top = (size - 1) * field.method.win
        tops[board] = line.top or field_top
    _give_awards(field, tops, size)


def _scores(sides: list[Side]) -> list[float]:
    return [side.score for side in sides if side.score is not None]


def _give(sides: list[Side], line: Scored) -> None:
    for side in sides:
        side.points = line.points[side.score]  # type: ignore[index]
        side.top = line.top


def _line(sides: list[Side], size: int, method: Method) -> Scored:
    """What each score on a line is worth."""
    scores = _scores(sides)
    if not scores:
        return Scored({}, 0)
    if method.name == BUTLER:
        middle = datum(scores, method.drop, method.rounding)
        return Scored({score: imps(score - middle) for score in scores}, 0)
    if method.name == CROSS_IMPS:
        worth = cross_imps(scores, method.cross)
        return Scored(dict(zip(scores, worth, strict=True)), 0)
    points = matchpoints(scores)
    count, scale = len(scores), method.win / 2
    line_top = top(count, size, method.factor) * scale
    worth = [factored(point, count, size, method.factor) * scale for point in points]
    return Scored(dict(zip(scores, worth, strict=True)), line_top)


def _give_awards(field: Field, tops: dict[int, float], size: int) -> None:
    """Points for sides with an award; of several players on a side, the mean is kept."""
    awarded = [
        (board, side)
        for board, plays in field.boards.items()
        for play in plays
        for side in (play.ns, play.ew)
        if side.award
    ]
    own = _own_percentages(field.plays()) if awarded and field.method.averages == "law" else {}
    for board, side in awarded:
        side.top = 0 if field.method.in_imps else tops[board]
        each = [award_points(side, who, field.method, size, own) for who in side.contestants]
        side.points = sum(each) / len(each)


def award_points(
    side: Side, who: Contestant, method: Method, size: int, own: dict[Contestant, float]
) -> float:
    """What an award is worth to a contestant."""
    award = side.award
    assert award is not None
    if not award.percentage:
        return award.value
    if method.in_imps:
        return average_in_imps(award.value, method, size)
    percentage = award.value
    if award.by_law and who in own:
        percentage = (max if percentage > 50 else min)(percentage, own[who])
    return side.top * percentage / 100


def average_in_imps(percentage: float, method: Method, size: int) -> float:
    """60 % is +3 IMPs (or +2), 40 % as much less than nothing, and what is between in proportion.

    Where cross-IMPs are summed it counts against every other score, as all the others do.
    """
    worth = method.average_imps * (percentage - 50) / 10
    if method.name == CROSS_IMPS:
        worth *= (size - 1) / cross_divisor(size, method.cross)
    return worth


def _own_percentages(plays: Iterable[Play]) -> dict[Contestant, float]:
    """What every contestant has on the boards that it scored itself."""
    points: dict[Contestant, float] = defaultdict(float)
    most: dict[Contestant, float] = defaultdict(float)
    for play in plays:
        for side in (play.ns, play.ew):
            if side.score is not None and side.points is not None and side.top:
                for who in side.contestants:
                    points[who] += side.points
                    most[who] += side.top
    return {who: 100 * points[who] / most[who] for who in points}
