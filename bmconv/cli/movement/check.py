"""bmconv movement check: whether a movement is sound, and how balanced it is."""

from collections.abc import Iterator

import click

from bmconv.cli import Command
from bmconv.cli.job import FINDING_STRICT, FORMAT, INPUT, PLAIN_OUTPUT, Job, options
from bmconv.cli.movement.input import CHOICE, LIBRARY, chosen
from bmconv.cli.report import need_text, write_text
from bmconv.movements.library import PlannedMovement
from bmconv.movements.plan import faults, figures
from bmconv.movements.types import is_individual
from bmconv.notes import quantity


@options(INPUT, FORMAT, PLAIN_OUTPUT, FINDING_STRICT)
@click.command("check", cls=Command, params=[LIBRARY, *CHOICE])
def command(job: Job, library: str | None, folder: str | None, number: int | None) -> int:
    """Check that no pair sits twice in a round or plays a board twice, and print how balanced a
    movement is; an event is checked by section. The exit code is 1 when a movement is not sound.

    \b
      bmconv movement check M00007.mvt
      bmconv movement check night.bws
    """
    need_text(job.output)
    movements = chosen(job, library, folder, number)
    write_text(job, (line for planned in movements for line in verdict(planned)))
    return 1 if any(faults_of(planned) for planned in movements) else 0


def faults_of(planned: PlannedMovement) -> list[str]:
    """What makes a movement unplayable."""
    return faults(planned.plan, by_side=planned.is_by_side, boards=planned.boards)


def verdict(planned: PlannedMovement) -> Iterator[str]:
    """Whether a movement is sound, with its faults and its balance."""
    if not planned.plan:
        why = "no rounds" if not is_individual(planned.movement) else "an individual movement"
        yield f"{planned.name()}: {why}, not checked"
        return
    wrong = faults_of(planned)
    yield f"{planned.name()}: {quantity(len(wrong), 'fault') if wrong else 'sound'}"
    yield from (f"  error: {fault}" for fault in wrong)
    yield from (f"  {line}" for line in figures(planned.plan, by_side=planned.has_two_fields))
