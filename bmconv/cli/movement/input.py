"""What the movement commands share: options, reading the input, the computer of a new event."""

import re
from collections.abc import Iterable, Iterator

import click
from msgspec import structs

from bmconv.cli import READ
from bmconv.cli.job import Job
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.movements.library import PlannedMovement, choose
from bmconv.movements.played import played_movements
from bmconv.records import Client, Movement, Record, Round, Table

LIBRARY = click.Option(["--library"], metavar="FOLDER", help="read this library folder", type=READ)
CHOICE = (
    click.Option(
        ["--folder"], metavar="NAME", help="folder of the library (for a number that several have)"
    ),
    click.Option(["--number"], type=int, metavar="N", help="number of the movement"),
)
SESSION = (
    click.Option(["--first-board"], type=click.IntRange(1, 9999), default=1, show_default=True,
                 metavar="N", help="first board of set 1"),
    click.Option(["--section"], default="A", show_default=True, metavar="LETTER|ID",
                 help="section of all records, by letter or id"),
    click.Option(["--missing-pair"], metavar="PAIR",
                 help="absent pair: a number, or where it would start, such as NS3"),
    click.Option(["--computer"], metavar="NAME",
                 help="name of the computer that runs the control software"),
)  # fmt: skip
"""The options for turning a movement into a session."""


def add_computer(records: Iterable[Record], name: str | None) -> Iterator[Record]:
    """Let a computer serve all tables, if one is named."""
    if name:
        yield Client(id=1, computer=name)
    for record in records:
        yield structs.replace(record, computer_id=1) if name and type(record) is Table else record


def table_count(ctx: click.Context, param: click.Parameter, text: str | None) -> float | None:
    """A number of tables given as text; half a table has one pair: 6.5."""
    if text is None:
        return None
    match = re.fullmatch(r"(\d{1,3})([.,]0|[.,]5|½)?", text.strip())
    if not match or not int(match[1]):
        problem = f"{text!r}: expected a number of tables such as 7 or 6.5"
        raise click.BadParameter(problem, ctx, param)
    half = (match[2] or "").endswith(("5", "½"))
    return int(match[1]) + 0.5 if half else int(match[1])


def chosen(
    job: Job, library: str | None, folder: str | None, number: int | None
) -> list[PlannedMovement]:
    """The movements to show or check: of a library, or of the sections of an event."""
    event = read(job, library)
    if event.of(Movement) or folder or number is not None:
        return choose(event, folder, number)
    if not event.of(Round):
        raise DataError("no movement in this input; bmconv movement make makes one")
    return played_movements(event)


def read(job: Job, library: str | None) -> Event:
    """The event a command works on: a library folder, or the input."""
    if library is not None:
        if job.input is not None:
            raise UsageError("both an input and --library given: expected one of them")
        return job.event(library, "bridgegem")
    return job.event()
