"""bmconv connector wrap: documents into requests."""

from __future__ import annotations

from collections.abc import Iterator

import click
from msgspec import json

from bmconv.cli.connector.options import (
    COMMAND_OPTION,
    LICENCE_OPTION,
    SESSION_OPTION,
    requests,
    some_documents,
)
from bmconv.cli.job import INPUT, OUTPUT, Job, options
from bmconv.connector.envelope import request
from bmconv.connector.parsing import parse, texts
from bmconv.connector.protocol import SENT
from bmconv.connector.schema import ScoringProgramRequest
from bmconv.errors import BadInput
from bmconv.sink import Sink


@options(INPUT, OUTPUT)
@click.command("wrap")
@COMMAND_OPTION
@SESSION_OPTION
@click.option("--club-id", default="", metavar="ID", help="id of the club")
@LICENCE_OPTION
def command(job: Job, command: str, session_guid: str, club_id: str, licence_key: str) -> None:
    """Wrap documents into requests, one a line and one for each session.

    A poll needs no input; what is accepted is a number, what a ping sends any JSON.

    \b
      bmconv to dto night.bws | bmconv connector wrap
      bmconv connector wrap --command PollQueueForNewResults --session-guid GUID
    """
    with Sink(job.output, hold=True) as sink:
        for made in _made(job, command, session_guid, club_id, licence_key):
            sink.write(json.encode(made) + b"\n")
        job.settle()


def _made(
    job: Job, command: str, session: str, club: str, licence: str
) -> Iterator[ScoringProgramRequest]:
    if command and command not in SENT:
        for value in _values(job, command):
            yield request(command, value, session, club, licence)
        return
    dto = SENT[command][0] if command else ""
    with job.source() as source:
        for document in some_documents(source, job.notes, dto, strict=True):
            yield from requests(document, command, session, club, licence)


def _values(job: Job, command: str) -> Iterator[object]:
    """What goes with a command that carries no DTO; None for those that carry nothing."""
    if not command.startswith("Accept") and command != "Ping":
        yield None
        return
    empty = True
    with job.source() as source:
        for text, place in texts(source):
            value = parse(text, place)
            if command != "Ping" and type(value) is not int:
                raise BadInput(f"{place}: $", "not a whole number", "the id of a queue item")
            empty = False
            yield value
        if empty:
            raise BadInput(source.name, "is empty", "a JSON value")
