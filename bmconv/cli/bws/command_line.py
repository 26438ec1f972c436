"""bmconv bws command-line: how to start the control software on a file."""

import os

import click

from bmconv.bws.live.command_line import SHELLS, TABS, Start, parameters, quote
from bmconv.cli import READ, Command
from bmconv.cli.job import Job, options
from bmconv.errors import UsageError


@options()
@click.command("command-line", cls=Command)
@click.argument("file", type=READ)
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
@click.option(
    "--shell",
    type=click.Choice(SHELLS),
    help="quote for Windows' prompt, a batch file or a Unix shell (default: cmd on Windows and "
    "with --path, else sh)",
)
def command(
    job: Job, file: str, bcs: str, path: str, tab: str | None, shell: str | None, **flags: bool
) -> None:
    """Print the parameters with which Bridgemate Control Software is started on a file.

    /s resets the server and uploads the tables; it is omitted when tables were uploaded already or
    the file has results. /h uploads hand records before the tables; control software 5 does that
    itself. Special characters are quoted for the shell that is to read the line.

    \b
      bmconv bws command-line night.bws --path 'C:\\Bridge\\night.bws' --minimized
      bmconv bws command-line night.bws | xargs BMPro.exe
    """
    if file == "-":
        raise UsageError("name a file: the control software cannot be started on standard input")
    if '"' in path:
        raise UsageError("--path: a Windows path has no quotes in it")
    start = Start(bcs, path, flags["minimized"], tab or "", flags["both_servers"])
    shell = shell or ("cmd" if path or os.name == "nt" else "sh")
    words = [quote(word, shell) for word in parameters(file, job.notes, start)]
    click.echo(" ".join(words))
