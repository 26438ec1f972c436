"""bmconv bws watch: exchange text files with a scoring program, as BMPFTP did."""

import signal
import time
from datetime import datetime
from typing import Any

import click

from bmconv.bws.live.command_line import BMPRO
from bmconv.bws.live.folder import Folder
from bmconv.bws.live.marks import check_mark
from bmconv.bws.live.watcher import Watch, WatchOptions
from bmconv.cli import READ, Command, NumberRange
from bmconv.cli.job import Job, options
from bmconv.errors import BmconvError, DataError, UsageError

PATIENCE = 60.0
"""Seconds that --send waits for the answer of the watcher."""


@options()
@click.command("watch", cls=Command, groups={
    "Commands": ["send", "wait", "last", "erase_results", "force"],
})  # fmt: skip
@click.argument("folder", type=READ)
@click.option("--interval", type=NumberRange(0, min_open=True), default=5.0, show_default=True,
              metavar="SECONDS", help="time between two looks")  # fmt: skip
@click.option(
    "--all", "every", is_flag=True, help="write all results every time, not only new ones"
)
@click.option(
    "--new", is_flag=True, help="start over, with BMInput.txt; old files are kept as backups"
)
@click.option(
    "--computer",
    default="",
    metavar="NAME",
    help="name of the computer that runs the control software",
)
@click.option("--jet", type=click.Choice(["3", "4"]), default="4", show_default=True,
              help="file version: 3 is Access 97, 4 is Access 2000")  # fmt: skip
@click.option("--start", is_flag=False, flag_value=BMPRO, metavar="[PATH]",
              help=f"start the control software (default: {BMPRO})")  # fmt: skip
@click.option(
    "--repair-missing-pair", is_flag=True,
    help="if no round has MissingPair, take it as E-W pair number plus number of tables",
)  # fmt: skip
@click.option(
    "--mark", metavar="FLAG",
    help="deliver rows without this flag, and set it: Processed, Processed1-4 or custom_X; "
    "this writes into the open file",
)  # fmt: skip
@click.option("--send", type=click.Choice(["read-all", "players", "movement", "stop"]),
              help="send a command to the watcher of this folder")  # fmt: skip
@click.option("--wait", is_flag=True, help="with --send movement: more rounds will follow")
@click.option("--last", is_flag=True, help="with --send movement: no more rounds will follow")
@click.option(
    "--erase-results",
    is_flag=True,
    help="with --send movement: let the server erase results of changed rounds",
)
@click.option(
    "--force",
    is_flag=True,
    help="with --send movement: move rows even in an open file, after a backup",
)
def command(
    job: Job, folder: str, interval: float, every: bool, new: bool, computer: str, jet: str,
    start: str | None, send: str | None, repair_missing_pair: bool, mark: str | None,
    **movement: bool,
) -> int | None:  # fmt: skip
    """Serve a scoring program in a folder: BMInput.txt becomes BMInput.bws, new results are written
    to BMRData.txt whenever that file is absent, and player numbers to BMPNums.txt likewise.

    The scoring program deletes a file when it has read it. Meanwhile --send replaces BMPFTP's
    buttons: read-all writes all results again, players the numbers, movement applies a changed
    BMInput.txt. Ctrl-C, SIGTERM and --send stop end the command with exit code 0.

    An existing BMInput.bws is used: one that was being played, or your own with names, settings
    and hands. If there is also a BMInput.txt with another movement, a database without results is
    recreated, and one with results is refused without --new.

    \b
      bmconv bws watch club --interval 10
      bmconv bws watch club --send movement --last
    """
    shared = Folder(folder)
    if send is not None:
        return _send(shared, send, movement)
    if any(movement.values()):
        raise UsageError("--wait, --last, --erase-results and --force need --send movement")
    if mark:
        check_mark(mark)
    watch_options = WatchOptions(
        interval, every, new, computer, jet, start, job.strict, job.quiet, repair_missing_pair, mark
    )
    watch = Watch(shared, watch_options, _say, job.notes.listener)

    def stop(*_: Any) -> None:
        watch.stopping = True

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    watch.run()
    return None


def _say(text: str) -> None:
    click.echo(f"{datetime.now():%Y-%m-%d %H:%M:%S} {text}")


def _send(folder: Folder, command: str, movement: dict[str, bool]) -> int:
    """Send a command to the watcher of a folder, and wait for its answer."""
    no_watcher = DataError(f"{folder.path}: no watcher is running")
    if not folder.is_watched():
        raise no_watcher
    name = folder.send({"send": command, **movement})
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        watched = folder.is_watched()  # asked first: a watcher answers before it stops
        answer = folder.take_answer(name)
        if answer is not None:
            if answer.startswith("error: "):
                raise BmconvError(answer.removeprefix("error: "))
            click.echo(answer)
            return 0
        if not watched:
            raise no_watcher
        time.sleep(0.05)
    raise DataError(f"{folder.path}: the watcher has not answered yet")
