"""Scoring groups of sections, and team mates, from the groups of tables that a .bws has.

A group of the Data Connector holds whole sections of one session with one scoring method.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import count
from typing import NamedTuple

from bmconv import records as rec
from bmconv.codecs.shared.scoring_methods import METHOD_OF_TYPE, TEAMS, type_of
from bmconv.event import Event
from bmconv.notes import Notes

Place = tuple[int | None, int | None]


class Group(NamedTuple):
    """Sections that are scored together."""

    session: int | None
    number: int
    method: int
    name: str | None
    deleted: bool
    sections: list[rec.Section]
    club_id: str | None = None


class Mark(NamedTuple):
    """What the sections of one scoring group have in common."""

    session: int | None
    method: int
    group: int | str
    """A number, 0 or a text for those that have none yet."""


class Grouping:
    """Which sections are scored together, and which tables are a match."""

    def __init__(
        self,
        event: Event,
        session_of: Callable[[int | None], int | None],
        grouped: bool,
        method: int,
        notes: Notes,
    ) -> None:
        self.event = event
        self.session_of = session_of
        """The session of a section."""
        self.grouped = grouped
        """GroupSections: sections without a group are scored together."""
        self.method = method
        """For sections that have none."""
        self.notes = notes
        self.tables: dict[int | None, list[rec.Table]] = defaultdict(list)
        for table in event.of(rec.Table):
            self.tables[table.section].append(table)
        self.records = {(g.session, g.number): g for g in event.of(rec.ScoringGroup)}
        self.taken: set[int] = set()
        self.mates = self._matches()

    def groups(self, sections: list[rec.Section], only: int | None) -> list[Group]:
        """The scoring groups of all sections, in their order; or that of only one, with it alone.

        It is numbered among all, so that it stays what it is in the whole event.
        """
        marks: dict[Mark, list[rec.Section]] = {}
        for section in sections:
            asked = only in (None, section.id)
            mark = self._mark(section, self.notes if asked else Notes())
            if mark is not None:
                marks.setdefault(mark, []).append(section)
        wanted = [mark.group for mark in marks]
        made = [self._group(mark, members, wanted) for mark, members in marks.items()]
        if only is not None:
            own = ((group, [s for s in group.sections if s.id == only]) for group in made)
            return [group._replace(sections=kept) for group, kept in own if kept]
        used = {(group.session, group.number) for group in made}
        empty = [
            Group(g.session, g.number or 0, g.method or 0, g.name, g.deleted, [], _club(g))
            for key, g in self.records.items()
            if key not in used
        ]
        return [*made, *empty]

    def _method_of(self, section: rec.Section) -> int:
        """The scoring method of a section by itself."""
        if section.scoring_type is None:
            return self.method
        return METHOD_OF_TYPE.get(section.scoring_type, self.method)

    def _mark(self, section: rec.Section, notes: Notes) -> Mark | None:
        """The mark of a section; None for one that no scoring group can hold."""
        session = self.session_of(section.id)
        tables = self.tables[section.id]
        number = section.scoring_group or 0
        known = self.records.get((session, number)) if number > 0 else None
        method = known.method if known and known.method else self._method_of(section)
        if section.scoring_type not in (None, type_of(method, section.game_type)):
            text = "scoring type{s} left out beside the scoring method of the group"
            notes.loss("scoring-type-lost", self.event.place(section), text)
        if number > 0:
            self._note_other_groups(section, tables, notes)
            return Mark(session, method, number)
        if number:
            text = "number{s} of a scoring group below 1 left out"
            notes.loss("group-number", self.event.place(section), text)
        numbers = {table.group or 0 for table in tables} or {0}
        if len(numbers) > 1 and not all((t.section, t.table) in self.mates for t in tables):
            text = "section{s} left out whose tables are in several groups"
            notes.error("group-split", self.event.place(section), text)
            return None
        if len(numbers) == 1 and 0 not in numbers:
            return Mark(session, method, numbers.pop())
        text = "scoring group{s} made for sections that had none"
        notes.repair("group-made", self.event.place(section), text)
        return Mark(session, method, 0 if self.grouped else f"section {section.id}")

    def _note_other_groups(
        self, section: rec.Section, tables: list[rec.Table], notes: Notes
    ) -> None:
        """Groups of tables, where the section itself has another."""
        for table in tables:
            if table.group and table.group != section.scoring_group:
                text = "group{s} of a table left out: the section has another scoring group"
                notes.loss("table-group", self.event.place(table), text)

    def _group(self, mark: Mark, members: list[rec.Section], wanted: list[int | str]) -> Group:
        number = mark.group
        known = self.records.get((mark.session, number)) if isinstance(number, int) else None
        if not isinstance(number, int) or number <= 0 or number in self.taken:
            if number in self.taken:
                text = "scoring group{s} numbered anew: one number for several sessions or methods"
                self.notes.loss("group-split", self.event.place(members[0]), text)
            number = next(n for n in count(1) if n not in self.taken and n not in wanted)
        self.taken.add(number)
        name, deleted = (known.name, known.deleted) if known else (None, False)
        return Group(mark.session, number, mark.method, name, deleted, members, _club(known))

    def _matches(self) -> dict[Place, Place]:
        """Tables of team games that share a group with exactly one other."""
        teams = {
            section.id
            for section in self.event.of(rec.Section)
            if section.scoring_type == TEAMS and section.scoring_group is None
        }
        places: dict[tuple[int | None, int], list[Place]] = defaultdict(list)
        for table in self.event.of(rec.Table):
            if table.section in teams and table.group:
                match = (self.session_of(table.section), table.group)
                places[match].append((table.section, table.table))
        pairs = [pair for pair in places.values() if len(pair) == 2]
        return {a: b for pair in pairs for a, b in (pair, reversed(pair))}


def _club(group: rec.ScoringGroup | None) -> str | None:
    club = (group.extra or {}).get("ClubId") if group else None
    return club if isinstance(club, str) else None
