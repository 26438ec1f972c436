"""bmconv bws command-line: how to start the control software on a file."""

from __future__ import annotations

import os

import click

from bmconv import jet
from bmconv.cli.job import Job, complete_file, options
from bmconv.errors import BadInput


@options()
@click.command("command-line")
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

    /s resets the server and uploads the tables: it is left out when the file already has results.
    /h uploads hand records before the tables; control software 5 does that by itself.

    \b
      BMPro.exe $(bmconv bws command-line night.bws)
    """
    click.echo(parameters(file, bcs))


def parameters(file: str, bcs: str = "4") -> str:
    """The start parameters for a file (guide, "Using command line parameters")."""
    try:
        with jet.open(file) as database:
            tables = {name.lower(): table for name, table in database.tables.items()}
            fresh = not _has_rows(tables.get("receiveddata"))
            hands = _sections_with_hands(tables.get("handrecord"))
    except jet.JetError as error:
        raise BadInput(file, str(error)) from None
    words = [f"/f:[{os.path.abspath(file)}]"]
    if fresh:
        words.append("/s")
    words.append("/r")
    if fresh and hands and bcs == "4":
        words.append(f"/h:[{','.join(map(str, hands))}]")
    return " ".join(words)


def _has_rows(table: jet.Table | None) -> bool:
    return table is not None and any(True for _ in table.rows())


def _sections_with_hands(table: jet.Table | None) -> list[int]:
    if table is None:
        return []
    try:
        at = table.columns.index(table.column("Section"))
    except KeyError:
        return []
    return sorted({row[at] for row in table.rows() if row[at] is not None})
