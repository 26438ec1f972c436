"""A stand-in for the Data Connector: its state, and its answers to a scoring program.

It follows the guide and the vendor's clients; where they leave something open, the choice is
described in docs/testing-a-scoring-program.md.
"""

import threading
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import UNSET, json, structs

from bmconv.connector import schema
from bmconv.connector.client import QUEUES
from bmconv.connector.document import Document, convert, document
from bmconv.connector.parsing import parse
from bmconv.connector.protocol import CLEAR, COMMANDS, DATA_TYPES, SENT, command_name
from bmconv.connector.rules import duplicates
from bmconv.connector.stored import (
    Rejected,
    StoredSession,
    changed_tables,
    refuse_players,
    refuse_shared,
)
from bmconv.connector.validation import rejection
from bmconv.errors import BadInput, DataError
from bmconv.notes import Notes

SHUT_DOWN, RUNNING, SCORING_FILE, ALL_SESSIONS, DATA_FILE = 1, 2, 4, 8, 16
"""The bits of a question to BCS about itself, and of a request to shut down."""
QUEUES_BY_DATA = {queue.data: queue for queue in QUEUES.values()}
"""The queues of the data that BCS creates, by type of data."""
FILE = "stand-in, no file"
"""The text that is reported in place of the paths of BCS's files."""


class Content(NamedTuple):
    """The data of an answer."""

    kind: str = "OK"
    value: Any = UNSET
    """UNSET for an answer without data, such as OK."""
    last: int = 0
    """The id of the last queue item in the answer."""


class StandIn:
    """The state of the service: sessions with their movements, and queues for the program."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.sessions: dict[str, StoredSession] = {}
        self.items: dict[tuple[str, str], list[tuple[int, schema.DTO]]] = {}
        """The items of each queue, as ids and DTOs, by session and data type."""
        self.accepted: dict[tuple[str, str], int] = {}
        """The id of the last item that the program accepted, by session and data type."""
        self.last = 0
        """The id of the last item, counted through all queues."""
        self.running = False
        """Whether BCS is running."""
        self.current = ""
        """The guid of the event that BCS administers."""
        self.listener: Callable[[str, schema.DTO], None] = lambda command, dto: None
        """Called with the command and the DTO of every event, session and movement accepted."""
        self._answers: dict[str, Callable[[schema.ScoringProgramRequest, list[Any]], Content]] = {
            "InitializeEvent": self.initialize,
            "ContinueEvent": self._continue,
            "AddSession": self._add_session,
            "UpdateMovement": self._update_movement,
            "UpdateScoringGroups": self._update_groups,
            "GetMovement": self._movement,
            "GetAllMovements": self._movements,
            "ManageBCS": self._manage,
            "ClearData": self._clear,
        }

    # requests and answers

    def answer(self, body: bytes) -> schema.ScoringProgramResponse:
        """The answer to a request; BadInput if `body` is not a request."""
        value = parse(body, "request")
        if not isinstance(value, dict) or "Command" not in value:
            raise BadInput("request", "an object without Command", "a ScoringProgramRequest")
        outer = value | {"SerializedData": ""}
        request = convert(outer, "ScoringProgramRequest", "request", Notes())
        assert isinstance(request, schema.ScoringProgramRequest)
        answer = schema.ScoringProgramResponse(
            RequestCommand=request.Command, SessionGuid=request.SessionGuid
        )
        inner = value.get("SerializedData") or ""
        try:
            if not isinstance(inner, str):
                raise Rejected("WrongDataType", "SerializedData must be JSON as text")
            with self.lock:
                kind, data, last = self._handle(request, body, inner)
        except Rejected as error:
            kind, data, last = "Error", str(error), 0
            answer.ErrorType = error.number
        answer.DataType, answer.LastQueueItemId = DATA_TYPES.index(kind), last
        answer.SerializedData = "" if data is UNSET else json.encode(data).decode()
        return answer

    def _handle(self, request: schema.ScoringProgramRequest, body: bytes, inner: str) -> Content:
        name = command_name(request.Command)
        if name == "Ping":
            return self._ping(inner)
        if name in ("Connect", "Disconnect") or name not in COMMANDS:
            raise Rejected("NotImplemented", f"{name} is not a command of the http service")
        if (name in SENT or name.startswith("Accept")) and not inner.strip():
            raise Rejected("NoData", f"{name} needs data")
        try:
            received = document(body, "request", Notes(), "ScoringProgramRequest", exact=True)
        except BadInput as error:
            raise Rejected("WrongDataType", str(error)) from None
        if name.startswith("PollQueueFor"):
            return self._poll(request, name.removeprefix("PollQueueFor"))
        if name.startswith("Accept"):
            return self._accept(request, name, received.value)
        if name in SENT and name != "GetMovement":
            self._check(request, name, received)
        if name in self._answers:
            return self._answers[name](request, received.items)
        return self._put(request, name, received.items)

    def _ping(self, inner: str) -> Content:
        try:
            return Content(value=parse((inner or '""').encode(), "request"))
        except BadInput:
            return Content(value=inner)

    def _check(self, request: schema.ScoringProgramRequest, name: str, received: Document) -> None:
        """Refuse a document that is empty, invalid or for another session than the request's."""
        if not received.items:
            raise Rejected("NoData", f"{name} needs at least one {received.kind}")
        if why := rejection(received):
            raise Rejected("Validation", why)
        guid = request.SessionGuid or ""
        if name in ("InitializeEvent", "ContinueEvent", "ManageBCS"):
            if guid and name != "ManageBCS":
                raise Rejected("Validation", "SessionGuid of the request must be empty")
        elif name == "AddSession":
            if guid != received.items[0].EventGuid:
                raise Rejected("Validation", "SessionGuid of the request is not the event's guid")
        elif any(item.SessionGuid != guid for item in received.items):
            raise Rejected("Validation", "a DTO has another SessionGuid than the request")

    def _session(self, request: schema.ScoringProgramRequest) -> StoredSession:
        stored = self.sessions.get(request.SessionGuid or "")
        if stored is None:
            raise Rejected("EntryUnknown", f"no session has the guid {request.SessionGuid!r}")
        return stored

    # events and sessions

    def initialize(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        """Start a new event, in place of one with the same guid."""
        init: schema.InitDTO = items[0]
        sessions = init.Sessions or [schema.SessionDTO()]
        event = init.EventGuid or sessions[0].SessionGuid or ""
        new = self._new_sessions(sessions, event, init)
        if init.Commands & CLEAR:
            self._forget()
        self._remove([guid for guid, stored in self.sessions.items() if stored.event == event])
        self._remove(list(new))
        self.sessions |= new
        self.running, self.current = True, event
        self.listener("InitializeEvent", init)
        return Content()

    def _new_sessions(
        self, sessions: list[schema.SessionDTO], event: str, dto: Any
    ) -> dict[str, StoredSession]:
        """Sessions with the players, seats, hands and settings of a DTO, which must fit."""
        new = {session.SessionGuid or "": StoredSession(session, event) for session in sessions}
        for stored in new.values():
            stored.refuse_empty_tables()
        people_and_hands = (dto.PlayerData, dto.Participations, dto.Handrecords)
        for dtos in (*people_and_hands, dto.Bridgemate2Settings, dto.Bridgemate3Settings):
            if strangers := {item.SessionGuid for item in dtos or ()} - new.keys():
                raise Rejected("EntryUnknown", f"no session has the guid {strangers.pop()!r}")
            for guid, stored in new.items():
                of_session = [item for item in dtos or () if item.SessionGuid == guid]
                stored.check(of_session)
                stored.store(of_session)
        return new

    def _remove(self, guids: list[str]) -> None:
        """Remove sessions with their queues."""
        for guid in guids:
            self.sessions.pop(guid, None)
            for queue in QUEUES_BY_DATA:
                self.items.pop((guid, queue), None)
                self.accepted.pop((guid, queue), None)

    def _continue(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        event = items[0].EventGuid
        if not any(stored.event == event for stored in self.sessions.values()):
            raise Rejected("EntryUnknown", f"no event has the guid {event!r}")
        if items[0].Commands & CLEAR:
            self.sessions = {g: s for g, s in self.sessions.items() if s.event == event}
            self.items.clear()
            self.accepted.clear()
        self.running, self.current = True, event
        return Content()

    def _add_session(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        added: schema.AddSessionDTO = items[0]
        session, event = added.Session or schema.SessionDTO(), added.EventGuid or ""
        others = self._others(event)
        if not others:
            raise Rejected("EntryUnknown", f"no event has the guid {event!r}")
        if session.SessionGuid in self.sessions:
            raise Rejected("NoUpdates", "the session already exists")
        new = self._new_sessions([session], event, added)
        for stored in new.values():
            refuse_shared(others, stored.sections(), stored.group_numbers(), stored.players)
        self.sessions |= new
        self.listener("AddSession", added)
        return Content()

    def _others(self, event: str, guid: str = "") -> list[StoredSession]:
        """The sessions of an event except the one with this guid."""
        return [s for g, s in self.sessions.items() if s.event == event and g != guid]

    def _clear(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        self._forget()
        return Content()

    def _forget(self) -> None:
        for known in (self.sessions, self.items, self.accepted):
            known.clear()
        self.current = ""

    # movements

    def _update_movement(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        update: schema.SectionUpdateDTO = items[0]
        stored, letters = self._session(request), update.Letters or ""
        old = stored.sections().get(letters)
        if update.IsDeleted:
            if old is None:
                raise Rejected("Movement", f"there is no section {letters}")
            stored.remove_section(letters)
            self.listener("UpdateMovement", update)
            return Content("SectionData", update)
        names = schema.SectionDTO.__struct_fields__
        new = schema.SectionDTO(**{name: getattr(update, name) for name in names})
        new.Tables = [table for table in update.Tables or () if table.Rounds]
        changed = changed_tables(old, update.Tables or [])
        if not new.Tables:
            raise Rejected("Validation", f"section {letters} would have no tables")
        self._check_people(stored, new, update)
        stored.remove_section(letters)
        group = self._group(stored, update)
        group.Sections = [*(group.Sections or ()), new]
        stored.store([*(update.AddedPlayers or ()), *(update.Participations or ())])
        self.listener("UpdateMovement", structs.replace(update, Tables=new.Tables))
        return Content("Movement", structs.replace(new, Tables=changed))

    def _check_people(
        self, stored: StoredSession, section: schema.SectionDTO, update: schema.SectionUpdateDTO
    ) -> None:
        """Refuse a section that another session has, and players or seats that do not fit."""
        others = self._others(stored.event, update.SessionGuid or "")
        players = update.AddedPlayers or []
        refuse_players(players, update.SessionGuid)
        numbers = {player.PlayerNumber for player in players}
        refuse_shared(others, {section.Letters}, {section.ScoringGroupNumber}, numbers)
        for seat in update.Participations or ():
            stored.check_seat(section, seat, numbers)

    def _group(
        self, stored: StoredSession, update: schema.SectionUpdateDTO
    ) -> schema.ScoringGroupDTO:
        """The scoring group of a section, created if there is none with its number."""
        number = update.ScoringGroupNumber
        for group in stored.groups():
            if group.ScoringGroupNumber == number:
                return group
        group = schema.ScoringGroupDTO(SessionGuid=update.SessionGuid, ScoringGroupNumber=number)
        group.ScoringMethod = update.ScoringGroupScoringMethod
        stored.groups().append(group)
        return group

    def _update_groups(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        stored = self._session(request)
        known = stored.sections()
        groups = {group.ScoringGroupNumber: group for group in stored.groups()}
        for item in items:
            if item.IsDeleted and item.ScoringGroupNumber not in groups:
                raise Rejected("EntryUnknown", f"no scoring group {item.ScoringGroupNumber}")
            groups[item.ScoringGroupNumber] = item
        letters = [s.Letters or "" for group in groups.values() for s in group.Sections or ()]
        if lost := sorted(known.keys() - {*letters}):
            raise Rejected("Validation", f"section {lost[0]} would have no scoring group")
        if twice := duplicates(letters):
            raise Rejected("Validation", f"section {twice[0]} would be in two scoring groups")
        refuse_shared(self._others(stored.event, request.SessionGuid or ""), letters, groups)
        stored.session.ScoringGroups = [group for group in groups.values() if not group.IsDeleted]
        return Content()

    def _movement(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        section = self._session(request).sections().get(items[0].Letters or "")
        if section is None:
            raise Rejected("Movement", f"there is no section {items[0].Letters}")
        return Content("Movement", section)

    def _movements(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        return Content("Sessions", list(self._session(request).sections().values()))

    # data of a session

    def _put(self, request: schema.ScoringProgramRequest, name: str, items: list[Any]) -> Content:
        """Store results, players, seats, hands, settings or calls: all of them, or none."""
        stored = self._session(request)
        stored.check(items)
        if name == "PutPlayerData":
            numbers = {item.PlayerNumber for item in items}
            refuse_shared(self._others(stored.event, request.SessionGuid or ""), numbers=numbers)
        stored.store(items)
        return Content()

    # queues

    def add(self, guid: str, kind: str, dtos: list[Any]) -> None:
        """Add DTOs to a queue, as if BCS had created them."""
        with self.lock:
            for dto in dtos:
                self.last += 1
                self.items.setdefault((guid, kind), []).append((self.last, dto))

    def _poll(self, request: schema.ScoringProgramRequest, queue: str) -> Content:
        kind = queue.removeprefix("New").removeprefix("All")
        self._session(request)
        key = (request.SessionGuid or "", kind)
        after = self.accepted.get(key, 0) if queue.startswith("New") else 0
        items = [item for item in self.items.get(key, ()) if item[0] > after]
        return Content(kind, [dto for _, dto in items], items[-1][0] if items else 0)

    def _accept(self, request: schema.ScoringProgramRequest, name: str, value: Any) -> Content:
        self._session(request)
        item = name.removeprefix("Accept").removesuffix("QueueItems")
        (kind,) = (queue.data for queue in QUEUES.values() if queue.item == item)
        key = (request.SessionGuid or "", kind)
        if type(value) is not int:
            raise Rejected("WrongDataType", f"{name} needs the id of a queue item")
        if value and not any(number == value for number, _ in self.items.get(key, ())):
            raise Rejected("EntryUnknown", f"the queue has no item {value}")
        self.accepted[key] = max(self.accepted.get(key, 0), value)
        return Content()

    # BCS itself

    def _manage(self, request: schema.ScoringProgramRequest, items: list[Any]) -> Content:
        command = items[0].Command
        if command == SHUT_DOWN:
            self.running = False
            return Content()
        information = schema.BCSManagementResponseDTO(IsRunning=self.running)
        if self.running and not command & ALL_SESSIONS:
            information.EventGuid = self.current or None
        if command & (RUNNING | ALL_SESSIONS):
            known = self.sessions.values() if self.running else ()
            information.SessionInformation = [
                _information(stored)
                for stored in known
                if command & ALL_SESSIONS or stored.event == self.current
            ]
        information.ScoringFilePath = FILE if command & SCORING_FILE else None
        information.DataConnectorFilePath = FILE if command & DATA_FILE else None
        kind = "EventInfo" if command & RUNNING else "ScoringFileLocation"
        return Content("AllSessionsInfo" if command == ALL_SESSIONS else kind, information)


def _information(stored: StoredSession) -> schema.SessionInfoDTO:
    """A session in an answer about sessions."""
    s = stored.session
    return schema.SessionInfoDTO(
        EventGuid=stored.event,
        SessionGuid=s.SessionGuid,
        SessionName=s.Name,
        SessionDateTime=f"{s.Year:04}-{s.Month:02}-{s.Day:02}T{s.Hour:02}:{s.Minute:02}:00",
        Sections=[
            schema.SectionInfoDTO(
                SectionName=section.Name or "",
                SectionLetters=section.Letters,
                ScoringGroupNumber=section.ScoringGroupNumber,
                NumberOfTables=len(section.Tables or ()),
            )
            for section in stored.sections().values()
        ],
    )


def load(service: StandIn, documents: list[Document]) -> None:
    """Put documents into a service: it starts events, and queues other DTOs as if from BCS."""
    kinds = {SENT[f"Put{queue.data}"][0]: queue.data for queue in QUEUES.values()}
    for received in documents:
        if received.kind == "InitDTO":
            for init in received.items:
                try:
                    service.initialize(schema.ScoringProgramRequest(), [init])
                except Rejected as error:
                    raise DataError(f"{received.place}: {error}") from None
        elif received.kind in kinds:
            for dto in received.items:
                service.add(dto.SessionGuid or "", kinds[received.kind], [dto])
        else:
            raise DataError(
                f"{received.place}: a {received.kind} cannot be served: expected an InitDTO, "
                "results, players, participations, hands or calls"
            )
