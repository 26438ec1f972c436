"""bmconv to: records to any format."""

from __future__ import annotations

import os
from typing import Any

import click

from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.per_format import own_options, per_format
from bmconv.codecs import load
from bmconv.conversion import encode_whole
from bmconv.registry import FORMATS
from bmconv.sink import Sink


def writer(name: str) -> click.Command:
    """The command that writes one format, with that format's own options."""
    info, sample = load(name).INFO, FORMATS[name].sample
    given = "night.bws" if name == "records" else f"{os.path.splitext(sample)[0]}.jsonl"

    def write(job: Job, **given: Any) -> None:
        with Sink(job.output, binary=info.binary and not given.get("dir"), hold=True) as sink:
            encode_whole(job.records(), name, sink, given, job.notes)
            job.settle()

    command = click.Command(
        name,
        callback=write,
        params=own_options(info, reading=False),
        help=f"Write {info.title}; the input is records, or a file of any format.\n\n\b\n"
        f"  bmconv to {name} {given} -o {sample}",
    )
    return options(*FILTER)(command)


command = per_format(
    "to",
    writer,
    help="Write records in a format. `bmconv to FORMAT --help` lists what can be said about that "
    "format. Nothing is written unless the input was read to its end.\n\n\b\n"
    "  bmconv from bmrdata BMRData.txt | bmconv to csv -o results.csv",
)
