"""bmconv movement check: whether a movement is sound, and how balanced it is."""

import click

from bmconv.bridge.movement_plan import faults, figures
from bmconv.bridge.movement_types import is_individual
from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.cli.movement.input import CHOICE, LIBRARY, read
from bmconv.movements.library import choose
from bmconv.notes import counted


@options(INPUT, FORMAT)
@click.command("check", cls=Command, params=[LIBRARY, *CHOICE])
def command(job: Job, library: str | None, folder: str | None, number: int | None) -> int:
    """Check that no pair sits twice in a round or plays a board set twice, and print how balanced a
    movement is. The exit code is 1 when a movement is not sound.

    \b
      bmconv movement check M00007.mvt
    """
    found = 0
    for chosen in choose(read(job, library), folder, number):
        if not chosen.plan:
            why = "no rounds" if not is_individual(chosen.movement) else "an individual movement"
            click.echo(f"{chosen.name()}: {why}, not checked")
            continue
        wrong = faults(chosen.plan, chosen.apart)
        found += len(wrong)
        click.echo(f"{chosen.name()}: {counted(len(wrong), 'fault') if wrong else 'sound'}")
        for line in (
            *(f"error: {fault}" for fault in wrong),
            *figures(chosen.plan, chosen.two_fields),
        ):
            click.echo(f"  {line}")
    return 1 if found else 0
