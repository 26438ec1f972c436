"""bmconv evaluate: double-dummy tricks and high-card points for hands that have none."""

import sys
from collections.abc import Iterator

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.report import Progress
from bmconv.filters import Records
from bmconv.filters.evaluate import check_evaluations, evaluate
from bmconv.records import Hand, Record


@options(*FILTER)
@click.command("evaluate", cls=Command)
@click.option("--check", is_flag=True, help="compare existing evaluations with the solver's")
def command(job: Job, check: bool) -> None:
    """Add double-dummy tricks and high-card points to every hand that has none.

    Existing evaluations are kept. With --check nothing is added; evaluations that differ from the
    solver's are errors. Needs the extra `dd`.

    \b
      bmconv evaluate hands.pbn -o new.pbn
      bmconv evaluate --check night.bws > /dev/null
    """
    filter = check_evaluations if check else evaluate

    def solve(records: Records) -> Iterator[Record]:
        hands = 0
        for record in filter(records, job.notes, Progress("deals")):
            hands += isinstance(record, Hand)
            yield record
        if not hands and not job.quiet:
            print("bmconv: no hands in this input, so nothing is evaluated", file=sys.stderr)

    job.rewrite(solve)
