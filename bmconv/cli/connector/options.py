"""What the connector commands share: options, and the documents they read."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bmconv.cli import like
from bmconv.connector import envelope
from bmconv.connector.document import Document, documents
from bmconv.connector.protocol import COMMANDS, SENT
from bmconv.connector.schema import ScoringProgramRequest, dto_named
from bmconv.errors import BadInput, UsageError
from bmconv.notes import Notes
from bmconv.source import Source

COMMAND_OF = {dto: command for command, (dto, _) in SENT.items() if command != "GetMovement"}
"""The command that a DTO is sent with."""


def known_command(ctx: click.Context, param: click.Parameter, name: str | None) -> str:
    """A command's name in any case."""
    by_name = {known.lower(): known for known in COMMANDS}
    if name and name.lower() not in by_name:
        raise UsageError(
            f"no command {name!r}{like(name, COMMANDS)}; they are {', '.join(COMMANDS)}"
        )
    return by_name[name.lower()] if name else ""


DTO_OPTION = click.option(
    "--dto", default="", metavar="NAME", help="which DTO it is, where that does not show",
    callback=lambda ctx, param, name: dto_named(name) if name else "",
)  # fmt: skip
COMMAND_OPTION = click.option(
    "--command", metavar="NAME", callback=known_command,
    help="command of the requests (default: that of the DTO)",
)  # fmt: skip
SESSION_OPTION = click.option(
    "--session-guid", default="", metavar="GUID",
    help="guid of the session (default: that of the DTOs)",
)  # fmt: skip

LICENCE_OPTION = click.option(
    "--licence-key", default="", metavar="KEY", envvar="BMCONV_LICENCE_KEY",
    help="licence key of the club (or in BMCONV_LICENCE_KEY)",
)  # fmt: skip

ADDRESS = (
    click.option("--url", default="http://localhost:5079", show_default=True, metavar="URL",
                 help="address of the service"),
    click.option("--club-id", default="", metavar="ID", help="id of the club"),
    LICENCE_OPTION,
    click.option("--timeout", type=click.FloatRange(0.1, 600), default=30.0, show_default=True,
                 metavar="SECONDS", help="how long an exchange may take, tries included"),
)  # fmt: skip
"""Where a service is and who asks."""


def with_address(command: click.Command) -> click.Command:
    """Give a command the options of ADDRESS."""
    for option in ADDRESS:
        option(command)
    return command


def some_documents(
    source: Source, notes: Notes, dto: str = "", *, strict: bool = False
) -> Iterator[Document]:
    """The documents of a source, which must have one."""
    found = documents(source, notes, dto, strict=strict)
    first = next(found, None)
    if first is None:
        raise BadInput(source.name, "is empty", "Data Connector JSON")
    yield first
    yield from found


def requests(
    document: Document, command: str, session: str, club: str, licence: str
) -> Iterator[ScoringProgramRequest]:
    """The requests for a document: as they are, or those that a command makes of it."""
    if document.envelope is not None:
        if not isinstance(document.envelope, ScoringProgramRequest):
            raise UsageError(f"{document.place}: an answer is not sent")
        yield document.envelope
        return
    command = command or COMMAND_OF.get(document.kind, "")
    if not command:
        raise UsageError(f"{document.place}: a {document.kind} goes with no command: --command")
    dto = SENT.get(command, ("no DTO", False))[0]
    if dto != document.kind:
        raise UsageError(f"{document.place}: {command} carries {dto}, not {document.kind}")
    yield from envelope.requests(command, document.items, session, club, licence)
