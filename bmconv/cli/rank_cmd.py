"""bmconv rank: who won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from bmconv.bridge.imps import CROSS, ROUNDINGS
from bmconv.bridge.matchpoints import FACTORS
from bmconv.cli.job import FILTER, Job, complete_file, options
from bmconv.errors import BmconvError, UsageError
from bmconv.ranking import Ranked, rank
from bmconv.ranking.methods import BRIDGESCORE, METHODS, REFUSED
from bmconv.ranking.plays import GROUPS
from bmconv.sink import Sink
from bmconv.source import open_source

if TYPE_CHECKING:
    from bmconv.ranking.adjust import Adjustments

PARTS = ("travellers", "ranking", "scorecards", "cross-table")


@options(*FILTER)
@click.command("rank")
@click.option(
    "--method",
    type=click.Choice([*METHODS, *REFUSED]),
    metavar="METHOD",
    help=f"{', '.join(METHODS)} (default: as the sections say, else matchpoints)",
)
@click.option(
    "--winners",
    type=click.Choice(["1", "2"]),
    help="one winner or two (default: as the section says, else as it looks)",
)
@click.option(
    "--group",
    type=click.Choice(GROUPS),
    default="auto",
    show_default=True,
    help="what is compared: by scoring group, table group and GroupSections; "
    "each section on its own; or everything",
)
@click.option(
    "--scale",
    type=click.Choice(["2", "1"]),
    help="matchpoints for a better score: 2/1/0 or 1/½/0 (default: 2)",
)
@click.option(
    "--factor",
    type=click.Choice(FACTORS),
    help="for boards with fewer scores than the field (default: neuberg)",
)
@click.option(
    "--averages",
    type=click.Choice(["law", "plain"]),
    help="60 % at least, 40 % at most what the pair has elsewhere, or just that (default: law)",
)
@click.option(
    "--average-imps",
    type=click.Choice(["2", "3"]),
    help="what 60 % is worth at IMPs (default: 3, or as the scoring group says)",
)
@click.option(
    "--datum-drop", metavar="N|N%|auto", help="Butler: scores left out at each end (default: 1)"
)
@click.option(
    "--datum-round",
    type=click.Choice(ROUNDINGS),
    help="Butler: where a datum ending in 5 goes (default: away from zero)",
)
@click.option(
    "--cross",
    type=click.Choice(CROSS),
    help="cross-IMPs: summed, per score or per comparison (default: comparisons)",
)
@click.option(
    "--adjust",
    metavar="FILE",
    shell_complete=complete_file,
    help="CSV with awards and penalties that the results do not hold",
)
@click.option("--report", is_flag=True, help="a text report instead of records")
@click.option(
    "--parts", metavar="PART,...", help=f"only these parts of the report: {', '.join(PARTS)}"
)
def command(
    job: Job,
    winners: str | None,
    group: str,
    adjust: str | None,
    report: bool,
    parts: str | None,
    **given: str | None,
) -> None:
    """Rank the pairs, players or teams of an event: all its records, with points on the results
    that stand, and a ranking record for everybody; or a report.

    Matchpoints are compared over all tables of a field; a board that was not played counts for
    nobody. Teams are two tables of one group, IMPs turned into WBF continuous victory points.

    The file of --adjust has a header and lines of two kinds: section, board, ns, ew and for each
    side a percentage, points or a score to be compared (ns_percentage, ew_percentage, ns_points
    ...); or section, pair, direction, penalty in points or per cent of a top.

    \b
      bmconv rank night.bws --report --parts ranking
      bmconv rank night.bws | bmconv select --type ranking
    """
    method = _method(given)
    chosen = _parts(parts)
    report = report or parts is not None
    try:
        event = job.event()
        ranked = rank(
            event,
            method,
            group=group,
            winners=int(winners) if winners else None,
            adjustments=_adjustments(adjust),
            notes=job.notes,
        )
    except BmconvError as error:
        error.in_stream = report  # a report is no stream to be ended with a record
        raise
    if not report:
        job.emit(ranked.records())
        return
    with Sink(job.output, hold=True) as sink:
        for line in _report(ranked, chosen, method.get("name") == BRIDGESCORE, job.output):
            sink.write(line.encode() + b"\n")
        job.settle()


def _adjustments(path: str | None) -> Adjustments | None:
    """The director's decisions, if there are any."""
    if path is None:
        return None
    from bmconv.ranking.adjust import Adjustments

    with open_source(path) as source:
        return Adjustments(source)


def _method(given: dict[str, str | None]) -> dict[str, Any]:
    """The options that were given, under the names of `Method`."""
    names = {"method": "name", "datum_drop": "drop", "datum_round": "rounding", "scale": "win"}
    found: dict[str, Any] = {
        names.get(option, option): value for option, value in given.items() if value is not None
    }
    for name in ("win", "average_imps"):
        if name in found:
            found[name] = int(found[name])
    drop = str(found.get("drop", "1"))
    if drop != "auto" and not (drop.removesuffix("%").isdecimal() and len(drop) <= 3):
        raise UsageError(f"--datum-drop {drop}: expected a number, per cent, or auto")
    return found


def _parts(text: str | None) -> tuple[str, ...]:
    chosen = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in chosen:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} in the report; they are {', '.join(PARTS)}")
    return chosen


def _report(
    ranked: Ranked, parts: tuple[str, ...], bridgescore: bool, output: str | None
) -> Iterator[str]:
    """The lines of the report; BridgeScore's own for its method."""
    if bridgescore:
        from bmconv.codecs.bridgescore_report import lines

        return lines(ranked)
    from shutil import get_terminal_size

    from bmconv.cli.rank_report import Report
    from bmconv.cli.text import with_symbols

    symbols = with_symbols() or output is not None
    return Report(ranked, get_terminal_size().columns, symbols).lines(parts)
