"""What all commands share: opening input and output, reporting notes, ending a stream."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import chain, islice
from stat import S_ISREG
from typing import TYPE_CHECKING, Any

import click
from msgspec import to_builtins

from bmconv.cli import READ, WRITTEN
from bmconv.cli.advice.error_records import error_record
from bmconv.codecs import UserOptions, detect, load, refuse_blank
from bmconv.conversion import (
    decode,
    encode_whole,
    format_of_name,
    is_folder_wanted,
    options_like,
    refuse_empty,
    transfer,
)
from bmconv.errors import (
    BmconvError,
    DataError,
    FileTrouble,
    UsageError,
    Wording,
    for_command_line,
    for_shell,
)
from bmconv.event import Event
from bmconv.io.files import refuse_inputs, resolve_links
from bmconv.io.sink import Sink
from bmconv.io.source import Source, open_source
from bmconv.io.stream import (
    batches,
    change,
    decode_line,
    encode,
    encode_batch,
    encode_lines,
    lines_with_places,
)
from bmconv.notes import ERROR, Note, Notes
from bmconv.records import Error, Record
from bmconv.registry import DATABASE, FORMATS, OWN, PAGE, RECORDS
from bmconv.rules import SCOPES, normalise

if TYPE_CHECKING:
    from bmconv.filters import Records
    from bmconv.ranking import Ranked


class Job:
    """One run of a command: its input, its output and its notes."""

    def __init__(
        self,
        input: str | None = None,
        format: str | None = None,
        output: str | None = None,
        strict: bool = False,
        notes_file: str | None = None,
        quiet: bool = False,
    ) -> None:
        self.input = input
        self.format = format
        self.output = output
        self.strict = strict
        self.quiet = quiet
        self.failed = False
        self._alike: dict[str, UserOptions] = {}
        """By format, the options with which an output is written in the style of the input."""
        self.formats: dict[str, str] = {}
        """The format of each input by the input's name; empty if the command did not detect it."""
        self._notes_sink = _notes_sink(notes_file, output) if notes_file else None
        self.notes = Notes(self._write_note if self._notes_sink else None)

    def name_files(self, input: str | None, output: str | None) -> None:
        """Set input and output, for a command that finds them among its arguments."""
        self.input, self.output = input, output
        if self._notes_sink:
            _refuse_notes_as_output(str(self._notes_sink.path), output)

    def source(self, path: str | None = None) -> Source:
        """Open the input, or another file that the command reads."""
        path = self.input if path is None else path
        if path is None and sys.stdin is not None and sys.stdin.isatty():
            raise UsageError(
                "no input: name a file or pipe something in (- reads from the keyboard)"
            )
        refuse_inputs([self.output], [path])
        source = open_source(path)
        self.formats.setdefault(source.name, self.format or "")
        return source

    def input_with_content(self, path: str | None = None) -> Source:
        """Open the input of a command that reports on it, and refuse one with nothing in it."""
        source = self.source(path)
        source.require_content()
        return source

    def _input_of_filter(self, path: str | None = None) -> Source:
        """Open the input of a filter. If the output is a file, the input must not be empty: the
        command before it in the pipe may have failed."""
        return self.input_with_content(path) if self.output else self.source(path)

    def format_of(self, source: Source, format: str | None = None) -> str:
        """The format of a source, given or detected; an output of that format follows its style."""
        format = format or self.format or detect(source)
        self.formats[source.name] = format
        refuse_blank(source, format)
        if self.output and format not in self._alike:
            self._alike[format] = options_like(format, source)
        return format

    def records(self, path: str | None = None, format: str | None = None) -> Iterator[Record]:
        """The records of the input, or of another file."""
        with self._input_of_filter(path) as source:
            yield from decode(source, self.format_of(source, format), {}, self.notes)

    def event(self, path: str | None = None, format: str | None = None) -> Event:
        """The input, or another file, as one event; problems are noted as they are found."""
        if path is not None:
            return Event(self.records(path, format), self.notes)
        with self.input_with_content() as source:
            records = decode(source, self.format_of(source, format), {}, self.notes)
            return Event(records, self.notes)

    def rewrite(
        self, filter: "Callable[[Records], Iterable[Record]]", path: str | None = None
    ) -> None:
        """Write the output of a filter, which can read the input as often as it needs.

        A record that the filter passes on as it is keeps its line byte for byte.
        """
        if (target := format_of_output(self.output)) != RECORDS:
            with self._input_of_filter(path) as source:
                is_raw = self.format_of(source) == RECORDS  # `decode` normalises other formats
                lines = self._lines(source)
                output = filter(lambda: (record for _, record in lines()))
                if is_raw:
                    output = normalise(output, SCOPES[""], self.notes)
                self._write(output, target)
            return
        with self.stream() as sink, self._input_of_filter(path) as source:
            if sink.path is None and sys.stdout.isatty() and self.format_of(source) != RECORDS:
                ending = os.path.splitext(source.file_name)[1]
                raise UsageError(f"name a file for the output, such as -o new{ending}, or pipe it")
            lines = self._lines(source)
            line: bytes = b""
            current: Record | None = None

            def records() -> Iterator[Record]:
                nonlocal line, current
                for line, current in lines():  # noqa: B007, written below
                    self.failed = self.failed or isinstance(current, Error)
                    yield current

            for record in filter(records):
                sink.write((record is current and line) or encode(record) + b"\n")

    def _lines(self, source: Source) -> Callable[[], Iterator[tuple[bytes, Record]]]:
        """Every record with its line, which is empty if the input is not a stream of records."""
        if self.format_of(source) != RECORDS:
            decoded = list(decode(source, self.format_of(source), {}, self.notes))
            return lambda: ((b"", record) for record in decoded)
        file = source.seekable()
        start = file.tell()

        def read() -> Iterator[tuple[bytes, Record]]:
            file.seek(start)
            for line, place in lines_with_places(source):
                yield line, decode_line(line, place)

        return read

    @contextmanager
    def stream(self) -> Iterator[Sink]:
        """A sink for lines of records, ended with an error record when something fails."""
        with Sink(self.output, hold=self.strict) as sink:
            try:
                yield sink
                self.settle()
                if self.failed and sink.path:
                    raise DataError("nothing written: the input ended with an error")
                if sink.path and not sink.stream.tell():
                    refuse_empty(sink, RECORDS, self.notes)
            except BaseException as error:
                if isinstance(error, BmconvError):
                    error.in_stream = True
                    _adapt(error)
                if sink.path is None and not sys.stdout.isatty():
                    sink.stream.write(encode(error_record(error)) + b"\n")
                    sink.stream.flush()
                raise
        if not self.quiet and (line := _misnamed_records(self.output)):
            click.echo(f"bmconv: {line}", err=True)

    def convert(
        self, output: str | None, target: str, options: tuple[UserOptions, UserOptions]
    ) -> None:
        """Write the input in another format; the output appears when all input has been read."""
        info = load(target).info
        binary = info.binary and not is_folder_wanted(info, options[1])
        with self.source() as source, Sink(output, binary=binary, hold=True) as sink:
            transfer(source, self.format_of(source), target, sink, options, self.notes)
            self.settle(sink)
        if (ending := ending_of_another(output, target)) and not self.quiet:
            line = f"{output} contains {target}, although its name ends in {ending}"
            click.echo(f"bmconv: {line}; other programs may refuse it", err=True)

    def emit(
        self,
        records: Iterable[Record],
        ranked: "Ranked | None" = None,
        table: str = "",
        to_options: UserOptions | None = None,
    ) -> None:
        """Write records as a stream, or to a file in the format implied by its name.

        `ranked`: the ranking whose records these are, for formats that show it. `table`: the record
        type for formats that hold one type per file. `to_options`: further options of the format.
        """
        if (target := format_of_output(self.output)) != RECORDS:
            self._write(records, target, ranked, table, to_options)
            return
        with self.stream() as sink:
            for batch in batches(records):
                self.failed = self.failed or Error in {*map(type, batch)}
                sink.write(encode_batch(batch))

    def filter(self, types: Iterable[str], edit: Callable[[Any], Record | None]) -> None:
        """Edit the records of some types; the lines of other records pass byte for byte."""
        touched = frozenset(types)
        if (target := format_of_output(self.output)) != RECORDS:
            self._write(_edit(self.records(), touched, edit), target)
            return
        with self.stream() as sink, self._input_of_filter() as source:
            if self.format_of(source) == RECORDS:
                blocks = change(source, touched | {"error"}, self._error_or(edit))
            else:
                records = decode(source, self.format_of(source), {}, self.notes)
                blocks = encode_lines(_edit(records, touched, edit))
            for block in blocks:
                sink.write(block)

    def _write(
        self,
        records: Iterable[Record],
        target: str,
        ranked: "Ranked | None" = None,
        table: str = "",
        to_options: UserOptions | None = None,
    ) -> None:
        """Write records to a file in a format other than the stream."""
        with Sink(self.output) as sink:
            rest = iter(records)
            first = list(islice(rest, 1))  # the first read fills self._alike
            options = dict(self._alike.get(target, {}))
            if table and (option := load(target).info.table):
                options[option] = table
            options |= to_options or {}
            encode_whole(chain(first, rest), target, sink, options, self.notes, ranked)
            self.settle(sink)

    def settle(self, sink: Sink | None = None) -> None:
        """Make the last checks before any output appears.

        Fails under --strict if there are losses or errors. Also fails if a database with results
        would be replaced by one without results; prints a message if another evening is replaced.
        """
        to_database = sink and str(sink.name).lower().endswith(OWN[DATABASE].extensions)
        if to_database:
            from bmconv.bws.live.unfinished import note_not_copied

            for input in self.formats:
                note_not_copied(input, self.notes)
        if self.strict:
            self.notes.refuse_losses()
        if sink and to_database and sink.replaces():
            from bmconv.bws.codec import replaced_evening

            if (evening := replaced_evening(sink)) and not self.quiet:
                click.echo(f"bmconv: replaced {sink.name}, which had {evening}", err=True)

    def close(self) -> int:
        """Print the notes and return the exit code so far."""
        if not self.quiet:
            if any(not isinstance(t.first.hint, str) for t in self.notes.tallies.values()):
                from bmconv.cli.advice.readers import adapt_notes

                adapt_notes(self.notes, click.get_current_context(), self.formats)
            for line in self.notes.summary_lines():
                print(f"bmconv: {_mask(line)}", file=sys.stderr)
        if self._notes_sink:
            self._notes_sink.commit()
        return 1 if self.failed or self.notes.count(ERROR) else 0

    def note_failure(self, error: BmconvError) -> None:
        """Write the reason of a failure to the file of notes: every refusal, or the error."""
        if self._notes_sink:
            for each in getattr(error, "refusals", (error,)):
                self._notes_sink.write(_failure_line(each))

    def _write_note(self, note: Note) -> None:
        assert self._notes_sink is not None
        self._notes_sink.write(_mask(note.line()).encode() + b"\n")

    def _error_or(self, edit: Callable[[Any], Record | None]) -> Callable[[Record], Record | None]:
        """An `edit` that passes on error records of the input, and remembers that there was one."""

        def edit_or_pass(record: Record) -> Record | None:
            if isinstance(record, Error):
                self.failed = True
                return record
            return edit(record)

        return edit_or_pass


def _failure_line(error: BmconvError) -> bytes:
    """The line of --notes for an error: its record, with a level and the remedy."""
    import json

    fields = {"level": ERROR, **to_builtins(error_record(error))}
    fields.setdefault("place", "")
    fields["remedy"] = for_command_line(error.remedy)
    return json.dumps(fields, ensure_ascii=False).encode() + b"\n"


def _adapt(error: BmconvError) -> None:
    """Let an error name the options of formats as the running command spells them."""
    if Wording in (type(error.text), type(error.hint)):
        from bmconv.cli.advice.readers import adapt_error

        adapt_error(error, click.get_current_context())


def _edit(
    records: Iterable[Record], types: frozenset[str], edit: Callable[[Any], Record | None]
) -> Iterator[Record]:
    for record in records:
        changed = edit(record) if str(record.__struct_config__.tag) in types else record
        if changed is not None:
            yield changed


def format_of_output(name: str | None) -> str:
    """The format implied by the name of an output file; without an ending, records."""
    if name is None or not os.path.splitext(name)[1]:
        return RECORDS
    return format_of_name(name, f"use {OWN[RECORDS].extensions[0]}, or bmconv to FORMAT -o FILE")


def ending_of_another(name: str | None, format: str) -> str:
    """The ending of a file name, if it belongs only to formats other than this one; else empty."""
    ending = os.path.splitext(name or "")[1].lower()
    owners = [entry for entry, row in OWN.items() if ending in row.extensions]
    return ending if owners and format not in owners and format in OWN else ""


def _misnamed_records(output: str | None) -> str:
    """A warning about records in a file whose name implies another format; empty if all is well."""
    if output is not None:
        if os.path.splitext(output)[1] or not os.path.isfile(output):
            return ""
        name = for_shell(f"{output}{OWN[DATABASE].extensions[0]}")
        example = f"-o {name} for a Bridgemate database"
        if click.get_current_context().info_name == "rank":
            page = for_shell(f"{output}{OWN[PAGE].extensions[0]}")
            example = f"-o {page} for a page, {example}"
        return f"{output} contains records, because its name has no ending; use {example}"
    path = _name_of_stdout()
    ending = ending_of_another(path, RECORDS)
    if any(usual.startswith(ending) for usual in OWN[RECORDS].extensions):  # .json, or no ending
        return ""
    with suppress(UsageError):  # several formats have the ending
        format_of_output(path)
        name = os.path.relpath(path)
        problem = f"{name} contains records, because > does not choose a format"
        return f"{problem}; use -o {for_shell(name)}"
    return ""


def _name_of_stdout() -> str:
    """The path of the file behind standard output; empty if it is not a file, or without /proc."""
    try:
        number = sys.stdout.fileno()
        is_file = S_ISREG(os.fstat(number).st_mode)
        return os.readlink(f"/proc/self/fd/{number}") if is_file else ""
    except (OSError, ValueError):
        return ""


def _mask(text: str) -> str:
    from bmconv.masking import mask_text  # seldom needed

    return mask_text(text)


def _notes_sink(name: str, output: str | None) -> Sink:
    """The file for notes; it may replace only an earlier file of notes."""
    with suppress(OSError), open(name, "rb") as file:
        if file.read(9) not in (b"", b'{"level":'):
            raise UsageError(f"--notes {name}: not a file of notes; choose another name")
    _refuse_notes_as_output(name, output)
    return Sink(name)


def _refuse_notes_as_output(name: str, output: str | None) -> None:
    if output and resolve_links(output) == resolve_links(name):
        raise UsageError(f"--notes {name} is also the output; choose another name")


def refuse_collisions(plan: Sequence[tuple[str, str]], remedy: str) -> None:
    """Refuse pairs of input and output in which an output would replace an input or another output.

    Names that differ only in capitals are the same file on some systems.
    """
    refuse_inputs([output for _, output in plan], [input for input, _ in plan], "folder")
    input_of: dict[str, str] = {}
    for input, output in plan:
        if (other := input_of.setdefault(output.casefold(), input)) is not input:
            raise UsageError(f"{other} and {input} would both become {output}: {remedy}")


def complete_format(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the name of a format."""
    return [name for name in FORMATS if name.startswith(incomplete)]


def expand_files(ctx: click.Context, param: click.Parameter, names: tuple[str, ...]) -> Any:
    """Names of input files, with patterns replaced by the files they match."""
    return tuple(file for name in names for file in matching_files(name))


MOST = 10
"""The most files that a message lists."""
EXPANDS = sys.platform == "win32"
"""Whether bmconv expands patterns itself, because Windows' shells do not."""


def matching_file(name: str) -> str:
    """The name of an input file; a pattern must match exactly one."""
    first, *others = files = matching_files(name)
    if others:
        listed = f"{', '.join(files[:MOST])}{', ...' if len(files) > MOST else ''}"
        raise UsageError(f"{name}: {len(files)} files match: {listed}; name one of them")
    return first


def matching_files(pattern: str) -> list[str]:
    """The files that match a name with `*` and `?`, on systems whose shells do not expand them.

    Brackets stand for themselves.
    """
    if not EXPANDS or not {"*", "?"} & set(pattern):
        return [pattern]
    from glob import glob

    files = sorted(glob(pattern.replace("[", "[[]")))
    if not files:
        raise FileTrouble(f"{pattern}: no file matches", place=pattern)
    return files


INPUT = click.Argument(["input"], required=False, type=READ)
FORMAT = click.Option(
    ["-f", "format"],
    metavar="FORMAT",
    help="format of the input (default: detected from content and name)",
    shell_complete=complete_format,
)
OUTPUT = click.Option(
    ["-o", "output"],
    metavar="FILE",
    help="write to FILE, in the format implied by its name (default: stdout)",
    type=WRITTEN,
)
PLAIN_OUTPUT = click.Option(
    ["-o", "output"],
    metavar="FILE",
    help="write to FILE (default: stdout)",
    type=WRITTEN,
)
"""The output of commands that do not write records."""
NOTES = (
    click.Option(
        ["--strict"], is_flag=True, help="fail and write nothing if there is any loss or error"
    ),
    click.Option(
        ["--notes", "notes_file"],
        metavar="FILE",
        help="write all notes as JSON lines",
        type=WRITTEN,
    ),
    click.Option(["-q", "quiet"], is_flag=True, help="do not print notes"),
)


FINDING_STRICT = click.Option(["--strict"], is_flag=True, help="exit 1 also for losses and errors")
"""--strict of commands that only report what they find, and have no output to hold back."""


FILTER = (INPUT, FORMAT, OUTPUT)
"""The parameters of every filter."""


def options(*offered: click.Parameter) -> Callable[[click.Command], click.Command]:
    """Add parameters and the options for notes to a command, which is called with a `Job`."""
    names = {param.name for param in offered}
    params = [*offered, *(note for note in NOTES if note.name not in names)]

    def decorate(command: click.Command) -> click.Command:
        inner = command.callback
        assert inner is not None

        def run(**values: Any) -> int:
            job_values: dict[str, Any] = {p.name: values.pop(p.name) for p in params if p.name}
            for name in ("input", "output"):  # some commands declare these themselves
                job_values.setdefault(name, values.get(name))
            job = Job(**job_values)
            try:
                code = inner(job, **values)
            except BmconvError as error:
                if isinstance(error, UsageError):
                    job.quiet = True  # the notes are about an output that will not be written
                _adapt(error)
                job.note_failure(error)
                raise
            finally:
                closed = job.close()
            return code or closed

        command.callback = run
        front = [p for p in params if isinstance(p, click.Argument)]
        command.params = front + command.params + [p for p in params if p not in front]
        return command

    return decorate


def parse_format_options(texts: tuple[str, ...]) -> dict[str, str]:
    """Parse options of a format given as NAME=VALUE."""
    values_by_name = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"{text!r}: expected NAME=VALUE")
        if name.replace("-", "_") in values_by_name:
            raise UsageError(f"{text!r}: {name} is given twice; give it once")
        values_by_name[name.replace("-", "_")] = value
    return values_by_name
