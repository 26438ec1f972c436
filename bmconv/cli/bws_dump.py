"""bmconv bws dump: raw rows of any Access file."""

from __future__ import annotations

import datetime
import json
from typing import Any

import click

from bmconv import jet
from bmconv.cli.job import OUTPUT, Job, complete_file, options
from bmconv.errors import BadInput, UsageError
from bmconv.sink import Sink
from bmconv.source import open_source


@options(OUTPUT)
@click.command("dump")
@click.argument("file", shell_complete=complete_file)
@click.argument("table", required=False)
def command(job: Job, file: str, table: str | None) -> None:
    """Write the rows of an Access file as JSON lines: those of one TABLE as they are, those of all
    tables as {"table": ..., "row": ...}. Null and empty text stay apart; dates are ISO text, bytes
    hexadecimal.

    \b
      bmconv bws dump night.bws ReceivedData | jq .Contract
    """
    with open_source(file) as source, Sink(job.output) as sink:
        try:
            with jet.open(source.path or source.read()) as database:
                for name, rows in _chosen(database, table):
                    for row in rows.dicts():
                        shown = row if table else {"table": name, "row": row}
                        sink.write(
                            json.dumps(shown, ensure_ascii=False, default=plain).encode() + b"\n"
                        )
                for problem in database.problems:
                    job.notes.repair("damaged", problem, "place{s} in the file left out: damaged")
        except jet.JetError as error:
            raise BadInput(source.name, str(error)) from None


def _chosen(database: jet.Database, table: str | None) -> list[tuple[str, jet.Table]]:
    if table is None:
        return list(database.tables.items())
    chosen = [(n, t) for n, t in database.tables.items() if n.lower() == table.lower()]
    if not chosen:
        raise UsageError(
            f"no table {table!r}; the tables are {', '.join(database.tables) or 'none'}"
        )
    return chosen


def plain(value: Any) -> Any:
    """A value that JSON has no word for."""
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
