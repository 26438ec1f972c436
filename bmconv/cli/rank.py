"""bmconv rank: rank pairs, players and teams."""

import os
import sys
from collections.abc import Iterable
from itertools import chain
from stat import S_ISREG
from typing import Any

import click

from bmconv.cli import READ, Command
from bmconv.cli.job import (
    FILTER,
    Job,
    expand_files,
    format_of_output,
    options,
    parse_format_options,
)
from bmconv.cli.report import (
    MARKDOWN,
    MARKED,
    REFUSED,
    has_suit_symbols,
    layout_for,
    need_text,
    system_language,
    write_text,
)
from bmconv.codecs import load
from bmconv.errors import BmconvError, DataError, FileTrouble, UsageError
from bmconv.library.rankings import rank
from bmconv.notes import ERROR
from bmconv.ranking import Ranked
from bmconv.ranking.methods import BRIDGESCORE
from bmconv.ranking.options import CHOICES
from bmconv.ranking.ranked import NO_RESULTS
from bmconv.records import Hand, Player
from bmconv.registry import FORMATS
from bmconv.reports.club import language_code
from bmconv.reports.language import Language, chosen_language

REPORT_HINT = "--report adds travellers, scorecards and cross-tables; -o night.html makes a page"
"""A hint that is printed below the ranking on a terminal."""
NO_MARKDOWN = "--markdown: BridgeScore's report is plain text"
NO_PARTS = "--parts: BridgeScore's report has no parts"
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
        "results compared: as set up, of each section, or all (default: auto)",
        default="auto",
    ),
    _choice("--scale", "matchpoints for a better score: 2/1/0 or 1/½/0 (default: 2)"),
    _choice(
        "--factor",
        "scaling of boards with fewer scores (default: neuberg)",
    ),
    _choice(
        "--round",
        "round the points of every board before adding",
    ),
    _choice("--averages", "60 % or 40 % as in Law 12C2, or exactly (default: law)"),
    _choice("--average-imps", "IMPs for 60 % (default: as the scoring group, else 3)"),
    _text("--datum-drop", "N|N%|auto", "Butler: scores dropped at each end (default: 1)"),
    _choice("--datum-round", "Butler: rounding of a datum ending in 5 (default: away)"),
    _choice("--cross", "cross-IMPs: sum, or sum per score or per comparison (default)"),
    click.Option(
        ["--total"],
        is_flag=True,
        help="Butler and cross-IMPs: rank by the sum, not by the average per board",
    ),
    _text(
        "--vp-scale",
        "FILE",
        "teams: CSV file with imps,winner,loser (default: WBF continuous)",
        type=READ,
    ),
    click.Option(
        ["--keep"],
        is_flag=True,
        help="keep points and places of the input; report differences",
    ),
    click.Option(
        ["--to-opt"],
        multiple=True,
        metavar="K=V",
        help="option of the output format; sheets=all: a workbook with the sheets of records too",
    ),
    _text(
        "--club", "FILE", "TOML file with the data of the club, as for -o x.xml (USEBIO)", type=READ
    ),
    _text("--adjust", "FILE", "CSV file with awards and penalties (docs/awards.md)", type=READ),
    click.Option(
        ["--report/--no-report"],
        default=None,
        help="write the whole report, or records (default: depends on the output)",
    ),
    MARKDOWN,
    _text("--language", "CODE", "language (default: the club's, LANG's on a terminal, else en)"),
    _text(
        "--parts",
        "PART,...",
        "only these parts: ranking, travellers, scorecards; in a report also cross-table, on a "
        "page also glance, hands",
    ),
)


MORE = click.Argument(
    ["more"],
    nargs=-1,
    metavar="[FILE]...",
    type=READ,
    callback=expand_files,
)
GROUPS = {
    "Scoring": [
        "method",
        "winners",
        "group",
        "scale",
        "factor",
        "round",
        "averages",
        "adjust",
        "keep",
    ],
    "IMPs": ["average_imps", "datum_drop", "datum_round", "cross", "total", "vp_scale"],
    "Reports": ["report", "markdown", "language", "parts", "club"],
}


@options(*FILTER)
@click.command("rank", cls=Command, params=[MORE, *OPTIONS], groups=GROUPS)
def command(
    job: Job,
    more: tuple[str, ...],
    report: bool | None,
    markdown: bool,
    parts: str | None,
    keep: bool,
    to_opt: tuple[str, ...],
    club: str | None,
    **how: Any,
) -> None:
    """Rank the pairs, players or teams of an event. A terminal shows the ranking. A .txt or .md
    file gets the whole report, a .html or .xlsx file a page or a workbook; all name only players
    who played. A pipe gets all records, with points and ranking. Several files are joined first.
    A result is compared with the others of its board (--group); a team match is two tables.

    \b
      bmconv rank night.bws hands.pbn --language nl -o night.html
      bmconv rank night.bws --club club.toml -o night.xml
      bmconv rank night.bws | bmconv select --type ranking
    """
    is_page = (job.output or "").lower().endswith(FORMATS["html"].extensions)
    language = how.pop("language")
    ranking_only = report is None and parts is None and job.output is None and not markdown
    if report is None:
        report = markdown or _is_report_by_default(job.output, parts)
    to_options = parse_format_options(to_opt) | club_option(job.output, club, report=report)
    try:
        _refuse_useless(
            job, to_options, None if is_page else parts, report=report, markdown=markdown
        )
        if report:
            need_text(job.output)
        words = chosen_language(language or system_language(job.output))
        to_options |= {} if report else language_option(job.output, language, club)
        chosen = ("ranking",) if ranking_only else _parts(parts if report else None)
        ranked, bridgescore = _rank_input(job, more, how | {"keep": keep})
        if bridgescore and (parts is not None or markdown):
            raise UsageError(f"{NO_MARKDOWN if markdown else NO_PARTS}; choose another --method")
    except BmconvError as error:
        error.in_stream = report  # a report must not end with an error record
        raise
    if not report:
        _emit(job, ranked, ({"parts": parts} if is_page and parts else {}) | to_options)
        return
    hint = (
        [REPORT_HINT]
        if ranking_only and ranked.standings and not (bridgescore or job.quiet)
        else []
    )
    lines = _report(ranked, chosen, job.output, None if bridgescore else words, markdown=markdown)
    write_text(job, chain(lines, hint))


def _rank_input(job: Job, more: tuple[str, ...], how: dict[str, Any]) -> tuple[Ranked, bool]:
    """The ranking, and whether it is BridgeScore's; several files are joined."""
    if more:
        from bmconv.cli.join import join_additions  # not needed for one file

        ranked = rank(join_additions(job, more), notes=job.notes, **how)
    else:
        with job.input_with_content() as source:
            ranked = rank(source, format=job.format_of(source), notes=job.notes, **how)
    if job.output and ranked.without_results and not ranked.has_rankings():
        raise DataError(
            _no_results_message(job)
        )  # a file without results would look like a ranking
    if ranked.adjusted and not job.quiet:
        click.echo(f"bmconv: {ranked.adjusted}", err=True)
    return ranked, {field.method.name for field in ranked.fields} == {BRIDGESCORE}


def _emit(job: Job, ranked: Ranked, to_options: dict[str, str]) -> None:
    """Write all records, including the ranking, and print remarks about the output."""
    if ranked.without_results and not job.quiet:
        click.echo(f"bmconv: {_no_results_message(job)}", err=True)
    options = _workbook_options(job.output) | to_options
    job.emit(ranked.records(), ranked, "ranking", options)
    if job.output and not job.quiet and job.notes.count(ERROR):
        click.echo(f"bmconv: {job.output}: written with what could be read", err=True)
    if job.output and not job.quiet and ranked.event.of(Hand):
        from bmconv.checks.oddities import boards_without_hands  # seldom needed

        for line in boards_without_hands(ranked.event):
            click.echo(f"bmconv: {line}", err=True)
    if job.output is None and not job.quiet and _is_stdout_file():
        people = len(ranked.event.of(Player))
        listed = f", including {people:,} people of the list" if people else ""
        click.echo(f"bmconv: wrote records{listed}; --report writes the ranking", err=True)


def _no_results_message(job: Job) -> str:
    """The message that there is nothing to rank, with the name of the input if it has one."""
    return f"{job.input}: {NO_RESULTS}" if job.input and job.input != "-" else NO_RESULTS


def _is_stdout_file() -> bool:
    """Whether standard output is a file, where somebody may expect the ranking as text."""
    try:
        return S_ISREG(os.fstat(sys.stdout.fileno()).st_mode)
    except (OSError, ValueError):
        return False


def _workbook_options(output: str | None) -> dict[str, str]:
    """The option that keeps the sheets of records, and so the member list, out of a workbook."""
    is_workbook = (output or "").lower().endswith(FORMATS["xlsx"].extensions)
    return {"sheets": "people"} if is_workbook else {}


def _is_report_by_default(output: str | None, parts: str | None) -> bool:
    """Whether to write a report by default: on a terminal, in a .txt or .md file, with --parts."""
    if output is None:
        return parts is not None or sys.stdout.isatty()
    is_page = output.lower().endswith(FORMATS["html"].extensions)
    return output.lower().endswith((".txt", *MARKED)) or (parts is not None and not is_page)


def _parts(text: str | None) -> tuple[str, ...]:
    """The parts of the report in a text, separated by commas; all parts without a text."""
    chosen = tuple(part.strip() for part in text.split(",")) if text else PARTS
    for part in chosen:
        if part not in PARTS:
            raise UsageError(f"no part {part!r} in the report; the parts are {', '.join(PARTS)}")
    return chosen


def language_option(output: str | None, language: str | None, club: str | None) -> dict[str, str]:
    """The option for the language of an output: as given, or else the club's language."""
    target = format_of_output(output)
    if not any(option.name == "language" for option in load(target).info.options):
        if language:
            raise UsageError("--language needs a report, a page or a workbook: -o night.html")
        return {}
    code = language_code(language, club)
    return {"language": code} if code else {}


def club_option(output: str | None, club: str | None, *, report: bool) -> dict[str, str]:
    """The option for the club file; empty for formats that need only the language from it."""
    if not club:
        return {}
    if not os.path.exists(club):
        problem = f"--club {club}: no such file; expected a TOML file with data of the club"
        raise FileTrouble(f"{problem} (bmconv formats html)")
    language_code(None, club)  # refuses an unreadable file before there are notes
    known = load(format_of_output(output)).info.options if output and not report else ()
    names = {option.name for option in known}
    return {} if "language" in names and "club" not in names else {"club": club}


def _report(
    ranked: Ranked,
    parts: tuple[str, ...],
    output: str | None,
    language: Language | None,
    *,
    markdown: bool,
) -> Iterable[str]:
    """The lines of the report; without a language, the lines of BridgeScore's own report."""
    if language is None:
        from bmconv.reports.bridgescore import lines

        return lines(ranked)
    from bmconv.reports.text import Report

    layout = layout_for(output, markdown=markdown)
    report = Report(ranked, layout, symbols=has_suit_symbols(output), language=language)
    return layout.collapse_blanks(report.lines(parts))


def _refuse_useless(
    job: Job, to_options: dict[str, str], parts: str | None, *, report: bool, markdown: bool
) -> None:
    """Refuse options that would have no effect."""
    if to_options and (report or not job.output):
        names = {"--club" if name == "club" else "--to-opt" for name in to_options}
        need = f"{' and '.join(sorted(names))} need{'s' * (len(names) == 1)}"
        raise UsageError(f"{need} a file in another format: -o night.xml")
    if markdown and not report:
        raise UsageError("--markdown cannot be used with --no-report")
    if parts is not None and not report:
        raise UsageError("--parts cannot be used with --no-report")
    if parts is not None and (job.output or "").lower().endswith(REFUSED):
        raise UsageError(f"--parts is for reports and pages; leave it out for {job.output}")
