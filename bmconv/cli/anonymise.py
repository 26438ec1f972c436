"""bmconv anonymise: invented names and numbers, same shape, for bug reports."""

from __future__ import annotations

import sys

import click

from bmconv.cli.job import FILTER, Job, options
from bmconv.filters.anonymise import KEPT_ON_PURPOSE, anonymise
from bmconv.records import Error
from bmconv.stream import encode


@options(*FILTER)
@click.command("anonymise")
def command(job: Job) -> None:
    """Replace names, player numbers, guids, PIN codes, free text and the numbers in it by invented
    ones of the same length and script, the same one for the same one everywhere. Contracts, scores,
    cards, movement, dates, times, settings, and the numbers of pairs and tables are kept.

    \b
      bmconv anonymise night.bws -o for-the-report.bws
    """
    with job.stream() as sink, job.source() as source:
        lines = job.lines(source)
        mask = anonymise(lambda: (record for _, record in lines()))
        for line, record in lines():
            sink.write(line if isinstance(record, Error) else encode(mask.edit(record)) + b"\n")
    if not job.quiet:
        names = mask.names
        replaced = f"{_count(names.words, 'word')} and {_count(names.numbers, 'number')}"
        print(f"bmconv: {replaced} replaced; kept: {KEPT_ON_PURPOSE}", file=sys.stderr)


def _count(found: dict[str, str], what: str) -> str:
    return f"{len(found)} {what}{'' if len(found) == 1 else 's'}"
