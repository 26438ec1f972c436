"""bmconv missing: results still to come."""

from __future__ import annotations

import json
from itertools import groupby

import click

from bmconv.bridge.movements import spans
from bmconv.checks.missing import Expected, expected
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.records import Round

WIDTH = 100
"""A grid wider than this is turned round, if that makes it narrower."""


@options(INPUT, FORMAT)
@click.command("missing")
@click.option("--json", "as_json", is_flag=True, help="the answer as one JSON object")
def command(job: Job, as_json: bool) -> int:
    """Show which results are still to come: tables by rounds, with the boards.

    A dot stands for a round that is complete, a dash for a sit-out. The exit code is 1 when
    anything is missing.

    \b
      bmconv join BMInput.txt BMRData.txt | bmconv missing
    """
    event = job.event()
    if not event.of(Round):
        raise DataError(
            "no rounds here, and what is missing is told by the movement: "
            "try bmconv join BMInput.txt BMRData.txt | bmconv missing"
        )
    places = list(expected(event))
    missing = sum(len(place.missing) for place in places)
    total = sum(place.boards for place in places)
    if as_json:
        found = answer(event, places, total, missing)
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for section, at in groupby(places, key=lambda place: place.section):
            own = list(at)
            if any(place.missing for place in own):
                click.echo("\n".join(grid(f"section {event.letter(section)}", own)) + "\n")
        name = job.input if job.input and job.input != "-" else "stdin"
        said = f"{missing or 'none'} of {total} results missing"
        click.echo(f"{name}: {said}")
    return 1 if missing else 0


def answer(event: Event, places: list[Expected], total: int, missing: int) -> dict[str, object]:
    """What is missing, for a program."""
    tables = [
        {
            "section": place.section,
            "letter": event.letter(place.section),
            "table": place.table,
            "round": place.round,
            "boards": place.missing,
        }
        for place in places
        if place.missing
    ]
    return {"expected": total, "entered": total - missing, "missing": missing, "tables": tables}


def grid(title: str, places: list[Expected]) -> list[str]:
    """The lines of a section, rounds across, or tables across where that fits better."""
    cells = {(f"table {place.table}", f"round {place.round}"): cell(place) for place in places}
    tables = list(dict.fromkeys(f"table {place.table}" for place in places))
    rounds = [f"round {number}" for number in sorted({place.round for place in places})]
    rows = [[title, *rounds], *([t, *(cells.get((t, r), "") for r in rounds)] for t in tables)]
    lines = columns(rows)
    if len(lines[0]) > WIDTH:
        turned = [list(column) for column in zip(*rows, strict=True)]
        lines = min(lines, columns(turned), key=lambda each: len(each[0]))
    return lines


def cell(place: Expected) -> str:
    """The boards a table lacks in a round."""
    return spans(place.missing) or ("." if place.boards else "-")


def columns(rows: list[list[str]]) -> list[str]:
    """Rows in columns, all but the first to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        row[0].ljust(widths[0])
        + "".join("  " + text.rjust(width) for text, width in zip(row[1:], widths[1:], strict=True))
        for row in rows
    ]
