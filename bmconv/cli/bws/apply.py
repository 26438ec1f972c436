"""bmconv bws apply: records into a database that is in use."""

from __future__ import annotations

import json
import sys

import click

from bmconv.cli.job import FORMAT, Job, complete_file, options
from bmconv.errors import UsageError
from bmconv.event import Event
from bmconv.live.applying import How, apply
from bmconv.live.movement import Wishes


@options(FORMAT)
@click.command("apply")
@click.argument("file", shell_complete=complete_file)
@click.argument("input", required=False, shell_complete=complete_file)
@click.option("--dry-run", is_flag=True, help="only show what would be changed")
@click.option("--json", "as_json", is_flag=True, help="the changes as one JSON array")
@click.option("--wait", is_flag=True, help="more rounds will come: terminals wait after the last")
@click.option("--last", is_flag=True, help="no more rounds will come")
@click.option("--complete", is_flag=True, help="rounds and tables that the input lacks are removed")
@click.option("--erase-results", is_flag=True, help="let the server's results of new rounds go")
@click.option("--reset-bridgemates", is_flag=True, help="all terminals back to their main screen")
@click.option("--live", is_flag=True, help="the file is open elsewhere, though no .ldb shows it")
@click.option("--copy", metavar="FILE", help="make the changes in a copy")
@click.option("--force", is_flag=True, help="move rows also in an open file, after a backup")
@click.option("--rewrite", is_flag=True, help="write the whole file anew, after a backup")
def command(
    job: Job, file: str, input: str | None, dry_run: bool, as_json: bool, wait: bool, last: bool,
    complete: bool, erase_results: bool, reset_bridgemates: bool, live: bool, copy: str | None,
    force: bool, rewrite: bool,
) -> None:  # fmt: skip
    """Change a .bws to what records say, and tell the control software: rounds and tables, names
    of players, corrected results, settings, hands. What is the same stays untouched.

    In a file that nobody has open everything can be changed. While the control software has it open
    (an .ldb lies beside it) only cells of fixed size are set: pairs and boards of rounds that are
    there, settings that are numbers or switches, and what tells the control software. Names,
    corrected contracts, hands, new rounds and tables would move rows: they need --copy or --force.

    \b
      bmconv set night.bws 'seat[A1N].name=Ada Lind' | bmconv bws apply night.bws --dry-run
      bmconv bws apply night.bws night.jsonl --wait
    """
    if wait and last:
        raise UsageError("--wait or --last, not both")
    job.input = input
    alone = input is None and (wait or last or reset_bridgemates) and _nothing_piped()
    event = Event((), job.notes) if alone else job.event()
    wishes = Wishes(wait, last, complete, erase_results, reset_bridgemates)
    how = How(live, copy, force, rewrite, dry_run)
    done = apply(file, event, wishes, how, job.notes, job.settle)
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
        click.echo(f"bmconv: the file as it was: {done.backup}", err=True)
    if not done.changes:
        click.echo("bmconv: nothing to change", err=True)
    if dry_run or not done.changes:
        job.settle()


def _nothing_piped() -> bool:
    return sys.stdin is None or sys.stdin.isatty()
