"""The Data Connector of Bridgemate Control Software 5, as the vendor's clients define it.

Modules: documents (parsing, properties, schema, protocol, document, envelope); what the service
would reject (rules, validation); the live service (channel, pipe, client, relay); a stand-in for it
(standin, stored, serving). None of them knows records; codecs/dto makes records of the documents.

For programs: `validate`, `wrap`, `unwrap` and `to_json`, which take a path, bytes or a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bmconv.errors import UsageError, brief
from bmconv.io.source import Input, open_input
from bmconv.notes import Notes

if TYPE_CHECKING:
    from bmconv.connector.schema import ScoringProgramRequest
    from bmconv.connector.validation import InnermostBreach

__all__ = ["to_json", "unwrap", "validate", "wrap"]


def validate(
    data: Input,
    *,
    dto: str = "",
    adding: bool = False,
    from_bcs: bool = False,
    notes: Notes | None = None,
) -> list[InnermostBreach]:
    """What the service would reject in documents; none if it would take them all.

    `dto` names the type of documents that cannot be recognised. `adding`: a session is to be added
    to an event. `from_bcs`: the data comes from BCS, which may send more than a program may.
    """
    from bmconv.connector.document import documents
    from bmconv.connector.schema import find_dto
    from bmconv.connector.validation import innermost
    from bmconv.connector.validation import validate as find_breaches

    with open_input(data) as source:
        kind = find_dto(dto) if dto else ""
        return [
            breach
            for document in documents(source, notes or Notes(), kind, exact=True)
            for breach in innermost(find_breaches(document, adding=adding, from_bcs=from_bcs))
        ]


def wrap(
    data: Input = b"",
    command: str = "",
    *,
    session_guid: str = "",
    club_id: str = "",
    licence_key: str = "",
    notes: Notes | None = None,
) -> list[ScoringProgramRequest]:
    """The requests that carry documents: one for each DTO or, for arrays, one for each session.

    Without `command`, each document is sent with the command that carries its type. A command such
    as a poll needs no data.
    """
    from bmconv.connector.envelope import RequestHead, carries_data, request
    from bmconv.connector.envelope import wrap as wrap_documents
    from bmconv.connector.protocol import find_command

    command = find_command(command) if command else ""
    head = RequestHead(session_guid, club_id, licence_key)
    if not carries_data(command):
        return [request(command, None, head)]
    with open_input(data) as source:
        return list(wrap_documents(source, notes or Notes(), command, head))


def unwrap(data: Input, *, notes: Notes | None = None) -> list[Any]:
    """The contents of requests and answers: DTOs, lists of DTOs, or other values."""
    from bmconv.connector.envelope import unwrap as contents_of

    with open_input(data) as source:
        return list(contents_of(source, notes or Notes()))


def to_json(value: Any) -> bytes:
    """A request, an answer, a DTO or a list of them as JSON."""
    import msgspec

    try:
        return msgspec.json.encode(value)
    except (TypeError, ValueError, RecursionError):
        raise UsageError(f"{brief(value)} is not a document of the Data Connector") from None
