"""bmconv to: records to any format."""

from __future__ import annotations

import os
from typing import Any

import click

from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.per_format import own_options, per_format
from bmconv.codecs import load
from bmconv.registry import FORMATS


def writer(name: str) -> click.Command:
    """The command that writes one format, with that format's own options."""
    info, sample = load(name).info, FORMATS[name].sample
    given = "night.bws" if name == "records" else f"{os.path.splitext(sample)[0]}.jsonl"

    def write(job: Job, **given: Any) -> None:
        job.convert(job.output, name, ({}, given))

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
