"""Envelopes: DTOs wrapped into requests, and the content of requests and answers."""

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from bmconv.connector.document import UNREADABLE, Document, documents
from bmconv.connector.parsing import parse, printable, texts
from bmconv.connector.protocol import (
    COMMANDS,
    ERROR_DATA,
    NOTHING_NEW,
    SENT,
    command_name,
    error_code,
    error_name,
)
from bmconv.connector.schema import DTO, ScoringProgramRequest, ScoringProgramResponse
from bmconv.errors import BadInput, Flag, UsageError, Wording
from bmconv.io.source import Source
from bmconv.notes import Notes

WITHOUT_SESSION = ("InitializeEvent", "ContinueEvent")
"""Commands whose DTO has the guid of an event; their requests have no session."""
COMMAND_OF = {dto: command for command, (dto, _) in SENT.items() if command != "GetMovement"}
"""The command that sends a DTO, by the DTO's name."""


class RequestHead(NamedTuple):
    """The values of a request other than its command and data."""

    session_guid: str = ""
    """The guid of the session; if empty, the requests get the guid in their DTOs."""
    club_id: str = ""
    licence_key: str = ""


def wrap(
    source: Source,
    notes: Notes,
    command: str,
    head: RequestHead,
    inspect: Callable[[Document], None] = lambda document: None,
) -> Iterator[ScoringProgramRequest]:
    """The requests for all documents of a source.

    If `command` is empty, each document is sent with the command that carries its DTO.
    `inspect` is called with every document before its requests are made.
    """
    if command and command not in SENT:
        for value in _values(source, command):
            yield request(command, value, head)
        return
    dto = SENT[command][0] if command else ""
    for document in documents(source, notes, dto, strict=True):
        inspect(document)
        yield from requests_for(document, command, head)


def carries_data(command: str) -> bool:
    """Whether a command needs input, unlike a poll for example; true of an empty command."""
    return not command or command in SENT or command.startswith("Accept") or command == "Ping"


def _values(source: Source, command: str) -> Iterator[object]:
    """The values for a command that carries no DTO: ids of queue items, or any JSON for a ping."""
    for text, place in texts(source):
        value = parse(text, place)
        if command != "Ping" and type(value) is not int:
            raise BadInput(f"{place}: $", "not a whole number", "the id of a queue item")
        yield value


def unwrap(source: Source, notes: Notes) -> Iterator[Any]:
    """The contents of the requests and answers of a source: DTOs, lists of DTOs or other values.

    Answers that report errors are noted and skipped, as are bare DTOs among other documents. A
    source that is one bare DTO is refused.
    """
    for document in documents(source, notes):
        envelope = document.envelope
        if envelope is None:
            bare = BadInput(document.place, f"a bare {document.kind}", "a request or an answer")
            if document.place == source.name:
                raise bare
            notes.error("bad-document", str(bare), UNREADABLE)
        elif isinstance(envelope, ScoringProgramResponse) and note_error(
            envelope, document.place, notes
        ):
            continue
        elif document.kind:
            yield document.items if document.array else document.items[0]
        elif document.value is not None:
            yield document.value


def requests_for(
    document: Document, command: str, head: RequestHead
) -> Iterator[ScoringProgramRequest]:
    """The requests for a document: itself if it is a request, else requests with its DTOs."""
    if document.envelope is not None:
        if not isinstance(document.envelope, ScoringProgramRequest):
            raise UsageError(f"{document.place}: an answer cannot be sent")
        yield document.envelope
        return
    command = command or COMMAND_OF.get(document.kind, "")
    if not command:
        raise UsageError(
            f"{document.place}: no command sends a {document.kind}",
            hint=Wording("choose one with ", Flag("command")),
        )
    dto = SENT.get(command, ("no DTO", False))[0]
    if dto != document.kind:
        raise UsageError(f"{document.place}: {command} carries {dto}, not {document.kind}")
    yield from requests(command, document.items, head)


def requests(command: str, items: list[Any], head: RequestHead) -> Iterator[ScoringProgramRequest]:
    """The requests for DTOs: one per DTO, or one per session where an array is sent."""
    session = head.session_guid
    if not SENT[command][1]:
        for item in items:
            guid = "" if command in WITHOUT_SESSION else _session_of(item)
            yield request(command, item, head._replace(session_guid=session or guid))
        return
    parts: dict[str, list[Any]] = {session: []} if session else {}
    for item in items:
        parts.setdefault(session or _session_of(item), []).append(item)
    for guid, part in parts.items():
        yield request(command, part, head._replace(session_guid=guid))


def request(command: str, value: Any, head: RequestHead) -> ScoringProgramRequest:
    """The request that carries a value; None for no data, as in a poll."""
    return ScoringProgramRequest(
        Command=COMMANDS[command],
        ClubId=head.club_id,
        LicenceKey=head.licence_key,
        SessionGuid=head.session_guid,
        SerializedData="" if value is None else msgspec.json.encode(value).decode(),
    )


def _session_of(dto: DTO) -> str:
    """The session guid of a DTO; for an added session the event guid."""
    return getattr(dto, "SessionGuid", None) or getattr(dto, "EventGuid", None) or ""


def note_error(answer: ScoringProgramResponse, place: str, notes: Notes) -> bool:
    """Whether an answer is an error; notes the error unless it only means an empty queue."""
    if answer.DataType != ERROR_DATA:
        return False
    command = command_name(answer.RequestCommand)
    empty = command.startswith("Poll") and error_name(answer.ErrorType) in NOTHING_NEW
    if not empty:
        detail = f"{place} {command}: {message_of(answer)}".strip()
        notes.error(error_code(answer.ErrorType), detail, "request{s} answered with an error")
    return True


def message_of(answer: ScoringProgramResponse) -> str:
    """The message of an answer, in one line."""
    try:
        text = msgspec.json.decode(answer.SerializedData or '""')
    except msgspec.MsgspecError:
        text = answer.SerializedData
    return printable(" ".join(str(text).split()))
