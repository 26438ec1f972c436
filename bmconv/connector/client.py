"""The live service over HTTP, through the vendor's own client. For commands only."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import Any, NamedTuple

from msgspec import json

from bmconv.connector.document import convert, document
from bmconv.connector.envelope import message_of, note_error
from bmconv.connector.parsing import parse
from bmconv.connector.protocol import (
    ANSWERED,
    COMMANDS,
    DATA_TYPES,
    ERROR_DATA,
    OK_DATA,
    command_name,
    data_name,
    error_name,
)
from bmconv.connector.schema import ScoringProgramRequest, ScoringProgramResponse
from bmconv.connector.transport import Transport
from bmconv.errors import BadInput, FileTrouble, MissingExtra, UsageError
from bmconv.masking import masked_text
from bmconv.notes import Notes

NO_CONNECTION = ("NoConnection", "TimeOut", "EmptyResponse")
"""Errors that mean that nobody answered."""


class Queue(NamedTuple):
    """A queue of the service, by the words in the names of its commands."""

    data: str
    """The type of its data, and what is polled."""
    item: str
    """What is accepted."""


QUEUES = {
    "results": Queue("Results", "Result"),
    "players": Queue("PlayerData", "PlayerData"),
    "participations": Queue("Participations", "Participant"),
    "hands": Queue("Handrecords", "Handrecord"),
    "td-calls": Queue("TdCalls", "TdCall"),
}


class Service:
    """A Data Connector that answers at an address."""

    def __init__(
        self, url: str, club_id: str, licence_key: str, timeout: float, notes: Notes
    ) -> None:
        try:
            import bridgemate_dataconnector as vendor
            from bridgemate_dataconnector import dto
        except ImportError:
            raise MissingExtra("the live service", "connector") from None
        self.url = masked_text(url)
        self.dto = dto
        self.notes = notes
        self.transport = Transport(self.url, timeout, vendor.TransportException)
        carrier: Any = self.transport
        try:
            self.client = vendor.DataConnectorClient(club_id, licence_key, url, carrier)
        except ValueError:
            raise UsageError(
                f"{self.url!r}: expected an address such as http://host:5079"
            ) from None

    def ping(self) -> str | None:
        """What the service says it is; None, with a note, if it does not send back what it got."""
        greeting = self._client(self.client.connect)
        sent = json.encode(token_hex(8)).decode()
        answer = self.send(ScoringProgramRequest(Command=COMMANDS["Ping"], SerializedData=sent))
        if not is_ok(answer, self.notes):
            return None
        if message_of(answer) != message_of(ScoringProgramResponse(SerializedData=sent)):
            self.notes.error("odd-answer", "Ping", "answer{s} with other data than was sent")
            return None
        return message_of(greeting)

    def send(self, request: ScoringProgramRequest) -> ScoringProgramResponse:
        """The answer to a request; no answer, or one to something else, is an error."""
        sent = self.dto.ScoringProgramRequest()
        try:
            sent.command = self.dto.ScoringProgramDataConnectorCommands(request.Command)
        except ValueError:
            raise UsageError(f"{request.Command} is not a command") from None
        sent.session_guid = request.SessionGuid or ""
        sent.serialized_data = request.SerializedData or ""
        self.transport.body = b""
        self._client(lambda: self.client.send_request(sent))
        return self._answer(request.Command)

    def _client(self, ask: Callable[[], Any]) -> ScoringProgramResponse:
        """What the vendor's client gives, in one time limit."""
        given = self.transport.within_time(ask).to_dict()
        return self._reached(ScoringProgramResponse(**given))

    def _reached(self, answer: ScoringProgramResponse) -> ScoringProgramResponse:
        """An answer, unless it means that nobody answered."""
        if answer.DataType == ERROR_DATA and error_name(answer.ErrorType) in NO_CONNECTION:
            raise FileTrouble(f"{self.url}: {error_name(answer.ErrorType)}: {message_of(answer)}")
        return answer

    def _answer(self, command: int) -> ScoringProgramResponse:
        """The answer that came, if it is one to this command and of a type that is known."""
        value = parse(self.transport.body, self.url)
        name = command_name(command)
        if not isinstance(value, dict) or not {"RequestCommand", "DataType"} <= value.keys():
            what = "an object without RequestCommand and DataType"
            raise BadInput(self.url, what, f"an answer to {name}")
        answer = convert(value, "ScoringProgramResponse", self.url, self.notes)
        assert isinstance(answer, ScoringProgramResponse)
        if answer.DataType == ERROR_DATA:
            return self._reached(answer)
        if answer.RequestCommand != command:
            what = f"an answer to {command_name(answer.RequestCommand)}"
            raise BadInput(self.url, what, f"an answer to {name}")
        if not 0 < answer.DataType < len(DATA_TYPES):
            what = f"an answer of type {answer.DataType}"
            raise BadInput(self.url, what, f"1 to {len(DATA_TYPES) - 1}")
        return answer


def batch(
    service: Service, queue: Queue, session: str, every: bool, notes: Notes
) -> ScoringProgramResponse | None:
    """What a queue holds, new or all; None where that is nothing, an error or not readable."""
    command = f"PollQueueFor{'All' if every else 'New'}{queue.data}"
    answer = service.send(ScoringProgramRequest(Command=COMMANDS[command], SessionGuid=session))
    if answer.DataType == ERROR_DATA and error_name(answer.ErrorType) == "NotImplemented":
        notes.repair("not-implemented", command, "queue{s} that this service does not have")
        return None
    if note_error(answer, "", notes) or not _of_type(answer, queue.data, notes):
        return None
    held = (answer.SerializedData or "").strip()
    if held in ("", "[]", "null"):
        return None
    try:
        found = document(json.encode(answer), command, Notes(), "ScoringProgramResponse")
        if found.kind != ANSWERED[queue.data] or not found.array:
            raise BadInput(command, "other data", f"an array of {ANSWERED[queue.data]}")
    except BadInput as error:
        text = "answer{s} neither stored nor accepted: not readable"
        notes.error("bad-document", str(error), text)
        return None
    return answer


def accept(
    service: Service, queue: Queue, session: str, answer: ScoringProgramResponse, notes: Notes
) -> None:
    """Tell the service that a batch is safe and need not come again."""
    command = f"Accept{queue.item}QueueItems"
    if answer.LastQueueItemId <= 0:
        text = "answer{s} stored but not accepted: no LastQueueItemId"
        notes.error("odd-answer", command, text)
        return
    request = ScoringProgramRequest(
        Command=COMMANDS[command],
        SessionGuid=session,
        SerializedData=str(answer.LastQueueItemId),
    )
    is_ok(service.send(request), notes)


def is_ok(answer: ScoringProgramResponse, notes: Notes) -> bool:
    """Whether an answer says that something was done; else there is a note."""
    return not note_error(answer, "", notes) and _of_type(answer, DATA_TYPES[OK_DATA], notes)


def _of_type(answer: ScoringProgramResponse, name: str, notes: Notes) -> bool:
    if data_name(answer.DataType) == name:
        return True
    place = f"{command_name(answer.RequestCommand)}: {data_name(answer.DataType)}"
    notes.error("wrong-data-type", place, "answer{s} with data of another type")
    return False
