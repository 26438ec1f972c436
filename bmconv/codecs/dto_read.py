"""Reading Data Connector documents: DTOs of any kind as records."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Any

from bmconv import records as rec
from bmconv.bridge.movements import ordinal
from bmconv.codecs.dto_hands import evaluation_of, hand_of
from bmconv.codecs.dto_people import player_of, seat_of
from bmconv.codecs.dto_results import record_of as result_of
from bmconv.codecs.dto_settings import record_of as settings_of
from bmconv.codecs.scoring_methods import type_of
from bmconv.codecs.spelling import guid as spell_guid
from bmconv.connector import schema
from bmconv.connector.document import Document
from bmconv.connector.hands import HandrecordDTO
from bmconv.connector.protocol import ERROR_DATA, NOTHING_NEW, command_name, error_code, error_name
from bmconv.notes import Notes
from bmconv.records import Record

SILENT = ("ContinueDTO", "BCSManagementRequestDTO", "BCSManagementResponseDTO")
"""DTOs about the control software: they carry nothing of an event."""


class Reader:
    """Turns documents into records, one after the other; remembers sessions and sections."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.out: list[Record] = []
        self.sessions: dict[str, int] = {}
        self.sections: dict[tuple[int, str], int] = {}
        self.explicit: set[int] = set()
        """Sections that are seated round by round."""
        self.groups: dict[tuple[int, int], list[int]] = {}
        """Sections by session and scoring group."""
        self.players: dict[tuple[int, str], rec.Player] = {}
        """By session and number, as last said: a seat with a number has its name there."""
        self.seats: dict[tuple[object, ...], rec.Seat] = {}
        """Who sits where in the end: who comes later takes the seat, whole."""
        self.place = ""
        self.kinds: dict[str, Callable[[Any], None]] = {
            "InitDTO": self._init,
            "AddSessionDTO": self._add_session,
            "SessionDTO": self._alone,
            "ScoringGroupDTO": self._group,
            "SectionDTO": self._section,
            "SectionUpdateDTO": self._update,
            "TableDTO": self._bare_table,
            "RoundDTO": self._bare_round,
            "ResultDTO": self._result,
            "PlayerDataDTO": self._player,
            "ParticipationDTO": self._seat,
            "HandrecordDTO": self._hand,
            "Bridgemate2SettingsDTO": self._settings,
            "Bridgemate3SettingsDTO": self._settings,
            "TdCallDTO": self._td_call,
        }

    def read(self, document: Document) -> Iterator[Record]:
        """The records of a document."""
        if self._about_nothing(document):
            return
        read = self.kinds[document.kind]
        if document.kind == "ParticipationDTO":
            self._note_explicit(document.items)
        for at, dto in enumerate(document.items):
            self.place = f"{document.place}: $[{at}]" if document.array else document.place
            if dto.ValidationMessages:
                text = "list{s} of validation messages left out"
                self.notes.loss("validation-messages", self.place, text)
            read(dto)
            if len(self.out) > 500:
                yield from self._flush()
        yield from self._flush()

    def finish(self) -> Iterator[Record]:
        """What is known only when all documents are read."""
        yield from self.players.values()
        yield from self.seats.values()

    def _flush(self) -> list[Record]:
        out, self.out = self.out, []
        return out

    def _about_nothing(self, document: Document) -> bool:
        """Whether a document has no data of an event; what it has instead is said."""
        answer = document.envelope
        if isinstance(answer, schema.ScoringProgramResponse) and answer.DataType == ERROR_DATA:
            if error_name(answer.ErrorType) not in NOTHING_NEW:
                place = (
                    f"{document.place} {command_name(answer.RequestCommand)}: {document.message}"
                )
                self.notes.error(error_code(answer.ErrorType), place, "answer{s} that is an error")
            return True
        if isinstance(answer, schema.ScoringProgramRequest) and (
            command_name(answer.Command) == "GetMovement"
        ):
            return True
        if document.kind in self.kinds:
            return False
        if document.kind:
            text = "left out: no data of an event in it (bmconv connector)"
            self.notes.loss("no-event-data", document.place, text, what=document.kind)
        return True

    def _session_id(self, guid: str | None) -> int:
        """The id of a session, which is made known when it first comes up."""
        key = spell_guid(guid, lambda: self.place, self.notes) if guid else ""
        if key not in self.sessions:
            self.sessions[key] = len(self.sessions) + 1
            if key:
                self.out.append(rec.Session(id=self.sessions[key], guid=key))
        return self.sessions[key]

    def _section_id(self, guid: str | None, letters: str | None) -> int | None:
        """The id of a section, which is made known when it first comes up."""
        session = self._session_id(guid)
        id = ordinal(letters or "")
        if id is None or letters is None:
            text = "record{s} left out: no letters of a section"
            self.notes.error("odd-letters", f"{self.place}: {letters!r}", text)
            return None
        if (session, letters) not in self.sections:
            self.sections[session, letters] = id
            self.out.append(rec.Section(id=id, letter=letters, derived=True, session=session))
        return id

    def _init(self, dto: schema.InitDTO) -> None:
        self.out.append(
            rec.Event(
                guid=dto.EventGuid or None,
                club_id=dto.ClubId or None,
                commands=dto.Commands,
                data_folder=dto.AlternativeDataFolder or None,
            )
        )
        for session in dto.Sessions or []:
            self._session(session, dto.EventGuid)
        self._around(dto)

    def _add_session(self, dto: schema.AddSessionDTO) -> None:
        self.out.append(rec.Event(guid=dto.EventGuid or None, club_id=dto.ClubId or None))
        if dto.Session:
            self._session(dto.Session, dto.EventGuid)
        self._around(dto)

    def _around(self, dto: schema.InitDTO | schema.AddSessionDTO) -> None:
        for settings in (*(dto.Bridgemate2Settings or []), *(dto.Bridgemate3Settings or [])):
            self._settings(settings)
        for player in dto.PlayerData or []:
            self._player(player)
        for seat in dto.Participations or []:
            self._seat(seat)
        for hand in dto.Handrecords or []:
            self._hand(hand)

    def _alone(self, dto: schema.SessionDTO) -> None:
        if dto.EventGuid:
            self.out.append(rec.Event(guid=dto.EventGuid))
        self._session(dto, dto.EventGuid)

    def _session(self, dto: schema.SessionDTO, event: str | None) -> None:
        self._session_id(dto.SessionGuid)
        key = spell_guid(dto.SessionGuid, str, Notes()) if dto.SessionGuid else ""
        self.out = [r for r in self.out if not (isinstance(r, rec.Session) and r.guid == key)]
        self.out.append(
            rec.Session(
                id=self.sessions[key],
                guid=key or None,
                name=dto.Name or None,
                date=self._date(dto),
                time=self._time(dto.Hour, dto.Minute),
                show_in_app=dto.ShowInApp,
                pairs_move_across_field=dto.PairsMoveAccrossField,
                ew_return_home=dto.EWReturnHome,
                extra=None if dto.EventGuid == event else {"EventGuid": dto.EventGuid or ""},
            )
        )
        for group in dto.ScoringGroups or []:
            self._group(group)

    def _date(self, dto: schema.SessionDTO) -> datetime.date | None:
        try:
            return datetime.date(dto.Year, dto.Month, dto.Day)
        except (ValueError, OverflowError):
            if dto.Year or dto.Month or dto.Day:
                where = f"{self.place}: {dto.Year}-{dto.Month}-{dto.Day}"
                self.notes.repair("odd-date", where, "date{s} left out: not understood")
            return None

    def _time(self, hour: int, minute: int) -> datetime.time | None:
        if 0 <= hour < 24 and 0 <= minute < 60:
            return datetime.time(hour, minute)
        self.notes.repair(
            "odd-date", f"{self.place}: {hour}:{minute}", "time{s} left out: not understood"
        )
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
        for section in dto.Sections or []:
            self._section(section, dto.ScoringMethod)

    def _section(self, dto: schema.SectionDTO, method: int = 0) -> None:
        section = self._said(dto, method)
        if section is not None:
            for table in dto.Tables or []:
                self._table(table, section.id or 0)

    def _said(
        self, dto: schema.SectionDTO | schema.SectionUpdateDTO, method: int
    ) -> rec.Section | None:
        """What sections and their updates have in common."""
        id = self._section_id(dto.SessionGuid, dto.Letters)
        if id is None:
            return None
        session = self._session_id(dto.SessionGuid)
        known = [r for r in self.out if isinstance(r, rec.Section) and r.id == id and r.derived]
        section = known[0] if known else rec.Section(id=id, letter=dto.Letters, derived=True)
        if not known:
            self.out.append(section)
        section.session = session
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
        return section

    def _update(self, dto: schema.SectionUpdateDTO) -> None:
        session = self._session_id(dto.SessionGuid)
        if not dto.IsDeleted:
            group = rec.ScoringGroup(
                session=session,
                number=dto.ScoringGroupNumber,
                method=dto.ScoringGroupScoringMethod,
            )
            self.out.append(group)
        if dto.ClubId:
            self.out.append(rec.Event(club_id=dto.ClubId))
        section = self._said(dto, dto.ScoringGroupScoringMethod)
        if section is None:
            return
        section.deleted = dto.IsDeleted
        for table in dto.Tables or []:
            self._table(table, section.id or 0)
        for player in dto.AddedPlayers or []:
            self._player(player)
        for seat in dto.Participations or []:
            self._seat(seat)

    def _bare_table(self, dto: schema.TableDTO) -> None:
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            self._table(dto, section)

    def _table(self, dto: schema.TableDTO, section: int) -> None:
        self.out.append(
            rec.Table(
                section=section,
                table=dto.TableNumber,
                connection_mode=dto.ConnectionMode,
                keep_alive=dto.KeepBridgematesAlive,
            )
        )
        for round in dto.Rounds or []:
            self._round(round, section, dto.TableNumber)

    def _bare_round(self, dto: schema.RoundDTO) -> None:
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            self._round(dto, section, dto.TableNumber)

    def _round(self, dto: schema.RoundDTO, section: int, table: int) -> None:
        mates = ordinal(dto.MatesTableSectionLetters or "")
        self.out.append(
            rec.Round(
                section=section,
                table=table,
                round=dto.RoundNumber,
                ns_pair=dto.PairNS,
                ew_pair=dto.PairEW,
                low_board=dto.LowBoardNumber,
                high_board=dto.HighBoardNumber,
                ns_team=dto.TeamNS or None,
                ew_team=dto.TeamEW or None,
                mates_section=mates,
                mates_table=dto.MatesTableTableNumber or None,
                mates_round=dto.MatesTableRoundNumber or None,
                extra={"Updated": True} if dto.Updated else None,
            )
        )

    def _result(self, dto: schema.ResultDTO) -> None:
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            result = result_of(dto, section, self.place, self.notes)
            if result is not None:
                self.out.append(result)

    def _player(self, dto: schema.PlayerDataDTO) -> None:
        session = self._session_id(dto.SessionGuid)
        player = player_of(dto, session if len(self.sessions) > 1 else None)
        if not player.number:
            self.out.append(player)
            return
        key = (session, player.number)
        if self.players.get(key, player) != player:
            text = "player{s} of whom something else is said later"
            self.notes.repair("player-replaced", self.place, text)
        self.players[key] = player

    def _note_explicit(self, items: list[schema.ParticipationDTO]) -> None:
        for dto in items:
            if dto.RoundNumber > 1:
                self.explicit.add(ordinal(dto.SectionLetters or "") or 0)

    def _seat(self, dto: schema.ParticipationDTO) -> None:
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is None:
            return
        round = dto.RoundNumber
        if round == 1 and section not in self.explicit:
            text = "seat{s} of round 1 read as from the start, which is the same"
            self.notes.repair("round-01", self.place, text)
            round = 0
        seat = seat_of(dto, section, round)
        player = self.players.get((self._session_id(dto.SessionGuid), seat.number or ""))
        if player and player.name != player.number and not (seat.name or seat.last_name):
            seat.name, seat.first_name = player.name, player.first_name
            seat.last_name = player.last_name
        key = (section, seat.table, seat.direction, seat.round)
        if self.seats.get(key, seat) != seat:
            text = "seat{s} that somebody else has later"
            self.notes.repair("seat-replaced", self.place, text)
        self.seats[key] = seat

    def _hand(self, dto: HandrecordDTO) -> None:
        """Cards hold for all sections of the scoring group."""
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is None:
            return
        group = self.groups.get((self._session_id(dto.SessionGuid), dto.ScoringGroupNumber), [])
        for id in dict.fromkeys((section, *(group if section in group else ()))):
            hand = hand_of(dto, id, self.place, self.notes)
            self.out.append(hand)
            if evaluation := evaluation_of(dto, hand):
                self.out.append(evaluation)

    def _settings(self, dto: Any) -> None:
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            self.out.append(settings_of(dto, section))

    def _td_call(self, dto: schema.TdCallDTO) -> None:
        section = self._section_id(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            time = self._time(dto.Hour, dto.Minute)
            call = rec.TdCall(
                section=section, table=dto.TableNumber, round=dto.RoundNumber, time=time,
                status=dto.Status,
            )  # fmt: skip
            self.out.append(call)
