"""bmconv evaluate: double-dummy tricks and high-card points for hands that have none."""

import sys
from collections.abc import Iterator
from functools import partial

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.report import Progress
from bmconv.errors import UsageError
from bmconv.filters import Records
from bmconv.filters.evaluate import check_evaluations, evaluate
from bmconv.records import Hand, Record


@options(*FILTER)
@click.command("evaluate", cls=Command)
@click.option("--check", is_flag=True, help="compare existing evaluations with the solver's")
@click.option("--par", is_flag=True, help="add the par score and contracts to every evaluation")
def command(job: Job, check: bool, par: bool) -> None:
    """Add double-dummy tricks and high-card points to every hand that has none.

    Existing evaluations are kept. With --par every evaluation also gets the par of its board: the
    contracts, and the score of N-S, when both sides bid as well as possible. With --check nothing
    is added; evaluations that differ from the solver's are errors. Needs the extra `dd`.

    \b
      bmconv evaluate hands.pbn -o new.pbn
      bmconv evaluate --par hands.pbn -o with-par.pbn
      bmconv evaluate --check night.bws > /dev/null
    """
    if check and par:
        raise UsageError("--check adds nothing: leave out --par")
    filter = check_evaluations if check else partial(evaluate, with_par=par)

    def solve(records: Records) -> Iterator[Record]:
        hands = 0
        for record in filter(records, job.notes, Progress("deals")):
            hands += isinstance(record, Hand)
            yield record
        if not hands and not job.quiet:
            print("bmconv: no hands in this input, so nothing is evaluated", file=sys.stderr)

    job.rewrite(solve)
