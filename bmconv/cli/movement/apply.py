"""bmconv movement apply: a movement as the records of a session."""

from typing import Any

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.movement.input import CHOICE, LIBRARY, SESSION, add_computer, read
from bmconv.movements.library import choose_one, prepare


@options(*FILTER)
@click.command("apply", cls=Command, params=[LIBRARY, *CHOICE, *SESSION])
@click.option("--boards-per-set", type=click.IntRange(1, 999), required=True, metavar="N",
              help="number of boards in a set")  # fmt: skip
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
