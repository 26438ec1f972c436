"""bmconv anonymise: invented names and numbers, same shape, for bug reports."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import click

from bmconv.cli.job import FILTER, Job, options
from bmconv.filters import Records
from bmconv.filters.anonymise import KEPT_ON_PURPOSE, Mask, Seen, anonymise
from bmconv.records import Error, Record


@options(*FILTER)
@click.command("anonymise")
def command(job: Job) -> None:
    """Replace names, player numbers, guids, PIN codes, free text and the numbers in it with
    invented ones of the same length and script; the same text gets the same replacement everywhere.
    Contracts, scores, cards, movement, dates, times, settings, and pair and table numbers are kept.

    \b
      bmconv anonymise night.bws -o for-the-report.bws
    """
    mask = Mask(Seen())

    def replaced(records: Records) -> Iterator[Record]:
        nonlocal mask
        mask = anonymise(records)
        for record in records():
            yield record if isinstance(record, Error) else mask.edit(record)

    job.rewrite(replaced)
    if not job.quiet:
        names = mask.names
        what = f"{_count(names.words, 'word')} and {_count(names.numbers, 'number')}"
        print(f"bmconv: {what} replaced; kept: {KEPT_ON_PURPOSE}", file=sys.stderr)


def _count(found: dict[str, str], what: str) -> str:
    return f"{len(found)} {what}{'' if len(found) == 1 else 's'}"
