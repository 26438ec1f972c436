"""bmconv bws poll: what is new in a database since last time."""

from __future__ import annotations

import os
import sys
from typing import Any, NamedTuple

import click

from bmconv.errors import BmconvError, FileTrouble, UsageError
from bmconv.live import POLLED
from bmconv.live.reader_state import State, default_path, digest
from bmconv.live.snapshot import snapshot


class Asked(NamedTuple):
    """The options of one call."""

    output: str | None
    target: str
    to_opt: tuple[str, ...]
    types: tuple[str, ...]
    interval: float | None
    reader: str
    state_file: str | None
    since: int | None
    every: bool
    new: bool
    mark: str | None
    add_column: bool
    live: bool
    accept: bool
    strict: bool
    notes_file: str | None
    quiet: bool


@click.command("poll")
@click.argument("file", type=click.Path())
@click.option(
    "-o", "output", type=click.Path(), metavar="FILE", help="add to a file (default: stdout)"
)
@click.option(
    "-t", "target", metavar="FORMAT",
    help="format of the output (default: as its name tells, else records)",
)  # fmt: skip
@click.option("--to-opt", multiple=True, metavar="K=V", help="an option of the output's format")
@click.option(
    "--type", "types", multiple=True, type=click.Choice(POLLED),
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
@click.option("--strict", is_flag=True, help="a loss or an error is a failure, nothing is written")
@click.option(
    "--notes", "notes_file", type=click.Path(), metavar="FILE",
    help="write all notes as JSON lines",
)  # fmt: skip
@click.option("-q", "quiet", is_flag=True, help="keep notes off the screen")
def command(file: str, **given: Any) -> int:
    """Give the rows of a .bws that are new or changed since last time: results, intermediate
    results, player numbers, recorded bids and cards. The file is only read.

    New is what differs in content from what was delivered, row by row; a row that is gone comes
    once more, erased, and the last about a board is the result that stands. What was delivered is
    kept per file and NAME once the output FILE, to which it is added, is safely on disk; what goes
    to a pipe only with --accept. It is kept in ~/.local/state/bmconv/poll ($XDG_STATE_HOME; on
    Windows %LOCALAPPDATA%), or where --state says. With --interval, Ctrl-C and SIGTERM end it
    with exit code 0.

    \b
      bmconv bws poll night.bws --as score -o results.jsonl
      bmconv bws poll night.bws -t bmrdata --accept | lpr
    """
    given["target"] = given["target"] or _format_of(given["output"])
    asked = Asked(**given)
    try:
        return poll(file, asked)
    except BmconvError as error:
        if asked.target == "records" and asked.output in (None, "-"):
            tell_the_pipe(error)
        raise


def _format_of(output: str | None) -> str:
    """The format that the output's name tells."""
    if output is None or output.endswith(".jsonl"):
        return "records"
    from bmconv.cli.job import format_of_output  # which loads more than a look without news needs

    return format_of_output(output)


def tell_the_pipe(error: BmconvError) -> None:
    """End a stream of records with what went wrong, so that nobody takes it for complete."""
    if sys.stdout is not None and not sys.stdout.isatty():
        from bmconv.records import Error
        from bmconv.stream import encode

        click.echo(encode(Error(code=error.code, message=str(error))))
        error.in_stream = True


def poll(file: str, asked: Asked) -> int:
    """Look once or at intervals; the exit code."""
    if asked.interval is not None and asked.interval <= 0:
        raise UsageError("--interval: expected a number of seconds above 0")
    if file == "-":
        raise UsageError("bws poll needs the file itself, not a pipe")
    state = None
    refuse_same(file, asked.output, None, asked.notes_file)
    if asked.since is None:
        if not os.path.exists(file):
            raise FileTrouble(f"{file}: No such file or directory")
        taken = f"{file}: is polled already as {asked.reader} (--as NAME for another reader)"
        path = asked.state_file or default_path(file, asked.reader)
        refuse_same(file, asked.output, path, asked.notes_file)
        state = State(path, taken)
    try:
        fresh = asked.every or asked.new or asked.mark or asked.interval is not None
        if state and not fresh and delivered(state, file, asked):
            return 0
        from bmconv.cli.bws.poller import run  # what a look without news need not pay for

        return run(file, state, asked)
    finally:
        if state:
            state.close()


def refuse_same(file: str, output: str | None, state: str | None, notes: str | None) -> None:
    """The database, the output, the state and the notes are different files."""
    names: dict[str, str] = {}
    for what, path in (
        ("the database", file),
        ("-o", output),
        ("--state", state),
        ("--notes", notes),
    ):
        own = ("", ".lock", ".pending") if what == "--state" else ("",)
        for name in (
            (os.path.realpath(path + ending) for ending in own) if path not in (None, "-") else ()
        ):
            if name in names:
                raise UsageError(f"{path}: is {names[name]} and {what}; name two different files")
            names[name] = what


def delivered(state: State, file: str, asked: Asked) -> bool:
    """Whether this very content of the file was delivered as now asked, without looking into it."""
    return state.head.get("asked") == [asked.target, *asked.types] and bool(
        state.head.get("digest") == digest(snapshot(file))
    )
