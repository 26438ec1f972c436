"""What the connector commands share: options, and documents that are sent."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bmconv.cli import like
from bmconv.codecs.dto import known_dto
from bmconv.connector.document import Document, documents
from bmconv.connector.envelope import request, session_of, sessions_of
from bmconv.connector.protocol import COMMANDS, SENT
from bmconv.connector.rules_event import reported, validate
from bmconv.connector.schema import ScoringProgramRequest
from bmconv.errors import BadInput, DataError, UsageError
from bmconv.notes import Notes
from bmconv.source import Source

COMMAND_OF = {dto: command for command, (dto, _) in SENT.items() if command != "GetMovement"}
"""The command that a DTO is sent with."""

ADDRESS = (
    click.option("--url", default="http://localhost:5079", show_default=True, metavar="URL",
                 help="address of the service"),
    click.option("--club-id", default="", metavar="ID", help="id of the club"),
    click.option("--licence-key", default="", metavar="KEY", envvar="BMCONV_LICENCE_KEY",
                 help="licence key of the club (or in BMCONV_LICENCE_KEY)"),
    click.option("--timeout", type=click.FloatRange(0.1, 600), default=30.0, show_default=True,
                 metavar="SECONDS", help="how long to wait for each answer"),
)  # fmt: skip
"""Where a service is and who asks."""

DTO_OPTION = click.option(
    "--dto", default="", metavar="NAME", help="which DTO it is, where that does not show",
    callback=lambda ctx, param, name: known_dto(name),
)  # fmt: skip


def with_address(command: click.Command) -> click.Command:
    """Give a command the options of ADDRESS."""
    for option in reversed(ADDRESS):
        option(command)
    return command


def known_command(ctx: click.Context, param: click.Parameter, name: str | None) -> str:
    """A command's name in any case."""
    by_name = {known.lower(): known for known in COMMANDS}
    if name and name.lower() not in by_name:
        raise UsageError(
            f"no command {name!r}{like(name, COMMANDS)}; they are {', '.join(COMMANDS)}"
        )
    return by_name[name.lower()] if name else ""


def some_documents(source: Source, notes: Notes, dto: str = "") -> Iterator[Document]:
    """The documents of a source, which must have one."""
    found = documents(source, notes, dto)
    first = next(found, None)
    if first is None:
        raise BadInput(source.name, "is empty", "Data Connector JSON")
    yield first
    yield from found


def requests(
    document: Document, command: str, session: str, club: str, licence: str
) -> Iterator[ScoringProgramRequest]:
    """The requests for a document: as they are, or one for each session or single DTO."""
    if document.envelope is not None:
        if not isinstance(document.envelope, ScoringProgramRequest):
            raise UsageError(f"{document.place}: an answer is not sent")
        yield document.envelope
        return
    if not command:
        command = COMMAND_OF.get(document.kind, "")
        if not command:
            raise UsageError(f"{document.place}: a {document.kind} goes with no command: --command")
    dto, array = SENT.get(command, ("", False))
    if dto and dto != document.kind:
        raise UsageError(f"{document.place}: {command} carries {dto}, not {document.kind}")
    if not array:
        for item in document.items:
            yield request(command, item, session, club, licence)
        return
    for guid in [session] if session else sessions_of(document.items):
        own = [item for item in document.items if session or session_of(item) == guid]
        yield request(command, own, guid, club, licence)


def refuse_invalid(document: Document) -> None:
    """An error for what the service would reject; a question about a section need not be whole."""
    sent = document.envelope
    if isinstance(sent, ScoringProgramRequest) and sent.Command == COMMANDS["GetMovement"]:
        return
    found = list(reported(validate(document.items, document.kind, document.array)))
    if found:
        first = found[0]
        more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
        raise DataError(
            f"{document.place}: not sent, the service would reject it: {first.rule} {first.path} "
            f"{first.message}{more}"
        )
