"""Points on boards: each score is compared with the others; awards are a percentage of the top."""

from collections import defaultdict
from collections.abc import Iterable

from bmconv.bridge.awards import POINTS
from bmconv.bridge.imps import cross_divisor, cross_imps, datum, imps
from bmconv.bridge.matchpoints import matchpoints, scale_to_field
from bmconv.bridge.matchpoints import top as top_of_board
from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS
from bmconv.ranking.methods import Method
from bmconv.ranking.plays import Contestant, Field, Play, Side

Worth = dict[float, float]
"""The N-S points for each score, among scores that are compared with each other."""


def score_field(field: Field) -> None:
    """Compute the points of every score, then of awards, which may depend on other points."""
    size = field.size()
    tops: dict[int, float] = {}
    awards: list[tuple[int, Side]] = []
    for board, plays in field.boards.items():
        ns, ew = [play.ns for play in plays], [play.ew for play in plays]
        ns_scores, ew_scores = [side.score for side in ns], [side.score for side in ew]
        if None in ns_scores or None in ew_scores:
            awards += [(board, s) for play in plays for s in (play.ns, play.ew) if s.award]
            ns, ew = [s for s in ns if s.score is not None], [s for s in ew if s.score is not None]
            ns_scores, ew_scores = [side.score for side in ns], [side.score for side in ew]
        factor = _factor(plays, field.method)
        worth, top = _worth_of_scores(ns_scores, size, field.method, factor)  # type: ignore[arg-type]
        _give_points(ns, worth, top, field.method)
        # a board with nothing but awards has the top of a full board
        tops[board] = top or (size - 1) * field.method.scale
        if ns_scores != ew_scores:  # split scores: E-W's scores are compared with each other
            worth, top = _worth_of_scores(ew_scores, size, field.method, factor)  # type: ignore[arg-type]
        _give_points(
            ew, {score: top - points for score, points in worth.items()}, top, field.method
        )
    if awards:
        _give_awards(field, awards, tops, size)


def _factor(plays: list[Play], method: Method) -> str:
    """How the points of a board with fewer scores are scaled: one of `FACTORS`, not no-awards."""
    if method.factor != "no-awards":
        return method.factor
    return "none" if any(play.ns.award or play.ew.award for play in plays) else "neuberg"


def _give_points(sides: list[Side], worth: Worth, top: float, method: Method) -> None:
    if method.round:
        worth = {score: method.round_points(points) for score, points in worth.items()}
    for side in sides:
        side.points = worth[side.score]  # type: ignore[index]
        side.top = top


def _worth_of_scores(
    scores: list[float], size: int, method: Method, factor: str
) -> tuple[Worth, float]:
    """The N-S points for each of these scores, and the sum of N-S and E-W points (0 for IMPs)."""
    if not scores:
        return {}, 0
    if method.name == BUTLER:
        middle = datum(scores, method.datum_drop, method.datum_round)
        return {score: imps(score - middle) for score in set(scores)}, 0
    if method.name == CROSS_IMPS:
        return dict(zip(scores, cross_imps(scores, method.cross), strict=True)), 0
    count, scale = len(scores), method.scale / 2
    points = matchpoints(scores)
    if count < size:
        points = {
            score: scale_to_field(value, count, size, factor) for score, value in points.items()
        }
    worth = {score: value * scale for score, value in points.items()}
    return worth, top_of_board(count, size, factor) * scale


def _give_awards(
    field: Field, awards: list[tuple[int, Side]], tops: dict[int, float], size: int
) -> None:
    """Compute the points of awards; a side of several players gets their mean."""
    percentages = _percentages(field.plays()) if field.method.averages == "law" else {}
    for board, side in awards:
        side.top = 0 if field.method.in_imps else tops[board]
        shares = [
            _award_points(side, who, field.method, size, percentages) for who in side.contestants
        ]
        side.points = field.method.round_points(sum(shares) / len(shares))


def _award_points(
    side: Side, who: Contestant, method: Method, size: int, percentages: dict[Contestant, float]
) -> float:
    """The points of an award for one contestant."""
    award = side.award
    assert award is not None
    if award.unit == POINTS:
        return award.value
    if method.in_imps:
        return average_in_imps(award.value, method, size)
    percentage = award.value
    if award.by_law and who in percentages:
        percentage = (max if percentage > 50 else min)(percentage, percentages[who])
    return side.top * percentage / 100


def average_in_imps(percentage: float, method: Method, size: int) -> float:
    """A percentage in IMPs: 60 % is +3 (or +2), 40 % is -3 (or -2), others in proportion.

    If cross-IMPs are summed, the percentage counts once for every other score, as a score does.
    """
    worth = method.average_imps * (percentage - 50) / 10
    if method.name == CROSS_IMPS:
        worth *= (size - 1) / cross_divisor(size, method.cross)
    return worth


def _percentages(plays: Iterable[Play]) -> dict[Contestant, float]:
    """The percentage of every contestant on the boards for which it has a score."""
    points: dict[Contestant, float] = defaultdict(float)
    most: dict[Contestant, float] = defaultdict(float)
    for play in plays:
        for side in (play.ns, play.ew):
            if side.score is not None and side.points is not None and side.top:
                for who in side.contestants:
                    points[who] += side.points
                    most[who] += side.top
    return {who: 100 * points[who] / most[who] for who in points}
