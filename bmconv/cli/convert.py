"""bmconv convert: one format to another in one process."""

from __future__ import annotations

import click

from bmconv.cli.job import FORMAT, INPUT, Job, complete_file, complete_format, options
from bmconv.conversion import format_of_name
from bmconv.errors import UsageError


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
@click.option(
    "--extra", is_flag=True, help="keep columns of a player list that are no field of a player"
)
def command(
    job: Job,
    output: str | None,
    target: str | None,
    from_opt: tuple[str, ...],
    to_opt: tuple[str, ...],
    extra: bool,
) -> None:
    """Convert INPUT to OUTPUT; the same as `from` piped into `to`. What is an option there, as
    --table seat of `to csv`, is --to-opt table=seat here.

    \b
      bmconv convert night.bws results.csv
      bmconv convert night.bws seats.csv --to-opt table=seat
      bmconv convert night.bws BMRData.txt -t bmrdata
    """
    if target is None and output in (None, "-"):
        raise UsageError("say where to: a file as night.xlsx, or the format with -t")
    target = target or format_of_name(output or "", "say the format with -t")
    given = (pairs(from_opt) | ({"extra": "true"} if extra else {}), pairs(to_opt))
    job.convert(output, target, given)


def pairs(given: tuple[str, ...]) -> dict[str, str]:
    """Options of a format, from NAME=VALUE."""
    found = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"{text!r}: expected NAME=VALUE")
        found[name.replace("-", "_")] = value
    return found
