"""bmconv movement list: the movements of a library."""

import math

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, PLAIN_OUTPUT, Job, options
from bmconv.cli.movement.input import LIBRARY, read, table_count
from bmconv.cli.report import need_text, write_text
from bmconv.movements.library import find, type_number
from bmconv.movements.types import CLASSES, class_name, type_name
from bmconv.records import Movement
from bmconv.reports.layout import columns

NUMBERS = ("Tables", "Rounds", "Pairs", "Winners")
HEADER = ("Folder", "Number", "Class", *NUMBERS, "Type", "Description")


@options(INPUT, FORMAT, PLAIN_OUTPUT)
@click.command("list", cls=Command, params=[LIBRARY])
@click.option("--folder", metavar="NAME", help="folder of the library (default: all)")
@click.option("--class", "class_", type=click.Choice(CLASSES), help="pairs or individual")
@click.option(
    "--tables", callback=table_count, metavar="N", help="number of tables, such as 7 or 6.5"
)
@click.option("--rounds", type=int, metavar="N", help="number of rounds")
@click.option("--pairs", "teams", type=int, metavar="N", help="number of pairs or players")
@click.option("--winners", type=int, metavar="N", help="number of winners, 1 or 2")
@click.option("--movement-type", metavar="TYPE", help="movement type, by number or name")
def command(
    job: Job,
    library: str | None,
    folder: str | None,
    class_: str | None,
    movement_type: str | None,
    tables: float | None,
    **numbers: int | None,
) -> None:
    """List movements: all of them, or those that match every option.

    \b
      bmconv movement list --library . --tables 2 --winners 1
    """
    need_text(job.output)
    numbers["tables"] = None if tables is None else math.ceil(tables)
    numbers["class_"] = CLASSES.index(class_) if class_ else None
    numbers["movement_type"] = type_number(movement_type) if movement_type else None
    write_text(job, table_lines(find(read(job, library), folder, **numbers)))


def table_lines(movements: list[Movement]) -> list[str]:
    """Movements as a table."""
    rows = [
        (
            m.library or "",
            "" if m.number is None else f"{m.number:05}",
            class_name(m.class_),
            *("" if n is None else str(n) for n in (m.tables, m.rounds, m.teams, m.winners)),
            type_name(m.movement_type),
            m.description or m.title or "",
        )
        for m in movements
    ]
    return list(columns(HEADER, rows, NUMBERS)) if rows else ["no movements"]
