"""bmconv connector send: documents to a service."""

from __future__ import annotations

import click
from msgspec import json

from bmconv.cli.connector_options import (
    known_command,
    refuse_invalid,
    requests,
    some_documents,
    with_address,
)
from bmconv.cli.job import INPUT, Job, options
from bmconv.connector.document import Document
from bmconv.connector.live import Service, note_error
from bmconv.connector.protocol import CLEAR, COMMANDS, RESET
from bmconv.connector.schema import ScoringProgramRequest
from bmconv.errors import UsageError


@options(INPUT)
@with_address
@click.command("send")
@click.option(
    "--command", metavar="NAME", callback=known_command,
    help="command for bare documents (default: that of the DTO)",
)  # fmt: skip
@click.option("--session-guid", default="", metavar="GUID", help="default: that of the DTOs")
@click.option("--reset", is_flag=True, help="yes, the document may reset terminals and server")
@click.option("--clear", is_flag=True, help="yes, it may clear the data of all sessions")
@click.option("--no-validate", is_flag=True, help="send also what the service would reject")
def command(
    job: Job, url: str, club_id: str, licence_key: str, timeout: float, command: str,
    session_guid: str, reset: bool, clear: bool, no_validate: bool,
) -> None:  # fmt: skip
    """Send documents or requests to a service and write its answers, one a line.

    Everything is read and looked at before anything is sent; the first answer that is an error
    ends it, with exit code 1. What resets terminals or clears data is sent only with the word.

    \b
      bmconv to dto night.bws | bmconv connector send --url http://192.168.1.50:5079
      bmconv connector send --reset init.json
    """
    made: list[ScoringProgramRequest] = []
    with job.source() as source:
        for document in some_documents(source, job.notes):
            if not no_validate:
                refuse_invalid(document)
            new = list(requests(document, command, session_guid, club_id, licence_key))
            _demand_words(document, new, reset, clear)
            made += new
    club = club_id or next((r.ClubId for r in made if r.ClubId), "")
    licence = licence_key or next((r.LicenceKey for r in made if r.LicenceKey), "")
    service = Service(url, club, licence, timeout)
    job.settle()
    for sent in made:
        answer = service.send(sent)
        click.echo(json.encode(answer).decode())
        if note_error(answer, job.notes):
            return


def _demand_words(
    document: Document, made: list[ScoringProgramRequest], reset: bool, clear: bool
) -> None:
    """Refuse what resets or clears unless that was said."""
    bits = 0
    for item in document.items:
        bits |= int(getattr(item, "Commands", 0))
    if any(r.Command == COMMANDS["ClearData"] for r in made):
        bits |= CLEAR
    if bits & RESET and not reset:
        raise UsageError(f"{document.place}: it resets terminals and server; --reset sends it")
    if bits & CLEAR and not clear:
        raise UsageError(f"{document.place}: it clears the data of all sessions; --clear sends it")
