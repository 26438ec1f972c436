"""The live service, through the vendor's own client with limits on size and time."""

import http.client
import threading
import time
from collections.abc import Callable
from secrets import token_hex
from typing import Any, NamedTuple, TypeVar

from msgspec import json

from bmconv.connector.channel import Channel, ChannelFailure
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
from bmconv.errors import (
    BadInput,
    BmconvError,
    FileTrouble,
    Flag,
    MissingExtra,
    UsageError,
    Wording,
)
from bmconv.notes import Notes

NO_CONNECTION = ("NoConnection", "TimeOut", "EmptyResponse")
"""Errors that mean there was no answer."""


class Queue(NamedTuple):
    """A queue of the service: the words for it in the names of commands."""

    data: str
    """The type of its data, which is also the word in the commands that poll it."""
    item: str
    """The word for an item, in the command that accepts items."""


QUEUES = {
    "results": Queue("Results", "Result"),
    "players": Queue("PlayerData", "PlayerData"),
    "participations": Queue("Participations", "Participant"),
    "hands": Queue("Handrecords", "Handrecord"),
    "td-calls": Queue("TdCalls", "TdCall"),
}
"""The queues by the names that they have in the options of bmconv."""
UNUSED_URL = "http://localhost"
"""An address that the vendor's client requires; the channel decides where requests go."""
SLICE = 0.2
"""Seconds between two checks for Ctrl-C, which on Windows does not end a longer wait."""
T = TypeVar("T")


class Service:
    """A Data Connector that answers over HTTP or through a pipe."""

    def __init__(
        self, channel: Channel, club_id: str, licence_key: str, timeout: float, notes: Notes
    ) -> None:
        try:
            import bridgemate_dataconnector as vendor
            from bridgemate_dataconnector import dto
        except ImportError:
            raise MissingExtra("the live service needs the vendor's client", "connector") from None
        self.url = channel.address
        self.dto = dto
        self.notes = notes
        self.transport = Transport(channel, timeout, vendor.TransportException)
        carrier: Any = self.transport
        self.client = vendor.DataConnectorClient(club_id, licence_key, UNUSED_URL, carrier)

    def ping(self) -> str | None:
        """The greeting of the service; None, with a note, if it does not echo the data sent."""
        greeting = self._call(self.client.connect)
        sent = json.encode(token_hex(8)).decode()
        answer = self.send(ScoringProgramRequest(Command=COMMANDS["Ping"], SerializedData=sent))
        if not is_ok(answer, self.notes):
            return None
        if message_of(answer) != message_of(ScoringProgramResponse(SerializedData=sent)):
            self.notes.error("odd-answer", "Ping", "answer{s} with other data than sent")
            return None
        return message_of(greeting)

    def close(self) -> None:
        """Free the service for other clients."""
        self.transport.channel.close()

    def send(self, request: ScoringProgramRequest) -> ScoringProgramResponse:
        """The answer to a request; no answer, or an answer to another command, is an error.

        Connect only opens the channel and Disconnect closes a pipe; the service answers neither.
        """
        if request.Command == COMMANDS["Connect"]:
            return self._call(self.client.connect)
        if request.Command == COMMANDS["Disconnect"] and self.transport.channel.close():
            return ScoringProgramResponse(RequestCommand=request.Command, DataType=OK_DATA)
        sent = self.dto.ScoringProgramRequest()
        try:
            sent.command = self.dto.ScoringProgramDataConnectorCommands(request.Command)
        except ValueError:
            raise UsageError(f"{request.Command} is not a command") from None
        sent.session_guid = request.SessionGuid or ""
        sent.serialized_data = request.SerializedData or ""
        self.transport.body = b""
        self._call(lambda: self.client.send_request(sent))
        return self._answer(request.Command)

    def _call(self, ask: Callable[[], Any]) -> ScoringProgramResponse:
        """The answer that the vendor's client returns; an error if there is none in time."""
        answer = ScoringProgramResponse(**self.transport.within_time(ask).to_dict())
        self._check_connection(answer)
        return answer

    def _check_connection(self, answer: ScoringProgramResponse) -> None:
        """Raise an error if an answer of the client means that the service did not answer."""
        if answer.DataType == ERROR_DATA and error_name(answer.ErrorType) in NO_CONNECTION:
            raise FileTrouble(f"{self.url}: {error_name(answer.ErrorType)}: {message_of(answer)}")

    def _answer(self, command: int) -> ScoringProgramResponse:
        """The answer of the service; an error unless it is to this command and of a known type."""
        value = parse(self.transport.body, self.url)
        name = command_name(command)
        if not isinstance(value, dict) or not {"RequestCommand", "DataType"} <= value.keys():
            problem = "an object without RequestCommand and DataType"
            raise BadInput(self.url, problem, f"an answer to {name}")
        answer = convert(value, "ScoringProgramResponse", self.url, self.notes)
        assert isinstance(answer, ScoringProgramResponse)
        if answer.DataType == ERROR_DATA:
            self._check_connection(answer)
            return answer
        if answer.RequestCommand != command:
            problem = f"an answer to {command_name(answer.RequestCommand)}"
            raise BadInput(self.url, problem, f"an answer to {name}")
        if not 0 < answer.DataType < len(DATA_TYPES):
            problem = f"an answer of type {answer.DataType}"
            raise BadInput(self.url, problem, f"1 to {len(DATA_TYPES) - 1}")
        return answer


def poll_queue(
    service: Service, queue: Queue, session: str, notes: Notes, *, every: bool
) -> ScoringProgramResponse | None:
    """An answer with the new items of a queue, or all items if `every`; None if there are none.

    Errors are noted, and also give None.
    """
    command = f"PollQueueFor{'All' if every else 'New'}{queue.data}"
    answer = service.send(ScoringProgramRequest(Command=COMMANDS[command], SessionGuid=session))
    if answer.DataType == ERROR_DATA and error_name(answer.ErrorType) == "NotImplemented":
        notes.repair("not-implemented", command, "queue{s} unknown to this service")
        return None
    if note_error(answer, "", notes) or not _is_of_type(answer, queue.data, notes):
        return None
    data = (answer.SerializedData or "").strip()
    if data in ("", "[]", "null"):
        return None
    try:
        content = document(json.encode(answer), command, Notes(), "ScoringProgramResponse")
        if content.kind != ANSWERED[queue.data] or not content.array:
            raise BadInput(command, "other data", f"an array of {ANSWERED[queue.data]}")
    except BadInput as error:
        text = "unreadable answer{s} neither stored nor accepted"
        notes.error("bad-document", str(error), text)
        return None
    return answer


def accept(
    service: Service, queue: Queue, session: str, answer: ScoringProgramResponse, notes: Notes
) -> None:
    """Confirm to the service that a batch is stored."""
    command = f"Accept{queue.item}QueueItems"
    if answer.LastQueueItemId <= 0:
        text = "answer{s} stored but not accepted: no LastQueueItemId"
        notes.error("odd-answer", command, text)
        return
    request = ScoringProgramRequest(
        Command=COMMANDS[command], SessionGuid=session, SerializedData=str(answer.LastQueueItemId)
    )
    is_ok(service.send(request), notes)


def is_ok(answer: ScoringProgramResponse, notes: Notes) -> bool:
    """Whether an answer reports success; any other answer is noted."""
    return not note_error(answer, "", notes) and _is_of_type(answer, DATA_TYPES[OK_DATA], notes)


def _is_of_type(answer: ScoringProgramResponse, name: str, notes: Notes) -> bool:
    """Whether an answer has data of the type with this name; if not, an error is noted."""
    if data_name(answer.DataType) == name:
        return True
    place = f"{command_name(answer.RequestCommand)}: {data_name(answer.DataType)}"
    notes.error("wrong-data-type", place, "answer{s} with data of another type")
    return False


class Transport:
    """A channel, with the methods that the vendor's client calls to reach the service."""

    def __init__(self, channel: Channel, timeout: float, failure: type[Exception]) -> None:
        self.channel, self.timeout = channel, timeout
        self.failure = failure
        """The exception that makes the client try again."""
        self.last_failure = ""
        self.body = b""
        """The last answer, byte for byte."""

    def get(self, url: str) -> str:
        """The greeting of the service."""
        return self._try(self.channel.greet)

    def post(self, url: str, json_body: str) -> str:
        """Send a request; the client gets an empty answer, and the real answer stays in `body`."""
        self.body = b""
        self.body = self._try(lambda: self.channel.exchange(json_body.encode()))
        return "{}"

    def _try(self, ask: Callable[[], T]) -> T:
        try:
            return ask()
        except ChannelFailure as error:
            self.last_failure = str(error)
            raise self.failure(self.last_failure) from None

    def within_time(self, ask: Callable[[], T]) -> T:
        """The result of an exchange, retries included; an error if it takes too long.

        The exchange runs in a thread of its own, because a service that sends a byte now and then
        blocks whoever reads; a thread that is still blocked ends with the process.
        """
        answers: list[T] = []
        errors: list[Exception] = []

        def run() -> None:
            try:
                answers.append(ask())
            except Exception as error:
                errors.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        until = time.monotonic() + self.timeout
        while thread.is_alive() and time.monotonic() < until:
            thread.join(SLICE)
        if errors:
            raise _network_error(errors[0], self.channel.address)
        if not answers:
            last = f" ({self.last_failure})" if self.last_failure else ""
            raise FileTrouble(
                f"{self.channel.address}: no answer within {self.timeout:g} s{last}",
                hint=Wording(Flag("timeout"), " allows more"),
            )
        return answers[0]


def _network_error(error: Exception, url: str) -> Exception:
    """A network problem as one of our exceptions."""
    if isinstance(error, BmconvError):
        return error
    if isinstance(error, OSError | http.client.HTTPException | UnicodeError):
        return FileTrouble(f"{url}: {error or type(error).__name__}")
    return error
