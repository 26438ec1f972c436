"""Reading Data Connector documents: DTOs of any kind as records."""

import datetime
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, TypeVar

from msgspec import structs

from bmconv import records as rec
from bmconv.codecs.dto.hands import hands_of
from bmconv.codecs.dto.identities import Identities, new_section
from bmconv.codecs.dto.movement_read import SectionData, fill_section, round_of, table_of
from bmconv.codecs.dto.people import player_of, seat_of
from bmconv.codecs.dto.results import result_of
from bmconv.codecs.dto.settings import CONNECTION_MODE, settings_of
from bmconv.connector import schema
from bmconv.connector.document import Document
from bmconv.connector.envelope import note_error
from bmconv.connector.parsing import printable
from bmconv.connector.protocol import COMMANDS
from bmconv.connector.schema import DTO
from bmconv.notes import Notes
from bmconv.records import Record, name_of

D = TypeVar("D", bound=DTO)
BATCH = 500
"""When more than this number of records are collected, they are passed on."""


class DocumentReader:
    """Turns documents into records one by one; remembers sessions and sections."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.out: list[Record] = []
        """Records that have not been passed on yet."""
        self.ids = Identities(self.out, notes)
        self.explicit: set[int] = set()
        """Sections whose seats are listed for every round."""
        self.seated_later: set[tuple[str | None, str | None]] = set()
        """Guid and letters of sections with seats of later rounds."""
        self.members: dict[tuple[int, int], list[int]] = {}
        """Sections by session and scoring group."""
        self.modes: Mapping[tuple[str | None, str | None], int] = {}
        """Connection modes from the settings of the document, by guid and letters."""
        self.players: dict[tuple[int, str | int], rec.Player] = {}
        """The last player with each session and number; seats get missing names from here."""
        self.seats: dict[tuple[object, ...], rec.Seat] = {}
        """Seats by section, table, direction and round; later ones replace earlier ones."""
        self.readers: dict[str, Callable[[Any], object]] = {
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
        """The method that reads each type of DTO."""

    @property
    def place(self) -> str:
        """The path in the document, for notes."""
        return self.ids.place

    @place.setter
    def place(self, path: str) -> None:
        self.ids.place = path

    def read(self, document: Document) -> Iterator[Record]:
        """The records of a document."""
        if self._has_no_data(document):
            return
        read = self.readers[document.kind]
        self.modes = document.modes
        if document.kind == "ParticipationDTO":
            later = (dto for dto in document.items if dto.RoundNumber > 1)
            self.seated_later |= {(dto.SessionGuid, dto.SectionLetters) for dto in later}
        for at, dto in enumerate(document.items):
            self.place = f"{document.place}: $" + (f"[{at}]" if document.array else "")
            self._note_messages(dto)
            read(dto)
            if len(self.out) > BATCH or at == len(document.items) - 1:
                yield from self.out
                self.out.clear()

    def finish(self) -> Iterator[Record]:
        """The players and seats, which are known only when all documents have been read."""
        for player in self.players.values():
            if len(self.ids.sessions) == 1:
                player.session = None  # the only session is implied
            yield player
        yield from self.seats.values()

    def _note_messages(self, dto: Any) -> None:
        if dto.ValidationMessages:
            text = "list{s} of validation messages left out"
            self.notes.loss("validation-messages", self.place, text)

    def _each(self, name: str, dtos: list[D] | None, read: Callable[[D], object]) -> None:
        """Read the DTOs in a property of another DTO."""
        for at, dto in enumerate(dtos or ()):
            self._inside(f".{name}[{at}]", dto, read)

    def _inside(self, path: str, dto: D, read: Callable[[D], object]) -> None:
        """Read a DTO inside another, with `place` set to its path."""
        around = self.place
        self.place = around + path
        self._note_messages(dto)
        read(dto)
        self.place = around

    def _use_enclosing(self, dto: D, **enclosing: object) -> D:
        """A DTO with the values of the DTO around it; those that it replaces are noted."""
        other = {name: value for name, value in enclosing.items() if getattr(dto, name) != value}
        for name in other:
            text = "value{s} replaced by that of the DTO around it"
            place = f"{self.place}.{name}: {printable(str(getattr(dto, name)))}"
            self.notes.repair("enclosing", place, text)
        return structs.replace(dto, **other) if other else dto

    def _read_in_section(self, read: Callable[[Any, int], None], dto: Any) -> None:
        """Read a DTO that belongs to a section; skip it if the letters are invalid."""
        section = self.ids.section(dto.SessionGuid, dto.SectionLetters)
        if section is not None:
            read(dto, section)

    def _has_no_data(self, document: Document) -> bool:
        """Whether a document contains no event data; a kind that is not read is noted."""
        envelope = document.envelope
        if isinstance(envelope, schema.ScoringProgramResponse):
            if note_error(envelope, document.place, self.notes):
                return True
        elif envelope is not None and envelope.Command == COMMANDS["GetMovement"]:
            return True
        if document.kind in self.readers:
            return False
        if document.kind:
            text, hint = "skipped: contains no event data", "use bmconv connector"
            self.notes.loss("no-event-data", document.place, text, what=document.kind, hint=hint)
        return True

    def _init(self, dto: schema.InitDTO) -> None:
        self.out.append(
            rec.EventInfo(
                guid=self.ids.guid(dto.EventGuid),
                club_id=dto.ClubId or None,
                commands=dto.Commands,
                data_folder=dto.AlternativeDataFolder or None,
            )
        )
        self._each("Sessions", dto.Sessions, partial(self._session, event=dto.EventGuid))
        self._read_beside_sessions(dto)

    def _add_session(self, dto: schema.AddSessionDTO) -> None:
        self.out.append(
            rec.EventInfo(guid=self.ids.guid(dto.EventGuid), club_id=dto.ClubId or None)
        )
        if dto.Session:
            self._inside(".Session", dto.Session, partial(self._session, event=dto.EventGuid))
        self._read_beside_sessions(dto)

    def _read_beside_sessions(self, dto: schema.InitDTO | schema.AddSessionDTO) -> None:
        """Read the settings, players, seats and hands, which are listed beside the sessions."""
        terminal = self.readers["Bridgemate2SettingsDTO"]
        self._each("Bridgemate2Settings", dto.Bridgemate2Settings, terminal)
        self._each("Bridgemate3Settings", dto.Bridgemate3Settings, terminal)
        self._each("PlayerData", dto.PlayerData, self.readers["PlayerDataDTO"])
        self._each("Participations", dto.Participations, self.readers["ParticipationDTO"])
        self._each("Handrecords", dto.Handrecords, self.readers["HandrecordDTO"])

    def _bare_session(self, dto: schema.SessionDTO) -> None:
        """Read a session that is not inside an event."""
        if dto.EventGuid:
            self.out.append(rec.EventInfo(guid=self.ids.guid(dto.EventGuid)))
        self._session(dto, dto.EventGuid)

    def _session(self, dto: schema.SessionDTO, event: str | None) -> None:
        id = self.ids.session(dto.SessionGuid)
        session = rec.Session(
            id=id,
            guid=self.ids.guid_of(id),
            name=dto.Name or None,
            date=self._date(dto),
            time=self._time(dto.Hour, dto.Minute),
            show_in_app=dto.ShowInApp,
            pairs_move_across_field=dto.PairsMoveAccrossField,
            ew_return_home=dto.EWReturnHome,
            extra=None if dto.EventGuid == event else {"EventGuid": dto.EventGuid or ""},
        )
        bare = rec.Session(id=id, guid=session.guid)
        if bare in self.out:  # the one added when the guid first appeared
            self.out[self.out.index(bare)] = session
        else:
            self.out.append(session)

        def read(group: schema.ScoringGroupDTO) -> None:
            self._group(self._use_enclosing(group, SessionGuid=dto.SessionGuid))

        self._each("ScoringGroups", dto.ScoringGroups, read)

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
        session = self.ids.session(dto.SessionGuid)
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

        def read(section: schema.SectionDTO) -> None:
            guid, number = dto.SessionGuid, dto.ScoringGroupNumber
            section = self._use_enclosing(section, SessionGuid=guid, ScoringGroupNumber=number)
            self._section(section, dto.ScoringMethod)

        self._each("Sections", dto.Sections, read)

    def _section(self, dto: SectionData, method: int = 0) -> rec.Section | None:
        """Read a section, or an update of a section, with its tables."""
        id = self.ids.section(dto.SessionGuid, dto.Letters)
        if id is None:
            return None
        session = self.ids.session(dto.SessionGuid)
        section = self._section_record(id)
        if section is None:
            section = new_section(id, session, dto.Letters or "")
            self.out.append(section)
        fill_section(section, dto, method, self.place, self.notes)
        section.scoring_group = dto.ScoringGroupNumber or None
        if dto.HasExplicitParticipations:
            self.explicit.add(id)
        self._join_group(id, session, dto.ScoringGroupNumber)

        def read(table: schema.TableDTO) -> None:
            guid, letters = dto.SessionGuid, dto.Letters
            table = self._use_enclosing(table, SessionGuid=guid, SectionLetters=letters)
            self._table(table, id)

        self._each("Tables", dto.Tables, read)
        return section

    def _section_record(self, id: int) -> rec.Section | None:
        """The record of a section, if it has not been yielded yet."""
        return next((r for r in self.out if isinstance(r, rec.Section) and r.id == id), None)

    def _join_group(self, section: int, session: int, number: int) -> None:
        """Remember the scoring group of a section."""
        self.ids.groups[section] = number
        members = self.members.setdefault((session, number), [])
        if section not in members:
            members.append(section)

    def _update(self, dto: schema.SectionUpdateDTO) -> None:
        """Read an update, which adds, changes or deletes a section."""
        session = self.ids.session(dto.SessionGuid)
        number, method = dto.ScoringGroupNumber, dto.ScoringGroupScoringMethod
        if dto.ClubId:
            self.out.append(rec.EventInfo(club_id=dto.ClubId))
        if dto.IsDeleted:
            self._deletion(dto)
            return
        self.out.append(rec.ScoringGroup(session=session, number=number, method=method))
        if self._section(dto, method) is not None:
            self._each("AddedPlayers", dto.AddedPlayers, self._player)
            self._each("Participations", dto.Participations, self.readers["ParticipationDTO"])

    def _deletion(self, dto: schema.SectionUpdateDTO) -> None:
        """Read the deletion of a section, of which the service uses only the letters."""
        id = self.ids.section(dto.SessionGuid, dto.Letters)
        if id is None:
            return
        section = self._section_record(id)
        if section is None:
            section = new_section(id, self.ids.session(dto.SessionGuid), dto.Letters or "")
            self.out.append(section)
        section.deleted = True
        section.scoring_group = dto.ScoringGroupNumber or None
        if dto.Tables or dto.Participations or dto.AddedPlayers or dto.Name:
            text = "section{s} to be deleted read without further data"
            self.notes.loss("deleted-section", self.place, text)

    def _table(self, dto: schema.TableDTO, section: int) -> None:
        guid, letters, number = dto.SessionGuid, dto.SectionLetters, dto.TableNumber
        table = table_of(dto, section)
        table.connection_mode = dto.ConnectionMode or self.modes.get((guid, letters), 0)
        self.out.append(table)

        def read(round: schema.RoundDTO) -> None:
            place = {"SessionGuid": guid, "SectionLetters": letters, "TableNumber": number}
            self._round(self._use_enclosing(round, **place), section)

        self._each("Rounds", dto.Rounds, read)

    def _round(self, dto: schema.RoundDTO, section: int) -> None:
        letters = dto.MatesTableSectionLetters or ""
        mates = self.ids.find(self.ids.session(dto.SessionGuid), letters)
        if letters.strip() and mates is None:
            text = "section{s} of team mates left out: invalid section letters"
            self.notes.loss("mates-lost", f"{self.place}: {printable(letters)}", text)
        self.out.append(round_of(dto, section, dto.TableNumber, mates))

    def _result(self, dto: schema.ResultDTO, section: int) -> None:
        if result := result_of(dto, section, self.place, self.notes):
            self.out.append(result)

    def _player(self, dto: schema.PlayerDataDTO) -> None:
        if not (dto.SessionGuid or "").strip():
            self.notes.repair("player-session", self.place, "player{s} without a session")
        session = self.ids.session(dto.SessionGuid)
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
        every_round = (dto.SessionGuid, dto.SectionLetters) in self.seated_later
        if round == 1 and section not in self.explicit and not every_round:
            text = "seat{s} of round 1 read as starting position{s}"
            self.notes.repair("round-01", self.place, text)
            round = 0
        seat = seat_of(dto, section, round)
        if not ((seat.number or "").strip() or name_of(seat).strip() or seat.removed):
            self.notes.repair("no-player", self.place, "seat{s} without a player")
        player = self.players.get((self.ids.session(dto.SessionGuid), seat.number or ""))
        if player and player.name != player.number and not name_of(seat):
            seat.name, seat.first_name = player.name, player.first_name
            seat.last_name = player.last_name
        key = (section, seat.table, seat.direction, seat.round)
        if self.seats.get(key, seat) != seat:
            text = "seat{s} replaced by later data"
            self.notes.repair("seat-replaced", self.place, text)
        self.seats[key] = seat

    def _hand(self, dto: schema.HandrecordDTO, section: int) -> None:
        """Read a hand, which applies to all sections of its scoring group."""
        session, number = self.ids.session(dto.SessionGuid), dto.ScoringGroupNumber
        record = self._section_record(section)
        if section not in self.ids.groups and record is not None:
            record.scoring_group = number or None
            self._join_group(section, session, number)
        if self.ids.groups.get(section, number) != number:
            text = "hand{s} read for one section only: it is not in the scoring group"
            self.notes.repair("hand-group", f"{self.place}: {number}", text)
        group = self.members.get((session, number), [])
        sections = dict.fromkeys((section, *(group if section in group else ())))
        self.out += hands_of(dto, sections, self.place, self.notes)

    def _settings(self, dto: Any, section: int) -> None:
        settings = settings_of(dto, section)
        mode = self.modes.get((dto.SessionGuid, dto.SectionLetters))
        if mode is not None and isinstance(dto, schema.Bridgemate3SettingsDTO):
            settings.values[CONNECTION_MODE] = mode
        self.out.append(settings)

    def _td_call(self, dto: schema.TdCallDTO, section: int) -> None:
        call = rec.TdCall(section=section, table=dto.TableNumber, round=dto.RoundNumber)
        call.time, call.status = self._time(dto.Hour, dto.Minute), dto.Status
        self.out.append(call)
