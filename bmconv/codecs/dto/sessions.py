"""Writing sessions, with options and guids, and the scoring groups of their sections.

A scoring group of the Data Connector consists of whole sections of one session with one scoring
method. In a .bws, each table has a group number.
"""

import datetime
import hashlib
from collections import defaultdict
from collections.abc import Callable
from itertools import chain, count
from typing import NamedTuple

from bmconv import records as rec
from bmconv.bridge.scoring_methods import CODE_OF_TYPE, TEAMS_TYPE, type_of
from bmconv.bridge.team_matches import Mates, mates_by_group
from bmconv.codecs import Options
from bmconv.connector.protocol import FIRST_YEAR
from bmconv.connector.rules import is_strict_guid
from bmconv.connector.schema import SessionDTO
from bmconv.errors import DataError, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.rules.fields import spell_guid

UNNAMED = "Bridge game"
"""The name that BCS gives a session without one."""


class Sessions:
    """The sessions of an event, with options applied; there is always at least one."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.all = event.of(rec.Session) or [rec.Session(id=1)]
        for number, session in enumerate(self.all, 1):
            session.id = number if session.id is None else session.id
        values = {
            "name": options.text("session_name") or None,
            "date": _moment(options, datetime.date, "YYYY-MM-DD"),
            "time": _moment(options, datetime.time, "HH:MM"),
            "guid": guid_option(options, "session_guid"),
        }
        if values["guid"] and len(self.all) > 1:
            text = Wording(Flag("session_guid"), ": the input has several sessions, expected one")
            raise UsageError(text)
        for field, value in values.items():
            for session in self.all if value is not None else ():
                setattr(session, field, value)
        for session in self.all:
            session.date = session.date or self._first_day(session)

    def _first_day(self, session: rec.Session) -> datetime.date | None:
        """The day of the first result, for a session without a date."""
        results = self.event.of(rec.Result)
        days = [r.date for r in results if r.date and self.of_section(r.section) == session.id]
        if days:
            text = "session{s} given the date of the first result"
            self.notes.repair("date-of-results", f"session {session.id}: {min(days)}", text)
        return min(days, default=None)

    def of_section(self, section: int | None) -> int | None:
        """The session of a section; the first session if the section states none."""
        known = self.event.section(section)
        return self.all[0].id if known is None or known.session is None else known.session

    def guids(self, letters: dict[int | None, str], *, new: bool) -> dict[int | None, str]:
        """The guid of every session by id; missing ones are created if the event is new."""
        guids: dict[int | None, str] = {}
        for session in self.all:
            guid = session.guid
            if guid is None or not is_strict_guid(guid):
                place = f"session {session.id}"
                if not new:
                    raise DataError(
                        f"{place} has no guid",
                        hint=Wording(
                            "give that of the running event (",
                            Flag("session_guid"),
                            ", or bmconv join init.json with the results)",
                        ),
                    )
                names = sorted(x for id, x in letters.items() if self.of_section(id) == session.id)
                words = ("bmconv", session.id, session.name, session.date, *names)
                guid = derive_guid(repr(tuple(map(str, words))))
                self.notes.repair("guid-new", f"{place}: {guid}", "session{s} given a guid")
            guids[session.id] = guid
        return guids

    def dto(self, session: rec.Session, guid: str, event: str | None) -> SessionDTO | None:
        """The DTO of a session, without groups; None, with an error, without a date since 2000."""
        place = f"session {session.id}"
        if session.date is None:
            hint = Wording(Flag("date"), " or bmconv set session.date=...")
            self.notes.error("no-date", place, "session{s} without a date skipped", hint=hint)
            return None
        if session.date.year < FIRST_YEAR:
            text = f"session{{s}} dated before {FIRST_YEAR} skipped"
            hint = Wording(Flag("date"), " sets another")
            self.notes.error("date", f"{place}: {session.date}", text, hint=hint)
            return None
        if not session.name:
            text = f"session{{s}} without a name sent as {UNNAMED!r}"
            self.notes.repair("session-name", place, text)
        time = session.time or datetime.time()
        if time.second or time.microsecond:
            self.notes.loss("seconds", f"{place}: {time}", "session time{s} cut to whole minutes")
        note_extra(session, {"EventGuid": str}, place, self.notes)
        for field in ("pairs_move_across_field", "ew_return_home"):
            if getattr(session, field):
                text = "setting{s} sent that BCS ignores in this mode"
                self.notes.loss("ignored-by-bcs", f"{place} {field}", text)
        event_guid = (session.extra or {}).get("EventGuid", event)
        return SessionDTO(
            EventGuid=event_guid if event_guid and isinstance(event_guid, str) else None,
            SessionGuid=guid,
            Name=session.name or UNNAMED,
            Year=session.date.year,
            Month=session.date.month,
            Day=session.date.day,
            Hour=time.hour,
            Minute=time.minute,
            ShowInApp=session.show_in_app,
            EWReturnHome=session.ew_return_home,
            PairsMoveAccrossField=session.pairs_move_across_field,
        )


def note_extra(record: rec.Record, sent: dict[str, type], place: str, notes: Notes) -> None:
    """Note values in `extra` that are not sent; `sent` has the name and type of each that is."""
    for name, value in (record.extra or {}).items():
        if not isinstance(value, sent.get(name, ())):
            subject = f"{rec.type_name(record)}.extra value{{s}}"
            notes.loss(
                "field-lost",
                f"{place} {name}",
                "left out: dto does not hold {it|them}",
                what=subject,
            )


def derive_guid(text: str) -> str:
    """A guid derived from a text, always the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32].upper()


def kind_hint(kind: str) -> Wording:
    """The hint that another kind of document holds the records that are left out."""
    return Wording(Flag("kind", kind), " writes {it|them}")


def guid_option(options: Options, name: str) -> str | None:
    """A guid given as an option, as 32 upper-case digits."""
    text = options.text(name)
    guid = spell_guid(text) or text if text else None
    if guid and not is_strict_guid(guid):
        expected = ": expected 32 hexadecimal digits"
        raise UsageError(Wording(Flag(name, repr(text)), expected))
    return guid


def _moment(options: Options, kind: type[datetime.date | datetime.time], expected: str) -> object:
    """The value of the option `date` or `time`."""
    name, text = kind.__name__, options.text(kind.__name__)
    try:
        return kind.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(Wording(Flag(name, repr(text)), f": expected {expected}")) from None


SessionOf = Callable[[int | None], int | None]


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
    """What identifies the scoring group of a section."""

    session: int | None
    method: int
    group: int | str
    """Its number; 0 or a text for groups that are not numbered yet."""


class Grouping:
    """Finds out which sections are scored together, and which tables play a match.

    `session_of` finds the session of a section; `method` is the method of sections without one.
    """

    def __init__(self, event: Event, session_of: SessionOf, method: int, notes: Notes) -> None:
        self.event, self.session_of, self.method, self.notes = event, session_of, method, notes
        self.records = {(g.session, g.number): g for g in event.of(rec.ScoringGroup)}
        self.taken: set[int] = set()
        """The numbers of the groups made so far."""
        self.mates = self._matches()

    def tables(self, section: rec.Section) -> list[rec.Table]:
        """The table records of a section."""
        return self.event.by_section(rec.Table).get(section.id or 0, [])

    def groups(self, sections: list[rec.Section], only: int | None) -> list[Group]:
        """The scoring groups of all sections, in order; with `only`, the group of that one section.

        That group keeps the number it has in the whole event.
        """
        marks: dict[Mark, list[rec.Section]] = {}
        for section in sections:
            is_wanted = only in (None, section.id)
            mark = self._mark(section, self.notes if is_wanted else Notes())
            if mark is not None:
                marks.setdefault(mark, []).append(section)
        numbers = [mark.group for mark in marks]
        groups = [self._group(mark, members, numbers) for mark, members in marks.items()]
        if only is not None:
            kept = ((group, [s for s in group.sections if s.id == only]) for group in groups)
            return [group._replace(sections=members) for group, members in kept if members]
        used = {(group.session, group.number) for group in groups}
        rest = (group for key, group in self.records.items() if key not in used)
        return groups + [
            Group(g.session, g.number or 0, g.method or 0, g.name, g.deleted, [], _club(g))
            for g in rest
        ]

    def _mark(self, section: rec.Section, notes: Notes) -> Mark | None:
        """The mark of a section; None, with an error, if no scoring group can hold the section."""
        session = self.session_of(section.id)
        tables = self.tables(section)
        number = section.scoring_group or 0
        known = self.records.get((session, number)) if number > 0 else None
        section_method = CODE_OF_TYPE.get(section.scoring_type or 0, self.method)
        method = known.method if known and known.method else section_method
        if known and not known.method:
            text = "scoring group{s} without a method given that of their sections"
            notes.repair("no-method", self.event.place(section), text)
        if section.scoring_type not in (None, type_of(method, section.game_type)):
            text = "scoring type{s} left out: the scoring group has another method"
            notes.loss("scoring-type-lost", self.event.place(section), text)
        if number > 0:
            for table in tables:
                if table.group and table.group != number:
                    text = "table group{s} left out: the section has another scoring group"
                    notes.loss("table-group", self.event.place(table), text)
            return Mark(session, method, number)
        if number:
            text = "scoring group number{s} below 1 replaced"
            notes.loss("group-number", self.event.place(section), text)
        numbers = {table.group or 0 for table in tables} or {0}
        if len(numbers) > 1 and not all((t.section, t.table) in self.mates for t in tables):
            text = "section{s} skipped: tables in several groups"
            notes.error("group-split", self.event.place(section), text)
            return None
        if len(numbers) == 1 and 0 not in numbers:
            return Mark(session, method, numbers.pop())
        text = "scoring group{s} created for sections without one"
        notes.repair("group-made", self.event.place(section), text)
        together = self.event.global_settings().get("GroupSections")
        return Mark(session, method, 0 if together else f"section {section.id}")

    def _group(self, mark: Mark, members: list[rec.Section], wanted: list[int | str]) -> Group:
        """The group of `members`, with a new number unless it has one of its own."""
        number = mark.group
        known = self.records.get((mark.session, number)) if isinstance(number, int) else None
        if not isinstance(number, int) or number <= 0 or number in self.taken:
            if number in self.taken:
                text = "scoring group{s} renumbered: several sessions or methods use the number"
                self.notes.loss("group-split", self.event.place(members[0]), text)
            number = next(n for n in count(1) if n not in self.taken and n not in wanted)
        self.taken.add(number)
        name, deleted = (known.name, known.deleted) if known else (None, False)
        return Group(mark.session, number, mark.method, name, deleted, members, _club(known))

    def _matches(self) -> Mates:
        """For each table of a team game, the other table of its match, by their group number."""
        sections = self.event.of(rec.Section)
        teams = {s.id for s in sections if s.scoring_type == TEAMS_TYPE and s.scoring_group is None}
        tables: dict[int | None, list[rec.Table]] = defaultdict(list)
        for table in self.event.of(rec.Table):
            if table.section in teams:
                tables[self.session_of(table.section)].append(table)
        return dict(chain.from_iterable(mates_by_group(t)[0].items() for t in tables.values()))


def _club(group: rec.ScoringGroup | None) -> str | None:
    club = (group.extra or {}).get("ClubId") if group else None
    return club if isinstance(club, str) else None
