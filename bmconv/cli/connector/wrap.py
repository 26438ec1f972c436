"""bmconv connector wrap: wrap documents into requests."""

from __future__ import annotations

import click
from msgspec import json

from bmconv.cli.connector.options import (
    COMMAND_OPTION,
    LICENCE_OPTION,
    SESSION_OPTION,
)
from bmconv.cli.job import INPUT, OUTPUT, Job, options
from bmconv.connector.envelope import carries_data, request, wrap
from bmconv.sink import Sink


@options(INPUT, OUTPUT)
@click.command("wrap")
@COMMAND_OPTION
@SESSION_OPTION
@click.option("--club-id", default="", metavar="ID", help="id of the club")
@LICENCE_OPTION
def command(job: Job, command: str, session_guid: str, club_id: str, licence_key: str) -> None:
    """Wrap documents into requests, one per line and one for each session.

    A poll needs no input. The input for an Accept command is the id of a queue item, for a ping any
    JSON value.

    \b
      bmconv to dto night.bws | bmconv connector wrap
      bmconv connector wrap --command PollQueueForNewResults --session-guid GUID
    """
    words = (command, session_guid, club_id, licence_key)
    with Sink(job.output, hold=True) as sink:
        if not carries_data(command):
            sink.write(json.encode(request(command, None, *words[1:])) + b"\n")
        else:
            with job.source() as source:
                for made in wrap(source, job.notes, *words):
                    sink.write(json.encode(made) + b"\n")
        job.settle()
