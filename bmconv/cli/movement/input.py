"""What the movement commands share: the options that choose movements, and their input."""

import click

from bmconv.cli.job import Job, complete_file
from bmconv.errors import UsageError
from bmconv.event import Event

LIBRARY = click.Option(
    ["--library"], metavar="DIR", help="read this library folder", shell_complete=complete_file
)
CHOICE = (
    click.Option(["--folder"], metavar="NAME", help="folder of the movement in its library"),
    click.Option(["--number"], type=int, metavar="N", help="number of the movement"),
)


def read(job: Job, library: str | None) -> Event:
    """The event a command works on: a library folder, or the input."""
    if library is not None:
        if job.input is not None:
            raise UsageError("both an input and --library given: expected one of them")
        job.input, job.format = library, "bridgegem"
    return job.event()
