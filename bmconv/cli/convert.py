"""bmconv from, to and convert: any format to records, records to any format, and both at once."""

import os
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import click

from bmconv.cli import Command, Lazy
from bmconv.cli.job import (
    FILTER,
    FORMAT,
    INPUT,
    OUTPUT,
    Job,
    complete_file,
    complete_format,
    options,
    pairs,
)
from bmconv.codecs import Format, load, options_of
from bmconv.conversion import decode, format_of_name
from bmconv.errors import UsageError
from bmconv.records import Record
from bmconv.registry import FORMATS, RECORDS, Entry

MANY = 6
"""With more choices than this, an option lists them in its help text."""


@options(INPUT, FORMAT)
@click.command("convert", cls=Command)
@click.argument("output", required=False, shell_complete=complete_file)
@click.option(
    "-t",
    "target",
    metavar="FORMAT",
    help="format of the output (default: implied by its name)",
    shell_complete=complete_format,
)
@click.option("--from-opt", multiple=True, metavar="K=V", help="option of the input format")
@click.option("--to-opt", multiple=True, metavar="K=V", help="option of the output format")
@click.option("--extra", is_flag=True, help="keep the extra columns of a player list")
def command(
    job: Job,
    output: str | None,
    target: str | None,
    from_opt: tuple[str, ...],
    to_opt: tuple[str, ...],
    extra: bool,
) -> None:
    """Convert INPUT to OUTPUT, the same as `from` piped into `to`. Options of the formats are
    given as KEY=VALUE: `to csv --table seat` is `--to-opt table=seat` here.

    \b
      bmconv convert night.bws results.csv
      bmconv convert night.bws seats.csv --to-opt table=seat
      bmconv convert night.bws tables/ -t parquet
      bmconv convert night.bws BMRData.txt -t bmrdata
    """
    if target is None and output in (None, "-"):
        raise UsageError("no output: name a file such as night.xlsx, or a format with -t")
    target = target or format_of_name(output or "", "choose one with -t")
    writing = pairs(to_opt)
    if output and (output.endswith(("/", os.sep)) or os.path.isdir(output)):
        folder = load(target).info.folder
        if not folder:
            raise UsageError(f"{output} is a folder: {target} is one file, so name one")
        writing = {folder: output} | writing
        output = None
    job.convert(output, target, (pairs(from_opt) | ({"extra": "true"} if extra else {}), writing))


class Helps(Mapping[str, str]):
    """The formats that are read or written, with their help; plug-ins are looked up as FORMATS."""

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
    """A group with a command per format, made when it is called."""
    usage = "FORMAT [OPTIONS] [INPUT]"
    return Lazy(name, help, Helps(reading), make, noun="format", subcommand_metavar=usage)


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
            settings["metavar"] = option.name.upper()
            settings["help"] = f"{option.help}: {', '.join(option.choices)}"
        if option.default is None:
            flag += f"/--no-{option.name.replace('_', '-')}"
        elif isinstance(option.default, bool):
            settings["is_flag"] = True
        elif not option.choices:
            settings["metavar"] = "N" if isinstance(option.default, int) else option.name.upper()
        parameters.append(click.Option([flag, option.name], **settings))
    return parameters


def reader(name: str) -> click.Command:
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
    reader,
    help="Read a format and write records, one JSON object per line. `bmconv from FORMAT "
    "--help` lists the options of that format.\n\n\b\n  bmconv from bws night.bws\n"
    "  bmconv from bmrdata BMRData.txt",
    reading=True,
)


def writer(name: str) -> click.Command:
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
        help=f"Write {info.title}; the input is records, or a file of any format.\n\n\b\n"
        f"  bmconv to {name} {example_input} -o {sample}",
    )
    return options(*FILTER)(command)


write_command = per_format(
    "to",
    writer,
    help="Write records in a format. `bmconv to FORMAT --help` lists the options of that format. "
    "Nothing is written unless the whole input was read.\n\n\b\n"
    "  bmconv to csv night.bws -o results.csv\n"
    "  bmconv from bmrdata BMRData.txt | bmconv to csv -o results.csv",
)
