"""Ranking lists of a page; a value that is the same in every row is in the heading."""

from typing import NamedTuple

from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.reports.html.pictures import Bar, share_bar, signed_bar
from bmconv.reports.labels import MAXIMUM, PENALTY, PERCENT, Labels, figures, place_text, units
from bmconv.reports.language import mark
from bmconv.reports.people import PeopleLinks, PersonLink

MEDALS = 3
"""How many places are marked."""
BOARDS = mark("Boards")


class RankingRow(NamedTuple):
    """A line of a ranking list."""

    place: str
    medal: int
    """1 to 3 for the first three places, else 0."""
    who: PersonLink
    values: tuple[str, ...]
    bar: Bar | None
    remark: str
    """A penalty in words."""


class RankingList(NamedTuple):
    """A ranking list."""

    title: str
    common: list[str]
    """What holds for every row, in words."""
    provisional: list[str]
    contestant: str
    of_teams: bool
    columns: tuple[str, ...]
    """The headings of columns, as messages; the last column decides the places."""
    rows: list[RankingRow]


def ranking_list(people: PeopleLinks, standings: Standings) -> RankingList:
    """A list, without columns that have the same value in every row."""
    labels = people.labels
    ranked = [tally for tally in standings.tallies if tally.place]
    columns = [BOARDS, *(unit for unit in units(standings) if unit != PENALTY)]
    common = []
    for column in (BOARDS, MAXIMUM):
        values = {_value(labels, tally, standings, column) for tally in ranked}
        if column in columns and len(values) == 1:
            columns.remove(column)
            common.append(_common(labels, column, values.pop()))
    totals = [figures(tally, standings).get(columns[-1]) for tally in standings.tallies]
    known = [total for total in totals if total is not None]
    most = max(map(abs, known), default=0.0)
    has_negative = min(known, default=0.0) < 0
    rows = [
        RankingRow(
            place_text(tally),
            tally.place if tally.place and tally.place <= MEDALS else 0,
            people.link(tally.who),
            tuple(_value(labels, tally, standings, column) for column in columns),
            _bar(total, 100.0 if columns[-1] == PERCENT else most, has_negative=has_negative),
            labels.penalty(tally.penalty, standings) if tally.penalty else "",
        )
        for tally, total in zip(standings.tallies, totals, strict=True)
    ]
    return RankingList(
        labels.title(standings),
        common,
        list(labels.provisional(standings, hints=False)),
        labels.contestant(standings),
        standings.method.of_teams,
        tuple(columns),
        rows,
    )


def _bar(total: float | None, most: float, *, has_negative: bool) -> Bar | None:
    """A bar from the left, or from the middle if there are values below zero."""
    if has_negative or total is None:
        return signed_bar(total, most)
    return share_bar(100 * total / most) if most else None


def _value(labels: Labels, tally: ContestantTally, standings: Standings, column: str) -> str:
    if column == BOARDS:
        return str(tally.boards)
    return labels.values(tally, standings, (column,))[0]


def _common(labels: Labels, column: str, value: str) -> str:
    """What holds for every row, such as `27 boards`."""
    language = labels.language
    if column == MAXIMUM:
        return language.gettext("maximum {points} points").format(points=value)
    return language.ngettext("{count} board", "{count} boards", int(value)).format(count=value)
