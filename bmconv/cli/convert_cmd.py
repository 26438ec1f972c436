"""bmconv convert: one format to another in one process."""

from __future__ import annotations

import click

from bmconv.cli.job import FORMAT, INPUT, Job, complete_file, complete_format, options
from bmconv.codecs import load
from bmconv.convert import convert, format_of_name
from bmconv.errors import UsageError
from bmconv.sink import Sink


@options(INPUT, FORMAT)
@click.command("convert")
@click.argument("output", required=False, shell_complete=complete_file)
@click.option(
    "-t",
    "target",
    metavar="FORMAT",
    help="format of the output (default: by its name)",
    shell_complete=complete_format,
)
@click.option("--from-opt", multiple=True, metavar="K=V", help="an option of the input's format")
@click.option("--to-opt", multiple=True, metavar="K=V", help="an option of the output's format")
def command(
    job: Job,
    output: str | None,
    target: str | None,
    from_opt: tuple[str, ...],
    to_opt: tuple[str, ...],
) -> None:
    """Convert INPUT to OUTPUT; the same as `from` piped into `to`.

    \b
      bmconv convert BMRData.txt results.csv -t csv --to-opt table=result
    """
    if target is None and output in (None, "-"):
        raise UsageError("say the format of the output with -t")
    target = target or format_of_name(output or "")
    binary = load(target).INFO.binary
    with job.source() as source, Sink(output, binary=binary, hold=True) as sink:
        given = (_pairs(from_opt), _pairs(to_opt))
        convert(source, job.format_of(source), target, sink, given, job.notes)
        job.settle()


def _pairs(given: tuple[str, ...]) -> dict[str, str]:
    pairs = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"{text!r}: expected NAME=VALUE")
        pairs[name.replace("-", "_")] = value
    return pairs
