"""bmconv movement make: a movement made to measure."""

from collections.abc import Iterator
from typing import Any

import click

from bmconv.cli import Command
from bmconv.cli.job import OUTPUT, Job, format_of_output, options
from bmconv.cli.movement.input import SESSION, add_computer, table_count
from bmconv.errors import UsageError
from bmconv.movements import KINDS, NewMovement, make
from bmconv.notes import quantity


def _refuse_pairs(ctx: click.Context, param: click.Parameter, pairs: int | None) -> None:
    if pairs is not None:
        raise UsageError(f"no option --pairs: {pairs} pairs are --tables {pairs / 2:g}")


def _rounds_left_out(movement: NewMovement) -> Iterator[str]:
    """A line if the boards are too few for all rounds, with the number that would be enough."""
    rounds, most = movement.planned.movement.rounds, movement.most_rounds
    per_round = movement.boards_per_set
    if rounds and rounds < most:
        division = f"{rounds * per_round} boards are {quantity(rounds, 'round')} of {per_round}"
        boards = movement.boards_for_all_rounds()
        is_near = boards < rounds * per_round * 3 / 2  # more would not fit into an evening
        remedy = f"; --boards {boards} plays all" if is_near else ""
        yield f"{rounds} of {most} rounds: {division}{remedy}"


@options(OUTPUT)
@click.command("make", cls=Command, params=[*SESSION])
@click.argument("kind", type=click.Choice(list(KINDS)))
@click.option("--pairs", type=int, hidden=True, is_eager=True, expose_value=False,
              callback=_refuse_pairs, help="refused: twice --tables")  # fmt: skip
@click.option("--tables", callback=table_count, required=True, metavar="N",
              help="number of tables; with 6.5 the last pair is missing")  # fmt: skip
@click.option("--boards", type=click.IntRange(1, 999), required=True, metavar="N",
              help="number of boards that everybody plays")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1, 999), metavar="N",
              help="number of rounds "
                   "(default: as many as possible, with at least two boards each)")  # fmt: skip
@click.option("--switches", type=click.IntRange(0, 999), metavar="N",
              help="arrow switches in the last N rounds (default: one eighth)")  # fmt: skip
@click.option("--as", "form", type=click.Choice(["session", "movement"]),
              help="records of a session, or of a movement library "
                   "(default: movement for a Bridge Gem file, else session)")  # fmt: skip
def command(
    job: Job,
    kind: str,
    section: str,
    first_board: int,
    form: str | None,
    computer: str | None,
    **wanted: Any,
) -> None:
    """Make a movement: a Mitchell, a Howell or another kind. Its records go to any format that
    terminals or programs read.

    \b
      bmconv movement make mitchell --tables 7 --boards 28 --computer CLUB-PC -o next.bws
      bmconv movement make howell --tables 4 --boards 21 | bmconv to bminput
      bmconv movement make mitchell --tables 8 --boards 24 --as movement | bmconv movement show
    """
    movement = make(kind, **wanted)
    if wanted["rounds"] is None and not job.quiet:
        for line in _rounds_left_out(movement):
            click.echo(f"bmconv: {line}", err=True)
    bridgegem = format_of_output(job.output) == "bridgegem"
    if form == "movement" or (form is None and bridgegem):
        job.emit(movement.movement())
    else:
        job.emit(add_computer(movement.session(section, first_board), computer))
