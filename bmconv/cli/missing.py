"""bmconv missing: results still to come."""

import json
from collections.abc import Iterator
from itertools import groupby, islice

import click

from bmconv.bridge.movements import spans
from bmconv.cli import Command
from bmconv.cli.job import FINDING_STRICT, FORMAT, INPUT, Job, options
from bmconv.errors import DataError
from bmconv.event.schedule import Expected, MissingResult, Schedule
from bmconv.library.events import missing
from bmconv.reports.layout import columns

WIDTH = 100
"""A grid wider than this is transposed, if that makes it narrower."""
LINES = 36
"""The most missing results that are listed one by one: a screen and a half."""


@options(INPUT, FORMAT, FINDING_STRICT)
@click.command("missing", cls=Command)
@click.option("--json", "as_json", is_flag=True, help="print JSON: one object")
def command(job: Job, as_json: bool) -> int:
    """List the results still to come: a grid of tables and rounds with the missing boards, then the
    pairs that play them.

    A dot marks a complete round, a dash a sit-out. If all results but those of one pair are in,
    that pair is taken as missing. The exit code is 1 if results are missing.

    \b
      bmconv missing night.bws
      bmconv join BMInput.txt BMRData.txt | bmconv missing
    """
    with job.input_with_content() as source:
        format = job.format_of(source)
        try:
            schedule = missing(source, format=format, notes=job.notes)
        except DataError as error:
            if format not in ("bmrdata", "bmpnums"):  # their movement is in another file
                raise
            hint = "try bmconv join BMInput.txt BMRData.txt | bmconv missing"
            raise DataError(str(error), hint=hint) from None
    if as_json:
        click.echo(json.dumps(schedule.as_json(), indent=2, ensure_ascii=False))
    else:
        for line in report(schedule):
            click.echo(line)
        count, total = sum(schedule.missing.values()), sum(p.boards for p in schedule.expected)
        click.echo(f"{source.name}: {count or 'none'} of {total} results missing")
    job.settle()
    return 1 if any(schedule.missing.values()) else 0


def report(schedule: Schedule) -> Iterator[str]:
    """A grid for every section, the missing results one by one, and the absent pairs."""
    event, missing = schedule.event, sum(schedule.missing.values())
    for section, group in groupby(schedule.expected, key=lambda place: place.section):
        places = list(group)
        if any(place.missing for place in places):
            yield from grid(f"section {event.letter(section)}", places)
            yield ""
    for result in islice(schedule.missing_results(), LINES):
        yield result_line(result, event.letter(result.section))
    if missing > LINES:
        yield f"and {missing - LINES} more; --json has all"
    if missing:
        yield ""
    for pair in schedule.absent.values():
        yield f"section {event.letter(pair.section)}: {pair.message()}"


def result_line(result: MissingResult, letter: str) -> str:
    """The line of a missing result: place, pairs, names, and whether it was erased."""
    words = ["pairs " + "-".join("+".join(map(str, side)) for side in result.sides)]
    if any(result.names):
        words.append(" against ".join(" & ".join(side) or "?" for side in result.names))
    if gone := result.erased:
        words.append(f"erased {gone.time:%H:%M}" if gone.time else "erased")
    place = f"{letter}{result.table} round {result.round} board {result.board}"
    return f"{place}: {', '.join(words)}"


def grid(title: str, places: list[Expected]) -> list[str]:
    """The lines of a section, with rounds across, or tables across if that fits better."""
    cells = {(f"table {place.table}", f"round {place.round}"): cell(place) for place in places}
    tables = list(dict.fromkeys(f"table {place.table}" for place in places))
    rounds = [f"round {number}" for number in sorted({place.round for place in places})]
    rows = [[title, *rounds], *([t, *(cells.get((t, r), "") for r in rounds)] for t in tables)]
    lines = _align(rows)
    if len(lines[0]) > WIDTH:
        turned = [list(column) for column in zip(*rows, strict=True)]
        lines = min(lines, _align(turned), key=lambda each: len(each[0]))
    return lines


def cell(place: Expected) -> str:
    """The boards without a result at a table in a round."""
    return spans(place.missing) or ("." if place.boards else "-")


def _align(rows: list[list[str]]) -> list[str]:
    """Rows as aligned columns, all but the first aligned to the right."""
    header = rows[0]
    return [line.removeprefix("  ") for line in columns(header, rows[1:], header[1:])]
