"""bmconv score: add the N-S score to every result."""

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.filters.score import TYPES, Scoring


@options(*FILTER)
@click.command("score", cls=Command)
def command(job: Job) -> None:
    """Add the N-S score to every result.

    The vulnerability is that of the board number, unless a hand record before the results gives
    another (bmconv join puts hands first). Adjusted boards and boards that were not played have no
    score.

    \b
      bmconv score BMRData.txt
      bmconv from bmrdata BMRData.txt | bmconv score
    """
    job.filter(TYPES, Scoring(job.notes).edit)
