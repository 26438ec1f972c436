"""The table of results: a row for each comparison, and notes on how it was measured."""

from __future__ import annotations

import os
import platform
import textwrap
from collections.abc import Mapping
from typing import NamedTuple

from benchmarks.files import Files
from benchmarks.jobs import Beside, Job
from benchmarks.measure import ENOUGH, MOST_RUNS, Failed, Run, in_turn
from benchmarks.tools import TOOLS

NAMES, FIGURES = "{:13} {:36} {:27}", " {:>17} {:>5} {:>11} {:>4} {:>6} {}"
HEAD = (NAMES + FIGURES[:-3]).format(
    "job", "", "beside", "bmconv takes", "wall", "limit", "MB", "its MB"
)
MARKDOWN_HEAD = """\
| job | beside | bmconv takes | wall | limit | MB | its MB | |
|---|---|--:|--:|--:|--:|--:|---|"""
FLAT = 1.25
"""A command counts as flat if more input needs at most this many times the memory."""
NOTES = """
"0.50 x its time": bmconv takes half the processor time of the tool beside it. "wall" is the same
by the clock, "limit" the most it may take; OVER: it took more in two measurements. "~": the tool
did a part of the work, and its time is multiplied. "*": the work alone, in a running process; all
other rows measure whole commands with their start, whose output is discarded. "growth": eight times
the input compared with the input, less the time for a single result; "flat": the memory must not
grow. Best of 2 to {most} runs, as many as fit in {enough:g} s; the commands of a job take turns.
MB: the peak memory of all processes of a command; "-": it ended before its memory was read.
Machine: {machine}, load {load:.1f} at the end.
"""


class Row(NamedTuple):
    """A job compared with a tool; `ratio` is bmconv's time divided by the tool's."""

    job: str
    title: str
    beside: str
    limit: float | None
    megabytes_limit: int | None
    mark: str = ""
    ratio: float | None = None
    wall: float | None = None
    megabytes: float | None = None
    its_megabytes: float | None = None
    remark: str = ""


def rows(
    job: Job, files: Files, versions: Mapping[str, str | None], most_runs: int = MOST_RUNS
) -> list[Row]:
    """Measure a job, and again if it is over a limit; a missing tool has a row that says so."""
    first = measure_once(job, files, versions, most_runs)
    if not any(row.remark == "OVER" for row in first):
        return first
    again = measure_once(job, files, versions, most_runs)
    return [last if last.remark != "OVER" else row for row, last in zip(first, again, strict=True)]


def measure_once(
    job: Job, files: Files, versions: Mapping[str, str | None], most_runs: int
) -> list[Row]:
    """Measure a job once."""
    try:
        commands = {"bmconv": job.command.format_map(files)}
    except Failed as problem:
        return [missing_row(job, files, beside, str(problem)) for beside in job.beside]
    took: dict[str, Run | Failed] = {}
    for beside in job.beside:
        try:
            if versions.get(beside.tool, "") is None:
                raise Failed("not installed")
            commands[beside.name] = beside.command.format_map(files)
        except Failed as problem:
            took[beside.name] = problem
    if job.start:
        commands["start"] = job.start.format_map(files)
    if len(took) < len(job.beside) or not job.beside:
        took |= in_turn(commands, files.new, job.inside, most_runs)
    ours = took.get("bmconv")
    if isinstance(ours, Failed):
        raise ours
    start = took.get("start")
    table = []
    for beside in job.beside:
        row = missing_row(job, files, beside, "")
        its = took[beside.name]
        if isinstance(its, Failed) or ours is None:
            table.append(row._replace(remark=str(its)))
            continue
        none = start if isinstance(start, Run) else Run(0, 0, 0)
        ratio = (ours.seconds - none.seconds) / max(its.seconds - none.seconds, 1e-6) / beside.part
        over = ratio > (beside.limit or ratio) or ours.megabytes > (job.megabytes or ours.megabytes)
        over |= job.flat and ours.megabytes > FLAT * its.megabytes
        row = row._replace(
            mark="~" if beside.part > 1 else "*" if job.inside else "",
            ratio=ratio,
            wall=(ours.wall - none.wall) / max(its.wall - none.wall, 1e-6) / beside.part,
            megabytes=ours.megabytes,
            its_megabytes=its.megabytes,
            remark="OVER" if over else "flat" if job.flat else "",
        )
        table.append(row)
    return table


def missing_row(job: Job, files: Files, beside: Beside, reason: str) -> Row:
    """A row without figures."""
    title = job.title.format_map(files)
    return Row(job.name, title, beside.name, beside.limit, job.megabytes, remark=reason)


def cells(row: Row, first: bool) -> list[str]:
    """The figures of a row as text; the remark comes last."""
    if row.ratio is None:
        return [""] * 5 + [row.remark]
    time = f"{row.mark}{row.ratio:.{2 if row.ratio >= 0.1 else 3}f} x its time"
    limits = [f"{row.limit:.2g}"] if row.limit else []
    limits += [f"{row.megabytes_limit} MB"] if row.megabytes_limit and first else []
    memory = [f"{mb:.0f}" if mb else "-" for mb in (row.megabytes, row.its_megabytes)]
    wall = "" if row.wall is None or row.mark == "*" else f"{row.wall:.2f}"
    return [time, wall, ", ".join(limits), *memory, row.remark]


def line(row: Row, first: bool) -> str:
    """A row as text; the first one of a job names it."""
    job, title = (row.job, row.title) if first else ("", "")
    plain = "{:50} {:27}".format  # a command has a name and no title
    named = NAMES.format(job, title, row.beside) if title else plain(job, row.beside)
    if row.ratio is None:
        return f"{named} {row.remark}"
    return (named + FIGURES.format(*cells(row, first))).rstrip()


def markdown(row: Row, first: bool) -> str:
    """A row of a Markdown table."""
    named = (row.title or row.job) if first else ""
    return f"| {' | '.join([named, row.beside, *cells(row, first)])} |"


def notes(files: Files, versions: Mapping[str, str | None]) -> str:
    """How the jobs were measured, and which tools are missing."""
    machine = f"{os.cpu_count()} cores, {platform.machine()}, {platform.system()}"
    how = NOTES.format(most=MOST_RUNS, enough=ENOUGH, machine=machine, load=os.getloadavg()[0])
    all_versions = {"Python": platform.python_version(), **versions}
    lists = {
        "Versions": [f"{name} {version}" for name, version in all_versions.items() if version],
        "Files made": [*files.sizes()] or ["small ones"],
    }
    for title, entries in lists.items():
        how += textwrap.fill(f"{title}: {', '.join(entries)}.", 100) + "\n"
    missing = [name for name, version in versions.items() if version is None]
    return how + "".join(f"{name}: not installed ({TOOLS[name].get})\n" for name in missing)
