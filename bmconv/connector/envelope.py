"""Envelopes: a document wrapped into a request, and what is inside one."""

from __future__ import annotations

from typing import Any

from msgspec import json

from bmconv.connector.fields import DTO
from bmconv.connector.protocol import COMMANDS
from bmconv.connector.schema import ScoringProgramRequest

WITHOUT_SESSION = ("Ping", "InitializeEvent", "ContinueEvent", "ManageBCS", "ClearData")
"""Commands that are about no session."""


def request(
    command: str, value: Any, session_guid: str = "", club: str = "", licence: str = ""
) -> ScoringProgramRequest:
    """The request that carries a value; without one it is a poll. The guid is that of the DTOs."""
    if not session_guid and command not in WITHOUT_SESSION:
        session_guid = session_of(value)
    return ScoringProgramRequest(
        Command=COMMANDS[command],
        ClubId=club,
        LicenceKey=licence,
        SessionGuid=session_guid,
        SerializedData="" if value is None else json.encode(value).decode(),
    )


def session_of(value: Any) -> str:
    """The session that DTOs are of; for a session that is added it is the event."""
    first = value[0] if isinstance(value, list) and value else value
    if not isinstance(first, DTO):
        return ""
    name = "SessionGuid" if hasattr(first, "SessionGuid") else "EventGuid"
    return getattr(first, name, None) or ""


def sessions_of(items: list[Any]) -> list[str]:
    """The sessions that some DTOs are of, each once."""
    return list(dict.fromkeys(session_of(item) for item in items))
