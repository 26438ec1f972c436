"""Travellers: the standing results as lines with pairs, names, score and points.

Shared by `show`, the reports of `rank` and the sheets of a workbook, so that they agree.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from msgspec import Struct

from bmconv.bridge.outcomes import Outcome, known_score, outcome
from bmconv.event import Event
from bmconv.event.seating import Seating
from bmconv.records import Result

Both = tuple[float | None, float | None]
"""A value of N-S and a value of E-W."""


class TravellerLine(Struct, frozen=True):
    """A result with its two sides as they sat: exchanged if played in the wrong direction."""

    result: Result
    outcome: Outcome
    numbers: tuple[tuple[int, ...], tuple[int, ...]]
    """The pair on each side; in a ranked individual the two players; empty if unknown."""
    names: tuple[str, str]
    score: float | None
    """The N-S score: the computed one, or the recorded one if there is no contract."""
    points: Both
    """The points in a ranking or, without one, in the result: matchpoints, or else IMPs."""
    tops: tuple[float, float] = (0.0, 0.0)
    """The most points that each side could have, if ranked."""


def traveller_lines(
    event: Event, results: Iterable[Result] | None = None
) -> Iterator[TravellerLine]:
    """The lines of the standing results of an event, or of the given results, in their order."""
    seating = Seating(event)
    for result in event.standing_results() if results is None else results:
        section, meaning = result.section or 0, outcome(result)
        sides = [("NS", result.pair_ns or 0), ("EW", result.pair_ew or 0)]
        names = [seating.names_text(section, side, pair) for side, pair in sides]
        board = result.board
        score = known_score(result, event.vulnerability(section, board) if board else None)
        has_matchpoints = result.mp_ns is not None or result.mp_ew is not None
        points = (result.mp_ns, result.mp_ew) if has_matchpoints else (result.imp_ns, result.imp_ew)
        if meaning.wrong_direction:
            sides, names, points = sides[::-1], names[::-1], points[::-1]
        ns, ew = ((pair,) if pair else () for _, pair in sides)
        yield TravellerLine(result, meaning, (ns, ew), (names[0], names[1]), score, points)


def by_board(lines: Iterable[TravellerLine]) -> dict[tuple[int, int], list[TravellerLine]]:
    """The traveller of every board, by section and board number (0 if unknown)."""
    boards: dict[tuple[int, int], list[TravellerLine]] = defaultdict(list)
    for line in lines:
        boards[line.result.section or 0, line.result.board or 0].append(line)
    return {key: best_first(boards[key]) for key in sorted(boards)}


def best_first(lines: Iterable[TravellerLine]) -> list[TravellerLine]:
    """Lines by N-S score; lines without a score come last."""
    return sorted(lines, key=lambda line: traveller_order(line.score, line.numbers[0]))


def traveller_order(score: float | None, numbers: tuple[int, ...]) -> tuple[object, ...]:
    """The key by which results are sorted: their N-S score, and who sat there."""
    return score is None, -(score or 0), numbers


def dealer_and_vulnerability(event: Event, section: int, board: int) -> tuple[str, str]:
    """The dealer and vulnerability of a board; `?` if its number is unknown."""
    if not board:
        return "?", "?"
    return event.dealer(section, board), event.vulnerability(section, board)
