"""bmconv bws apply: apply records to a database that is in use."""

import json
import sys
from contextlib import nullcontext
from typing import Any

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, Job, complete_file, options
from bmconv.event import Event
from bmconv.library import apply


@options(FORMAT)
@click.command("apply", cls=Command)
@click.argument("file", shell_complete=complete_file)
@click.argument("input", required=False, shell_complete=complete_file)
@click.option("--dry-run", is_flag=True, help="only show what would change")
@click.option("--json", "as_json", is_flag=True, help="print the changes as a JSON array")
@click.option("--wait", is_flag=True, help="more rounds will follow: terminals wait after the last")
@click.option("--last", is_flag=True, help="no more rounds will follow")
@click.option("--complete", is_flag=True, help="remove rounds and tables that are not in the input")
@click.option(
    "--erase-results", is_flag=True, help="let the server erase results of changed rounds"
)
@click.option("--reset-bridgemates", is_flag=True, help="return all terminals to the main screen")
@click.option("--live", is_flag=True, help="the file is open elsewhere, although there is no .ldb")
@click.option("--copy", metavar="FILE", help="make the changes in a copy")
@click.option("--force", is_flag=True, help="move rows even in an open file, after a backup")
@click.option("--rewrite", is_flag=True, help="rewrite the whole file, after a backup")
def command(job: Job, file: str, input: str | None, as_json: bool, **given: Any) -> None:
    """Update a .bws from records, and notify the control software: rounds and tables, player names,
    corrected results, settings, hands. Only differences are written.

    In a closed file everything can be changed. While the control software has it open (there is an
    .ldb beside it), only cells of fixed size are set: pairs and boards of existing rounds, settings
    that are numbers or switches, and triggers. Names, corrected contracts, hands, new rounds and
    tables would move rows: they need --copy or --force.

    \b
      bmconv set night.bws 'seat[A1N].name=Ada Lind' | bmconv bws apply night.bws --dry-run
      bmconv bws apply night.bws night.jsonl --wait
    """
    job.input = input
    trigger = given["wait"] or given["last"] or given["reset_bridgemates"]
    alone = input is None and trigger and _nothing_piped()
    with nullcontext(Event()) if alone else job.source() as data:
        done = apply(file, data, **given, strict=job.strict, format=job.format, notes=job.notes)
    if as_json:
        found = [
            {"change": c.what, "table": c.table, "place": c.place, "cells": c.cells()}
            for c in done.changes
        ]
        click.echo(json.dumps(found, indent=2, ensure_ascii=False, default=str))
    else:
        for change in done.changes:
            click.echo(change.line())
    if done.backup:
        click.echo(f"bmconv: backup of the old file: {done.backup}", err=True)
    if done.refused:
        why = done.refused.for_command_line()
        click.echo(f"bmconv: without --dry-run this is refused: {why}", err=True)
    if not done.changes:
        click.echo("bmconv: nothing to change", err=True)
    if given["dry_run"] or not done.changes:
        job.settle()


def _nothing_piped() -> bool:
    return sys.stdin is None or sys.stdin.isatty()
