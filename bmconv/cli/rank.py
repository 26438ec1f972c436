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


def _text(name: str, metavar: str, help: str, **more: Any) -> click.Option:
    """An option with any text as its value."""
    return click.Option([name], metavar=metavar, help=help, **more)


OPTIONS = (
    _choice(
        "--method", METHODS, "scoring method (default: that of the sections, else matchpoints)"
    ),
    _choice("--winners", ("1", "2"), "number of winners (default: as declared, else inferred)"),
    _choice(
        "--group",
        GROUPS,
        "which results are compared: as the event is set up, those of each section, or all",
        default="auto",
        show_default=True,
    ),
    _choice("--scale", ("2", "1"), "matchpoints for a better score: 2/1/0 or 1/½/0 (default: 2)"),
    _choice("--factor", FACTORS, "for boards with fewer scores than the field (default: neuberg)"),
    _choice(
        "--averages", ("law", "plain"), "60 % or 40 % as in Law 12C2, or exactly (default: law)"
    ),
    _choice("--average-imps", ("2", "3"), "IMPs for 60 % (default: as the scoring group, else 3)"),
    _text("--datum-drop", "N|N%|auto", "Butler: scores dropped at each end (default: 1)"),
    _choice("--datum-round", ROUNDINGS, "Butler: rounding of a datum ending in 5 (default: away)"),
    _choice("--cross", CROSS, "cross-IMPs: the sum, or divided by these (default: comparisons)"),
    click.Option(
        ["--total"],
        is_flag=True,
        help="Butler and cross-IMPs: rank by the sum, not by the average per board",
    ),
    _text("--adjust", "FILE", "CSV file with awards and penalties", shell_complete=complete_file),
    click.Option(
        ["--report/--no-report"],
        default=None,
        help="write a text report, or records (default: a report to a terminal or a .txt file)",
    ),
    _text("--parts", "PART,...", f"only these parts of the report or page: {', '.join(PARTS)}"),
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
    """Rank the pairs, players or teams of an event. A terminal gets a report; a file or a pipe gets
    all records, with points in the standing results and a ranking record for each contestant.

    Results are compared with all others of their field; boards that were not played do not count.
    A team match is played at two tables of one group, and its IMPs become WBF continuous victory
    points. If pairs played different numbers of boards, IMPs are averaged per board.

    The file for --adjust is CSV with a header. A line is either an award (section, board, ns, ew,
    and a percentage, points or score for each side: ns_percentage, ew_points, ...) or a penalty
    (section, pair, direction, and points or a percentage of a top):

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
            raise UsageError("--parts cannot be used with --no-report")
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
        raise UsageError(f"--datum-drop {drop}: expected a number, a percentage or auto")
    return found


def _refuse_useless(given: dict[str, str | None], ranked: Ranked) -> None:
    """Refuse an option that none of the methods uses."""
    methods = {field.method.name for field in ranked.fields}
    for option, heeded in ONLY_FOR.items():
        if methods and given[option] is not None and not methods.intersection(heeded):
            name, used = option.replace("_", "-"), ", ".join(sorted(methods))
            only = ", ".join(heeded)
            raise UsageError(f"--{name} applies only to {only}; the method used is {used}")


def _parts(text: str | None) -> tuple[str, ...]:
    chosen = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in chosen:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} in the report; the parts are {', '.join(PARTS)}")
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
