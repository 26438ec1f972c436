"""Writing Data Connector documents: an event, or one part of it, as DTOs."""

from __future__ import annotations

import datetime
import hashlib
import re
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from msgspec import json

from bmconv import records as rec
from bmconv.codecs import Options
from bmconv.codecs.dto_groups import Group, Grouping
from bmconv.codecs.dto_hands import Dealt
from bmconv.codecs.dto_people import People
from bmconv.codecs.dto_results import dto_of
from bmconv.codecs.dto_sections import Sections
from bmconv.codecs.dto_settings import Sender
from bmconv.codecs.spelling import guid as spell_guid
from bmconv.connector import schema
from bmconv.connector.envelope import request
from bmconv.connector.fields import DTO
from bmconv.connector.protocol import CLEAR, RESET
from bmconv.connector.rules import METHODS
from bmconv.connector.rules_event import reported, validate
from bmconv.connector.settings import Bridgemate2SettingsDTO, Bridgemate3SettingsDTO
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record, type_name
from bmconv.sink import Sink

UNNAMED = "Bridge game"
"""The name that BCS itself gives a session."""
START = 1
"""Commands: start BCS, and nothing else."""
_GUID = re.compile(r"[0-9A-F]{32}")


class Kind(NamedTuple):
    """A kind of document: its DTO, its command, and whether it is an array."""

    dto: str
    command: str
    array: bool
    types: tuple[str, ...]
    """The record types that go into it."""


_MOVEMENT = ("session", "scoring_group", "section", "table", "round")
_EVENT = ("event", *_MOVEMENT, "settings", "player", "seat", "hand", "evaluation")

KINDS = {
    "init": Kind("InitDTO", "InitializeEvent", False, _EVENT),
    "add-session": Kind("AddSessionDTO", "AddSession", False, _EVENT),
    "results": Kind("ResultDTO", "PutResults", True, ("result", "intermediate")),
    "players": Kind("PlayerDataDTO", "PutPlayerData", True, ("player", "seat")),
    "participations": Kind("ParticipationDTO", "PutParticipations", True, ("seat",)),
    "hands": Kind("HandrecordDTO", "PutHandrecords", True, ("hand", "evaluation")),
    "bm2": Kind("Bridgemate2SettingsDTO", "PutBridgemate2Settings", True, ("settings",)),
    "bm3": Kind("Bridgemate3SettingsDTO", "PutBridgemate3Settings", True, ("settings",)),
    "section-update": Kind("SectionUpdateDTO", "UpdateMovement", False, (*_MOVEMENT, "seat")),
    "scoring-groups": Kind("ScoringGroupDTO", "UpdateScoringGroups", True, _MOVEMENT),
    "td-calls": Kind("TdCallDTO", "PutTdCalls", True, ("td_call",)),
}
"""What --kind may be."""


def write(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """Write an event, or the part of it that --kind names."""
    kind = KINDS[options["kind"]]
    writer = Writer(Event(records, notes), options, notes)
    items = writer.items()
    if not items:
        raise DataError(f"nothing to write: no {kind.dto} can be made of the input")
    if not options["no_validate"]:
        _refuse_invalid(items, kind, len(items) > 1 or kind.array)
    for text in _texts(items, kind, writer, options):
        sink.write(text + b"\n")


def _refuse_invalid(items: list[DTO], kind: Kind, array: bool) -> None:
    found = list(reported(validate(items, kind.dto, array)))
    if found:
        first = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise DataError(
            f"nothing written, the service would reject it: {first.rule} {first.path} "
            f"{first.message}{more}; --no-validate writes it all the same"
        )


def _texts(items: list[DTO], kind: Kind, writer: Writer, options: Options) -> Iterable[bytes]:
    """The document, or an envelope for each session or section."""
    if options["envelope"]:
        parts = [[item] for item in items] if not kind.array else _by_session(items)
        club = options["club_id"] or writer.club or ""
        for part in parts:
            value = part if kind.array else part[0]
            yield json.encode(request(kind.command, value, "", club, options["licence_key"]))
        return
    single = not kind.array and len(items) == 1
    text = json.encode(items[0] if single else items)
    yield json.format(text, indent=2) if options["indent"] else text


def _by_session(items: list[Any]) -> list[list[Any]]:
    parts: dict[str, list[Any]] = {}
    for item in items:
        parts.setdefault(item.SessionGuid, []).append(item)
    return list(parts.values())


class Writer:
    """Turns the records of an event into DTOs."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event = event
        self.options = options
        self.notes = notes
        self.about = next(iter(event.of(rec.Event)), rec.Event())
        self.club = options["club_id"] or self.about.club_id
        self.sessions = self._sessions()
        first = self.sessions[0].id if self.sessions else None
        needed = notes if self._is("init", "add-session", "bm2", "bm3") else Notes()
        self.settings = Sender(event.of(rec.Settings), options["settings_defaults"], needed)
        grouped = bool(self.settings.global_values().get("GroupSections"))
        moving = notes if self._is(*_ABOUT_GROUPS) else Notes()
        self.grouping = Grouping(event, first, grouped, self._method(), moving)
        seating = self._is("init", "add-session", "participations", "players", "section-update")
        self.people = People(
            event, self._session_of, options["split_names"], notes if seating else Notes()
        )
        self.sections = Sections(
            event, self.grouping, self.people, self.settings, _winners(options), moving
        )
        self.wanted: int | None = None
        """The one section that is asked for."""
        self._only(options["section"])
        self.groups = self.grouping.groups(self.sections.known)
        kept = {section.id for group in self.groups for section in group.sections}
        self.letters = {i: name for i, name in self.sections.letters.items() if i in kept}
        self.guids = self._guids()

    def items(self) -> list[DTO]:
        """The DTOs of the document."""
        make: dict[str, Callable[[], list[Any]]] = {
            "init": self._init,
            "add-session": self._add_session,
            "results": self._results,
            "players": self._players,
            "participations": self._participations,
            "hands": self._hands,
            "bm2": lambda: self._settings(Bridgemate2SettingsDTO),
            "bm3": lambda: self._settings(Bridgemate3SettingsDTO),
            "section-update": self._updates,
            "scoring-groups": lambda: [dto for g in self.groups if (dto := self._group(g))],
            "td-calls": self._td_calls,
        }
        return make[self.options["kind"]]()

    def _is(self, *kinds: str) -> bool:
        return self.options["kind"] in kinds

    def _only(self, name: str) -> None:
        """Leave the one section that was asked for."""
        if name:
            self.wanted = self.event.section_id(name)
            self.sections.known = [s for s in self.sections.known if s.id == self.wanted]

    def _method(self) -> int:
        method: int = self.options["method"] or 10
        if method not in METHODS:
            raise UsageError(f"--method {method}: expected one of {', '.join(map(str, METHODS))}")
        return method

    def _sessions(self) -> list[rec.Session]:
        """The sessions with what options say of them; one is made where there is none."""
        sessions = self.event.of(rec.Session) or [rec.Session(id=1)]
        for number, session in enumerate(sessions, 1):
            session.id = number if session.id is None else session.id
        given = {
            "name": self.options["session_name"] or None,
            "date": _date(self.options["date"]),
            "time": _time(self.options["time"]),
            "guid": self._guid_option("session_guid"),
        }
        for field, value in given.items():
            if value is not None and len(sessions) > 1 and field == "guid":
                raise UsageError("--session-guid says nothing where there are several sessions")
            for session in sessions if value is not None else ():
                setattr(session, field, value)
        return sessions

    def _guid_option(self, name: str) -> str | None:
        text = self.options[name]
        guid = spell_guid(text, str, Notes()) if text else None
        if guid and not _GUID.fullmatch(guid):
            raise UsageError(f"--{name.replace('_', '-')} {text!r}: expected 32 hexadecimal digits")
        return guid

    def _session_of(self, section: int | None) -> int | None:
        known = self.event.section(section)
        first = self.sessions[0].id
        return first if known is None or known.session is None else known.session

    def _guids(self) -> dict[int | None, str]:
        """The guid of every session. Only a new event may be given a new one."""
        guids: dict[int | None, str] = {}
        for session in self.sessions:
            guid = session.guid or ""
            if not _GUID.fullmatch(guid):
                place = f"session {session.id}"
                if not self._is("init", "add-session"):
                    raise DataError(
                        f"{place} has no guid, and it must be that of the running event "
                        "(--session-guid, or bmconv set session.guid=...)"
                    )
                guid = self._new_guid(session)
                self.notes.repair("guid-new", f"{place}: {guid}", "session{s} given a guid")
            guids[session.id] = guid
        return guids

    def _new_guid(self, session: rec.Session) -> str:
        """A guid that is always the same for the same session, whatever its results."""
        mine = sorted(
            name for i, name in self.sections.letters.items() if self._session_of(i) == session.id
        )
        words = ("bmconv", session.id, session.name, session.date, *mine)
        return hashlib.sha256(repr(tuple(map(str, words))).encode()).hexdigest()[:32].upper()

    def _note_others(self) -> None:
        """Records that go into documents of their own."""
        for type, kind in ((rec.Result, "results"), (rec.TdCall, "td-calls")):
            for record in self.event.of(type):
                what = f"{type_name(record)} record{{s}}"
                text = f"left out: --kind {kind} writes them"
                self.notes.loss("record-lost", self.event.place(record), text, what=what)

    def _init(self) -> list[Any]:
        sessions = [dto for s in self.sessions if (dto := self._session(s, self._event_guid()))]
        if not sessions:
            return []
        commands = START if self.about.commands is None else self.about.commands
        commands |= RESET * self.options["reset"] | CLEAR * self.options["clear"]
        return [
            schema.InitDTO(
                Commands=commands,
                EventGuid=self._event_guid(),
                ClubId=self.club,
                AlternativeDataFolder=self.about.data_folder,
                Sessions=sessions,
                **self._around({dto.SessionGuid for dto in sessions}),
            )
        ]

    def _event_guid(self) -> str | None:
        guid = self._guid_option("event_guid") or self.about.guid
        if guid is None and len(self.sessions) > 1:
            known = "".join(self.guids.values())
            guid = hashlib.sha256(known.encode()).hexdigest()[:32].upper()
            self.notes.repair("guid-new", f"event: {guid}", "event{s} given a guid")
            self.about.guid = guid
        return guid

    def _add_session(self) -> list[Any]:
        event = self._guid_option("event_guid") or self.about.guid
        if not event:
            raise DataError(
                "a session is added to an event, and its guid is not known "
                "(--event-guid, or bmconv set event.guid=...)"
            )
        if len(self.sessions) > 1:
            raise DataError(f"there are {len(self.sessions)} sessions, and one at a time is added")
        session = self._session(self.sessions[0], event)
        if session is None:
            return []
        around = self._around({session.SessionGuid})
        return [schema.AddSessionDTO(EventGuid=event, ClubId=self.club, Session=session, **around)]

    def _around(self, guids: set[str | None]) -> dict[str, Any]:
        """What stands beside the sessions of an event; null where there is nothing."""
        self._note_others()
        players = [p for p in self._players() if p.SessionGuid in guids]
        seats = [s for s in self._participations() if s.SessionGuid in guids]
        self.settings.note_globals()
        return {
            "PlayerData": players or ([] if seats else None),
            "Participations": seats or None,
            "Handrecords": self._hands() or None,
            "Bridgemate2Settings": self._settings(Bridgemate2SettingsDTO) or None,
            "Bridgemate3Settings": self._settings(Bridgemate3SettingsDTO) or None,
        }

    def _session(self, session: rec.Session, event: str | None) -> schema.SessionDTO | None:
        place = f"session {session.id}"
        if session.date is None:
            text = "session{s} left out without a date (--date or bmconv set session.date=...)"
            self.notes.error("no-date", place, text)
            return None
        if session.date.year < 2000:
            text = "session{s} left out with a date before 2000 (--date gives another)"
            self.notes.error("date", f"{place}: {session.date}", text)
            return None
        if not session.name:
            text = f"session{{s}} without a name, sent as {UNNAMED!r}"
            self.notes.repair("session-name", place, text)
        time = session.time or datetime.time()
        if time.second or time.microsecond:
            self.notes.loss("seconds", f"{place}: {time}", "second{s} of a session's time left out")
        for field in ("pairs_move_across_field", "ew_return_home"):
            if getattr(session, field):
                text = "setting{s} that BCS does not act on here"
                self.notes.loss("ignored-by-bcs", f"{place} {field}", text)
        groups = [dto for g in self.groups if g.session == session.id and (dto := self._group(g))]
        if not groups and len(self.sessions) > 1:
            self.notes.loss("session-empty", place, "session{s} left out without sections")
            return None
        return schema.SessionDTO(
            ScoringGroups=groups,
            EventGuid=(session.extra or {}).get("EventGuid", event) or None,
            SessionGuid=self.guids[session.id],
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

    def _group(self, group: Group) -> schema.ScoringGroupDTO | None:
        guid = self.guids.get(group.session)
        if guid is None:
            text = "scoring group{s} left out of a session that is not there"
            self.notes.error("no-session", f"scoring group {group.number}", text)
            return None
        sections = [self.sections.section(s, group, guid) for s in group.sections if not s.deleted]
        return schema.ScoringGroupDTO(
            SessionGuid=guid,
            ClubId=group.club_id,
            Sections=sections,
            ScoringGroupNumber=group.number,
            ScoringMethod=group.method,
            Name=group.name,
            IsDeleted=group.deleted,
        )

    def _updates(self) -> list[Any]:
        return [
            self.sections.update(section, group, self.guids[group.session], self.club)
            for group in self.groups
            for section in group.sections
            if group.session in self.guids
        ]

    def _players(self) -> list[Any]:
        return self.people.players(self.guids, self.options["players"] == "seated")

    def _participations(self) -> list[Any]:
        made = []
        for section in self.sections.known:
            guid = self.guids.get(self._session_of(section.id))
            if section.id in self.letters and guid:
                made += self.people.participations(section, guid, self.letters[section.id])
        return made

    def _hands(self) -> list[Any]:
        dealt = Dealt(self.event, self.notes)
        return [
            dto
            for group in self.groups
            if group.session in self.guids
            for dto in dealt.dtos(group, self.guids[group.session], self.letters)
        ]

    def _settings(self, kind: type[DTO]) -> list[Any]:
        made = []
        for id, name in self.letters.items():
            guid = self.guids.get(self._session_of(id))
            if guid and (dto := self.settings.dto(kind, id, guid, name)):
                made.append(dto)
        return made

    def _placed(self, record: Any) -> tuple[str, str] | None:
        """The session guid and letters of a record of a table; None for one that is not sent."""
        if self.wanted not in (None, record.section):
            return None
        name = self.letters.get(record.section)
        guid = self.guids.get(self._session_of(record.section))
        if name is None and self.event.section(record.section) is None:
            name = self.event.letter(record.section)
        if not guid or name is None or not name.isalpha():
            text = "record{s} left out of a section that is not there"
            self.notes.error("no-section", self.event.place(record), text)
            return None
        return guid, name

    def _results(self) -> list[Any]:
        results = self.event.of(rec.Result)
        if all(result.id is not None for result in results):
            results = sorted(results, key=lambda result: result.id or 0)
        made = []
        for result in results:
            if placed := self._placed(result):
                vulnerable = self.event.vulnerability(result.section, result.board or 1)
                place = self.event.place(result)
                made.append(dto_of(result, *placed, vulnerable, place, self.notes))
        for unfinished in self.event.of(rec.Intermediate):
            text = "contract{s} left out whose result is not there yet"
            self.notes.loss("no-result", self.event.place(unfinished), text)
        return [dto for dto in made if dto is not None]

    def _td_calls(self) -> list[Any]:
        made = []
        for call in self.event.of(rec.TdCall):
            if placed := self._placed(call):
                time = call.time or datetime.time()
                made.append(
                    schema.TdCallDTO(
                        SessionGuid=placed[0],
                        SectionLetters=placed[1],
                        TableNumber=call.table or 0,
                        RoundNumber=call.round or 0,
                        Hour=time.hour,
                        Minute=time.minute,
                        Status=call.status or 0,
                    )
                )
        return made


_ABOUT_GROUPS = ("init", "add-session", "section-update", "scoring-groups", "hands")


def _winners(options: Options) -> int:
    winners: int = options["winners"]
    if winners not in (0, 1, 2):
        raise UsageError(f"--winners {winners}: expected 1 or 2")
    return winners


def _date(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"--date {text!r}: expected YYYY-MM-DD") from None


def _time(text: str) -> datetime.time | None:
    try:
        return datetime.time.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"--time {text!r}: expected HH:MM") from None
