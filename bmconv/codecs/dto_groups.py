"""Scoring groups of sections, and team mates, from the groups of tables that a .bws has.

The four cases are those of dto-bws-mapping.md, section 2.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import count
from typing import NamedTuple

from bmconv import records as rec
from bmconv.codecs.scoring_methods import METHOD_OF_TYPE, TEAMS, type_of
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
        self, event: Event, first_session: int | None, grouped: bool, method: int, notes: Notes
    ) -> None:
        self.event = event
        self.first_session = first_session
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

    def groups(self, sections: list[rec.Section]) -> list[Group]:
        """The scoring groups of all sections, in their order."""
        marks: dict[Mark, list[rec.Section]] = {}
        for section in sections:
            mark = self._mark(section)
            if mark is not None:
                marks.setdefault(mark, []).append(section)
        wanted = [mark.group for mark in marks]
        made = [self._group(mark, members, wanted) for mark, members in marks.items()]
        used = {(group.session, group.number) for group in made}
        empty = [
            Group(g.session, g.number or 0, g.method or 0, g.name, g.deleted, [], _club(g))
            for key, g in self.records.items()
            if key not in used
        ]
        return [*made, *empty]

    def method_of(self, section: rec.Section) -> int:
        """The scoring method of a section by itself."""
        if section.scoring_type is None:
            return self.method
        return METHOD_OF_TYPE.get(section.scoring_type, self.method)

    def session_of(self, section: rec.Section) -> int | None:
        """The session of a section: its own, or the first."""
        return self.first_session if section.session is None else section.session

    def _mark(self, section: rec.Section) -> Mark | None:
        """The mark of a section; None for one that no scoring group can hold."""
        session = self.session_of(section)
        if section.scoring_group is not None:
            known = self.records.get((session, section.scoring_group))
            method = known.method if known and known.method else self.method_of(section)
            if section.scoring_type not in (None, type_of(method, section.game_type)):
                text = "scoring type{s} left out beside the scoring method of the group"
                self.notes.loss("scoring-type-lost", self.event.place(section), text)
            return Mark(session, method, section.scoring_group)
        method = self.method_of(section)
        numbers = {table.group or 0 for table in self.tables[section.id]} or {0}
        if len(numbers) == 1 and (number := numbers.pop()):
            return Mark(session, method, number)
        if numbers and not all((t.section, t.table) in self.mates for t in self.tables[section.id]):
            text = "section{s} left out whose tables are in several groups"
            self.notes.error("group-split", self.event.place(section), text)
            return None
        text = "scoring group{s} made for sections that had none"
        self.notes.repair("group-made", self.event.place(section), text)
        return Mark(session, method, 0 if self.grouped else f"section {section.id}")

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
                section = self.event.section(table.section)
                session = self.session_of(section) if section else None
                places[session, table.group].append((table.section, table.table))
        pairs = [pair for pair in places.values() if len(pair) == 2]
        return {a: b for pair in pairs for a, b in (pair, reversed(pair))}


def _club(group: rec.ScoringGroup | None) -> str | None:
    return (group.extra or {}).get("ClubId") if group else None


def winners_of(rounds: list[rec.Round]) -> tuple[int, bool]:
    """How many winners a movement has, and whether that is only likely; 0 for no movement.

    A number twice in a round is two pairs; a number that sits on both sides at times is one.
    """
    ns = {r.ns_pair for r in rounds if r.ns_pair}
    ew = {r.ew_pair for r in rounds if r.ew_pair}
    if not ns or not ew:
        return 0, False
    by_round: Counter[tuple[int | None, int]] = Counter()
    for r in rounds:
        by_round.update((r.round, pair) for pair in (r.ns_pair, r.ew_pair) if pair)
    if any(times > 1 for times in by_round.values()):
        return 2, False
    return (1, False) if ns & ew else (2, True)
