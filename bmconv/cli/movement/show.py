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
            yield f"  {label} {number}: {', '.join(text.split(chr(9)))}"
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
    cells = {(at.round, at.table): _cell(at, sets) for at in plan}
    rounds = sorted({at.round for at in plan})
    tables = sorted({at.table for at in plan})
    wide = max(8, *map(len, cells.values())) + 2
    fit = max(1, (width - 8) // wide)
    for start in range(0, len(tables), fit):
        part = tables[start : start + fit]
        header = ("Round", *(f"Table {table}" for table in part))
        rows = [
            (str(round), *(cells.get((round, table), "-") for table in part)) for round in rounds
        ]
        yield from columns(header, rows, header[:1])
        if start + fit < len(tables):
            yield ""


def _cell(at: Sitting, sets: dict[int, str]) -> str:
    star = "*" if at.switched else ""
    ns = f"{at.ns}+{at.south}" if at.south else str(at.ns)
    ew = f"{at.ew}+{at.west}" if at.west else str(at.ew)
    if sets and not at.board_set:
        return f"{ns}-{ew}" if at.ns or at.ew else "-"
    return f"{ns}-{ew}{star} ({sets.get(at.board_set, at.board_set)})"
