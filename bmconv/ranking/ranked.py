"""A ranked event: its lists, matches, travellers and records."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

from bmconv import records as rec
from bmconv.event import Event
from bmconv.event.seating import Seating
from bmconv.event.travellers import TravellerLine, traveller_order
from bmconv.ranking.options import method_map
from bmconv.ranking.plays import Contestant, Field, Fields, Play
from bmconv.ranking.published import Published
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.ranking.teams import Match
from bmconv.records import RECORDED_DECIMALS

NO_RESULTS = "no results in this input (bmconv info shows what it contains)"


class Ranked:
    """The result of ranking an event, to which `rank` adds lists and matches."""

    def __init__(self, event: Event, layout: Fields) -> None:
        self.event = event
        self.layout = layout
        self.fields = list(layout.fields.values())
        self.standings: list[Standings] = []
        self.matches: list[Match] = []
        self.seating = Seating(event)
        self.idle: set[Contestant] = set()
        """Pairs that a section declares but that played no board; `names` returns none for them."""
        self.published = Published(event, layout.schedule.standing)
        self.keep = False
        """Whether the published rankings are passed on instead of those worked out."""
        self.adjusted = ""
        """The number of awards and penalties of the director that were applied, in words."""

    @property
    def without_results(self) -> bool:
        """Whether there was nothing to rank."""
        return not any(field.boards for field in self.fields)

    def has_rankings(self) -> bool:
        """Whether there are ranking records: worked out, or kept from the input."""
        return any(isinstance(record, rec.Ranking) for record in self.records())

    def records(self) -> Iterator[rec.Record]:
        """All records of the event, results with points, and a ranking for each contestant."""
        before = self.event.without(rec.Ranking)
        return chain(before, self.published.rankings.values() if self.keep else self.rankings())

    def rankings(self) -> Iterator[rec.Ranking]:
        """A ranking record for each contestant, list by list in the order of places."""
        for standings in self.standings:
            of_teams = standings.method.of_teams
            winners = None if of_teams else self.layout.requested_winners
            method = method_map(standings.method, self.layout.group, winners)
            for tally in standings.tallies:
                yield self._ranking(tally, standings, dict(method))

    def names(self, who: Contestant) -> list[str]:
        """The names of a contestant's players, as far as they are known and have played."""
        if who in self.idle:
            return []
        if not self.seating.seats:
            return self.published.names(who)
        names = dict.fromkeys(n for pair in self.pairs(who) for n in self.seating.names(*pair))
        return list(names) or self.published.names(who)

    def pairs(self, who: Contestant) -> list[Contestant]:
        """The pairs of a team; or a contestant that is not a team."""
        return [pair for match in self.matches for pair in match.pairs.get(who, ())] or [who]

    def traveller(self, field: Field, board: int) -> list[TravellerLine]:
        """The results of a board in a field with their points, best for N-S first."""
        lines = []
        for play in self.plays(field, board):
            sides = (play.ns, play.ew)
            ns, ew = (tuple(who.number for who in side.contestants) for side in sides)
            players = [[name for who in s.contestants for name in self.names(who)] for s in sides]
            names = (" & ".join(players[0]), " & ".join(players[1]))
            points, tops = (play.ns.points, play.ew.points), (play.ns.top, play.ew.top)
            score = play.ns.score
            line = TravellerLine(play.result, play.outcome, (ns, ew), names, score, points, tops)
            lines.append(line)
        return lines

    def plays(self, field: Field, board: int) -> list[Play]:
        """The plays of a board in the order of its traveller."""
        return sorted(
            field.boards.get(board, ()),
            key=lambda play: traveller_order(
                play.ns.score, tuple(who.number for who in play.ns.contestants)
            ),
        )

    def _ranking(
        self, tally: ContestantTally, standings: Standings, method: dict[str, Any]
    ) -> rec.Ranking:
        percentage = tally.percentage
        extra: dict[str, object] = self.published.identity(tally.who)
        if standings.provisional:
            extra["provisional"] = True
        if tally.imps is not None:
            extra["imps"] = for_record(tally.imps)
        if tally.penalty:
            extra["penalty"] = for_record(tally.penalty)
        is_placed = tally.place is not None
        if is_placed and standings.by_average:
            extra["average"] = for_record(tally.average)
        return rec.Ranking(
            section=tally.who.section or None,
            direction=tally.who.direction or None,
            pair=tally.who.number,
            names=self.names(tally.who) or None,
            boards=tally.boards,
            total=for_record(tally.total) if is_placed else None,
            maximum=for_record(tally.maximum) if tally.maximum else None,
            percentage=None if percentage is None else for_record(percentage),
            place=tally.place,
            method=method,
            extra=extra or None,
        )


def for_record(value: float) -> float:
    """A figure, rounded as in records."""
    return round(value, RECORDED_DECIMALS) + 0.0  # -0.0 becomes 0.0
