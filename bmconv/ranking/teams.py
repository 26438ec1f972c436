"""Team matches: two tables of one group and round, the same boards, IMPs and victory points.

A team is the N-S pair of one table and the E-W pair of the other.
"""

from collections import defaultdict
from collections.abc import Collection

from msgspec import Struct

from bmconv import records as rec
from bmconv.bridge.awards import POINTS
from bmconv.bridge.imps import imps
from bmconv.bridge.movements import boards_of
from bmconv.bridge.scoring_methods import TEAMS
from bmconv.bridge.team_matches import Mates, mates_by_group
from bmconv.bridge.victory_points import points_on_scale, victory_points
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.notes import Notes, quantity
from bmconv.ranking.boards import average_in_imps
from bmconv.ranking.methods import Method
from bmconv.ranking.plays import Contestant, Field, Play, Side

TableRound = tuple[int, int, int]
"""Section, table and round."""
TablePlays = dict[TableRound, dict[int, Play]]
"""The plays at each table in each round, by board."""


class Match(Struct, eq=False):
    """A match of two teams over the boards of a round."""

    place: TableRound
    home: Contestant
    away: Contestant
    pairs: dict[Contestant, list[Contestant]]
    """The two pairs of each team, with their sides."""
    boards: int
    """Number of boards scheduled, which determines the scale of victory points."""
    method: Method
    mates: TableRound = (0, 0, 0)
    """The other table of the match."""
    played: int = 0
    imps: float = 0.0
    """The home team's IMPs; in methods without IMPs, such as board-a-match, its points."""
    away_imps: float = 0.0

    @property
    def points(self) -> float:
        """The home team's victory points; with awards, both teams' need not add up to 20."""
        return self._worth(self.imps)

    @property
    def away_points(self) -> float:
        """The away team's victory points."""
        return self._worth(self.away_imps)

    def _worth(self, imps: float) -> float:
        if self.method.name != TEAMS:
            return imps
        if self.method.vp_scale:
            return points_on_scale(imps, self.method.vp_scale)
        return victory_points(imps, self.boards)


def play_matches(event: Event, field: Field, notes: Notes) -> list[Match]:
    """The matches of a field in the order of rounds; sets the points of every play."""
    tables = plays_by_table(field)
    rounds = {
        (r.section or 0, r.table or 0, r.round or 0): r
        for r in event.of(rec.Round)
        if r.section in field.sections
    }
    groups = tables_in_groups(event, field.sections, notes)
    section = min(field.sections)
    matches: list[Match] = []
    paired: set[frozenset[TableRound]] = set()
    for place in sorted(tables, key=lambda place: (place[2], place[0], place[1])):
        mates = mates_of(place, rounds.get(place), groups)
        if mates is None or mates not in tables or frozenset((place, mates)) in paired:
            continue
        paired.add(frozenset((place, mates)))
        here = _pairs_at(tables[place], rounds.get(place))
        there = _pairs_at(tables[mates], rounds.get(mates))
        home = Contestant(section, "", _team_number(here[0], rounds.get(place)))
        away = Contestant(section, "", _team_number(there[0], rounds.get(mates)))
        scheduled = len(boards_of(rounds[place])) if place in rounds else 0
        boards = scheduled or len(tables[place].keys() | tables[mates].keys())
        pairs: dict[Contestant, list[Contestant]] = defaultdict(list)
        pairs[home] += [_contestant(place, "NS", here), _contestant(mates, "EW", there)]
        pairs[away] += [_contestant(mates, "NS", there), _contestant(place, "EW", here)]
        match = Match(place, home, away, pairs, boards, field.method, mates)
        _score_match(match, tables[place], tables[mates], event, notes)
        matches.append(match)
    if tables and not matches:
        raise DataError("no two tables make up a match; set the group of the tables")
    return matches


def plays_by_table(field: Field) -> TablePlays:
    """The plays of a field, by table and round."""
    tables: TablePlays = defaultdict(dict)
    for play in field.plays():
        result = play.result
        place = (result.section or 0, result.table or 0, result.round or 0)
        tables[place][result.board or 0] = play
    return tables


def tables_in_groups(event: Event, sections: Collection[int], notes: Notes) -> Mates:
    """The other table in the group of each table; groups without exactly two are skipped."""
    mates, others = mates_by_group(t for t in event.of(rec.Table) if t.section in sections)
    for group, tables in sorted(others.items()):
        text = "group{s} without exactly two tables skipped: no match"
        notes.loss("group-size", f"group {group}: {quantity(len(tables), 'table')}", text)
    return mates


def mates_of(place: TableRound, round: rec.Round | None, groups: Mates) -> TableRound | None:
    """The table where the other half of the match is played; None if unknown."""
    if round and round.mates_table:
        return (round.mates_section or place[0], round.mates_table, round.mates_round or place[2])
    section, table = groups.get(place[:2]) or (None, None)
    return (section, table, place[2]) if section and table else None


def _pairs_at(plays: dict[int, Play], round: rec.Round | None) -> tuple[int, int]:
    """The two pairs of a table, N-S first."""
    if round and round.ns_pair and round.ew_pair:
        return round.ns_pair, round.ew_pair
    result = next(iter(plays.values())).result
    return result.pair_ns or 0, result.pair_ew or 0


def _contestant(place: TableRound, side: str, pairs: tuple[int, int]) -> Contestant:
    """The contestant on a side of a table, which has these two pairs."""
    return Contestant(place[0], side, pairs[side == "EW"])


def _team_number(ns: int, round: rec.Round | None) -> int:
    """A team's number: from the movement, else the number of its N-S pair."""
    return (round.ns_team if round else None) or ns


def _score_match(
    match: Match, here: dict[int, Play], there: dict[int, Play], event: Event, notes: Notes
) -> None:
    """Score a match board by board; boards without results at both tables do not count."""
    method = match.method
    for board in sorted(here.keys() & there.keys()):
        first, second = here[board], there[board]
        if first.outcome.wrong_direction != second.outcome.wrong_direction:
            text = "board{s} skipped: both pairs of a team sat the same way"
            notes.loss("wrong-direction", event.place(first.result), text)
            continue
        ns, ew = (
            _points_on_board(first.ns, second.ew, method),
            _points_on_board(second.ns, first.ew, method),
        )
        if ns is None or ew is None:
            continue
        # in the wrong direction, the home team's pair sat E-W
        home, away = (ew, ns) if first.outcome.wrong_direction else (ns, ew)
        match.played += 1
        match.imps += home
        match.away_imps += away
        _set_points(first, ns, ew, method)
        _set_points(second, ew, ns, method)


def _points_on_board(ns: Side, ew: Side, method: Method) -> float | None:
    """A team's points on a board, from its N-S side at one table and its E-W side at the other.

    If its pairs have awards, the points are the average of the awards; otherwise they follow from
    the difference in score. None if a table has no score.
    """
    awards = [side.award for side in (ns, ew) if side.award]
    if awards:
        points = [
            award.value if award.unit == POINTS else _points_of_award(award.value, method)
            for award in awards
        ]
        return sum(points) / len(points)
    if ns.score is None or ew.score is None:
        return None
    difference = ns.score - ew.score
    if method.name == TEAMS:
        return imps(difference)
    return method.worth * (0.5 if difference == 0 else float(difference > 0))


def _points_of_award(percentage: float, method: Method) -> float:
    """A percentage as points of a match: IMPs, or a share of what a board is worth."""
    if method.name == TEAMS:
        return average_in_imps(percentage, method, 0)
    return method.worth * percentage / 100


def _set_points(play: Play, ns: float, ew: float, method: Method) -> None:
    """Give a play its points; boards that count by themselves also have a top."""
    play.ns.points, play.ew.points = ns, ew
    if method.name != TEAMS:
        play.ns.top = play.ew.top = method.worth
