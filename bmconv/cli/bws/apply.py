"""bmconv bws apply: apply records to a database that is in use."""

from __future__ import annotations

import json
import os
import sys
from contextlib import nullcontext
from typing import TYPE_CHECKING, Any

import click

from bmconv.bws.live.unfinished import UNFINISHED
from bmconv.cli import READ, Command
from bmconv.cli.advice.error_records import error_record
from bmconv.cli.job import FORMAT, Job, options
from bmconv.errors import BmconvError, FileTrouble, for_command_line, reason_of
from bmconv.io.sink import Sink
from bmconv.library.live import apply
from bmconv.notes import Note

if TYPE_CHECKING:
    from bmconv.bws.live.applying import ApplyOutcome

GROUPS = {
    "Permissions": [
        *("allow_errors", "force", "copy", "erase_results", "replace_triggers", "live", "rewrite")
    ],
}


@options(FORMAT)
@click.command("apply", cls=Command, groups=GROUPS)
@click.argument("file", type=READ)
@click.argument("input", required=False, type=READ)
@click.option("--dry-run", is_flag=True, help="change nothing, only list what would change")
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="print JSON: the changes, or what is refused, in an array",
)
@click.option("--wait", is_flag=True, help="more rounds will follow: terminals wait after the last")
@click.option("--last", is_flag=True, help="no more rounds will follow")
@click.option("--complete", is_flag=True, help="remove rounds and tables that are not in the input")
@click.option(
    "--erase-results", is_flag=True, help="let the server erase results of changed rounds"
)
@click.option(
    "--replace-triggers", is_flag=True, help="replace triggers that are not processed yet"
)
@click.option("--allow-errors", is_flag=True, help="write even what adds an error (see check)")
@click.option("--reset-bridgemates", is_flag=True, help="return all terminals to the main screen")
@click.option("--live", is_flag=True, help="treat the file as open elsewhere, even without an .ldb")
@click.option("--copy", metavar="FILE", help="make the changes in a copy")
@click.option("--force", is_flag=True, help="move rows even in an open file, after a backup")
@click.option("--rewrite", is_flag=True, help="rewrite the whole file, after a backup")
def command(job: Job, file: str, input: str | None, as_json: bool, **apply_options: Any) -> int:
    """Update a .bws from records, and notify the control software: rounds, tables and sections,
    player names, corrected results, settings, hands. Only fields that a record has are changed;
    "clear": ["name"] empties fields. If a change would add an error, nothing is
    written.

    In a closed file everything can be changed. While the control software has it open (there is an
    .ldb beside it), only cells of fixed size are set: pairs and boards of existing rounds, settings
    that are numbers or switches, and triggers. Names, corrected contracts, hands, new rounds and
    tables would move rows: they need --copy or --force.

    \b
      bmconv set night.bws 'seat[A1N].name=Ada Lind' | bmconv bws apply night.bws --dry-run
      bmconv bws apply night.bws records/night.jsonl --wait
    """
    trigger = apply_options["wait"] or apply_options["last"] or apply_options["reset_bridgemates"]
    trigger_only = input is None and trigger and _has_no_pipe()
    Sink()  # refuses a standard output that is closed, before anything is written
    try:
        needs_records = not (trigger or os.path.exists(file + UNFINISHED))
        open_input = job.input_with_content if needs_records else job.source
        with nullcontext(()) if trigger_only else open_input() as data:
            outcome = apply(
                file, data, **apply_options, strict=job.strict, format=job.format, notes=job.notes
            )
        if apply_options["dry_run"] or not outcome.changes:
            job.settle()
    except BmconvError as error:
        if as_json:
            _print_json(_refusals_as_json(error))
            error.in_stream = True
        raise
    try:
        _print_changes(outcome, as_json=as_json)
        sys.stdout.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        written = outcome.changes and not apply_options["dry_run"]
        done = f"{apply_options['copy'] or file} is changed, but " if written else ""
        text = f"{done}the changes cannot be printed: stdout: {reason_of(error)}"
        raise FileTrouble(text) from None
    if outcome.backup:
        click.echo(f"bmconv: backup of the old file: {outcome.backup}", err=True)
    for finding in outcome.findings:
        if job.notes.listener:
            note = Note(finding.level, finding.rule, finding.place, finding.problem)
            job.notes.listener(note)
        if not job.quiet:
            click.echo(f"bmconv: {finding.after_change()}", err=True)
    if outcome.refused:
        why = outcome.refused.for_command_line()
        click.echo(f"bmconv: this would be refused without --dry-run: {why}", err=True)
        job.note_failure(outcome.refused)
    if not outcome.changes:
        click.echo("bmconv: nothing to change", err=True)
    return 1 if outcome.refused else 0


def _print_changes(outcome: ApplyOutcome, *, as_json: bool) -> None:
    """Print the changes made; in a dry run, those planned or refused."""
    if as_json:
        changes: list[dict[str, Any]] = [
            {"change": c.action, "table": c.table, "place": c.place, "cells": c.cells()}
            for c in outcome.changes
        ]
        warnings = [
            {"warning": f.rule, "place": f.place, "message": f.problem} for f in outcome.findings
        ]
        _print_json(
            changes + warnings + (_refusals_as_json(outcome.refused) if outcome.refused else [])
        )
    else:
        for change in outcome.changes:
            click.echo(change.line())


def _refusals_as_json(error: BmconvError) -> list[dict[str, Any]]:
    """The refusals of an error as JSON objects; any other error is one refusal."""
    errors: list[BmconvError] = getattr(error, "refusals", [error])
    return [
        {
            "refused": record.code,
            "place": record.place or "",
            "message": record.message,
            "remedy": for_command_line(each.remedy),
        }
        for each, record in zip(errors, map(error_record, errors), strict=True)
    ]


def _print_json(items: list[dict[str, Any]]) -> None:
    click.echo(json.dumps(items, indent=2, ensure_ascii=False, default=str))


def _has_no_pipe() -> bool:
    return sys.stdin is None or sys.stdin.isatty()
