"""bmconv bws command-line: how to start the control software on a file."""

import click

from bmconv.cli import Command
from bmconv.cli.job import Job, complete_file, options
from bmconv.errors import UsageError
from bmconv.live.command_line import parameters


@options()
@click.command("command-line", cls=Command)
@click.argument("file", shell_complete=complete_file)
@click.option(
    "--bcs",
    type=click.Choice(["4", "5"]),
    default="4",
    show_default=True,
    help="version of the control software",
)
def command(job: Job, file: str, bcs: str) -> None:
    """Print the parameters with which Bridgemate Control Software is started on a file.

    /s resets the server and uploads the tables; it is omitted when the file already has results.
    /h uploads hand records before the tables; control software 5 does that itself.

    \b
      BMPro.exe $(bmconv bws command-line night.bws)
    """
    if file == "-":
        raise UsageError("name a file: the control software cannot be started on standard input")
    click.echo(" ".join(parameters(file, job.notes, bcs)))
