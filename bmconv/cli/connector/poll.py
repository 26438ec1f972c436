"""bmconv connector poll: results and more from a service."""

from __future__ import annotations

import os
from contextlib import suppress

import click
from msgspec import json

from bmconv.cli.connector.options import with_address
from bmconv.cli.job import Job, complete_file, options
from bmconv.connector.client import QUEUES, Service, accept, batch
from bmconv.journal import Appended

BEGINNING = b'{"RequestCommand":'
"""How a line that this command writes begins."""
ADDED = click.Option(
    ["-o", "output"], metavar="FILE", help="add to a file (default: stdout)",
    shell_complete=complete_file,
)  # fmt: skip


@options(ADDED)
@with_address
@click.command("poll")
@click.option("--session-guid", required=True, metavar="GUID", help="guid of the session")
@click.option(
    "--type", "types", multiple=True, type=click.Choice(list(QUEUES)),
    help="what to ask for (default: everything); can be repeated",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="also what was accepted before; accepts nothing")
@click.option("--accept", "accepting", is_flag=True, help="accept also what goes to a pipe")
def command(
    job: Job, url: str, club_id: str, licence_key: str, timeout: float, session_guid: str,
    types: tuple[str, ...], every: bool, accepting: bool,
) -> None:  # fmt: skip
    """Get what a service has for a session: its answers, one a line.

    A batch is accepted once the output FILE, to which it is added, is safely on disk, so that a
    crash loses nothing: the same comes again, and a result that is there twice counts once. What
    goes to a pipe is accepted only with --accept. `bmconv from dto FILE` turns the answers into
    records.

    \b
      bmconv connector poll --session-guid GUID -o night.jsonl
    """
    service = Service(url, club_id, licence_key, timeout, job.notes)
    with Appended(job.output, BEGINNING) as output:
        for name in types or QUEUES:
            queue = QUEUES[name]
            answer = batch(service, queue, session_guid, every, job.notes)
            if answer is None:
                continue
            output.add(json.encode(answer) + b"\n")
            if not every and (accepting or output.is_file):
                with suppress(OSError):  # a pipe has no disk
                    os.fsync(output.file.fileno())
                accept(service, queue, session_guid, answer, job.notes)
