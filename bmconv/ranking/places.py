"""Rank an event: points for its results and places of its contestants."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bmconv import records as rec
from bmconv.bridge.movements import MOST
from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS, TEAMS
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.boards import score_field
from bmconv.ranking.methods import Method, refuse
from bmconv.ranking.options import method_map
from bmconv.ranking.plays import Contestant, Field, Fields, Lookup, take_plays
from bmconv.ranking.published import Published
from bmconv.records import RECORDED
from bmconv.seating import Seating

if TYPE_CHECKING:
    from bmconv.ranking.adjust import Adjustments
    from bmconv.ranking.teams import Match
    from bmconv.travellers import TravellerLine


NO_VALUE = float("-inf")
"""The value of a contestant who has nothing to be ranked by."""


class Total(Struct):
    """The totals of a contestant."""

    who: Contestant
    boards: int = 0
    total: float = 0.0
    maximum: float = 0.0
    imps: float | None = None
    place: int | None = None
    shared: bool = False
    """Whether others have the same place."""
    penalty: float = 0.0
    """What the director took off the total."""

    def add(self, other: Total) -> None:
        """Add the totals of the same contestant in another field."""
        self.boards += other.boards
        self.total += other.total
        self.maximum += other.maximum

    @property
    def points(self) -> float | None:
        """The total; None for those who played no board."""
        return self.total if self.boards else None

    @property
    def percentage(self) -> float | None:
        """The percentage of the maximum; None if the maximum is 0."""
        return 100 * self.total / self.maximum if self.maximum else None

    @property
    def average(self) -> float:
        """The points per board."""
        return self.total / self.boards if self.boards else 0.0


class Standings(Struct, eq=False):
    """One ranking list: contestants who compete with each other."""

    sections: list[int]
    direction: str
    method: Method
    provisional: bool = False
    tallies: list[Total] = []
    by_average: bool = False
    """Whether places are by IMPs per board, since pairs played different numbers of boards."""

    def settle(self) -> None:
        """Sort the list and assign places; equal results share a place."""
        if self.method.name in (BUTLER, CROSS_IMPS) and not self.method.total:
            self.by_average = len({tally.boards for tally in self.tallies if tally.boards}) > 1
        values = [self._rank_value(tally) for tally in self.tallies]
        order = sorted(
            zip(values, self.tallies, strict=True), key=lambda ranked: (-ranked[0], ranked[1].who)
        )
        self.tallies[:] = [tally for _, tally in order]
        best: dict[float, Total] = {}
        for place, (value, tally) in enumerate(order, 1):
            if value == NO_VALUE:
                continue
            first = best.setdefault(value, tally)
            if first is tally:
                tally.place = place
            else:
                tally.place = first.place
                tally.shared = first.shared = True

    def _rank_value(self, tally: Total) -> float:
        """The value that decides a place, rounded so that tiny float errors do not break ties."""
        if not _counts(tally, self.method):
            return NO_VALUE
        value = tally.average if self.by_average else tally.total
        if not self.method.in_imps:
            value = tally.percentage or 0
        # If boards are rounded, ties are what is printed.
        return _printed(value, 2) if self.method.round else round(value, 9)


NO_RESULTS = "no results in this input (bmconv info shows what it contains)"


class Ranked:
    """A ranked event."""

    def __init__(self, event: Event, layout: Fields) -> None:
        self.event = event
        self.layout = layout
        self.fields = list(layout.fields.values())
        self.standings: list[Standings] = []
        self.matches: list[Match] = []
        self.seating = Seating(event)
        self.published = Published(event, layout.schedule.standing)
        self.keep = False
        """Whether the published rankings are passed on instead of those worked out."""

    @property
    def without_results(self) -> bool:
        """Whether there was nothing to rank."""
        return not any(field.boards for field in self.fields)

    def records(self) -> Iterator[rec.Record]:
        """All records of the event, results with points, and a ranking for each contestant."""
        before = self.event.without(rec.Ranking)
        return chain(before, self.published.rankings.values() if self.keep else self.rankings())

    def as_published(self) -> Ranked:
        """The ranking that the event came with; its results get their points again."""
        from bmconv.ranking.from_records import ranking_from_records

        self.published.restore()
        self.keep = True
        return ranking_from_records(self.event) or self

    def rankings(self) -> Iterator[rec.Ranking]:
        """A ranking record for each contestant, list by list in the order of places."""
        for standings in self.standings:
            of_teams = standings.method.of_teams
            asked = None if of_teams else self.layout.asked_winners
            method = method_map(standings.method, self.layout.group, asked)
            for tally in standings.tallies:
                yield self._ranking(tally, standings, dict(method))

    def names(self, who: Contestant) -> list[str]:
        """The names of a contestant's players, as far as they are known."""
        if not self.seating.seats:
            return self.published.names(who)
        found = dict.fromkeys(n for pair in self.pairs(who) for n in self.seating.names(*pair))
        return list(found) or self.published.names(who)

    def pairs(self, who: Contestant) -> list[Contestant]:
        """The pairs of a team; or a contestant that is not a team."""
        return [pair for match in self.matches for pair in match.pairs.get(who, ())] or [who]

    def traveller(self, field: Field, board: int) -> list[TravellerLine]:
        """The results of a board in a field with their points, best for N-S first."""
        from bmconv.travellers import TravellerLine, best_first

        found = []
        for play in field.boards[board]:
            sides = (play.ns, play.ew)
            ns, ew = (tuple(who.number for who in side.contestants) for side in sides)
            named = [[name for who in s.contestants for name in self.names(who)] for s in sides]
            names = (" & ".join(named[0]), " & ".join(named[1]))
            points, tops = (play.ns.points, play.ew.points), (play.ns.top, play.ew.top)
            score = play.ns.score
            line = TravellerLine(play.result, play.outcome, (ns, ew), names, score, points, tops)
            found.append(line)
        return best_first(found)

    def _ranking(self, tally: Total, standings: Standings, method: dict[str, Any]) -> rec.Ranking:
        percentage = tally.percentage
        extra: dict[str, object] = self.published.identity(tally.who)
        if standings.provisional:
            extra["provisional"] = True
        if tally.imps is not None:
            extra["imps"] = _plain(tally.imps)
        if tally.penalty:
            extra["penalty"] = _plain(tally.penalty)
        counts = tally.place is not None
        if counts and standings.by_average:
            extra["average"] = _plain(tally.average)
        return rec.Ranking(
            section=tally.who.section or None,
            direction=tally.who.direction or None,
            pair=tally.who.number,
            names=self.names(tally.who) or None,
            boards=tally.boards,
            total=_plain(tally.total) if counts else None,
            maximum=_plain(tally.maximum) if tally.maximum else None,
            percentage=None if percentage is None else _plain(percentage),
            place=tally.place,
            method=method,
            extra=extra or None,
        )


def rank(
    event: Event,
    method: dict[str, Any] | None = None,
    *,
    group: str = "auto",
    winners: int | None = None,
    adjustments: Adjustments | None = None,
    notes: Notes | None = None,
) -> Ranked:
    """Rank an event by its own method; `method` overrides fields of `Method` by name.

    Differences from points and places that the event has already are noted.
    """
    refuse((method or {}).get("name"))
    notes = notes or event.log
    layout = Fields(event, method or {}, group, winners)
    take_plays(layout, notes)
    ranked = Ranked(event, layout)
    _tell_winners(ranked, notes)
    for absent in layout.schedule.absent.values():
        if absent.certain:
            place = f"section {event.letter(absent.section)} {absent.name}"
            text = "pair{s} without any result taken as missing"
            notes.repair("pair-never-plays", place, text, hint="see bmconv check")
    if adjustments:
        adjustments.apply(ranked.fields, event)
    ranked.published.clear()
    for field in ranked.fields:
        if field.method.of_teams:
            from bmconv.ranking.teams import play_matches

            matches = play_matches(event, field, notes)
            ranked.matches += matches
            _rank_teams(ranked, field, matches)
        else:
            score_field(field)
        _write_points(field)
    _rank_pairs(ranked)
    if adjustments:
        adjustments.penalise(ranked.standings, event)
    for standings in ranked.standings:
        standings.provisional |= any(map(layout.schedule.missing.get, standings.sections))
        standings.settle()
    ranked.published.compare(ranked, notes)
    return ranked


def _tell_winners(ranked: Ranked, notes: Notes) -> None:
    for field in ranked.fields:
        for section in sorted(field.sections) if not field.method.of_teams else ():
            found = ranked.layout.winners(section)
            place = f"section {ranked.event.letter(section)}"
            if found.against_movement:
                text = "section{s} ranked as the results show: the movement has other winners"
                notes.repair("winners-by-results", place, text)
            elif found.guessed and field.boards:
                text = "section{s} ranked with two winners: every pair keeps its side"
                notes.repair("winners-guessed", place, text)


def _write_points(field: Field) -> None:
    """Set the points of each play on its result, following the result's NS and EW pairs."""
    imps = field.method.in_imps
    plain: Lookup[float | None, float | None] = Lookup(lambda p: None if p is None else _plain(p))
    for play in field.plays():
        result, ns, ew = play.result, plain[play.ns.points], plain[play.ew.points]
        if play.outcome.wrong_direction:
            ns, ew = ew, ns
        if imps:
            result.imp_ns, result.imp_ew = ns, ew
        else:
            result.mp_ns, result.mp_ew = ns, ew


def _rank_pairs(ranked: Ranked) -> None:
    """Make the lists of pairs: one per field, but one per section if it has several fields."""
    fields = [field for field in ranked.fields if not field.method.of_teams]
    fields_of = Counter(section for field in fields for section in field.sections)
    lists: dict[tuple[object, str], Standings] = {}
    merged: dict[Contestant, Total] = {}
    for field in fields:
        provisional = field.undecided
        for who, tally in _tallies(field, ranked).items():
            alone = fields_of[who.section] == 1
            key = (id(field) if alone else who.section, who.direction)
            standings = lists.get(key)
            if standings is None:
                sections = field.sections if alone else {who.section}
                standings = lists[key] = Standings(sorted(sections), who.direction, field.method)
            standings.provisional |= provisional
            if who in merged:
                merged[who].add(tally)
            else:
                merged[who] = tally
                standings.tallies.append(tally)
    order = sorted(lists.values(), key=lambda s: (s.sections, s.direction != "NS"))
    ranked.standings += order


def _tallies(field: Field, ranked: Ranked) -> dict[Contestant, Total]:
    """The totals of everybody in a field; empty for declared pairs that did not play."""
    tallies: dict[Contestant, Total] = {}
    for part in field.parts.values():
        for (who,), sides in part.contenders():
            points = [side.points for side in sides if side.points is not None]
            maximum = math.fsum([side.top for side in sides])  # 0 without points
            tallies[who] = Total(who, len(points), math.fsum(points), maximum)
    for section in field.sections:
        for who in _declared(ranked, section):
            tallies.setdefault(who, Total(who))
    return tallies


def _declared(ranked: Ranked, section: int) -> Iterator[Contestant]:
    """The pairs that a section declares, if it has two winners."""
    known = ranked.event.section(section)
    if known is None or ranked.layout.winners(section).number != 2:
        return
    for direction, pairs in (("NS", known.ns_pairs), ("EW", known.ew_pairs)):
        for number in range(1, min(pairs or 0, MOST) + 1):
            yield Contestant(section, direction, number)


def _rank_teams(ranked: Ranked, field: Field, matches: list[Match]) -> None:
    """Make the list of teams, ranked by victory points."""
    standings = Standings(sorted(field.sections), "", field.method)
    tallies: dict[Contestant, Total] = {}
    for match in matches:
        home = (match.home, match.imps, match.points)
        away = (match.away, match.away_imps, match.away_points)
        for team, imps, points in (home, away):
            tally = tallies.setdefault(team, Total(team))
            tally.boards += match.played
            tally.total += points
            if field.method.name == TEAMS:
                tally.imps = (tally.imps or 0) + imps
            else:
                tally.maximum += match.played * field.method.worth
    standings.tallies = list(tallies.values())
    standings.provisional = field.undecided
    if tallies:
        ranked.standings.append(standings)


def _counts(tally: Total, method: Method) -> bool:
    """Whether a contestant has anything to be ranked by."""
    return bool(tally.boards if method.in_imps else tally.maximum)


def _printed(value: float, digits: int) -> float:
    """A figure as it is printed, halves away from zero."""
    unit = 10.0**digits
    return math.copysign(math.floor(abs(value) * unit + 0.5 + 1e-6), value) / unit


def _plain(value: float) -> float:
    return round(value, RECORDED) + 0.0  # -0.0 becomes 0.0
