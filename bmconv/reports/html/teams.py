"""Matches of teams: each board with both tables, and a cross-table of all results."""

from collections import defaultdict
from typing import NamedTuple

from bmconv.ranking import Ranked
from bmconv.ranking.plays import Play
from bmconv.ranking.teams import Match, TablePlays, plays_by_table
from bmconv.reports.layout import contract_text
from bmconv.reports.people import PeopleLinks, PersonLink, board_id


class TableResult(NamedTuple):
    """What happened at one table of a match."""

    contract: str
    by: str
    score: float | None
    """The N-S score."""


class MatchBoard(NamedTuple):
    """A board of a match."""

    board: int
    id: str
    home_table: TableResult | None
    """The table where the home team sat North-South."""
    away_table: TableResult | None
    home: float | None
    away: float | None
    """The IMPs, or points, of both teams."""
    running: float
    """The home team's IMPs or points so far."""


class MatchView(NamedTuple):
    """A match."""

    id: str
    round: int
    table: str
    home: PersonLink
    away: PersonLink
    played: str
    values: tuple[str, ...]
    boards: list[MatchBoard]


class CrossRow(NamedTuple):
    """A team in a cross-table, with its results against each other team."""

    who: PersonLink
    cells: list[str]


def matches(ranked: Ranked, people: PeopleLinks) -> list[MatchView]:
    """The matches in the order of rounds."""
    tables = _tables(ranked)
    views = []
    for number, match in enumerate(ranked.matches, 1):
        section, table, round = match.place
        views.append(
            MatchView(
                f"m{number}",
                round,
                f"{people.labels.event.letter(section)}{table}",
                people.link(match.home),
                people.link(match.away),
                f"{match.played}/{match.boards}",
                people.labels.match_values(match),
                _boards(ranked, people, match, tables),
            )
        )
    return views


def _tables(ranked: Ranked) -> TablePlays:
    """The plays of all fields of teams, which have no section in common."""
    tables: TablePlays = {}
    for field in ranked.fields:
        if field.method.of_teams:
            tables |= plays_by_table(field)
    return tables


def _boards(
    ranked: Ranked, people: PeopleLinks, match: Match, tables: TablePlays
) -> list[MatchBoard]:
    """The boards of a match, with the home team's IMPs or points so far."""
    first_table, second_table = tables.get(match.place, {}), tables.get(match.mates, {})
    rows, running = [], 0.0
    field = next(f for f in ranked.fields if match.place[0] in f.sections and f.method.of_teams)
    for board in sorted(first_table.keys() | second_table.keys()):
        first, second = first_table.get(board), second_table.get(board)
        home = away = None
        if first and first.ns.points is not None and second:
            sides = (first.ew, first.ns) if first.outcome.wrong_direction else (first.ns, first.ew)
            home, away = sides[0].points, sides[1].points
            running += home or 0
        rows.append(
            MatchBoard(
                board,
                board_id(field, board, ranked.fields),
                *_table_results(people, first, second),
                home,
                away,
                running,
            )
        )
    return rows


def _table_results(
    people: PeopleLinks, first: Play | None, second: Play | None
) -> tuple[TableResult | None, TableResult | None]:
    """The table where the home team sat N-S, then the other.

    If one table alone played in the wrong direction, both pairs of a team sat the same way. The
    tables then keep their columns, and the result says that its team sat E-W.
    """
    wrong = [play.outcome.wrong_direction if play else False for play in (first, second)]
    if all(wrong):
        return _result(people, second, mark=False), _result(people, first, mark=False)
    return _result(people, first, mark=wrong[0]), _result(people, second, mark=wrong[1])


def _result(people: PeopleLinks, play: Play | None, *, mark: bool) -> TableResult | None:
    """The result of a table, marked if the team of its column sat E-W."""
    if play is None:
        return None
    language, outcome = people.labels.language, play.outcome
    contract = contract_text(outcome, play.result, symbols=True, language=language)
    by = language.seat(outcome.declarer)
    side = f"({language.side('EW')})" if mark else ""
    return TableResult(contract, " ".join(filter(None, (by, side))), play.ns.score)


def cross_table(ranked: Ranked, people: PeopleLinks) -> list[CrossRow]:
    """The points of each team against every other, in the order of places; empty for one match."""
    if len(ranked.matches) < 2:
        return []
    points: dict[tuple[object, object], float] = defaultdict(float)
    for match in ranked.matches:
        points[match.home, match.away] += match.points
        points[match.away, match.home] += match.away_points
    teams = [tally.who for s in ranked.standings if s.method.of_teams for tally in s.tallies]
    number = people.labels.language.number
    return [
        CrossRow(
            people.link(team),
            ["–" if team == other else number(points.get((team, other))) for other in teams],
        )
        for team in teams
    ]
