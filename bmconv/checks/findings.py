"""What a check finds, and the event under check with the look-ups its rules share."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from bmconv.bridge.limits import Limits
from bmconv.bridge.movements import sits_out
from bmconv.event import Event
from bmconv.records import Record, Result, Round, Table

ERROR, WARNING, INFO = LEVELS = ("error", "warning", "info")


class Finding(NamedTuple):
    """One thing that is off."""

    level: str
    rule: str
    place: str
    message: str
    """What the place is; `{s}` is the plural of what is counted, as in a note."""
    value: str | int = ""


class Checked:
    """An event under check, for one device and on its way to one format, if any."""

    def __init__(self, event: Event, limits: Limits, target: str | None) -> None:
        self.event = event
        self.limits = limits
        self.target = target
        self._two_winners: dict[int | None, bool] = {}

    def find(
        self, level: str, rule: str, record: Record, message: str, value: str | int | None = ""
    ) -> Finding:
        """A finding at the place of a record."""
        return Finding(
            level, rule, self.event.place(record), message, "" if value is None else value
        )

    def for_target(self, *targets: str) -> str:
        """The level of what only these targets cannot have: an error there, else a warning."""
        return ERROR if self.target in targets else WARNING

    @cached_property
    def results(self) -> list[Result]:
        """The results that stand."""
        return self.event.standing_results()

    @cached_property
    def rounds(self) -> dict[int | None, list[Round]]:
        """The rounds of each section."""
        found = defaultdict(list)
        for round in self.event.of(Round):
            found[round.section].append(round)
        return dict(found)

    @cached_property
    def tables(self) -> dict[int | None, list[Table]]:
        """The tables of each section; where there are none, those that its rounds name."""
        found = defaultdict(list)
        named = ((r.section, r.table) for r in self.event.of(Round))
        made = (Table(section=section, table=table) for section, table in dict.fromkeys(named))
        for table in self.event.of(Table) or made:
            found[table.section].append(table)
        return dict(found)

    @cached_property
    def rounds_at(self) -> dict[tuple[int | None, int | None], list[Round]]:
        """The rounds of each table."""
        found = defaultdict(list)
        for round in self.event.of(Round):
            found[round.section, round.table].append(round)
        return dict(found)

    def sits_out(self, round: Round) -> bool:
        """Whether nothing is played in a round."""
        return sits_out(round, self.event.section(round.section))

    def winners_given(self, section: int | None) -> int:
        """How many winners a section says it has; 0 where it does not say."""
        known = self.event.section(section)
        return (known.winners if known else None) or 0

    def two_winners(self, section: int | None) -> bool:
        """Whether a pair number means one pair per direction: as given, else as it looks.

        Numbered by direction, most numbers sit on both sides in every round; in one field a
        number on both sides is a slip, and a rare one.
        """
        if section not in self._two_winners:
            given = self.winners_given(section)
            self._two_winners[section] = given == 2 or (given == 0 and self._both_sides(section))
        return self._two_winners[section]

    def _both_sides(self, section: int | None) -> bool:
        ns: set[tuple[int | None, int]] = set()
        ew: set[tuple[int | None, int]] = set()
        for round in self.rounds.get(section, ()):
            if round.ns_pair:
                ns.add((round.round, round.ns_pair))
            if round.ew_pair:
                ew.add((round.round, round.ew_pair))
        return 2 * len(ns & ew) > min(len(ns), len(ew))


Rule = Callable[[Checked], Iterable[Finding]]
"""A rule looks at the whole event and says what is off."""


def seated(round: Round, by_direction: bool) -> Iterator[tuple[str, int]]:
    """The pairs of a round with their side, or with no side where a number is one pair anywhere.

    In an individual the four numbers are players.
    """
    if round.ns_pair:
        yield "NS" if by_direction else "", round.ns_pair
    if round.ew_pair:
        yield "EW" if by_direction else "", round.ew_pair
    for player in (round.south, round.west):
        if player:
            yield "", player
