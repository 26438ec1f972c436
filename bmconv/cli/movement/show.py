"""bmconv movement show: a movement as a director reads it."""

from collections.abc import Iterator
from shutil import get_terminal_size
from textwrap import wrap

import click

from bmconv.bridge.movements import spans
from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, PLAIN_OUTPUT, Job, options
from bmconv.cli.movement.input import CHOICE, LIBRARY, chosen
from bmconv.cli.report import PAGE, need_text, write_text
from bmconv.movements.library import PlannedMovement
from bmconv.movements.plan import Sitting
from bmconv.movements.types import class_name, is_individual, type_name
from bmconv.notes import quantity
from bmconv.records import Movement
from bmconv.reports.layout import columns

HEADING = 8
"""Width of the heading of a column in a grid, such as `Table 12`."""


@options(INPUT, FORMAT, PLAIN_OUTPUT)
@click.command("show", cls=Command, params=[LIBRARY, *CHOICE])
def command(job: Job, library: str | None, folder: str | None, number: int | None) -> None:
    """Show movements as grids, a row per round and a column per table. A cell has the pairs and, in
    brackets, the board set: NS-EW (set); in an individual the players: N+S-E+W (set). A star marks
    an arrow switch, already carried out. An event is shown by section, with its boards: NS-EW
    (boards).

    \b
      bmconv movement show M00007.mvt
      bmconv movement show night.bws
    """
    need_text(job.output)
    width = max(get_terminal_size().columns, PAGE if job.output else 0)
    movements = chosen(job, library, folder, number)
    write_text(job, (line for planned in movements for line in page(planned, width)))


def page(planned: PlannedMovement, width: int) -> Iterator[str]:
    """A movement with its instructions and its grid."""
    movement = planned.movement
    yield planned.name()
    yield from _facts(movement)
    if movement.instructions:
        yield ""
        yield from wrap(movement.instructions, max(40, width))
    if is_individual(movement) and not planned.plan:
        yield "an individual movement: its lines as in the file"
        yield from (f"  {line}" for line in movement.lines or ())
    elif planned.plan:
        yield ""
        yield from grid(planned, width)
    if movement.directions:
        yield ""
        count = len(movement.directions)
        label = "Round" if count == movement.rounds != movement.tables else "Table"
        for number, text in enumerate(movement.directions, 1):
            directions = ", ".join(text.split("\t"))
            yield f"  {label} {number}: {directions}"
    yield ""


def _facts(movement: Movement) -> Iterator[str]:
    counts = (
        ("table", movement.tables),
        ("round", movement.rounds),
        ("player" if movement.class_ == 1 else "pair", movement.teams),
        ("winner", movement.winners),
        ("board set", movement.board_sets),
    )
    words = [type_name(movement.movement_type), class_name(movement.class_)]
    words += [quantity(count, name) for name, count in counts if count is not None]
    yield ", ".join(filter(None, words))
    if movement.source or movement.details:
        yield ", ".join(filter(None, (movement.source, movement.details)))


def grid(planned: PlannedMovement, width: int) -> Iterator[str]:
    """A row per round, a column per table; split into parts if the terminal is too narrow."""
    plan = planned.plan
    sets = {number: spans(boards) for number, boards in planned.boards.items()}
    cells = {(sitting.round, sitting.table): _cell(sitting, sets) for sitting in plan}
    rounds = sorted({sitting.round for sitting in plan})
    tables = sorted({sitting.table for sitting in plan})
    column_width = max(HEADING, *map(len, cells.values())) + 2
    per_part = max(1, (width - HEADING) // column_width)
    for start in range(0, len(tables), per_part):
        part = tables[start : start + per_part]
        header = ("Round", *(f"Table {table}" for table in part))
        rows = [
            (str(round), *(cells.get((round, table), "-") for table in part)) for round in rounds
        ]
        yield from columns(header, rows, header[:1])
        if start + per_part < len(tables):
            yield ""


def _cell(sitting: Sitting, sets: dict[int, str]) -> str:
    """Who plays at a table in a round, and which boards; a dash if nobody sits there."""
    star = "*" if sitting.switched else ""
    ns = f"{sitting.ns}+{sitting.south}" if sitting.south else str(sitting.ns)
    ew = f"{sitting.ew}+{sitting.west}" if sitting.west else str(sitting.ew)
    if sets and not sitting.board_set:
        return f"{ns}-{ew}" if sitting.ns or sitting.ew else "-"
    return f"{ns}-{ew}{star} ({sets.get(sitting.board_set, sitting.board_set)})"
