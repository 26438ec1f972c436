"""bmconv connector poll: results and more from a service."""

from __future__ import annotations

import os
import sys
from contextlib import AbstractContextManager, nullcontext
from typing import BinaryIO

import click
from msgspec import json

from bmconv.cli.connector_options import with_address
from bmconv.cli.job import OUTPUT, Job, options
from bmconv.connector.live import QUEUES, Service, accept, batch
from bmconv.errors import BadInput, FileTrouble

BEGINNING = b'{"RequestCommand":'
"""How a line that this command writes begins."""


@options(OUTPUT)
@with_address
@click.command("poll")
@click.option("--session-guid", required=True, metavar="GUID", help="guid of the session")
@click.option(
    "--type", "types", multiple=True, type=click.Choice(list(QUEUES)),
    help="what to ask for (default: everything); may be said several times",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="also what was accepted before; accepts nothing")
@click.option("--accept", "accepting", is_flag=True, help="accept also what goes to a pipe")
def command(
    job: Job, url: str, club_id: str, licence_key: str, timeout: float, session_guid: str,
    types: tuple[str, ...], every: bool, accepting: bool,
) -> None:  # fmt: skip
    """Get what a service has for a session: its answers, one a line, added to a file with -o.

    A batch is accepted once the file is safely on disk, so that a crash loses nothing: the same
    comes again, and a result that is there twice counts once. What goes to a pipe is accepted
    only with --accept. `bmconv from dto FILE` turns the answers into records.

    \b
      bmconv connector poll --session-guid GUID -o night.jsonl
    """
    service = Service(url, club_id, licence_key, timeout)
    with _opened(job.output) as file:
        for name in types or QUEUES:
            queue = QUEUES[name]
            answer = batch(service, queue, session_guid, every, job.notes)
            if answer is None:
                continue
            _keep(file, json.encode(answer) + b"\n", job.output)
            if not every and (accepting or _is_file(job.output)):
                accept(service, queue, session_guid, answer, job.notes)


def _is_file(output: str | None) -> bool:
    return output is not None and output != "-" and os.path.isfile(output)


def _opened(output: str | None) -> AbstractContextManager[BinaryIO]:
    """The file, at its end; a line that a crash left unfinished is taken away."""
    if output is None or output == "-":
        if sys.stdout is None:
            raise FileTrouble("standard output is closed")
        return nullcontext(sys.stdout.buffer)
    try:
        new = not os.path.exists(output)
        file = open(output, "ab+" if new or os.path.isfile(output) else "wb")
        if new:
            _sync_folder(output)
        elif os.path.isfile(output):
            _drop_unfinished(file, output)
    except OSError as error:
        raise FileTrouble(f"{output}: {error.strerror}") from None
    return file


def _drop_unfinished(file: BinaryIO, name: str) -> None:
    """Take away the end of a file after its last line; what is not ours is left alone."""
    end = file.seek(0, os.SEEK_END)
    start = end
    tail = b""
    while start and b"\n" not in tail:
        step = min(1 << 16, start)
        start -= step
        file.seek(start)
        tail = file.read(step) + tail
    rest = tail[tail.rfind(b"\n") + 1 :]
    if not rest:
        return
    if not BEGINNING.startswith(rest[: len(BEGINNING)]):
        raise BadInput(name, "ends in a line that poll did not write", "a file of answers")
    file.truncate(end - len(rest))


def _sync_folder(output: str) -> None:
    if os.name == "posix":
        folder = os.open(os.path.dirname(os.path.abspath(output)), os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _keep(file: BinaryIO, line: bytes, output: str | None) -> None:
    """Write a line, and wait until it is on disk."""
    try:
        file.write(line)
        file.flush()
        if _is_file(output):
            os.fsync(file.fileno())
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileTrouble(f"{output or 'stdout'}: {error.strerror}") from None
