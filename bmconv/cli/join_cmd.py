"""bmconv join: files of any formats to one event."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bmconv.cli.job import OUTPUT, Job, complete_file, options
from bmconv.codecs import detect
from bmconv.convert import decode
from bmconv.event import Event
from bmconv.records import Record
from bmconv.source import open_source


@options(OUTPUT)
@click.command("join")
@click.argument("files", nargs=-1, required=True, shell_complete=complete_file)
def command(job: Job, files: tuple[str, ...]) -> None:
    """Join FILES of any formats into one event, in the order in which an event is written.

    Records about the same thing become one: a later file fills and replaces, and what it replaces
    is noted. Results are never joined. `-` is standard input.

    \b
      bmconv join BMInput.txt players.csv BMRData.txt > night.jsonl
    """

    def records() -> Iterator[Record]:
        for file in files:
            with open_source(file) as source:
                yield from decode(source, detect(source), {}, job.notes)

    def event() -> Iterator[Record]:
        yield from Event(records(), job.notes)

    job.emit(event())
