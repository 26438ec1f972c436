"""bmconv movement check: whether a movement is sound, and how balanced it is."""

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.cli.movement.input import CHOICE, LIBRARY, read
from bmconv.movements.library import choose
from bmconv.movements.plan import faults, figures
from bmconv.movements.types import is_individual
from bmconv.notes import quantity


@options(INPUT, FORMAT)
@click.command("check", cls=Command, params=[LIBRARY, *CHOICE])
def command(job: Job, library: str | None, folder: str | None, number: int | None) -> int:
    """Check that no pair sits twice in a round or plays a board set twice, and print how balanced a
    movement is. The exit code is 1 when a movement is not sound.

    \b
      bmconv movement check M00007.mvt
    """
    fault_count = 0
    for planned in choose(read(job, library), folder, number):
        if not planned.plan:
            why = "no rounds" if not is_individual(planned.movement) else "an individual movement"
            click.echo(f"{planned.name()}: {why}, not checked")
            continue
        wrong = faults(planned.plan, apart=planned.apart)
        fault_count += len(wrong)
        click.echo(f"{planned.name()}: {quantity(len(wrong), 'fault') if wrong else 'sound'}")
        for line in (
            *(f"error: {fault}" for fault in wrong),
            *figures(planned.plan, apart=planned.two_fields),
        ):
            click.echo(f"  {line}")
    return 1 if fault_count else 0
