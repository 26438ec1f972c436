"""Writing Data Connector documents: an event, or one part of it, as DTOs."""

import datetime
import os
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import json

from bmconv import records as rec
from bmconv.codecs import Options
from bmconv.codecs.dto.hands import Hands
from bmconv.codecs.dto.kinds import KINDS, NEW_EVENT
from bmconv.codecs.dto.movement_write import Sections
from bmconv.codecs.dto.people import DtoPeople
from bmconv.codecs.dto.results import result_dto
from bmconv.codecs.dto.sessions import (
    Group,
    Grouping,
    Sessions,
    derive_guid,
    guid_option,
    kind_hint,
    note_extra,
)
from bmconv.codecs.dto.settings import TerminalSettings
from bmconv.connector import schema
from bmconv.connector.document import Document
from bmconv.connector.envelope import RequestHead, requests
from bmconv.connector.protocol import CLEAR, READ, RESET, START
from bmconv.connector.rules import METHODS
from bmconv.connector.schema import DTO, Bridgemate2SettingsDTO, Bridgemate3SettingsDTO
from bmconv.connector.validation import rejection
from bmconv.errors import DataError, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.notes import Notes
from bmconv.records import Record, type_name


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write the kind of document that --kind names."""
    kind = KINDS[options.text("kind")]
    writer = DocumentWriter(Event(records, notes), options, notes)
    items = writer.items()
    if not items:
        raise DataError(f"nothing to write: the input has no data for {kind.dto}")
    array = kind.array or len(items) > 1
    problem = "" if options.flag("no_validate") else rejection(Document("", kind.dto, items, array))
    if problem:
        raise DataError(
            f"nothing written: the service would reject it: {problem}",
            hint=Wording(Flag("no_validate"), " writes it anyway"),
        )
    if options.flag("envelope"):
        licence = options.text("licence_key") or os.environ.get("BMCONV_LICENCE_KEY", "")
        head = RequestHead(club_id=writer.club or "", licence_key=licence)
        for request in requests(kind.command, items, head):
            sink.write(json.encode(request) + b"\n")
        return
    text = json.encode(items if array else items[0])
    sink.write((json.format(text, indent=2) if options.flag("indent") else text) + b"\n")


class DocumentWriter:
    """Turns the records of an event into DTOs."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event, self.options, self.notes = event, options, notes
        self.kind = options.text("kind")
        self.about = next(iter(event.of(rec.EventInfo)), rec.EventInfo())
        self.club = options.text("club_id") or self.about.club_id
        self.sessions = Sessions(event, options, notes)
        defaults = options.text("settings") == "defaults"
        self.settings = TerminalSettings(event, self._notes_on("settings"), defaults=defaults)
        session_of = self.sessions.of_section
        method, winners = options.number("method") or 10, options.number("winners")
        if method not in METHODS:
            expected = f": expected one of {', '.join(map(str, METHODS))}"
            raise UsageError(Wording(Flag("method", str(method)), expected))
        if winners not in (0, 1, 2):
            raise UsageError(Wording(Flag("winners", str(winners)), ": expected 1 or 2"))
        section_notes = self._notes_on("section", "hand")
        self.grouping = Grouping(event, session_of, method, section_notes)
        seat_notes, round_notes = self._notes_on("seat"), self._notes_on("round")
        split = options.flag("split_names")
        self.people = DtoPeople(event, session_of, seat_notes, round_notes, split=split)
        self.sections = Sections(event, self.grouping, self.people, winners, section_notes)
        section = options.text("section")
        self.wanted = event.section_id(section) if section else None
        """The section chosen with --section."""
        self.groups = self.grouping.groups(self.sections.known, self.wanted)
        kept = {section.id for group in self.groups for section in group.sections}
        self.letters = {i: name for i, name in self.sections.letters.items() if i in kept}
        self.guids = self.sessions.guids(self.sections.letters, new=self.kind in NEW_EVENT)

    def _notes_on(self, *types: str) -> Notes:
        """The notes; if no record of these types goes into the document, notes to be discarded."""
        is_concerned = any(name in KINDS[self.kind].types for name in types)
        return self.notes if is_concerned else Notes()

    def items(self) -> list[Any]:
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
        kind = KINDS[self.kind]
        self._note_strays(kind.types)
        if "settings" in kind.types:
            self.settings.note_unknown(with_tables="table" in kind.types)
        for group in self.event.of(rec.ScoringGroup) if "scoring_group" in kind.types else ():
            note_extra(group, {"ClubId": str}, f"scoring group {group.number}", self.notes)
        if "round" in kind.types and "seat" not in kind.types:
            self.people.note_individuals()
        return make[self.kind]()

    def _note_strays(self, types: tuple[str, ...]) -> None:
        """Note seats, hands and settings of unknown sections and sessions."""
        taken: list[Any] = [*self.people.seats, *self.event.of(rec.Hand)]
        taken += [*self.event.of(rec.Evaluation), *self.event.of(rec.Settings)]
        for record in taken:
            is_wanted = record.section is not None and self.wanted in (None, record.section)
            if not is_wanted or type_name(record) not in types:
                continue
            if record.section not in self.letters:
                self._note_no_section(record)
            elif self.sessions.of_section(record.section) not in self.guids:
                text = "record{s} of an unknown session skipped"
                self.notes.error("no-session", self.event.place(record), text)

    def _note_no_section(self, record: Record) -> None:
        text = "record{s} of an unknown section skipped"
        self.notes.error("no-section", self.event.place(record), text)

    def _init(self) -> list[Any]:
        event = guid_option(self.options, "event_guid") or self.about.guid
        if event is None and len(self.sessions.all) > 1:
            event = derive_guid("".join(self.guids.values()))
            self.notes.repair("guid-new", f"event: {event}", "event{s} given a guid")
        self._note_groups_without_session()
        sessions = [dto for s in self.sessions.all if (dto := self._session(s, event))]
        if not sessions:
            return []
        return [
            schema.InitDTO(
                Commands=self._commands(),
                EventGuid=event,
                ClubId=self.club,
                AlternativeDataFolder=self.about.data_folder,
                Sessions=sessions,
                **self._beside_sessions({dto.SessionGuid for dto in sessions}),
            )
        ]

    def _commands(self) -> int:
        """What BCS is to do; notes that a new event comes without the reset that it needs."""
        commands = START if self.about.commands is None else self.about.commands
        for name, bit in (("reset", RESET), ("read", READ), ("clear", CLEAR)):
            commands |= bit * self.options.flag(name)
        if self.about.commands is None and not commands & RESET:
            text = "event{s} written without the reset that a new event needs"
            hint = Wording(Flag("reset"), " adds it")
            self.notes.repair("no-reset", f"Commands: {commands}", text, hint=hint)
        return commands

    def _add_session(self) -> list[Any]:
        event = guid_option(self.options, "event_guid") or self.about.guid
        if not event:
            raise DataError(
                "the guid of the event to add the session to is unknown",
                hint=Wording("give it with ", Flag("event_guid"), " or bmconv set event.guid=..."),
            )
        count = len(self.sessions.all)
        if count > 1:
            raise DataError(f"{count} sessions; expected one: sessions are added one at a time")
        self._note_groups_without_session()
        if (session := self._session(self.sessions.all[0], event)) is None:
            return []
        beside = self._beside_sessions({session.SessionGuid})
        return [schema.AddSessionDTO(EventGuid=event, ClubId=self.club, Session=session, **beside)]

    def _beside_sessions(self, guids: set[str | None]) -> dict[str, Any]:
        """Players, seats, hands and settings; null if none. Notes results and calls as left out."""
        for type, kind in ((rec.Result, "results"), (rec.TdCall, "td-calls")):
            for record in self.event.of(type):
                place, hint = self.event.place(record), kind_hint(kind)
                subject = f"{type_name(record)} record{{s}}"
                self.notes.loss("record-lost", place, "left out", what=subject, hint=hint)
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
        session_dto = self.sessions.dto(session, self.guids[session.id], event)
        if session_dto is None:
            return None
        groups = [dto for g in self.groups if g.session == session.id and (dto := self._group(g))]
        if not groups and len(self.sessions.all) > 1:
            text = "session{s} without sections left out"
            self.notes.loss("session-empty", f"session {session.id}", text)
            return None
        session_dto.ScoringGroups = groups
        return session_dto

    def _group(self, group: Group) -> schema.ScoringGroupDTO | None:
        guid = self.guids.get(group.session)
        if guid is None:
            self._note_no_session(group)
            return None
        for section in group.sections:
            if section.deleted:
                place, hint = self.event.place(section), kind_hint("section-update")
                self.notes.loss("section-deleted", place, "deleted section{s} left out", hint=hint)
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

    def _note_groups_without_session(self) -> None:
        """Note scoring groups of unknown sessions."""
        for group in self.groups:
            if group.session not in self.guids:
                self._note_no_session(group)

    def _note_no_session(self, group: Group) -> None:
        text = "scoring group{s} of an unknown session skipped"
        self.notes.error("no-session", f"scoring group {group.number}", text)

    def _updates(self) -> list[Any]:
        self._note_groups_without_session()
        players = self._players()
        updates = []
        for group in self.groups:
            if group.session in self.guids:
                guid = self.guids[group.session]
                updates += [
                    self.sections.update(section, group, guid, self.club)
                    for section in group.sections
                ]
        _add_players(updates, players)
        return updates

    def _players(self) -> list[Any]:
        return self.people.players(
            self.guids, self.wanted, seated_only=self.options.text("players") == "seated"
        )

    def _participations(self) -> list[Any]:
        dtos = []
        for section in self.sections.known:
            guid = self.guids.get(self.sessions.of_section(section.id))
            if section.id in self.letters and guid:
                dtos += self.people.participations(section, guid, self.letters[section.id])
        return dtos

    def _hands(self) -> list[Any]:
        hands = Hands(self.event, self.notes)
        return [
            dto
            for group in self.groups
            if group.session in self.guids
            for dto in hands.dtos(group, self.guids[group.session], self.letters)
        ]

    def _settings(self, kind: type[DTO]) -> list[Any]:
        guids = {id: self.guids.get(self.sessions.of_section(id)) for id in self.letters}
        dtos = (self.settings.dto(kind, id, g, self.letters[id]) for id, g in guids.items() if g)
        return list(filter(None, dtos))

    def _key(self, record: Any) -> tuple[str, str] | None:
        """The session guid and section letters of a record; None if the record is not sent."""
        if self.wanted not in (None, record.section):
            return None
        name = self.letters.get(record.section)
        guid = self.guids.get(self.sessions.of_section(record.section))
        if name is None and self.event.section(record.section) is None:
            name = self.event.letter(record.section)
        if not guid or name is None or not name.isalpha():
            self._note_no_section(record)
            return None
        return guid, name

    def _results(self) -> list[Any]:
        results = self.event.of(rec.Result)
        if all(result.id is not None for result in results):
            results = sorted(results, key=lambda result: result.id or 0)
        dtos = []
        for result in results:
            if key := self._key(result):
                vulnerable = self.event.vulnerability(result.section, result.board or 1)
                place = self.event.place(result)
                dtos.append(result_dto(result, *key, vulnerable, place, self.notes))
        for unfinished in self.event.of(rec.Intermediate):
            text = "contract{s} without a result yet left out"
            self.notes.loss("no-result", self.event.place(unfinished), text)
        return [dto for dto in dtos if dto is not None]

    def _td_calls(self) -> list[Any]:
        dtos = []
        for call in self.event.of(rec.TdCall):
            if key := self._key(call):
                time = call.time or datetime.time()
                if time.second or time.microsecond:
                    place = f"{self.event.place(call)}: {time}"
                    self.notes.loss("seconds", place, "call time{s} cut to whole minutes")
                dto = schema.TdCallDTO(SessionGuid=key[0], SectionLetters=key[1])
                dto.TableNumber, dto.RoundNumber = call.table or 0, call.round or 0
                dto.Hour, dto.Minute, dto.Status = time.hour, time.minute, call.status or 0
                dtos.append(dto)
        return dtos


def _add_players(updates: list[schema.SectionUpdateDTO], players: list[Any]) -> None:
    """Put each player into the update with the player's seat, else into the session's first one."""
    kept = [update for update in updates if not update.IsDeleted]
    seated = {
        (seat.SessionGuid, seat.PlayerNumber): update
        for update in reversed(kept)
        for seat in update.Participations or ()
    }
    first = {update.SessionGuid: update for update in reversed(kept)}
    for player in players:
        guid = player.SessionGuid
        update = seated.get((guid, player.PlayerNumber), first.get(guid))
        if update is not None:
            update.AddedPlayers = [*(update.AddedPlayers or ()), player]
