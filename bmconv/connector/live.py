"""The live service over HTTP, through the vendor's own client. For commands only."""

from __future__ import annotations

import http.client
from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import json

from bmconv.connector.envelope import message_of, note_error
from bmconv.connector.protocol import COMMANDS, DATA_TYPES, ERROR_DATA, data_name, error_name
from bmconv.connector.schema import ScoringProgramRequest, ScoringProgramResponse
from bmconv.errors import BadInput, FileTrouble, MissingExtra, UsageError
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

    def __init__(self, url: str, club_id: str, licence_key: str, timeout: float) -> None:
        try:
            import bridgemate_dataconnector as vendor
            from bridgemate_dataconnector import dto
        except ImportError:
            raise MissingExtra("the live service", "connector") from None
        self.url = url
        self.dto = dto
        transport = vendor.UrllibTransport(timeout_seconds=timeout)
        try:
            self.client = vendor.DataConnectorClient(club_id, licence_key, url, transport)
        except ValueError:
            raise UsageError(f"{url!r}: expected an address as http://host:5079") from None

    def ping(self) -> str:
        """What the service says it is, once it has answered with what it was sent."""
        greeting = self._answer(self.client.connect)
        self._answer(self.client.ping)
        return message_of(greeting)

    def send(self, request: ScoringProgramRequest) -> ScoringProgramResponse:
        """The answer to a request; that nobody answers is an error."""
        sent = self.dto.ScoringProgramRequest()
        try:
            sent.command = self.dto.ScoringProgramDataConnectorCommands(request.Command)
        except ValueError:
            raise UsageError(f"{request.Command} is no command") from None
        sent.session_guid = request.SessionGuid or ""
        sent.serialized_data = request.SerializedData or ""
        return self._answer(lambda: self.client.send_request(sent))

    def _answer(self, ask: Callable[[], Any]) -> ScoringProgramResponse:
        try:
            given = ask().to_dict()
        except (OSError, http.client.HTTPException, UnicodeError) as error:
            raise FileTrouble(f"{self.url}: {error or type(error).__name__}") from None
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise BadInput(self.url, f"an answer that cannot be read ({error})") from None
        try:
            answer = json.decode(json.encode(given), type=ScoringProgramResponse)
        except ValueError as error:
            raise BadInput(self.url, f"an answer that is none: {error}") from None
        if answer.DataType == ERROR_DATA and error_name(answer.ErrorType) in NO_CONNECTION:
            raise FileTrouble(f"{self.url}: {error_name(answer.ErrorType)}: {message_of(answer)}")
        return answer


def batch(
    service: Service, queue: Queue, session: str, every: bool, notes: Notes
) -> ScoringProgramResponse | None:
    """What a queue holds, new or all; None where that is nothing or an error."""
    command = f"PollQueueFor{'All' if every else 'New'}{queue.data}"
    answer = service.send(ScoringProgramRequest(Command=COMMANDS[command], SessionGuid=session))
    if answer.DataType == ERROR_DATA and error_name(answer.ErrorType) == "NotImplemented":
        notes.repair("not-implemented", command, "queue{s} that this service does not have")
        return None
    if note_error(answer, "", notes):
        return None
    if answer.DataType != DATA_TYPES.index(queue.data):
        place = f"{command}: {data_name(answer.DataType)}"
        notes.error("wrong-data-type", place, "answer{s} with data of another type")
        return None
    held = (answer.SerializedData or "").strip()
    return answer if held not in ("", "[]", "null") else None


def accept(
    service: Service, queue: Queue, session: str, answer: ScoringProgramResponse, notes: Notes
) -> None:
    """Tell the service that a batch is safe and need not come again."""
    request = ScoringProgramRequest(
        Command=COMMANDS[f"Accept{queue.item}QueueItems"],
        SessionGuid=session,
        SerializedData=str(answer.LastQueueItemId),
    )
    note_error(service.send(request), "", notes)
