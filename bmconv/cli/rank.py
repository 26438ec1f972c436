"""bmconv rank: rank pairs, players and teams."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from bmconv.bridge.imps import CROSS, ROUNDINGS
from bmconv.bridge.matchpoints import FACTORS
from bmconv.cli.job import FILTER, Job, complete_file, options
from bmconv.cli.report import need_text, with_symbols, write_text
from bmconv.errors import BmconvError, UsageError
from bmconv.ranking import Ranked, rank
from bmconv.ranking.methods import (
    BRIDGESCORE,
    BUTLER,
    CROSS_IMPS,
    MATCHPOINTS,
    METHODS,
    TEAMS,
)
from bmconv.ranking.plays import GROUPS
from bmconv.registry import FORMATS
from bmconv.source import open_source

if TYPE_CHECKING:
    from bmconv.ranking.adjust import Adjustments

PARTS = ("travellers", "ranking", "scorecards", "cross-table")

ONLY_FOR = {
    "scale": (MATCHPOINTS,),
    "factor": (MATCHPOINTS,),
    "averages": (MATCHPOINTS,),
    "average_imps": (BUTLER, CROSS_IMPS, TEAMS),
    "datum_drop": (BUTLER,),
    "datum_round": (BUTLER,),
    "cross": (CROSS_IMPS,),
    "total": (BUTLER, CROSS_IMPS),
    "parts": (MATCHPOINTS, BUTLER, CROSS_IMPS, TEAMS),
}
"""Options that apply only to certain methods."""


def _choice(name: str, words: Sequence[str], help: str, **more: Any) -> click.Option:
    """An option with a fixed set of values."""
    return click.Option([name], type=click.Choice(words), help=help, **more)


OPTIONS = (
    _choice(
        "--method",
        METHODS,
        "how results are scored (default: as the sections say, else matchpoints)",
    ),
    _choice(
        "--winners",
        ("1", "2"),
        "one winner or two (default: as the section says, else as it looks)",
    ),
    _choice(
        "--group",
        GROUPS,
        "what is compared: by scoring group, table group and GroupSections; "
        "each section on its own; or everything",
        default="auto",
        show_default=True,
    ),
    _choice("--scale", ("2", "1"), "matchpoints for a better score: 2/1/0 or 1/½/0 (default: 2)"),
    _choice("--factor", FACTORS, "for boards with fewer scores than the field (default: neuberg)"),
    _choice(
        "--averages",
        ("law", "plain"),
        "60 % at least, 40 % at most what the pair has elsewhere, or just that (default: law)",
    ),
    _choice(
        "--average-imps",
        ("2", "3"),
        "what 60 % is worth at IMPs (default: 3, or as the scoring group says)",
    ),
    click.Option(
        ["--datum-drop"],
        metavar="N|N%|auto",
        help="Butler: scores left out at each end (default: 1)",
    ),
    _choice(
        "--datum-round",
        ROUNDINGS,
        "Butler: where a datum ending in 5 goes (default: away from zero)",
    ),
    _choice(
        "--cross", CROSS, "cross-IMPs: summed, per score or per comparison (default: comparisons)"
    ),
    click.Option(
        ["--total"],
        is_flag=True,
        help="Butler and cross-IMPs: rank by the sum, not by the average per board",
    ),
    click.Option(
        ["--adjust"],
        metavar="FILE",
        help="CSV with awards and penalties that the results do not hold",
        shell_complete=complete_file,
    ),
    click.Option(
        ["--report/--no-report"],
        default=None,
        help="a text report, or records (default: a report on a terminal and in a .txt file)",
    ),
    click.Option(
        ["--parts"],
        metavar="PART,...",
        help=f"only these parts of the report or page: {', '.join(PARTS)}",
    ),
)


@options(*FILTER)
@click.command("rank", params=list(OPTIONS))
def command(
    job: Job,
    winners: str | None,
    group: str,
    adjust: str | None,
    report: bool | None,
    parts: str | None,
    total: bool,
    **given: str | None,
) -> None:
    """Rank the pairs, players or teams of an event. On a terminal a report; into a file or a pipe
    all its records, with points on the results that stand, and a ranking record for everybody.

    Matchpoints are compared over all tables of a field; a board that was not played counts for
    nobody. Teams are two tables of one group, IMPs turned into WBF continuous victory points.
    Pairs that have IMPs from unequal numbers of boards are ranked by the average per board.

    The file of --adjust has a header and lines of two kinds: section, board, ns, ew and for each
    side a percentage, points or a score to be compared (ns_percentage, ew_percentage, ns_points
    ...); or section, pair, direction, penalty in points or per cent of a top. As in

    \b
      section,board,ns,ew,ns_percentage,ew_percentage,pair,direction,penalty
      A,4,2,2,60,40,,,
      A,,,,,,3,EW,10%

    \b
      bmconv rank night.bws
      bmconv rank night.bws --parts ranking -o ranking.txt
      bmconv rank night.bws -o night.html
      bmconv rank night.bws | bmconv select --type ranking
    """
    page = (job.output or "").lower().endswith(FORMATS["html"].extensions)
    job.parts = parts or ""
    report = _as_report(job.output, parts) if report is None else report
    try:
        if parts is not None and not report and not page:
            raise UsageError("--parts are those of a report, and --no-report wants none")
        if report:
            need_text(job.output)
        method, chosen = _method(given), _parts(parts if report else None)
        if total:
            method["total"] = True
        ranked = rank(
            job.event(),
            method,
            group=group,
            winners=int(winners) if winners else None,
            adjustments=_adjustments(adjust),
            notes=job.notes,
        )
        _refuse_useless(given | {"parts": parts, "total": "" if total else None}, ranked)
    except BmconvError as error:
        error.in_stream = report  # a report must not end with an error record
        raise
    if not report:
        job.table = "ranking"
        job.emit(ranked.records())
        return
    write_text(job, _report(ranked, chosen, method.get("name") == BRIDGESCORE, job.output))


def _as_report(output: str | None, parts: str | None) -> bool:
    """Whether to print a report by default: on a terminal, as a .txt file, or parts of it."""
    if output is None:
        return parts is not None or sys.stdout.isatty()
    page = output.lower().endswith(FORMATS["html"].extensions)
    return output.lower().endswith(".txt") or (parts is not None and not page)


def _adjustments(path: str | None) -> Adjustments | None:
    """The director's decisions, if a file is given."""
    if path is None:
        return None
    from bmconv.ranking.adjust import Adjustments

    with open_source(path) as source:
        return Adjustments(source.name, source.text_lines())


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


def _refuse_useless(given: dict[str, str | None], ranked: Ranked) -> None:
    """Refuse an option that none of the methods uses."""
    methods = {field.method.name for field in ranked.fields}
    for option, heeded in ONLY_FOR.items():
        if methods and given[option] is not None and not methods.intersection(heeded):
            name, used = option.replace("_", "-"), ", ".join(sorted(methods))
            raise UsageError(f"--{name} is for {', '.join(heeded)}; scored here by {used}")


def _parts(text: str | None) -> tuple[str, ...]:
    chosen = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in chosen:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} in the report; they are {', '.join(PARTS)}")
    return chosen


def _report(
    ranked: Ranked, parts: tuple[str, ...], bridgescore: bool, output: str | None
) -> Iterator[str]:
    """The lines of the report; for BridgeScore's method, its own report."""
    if bridgescore:
        from bmconv.ranking.bridgescore import lines

        return lines(ranked)
    from shutil import get_terminal_size

    from bmconv.ranking.report import Report

    return Report(ranked, get_terminal_size().columns, with_symbols(output)).lines(parts)
