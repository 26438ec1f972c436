"""The command line: one module per command, imported only when that command runs."""

import errno
import inspect
import math
import os
import re
import signal
import sys
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from bmconv import __version__
from bmconv.cli.terminal import Guarded, end_with_broken_pipes, message
from bmconv.errors import NeedsHelp, UsageError, close_to, for_shell, like

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

GROUPS = {
    "Convert": {
        "convert": ("convert one format to another", "night.bws results.csv"),
        "from": ("read a format and write records", "bws night.bws"),
        "to": ("read records and write a format", "csv night.bws -o results.csv"),
        "join": ("join files of any formats", "night.bws hands.pbn"),
    },
    "Look": {
        "info": ("show what a file is and contains", "night.bws"),
        "show": ("print travellers, hands and names", "night.bws"),
        "check": ("check rules and limits", "night.bws"),
        "missing": ("list results still to come", "night.bws"),
        "diff": ("compare two files", "night.bws records/night.jsonl"),
    },
    "Compute": {
        "rank": ("compute points and places", "night.bws"),
        "score": ("filter: add N-S scores to results", "BMRData.txt"),
        "evaluate": ("filter: add double-dummy tricks", "hands.pbn -o new.pbn"),
        "movement": ("make, recommend, print movements", "cards night.bws"),
    },
    "Change": {
        "set": ("filter: set fields to a value", "night.bws section.winners=2"),
        "select": ("filter: keep only some records", "night.bws --board 4"),
        "anonymise": ("filter: replace names and numbers", "night.bws -o new.bws"),
    },
    "Live": {
        "bws": ("work on .bws files, also in use", "poll night.bws"),
        "connector": ("work with the Data Connector", "validate init.json"),
    },
    "Publish": {
        "publish": ("write page, workbook, USEBIO, PBN", "night.bws --out public"),
        "export": ("load many files into one dataset", "archive --to parquet --out dataset"),
    },
    "Help": {
        "formats": ("list formats, pages and schemas", "bmrdata"),
        "completion": ("print the completion of a shell", "bash"),
    },
}
"""Every command in its group, with its line of help and the words of an example."""

COMMANDS = {name: help for group in GROUPS.values() for name, (help, _) in group.items()}
"""Every command with its line of help; the module of a command has its name."""

ELSEWHERE = {"from": "convert:read_command", "to": "convert:write_command"}
"""Commands that share a module: the module, and the function in it."""

UNBROKEN = "\u2011"
"""A hyphen at which no line is broken."""
OPTION = 26
"""Width of the column of options; the help of a longer option is on the next line."""
EXAMPLE = 41
"""Width of the column of examples; the help of a longer example is on the next line."""


def printing_option(*names: str, text: Callable[[click.Context], str], help: str) -> click.Option:
    """An option that prints a text instead of running the command."""

    def callback(ctx: click.Context, option: click.Parameter, value: bool) -> None:
        if value and not ctx.resilient_parsing:
            click.echo(text(ctx), color=ctx.color)
            ctx.exit()

    return click.Option(
        names, is_flag=True, is_eager=True, expose_value=False, callback=callback, help=help
    )


HELP = printing_option(
    "-h", "--help", "wants_help", text=click.Context.get_help, help="Show this message and exit."
)


COMMON = ("format", "output", "target", "to_opt", "strict", "notes_file", "quiet", "wants_help")
"""Options that mean the same in many commands; help lists them after the command's own."""


class NumberRange(click.FloatRange):
    """A decimal number between two limits; "nan", which would pass any limits, is refused."""

    name = "number"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


class FileName(click.types.StringParamType):
    """The name of a file or folder that a command reads, or writes if `is_output`."""

    name = "file"

    def __init__(self, *, is_output: bool = False) -> None:
        self.is_output = is_output

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        if value == "":
            option = f"{param.opts[0]}: " if isinstance(param, click.Option) else ""
            raise UsageError(f"{option}the name of a file is empty")
        if not self.is_output and param is not None and param.nargs == 1:
            from bmconv.cli.job import matching_file

            return matching_file(value)
        return value

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> "list[CompletionItem]":
        """Complete file names as the shell does."""
        from click.shell_completion import CompletionItem

        return [CompletionItem(incomplete, type="file")]


READ = FileName()
WRITTEN = FileName(is_output=True)


def refuse_overwriting(ctx: click.Context, params: Iterable[click.Parameter]) -> None:
    """Refuse an output of a command that is one of the files it reads."""
    names: dict[bool, list[str]] = {True: [], False: []}
    for param in params:
        value = ctx.params.get(param.name or "")
        if isinstance(param.type, FileName) and value:
            names[param.type.is_output] += [value] if isinstance(value, str) else value
    if outputs := [name for name in names[True] if os.path.isfile(name)]:
        from bmconv.io.files import refuse_inputs  # not needed for help

        refuse_inputs(outputs, names[False])


def refuse_slips_of_windows(ctx: click.Context, words: Sequence[str]) -> None:
    """Refuse what goes wrong in the Command Prompt: /?, a backslash before a closing quote, which
    joins the words after it to the name, and single quotes, which are not removed."""
    for index, word in enumerate(words) if os.name == "nt" else ():
        if word == "/?":
            ctx.fail("/?: options begin with --, such as --help")
        if folder := re.fullmatch('([^"]*)"( +--?[a-z].*)?', word, re.DOTALL):
            ctx.fail(f'"{folder[1]}\\": leave off the \\ before the closing quote')
        is_change = ("=" in word and word.endswith("'")) or "[" in word  # `set` strips the quotes
        if word.startswith("'") and not is_change and not os.path.exists(word):
            last = next((n for n, w in enumerate(words) if n >= index and w.endswith("'")), index)
            name = " ".join(words[index : last + 1])
            unquoted = name.strip("'")
            ctx.fail(f'{name}: use double quotes here: "{unquoted}"')


class WholeWords(click.HelpFormatter):
    """Help that never breaks a line inside an option; click would split `--new-key`."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, args.replace("-", UNBROKEN), prefix)

    def write_text(self, text: str) -> None:
        super().write_text(text.replace("-", UNBROKEN))

    def write_dl(self, rows: Iterable[tuple[str, str]], *columns: int, **more: int) -> None:
        unbroken = [(term, help.replace("-", UNBROKEN)) for term, help in rows]
        super().write_dl(unbroken, *columns, **more)

    def getvalue(self) -> str:
        return super().getvalue().replace(UNBROKEN, "-")


class HelpContext(click.Context):
    """The context of a command, with our layout of help."""

    formatter_class = WholeWords


class Command(click.Command):
    """A command whose help lists options in groups.

    `groups`: headings with the names of the parameters below them; other options of the command
    come first.
    """

    context_class = HelpContext

    def __init__(
        self, *arguments: Any, groups: Mapping[str, Sequence[str]] | None = None, **attributes: Any
    ) -> None:
        super().__init__(*arguments, **attributes)
        self.groups = dict(groups or {})

    def get_help_option(self, ctx: click.Context) -> click.Option:
        """The help option; click's own would load translations, which takes time."""
        return HELP

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        words = list(args)
        try:
            if not ctx.resilient_parsing:
                refuse_slips_of_windows(ctx, words)
                self._refuse_misspelled(ctx, words)
            rest = super().parse_args(ctx, args)
            if not ctx.resilient_parsing:
                self._refuse_slips(ctx, words)
                refuse_overwriting(ctx, self.params)
            return rest
        except click.NoSuchOption as error:
            names = {option.lstrip("-"): option for option in self._option_names(ctx)}
            meant = names.get(close_to(error.option_name.lstrip("-"), names), "")
            hint = f"; the nearest is {meant}" if meant else ""
            if error.option_name == "-o" and "--out" in self._option_names(ctx):
                from bmconv.cli.advice.outputs import output_usage

                hint = f"; {output_usage(ctx)}"
            if not hint and not isinstance(self, click.Group):
                from bmconv.cli.advice.slips import option_for

                hint = option_for(error.option_name, ctx, words)
            if self is cli:
                version = error.option_name in ("-v", "--v")
                hint = "; the version is -V or --version" if version else hint
            if self is cli and not hint:
                hint = "; options come after the command, as in bmconv rank night.bws --report"
            ctx.fail(f"no option {error.option_name}{hint}")
        except click.UsageError as error:
            error.ctx = error.ctx or ctx  # click gives none if a value is missing
            if isinstance(error, click.BadOptionUsage) and "requires" in error.message:
                (option,) = (p for p in self.get_params(ctx) if error.option_name in p.opts)
                usage = f"{error.option_name} {option.make_metavar(ctx)}"
                ctx.fail(f"{error.option_name} needs a value: {usage}")
            if isinstance(error, click.BadParameter):
                _offer_choices(error)
            if "extra argument" in error.message:
                self._refuse_slips(ctx, words)
            raise

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except NeedsHelp as error:
            error.command = error.command or ctx.command_path
            raise

    def _option_names(self, ctx: click.Context) -> dict[str, str]:
        """Every option as it is typed, with the name of its parameter."""
        options = [param for param in self.get_params(ctx) if isinstance(param, click.Option)]
        return {
            name: str(option.name)
            for option in options
            for name in (*option.opts, *option.secondary_opts)
        }

    def _refuse_misspelled(self, ctx: click.Context, words: list[str]) -> None:
        """Refuse -report for --report, and -output for -o, which click would read as -o utput."""
        if not "".join(words).isascii():
            from bmconv.cli.advice.slips import with_hyphens

            before_command = words if ctx.allow_interspersed_args else words[:1]
            if problem := with_hyphens(before_command, self._option_names(ctx)):
                ctx.fail(problem)
        names = self._option_names(ctx)
        long = {name for name in names if name.startswith("--")}
        meant_by = {name[1:]: name for name in long}
        for name in names.keys() - long:
            meant_by.setdefault(f"-{names[name]}", name)
            meant_by.setdefault(f"--{names[name]}", name)
            if name == "-o" and "--out" not in names:
                meant_by |= {"-out": name, "--out": name}
        for word in words:
            if word == "--" or not (word.startswith("-") or ctx.allow_interspersed_args):
                return
            name = word.partition("=")[0]
            if name in meant_by and name not in names:
                ctx.fail(f"no option {name}; the nearest is {meant_by[name]}")

    def _refuse_slips(self, ctx: click.Context, words: list[str]) -> None:
        """Refuse an option that is given twice (click would use the last value), and an output file
        without -o."""
        values, extra, order = self.make_parser(ctx).parse_args(args=list(words))
        for param in order:
            if not isinstance(param, click.Option) or param.multiple or param.is_flag:
                continue
            if order.count(param) > 1:
                usage = f"{param.opts[0]} {param.make_metavar(ctx)}"
                ctx.fail(f"{param.opts[0]} is given {order.count(param)} times; expected {usage}")
        arguments = (values.get(p.name or "") for p in self.params if isinstance(p, click.Argument))
        names = [value for value in arguments if isinstance(value, str | list | tuple)]
        files = [f for n in names for f in ([n] if isinstance(n, str) else n)] + extra
        if len(files) > 1 and not isinstance(self, click.Group):
            from bmconv.cli.advice.slips import name_with_blank

            if problem := name_with_blank(words):
                ctx.fail(problem)
        if len(files) > 1 and "output" in ctx.params and not values.get("output"):
            from bmconv.cli.advice.outputs import refuse_output_as_input

            refuse_output_as_input(ctx, files, words)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, options in self.option_groups(ctx).items():
            with formatter.section(heading):
                formatter.write_dl(options, col_max=OPTION)

    def option_groups(self, ctx: click.Context) -> dict[str, list[tuple[str, str]]]:
        """Headings, each with its options: how they are written, and their help."""
        groups = self.groups | {"Input, output and notes": COMMON}
        heading_of = {name: heading for heading, names in groups.items() for name in names}
        rows: dict[str, list[tuple[str, str]]] = {heading: [] for heading in ("Options", *groups)}
        for param in self.get_params(ctx):
            row = param.get_help_record(ctx) if isinstance(param, click.Option) else None
            if row:
                rows[heading_of.get(param.name or "", "Options")].append(row)
        *_, common = rows
        if len(rows[common]) == 1:  # only --help
            rows["Options"] += rows.pop(common)
        return {heading: listed for heading, listed in rows.items() if listed}


def _offer_choices(error: click.BadParameter) -> None:
    """If a word is missing or not one of the choices, raise an error that names the closest choice
    or all of them."""
    param, context = error.param, error.ctx
    if param is None or context is None:
        return
    if isinstance(param.type, click.IntRange) and " is not a valid " in error.message:
        word = error.message.partition(" is not")[0].strip("'")
        raise click.UsageError(f"{param.opts[0]} {word}: expected a whole number", context)
    choices = list(map(str, getattr(param.type, "choices", ())))
    expected = f"; expected {any_of(choices)}" if choices else ""
    is_option = isinstance(param, click.Option)
    if isinstance(error, click.MissingParameter):
        name = param.opts[0] if is_option else str(param.name).upper()
        if param.metavar and not is_option:  # perhaps several usages: IN OUT | IN... --out DIR
            name = re.sub(r"\[\w+\] |\.\.\.$", "", param.metavar.partition(" |")[0])
        if is_option and not choices:
            expected = f"; expected {name} {param.make_metavar(context)}"
        raise click.UsageError(f"{name} is missing{expected}", context)
    if choices:
        word = error.message.partition(" is not")[0].strip("'")
        noun = "value" if is_option else param.name
        option = f"{param.opts[0]} " if is_option else ""
        expected = like(word, choices) or expected
        raise click.UsageError(f"{option}{word}: no such {noun}{expected}", context)


def any_of(words: Sequence[str]) -> str:
    """Words as a choice: `a, b or c`."""
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last


class Lazy(Command, click.Group):
    """A command group that imports only the command that runs."""

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
        if args[0] == "help":
            args = [*args[1:], "--help"]
        name = args[0]
        if name not in self.known and not name.startswith("-"):
            self._refuse_one_way_format(ctx, name)
            problem = f"no {self.noun} {name!r}{self.hint_for(name)}"
            ctx.fail(f"{problem}; {ctx.command_path} --help lists them")
        return super().resolve_command(ctx, args)

    def hint_for(self, word: str) -> str:
        """A hint for an unknown word: what the user may have meant."""
        if self is cli and os.path.isfile(word):
            return f" (a file: bmconv info {for_shell(word)} shows what is in it)"
        if " " in word and word.partition(" ")[0] in self.known:
            return f"; leave off the quotes around {word}"
        from bmconv.cli.advice.slips import command_for, format_for, is_like_a_file

        if self is cli and (hint := command_for(word)):
            return hint
        if self is cli and is_like_a_file(word):
            return f" (for a file: bmconv info {for_shell(word)} shows what is in it)"
        if self.name == "movement" and "movement make" in (hint := command_for(word)):
            return hint
        for group in map(self.load, self.known if self is cli else ()):
            if isinstance(group, Lazy) and word in group.known:
                return f"; the nearest is '{group.name} {word}'"
        if self.noun == "format" and (hint := format_for(word, str(self.name))):
            return hint
        return like(word, self.known)

    def _refuse_one_way_format(self, ctx: click.Context, name: str) -> None:
        """Refuse a write-only format after `from`, and a read-only one after `to`."""
        from bmconv.registry import OWN

        if self.noun == "format" and name in OWN:
            here, there = ("read", "written") if self.name == "from" else ("written", "read")
            lists = f"{ctx.command_path} --help lists the formats that can be {here}"
            ctx.fail(f"{name} can only be {there}; {lists}")

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(f"{self.noun.capitalize()}s"):
            formatter.write_dl(list(self.known.items()))


def from_module(pattern: str) -> Callable[[str], click.Command]:
    """A loader of commands from modules with a common name pattern."""

    def load(name: str) -> click.Command:
        location = ELSEWHERE.get(name, name.replace("-", "_"))
        module, _, attribute = location.partition(":")
        imported = import_module(pattern.format(module))
        command: click.Command = getattr(imported, attribute or "command")
        return command

    return load


class Grouped(Lazy):
    """All commands, in groups, with an example each."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for heading, group in GROUPS.items():
            with formatter.section(heading):
                rows = [(f"bmconv {name} {words}", help) for name, (help, words) in group.items()]
                formatter.write_dl(
                    [(example.ljust(EXAMPLE), help) for example, help in rows], col_max=EXAMPLE
                )


cli = Grouped(
    "bmconv",
    """Read, change and convert the files of bridge scoring, Bridgemate databases (.bws) among them,
    as Unix filters: every file is a stream of records, one JSON object per line.

    \b
      bmconv from bws night.bws | bmconv score | bmconv to csv -o results.csv
    """,
    COMMANDS,
    from_module("bmconv.cli.{}"),
    params=[
        printing_option(
            *("-V", "--version", "wants_version"),
            text=lambda _: f"bmconv {__version__}",
            help="Show the version and exit.",
        )
    ],
    context_settings={"max_content_width": 100},
    epilog="Most commands take a file of any format, or standard input. bmconv COMMAND --help "
    "has more.",
)


def main() -> None:
    """Run the command line; every failure is one line and an exit code."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy would start threads it does not use
    os.environ.setdefault("ARROW_DEFAULT_MEMORY_POOL", "system")  # other pools keep freed memory
    end_with_broken_pipes()
    for stop in (signal.SIGTERM, getattr(signal, "SIGHUP", signal.SIGTERM)):
        signal.signal(stop, lambda number, _: sys.exit(128 + number))
    if sys.stdout is None:
        sys.stdout = NoOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # without it, print would use standard output
    if not sys.stderr.isatty():
        write_utf8(sys.stderr)
    sys.stderr = Guarded(sys.stderr, message)
    warnings.showwarning = _warn
    if sys.stdout.isatty():
        sys.stdout = Guarded(sys.stdout)
    else:
        write_utf8(sys.stdout)
    if os.environ.get("_BMCONV_COMPLETE", "").startswith("powershell"):
        import_module("bmconv.cli.completion")  # adds PowerShell, which click lacks
    try:
        code = cli.main(prog_name="bmconv", standalone_mode=False, windows_expand_args=False)
    except click.exceptions.Abort:
        code = 130
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        code = error.exit_code
    except Exception as error:
        if isinstance(error, OSError) and is_closed_pipe(error):
            code = 141
            sys.stdout = None
        else:
            from bmconv.cli.advice.failures import report  # slow to import, seldom needed

            code = report(error)
    leave(code if isinstance(code, int) else 0)


def write_utf8(stream: Any) -> None:
    """Let a file or a pipe get the same bytes on every system: UTF-8, lines that end with LF."""
    if hasattr(stream, "reconfigure"):
        stream.reconfigure(encoding="utf-8", newline="\n")


def is_closed_pipe(error: OSError) -> bool:
    """Whether nobody reads our output any more; Windows calls that an invalid argument."""
    if sys.platform != "win32" or type(error) is not OSError:
        return isinstance(error, BrokenPipeError)
    about_a_file = error.filename is not None or error.winerror is not None
    return error.errno == errno.EINVAL and not about_a_file


def _warn(message: Warning | str, category: type[Warning], *location: Any, **more: Any) -> None:
    """Print a warning of ours, such as a plug-in that cannot be loaded, as one line."""
    ours = category.__module__.startswith("bmconv.")
    line = (
        f"bmconv: {message}\n" if ours else warnings.formatwarning(message, category, *location[:2])
    )
    sys.stderr.write(line)


class NoOutput:
    """Stands in for a standard output that was closed before the program started."""

    def write(self, text: object) -> int:
        from bmconv.errors import FileTrouble

        raise FileTrouble("standard output is closed")

    def flush(self) -> None:
        """Do nothing: there is no buffer."""

    def isatty(self) -> bool:
        return False


def leave(code: int) -> None:
    """Exit with a code, once all output is flushed."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        if code == 0 and not is_closed_pipe(error):
            print(f"bmconv: stdout: {error.strerror}", file=sys.stderr)
            code = 4
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    sys.exit(code)
