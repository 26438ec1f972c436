"""A relay: the service behind a named pipe, offered over HTTP to programs on other computers."""

import hmac
import threading

from msgspec import json

from bmconv.connector.channel import Channel, ChannelFailure
from bmconv.connector.document import convert
from bmconv.connector.parsing import parse
from bmconv.connector.protocol import COMMANDS, ERROR_DATA, ERRORS, OK_DATA
from bmconv.connector.schema import ScoringProgramRequest, ScoringProgramResponse
from bmconv.errors import BadInput, FileTrouble
from bmconv.notes import Notes

PATIENCE = 20.0
"""Seconds for which a request waits for its turn; then the answer is Busy."""


class Relay:
    """Passes requests on, one at a time; problems with the pipe become answers."""

    def __init__(self, channel: Channel, token: str = "", patience: float = PATIENCE) -> None:
        """`token` is the LicenceKey that a request must have; if empty, any LicenceKey will do."""
        self.channel, self.token, self.patience = channel, token, patience
        self.free = threading.Lock()

    def greet(self) -> bytes:
        """The greeting of the service, if its pipe can be opened."""
        if not self.free.acquire(timeout=self.patience):
            raise FileTrouble(f"{self.channel.address}: busy")
        try:
            return f"bmconv relay: {self.channel.greet()}".encode()
        finally:
            self.free.release()

    def answer(self, body: bytes) -> bytes:
        """The answer of the service, or an error in the form in which it reports errors."""
        value = parse(body, "request")
        if not isinstance(value, dict) or "Command" not in value:
            raise BadInput("request", "an object without Command", "a ScoringProgramRequest")
        request = convert(value, "ScoringProgramRequest", "request", Notes())
        assert isinstance(request, ScoringProgramRequest)
        if self.token:
            if not hmac.compare_digest((request.LicenceKey or "").encode(), self.token.encode()):
                return _error(request, "Validation", "LicenceKey is not the token of the relay")
            request.LicenceKey = ""
        if not self.free.acquire(timeout=self.patience):
            return _error(request, "Busy", "another request is being answered")
        try:
            return self._exchange(request)
        finally:
            self.free.release()

    def _exchange(self, request: ScoringProgramRequest) -> bytes:
        if request.Command == COMMANDS["Disconnect"]:
            self.channel.close()
            return json.encode(_answer(request, OK_DATA))
        try:
            return self.channel.exchange(json.encode(request))
        except ChannelFailure as error:
            kind = "TimeOut" if error.timed_out else "NoConnection"
            return _error(request, kind, str(error))
        except FileTrouble as error:
            return _error(request, "NoConnection", str(error))


def _answer(request: ScoringProgramRequest, data_type: int) -> ScoringProgramResponse:
    return ScoringProgramResponse(
        RequestCommand=request.Command,
        DataType=data_type,
        SessionGuid=request.SessionGuid,
        SerializedData="",
    )


def _error(request: ScoringProgramRequest, kind: str, message: str) -> bytes:
    answer = _answer(request, ERROR_DATA)
    answer.ErrorType, answer.SerializedData = ERRORS.index(kind), json.encode(message).decode()
    return json.encode(answer)
