"""Envelopes: requests made of DTOs, and answers that are errors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from bmconv.connector.fields import DTO
from bmconv.connector.parsing import printable
from bmconv.connector.protocol import (
    COMMANDS,
    ERROR_DATA,
    NOTHING_NEW,
    SENT,
    command_name,
    error_code,
    error_name,
)
from bmconv.connector.schema import ScoringProgramRequest, ScoringProgramResponse
from bmconv.notes import Notes

WITHOUT_SESSION = ("InitializeEvent", "ContinueEvent")
"""Commands whose DTO has the guid of an event, which is not the session of the request."""


def requests(
    command: str, items: list[Any], session: str = "", club: str = "", licence: str = ""
) -> Iterator[ScoringProgramRequest]:
    """The requests for DTOs: one for each, or for those of a session where an array is sent.

    Without a session it is that of the DTOs.
    """
    if not SENT[command][1]:
        for item in items:
            guid = "" if command in WITHOUT_SESSION else _session_of(item)
            yield request(command, item, session or guid, club, licence)
        return
    parts: dict[str, list[Any]] = {session: []} if session else {}
    for item in items:
        parts.setdefault(session or _session_of(item), []).append(item)
    for guid, part in parts.items():
        yield request(command, part, guid, club, licence)


def request(
    command: str, value: Any, session: str, club: str, licence: str
) -> ScoringProgramRequest:
    """The request that carries a value; None is nothing, as in a poll."""
    return ScoringProgramRequest(
        Command=COMMANDS[command],
        ClubId=club,
        LicenceKey=licence,
        SessionGuid=session,
        SerializedData="" if value is None else msgspec.json.encode(value).decode(),
    )


def _session_of(dto: DTO) -> str:
    """The session that a DTO is of; for a session that is added it is the event."""
    return getattr(dto, "SessionGuid", None) or getattr(dto, "EventGuid", None) or ""


def note_error(answer: ScoringProgramResponse, place: str, notes: Notes) -> bool:
    """Whether an answer is an error, which is noted; an empty queue is none."""
    if answer.DataType != ERROR_DATA:
        return False
    command = command_name(answer.RequestCommand)
    empty = command.startswith("Poll") and error_name(answer.ErrorType) in NOTHING_NEW
    if not empty:
        where = f"{place} {command}: {message_of(answer)}".strip()
        notes.error(error_code(answer.ErrorType), where, "request{s} answered with an error")
    return True


def message_of(answer: ScoringProgramResponse) -> str:
    """What an answer says in words, in one line."""
    try:
        text = msgspec.json.decode(answer.SerializedData or '""')
    except msgspec.MsgspecError:
        text = answer.SerializedData
    return printable(" ".join(str(text).split()))
