"""The command line: one module per command, imported only when that command runs."""

from __future__ import annotations

import gc
import inspect
import os
import signal
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import click

from bmconv import __version__
from bmconv.cli.terminal import Guarded, message
from bmconv.errors import like

COMMANDS = {
    "from": "read a format: FORMAT -> records",
    "to": "write a format: records -> FORMAT",
    "convert": "one format to another in one step",
    "join": "files of any formats -> one event",
    "formats": "the formats, their pages and schemas",
    "info": "what is this file, and what is in it",
    "show": "travellers and names, for eyes",
    "check": "rules and limits of the terminals",
    "missing": "results still to come",
    "set": "filter: give fields a value",
    "select": "filter: some records only",
    "anonymise": "filter: invented names and numbers",
    "score": "filter: add the N-S score to every result",
    "rank": "who won: points on the results, places of the pairs",
    "evaluate": "filter: add double-dummy tricks to every hand",
    "movement": "Bridge Gem movements: list, show, check, recommend, apply",
    "diff": "what differs between two files",
    "bws": "work on .bws files themselves: upgrade, dump, poll, apply, watch",
    "connector": "Data Connector: envelopes, rules, live service",
    "export": "many files into one dataset, for cron",
    "completion": "shell completion for bash, zsh or fish",
}
"""Every command with its line of help; a command's module has its name."""

MODULES = {"from": "from_"}
"""Commands whose module is called otherwise, because the name is a word of Python."""

STREAMS = {
    "from",
    "join",
    "set",
    "select",
    "anonymise",
    "score",
    "rank",
    "evaluate",
    "movement apply",
}
"""Commands that write records, and so must tell the next one in a pipe when they fail."""


class Lazy(click.Group):
    """A group that knows its commands by name and loads the one that runs."""

    def __init__(
        self,
        name: str,
        help: str,
        known: Mapping[str, str],
        load: Callable[[str], click.Command],
        noun: str = "command",
        **attributes: Any,
    ) -> None:
        super().__init__(name, help=inspect.cleandoc(help), **attributes)
        self.known = known
        """Every command with its line of help."""
        self.load = load
        self.noun = noun

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.known)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return self.load(name) if name in self.known else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name == "help":
            return super().resolve_command(ctx, [*args[1:], "--help"])
        if name not in self.known and not name.startswith("-"):
            ctx.fail(
                f"no {self.noun} {name!r}{self.meant(name)}; {ctx.command_path} --help lists them"
            )
        return super().resolve_command(ctx, args)

    def meant(self, word: str) -> str:
        """A hint at what somebody may have wanted who said an unknown word."""
        if self is cli and os.path.isfile(word):
            return f" (a file: bmconv info {word} tells what is in it)"
        for group in map(self.load, self.known if self is cli else ()):
            if isinstance(group, Lazy) and word in group.known:
                return f" (did you mean '{group.name} {word}'?)"
        return like(word, self.known)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(f"{self.noun.capitalize()}s"):
            formatter.write_dl(list(self.known.items()))


def from_module(pattern: str) -> Callable[[str], click.Command]:
    """How a command is loaded whose module has its name."""

    def load(name: str) -> click.Command:
        module = MODULES.get(name, name.replace("-", "_"))
        command: click.Command = import_module(pattern.format(module)).command
        return command

    return load


cli = Lazy(
    "bmconv",
    """Bridgemate data as Unix filters: results, movements, players and hands between the files
    of bridge scoring, through one stream of JSON lines.

    \b
      bmconv from bmrdata BMRData.txt | bmconv score | bmconv to csv --table result
      bmconv check BMInput.txt
      bmconv convert players.csv players.jsonl
    """,
    COMMANDS,
    from_module("bmconv.cli.{}"),
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Every command that reads takes a file or standard input. Try: bmconv info FILE",
)
click.version_option(__version__, "-V", "--version", message="bmconv %(version)s")(cli)


def main() -> None:
    """Run the command line; every failure is one line and an exit code."""
    gc.set_threshold(100_000)  # records make no cycles; looking for some costs more than the work
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    for stop in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(stop, lambda number, _: sys.exit(128 + number))
    if sys.stdout is None:
        sys.stdout = NoOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # print would take standard output instead
    sys.stderr = Guarded(sys.stderr, message)
    if sys.stdout.isatty():
        sys.stdout = Guarded(sys.stdout)
    try:
        code = cli.main(prog_name="bmconv", standalone_mode=False)
    except click.exceptions.Abort:
        code = 130
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        code = error.exit_code
    except click.ClickException as error:
        code = error.exit_code
        _tell_usage(error)
    except BrokenPipeError:
        code = 141
        sys.stdout = None
    except Exception as error:
        code = _told(error)
    leave(code if isinstance(code, int) else 0)


class NoOutput:
    """What stands for a standard output that was closed before we began."""

    def write(self, text: object) -> int:
        from bmconv.errors import FileTrouble

        raise FileTrouble("standard output is closed")

    def flush(self) -> None:
        """Nothing is held back."""

    def isatty(self) -> bool:
        return False


def leave(code: int) -> None:
    """End with an exit code, once what was written is out."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if code == 0:
            print(f"bmconv: stdout: {error.strerror}", file=sys.stderr)
            code = 4
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    gc.freeze()  # the last search for cycles is a tenth of a small job
    sys.exit(code)


def _told(error: Exception) -> int:
    """Say what went wrong in one line; what nobody foresaw is a bug and shows itself."""
    from bmconv.errors import BmconvError
    from bmconv.masking import masked_text

    if isinstance(error, BmconvError):
        message = masked_text(str(error))
        print(f"bmconv: {message}", file=sys.stderr)
        if not error.in_stream:
            _tell_the_pipe(error.code, message)
        return error.exit_code
    if isinstance(error, OSError):
        where = f"{error.filename}: " if error.filename else ""
        print(f"bmconv: {where}{error.strerror or error}", file=sys.stderr)
        return 4
    if isinstance(error, RecursionError):
        print("bmconv: the input is nested too deeply", file=sys.stderr)
        return 3
    if isinstance(error, MemoryError):
        print("bmconv: not enough memory", file=sys.stderr)
        return 4
    raise error


def _tell_usage(error: click.ClickException) -> None:
    """Say in one line what was wrong with the words of a command, and where its help is."""
    from bmconv.masking import masked_text

    message = masked_text(error.format_message().rstrip("."))
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "bmconv"
    hint = "" if "--help" in message else f" ({command} --help)"
    print(f"bmconv: {message}{hint}", file=sys.stderr)
    _tell_the_pipe("usage", message)


def _tell_the_pipe(code: str, message: str) -> None:
    """End the stream of a command that never began with an error record."""
    command = (" ".join(sys.argv[1:2]), " ".join(sys.argv[1:3]))
    if any(word.startswith("-o") for word in sys.argv):
        return  # its stream is a file, which is then not there
    if STREAMS.intersection(command) and hasattr(sys.stdout, "buffer") and not sys.stdout.isatty():
        from bmconv.records import Error
        from bmconv.stream import encode

        print(encode(Error(code=code, message=message)).decode())
