"""bmconv bws command-line: how to start the control software on a file."""

import click

from bmconv.bws.live.command_line import TABS, Start, parameters, quote
from bmconv.cli import Command
from bmconv.cli.job import Job, complete_file, options
from bmconv.errors import UsageError


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
@click.option(
    "--path", default="", metavar="PATH", help=r"the file as the other computer sees it: C:\..."
)
@click.option("--minimized", is_flag=True, help="/m: start with a minimized window")
@click.option("--tab", type=click.Choice(TABS), help="/t1 to /t5: tab to show first")
@click.option(
    "--both-servers", is_flag=True, help="/pi: run a Bridgemate II server beside Bridgemate III"
)
def command(
    job: Job, file: str, bcs: str, path: str, tab: str | None, *, minimized: bool,
    both_servers: bool,
) -> None:  # fmt: skip
    """Print the parameters with which Bridgemate Control Software is started on a file.

    /s resets the server and uploads the tables; it is omitted when tables were uploaded already or
    the file has results. /h uploads hand records before the tables; control software 5 does that
    itself. A path with special characters is in double quotes, for cmd, or xargs and eval in sh.

    \b
      bmconv bws command-line night.bws --path 'C:\\Bridge\\night.bws' --minimized
      bmconv bws command-line night.bws | xargs BMPro.exe
    """
    if file == "-":
        raise UsageError("name a file: the control software cannot be started on standard input")
    if '"' in path:
        raise UsageError("--path: a Windows path has no quotes in it")
    start = Start(bcs, path, minimized, tab or "", both_servers)
    click.echo(" ".join(map(quote, parameters(file, job.notes, start))))
