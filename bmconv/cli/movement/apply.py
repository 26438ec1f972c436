"""bmconv movement apply: a movement as the records of a session."""

from typing import Any

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.movement.input import CHOICE, COMPUTER, LIBRARY, add_computer, read
from bmconv.movements.library import choose_one, prepare


@options(*FILTER)
@click.command("apply", cls=Command, params=[LIBRARY, *CHOICE, COMPUTER])
@click.option("--boards-per-set", type=click.IntRange(1, 999), required=True, metavar="N",
              help="number of boards in a set")  # fmt: skip
@click.option("--first-board", type=click.IntRange(1, 9999), default=1, show_default=True,
              metavar="N", help="first board of set 1")  # fmt: skip
@click.option("--section", default="A", show_default=True, metavar="LETTER",
              help="section, by letter or id")  # fmt: skip
@click.option("--missing-pair", metavar="PAIR",
              help="pair that is absent; NS3 or EW3 where numbers repeat")  # fmt: skip
def command(
    job: Job,
    library: str | None,
    folder: str | None,
    number: int | None,
    computer: str | None,
    **setup: Any,
) -> None:
    """Make section, table, round and seat records from a movement, ready for a session. Arrow
    switches are carried out. A pair that sits out a round is placed N-S at an extra table, as
    rovers are.

    \b
      bmconv movement apply --boards-per-set 3 M00007.mvt | bmconv to bminput
    """
    chosen = choose_one(read(job, library), folder, number)
    job.emit(add_computer(prepare(chosen, **setup), computer))
