"""bmconv from: any format to records."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from bmconv.cli.job import INPUT, OUTPUT, Job, options
from bmconv.cli.per_format import own_options, per_format
from bmconv.codecs import load
from bmconv.conversion import decode
from bmconv.records import Record
from bmconv.registry import FORMATS


def reader(name: str) -> click.Command:
    """The command that reads one format, with that format's own options."""
    info = load(name).info

    def read(job: Job, **given: Any) -> None:
        def records() -> Iterator[Record]:
            with job.source() as source:
                yield from decode(source, name, given, job.notes)

        job.emit(records())

    command = click.Command(
        name,
        callback=read,
        params=own_options(info, reading=True),
        help=f"Read {info.title}; the output is records.\n\n"
        f"\b\n  bmconv from {name} {FORMATS[name].sample}",
    )
    return options(INPUT, OUTPUT)(command)


command = per_format(
    "from",
    reader,
    help="Read a format and write records, one JSON object a line. `bmconv from FORMAT --help` "
    "lists what can be said about that format.\n\n\b\n  bmconv from bmrdata BMRData.txt",
)
