"""A ranking that an event already holds, put together again from its records.

`rank` adds points to the results and writes a ranking record for everybody. Lists and fields are
made from these, whatever the options of that run were.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from bmconv import records as rec
from bmconv.bridge.scoring_methods import CROSS_IMPS, MATCHPOINTS, TEAMS
from bmconv.bridge.winners import Winners
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.methods import Method
from bmconv.ranking.places import Ranked, Standings, Total
from bmconv.ranking.plays import Contestant, Field, Fields, Play, take_plays
from bmconv.ranking.teams import play_matches
from bmconv.records import RECORDED

LAST = 1 << 30
"""The place of those who have none."""


def ranking_lists(places: list[rec.Ranking]) -> list[list[rec.Ranking]]:
    """Places split into separate lists; a new list starts at another side or at a better place."""
    lists = [places[:1]]
    for before, place in pairwise(places):
        better = (place.place or LAST) < (before.place or LAST)
        if place.direction != before.direction or better:
            lists.append([])
        lists[-1].append(place)
    return lists


def given(event: Event) -> Ranked | None:
    """The ranking that an event holds; None if it has no ranking records."""
    places = event.of(rec.Ranking)
    if not places:
        return None
    lists = ranking_lists(places)
    layout = GivenFields(event, lists)
    take_plays(layout, Notes())
    ranked = GivenRanking(event, layout)
    for field in ranked.fields:
        if field.method.name == TEAMS:
            ranked.matches += play_matches(event, field, Notes())
        _take_points(field)
    ranked.standings += [_standings(places, ranked.fields) for places in lists]
    return ranked


class GivenFields(Fields):
    """How sections were scored, as far as a ranking shows: together, and with how many winners."""

    def __init__(self, event: Event, lists: list[list[rec.Ranking]]) -> None:
        super().__init__(event, {}, "auto", None)
        self._by_side = {place.section or 0 for list in lists for place in list if place.direction}
        self._of_teams = next(
            (Field(method_of(places)) for places in lists if _teams(places)), None
        )
        self._of_section: dict[int, Field] = {}
        for places in lists:
            if not _teams(places):
                sections = {place.section or 0 for place in places}
                known = [self._of_section[s] for s in sections if s in self._of_section]
                field = known[0] if known else Field(method_of(places))
                self._of_section |= dict.fromkeys(sections, field)

    def winners(self, section: int) -> Winners:
        """Two winners if the places of a section have sides."""
        return Winners(2 if section in self._by_side else 1, "as ranked")

    def field(self, section: int, table: int | None) -> Field:
        """The field of the list in which a section is ranked."""
        field = self._of_section.get(section) or self._of_teams or Field(Method())
        self._of_section[section] = self.fields[id(field)] = field
        field.sections.add(section)
        return field


class GivenRanking(Ranked):
    """A ranking with the names that its records have."""

    def __init__(self, event: Event, layout: Fields) -> None:
        super().__init__(event, layout)
        self._names = {_contestant(place): place.names for place in event.of(rec.Ranking)}

    def names(self, who: Contestant) -> list[str]:
        """The names of a contestant's players, as far as they are known."""
        return self._names.get(who) or super().names(who)


class GivenTotal(Total):
    """The totals of a contestant as recorded."""

    share: float | None = None

    @property
    def percentage(self) -> float | None:
        """The percentage as recorded."""
        return self.share


def method_of(places: list[rec.Ranking]) -> Method:
    """The method of a list by what its records hold; the options of it are not known."""
    if _teams(places):
        return Method(TEAMS)
    shares = any(place.maximum is not None or place.percentage is not None for place in places)
    return Method(MATCHPOINTS if shares else CROSS_IMPS)


def _teams(places: list[rec.Ranking]) -> bool:
    return any({"imps", "TEAM_NAME", "PAIR"} & (place.extra or {}).keys() for place in places)


def _contestant(place: rec.Ranking) -> Contestant:
    return Contestant(place.section or 0, place.direction or "", place.pair or 0)


def _take_points(field: Field) -> None:
    """Set the points of every play from its result, and the top of every board."""
    imps = field.method.in_imps
    for play in field.plays():
        result = play.result
        points = (result.imp_ns, result.imp_ew) if imps else (result.mp_ns, result.mp_ew)
        if play.outcome.wrong_direction:
            points = (points[1], points[0])
        play.ns.points, play.ew.points = points
    if imps:
        return
    tops = {board: _top(plays) for board, plays in field.boards.items()}
    most = max(tops.values(), default=0)
    for board, plays in field.boards.items():
        for play in plays:
            for side in (play.ns, play.ew):
                side.top = (tops[board] or most) if side.points is not None else 0


def _top(plays: Iterable[Play]) -> float:
    """The points of both sides together, as on most plays with a score; 0 if there are none."""
    sums = Counter(
        round((play.ns.points or 0) + (play.ew.points or 0), RECORDED - 1)
        for play in plays
        if play.ns.points is not None and play.ns.award is None
    )
    return max(sums, key=lambda total: (sums[total], total), default=0)


def _standings(places: list[rec.Ranking], fields: list[Field]) -> Standings:
    """A ranking list as recorded; teams have the sections of their field."""
    sections = {place.section or 0 for place in places}
    if _teams(places):
        sections.update(*(field.sections for field in fields if field.method.name == TEAMS))
    standings = Standings(sorted(sections), places[0].direction or "", method_of(places))
    shared = Counter(place.place for place in places if place.place)
    for place in places:
        extra = place.extra or {}
        standings.provisional |= bool(extra.get("provisional"))
        standings.by_average |= extra.get("average") is not None
        tally = GivenTotal(
            _contestant(place),
            place.boards or 0,
            place.total or 0.0,
            place.maximum or 0.0,
            extra.get("imps"),
            place.place,
            shared[place.place or 0] > 1,
            extra.get("penalty") or 0.0,
            place.percentage,
        )
        standings.tallies.append(tally)
    return standings
