"""bmconv connector poll: fetch results and other data from a service."""

import os
from contextlib import closing, suppress

import click
from msgspec import json

from bmconv.cli import WRITTEN, Command
from bmconv.cli.connector.options import with_address
from bmconv.cli.job import Job, options
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.connector.channel import open_channel
from bmconv.connector.client import QUEUES, Service, accept, poll_queue
from bmconv.io.journal import AppendedFile

LINE_START = b'{"RequestCommand":'
"""The start of every line that this command writes."""
APPENDED_OUTPUT = click.Option(
    ["-o", "output"], metavar="FILE", help="append to FILE (default: stdout)",
    type=WRITTEN,
)  # fmt: skip


@options(APPENDED_OUTPUT)
@with_address
@click.command("poll", cls=Command)
@click.option(
    "--session-guid", required=True, metavar="GUID", help="guid of the session, as printed by send"
)
@click.option(
    "--type", "types", multiple=True, type=click.Choice(list(QUEUES)),
    help="only data of this type (default: everything); can be repeated",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="fetch accepted items again; accept nothing")
@click.option("--accept", "accepting", is_flag=True, help="count what goes to a pipe as delivered")
def command(
    job: Job, url: str, pipe: str | None, club_id: str, licence_key: str, timeout: float,
    session_guid: str, types: tuple[str, ...], every: bool, accepting: bool,
) -> None:  # fmt: skip
    """Fetch the data that a service has for a session, and write its answers, one per line.

    A batch is appended to FILE and accepted once FILE is safely on disk. So a crash loses nothing:
    the same batch is sent again, and a result that appears twice counts once. Items written to a
    pipe are accepted only with --accept. `bmconv from dto FILE` converts the answers to records.

    \b
      bmconv connector poll --session-guid GUID -o night.jsonl
    """
    outlive_broken_pipes()  # the service may close its connection at any time
    channel = open_channel(url, pipe, timeout)
    with (
        closing(Service(channel, club_id, licence_key, timeout, job.notes)) as service,
        AppendedFile(job.output, LINE_START) as output,
    ):
        for name in types or QUEUES:
            queue = QUEUES[name]
            answer = poll_queue(service, queue, session_guid, job.notes, every=every)
            if answer is None:
                continue
            output.add(json.encode(answer) + b"\n")
            if not every and (accepting or output.is_file):
                with suppress(OSError):  # a pipe cannot be flushed to disk
                    os.fsync(output.file.fileno())
                accept(service, queue, session_guid, answer, job.notes)
