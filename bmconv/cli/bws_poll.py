"""bmconv bws poll: what is new in a database since last time."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from bmconv.errors import BmconvError, FileTrouble, UsageError
from bmconv.live.snapshot import snapshot
from bmconv.live.state import State, default_path, digest

TYPES = ("result", "intermediate", "seat", "bid", "card")


@click.command("poll")
@click.argument("file")
@click.option("-o", "output", metavar="FILE", help="add to a file (default: stdout)")
@click.option(
    "-t", "target", default="records", metavar="FORMAT",
    help="format of the output (default: records)",
)  # fmt: skip
@click.option("--to-opt", multiple=True, metavar="K=V", help="an option of the output's format")
@click.option(
    "--type", "types", multiple=True, type=click.Choice(TYPES),
    help="what to look at (default: all that the format holds); may be said several times",
)  # fmt: skip
@click.option("--interval", type=float, metavar="SECONDS", help="look again and again")
@click.option("--as", "reader", default="poll", metavar="NAME", help="who asks (default: poll)")
@click.option("--state", "state_file", metavar="FILE", help="where what was delivered is kept")
@click.option("--since", type=int, metavar="ID", help="rows with a higher ID; nothing is kept")
@click.option("--all", "every", is_flag=True, help="everything, whatever was delivered")
@click.option("--new", is_flag=True, help="forget what was delivered: another event begins")
@click.option("--mark", metavar="FLAG", help="also use and set Processed, Processed1-4 or custom_X")
@click.option("--add-column", is_flag=True, help="add the custom_ column of --mark if need be")
@click.option("--live", is_flag=True, help="the file is open elsewhere, though no .ldb shows it")
@click.option("--accept", is_flag=True, help="keep as delivered also what goes to a pipe")
@click.option("--strict", is_flag=True, help="a loss or an error is a failure")
@click.option("--notes", "notes_file", metavar="FILE", help="write all notes as JSON lines")
@click.option("-q", "quiet", is_flag=True, help="keep notes off the screen")
def command(file: str, **given: Any) -> int:
    """Give the rows of a .bws that are new or changed since last time: results, intermediate
    results, player numbers, recorded bids and cards. The file is only read.

    New is what differs in content from what was delivered, row by row; a row that is gone comes
    once more, erased. What was delivered is kept per file and NAME once the output FILE, to which
    it is added, is safely on disk; what goes to a pipe only with --accept.

    \b
      bmconv bws poll night.bws --as score -o results.jsonl
      bmconv bws poll night.bws -t bmrdata --accept | lpr
    """
    try:
        return poll(file, given)
    except BmconvError as error:
        if given["target"] == "records" and given["output"] in (None, "-"):
            tell_the_pipe(error)
        raise


def tell_the_pipe(error: BmconvError) -> None:
    """End a stream of records with what went wrong, so that nobody takes it for complete."""
    if sys.stdout is not None and not sys.stdout.isatty():
        from bmconv.records import Error
        from bmconv.stream import encode

        click.echo(encode(Error(code=error.code, message=str(error))))
        error.in_stream = True


def poll(file: str, given: dict[str, Any]) -> int:
    """Look once or at intervals; the exit code."""
    if given["interval"] is not None and given["interval"] <= 0:
        raise UsageError("--interval: expected a number of seconds above 0")
    state = None
    if given["since"] is None:
        if not os.path.exists(file):
            raise FileTrouble(f"{file}: No such file or directory")
        state = State(given["state_file"] or default_path(file, given["reader"]))
    try:
        fresh = given["every"] or given["new"] or given["mark"] or given["interval"] is not None
        if state and not fresh and given_before(state, given) and delivered(state, file):
            return 0
        from bmconv.cli.bws_poller import run  # what a look without news need not pay for

        return run(file, state, given)
    finally:
        if state:
            state.close()


def given_before(state: State, given: dict[str, Any]) -> bool:
    """Whether what was delivered was asked for as now."""
    return bool(state.head) and state.head.get("asked") == [given["target"], *given["types"]]


def delivered(state: State, file: str) -> bool:
    """Whether this very content of the file was delivered, without looking into it."""
    return bool(state.head.get("digest") == digest(snapshot(file)))
