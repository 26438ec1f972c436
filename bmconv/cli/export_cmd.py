"""bmconv export: many files into one dataset, incrementally."""

from __future__ import annotations

import datetime
import os
import re
import sys
import time
from typing import TYPE_CHECKING

import click

from bmconv.cli.job import Job, complete_file
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
@click.option("--out", metavar="DIR", help="folder of the Parquet dataset")
@click.option("--db", metavar="URL", help="the database: sqlite:///FILE")
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="NAME=TEXT",
    help="a column from the path: club={1} is the first folder below PATH; {name}, {stem}",
)
@click.option("--since", metavar="DATE", help="only files changed since: YYYY-MM-DD, or 7d")
@click.option("--jobs", type=click.IntRange(1), help="processes (default: the number of cores)")
@click.option("--dry-run", is_flag=True, help="only say what there is to do")
@click.option(
    "--fail-on",
    type=click.Choice(("any", "new", "none")),
    default="new",
    show_default=True,
    help="exit 1 when files are rejected: any, those not seen before, or never",
)
@click.option("--notes", "notes_file", metavar="FILE", help="write all notes as JSON lines")
@click.option("-q", "quiet", is_flag=True, help="say nothing but errors")
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
    rest go on.

    \b
      bmconv export archive --to parquet --out dataset --label club={1}
      bmconv export archive --to sql --db sqlite:///league.db
    """
    from bmconv.export.run import run

    job = Job(notes_file=notes_file, quiet=quiet)
    plan = _plan(paths, labels, since, jobs, dry_run)
    summary = run(plan, _target(kind, out, db), job.notes, _Bar())
    for name, error in [] if quiet and fail_on == "none" else summary.rejects[:SHOWN]:
        print(f"bmconv: rejected {name}: {error}", file=sys.stderr)
    if len(summary.rejects) > SHOWN:
        print(f"bmconv: and {len(summary.rejects) - SHOWN} more rejected", file=sys.stderr)
    job.close()
    for why, name in summary.listed:
        print(f"{why:8} {name}")
    if not quiet:
        print(_line(summary, out or db or "", dry_run))
    broken = len(summary.rejects) + job.notes.count(ERROR)
    broken += summary.old_rejects if fail_on == "any" else 0
    return 1 if broken and fail_on != "none" else 0


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
    if kind == "parquet":
        if not out or db:
            raise UsageError("--to parquet: say the folder with --out DIR")
        from bmconv.export.parquet import ParquetTarget

        return ParquetTarget(out)
    if not db or out:
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
    counts = [f"{done.new:,} new", f"{done.changed:,} changed", f"{done.unchanged:,} unchanged"]
    rejects = len(done.rejects) + done.old_rejects
    for number, what in (
        *((done.older, "older"), (done.copies, "copies"), (done.other, "other")),
        (rejects, f"rejected ({len(done.rejects):,} new)"),
    ):
        if number:
            counts.append(f"{number:,} {what}")
    files = f"{done.files:,} file{'' if done.files == 1 else 's'}"
    head = f"bmconv export: {files}: {', '.join(counts)}"
    if dry_run:
        return f"{head}; nothing done (--dry-run)"
    if not done.new + done.changed:
        return f"{head}; nothing to do, {place} is up to date"
    return (
        f"{head}; {done.written:,} event{'' if done.written == 1 else 's'}, "
        f"{done.records:,} records to {place} "
        f"in {done.seconds:.1f} s"
    )


class _Bar:
    """Progress on a terminal, once the work takes more than a second."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self.shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, wanted: int) -> None:
        passed = time.monotonic() - self.began
        if not self.shown or passed < 1 or not done:
            return
        rate = done / passed
        left = max(wanted - done, 0) / rate
        width = 24
        full = min(width, width * done // max(wanted, 1))
        bar = "#" * full + "." * (width - full)
        text = f"[{bar}] {done:,}/{wanted:,} files  {rate:.0f}/s  {left:.0f} s left"
        end = "\n" if done >= wanted else ""
        print(f"\r{text}\033[K", end=end, file=sys.stderr, flush=True)
