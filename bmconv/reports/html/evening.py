"""The evening of a contestant: the scorecard by rounds, a curve and a strip of boards."""

from collections.abc import Iterable
from itertools import groupby
from typing import NamedTuple

from bmconv.ranking import Ranked
from bmconv.reports.html.pictures import EveningPicture, bar_width, curve, level, strip
from bmconv.reports.language import Language
from bmconv.reports.people import PeopleLinks, PersonLink
from bmconv.reports.scorecards import CardRow, CardView, cards

AVERAGE = 50.0
"""The percentage of an average result."""
LEAST_SPAN = 20.0
"""The least difference between the top and the bottom of a curve of percentages."""


class BoardLine(NamedTuple):
    """A board in words."""

    id: str
    board: str
    """The number of the board, with the side if the boards of the round have both sides."""
    contract: str
    by: str
    score: str
    value: str
    """The percentage or points."""
    running: str


class RoundView(NamedTuple):
    """The boards of a round against the same opponents; of a team, all boards of a round."""

    round: str
    seat: str
    """NS or EW; empty if both occur, as for a team."""
    versus: list[PersonLink]
    partners: list[PersonLink]
    lines: list[BoardLine]


class EveningView(NamedTuple):
    """A scorecard with its picture."""

    card: CardView
    rounds: list[RoundView]
    picture: EveningPicture | None


def evenings(ranked: Ranked, people: PeopleLinks) -> list[EveningView]:
    """The evenings of all contestants, in the order of places."""
    language = people.labels.language
    return [
        EveningView(card, _rounds(card, language), _picture(card, language))
        for card in cards(ranked, people)
    ]


def _rounds(card: CardView, language: Language) -> list[RoundView]:
    rounds = []
    for key, group in groupby(card.rows, key=lambda row: _meeting(row, of_team=card.of_team)):
        rows = list(group)
        seats = {row.seat for row in rows}
        seat = seats.pop() if len(seats) == 1 else ""
        versus = dict.fromkeys(who for row in rows for who in row.versus)
        rounds.append(
            RoundView(
                str(key[0]),
                seat,
                list(versus),
                rows[0].partners,
                [_line(row, language, shares=card.shares, with_side=not seat) for row in rows],
            )
        )
    return rounds


def _line(row: CardRow, language: Language, *, shares: bool, with_side: bool) -> BoardLine:
    """A board in words: with `shares` its percentage instead of points; with its side if asked."""
    return BoardLine(
        row.board_id,
        f"{row.board} {language.side(row.seat)}" if with_side else str(row.board),
        row.contract,
        language.seat(row.by),
        language.signed(row.score),
        language.number(row.share if shares else row.points),
        language.number(row.running),
    )


def _meeting(row: CardRow, *, of_team: bool) -> tuple[object, ...]:
    """What successive boards on a card have in common if they belong together."""
    if of_team:
        return (row.round,)
    return (row.round, row.seat, row.versus, row.partners)


def _picture(card: CardView, language: Language) -> EveningPicture | None:
    """The running result, and the boards above and below average; None if there are no values."""
    if card.shares:
        values = [None if row.share is None else row.share - AVERAGE for row in card.rows]
        most, middle = AVERAGE, AVERAGE
    else:
        rows = _once(card.rows) if card.of_team else card.rows
        values = [row.points for row in rows]
        most, middle = max((abs(value) for value in values if value is not None), default=0), 0.0
    running = [row.running for row in card.rows if row.running is not None]
    if not running or not any(value is not None for value in values):
        return None
    span = LEAST_SPAN / 2 if card.shares else 1.0
    low, high = min(*running, middle - span), max(*running, middle + span)
    good, bad = strip(values, most)
    wide = bar_width(len(values))
    label = _label(card, running, [value for value in values if value is not None], language)
    return EveningPicture(
        curve(running, low, high), level(middle, low, high), good, bad, wide, label
    )


def _once(rows: Iterable[CardRow]) -> list[CardRow]:
    """One row for each board of a team, which plays it at two tables."""
    return list({(row.round, row.board): row for row in rows}.values())


def _label(card: CardView, running: list[float], values: list[float], language: Language) -> str:
    """The picture in words."""
    show = language.percentage if card.shares else language.number
    text = language.gettext(
        "Running result: {first} after the first board, highest {highest}, lowest {lowest}, "
        "{last} at the end. Boards above average: {good}, below: {bad}."
    )
    return text.format(
        first=show(running[0]),
        highest=show(max(running)),
        lowest=show(min(running)),
        last=show(running[-1]),
        good=sum(value > 0 for value in values),
        bad=sum(value < 0 for value in values),
    )
