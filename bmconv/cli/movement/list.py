"""bmconv movement list: the movements of a library."""

from __future__ import annotations

import click

from bmconv.bridge.movement_types import CLASSES, TYPES, class_name, type_name
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.cli.movement.input import LIBRARY, folded, read
from bmconv.errors import UsageError
from bmconv.records import Movement
from bmconv.text import columns

NUMBERS = ("Tables", "Rounds", "Pairs", "Winners")
HEADER = ("Folder", "Number", "Class", *NUMBERS, "Type", "Description")


@options(INPUT, FORMAT)
@click.command("list", params=[LIBRARY])
@click.option("--folder", metavar="NAME", help="only this folder")
@click.option("--class", "class_", type=click.Choice(CLASSES), help="pairs or individual")
@click.option("--tables", type=int, metavar="N", help="so many tables")
@click.option("--rounds", type=int, metavar="N", help="so many rounds")
@click.option("--pairs", "teams", type=int, metavar="N", help="so many pairs or players")
@click.option("--winners", type=int, metavar="N", help="one winner or two")
@click.option("--type", "movement_type", metavar="TYPE", help="a type by number or name")
def command(
    job: Job,
    library: str | None,
    folder: str | None,
    class_: str | None,
    movement_type: str | None,
    **numbers: int | None,
) -> None:
    """List movements, all or those that fit.

    \b
      bmconv movement list --library . --tables 2 --winners 1
    """
    wanted = {name: value for name, value in numbers.items() if value is not None}
    if class_:
        wanted["class_"] = CLASSES.index(class_)
    if movement_type:
        wanted["movement_type"] = _type(movement_type)
    found = [
        movement
        for movement in read(job, library).of(Movement)
        if all(getattr(movement, name) == value for name, value in wanted.items())
        and (folder is None or folded(movement.library) == folded(folder))
    ]
    for line in lines(found):
        click.echo(line)


def lines(movements: list[Movement]) -> list[str]:
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


def _type(text: str) -> int:
    """The number of a type, given as such or by name."""
    if text.isdecimal():
        return int(text)
    names = [name.lower() for name in TYPES]
    if text.lower() not in names:
        raise UsageError(f"no movement type {text!r}; they are {', '.join(TYPES)}")
    return names.index(text.lower())
