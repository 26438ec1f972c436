"""How a failure is reported: one line, an exit code, and an error record where one is expected."""

import os
import sys

import click

from bmconv.cli.advice.error_records import error_record
from bmconv.errors import BmconvError, NeedsHelp, UsageError, reason_of
from bmconv.io.stream import encode
from bmconv.masking import mask_text
from bmconv.records import Error

STREAMS = {
    *("from", "join", "set", "select", "anonymise", "score", "rank", "evaluate"),
    "movement apply",
}
"""Commands that write records, and end their stream with an error record if they fail."""
MOST_NAMES = 3
"""The most file names in a message; the others are left out."""


def report(error: Exception) -> int:
    """Report a failure in one line, and return the exit code."""
    if isinstance(error, click.ClickException):
        _report_usage(error)
        return error.exit_code
    message, code = explain(error)
    page = help_page(error.command, message) if isinstance(error, NeedsHelp) else ""
    print(f"bmconv: {message}{page}", file=sys.stderr)
    if isinstance(error, BmconvError) and not error.in_stream:
        _write_error_record(error_record(error))
    return code


def explain(error: Exception) -> tuple[str, int]:
    """The message for an error, in one line, and the exit code.

    An unforeseen error is a bug: it is raised again, with its traceback.
    """
    if isinstance(error, BmconvError):
        return mask_text(error.for_command_line()), error.exit_code
    if isinstance(error, OSError):
        file = f"{error.filename}: " if error.filename else ""
        return f"{file}{reason_of(error)}", 4
    if isinstance(error, RecursionError):
        return "the input is nested too deeply", 3
    if isinstance(error, MemoryError):
        return "not enough memory", 4
    raise error


def _report_usage(error: click.ClickException) -> None:
    """Report wrong usage in one line that names the help page."""
    message = mask_text(error.format_message().replace("\n\t", " ").rstrip("."))
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "bmconv"
    if context and "extra argument" in message and "input" in context.params:
        others = message.partition("(")[2].rstrip(")").split(" ")
        message = _too_many_inputs(context, [context.params["input"], *others])
    print(f"bmconv: {message}{help_page(command, message)}", file=sys.stderr)
    _write_error_record(Error(code=UsageError.code, message=message))


def help_page(command: str, message: str) -> str:
    """The hint at the help page for the end of a message about wrong usage.

    Empty if the message names the page already, or if the command is unknown.
    """
    return f" ({command} --help)" if command and "--help" not in message else ""


def _too_many_inputs(context: click.Context, words: list[str]) -> str:
    """What to type instead of several inputs, some of which may be numbers without an option."""
    numbers = [word for word in words if word.isdecimal() and not os.path.exists(word)]
    options = [
        f"{param.opts[0]} {param.metavar}"
        for param in context.command.get_params(context)
        if isinstance(param, click.Option) and (param.metavar or "").partition("|")[0] == "N"
    ]
    if numbers and options:
        usage = ", ".join(options)
        return f"{numbers[0]} is not a file; give a number with its option: {usage}"
    if "hands" in context.params:  # publish
        return "expected one evening and one file of hands"
    if context.command.name in ("check", "missing"):
        return f"expected one input; {context.command_path} takes one file at a time"
    names = " ".join(words if len(words) <= MOST_NAMES else [*words[:MOST_NAMES], "..."])
    return f"expected one input; for several: bmconv join {names} | {context.command_path}"


def _write_error_record(record: Error) -> None:
    """Write the error record of a command that failed before it began its stream or printed the
    answer that --json asks for."""
    command = (" ".join(sys.argv[1:2]), " ".join(sys.argv[1:3]))
    if any(word.startswith(("-o", "--new-key")) for word in sys.argv):
        return  # the output is a file, which is then not created
    answers = "--json" in sys.argv or STREAMS.intersection(command)
    if answers and hasattr(sys.stdout, "buffer") and not sys.stdout.isatty():
        print(encode(record).decode())
