"""bmconv export: many files into one dataset, incrementally."""

from __future__ import annotations

import datetime
import os
import re
import signal
import sys
import time
from typing import TYPE_CHECKING

import click

from bmconv.cli.job import Job, complete_file
from bmconv.cli.progress import Progress
from bmconv.errors import UsageError
from bmconv.notes import ERROR

if TYPE_CHECKING:
    from bmconv.export.run import Plan, Summary, Target

SHOWN = 20
"""Rejected files that are told one by one."""


@click.command("export")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...", shell_complete=complete_file)
@click.option(
    "--to",
    "kind",
    type=click.Choice(("parquet", "sql")),
    required=True,
    help="Parquet files in a folder, or tables of a database",
)
@click.option(
    "--out", metavar="DIR", help="folder of the Parquet dataset", shell_complete=complete_file
)
@click.option("--db", metavar="URL", help="the database: sqlite:///FILE")
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="NAME=TEXT",
    help="a column from the path: club={1} is the first folder below PATH (below the folder that "
    "holds all of them); {name}, {stem}",
)
@click.option("--since", metavar="DATE", help="only files changed since: YYYY-MM-DD, or 7d")
@click.option(
    "--jobs", type=click.IntRange(1), metavar="N", help="processes (default: one for each core)"
)
@click.option("--dry-run", is_flag=True, help="only say what there is to do")
@click.option(
    "--fail-on",
    type=click.Choice(("any", "new", "none")),
    default="new",
    show_default=True,
    help="exit 1 when files are rejected or read with errors: any, those not seen before, or never",
)
@click.option(
    "--notes",
    "notes_file",
    metavar="FILE",
    help="write all notes as JSON lines, rejected files among them",
    shell_complete=complete_file,
)
@click.option(
    "-q", "quiet", is_flag=True, help="say nothing unless the exit code is to be explained"
)
def command(
    paths: tuple[str, ...],
    kind: str,
    out: str | None,
    db: str | None,
    labels: tuple[str, ...],
    since: str | None,
    jobs: int | None,
    dry_run: bool,
    fail_on: str,
    notes_file: str | None,
    quiet: bool,
) -> int:
    """Bring a dataset up to date with all files below PATH, whatever their format.

    An event is known by the GUID of its session, else by its path: copies count once. A second run
    over the same files changes nothing. A file that cannot be read goes to the rejects and the
    rest go on. `bmconv formats parquet` tells what tables and columns there are, what a run does
    and how it ends.

    \b
      bmconv export archive --to parquet --out dataset --label club={1}
      bmconv export archive --to sql --db sqlite:///league.db
    """
    from bmconv.export.find import shown
    from bmconv.export.run import run

    if hasattr(signal, "SIGPIPE"):  # a reading process that is killed must not take this one along
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    job = Job(notes_file=notes_file, quiet=quiet)
    plan = _plan(paths, labels, since, jobs, dry_run)
    summary = run(plan, _target(kind, out, db), job.notes, Progress("files"))
    failed = fail_on != "none" and bool(summary.rejects or summary.errors)
    failed |= fail_on == "any" and bool(summary.old_rejects or summary.old_errors)
    if failed or not quiet:
        _tell_rejects(summary)
    job.close()
    line = _line(summary, shown(out or db or ""), dry_run)
    if not quiet:
        for why, name in summary.listed:
            print(f"{why:8} {name}")
        print(line)
    elif failed:  # a mail without a word would say nothing
        for tally in job.notes.tallies.values():
            if tally.first.level == ERROR:
                print(f"bmconv: {tally.line()}", file=sys.stderr)
        print(line, file=sys.stderr)
    return int(failed)


def _tell_rejects(summary: Summary) -> None:
    for name, error in summary.rejects[:SHOWN]:
        print(f"bmconv: rejected {name}: {error}", file=sys.stderr)
    if len(summary.rejects) > SHOWN:
        print(f"bmconv: and {len(summary.rejects) - SHOWN} more rejected", file=sys.stderr)


def _plan(
    paths: tuple[str, ...],
    labels: tuple[str, ...],
    since: str | None,
    jobs: int | None,
    dry_run: bool,
) -> Plan:
    from bmconv.export.find import label
    from bmconv.export.run import Plan

    made = [label(text) for text in labels]
    if len({one.column for one in made}) < len(made):
        raise UsageError("--label: two labels of one name")
    return Plan(paths, made, _since(since), jobs or os.cpu_count() or 1, dry_run)


def _target(kind: str, out: str | None, db: str | None) -> Target:
    if out and db:
        raise UsageError(f"{'--db' if kind == 'parquet' else '--out'} does not go with --to {kind}")
    if kind == "parquet":
        if not out:
            raise UsageError("--to parquet: say the folder with --out DIR")
        from bmconv.export.parquet import ParquetTarget

        return ParquetTarget(out)
    if not db:
        raise UsageError("--to sql: say the database with --db sqlite:///FILE")
    from bmconv.export.sql import SqlTarget

    return SqlTarget(db)


def _since(text: str | None) -> float:
    """A day, or so many days ago, as seconds."""
    if text is None:
        return 0
    if match := re.fullmatch(r"(\d{1,5})d", text):
        return time.time() - int(match[1]) * 86400
    try:
        return datetime.datetime.fromisoformat(text).timestamp()
    except ValueError:
        raise UsageError(f"--since {text}: expected a date as 2026-01-31, or 7d") from None


def _line(done: Summary, place: str, dry_run: bool) -> str:
    """The line for the mail of the night."""
    rejects, errors = len(done.rejects) + done.old_rejects, done.errors + done.old_errors
    counts = [f"{done.new:,} new", f"{done.changed:,} changed", f"{done.unchanged:,} unchanged"]
    for number, what in (
        (done.older, "older"),
        (done.copies, "copy" if done.copies == 1 else "copies"),
        (done.other, "other"),
        (done.gone, "gone"),
        (errors, f"with errors ({done.errors:,} new)"),
        (rejects, f"rejected ({len(done.rejects):,} new)"),
    ):
        if number:
            counts.append(f"{number:,} {what}")
    head = f"bmconv export: {_many(done.files, 'file')}: {', '.join(counts)}"
    if dry_run:
        return f"{head}; nothing done (--dry-run)"
    if not done.new + done.changed:
        return f"{head}; nothing to do, {place} is up to date"
    made = f"{_many(done.events, 'event')}, {_many(done.records, 'record')}"
    return f"{head}; {made} to {place} in {done.seconds:.1f} s"


def _many(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"
