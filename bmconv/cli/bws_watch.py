"""bmconv bws watch: what BMPFTP did, between a scoring program's text files and the database."""

from __future__ import annotations

import signal
import time
from datetime import datetime
from typing import Any

import click

from bmconv.cli.bws_command_line import parameters
from bmconv.cli.job import complete_file
from bmconv.errors import BmconvError, DataError, UsageError
from bmconv.live.folder import Folder
from bmconv.live.watch import BMPRO, Options, Watch

PATIENCE = 60.0
"""Seconds in which a watcher must have taken up a command, besides two of its intervals."""


@click.command("watch")
@click.argument("folder", shell_complete=complete_file)
@click.option("--interval", type=float, default=5.0, show_default=True, metavar="SECONDS",
              help="time between two looks")  # fmt: skip
@click.option("--all", "every", is_flag=True, help="all results every time, not only new ones")
@click.option("--new", is_flag=True, help="make the database anew although there are results")
@click.option("--computer", default="", metavar="NAME", help="computer of the control software")
@click.option("--jet", type=click.Choice(["3", "4"]), default="4", show_default=True,
              help="Access 97 is 3, Access 2000 is 4")  # fmt: skip
@click.option("--bcs", is_flag=False, flag_value=BMPRO, metavar="[PATH]",
              help=f"start the control software (default: {BMPRO})")  # fmt: skip
@click.option("--send", type=click.Choice(["read-all", "players", "movement", "stop"]),
              help="tell the watcher of this folder")  # fmt: skip
@click.option("--wait", is_flag=True, help="with --send movement: more rounds will come")
@click.option("--last", is_flag=True, help="with --send movement: no more rounds will come")
@click.option("--erase-results", is_flag=True, help="with --send movement: as bws apply")
@click.option("--force", is_flag=True, help="with --send movement: as bws apply")
def command(
    folder: str, interval: float, every: bool, new: bool, computer: str, jet: str, bcs: str | None,
    send: str | None, **movement: bool,
) -> int | None:  # fmt: skip
    """Serve a scoring program in a folder: BMInput.txt becomes BMInput.bws, results come in
    BMRData.txt whenever that file is not there, player numbers in BMPNums.txt likewise.

    The scoring program deletes a file when it has read it. Meanwhile --send does what BMPFTP's
    buttons did: read-all writes all results anew, players the numbers, movement takes up a
    changed BMInput.txt.

    \b
      bmconv bws watch C:\\Club --interval 10
      bmconv bws watch C:\\Club --send movement --last
    """
    if interval <= 0:
        raise UsageError("--interval: expected a number of seconds above 0")
    shared = Folder(folder)
    if send is not None:
        return _send(shared, send, movement)
    if any(movement.values()):
        raise UsageError("--wait, --last, --erase-results and --force go with --send movement")
    watch = Watch(shared, Options(interval, every, new, computer, jet, bcs), _say, parameters)

    def stop(*_: Any) -> None:
        watch.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    watch.run()
    return None


def _say(text: str) -> None:
    click.echo(f"{datetime.now():%Y-%m-%d %H:%M:%S} {text}")


def _send(folder: Folder, what: str, movement: dict[str, bool]) -> int:
    """Leave a command and wait for the answer."""
    try:
        folder.open_state().close()
    except DataError:
        pass  # taken: there is a watcher
    else:
        raise DataError(f"{folder.path}: nobody watches it")
    name = folder.send({"send": what, **movement})
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        answer = folder.answered(name)
        if answer is not None:
            if answer.startswith("error: "):
                raise BmconvError(answer.removeprefix("error: "))
            click.echo(answer)
            return 0
        time.sleep(0.05)
    raise DataError(f"{folder.path}: the watcher has not answered yet")
