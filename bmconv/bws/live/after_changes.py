"""Judge an event by the rule book as it will be after planned changes."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, cast

from bmconv import checks, jet
from bmconv.bws.layout import TABLES
from bmconv.bws.live.change import ADD_COLUMN, Change, new_column, rows_after
from bmconv.bws.live.refusals import Refusal
from bmconv.bws.live.triggers import first_round
from bmconv.bws.live.unfinished import Announcement
from bmconv.bws.live.view import TableKey, View
from bmconv.bws.read import read_records
from bmconv.codecs import Wanted
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.rules.triggers import REMOVE_TABLE

ALL_TYPES = Wanted("", frozenset(layout.kind for layout in TABLES.values()), asked=True)
ALLOW = Flag("allow_errors")


class TableAfter(NamedTuple):
    """A table after planned changes, with as much of jet.AccessTable as reading records needs."""

    name: str
    columns: list[Any]
    cells: list[tuple[Any, ...]]

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """All rows."""
        return iter(self.cells)


class DatabaseAfter:
    """A database after planned changes, with as much of jet.Database as reading records needs."""

    def __init__(self, view: View, changes: list[Change]) -> None:
        self.database = view.editor.database
        self.changed: dict[str, TableAfter] = {}
        for name in {change.table.casefold(): change.table for change in changes}.values():
            table_changes = [c for c in changes if c.table.casefold() == name.casefold()]
            columns: list[Any] = list(view.editor.table(name).columns)
            columns += [new_column(c.place) for c in table_changes if c.action == ADD_COLUMN]
            rows = list(rows_after(view, name, table_changes))
            self.changed[name.casefold()] = TableAfter(name, columns, rows)

    def find(self, name: str) -> Any:
        """A table by name, ignoring case."""
        return self.changed.get(name.casefold()) or self.database.find(name)


def added_findings(
    view: View, changes: list[Change], announcements: Iterable[Announcement]
) -> list[checks.Finding]:
    """The errors and warnings of the rule book that the changes would add."""
    try:
        before = Event(read_records(view.editor.database, ALL_TYPES, Notes()), Notes())
    except DataError:
        return []  # a file that contradicts itself cannot be judged
    after = cast(jet.Database, DatabaseAfter(view, changes))
    triggers = {
        (announcement.section or 0, announcement.table or 0): announcement.trigger
        for announcement in announcements
        if announcement.table is not None
    }
    records = without_removed(read_records(after, ALL_TYPES, Notes()), triggers)
    return checks.added_findings(checks.check(before), checks.check(Event(records, Notes())))


def refuse_added_errors(findings: Iterable[checks.Finding]) -> list[Refusal]:
    """A refusal for each error among the findings."""
    return [
        Refusal(
            finding.rule,
            finding.place,
            finding.problem,
            hint=Wording(ALLOW, " writes it anyway"),
            remedy=ALLOW,
        )
        for finding in findings
        if finding.level == checks.ERROR
    ]


def without_removed(records: Iterable[Record], triggers: dict[TableKey, int]) -> Iterator[Record]:
    """The records, except those that the control software removes when it acts on the triggers."""
    for record in records:
        place = getattr(record, "section", None) or 0, getattr(record, "table", None) or 0
        trigger = triggers.get(place, 0)
        if trigger == REMOVE_TABLE:
            continue
        first = first_round(trigger)
        played = hasattr(record, "board")  # a result, call or card: a hand has no round
        if first and played and (getattr(record, "round", None) or 0) >= first:
            continue
        yield record
