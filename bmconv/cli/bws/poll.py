"""bmconv bws poll: output what is new in a database since the last time."""

import signal
import sys
from typing import Any

import click

from bmconv.bws.live import POLLED
from bmconv.bws.live.reader_state import State, default_path, open_state
from bmconv.cli import Command, NumberRange
from bmconv.errors import BmconvError, UsageError
from bmconv.io.files import resolve_links

READER = "poll"
"""The name of the reader if none is given."""


@click.command("poll", cls=Command, groups={
    "State": ["reader", "state_file", "after_id", "every", "new", "accept", "mark", "add_column"],
})  # fmt: skip
@click.argument("file", type=click.Path())
@click.option(
    "-o", "output", type=click.Path(), metavar="FILE", help="append to FILE (default: stdout)"
)
@click.option(
    "-t", "target", metavar="FORMAT",
    help="format of the output (default: implied by its name, else records)",
)  # fmt: skip
@click.option("--to-opt", multiple=True, metavar="K=V", help="option of the output format")
@click.option(
    "--type", "types", multiple=True, type=click.Choice(POLLED),
    help="only records of this type (default: all that the format holds); can be repeated",
)  # fmt: skip
@click.option(
    "--interval", type=NumberRange(0, min_open=True), metavar="SECONDS",
    help="time between two looks (default: look once)",
)  # fmt: skip
@click.option("--reader", metavar="NAME", help="name of the reader (default: poll)")
@click.option(
    "--state", "state_file", metavar="FILE", help="file that remembers what was delivered"
)
@click.option(
    "--after-id", type=int, metavar="ID", help="output rows with a higher ID; nothing is remembered"
)
@click.option("--all", "every", is_flag=True, help="output everything, delivered or not")
@click.option("--new", is_flag=True, help="start over: the file has another event now")
@click.option(
    "--mark",
    metavar="FLAG",
    help="deliver rows without this flag, and set it: Processed, Processed1-4 or custom_X",
)
@click.option("--add-column", is_flag=True, help="add the custom_ column of --mark if missing")
@click.option("--live", is_flag=True, help="treat the file as open elsewhere, even without an .ldb")
@click.option("--accept", is_flag=True, help="count what goes to a pipe as delivered")
@click.option("--strict", is_flag=True, help="fail and write nothing if there is any loss or error")
@click.option(
    "--notes", "notes_file", type=click.Path(), metavar="FILE",
    help="write all notes as JSON lines",
)  # fmt: skip
@click.option("-q", "quiet", is_flag=True, help="do not print notes")
def command(file: str, **choices: Any) -> int:
    """Output the rows of a .bws that are new or changed since the last time: results, intermediate
    results, player numbers, recorded bids and cards, hands that players enter. The file is only
    read.

    A row is new if its content differs from what was delivered. A deleted row is delivered once
    more as erased, and the last result delivered for a board is the one that counts. What was
    delivered is remembered per file and NAME once the output FILE is safely on disk; for a pipe
    only with --accept. The state is kept in ~/.local/state/bmconv/poll ($XDG_STATE_HOME; on
    Windows %LOCALAPPDATA%), or in the file of --state. With --interval, Ctrl-C and SIGTERM end the
    command with exit code 0.

    \b
      bmconv bws poll night.bws --reader score -o results.jsonl
      bmconv bws poll night.bws -t bmrdata --accept | lpr
    """
    choices["target"] = choices["target"] or _format_of(choices["output"])
    try:
        return poll(file, **choices)
    except BmconvError as error:
        if choices["target"] == "records" and choices["output"] in (None, "-"):
            end_with_error_record(error)
        raise


def _format_of(output: str | None) -> str:
    """The format implied by the output's name."""
    if output is None or output.endswith(".jsonl"):
        return "records"
    from bmconv.cli.job import format_of_output  # slow to import, not needed when nothing is new

    return format_of_output(output)


def end_with_error_record(error: BmconvError) -> None:
    """End a stream of records with the error, so that nobody takes it for complete."""
    if sys.stdout is not None and not sys.stdout.isatty():
        from bmconv.cli.advice.error_records import error_record
        from bmconv.io.stream import encode

        click.echo(encode(error_record(error)))
        error.in_stream = True


def poll(
    file: str, interval: float | None, reader: str | None, state_file: str | None,
    notes_file: str | None, **choices: Any,
) -> int:  # fmt: skip
    """Look once or at intervals, and return the exit code."""
    if file == "-":
        raise UsageError("bws poll needs a file, not a pipe")
    try:
        state = _open_state(file, reader, state_file, notes_file, choices)
    except BmconvError as error:
        if notes_file and not isinstance(error, UsageError):
            from bmconv.cli.job import Job

            job = Job(notes_file=notes_file, quiet=True)
            job.note_failure(error)
            job.close()
        raise
    try:
        must_look = choices["every"] or choices["new"] or choices["mark"] or interval is not None
        if state and not must_look and state.covers(file, choices["target"], choices["types"]):
            return 0
        return _look(file, state, interval, notes_file, **choices)
    finally:
        if state:
            state.close()


def _look(
    file: str, state: State | None, interval: float | None, notes_file: str | None, *, strict: bool,
    quiet: bool, to_opt: tuple[str, ...], **choices: Any,
) -> int:  # fmt: skip
    """Look into the file. The imports are slow, and not needed when nothing is new."""
    from bmconv.bws.live.poller import Poller, Request
    from bmconv.cli.job import Job, parse_format_options

    job = Job(output=choices["output"], strict=strict, notes_file=notes_file, quiet=quiet)
    try:
        request = Request(options=parse_format_options(to_opt), **choices)
        poller = Poller(file, state, request, job.notes, job.settle)
        if interval is None:
            poller.once()
        else:
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, poller.stop)
            poller.again_and_again(interval, lambda text: click.echo(f"bmconv: {text}", err=True))
    except BmconvError as error:
        job.note_failure(error)
        raise
    finally:
        code = job.close()
    return code


def _open_state(
    file: str,
    reader: str | None,
    state_file: str | None,
    notes_file: str | None,
    choices: dict[str, Any],
) -> State | None:
    """The state of the reader, locked; None with --after-id, which remembers nothing."""
    refuse_same(file, choices["output"], None, notes_file)
    if choices["after_id"] is not None:
        return None
    if reader and state_file:
        raise UsageError("--reader and --state cannot be used together: a state has one reader")
    reader = reader or READER
    refuse_same(file, choices["output"], state_file or default_path(file, reader), notes_file)
    return open_state(file, reader, state_file)


def refuse_same(file: str, output: str | None, state: str | None, notes: str | None) -> None:
    """Refuse to use one file as two of database, output, state and notes."""
    names: dict[str, str] = {}
    for role, path in (
        ("the database", file),
        ("-o", output),
        ("--state", state),
        ("--notes", notes),
    ):
        if path in (None, "-"):
            continue
        endings = ("", ".lock", ".pending") if role == "--state" else ("",)
        for name in (resolve_links(f"{path}{ending}") for ending in endings):
            if name in names:
                raise UsageError(f"{path} is both {names[name]} and {role}; choose different files")
            names[name] = role
