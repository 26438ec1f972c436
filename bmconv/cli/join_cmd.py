"""bmconv join: files of any formats to one event."""

from __future__ import annotations

import os
from collections.abc import Iterator

import click

from bmconv.cli.job import OUTPUT, Job, complete_file, options
from bmconv.event import Event
from bmconv.records import Record
from bmconv.registry import FORMATS


@options(OUTPUT)
@click.command("join")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", shell_complete=complete_file)
def command(job: Job, files: tuple[str, ...]) -> None:
    """Join files of any formats into one event, in the order in which an event is written.

    Records about the same thing become one: a later file fills and replaces, and what it replaces
    is noted. Results are never joined. `-` is standard input; FORMAT:FILE says the format of a file
    that does not tell it.

    \b
      bmconv join BMInput.txt players.csv BMRData.txt -o evening.bws
    """

    def event() -> Iterator[Record]:
        yield from Event((r for file in files for r in records_in(file, job)), job.notes)

    job.emit(event())


def records_in(file: str, job: Job) -> Iterator[Record]:
    """The records of a file, whose format may stand in front of its name."""
    format, _, path = file.partition(":")
    said = bool(path) and format in FORMATS and not os.path.exists(file)
    job.format, job.input = (format, path) if said else (None, file)
    yield from job.records()
