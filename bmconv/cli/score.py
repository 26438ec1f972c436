"""bmconv score: add the N-S score to every result."""

from __future__ import annotations

import click

from bmconv.bridge.outcomes import Scorer
from bmconv.cli.job import FILTER, Job, options
from bmconv.event import place
from bmconv.records import Hand, Result


@options(*FILTER)
@click.command("score")
def command(job: Job) -> None:
    """Add the N-S score to every result.

    Vulnerability is that of the board's number, or of its hand record where one with another
    comes before the results (bmconv join puts hands first). Adjusted boards and boards that were
    not played have no score.

    \b
      bmconv from bmrdata BMRData.txt | bmconv score
    """
    scorer = Scorer()

    def edit(record: Result | Hand) -> Result | Hand:
        if isinstance(record, Hand):
            scorer.learn(record)
            return record
        score = scorer.score(record)
        if score is not None:
            if record.score is not None and record.score != score:
                text = "score{s} replaced: not what the contract gives"
                job.notes.repair("score-differs", place(record), text)
            record.score = score
        return record

    job.filter(("result", "hand"), edit)
