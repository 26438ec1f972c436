"""bmconv rank: rank pairs, players and teams."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import click

from bmconv.cli.job import FILTER, Job, complete_file, options, pairs
from bmconv.errors import BmconvError, UsageError
from bmconv.library import rank
from bmconv.ranking import Ranked
from bmconv.ranking.methods import BRIDGESCORE
from bmconv.ranking.options import CHOICES
from bmconv.registry import FORMATS

PAGE = 100
"""The least width of a report in a file, in characters."""
PARTS = ("travellers", "ranking", "scorecards", "cross-table")


def _choice(name: str, help: str, **more: Any) -> click.Option:
    """An option with a fixed set of values."""
    known = {str(value): value for value in CHOICES[name[2:].replace("-", "_")]}
    return click.Option(
        [name], type=click.Choice(list(known)), help=help,
        callback=lambda ctx, param, word: known.get(word), **more,
    )  # fmt: skip


def _text(name: str, metavar: str, help: str, **more: Any) -> click.Option:
    """An option with any text as its value."""
    return click.Option([name], metavar=metavar, help=help, **more)


OPTIONS = (
    _choice("--method", "scoring method (default: that of the sections, else matchpoints)"),
    _choice("--winners", "number of winners (default: as declared, else inferred)"),
    _choice(
        "--group",
        "which results are compared: as the event is set up, those of each section, or all",
        default="auto",
        show_default=True,
    ),
    _choice("--scale", "matchpoints for a better score: 2/1/0 or 1/½/0 (default: 2)"),
    _choice(
        "--factor",
        "for boards with fewer scores than the field; no-awards: Neuberg, but boards with an award "
        "as they are (default: neuberg)",
    ),
    _choice(
        "--round",
        "round the points of every board before adding; equal figures as printed are ties",
    ),
    _choice("--averages", "60 % or 40 % as in Law 12C2, or exactly (default: law)"),
    _choice("--average-imps", "IMPs for 60 % (default: as the scoring group, else 3)"),
    _text("--datum-drop", "N|N%|auto", "Butler: scores dropped at each end (default: 1)"),
    _choice("--datum-round", "Butler: rounding of a datum ending in 5 (default: away)"),
    _choice("--cross", "cross-IMPs: the sum, or divided by these (default: comparisons)"),
    click.Option(
        ["--total"],
        is_flag=True,
        help="Butler and cross-IMPs: rank by the sum, not by the average per board",
    ),
    _text(
        "--vp-scale",
        "FILE",
        "teams: CSV with victory points, imps,winner,loser (default: WBF continuous)",
        shell_complete=complete_file,
    ),
    click.Option(
        ["--keep"],
        is_flag=True,
        help="keep points and places that the input has; differences are only reported",
    ),
    click.Option(
        ["--to-opt"],
        multiple=True,
        metavar="K=V",
        help="option of the format of -o, as in --to-opt numbers=national",
    ),
    _text(
        "--club", "FILE", "club and event data for -o x.xml (USEBIO)", shell_complete=complete_file
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
    report: bool | None,
    parts: str | None,
    keep: bool,
    to_opt: tuple[str, ...],
    club: str | None,
    **given: Any,
) -> None:
    """Rank the pairs, players or teams of an event. A terminal gets a report; a file or a pipe gets
    all records, with points in the standing results and a ranking record for each contestant.

    Results are compared with all others of their field; boards that were not played do not count.
    A team match is played at two tables of one group, and its IMPs become WBF continuous victory
    points. If pairs played different numbers of boards, IMPs are averaged per board.
    If the input has points and places already, as a USEBIO file has, those that differ are noted.

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
      bmconv rank night.bws --club club.toml -o night.xml
      bmconv rank night.bws | bmconv select --type ranking
    """
    page = (job.output or "").lower().endswith(FORMATS["html"].extensions)
    job.parts, job.to_options = parts or "", pairs(to_opt) | ({"club": club} if club else {})
    if report is None:
        report = not keep and _as_report(job.output, parts)
    try:
        _refuse_useless(job, report, keep, parts is not None and not page)
        if report:
            from bmconv.cli.report import need_text, write_text

            need_text(job.output)
        chosen = _parts(parts if report else None)
        with job.source() as source:
            ranked = rank(source, format=job.format_of(source), notes=job.notes, keep=keep, **given)
        bridgescore = {field.method.name for field in ranked.fields} == {BRIDGESCORE}
        if parts is not None and bridgescore:
            raise UsageError("--parts: BridgeScore's report has no parts; choose another --method")
    except BmconvError as error:
        error.in_stream = report  # a report must not end with an error record
        raise
    if not report:
        job.table = "ranking"
        job.emit(ranked.records())
        return
    write_text(job, _report(ranked, chosen, bridgescore, job.output))


def _as_report(output: str | None, parts: str | None) -> bool:
    """Whether to print a report by default: on a terminal, as a .txt file, or parts of it."""
    if output is None:
        return parts is not None or sys.stdout.isatty()
    page = output.lower().endswith(FORMATS["html"].extensions)
    return output.lower().endswith(".txt") or (parts is not None and not page)


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

    from bmconv.cli.report import with_symbols
    from bmconv.ranking.report import Report

    width = max(get_terminal_size().columns, PAGE if output else 0)
    return Report(ranked, width, with_symbols(output)).lines(parts)


def _refuse_useless(job: Job, report: bool, keep: bool, parts: bool) -> None:
    """Refuse options that would do nothing."""
    if job.to_options and (report or not job.output):
        raise UsageError("--club and --to-opt need a file in another format: -o night.xml")
    if keep and report:
        raise UsageError("--keep is for records and files: leave out --report")
    if parts and not report:
        raise UsageError("--parts cannot be used with --no-report")
