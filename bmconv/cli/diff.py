"""bmconv diff: what differs between two files, in terms of records."""

import json
from collections import Counter
from typing import Any

import click

from bmconv.cli import READ, Command
from bmconv.cli.job import FINDING_STRICT, Job, options
from bmconv.cli.join import read_part
from bmconv.event import Event
from bmconv.joining.comparing import compare
from bmconv.masking import mask
from bmconv.reports.changes import display, fields_text


@options(FINDING_STRICT)
@click.command("diff", cls=Command)
@click.argument("a", type=READ)
@click.argument("b", type=READ)
@click.option("--json", "as_json", is_flag=True, help="print JSON: one array")
@click.option("--common", is_flag=True, help="compare only what both files have")
def command(job: Job, a: str, b: str, as_json: bool, common: bool) -> int:
    """Show what differs between two files of any format, record by record. The exit code is 0 if
    they are the same and 1 if they differ. FORMAT:FILE gives the format of a file explicitly.

    These are equal: a hand or settings record for all sections and one for each section; a missing
    number and 0, except in scores; a full name, and the same first and last name. Results are
    matched by table, round and board; if one file lacks these, by board and pair numbers.

    --common finds where two programs disagree about an evening: record types and fields that one
    of them lacks are not compared, and where one of them has only a score, the score of the
    contract is compared with it.

    \b
      bmconv diff night.bws records/night.jsonl
      bmconv diff --common night.bws game.aca
    """
    parts = (read_part(file, job) for file in (a, b))
    changes = list(compare(*(Event(part.records, job.notes) for part in parts), common=common))
    if as_json:
        click.echo(json.dumps(mask(changes), indent=2, ensure_ascii=False))
    elif changes:
        for change in changes:
            click.echo(_line(change))
        click.echo(_summary(changes))
    job.settle()
    return 1 if changes else 0


def _line(change: dict[str, Any]) -> str:
    if change["change"] == "changed":
        return f"~ {change['place']}: {fields_text(change['fields'])}"
    fields = ", ".join(
        f"{name} {display(mask(value, name))}"
        for name, value in change["record"].items()
        if name != "type"
    )
    return f"{'-' if change['change'] == 'removed' else '+'} {change['place']}: {fields}"


def _summary(changes: list[dict[str, Any]]) -> str:
    counts = Counter(change["change"] for change in changes)
    summary = ", ".join(f"{count} {change}" for change, count in counts.items())
    return f"{len(changes)} record{' differs' if len(changes) == 1 else 's differ'}: {summary}"
