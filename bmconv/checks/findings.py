"""The findings of a check, and the event under check with the look-ups that its rules share."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from bmconv.event import Event
from bmconv.event.schedule import Schedule
from bmconv.notes import agree
from bmconv.records import Record, Result, Round, Table
from bmconv.rules.rule import Scope
from bmconv.rules.terminals import Limits

ERROR, WARNING, INFO = LEVELS = ("error", "warning", "info")


class Finding(NamedTuple):
    """A problem that a rule has found."""

    level: str
    rule: str
    place: str
    message: str
    """What was found, such as `table{s} without rounds`.

    As in a note, it is printed with a count, and `agree` makes its words singular or plural.
    """
    value: str | int = ""

    @property
    def problem(self) -> str:
        """What was found and its value, without the place."""
        return agree(self.message, 1) + (f": {self.value}" if self.value != "" else "")

    def __str__(self) -> str:
        """The finding in words, such as `error table-empty: table without rounds (table A5)`."""
        location = f"{self.place}: {self.value}" if self.value != "" else self.place
        return f"{self.level} {self.rule}: {agree(self.message, 1)} ({location})"

    def after_change(self) -> str:
        """The finding as printed by a command that has made a change."""
        return f"with this change bmconv check reports {self}"


class CheckedEvent:
    """An event under check, for one terminal and perhaps a target format.

    `origin` is the format whose ranges of values apply if there is no target.
    """

    def __init__(
        self, event: Event, limits: Limits, target: str | None, origin: str = "bws"
    ) -> None:
        self.event = event
        self.limits = limits
        self.target = target
        self.scope = Scope(target or origin, limits)

    def find(
        self, level: str, rule: str, record: Record, message: str, value: str | int | None = ""
    ) -> Finding:
        """A finding at the place of a record."""
        return Finding(
            level, rule, self.event.place(record), message, "" if value is None else value
        )

    def for_target(self, *targets: str) -> str:
        """The level of a problem: an error if the target is among `targets`, else a warning."""
        return ERROR if self.target in targets else WARNING

    @cached_property
    def schedule(self) -> Schedule:
        """The movement compared with the results entered."""
        return Schedule(self.event)

    @property
    def results(self) -> list[Result]:
        """The standing results."""
        return self.schedule.standing

    @cached_property
    def tables(self) -> dict[int, list[Table]]:
        """The tables of each section; without table records, the tables in its rounds."""
        sections = [*self.event.by_section(Table)] or self.event.by_section(Round)
        return {section: self.event.tables(section) for section in sections}


EventRule = Callable[[CheckedEvent], Iterable[Finding]]
"""A function that reports problems in a whole event."""


def table_of(round: Round) -> Table:
    """The table of a round, as the place of a finding."""
    return Table(section=round.section, table=round.table)
