"""bmconv missing: results still to come."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import groupby, islice

import click

from bmconv.bridge.movements import spans
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.conversion import decode
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.records import Result, Round
from bmconv.schedule import Absent, Expected, Schedule
from bmconv.seating import Seating
from bmconv.text import columns

WIDTH = 100
"""A grid wider than this is transposed, if that makes it narrower."""
LINES = 20
"""Up to this number, missing results are listed one by one."""


@options(INPUT, FORMAT)
@click.command("missing")
@click.option("--json", "as_json", is_flag=True, help="the answer as one JSON object")
def command(job: Job, as_json: bool) -> int:
    """Show which results are still to come: tables by rounds, with the boards; then who plays them.

    A dot stands for a round that is complete, a dash for a sit-out. The exit code is 1 when
    anything is missing. A pair without any result when all others are in is taken as missing.

    \b
      bmconv missing night.bws
      bmconv join BMInput.txt BMRData.txt | bmconv missing
    """
    with job.source() as source:
        format = job.format_of(source)
        event = Event(decode(source, format, {}, job.notes), job.notes)
    if not event.of(Round):
        text = "no movement in this input, so nothing says what is missing"
        if format in ("bmrdata", "bmpnums"):  # the movement is in another file
            text += ": try bmconv join BMInput.txt BMRData.txt | bmconv missing"
        raise DataError(text)
    schedule = Schedule(event)
    places = schedule.expected
    missing = sum(schedule.missing.values())
    total = sum(place.boards for place in places)
    if as_json:
        found = answer(event, places, total, missing)
        if absent := schedule.absent.values():
            found["absent"] = [absentee(event, pair) for pair in absent]
        click.echo(json.dumps(found, indent=2, ensure_ascii=False))
    else:
        for section, at in groupby(places, key=lambda place: place.section):
            own = list(at)
            if any(place.missing for place in own):
                click.echo("\n".join(grid(f"section {event.letter(section)}", own)) + "\n")
        for line in islice(single(schedule), LINES):
            click.echo(line)
        if missing > LINES:
            click.echo(f"and {missing - LINES} more; --json has all")
        if missing:
            click.echo()
        for pair in schedule.absent.values():
            click.echo(f"section {event.letter(pair.section)}: {pair.told}")
        click.echo(f"{source.name}: {missing or 'none'} of {total} results missing")
    return 1 if missing else 0


def answer(event: Event, places: list[Expected], total: int, missing: int) -> dict[str, object]:
    """What is missing, as JSON data."""
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


def absentee(event: Event, pair: Absent) -> dict[str, object]:
    """A pair without any result, as JSON data."""
    return {
        "section": pair.section,
        "letter": event.letter(pair.section),
        "pair": pair.number,
        **({"direction": pair.side} if pair.side else {}),
        "taken_as_missing": pair.certain,
        **({"command": pair.command} if pair.command else {}),
    }


def single(schedule: Schedule) -> Iterator[str]:
    """A line for each missing result: where, which pairs, and whether it was erased."""
    event = schedule.event
    seating = Seating(event)
    erased = {(r.section, r.table, r.round, r.board): r for r in event.of(Result) if r.erased}
    for place in schedule.expected:
        at, by_side = place.sitting, event.winners(place.section).number == 2
        ns = seating.names(place.section, "NS" if by_side else "", at.ns_pair or 0)
        ew = seating.names(place.section, "EW" if by_side else "", at.ew_pair or 0)
        names = " against ".join(" & ".join(side) or "?" for side in (ns, ew)) if ns or ew else ""
        numbers = f"{_players(at.ns_pair, at.south)}-{_players(at.ew_pair, at.west)}"
        for board in place.missing:
            words = [f"pairs {numbers}", names]
            gone = erased.get((at.section, at.table, at.round, board))
            if gone:
                words.append(f"erased {gone.time:%H:%M}" if gone.time else "erased")
            where = f"{event.letter(place.section)}{place.table} round {place.round} board {board}"
            yield f"{where}: {', '.join(filter(None, words))}"


def _players(*numbers: int | None) -> str:
    """A pair or, in an individual, the two players of a side."""
    return "+".join(str(number) for number in numbers if number)


def grid(title: str, places: list[Expected]) -> list[str]:
    """The lines of a section, with rounds across, or tables across if that fits better."""
    cells = {(f"table {place.table}", f"round {place.round}"): cell(place) for place in places}
    tables = list(dict.fromkeys(f"table {place.table}" for place in places))
    rounds = [f"round {number}" for number in sorted({place.round for place in places})]
    rows = [[title, *rounds], *([t, *(cells.get((t, r), "") for r in rounds)] for t in tables)]
    lines = _aligned(rows)
    if len(lines[0]) > WIDTH:
        turned = [list(column) for column in zip(*rows, strict=True)]
        lines = min(lines, _aligned(turned), key=lambda each: len(each[0]))
    return lines


def cell(place: Expected) -> str:
    """The boards without a result at a table in a round."""
    return spans(place.missing) or ("." if place.boards else "-")


def _aligned(rows: list[list[str]]) -> list[str]:
    """Rows as aligned columns, all but the first aligned to the right."""
    header = rows[0]
    return [line.removeprefix("  ") for line in columns(header, rows[1:], header[1:])]
