"""What a check finds, and the event under check with the look-ups its rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from bmconv.bridge.limits import Limits
from bmconv.event import Event
from bmconv.records import Record, Result, Round, Table
from bmconv.schedule import Schedule

ERROR, WARNING, INFO = LEVELS = ("error", "warning", "info")


class Finding(NamedTuple):
    """One thing that is off."""

    level: str
    rule: str
    place: str
    message: str
    """What is found there, as `table{s} without rounds`: told with a count, `{s}` is the plural's
    letter, as in a note. In a text that is formatted itself it is written `{{s}}`."""
    value: str | int = ""


class Checked:
    """An event under check, for one terminal and on its way to one format, if any."""

    def __init__(self, event: Event, limits: Limits, target: str | None) -> None:
        self.event = event
        self.limits = limits
        self.target = target

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
    def schedule(self) -> Schedule:
        """What is to be played, and what of it was entered."""
        return Schedule(self.event)

    @property
    def results(self) -> list[Result]:
        """The results that stand."""
        return self.schedule.standing

    @cached_property
    def tables(self) -> dict[int, list[Table]]:
        """The tables of each section; if there are no table records, those its rounds name."""
        sections = [*self.event.by_section(Table)] or self.event.by_section(Round)
        return {section: self.event.tables(section) for section in sections}

    def sits_out(self, round: Round) -> bool:
        """Whether nothing is played in a round."""
        return self.schedule.sits_out(round)


Rule = Callable[[Checked], Iterable[Finding]]
"""A rule looks at the whole event and says what is off; `check` calls all that are in RULES."""


def table_of(round: Round) -> Table:
    """The table at which a round is played, for the place of a finding."""
    return Table(section=round.section, table=round.table)
