"""bmconv export: many files into one dataset, incrementally."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from bmconv.cli import READ, WRITTEN, Command
from bmconv.cli.job import Job, expand_files
from bmconv.cli.report import Progress
from bmconv.cli.terminal import end_with_broken_pipes, escape, outlive_broken_pipes
from bmconv.notes import ERROR, Notes, quantity

if TYPE_CHECKING:
    from bmconv.exporting.run import Summary

SHOWN = 20
"""The most files with a problem that are listed."""
ERRORS = "SELECT source_file, errors FROM sources WHERE errors > 0"
"""The query that lists the files with errors; a note names only the first."""
UNUSED = "hide-unused"
"""The note about lines of --hide that hide nobody; with -q it is printed once for each list."""
PRINTED_WHEN_QUIET = (
    "replaced",
    "correction-unclear",
    "possible-copy",
    "errors-elsewhere",
    "labels-differ",
    "moved",
    "no-files",
    UNUSED,
)
"""Notes that are printed with -q too. Notes about a file appear only in a run that reads it."""


GROUPS = {
    "Targets": ["kind", "out", "db", "schema"],
    "Site": [
        *("title", "club", "language", "logo", "accent", "css"),
        *("no_players", "min_nights", "index"),
    ],
    "Files": ["labels", "club_names", "evaluate", "since", "jobs", "prune", "dry_run", "fail_on"],
    "Privacy": ["hide", "anonymise", "key"],
}


class TargetChoice(click.Choice[str]):
    """The kinds of targets; the name of a database is answered with the option for it."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if value in ("sqlite", "duckdb", "postgresql"):
            url = "postgresql://USER@HOST/NAME" if value == "postgresql" else f"{value}:///FILE"
            raise click.UsageError(f"--to {value}: no such value; use --to sql --db {url}", ctx)
        return super().convert(value, param, ctx)


@click.command("export", cls=Command, groups=GROUPS)
@click.argument(
    "paths",
    nargs=-1,
    required=True,
    metavar="PATH...",
    type=READ,
    callback=expand_files,
)
@click.option(
    "--to",
    "kind",
    type=TargetChoice(("parquet", "sql", "site")),
    required=True,
    help="Parquet files, tables of a database, or web pages",
)
@click.option(
    "--out",
    metavar="FOLDER",
    help="folder to write to: of the Parquet dataset, or of the site",
    type=WRITTEN,
)
@click.option(
    "--db",
    metavar="URL",
    help="database: sqlite:///FILE, duckdb:///FILE or postgresql://USER@HOST/NAME",
)
@click.option("--schema", metavar="NAME", help="schema of a PostgreSQL database (default: bmconv)")
@click.option("--title", metavar="TEXT", help="title, on its first page (default: Results)")
@click.option("--language", metavar="CODE", help="language, such as nl (default: that of "
              "--club club.toml, else en)")  # fmt: skip
@click.option("--no-players", is_flag=True, help="leave out the pages of players")
@click.option(
    "--min-nights",
    type=click.IntRange(1),
    metavar="N",
    help="fewest nights of a player who has a place in a ranking (default: 5)",
)
@click.option("--index", is_flag=True, help="allow search engines to list the pages")
@click.option(
    "--css",
    metavar="FILE",
    help="style sheet of your own, added to the built-in one",
    type=READ,
)
@click.option("--club", metavar="NAME", help="name of the club, or its TOML file")
@click.option("--logo", metavar="FILE", help="picture of the club", type=READ)
@click.option("--accent", metavar="COLOUR", help="colour of the club, such as #7a1f5c")
@click.option(
    "--label",
    "labels",
    multiple=True,
    metavar="NAME=TEXT",
    help="add a column from the path: {1} is its first folder below PATH, {name} the file, {stem} "
    "the file without its extension; can be repeated",
)
@click.option(
    "--club-names",
    metavar="FILE",
    help="names of clubs for labels: lines such as north,Northtown Bridge Club",
    type=READ,
)
@click.option("--evaluate", is_flag=True, help="solve hands without double-dummy tricks")
@click.option(
    "--since",
    metavar="DATE",
    help="only files changed since then: YYYY-MM-DD, or 7d for seven days ago",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    metavar="N",
    help="number of processes (default: one per core)",
)
@click.option("--prune", is_flag=True, help="remove the events of files that no longer exist")
@click.option(
    "--hide",
    metavar="FILE",
    help="list of people to be shown as Player: one per line, by number, name or both",
    type=READ,
)
@click.option(
    "--anonymise",
    is_flag=True,
    help="invent names for people, clubs and paths; without --key, for one run only",
)
@click.option(
    "--key",
    metavar="FILE",
    help="key file, with --anonymise: the same names in every run (bmconv anonymise --new-key)",
    type=READ,
)
@click.option("--dry-run", is_flag=True, help="change nothing, only list what would be read")
@click.option(
    "--fail-on",
    type=click.Choice(("any", "new", "none")),
    default="new",
    show_default=True,
    help="which rejected files and errors give exit code 1",
)
@click.option(
    "--notes",
    "notes_file",
    metavar="FILE",
    help="write all notes as JSON lines, with the rejected files",
    type=WRITTEN,
)
@click.option("-q", "quiet", is_flag=True, help="print only what explains a non-zero exit code")
def command(
    paths: tuple[str, ...],
    kind: str,
    out: str | None,
    db: str | None,
    anonymise: bool,
    key: str | None,
    dry_run: bool,
    fail_on: str,
    notes_file: str | None,
    quiet: bool,
    **export_options: Any,
) -> int:
    """Bring a dataset up to date with all files below PATH, whatever their format.

    An event is identified by the GUID of its session, else by its path; copies count once. A second
    run over the same files changes nothing. A file that cannot be read is rejected, the others are
    exported. `bmconv formats parquet` describes tables, columns, runs and exit codes.

    \b
      bmconv export archive --to parquet --out dataset --label club={1}
      bmconv export archive --to sql --db sqlite:///league.db
      bmconv export archive --to site --out public --label club={1}
    """
    from bmconv.exporting.archive import for_display
    from bmconv.library.datasets import export

    outlive_broken_pipes()  # if a worker is killed, this process goes on
    job = Job(notes_file=notes_file, quiet=quiet)
    summary = export(
        paths, kind, out=out, db=db, **export_options, dry_run=dry_run, anonymise=anonymise,
        key=key, notes=job.notes, progress=Progress,
    )  # fmt: skip
    end_with_broken_pipes()
    failed = fail_on != "none" and bool(summary.rejects or summary.errors or summary.visible)
    if fail_on == "any" and (summary.old_rejects or summary.old_errors):
        failed = True
        _print_list("rejected", [f"{name}: {why}" for name, why in summary.old_rejects])
        _print_list("with errors", summary.old_errors)
    if failed or not quiet:
        _print_list("rejected", [f"{name}: {why}" for name, why in summary.rejects])
    job.close()
    if summary.errors > 1 and (failed or not quiet):
        print(f"bmconv: all files with errors: {ERRORS}", file=sys.stderr)
    line = _summary_line(summary, for_display(out or db or ""), dry_run=dry_run)
    if anonymise and not key and not dry_run:
        line += "; names invented for this run only, so no later run can add to it (use --key)"
    if not quiet:
        for why, name in summary.listed:
            print(escape(f"{why:8} {name}".replace("\n", "\\n")))
        print(line)
    else:
        _print_when_quiet(job.notes, summary, failed=failed)
        if failed:  # such as in the mail of a cron job
            print(line, file=sys.stderr)
    return int(failed)


def _print_when_quiet(notes: Notes, summary: Summary, *, failed: bool) -> None:
    """Print the notes that matter even with -q, and the errors of a run that failed."""
    codes = [code for code in PRINTED_WHEN_QUIET if code != UNUSED or summary.is_new_list]
    for tally in notes.tallies.values():
        if tally.first.code in codes or (failed and tally.first.level == ERROR):
            print(f"bmconv: {tally.line()}", file=sys.stderr)


def _print_list(problem: str, files: list[str]) -> None:
    """Print the first files that have a problem, and the number of further files."""
    for file in files[:SHOWN]:
        print(f"bmconv: {problem} {file}", file=sys.stderr)
    if len(files) > SHOWN:
        print(f"bmconv: and {len(files) - SHOWN} more {problem}", file=sys.stderr)


def _copies(count: int, *, dry_run: bool) -> str:
    """The word for copies; a dry run knows only copies with the same content."""
    if dry_run:
        return "with the same content as another"
    return "copy" if count == 1 else "copies"


def _summary_line(done: Summary, place: str, *, dry_run: bool) -> str:
    """The summary line."""
    rejects = len(done.rejects) + len(done.old_rejects)
    errors = done.errors + len(done.old_errors)
    counts = [f"{done.new:,} new", f"{done.changed:,} changed", f"{done.unchanged:,} unchanged"]
    for number, state in (
        (done.older, "older"),
        (done.copies, _copies(done.copies, dry_run=dry_run)),
        (done.joined, "joined"),
        (done.other, "other"),
        (done.gone - done.pruned, "gone"),
        (done.pruned, "to be pruned" if dry_run else "pruned"),
        (errors, f"with errors ({done.errors:,} new)"),
        (rejects, f"rejected ({len(done.rejects):,} new)"),
    ):
        if number:
            counts.append(f"{number:,} {state}")
    head = f"bmconv export: {quantity(done.files, 'file')}: {', '.join(counts)}"
    if dry_run:
        to_read = sum(why in ("new", "changed") for why, _ in done.listed)
        head += f"; {quantity(to_read, 'file')} to read" if to_read else ""
        return f"{head}; nothing done (--dry-run)"
    if not done.new + done.changed + done.pruned + done.events + done.records + done.pages:
        rest = " but for rejected files" if rejects else ""
        return f"{head}; nothing to do, {place} is up to date{rest}"
    written = f"{quantity(done.events, 'event')}, {quantity(done.records, 'record')}"
    if done.pages:
        written += f", {quantity(done.pages, 'page')}"
    return f"{head}; {written} to {place} in {done.seconds:.1f} s"
