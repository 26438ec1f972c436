"""The ranking that an event already has, put together from its records.

`rank` adds points to the results and writes a ranking record for everybody, with the method and its
options. Records of other programs lack the method, which is inferred from their figures.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise

from bmconv import records as rec
from bmconv.bridge.scoring_methods import CROSS_IMPS, MATCHPOINTS, TEAMS
from bmconv.bridge.winners import Winners
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.boards import score_field
from bmconv.ranking.methods import BRIDGESCORE, Method
from bmconv.ranking.options import method_from_map
from bmconv.ranking.plays import (
    AS_BRIDGESCORE_HAS_IT,
    AS_REQUESTED,
    GROUPS,
    Contestant,
    Field,
    Fields,
    Play,
    take_plays,
)
from bmconv.ranking.ranked import Ranked
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.ranking.teams import play_matches
from bmconv.records import RECORDED_DECIMALS

LAST = 1 << 30
"""Sorts contestants without a place last."""
AS_RANKED = "as ranked"
"""Why a section has one winner or two: its ranking has them."""
RANKED = ("boards", "total", "percentage", "place", "method")
"""A ranking record without any of these fields only names people."""


def ranking_from_records(event: Event) -> Ranked | None:
    """The ranking that an event has; None if its ranking records have no more than names."""
    places = event.of(rec.Ranking)
    if not any(getattr(place, name) is not None for place in places for name in RANKED):
        return None
    methods = {place.section or 0: method_from_map(place.method) for place in places}
    known = {section: method for section, method in methods.items() if method}
    complete = len(known) == len(methods)
    layout = RecordedFields(event, places, known) if complete else InferredFields(event, places)
    take_plays(layout, Notes())
    layout.add_unplayed(places)
    ranked = RecordedRanking(event, layout)
    ranked.idle |= _idle(places, ranked.fields)
    for field in ranked.fields:
        _score(ranked, field)
    ranked.standings += [
        _standings(places, sections, method) for places, sections, method in layout.lists(places)
    ]
    return ranked


def published_ranking(ranked: Ranked) -> Ranked:
    """The ranking that an event had before it was ranked; results get back their former points."""
    ranked.published.restore()
    ranked.keep = True
    return ranking_from_records(ranked.event) or ranked


ListOfPlaces = tuple[list[rec.Ranking], Iterable[int], Method]
"""The places of a ranking list, its sections and its method."""


class RecordedFields(Fields):
    """How sections were scored, according to the methods in the ranking records."""

    def __init__(self, event: Event, places: list[rec.Ranking], methods: dict[int, Method]) -> None:
        group = (places[0].method or {}).get("group") or GROUPS[0]
        super().__init__(event, {}, group, None)
        self._recorded = methods
        self._by_code = {self.code(section): method for section, method in methods.items()}
        self._by_side = {place.section or 0 for place in places if place.direction}
        """Sections that rank N-S and E-W pairs separately."""
        self._requested = {p.section or 0: (p.method or {}).get("winners") for p in places}
        """The number of winners requested of `rank`, by section; None if none was."""
        self._requested_anywhere = next(filter(None, self._requested.values()), None)

    def method(self, code: int, section: int) -> Method:
        """The method of a section; without places, that of a section with its code, or of any."""
        recorded = self._recorded.get(section) or self._by_code.get(code)
        return recorded or next(iter(self._recorded.values()))

    def winners(self, section: int) -> Winners:
        """The winners of a section: by its method, else as requested, else by sides of places."""
        method, inferred = self.method(self.code(section), section), self.event.winners(section)
        if method.of_teams:
            return inferred
        if method.name == BRIDGESCORE:
            return Winners(2, AS_BRIDGESCORE_HAS_IT)
        if number := self._requested.get(section, self._requested_anywhere):
            return Winners(number, AS_REQUESTED)
        if section not in self._recorded:
            return inferred
        number = 2 if section in self._by_side else 1
        has_play = self.event.results(section) or self.event.rounds(section)
        return inferred if inferred.number == number and has_play else Winners(number, AS_RANKED)

    def add_unplayed(self, places: list[rec.Ranking]) -> None:
        """Add a field for each list whose sections have neither results nor a movement."""
        have = {section for field in self.fields.values() for section in field.sections}
        for listed in split_lists(places):
            sections = frozenset(place.section or 0 for place in listed)
            if not sections & have:
                field = self.fields.setdefault(sections, Field(self._method_of(listed)))
                field.sections |= sections

    def _method_of(self, places: list[rec.Ranking]) -> Method:
        return self._recorded[places[0].section or 0]

    def lists(self, places: list[rec.Ranking]) -> Iterator[ListOfPlaces]:
        """The ranking lists: one per field, but one per section if it has several fields, and one
        for all sections between which pairs move."""
        across = self.event.moves_across_field()
        fields: dict[int, list[Field]] = defaultdict(list)
        """The fields of each section."""
        for field in self.fields.values():
            for section in field.sections:
                fields[section].append(field)
        lists: dict[tuple[object, str], list[rec.Ranking]] = defaultdict(list)
        """The places of each list, by what they have in common and their side."""
        for place in places:
            section = place.section or 0
            common: object = section
            if across:
                common = self._recorded[section]
            elif len(fields[section]) == 1:
                common = id(fields[section][0])
            lists[common, place.direction or ""].append(place)
        for listed in lists.values():
            section = listed[0].section or 0
            if across:
                sections = set(fields)
            else:
                is_only_field = len(fields[section]) == 1
                sections = fields[section][0].sections if is_only_field else {section}
            yield listed, sections, self._recorded[section]


class InferredFields(RecordedFields):
    """How sections were scored, as far as the figures of another program show it."""

    options_known = False

    def __init__(self, event: Event, places: list[rec.Ranking]) -> None:
        super().__init__(event, places, {})
        self._lists = split_lists(places)
        self._teams = next(
            (Field(infer_method(listed)) for listed in self._lists if _is_of_teams(listed)),
            None,
        )
        self._of_section: dict[int, Field] = {}
        for listed in self._lists:
            if not _is_of_teams(listed):
                sections = {place.section or 0 for place in listed}
                known = [self._of_section[s] for s in sections if s in self._of_section]
                field = known[0] if known else Field(infer_method(listed))
                self._of_section |= dict.fromkeys(sections, field)

    def winners(self, section: int) -> Winners:
        """Two winners if the places of a section have sides."""
        return Winners(2 if section in self._by_side else 1, AS_RANKED)

    def field(self, section: int, table: int | None) -> Field:
        """The field of the list in which a section is ranked."""
        field = self._of_section.get(section) or self._teams or Field(Method())
        self._of_section[section] = self.fields[id(field)] = field
        field.sections.add(section)
        return field

    def _method_of(self, places: list[rec.Ranking]) -> Method:
        return infer_method(places)

    def lists(self, places: list[rec.Ranking]) -> Iterator[ListOfPlaces]:
        """The ranking lists; teams have the sections of their field."""
        for listed in self._lists:
            sections = {place.section or 0 for place in listed}
            if _is_of_teams(listed) and self._teams:
                sections |= self._teams.sections
            yield listed, sections, infer_method(listed)


def split_lists(places: list[rec.Ranking]) -> list[list[rec.Ranking]]:
    """Places split into separate lists.

    A new list starts at another side, or at a better place of another section.
    """
    lists = [places[:1]]
    for before, place in pairwise(places):
        better = (place.place or LAST) < (before.place or LAST)
        if place.direction != before.direction or (better and not _is_in(place, lists[-1])):
            lists.append([])
        lists[-1].append(place)
    return lists


def _is_in(place: rec.Ranking, places: list[rec.Ranking]) -> bool:
    """Whether a place is of a section that a list has already."""
    return bool(place.section) and any(other.section == place.section for other in places)


class RecordedRanking(Ranked):
    """A ranking whose names of players are those in its ranking records."""

    def __init__(self, event: Event, layout: Fields) -> None:
        super().__init__(event, layout)
        self._names = {_contestant(place): place.names for place in event.of(rec.Ranking)}

    def names(self, who: Contestant) -> list[str]:
        """The names of a contestant's players, as far as they are known and have played."""
        if who in self.idle:
            return []
        return self._names.get(who) or super().names(who)

    def rankings(self) -> Iterator[rec.Ranking]:
        """The ranking records as they are."""
        return iter(self.event.of(rec.Ranking))


class RecordedTally(ContestantTally):
    """The totals of a contestant as recorded, even if they do not agree with each other."""

    recorded_percentage: float | None = None
    recorded_average: float | None = None
    recorded_total: float | None = None
    """None if the record has no total."""

    @property
    def points(self) -> float | None:
        """The total as recorded."""
        return self.recorded_total

    @property
    def percentage(self) -> float | None:
        """The percentage as recorded."""
        return self.recorded_percentage

    @property
    def average(self) -> float:
        """The points per board as recorded."""
        return super().average if self.recorded_average is None else self.recorded_average


def _idle(places: list[rec.Ranking], fields: list[Field]) -> set[Contestant]:
    """The contestants who played no board, in sections in which others have results."""
    parts = [part for field in fields if not field.method.of_teams for part in field.parts.values()]
    playing = {who for part in parts for (who,), _ in part.contenders()}
    sections = {who.section for who in playing}
    unplayed = {_contestant(place) for place in places if place.boards == 0}
    return {who for who in unplayed - playing if who.section in sections}


def infer_method(places: list[rec.Ranking]) -> Method:
    """The method of a list, inferred from the fields of its records; its options are unknown."""
    if _is_of_teams(places):
        return Method(TEAMS)
    shares = any(place.maximum is not None or place.percentage is not None for place in places)
    return Method(MATCHPOINTS if shares else CROSS_IMPS)


def _is_of_teams(places: list[rec.Ranking]) -> bool:
    return any({"imps", "TEAM_NAME", "PAIR"} & (place.extra or {}).keys() for place in places)


def _contestant(place: rec.Ranking) -> Contestant:
    return Contestant(place.section or 0, place.direction or "", place.pair or 0)


def _score(ranked: Ranked, field: Field) -> None:
    """Score a field by its method, then replace the points by those in its results, if any."""
    with suppress(DataError):  # a part of an event can be without matches
        if field.method.of_teams:
            ranked.matches += play_matches(ranked.event, field, Notes())
        elif ranked.layout.options_known:
            score_field(field)
    recorded = [(play, _points(play, imps=field.method.in_imps)) for play in field.plays()]
    if all(points == (None, None) for _, points in recorded) and ranked.layout.options_known:
        return
    for play, (ns, ew) in recorded:
        play.ns.points, play.ew.points = ns, ew
    if not ranked.layout.options_known and not field.method.in_imps:
        _infer_tops(field)


def _points(play: Play, *, imps: bool) -> tuple[float | None, float | None]:
    """The points of a result for the pairs that sat N-S and E-W."""
    r = play.result
    ns, ew = (r.imp_ns, r.imp_ew) if imps else (r.mp_ns, r.mp_ew)
    return (ew, ns) if play.outcome.wrong_direction else (ns, ew)


def _infer_tops(field: Field) -> None:
    """Set the top of every board, inferred from its points."""
    tops = {board: _top(plays) for board, plays in field.boards.items()}
    most = max(tops.values(), default=0)
    for board, plays in field.boards.items():
        for play in plays:
            for side in (play.ns, play.ew):
                side.top = (tops[board] or most) if side.points is not None else 0


def _top(plays: Iterable[Play]) -> float:
    """The top of a board: the sum of both sides' points on most of its plays; 0 if there are none.

    Plays with an award do not count, as both sides together may get more or less.
    """
    sums = Counter(
        round((play.ns.points or 0) + (play.ew.points or 0), RECORDED_DECIMALS - 1)
        for play in plays
        if play.ns.points is not None and play.ns.award is None
    )
    return max(sums, key=lambda total: (sums[total], total), default=0)


def _standings(places: list[rec.Ranking], sections: Iterable[int], method: Method) -> Standings:
    """A ranking list as recorded."""
    standings = Standings(sorted(sections), places[0].direction or "", method)
    shared = Counter(place.place for place in places if place.place)
    """How many contestants share each place."""
    for place in sorted(places, key=lambda place: place.place or LAST):
        extra = place.extra or {}
        imps, average, penalty = (_number(extra.get(n)) for n in ("imps", "average", "penalty"))
        standings.provisional |= bool(extra.get("provisional"))
        standings.by_average |= average is not None
        tally = RecordedTally(
            who=_contestant(place),
            boards=place.boards or 0,
            total=place.total or 0.0,
            maximum=place.maximum or 0.0,
            imps=imps,
            place=place.place,
            shared=shared[place.place or 0] > 1,
            penalty=penalty or 0.0,
            recorded_percentage=place.percentage,
            recorded_average=average,
            recorded_total=place.total,
        )
        standings.tallies.append(tally)
    return standings


def _number(value: object) -> float | None:
    """A value of `extra`, which can be anything; None unless it is a number."""
    return value if isinstance(value, int | float) else None
