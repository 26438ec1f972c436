"""bmconv from, to and convert: any format to records, records to any format, and both at once."""

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import click

from bmconv.cli import READ, WRITTEN, Command, Lazy
from bmconv.cli.job import (
    FILTER,
    FORMAT,
    INPUT,
    OUTPUT,
    Job,
    complete_format,
    matching_files,
    options,
    parse_format_options,
    refuse_collisions,
)
from bmconv.codecs import Format, UserOptions, detect, load, options_of
from bmconv.conversion import decode, format_of_name, is_folder_wanted
from bmconv.errors import BmconvError, NeedsHelp, UsageError
from bmconv.io.source import open_source
from bmconv.notes import Note, Notes, quantity
from bmconv.records import Record
from bmconv.registry import FORMATS, RECORDS, Entry

MANY = 6
"""With more choices than this, an option lists them in its help text."""


@options(FORMAT)
@click.command("convert", cls=Command)
@click.argument(
    "words",
    nargs=-1,
    metavar="[INPUT] [OUTPUT] | INPUT... --out FOLDER",
    type=READ,
)
@click.option(
    "--out",
    metavar="FOLDER",
    help="folder to write to, a file for each INPUT",
    type=WRITTEN,
)
@click.option(
    "-t",
    "target",
    metavar="FORMAT",
    help="format of the output (default: implied by its name)",
    shell_complete=complete_format,
)
@click.option("-o", "output", metavar="FILE", help="write to FILE, as OUTPUT does",
              type=WRITTEN)  # fmt: skip
@click.option("--from-opt", multiple=True, metavar="K=V", help="option of the input format")
@click.option("--to-opt", multiple=True, metavar="K=V", help="option of the output format")
@click.option(
    "--extra", is_flag=True, help="keep columns that are not player fields; they go into extra"
)
def command(
    job: Job,
    words: tuple[str, ...],
    out: str | None,
    target: str | None,
    output: str | None,
    from_opt: tuple[str, ...],
    to_opt: tuple[str, ...],
    extra: bool,
) -> int:
    """Convert INPUT to OUTPUT, the same as `from` piped into `to`. Options of the formats are
    given as KEY=VALUE: `to csv --table seat` is `--to-opt table=seat` here.

    With --out all names are inputs: a.pbn becomes FOLDER/a.jsonl with -t records. A file that
    cannot be converted is reported in one line and the others are converted; the exit code is the
    highest of all.

    \b
      bmconv convert night.bws results.csv
      bmconv convert night.bws seats.csv --to-opt table=seat
      bmconv convert night.bws tables/ -t parquet
      bmconv convert night.bws BMRData.txt -t bmrdata
      bmconv convert night.bws old.bws --out pages -t html
    """
    reading = parse_format_options(from_opt) | ({"extra": "true"} if extra else {})
    if output:
        if out is not None or len(words) > 1:
            raise UsageError(f"-o {output}: the output is given twice; leave one out")
        words = (*(words or ("-",)), output)
    if out is not None:
        if target is None:
            raise UsageError("--out: name the format of the outputs with -t")
        files = [file for word in words for file in matching_files(word)]
        plan = _plan_outputs(files, out, target)
        return _convert_many(job, plan, out, target, (reading, parse_format_options(to_opt)))
    input, output = _input_and_output(words)
    job.name_files(input, output)
    if target is None and output in (None, "-"):
        raise NeedsHelp("no output: name a file such as night.xlsx, or a format with -t")
    if target and output:
        _refuse_replacing_other_format(output, target)
    report = f"; for a report, bmconv rank {input or 'INPUT'} -o {output}"
    remedy = "choose one with -t" + (report if (output or "").lower().endswith(".txt") else "")
    target = target or format_of_name(output or "", remedy)
    writing = parse_format_options(to_opt)
    if output and (output.endswith(("/", os.sep)) or os.path.isdir(output)):
        folder = load(target).info.folder
        if not folder:
            raise UsageError(f"{output} is a folder: {target} is one file, so name one")
        writing = {folder: output} | writing
        output = None
    job.convert(output, target, (reading, writing))
    return 0


def _input_and_output(words: tuple[str, ...]) -> tuple[str | None, str | None]:
    """The two names of a conversion; on Windows, a pattern may stand for the first."""
    if len(words) > 2:
        expected = "expected INPUT and OUTPUT"
        raise UsageError(f"{len(words)} names: {expected}, or --out FOLDER for many files")
    input, output = (*words, None, None)[:2]
    if input and len(files := matching_files(input)) > 1:
        raise UsageError(f"{input}: {len(files)} files match; --out FOLDER converts many")
    return files[0] if input else None, output


def _refuse_replacing_other_format(output: str, target: str) -> None:
    """Refuse to replace a file of another format, which may be meant as a second input."""
    endings = FORMATS[target].extensions if target in FORMATS else ("",)
    if output.lower().endswith(endings) or not os.path.isfile(output):
        return
    format = target
    with suppress(BmconvError), open_source(output) as source:
        format = detect(source)
    if format != target:
        problem = f"{output} already exists as a file of format {format}"
        raise UsageError(f"{problem}; choose another name, or --out FOLDER for many files")


def _plan_outputs(files: list[str], folder: str, target: str) -> list[tuple[str, str]]:
    """Every file with its output; UsageError if one would replace an input or another output."""
    load(target)  # refuses an unknown format
    ending = (*FORMATS[target].extensions, "")[0]
    plan = []
    for file in files:
        stem = os.path.splitext(os.path.basename(file.rstrip(f"/{os.sep}")))[0]
        if file == "-" or not stem:
            raise UsageError(f"{file!r} has no file name to use in {folder}; name a file")
        plan.append((file, os.path.join(folder, f"{stem}{ending}")))
    if not plan:
        raise UsageError("--out: no files to convert")
    refuse_collisions(plan, "convert them into different folders")
    return plan


def _convert_many(
    job: Job,
    plan: list[tuple[str, str]],
    folder: str,
    target: str,
    options: tuple[UserOptions, UserOptions],
) -> int:
    """Convert files one by one, and return the highest exit code. Notes are counted together."""
    from bmconv.cli.report import Progress  # seldom needed

    if is_folder_wanted(load(target).info, options[1]):
        raise UsageError(f"--out writes one file for each input, not a folder of {target} files")
    os.makedirs(folder, exist_ok=True)
    progress = Progress("files")
    codes = []
    for number, (file, output) in enumerate(plan, 1):
        job.name_files(file, output)
        one = Job(file, job.format, output, job.strict)
        one.notes = Notes(partial(_take_note, job, file))
        try:
            one.convert(output, target, options)
        except UsageError:
            raise  # every file would fail in the same way
        except Exception as error:
            from bmconv.cli.advice.failures import explain

            message, code = explain(error)
            place = "" if file in message else f"{file}: "
            progress.clear()
            click.echo(f"bmconv: {place}{message}", err=True)
            codes.append(code)
        progress(number, len(plan))
    if not job.quiet:
        files = quantity(len(plan), "file")
        click.echo(f"{len(plan) - len(codes)} of {files} written to {folder}")
    return max(codes, default=0)


def _take_note(job: Job, file: str, note: Note) -> None:
    """Add a note about a file to the notes about all files."""
    place = note.place if file in note.place else f"{file}: {note.place}"
    job.notes.take(note._replace(place=place))


class HelpOfFormats(Mapping[str, str]):
    """The formats that can be read, or written, with their help; plug-ins are included."""

    def __init__(self, reading: bool) -> None:
        self.reading = reading

    def __getitem__(self, name: str) -> str:
        entry = FORMATS[name]
        if not self._offers(entry):
            raise KeyError(name)
        return entry.help

    def __iter__(self) -> Iterator[str]:
        return (name for name, entry in FORMATS.items() if self._offers(entry))

    def _offers(self, entry: Entry) -> bool:
        return entry.reads if self.reading else entry.writes

    def __len__(self) -> int:
        return len(list(iter(self)))


def per_format(
    name: str, make: Callable[[str], click.Command], help: str, *, reading: bool = False
) -> click.Group:
    """A group with one command per format; `make` makes the command when it is used."""
    usage = "FORMAT [OPTIONS] [INPUT]"
    return Lazy(name, help, HelpOfFormats(reading), make, noun="format", subcommand_metavar=usage)


def format_parameters(info: Format, *, reading: bool) -> list[click.Parameter]:
    """The options of a format as command-line options."""
    parameters: list[click.Parameter] = []
    for option in options_of(info, reading=reading):
        flag = "--" + option.name.replace("_", "-")
        settings: dict[str, Any] = {"help": option.help, "default": option.default}
        settings["show_default"] = bool(option.default)
        if option.choices:
            settings["type"] = click.Choice(option.choices)
            settings["default"] = option.default or None
        if len(option.choices) > MANY:
            settings["metavar"] = option.metavar or option.name.upper()
            settings["help"] = f"{option.help}: {', '.join(option.choices)}"
        if option.default is None or option.default is True:
            flag += f"/--no-{option.name.replace('_', '-')}"
            settings["show_default"] = False
        elif isinstance(option.default, bool):
            settings["is_flag"] = True
        elif not option.choices:
            name = "N" if isinstance(option.default, int) else option.name.upper()
            settings["metavar"] = option.metavar or name
        parameters.append(click.Option([flag, option.name], **settings))
    return parameters


def option_groups(info: Format) -> dict[str, list[str]]:
    """The headings of a format's options, each with the names of the options below it."""
    headings = dict.fromkeys(option.group for option in info.options if option.group)
    return {heading: [o.name for o in info.options if o.group == heading] for heading in headings}


def make_reader(name: str) -> click.Command:
    """The command that reads one format, with that format's own options."""
    info = load(name).info

    def read(job: Job, **format_options: Any) -> None:
        def records() -> Iterator[Record]:
            with job.source() as source:
                yield from decode(source, name, format_options, job.notes)

        job.emit(records())

    command = Command(
        name,
        callback=read,
        params=format_parameters(info, reading=True),
        help=f"Read {info.title}; the output is records.\n\n"
        f"\b\n  bmconv from {name} {FORMATS[name].sample}",
    )
    return options(INPUT, OUTPUT)(command)


read_command = per_format(
    "from",
    make_reader,
    help="Read a format and write records, one JSON object per line. `bmconv from FORMAT "
    "--help` lists the options of that format.\n\n\b\n  bmconv from bws night.bws\n"
    "  bmconv from bmrdata BMRData.txt",
    reading=True,
)


def make_writer(name: str) -> click.Command:
    """The command that writes one format, with that format's own options."""
    info, sample = load(name).info, FORMATS[name].sample
    example_input = (
        "night.bws" if name == RECORDS else f"records/{os.path.splitext(sample)[0]}.jsonl"
    )

    def write(job: Job, **format_options: Any) -> None:
        job.convert(job.output, name, ({}, format_options))

    command = Command(
        name,
        callback=write,
        params=format_parameters(info, reading=False),
        groups=option_groups(info),
        help=f"Write {info.title}; the input is records, or a file of any format.\n\n\b\n"
        f"  bmconv to {name} {example_input} -o {sample}",
    )
    return options(*FILTER)(command)


write_command = per_format(
    "to",
    make_writer,
    help="Write records in a format. `bmconv to FORMAT --help` lists the options of that format. "
    "Nothing is written unless the whole input was read.\n\n\b\n"
    "  bmconv to csv night.bws -o results.csv\n"
    "  bmconv from bmrdata BMRData.txt | bmconv to csv -o results.csv",
)
