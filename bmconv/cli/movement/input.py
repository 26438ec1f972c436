"""What the movement commands share: options, the input, and the computer of a new event."""

from collections.abc import Iterable, Iterator

import click
from msgspec import structs

from bmconv.cli.job import Job, complete_file
from bmconv.errors import UsageError
from bmconv.event import Event
from bmconv.records import Client, Record, Table

LIBRARY = click.Option(
    ["--library"], metavar="DIR", help="read this library folder", shell_complete=complete_file
)
CHOICE = (
    click.Option(["--folder"], metavar="NAME", help="folder of the movement in its library"),
    click.Option(["--number"], type=int, metavar="N", help="number of the movement"),
)
COMPUTER = click.Option(
    ["--computer"], metavar="NAME", help="name of the computer that runs the control software"
)


def add_computer(records: Iterable[Record], name: str | None) -> Iterator[Record]:
    """Let a computer serve all tables, if one is named."""
    if name:
        yield Client(id=1, computer=name)
    for record in records:
        yield structs.replace(record, computer_id=1) if name and type(record) is Table else record


def read(job: Job, library: str | None) -> Event:
    """The event a command works on: a library folder, or the input."""
    if library is not None:
        if job.input is not None:
            raise UsageError("both an input and --library given: expected one of them")
        return job.event(library, "bridgegem")
    return job.event()
