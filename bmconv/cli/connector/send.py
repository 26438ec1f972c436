"""bmconv connector send: send documents to a service."""

from collections.abc import Callable
from contextlib import closing

import click
from msgspec import json

from bmconv.cli import Command
from bmconv.cli.connector.options import COMMAND_OPTION, SESSION_OPTION, with_address
from bmconv.cli.job import INPUT, Job, options
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.connector.channel import open_channel
from bmconv.connector.client import Service
from bmconv.connector.document import Document
from bmconv.connector.envelope import RequestHead, carries_data, note_error, request, wrap
from bmconv.connector.protocol import CLEAR, COMMANDS, RESET, SENT, command_name
from bmconv.connector.schema import ScoringProgramRequest
from bmconv.connector.validation import rejection
from bmconv.errors import DataError, Flag, UsageError, Wording

WITHOUT_GUID = ("Connect", "Disconnect", "Ping", "ClearData")
"""Commands without a DTO that are not about a session."""


@options(INPUT)
@with_address
@click.command("send", cls=Command)
@COMMAND_OPTION
@SESSION_OPTION
@click.option("--reset", is_flag=True, help="allow documents that reset terminals and server")
@click.option("--clear", is_flag=True, help="allow documents that clear the data of all sessions")
@click.option(
    "--no-validate", is_flag=True, help="do not validate: send even what the service would reject"
)
def command(
    job: Job, url: str, pipe: str | None, club_id: str, licence_key: str, timeout: float,
    command: str, session_guid: str, reset: bool, clear: bool, no_validate: bool,
) -> None:  # fmt: skip
    """Send documents or requests to a service and write its answers, one per line.

    The whole input is read and checked before anything is sent. The command stops at the first
    answer that is an error, with exit code 1. Documents that reset terminals or clear data are sent
    only with --reset or --clear. The guid of a session that begins, which poll needs, is printed
    at the end. A command without data (GetAllMovements, ClearData, polls) needs no input; the input
    of an Accept command is the id of a queue item.

    \b
      bmconv to dto night.bws | bmconv connector send --url http://192.168.1.50:5079
      bmconv connector send --reset init.json
      bmconv connector send --command GetAllMovements --session-guid GUID
    """
    new_sessions: list[str] = []

    def inspect(document: Document) -> None:
        if not no_validate:
            _refuse_invalid(document, command)
        _refuse_without_option(document.place, _command_bits(document), reset=reset, clear=clear)
        new_sessions.extend(_sessions(document))

    head = RequestHead(session_guid, club_id, licence_key)
    requests = _requests(job, command, head, inspect)
    if any(sent.Command == COMMANDS["ClearData"] for sent in requests):
        _refuse_without_option("ClearData", CLEAR, reset=reset, clear=clear)
    club = club_id or next((r.ClubId for r in requests if r.ClubId), "")
    licence = licence_key or next((r.LicenceKey for r in requests if r.LicenceKey), "")
    outlive_broken_pipes()  # the service may close its connection at any time
    channel = open_channel(url, pipe, timeout)
    with closing(Service(channel, club, licence, timeout, job.notes)) as service:
        job.settle()
        for sent in requests:
            answer = service.send(sent)
            click.echo(json.encode(answer).decode())
            if note_error(answer, "", job.notes):
                return
    address = f"--url {url}" if pipe is None else f"--pipe {pipe}".rstrip()
    for guid in [] if job.quiet else new_sessions:
        next_step = f"bmconv: next: bmconv connector poll {address} --session-guid {guid} -o FILE"
        click.echo(next_step, err=True)


def _sessions(document: Document) -> list[str]:
    """The guids of the sessions that a document begins."""
    sessions = [s for item in document.items for s in getattr(item, "Sessions", None) or ()]
    sessions += [s for item in document.items if (s := getattr(item, "Session", None))]
    return [session.SessionGuid for session in sessions if session.SessionGuid]


def _requests(
    job: Job, command: str, head: RequestHead, inspect: Callable[[Document], None]
) -> list[ScoringProgramRequest]:
    """The requests for the whole input, or the single request of a command without data."""
    if command and command not in (*SENT, *WITHOUT_GUID) and not head.session_guid:
        raise UsageError(Wording(f"{command} needs ", Flag("session_guid")))
    if not carries_data(command):
        return [request(command, None, head)]
    with job.source() as source:
        return list(wrap(source, job.notes, command, head, inspect))


def _refuse_invalid(document: Document, command: str) -> None:
    """Refuse what the service would reject; a GetMovement request need not be complete."""
    sent = document.envelope
    if isinstance(sent, ScoringProgramRequest):
        command = command_name(sent.Command)
    wrong = "" if command == "GetMovement" else rejection(document)
    if wrong:
        raise DataError(f"{document.place}: not sent: the service would reject it: {wrong}")


def _command_bits(document: Document) -> int:
    """The bits of all Commands properties in a document."""
    bits = 0
    for item in document.items:
        bits |= int(getattr(item, "Commands", 0))
    return bits


def _refuse_without_option(place: str, bits: int, *, reset: bool, clear: bool) -> None:
    """Refuse to reset without --reset, and to clear without --clear."""
    if bits & RESET and not reset:
        raise UsageError(f"{place}: this would reset terminals and server; --reset allows it")
    if bits & CLEAR and not clear:
        raise UsageError(f"{place}: this would clear the data of all sessions; --clear allows it")
