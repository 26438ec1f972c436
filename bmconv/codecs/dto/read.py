"""Reading Data Connector documents: DTOs of any kind as records.

DTOs have section letters and session guids only, so both get ids at their first appearance.
"""

import datetime
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, TypeVar

from bmconv import records as rec
from bmconv.bridge.movements import letters, ordinal
from bmconv.bridge.scoring_methods import type_of
from bmconv.codecs.dto.hands import hands_of
from bmconv.codecs.dto.people import player_of, seat_of
from bmconv.codecs.dto.results import result_of
from bmconv.codecs.dto.settings import settings_of
from bmconv.connector import schema
from bmconv.connector.document import Document
from bmconv.connector.envelope import note_error
from bmconv.connector.parsing import printable
from bmconv.connector.protocol import COMMANDS
from bmconv.connector.schema import DTO, HandrecordDTO
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.rules import DTO as RULES
from bmconv.rules import Answer, judge
from bmconv.rules.fields import GUID
from bmconv.rules.judging import note_answer

D = TypeVar("D", bound=DTO)


class DocumentReader:
    """Turns documents into records one by one; remembers sessions and sections."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.out: list[Record] = []
        self.sessions: dict[str | None, int] = {}
        """Ids by guid, 1 for the first session that appears."""
        self.written: dict[str | None, int] = {}
        """Ids by guid as written in the document."""
        self.sections: set[tuple[int, int]] = set()
        """Known sections, as session and id."""
        self.explicit: set[int] = set()
        """Sections whose seats are given for every round."""
        self.groups: dict[tuple[int, int], list[int]] = {}
        """Sections by session and scoring group."""
        self.players: dict[tuple[int, str | int], rec.Player] = {}
        """By session and number; the last one wins. Names of seats come from here."""
        self.seats: dict[tuple[object, ...], rec.Seat] = {}
        """Who sits where in the end: a later document replaces a seat completely."""
        self.place = ""
        self.kinds: dict[str, Callable[[Any], object]] = {
            "InitDTO": self._init,
            "AddSessionDTO": self._add_session,
            "SessionDTO": self._bare_session,
            "ScoringGroupDTO": self._group,
            "SectionDTO": self._section,
            "SectionUpdateDTO": self._update,
            "TableDTO": partial(self._read_in_section, self._table),
            "RoundDTO": partial(self._read_in_section, self._round),
            "ResultDTO": partial(self._read_in_section, self._result),
            "PlayerDataDTO": self._player,
            "ParticipationDTO": partial(self._read_in_section, self._seat),
            "HandrecordDTO": partial(self._read_in_section, self._hand),
            "Bridgemate2SettingsDTO": partial(self._read_in_section, self._settings),
            "Bridgemate3SettingsDTO": partial(self._read_in_section, self._settings),
            "TdCallDTO": partial(self._read_in_section, self._td_call),
        }

    def read(self, document: Document) -> Iterator[Record]:
        """The records of a document."""
        if self._has_no_data(document):
            return
        read = self.kinds[document.kind]
        for dto in document.items if document.kind == "ParticipationDTO" else ():
            if dto.RoundNumber > 1:
                self.explicit.add(ordinal(dto.SectionLetters or "") or 0)
        for at, dto in enumerate(document.items):
            self.place = f"{document.place}: $" + (f"[{at}]" if document.array else "")
            if dto.ValidationMessages:
                text = "list{s} of validation messages left out"
                self.notes.loss("validation-messages", self.place, text)
            read(dto)
            if len(self.out) > 500 or at == len(document.items) - 1:
                yield from self.out
                self.out = []

    def finish(self) -> Iterator[Record]:
        """The players and seats, known only when all documents have been read."""
        for player in self.players.values():
            if len(self.sessions) == 1:
                player.session = None
            yield player
        yield from self.seats.values()

    def _each(self, name: str, dtos: list[D] | None, read: Callable[[D], object]) -> None:
        """Read the DTOs in a property of another DTO, with `place` set to their path."""
        around = self.place
        for at, dto in enumerate(dtos or ()):
            self.place = f"{around}.{name}[{at}]"
            read(dto)
        self.place = around

    def _read_in_section(self, read: Callable[[Any, int], None], dto: Any) -> None:
        """Read a DTO that belongs to a section; skip it if the letters are wrong."""
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            read(dto, section)

    def _has_no_data(self, document: Document) -> bool:
        """Whether a document contains no event data; another kind of document is noted."""
        around = document.envelope
        if isinstance(around, schema.ScoringProgramResponse):
            if note_error(around, document.place, self.notes):
                return True
        elif around is not None and around.Command == COMMANDS["GetMovement"]:
            return True
        if document.kind in self.kinds:
            return False
        if document.kind:
            text, hint = "skipped: contains no event data", "use bmconv connector"
            self.notes.loss("no-event-data", document.place, text, what=document.kind, hint=hint)
        return True

    def _guid(self, text: str | None) -> str | None:
        """A guid in its one spelling, which identifies the session."""
        if not text:
            return None
        verdict = judge("session", "guid", text, RULES)
        if verdict.is_valid and verdict.value != text:
            note_answer(Answer("guid", text, verdict, GUID), self.place, RULES, self.notes)
        return str(verdict.value)

    def _session_id(self, guid: str | None) -> int:
        """The id of a session; its record is emitted at its first appearance."""
        known = self.written.get(guid)
        if known is not None:
            return known
        key = self._guid(guid)
        if key not in self.sessions:
            self.sessions[key] = len(self.sessions) + 1
            if key:
                self.out.append(rec.Session(id=self.sessions[key], guid=key))
        self.written[guid] = self.sessions[key]
        return self.sessions[key]

    def _section_id(self, guid: str | None, section_letters: str | None) -> int | None:
        """The id of a section; its record is emitted at its first appearance."""
        session = self._session_id(guid)
        id = ordinal(section_letters or "")
        if id is None:
            text = "record{s} skipped: invalid section letters"
            self.notes.error("odd-letters", f"{self.place}: {section_letters!r}", text)
            return None
        if (session, id) not in self.sections:
            self.sections.add((session, id))
            self.out.append(_section(id, session))
        return id

    def _init(self, dto: schema.InitDTO) -> None:
        self.out.append(
            rec.EventInfo(
                guid=self._guid(dto.EventGuid),
                club_id=dto.ClubId or None,
                commands=dto.Commands,
                data_folder=dto.AlternativeDataFolder or None,
            )
        )
        self._each("Sessions", dto.Sessions, partial(self._session, event=dto.EventGuid))
        self._around(dto)

    def _add_session(self, dto: schema.AddSessionDTO) -> None:
        self.out.append(rec.EventInfo(guid=self._guid(dto.EventGuid), club_id=dto.ClubId or None))
        if dto.Session:
            self._session(dto.Session, dto.EventGuid)
        self._around(dto)

    def _around(self, dto: schema.InitDTO | schema.AddSessionDTO) -> None:
        terminal = self.kinds["Bridgemate2SettingsDTO"]
        self._each("Bridgemate2Settings", dto.Bridgemate2Settings, terminal)
        self._each("Bridgemate3Settings", dto.Bridgemate3Settings, terminal)
        self._each("PlayerData", dto.PlayerData, self.kinds["PlayerDataDTO"])
        self._each("Participations", dto.Participations, self.kinds["ParticipationDTO"])
        self._each("Handrecords", dto.Handrecords, self.kinds["HandrecordDTO"])

    def _bare_session(self, dto: schema.SessionDTO) -> None:
        if dto.EventGuid:
            self.out.append(rec.EventInfo(guid=self._guid(dto.EventGuid)))
        self._session(dto, dto.EventGuid)

    def _session(self, dto: schema.SessionDTO, event: str | None) -> None:
        id = self._session_id(dto.SessionGuid)
        self.out = [r for r in self.out if not (isinstance(r, rec.Session) and r.id == id)]
        self.out.append(
            rec.Session(
                id=id,
                guid=list(self.sessions)[id - 1],
                name=dto.Name or None,
                date=self._date(dto),
                time=self._time(dto.Hour, dto.Minute),
                show_in_app=dto.ShowInApp,
                pairs_move_across_field=dto.PairsMoveAccrossField,
                ew_return_home=dto.EWReturnHome,
                extra=None if dto.EventGuid == event else {"EventGuid": dto.EventGuid or ""},
            )
        )
        self._each("ScoringGroups", dto.ScoringGroups, self._group)

    def _date(self, dto: schema.SessionDTO) -> datetime.date | None:
        try:
            return datetime.date(dto.Year, dto.Month, dto.Day)
        except (ValueError, OverflowError):
            if dto.Year or dto.Month or dto.Day:
                place = f"{self.place}: {dto.Year}-{dto.Month}-{dto.Day}"
                self.notes.repair("odd-date", place, "invalid date{s} left out")
            return None

    def _time(self, hour: int, minute: int) -> datetime.time | None:
        if 0 <= hour < 24 and 0 <= minute < 60:
            return datetime.time(hour, minute)
        self.notes.repair("odd-date", f"{self.place}: {hour}:{minute}", "invalid time{s} left out")
        return None

    def _group(self, dto: schema.ScoringGroupDTO) -> None:
        session = self._session_id(dto.SessionGuid)
        self.out.append(
            rec.ScoringGroup(
                session=session,
                number=dto.ScoringGroupNumber,
                method=dto.ScoringMethod,
                name=dto.Name or None,
                deleted=dto.IsDeleted,
                extra={"ClubId": dto.ClubId} if dto.ClubId else None,
            )
        )
        self._each("Sections", dto.Sections, partial(self._section, method=dto.ScoringMethod))

    def _section(
        self, dto: schema.SectionDTO | schema.SectionUpdateDTO, method: int = 0
    ) -> rec.Section | None:
        """Read a section, or an update of one, with its tables."""
        id = self._section_id(dto.SessionGuid, dto.Letters)
        if id is None:
            return None
        session = self._session_id(dto.SessionGuid)
        new_sections = (r for r in self.out if isinstance(r, rec.Section))
        section = next((s for s in new_sections if (s.id, s.session) == (id, session)), None)
        if section is None:
            section = _section(id, session)
            self.out.append(section)
        section.missing_pair = abs(dto.MissingPair)
        if dto.MissingPair and dto.Winners == 2:
            section.missing_side = "EW" if dto.MissingPair < 0 else "NS"
        section.ew_move_before_play = dto.EWMoveBeforePlay
        section.scoring_type = type_of(method, dto.GameType)
        section.winners = dto.Winners or None
        section.name = dto.Name or None
        section.game_type = dto.GameType or None
        section.scoring_group = dto.ScoringGroupNumber or None
        section.keep_alive = dto.KeepBridgematesAlive
        section.explicit_participations = dto.HasExplicitParticipations
        if dto.IsCombiSection:
            section.combi_ns = dto.NorthSouthPairSectionLetters or None
            section.combi_ew = dto.EastWestPairSectionLetters or None
        elif dto.NorthSouthPairSectionLetters or dto.EastWestPairSectionLetters:
            text = "letters of source sections left out: not a combi section"
            self.notes.loss("combi", self.place, text)
        if dto.HasExplicitParticipations:
            self.explicit.add(id)
        self.groups.setdefault((session, dto.ScoringGroupNumber), []).append(id)
        self._each("Tables", dto.Tables, partial(self._table, section=id))
        return section

    def _update(self, dto: schema.SectionUpdateDTO) -> None:
        session = self._session_id(dto.SessionGuid)
        number, method = dto.ScoringGroupNumber, dto.ScoringGroupScoringMethod
        if not dto.IsDeleted:
            self.out.append(rec.ScoringGroup(session=session, number=number, method=method))
        if dto.ClubId:
            self.out.append(rec.EventInfo(club_id=dto.ClubId))
        if (section := self._section(dto, method)) is None:
            return
        section.deleted = dto.IsDeleted
        self._each("AddedPlayers", dto.AddedPlayers, self._player)
        self._each("Participations", dto.Participations, self.kinds["ParticipationDTO"])

    def _table(self, dto: schema.TableDTO, section: int) -> None:
        table = rec.Table(section=section, table=dto.TableNumber)
        table.connection_mode, table.keep_alive = dto.ConnectionMode, dto.KeepBridgematesAlive
        self.out.append(table)
        for round in dto.Rounds or ():
            self._round(round, section, dto.TableNumber)

    def _round(self, dto: schema.RoundDTO, section: int, table: int | None = None) -> None:
        mates = dto.MatesTableSectionLetters or ""
        if mates.strip() and ordinal(mates) is None:
            text = "section{s} of team mates left out: invalid section letters"
            self.notes.loss("mates-lost", f"{self.place}: {printable(mates)}", text)
        self.out.append(
            rec.Round(
                section=section,
                table=dto.TableNumber if table is None else table,
                round=dto.RoundNumber,
                ns_pair=dto.PairNS,
                ew_pair=dto.PairEW,
                low_board=dto.LowBoardNumber,
                high_board=dto.HighBoardNumber,
                ns_team=dto.TeamNS or None,
                ew_team=dto.TeamEW or None,
                mates_section=ordinal(mates),
                mates_table=dto.MatesTableTableNumber or None,
                mates_round=dto.MatesTableRoundNumber or None,
                extra={"Updated": True} if dto.Updated else None,
            )
        )

    def _result(self, dto: schema.ResultDTO, section: int) -> None:
        if result := result_of(dto, section, self.place, self.notes):
            self.out.append(result)

    def _player(self, dto: schema.PlayerDataDTO) -> None:
        session = self._session_id(dto.SessionGuid)
        player = player_of(dto, session)
        key = (session, player.number or len(self.players))  # without a number, always a new player
        if self.players.get(key, player) != player:
            text = "player{s} replaced by later data"
            self.notes.repair("player-replaced", self.place, text)
        self.players[key] = player

    def _seat(self, dto: schema.ParticipationDTO, section: int) -> None:
        if not 1 <= dto.Direction <= 4:
            text = "seat{s} skipped: Direction is not 1 to 4"
            self.notes.error("odd-direction", f"{self.place}: {dto.Direction}", text)
            return
        round = dto.RoundNumber
        if round == 1 and section not in self.explicit:
            text = "seat{s} of round 1 read as starting position{s}"
            self.notes.repair("round-01", self.place, text)
            round = 0
        seat = seat_of(dto, section, round)
        player = self.players.get((self._session_id(dto.SessionGuid), seat.number or ""))
        if player and player.name != player.number and not (seat.name or seat.last_name):
            seat.name, seat.first_name = player.name, player.first_name
            seat.last_name = player.last_name
        key = (section, seat.table, seat.direction, seat.round)
        if self.seats.get(key, seat) != seat:
            text = "seat{s} replaced by later data"
            self.notes.repair("seat-replaced", self.place, text)
        self.seats[key] = seat

    def _hand(self, dto: HandrecordDTO, section: int) -> None:
        """Read a hand, which applies to all sections of its scoring group."""
        group = self.groups.get((self._session_id(dto.SessionGuid), dto.ScoringGroupNumber), [])
        sections = dict.fromkeys((section, *(group if section in group else ())))
        self.out += hands_of(dto, sections, self.place, self.notes)

    def _settings(self, dto: DTO, section: int) -> None:
        self.out.append(settings_of(dto, section))

    def _td_call(self, dto: schema.TdCallDTO, section: int) -> None:
        call = rec.TdCall(section=section, table=dto.TableNumber, round=dto.RoundNumber)
        call.time, call.status = self._time(dto.Hour, dto.Minute), dto.Status
        self.out.append(call)


def _section(id: int, session: int) -> rec.Section:
    """A section of which only the letters are known."""
    return rec.Section(id=id, letter=letters(id), derived=True, session=session)
