"""bmconv connector wrap: wrap documents into requests."""

import click

from bmconv.cli import Command
from bmconv.cli.connector.options import COMMAND_OPTION, LICENCE_OPTION, SESSION_OPTION
from bmconv.cli.job import INPUT, PLAIN_OUTPUT, Job, options
from bmconv.connector import to_json, wrap
from bmconv.connector.envelope import carries_data
from bmconv.io.sink import Sink


@options(INPUT, PLAIN_OUTPUT)
@click.command("wrap", cls=Command)
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
    piped = job.source() if carries_data(command) else b""
    requests = wrap(
        piped, command, session_guid=session_guid, club_id=club_id, licence_key=licence_key,
        notes=job.notes,
    )  # fmt: skip
    with Sink(job.output, hold=True) as sink:
        for request in requests:
            sink.write(to_json(request) + b"\n")
        job.settle()
