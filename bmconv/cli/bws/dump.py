"""bmconv bws dump: raw rows of any Access file."""

import datetime
import json
from math import isfinite
from typing import Any

import click

from bmconv import jet
from bmconv.bws.access import open_database
from bmconv.cli import READ, Command
from bmconv.cli.job import PLAIN_OUTPUT, Job, options
from bmconv.errors import UsageError
from bmconv.io.sink import Sink
from bmconv.io.source import open_source


@options(PLAIN_OUTPUT)
@click.command("dump", cls=Command)
@click.argument("file", type=READ)
@click.argument("table", required=False)
def command(job: Job, file: str, table: str | None) -> None:
    """Write the rows of an Access file as JSON lines: those of one TABLE unchanged, those of all
    tables as {"table": ..., "row": ...}. Null and empty text are distinguished; dates are ISO text,
    bytes are hexadecimal.

    \b
      bmconv bws dump night.bws ReceivedData | jq .Contract
    """
    with (
        open_source(file) as source,
        Sink(job.output) as sink,
        open_database(source.path or source.read(), source.name, job.notes) as database,
    ):
        for access_table in choose_tables(database, table):
            for row in map(without_infinity, access_table.dicts()):
                line = row if table else {"table": access_table.name, "row": row}
                sink.write(
                    json.dumps(line, ensure_ascii=False, default=json_value).encode() + b"\n"
                )


def choose_tables(database: jet.Database, name: str | None) -> list[jet.AccessTable]:
    """All tables, or the table of that name."""
    if name is None:
        return list(database.tables.values())
    table = database.find(name)
    if table is None:
        have = ", ".join(database.tables) or "none"
        raise UsageError(f"no table {name!r}; the tables are {have}")
    return [table]


def without_infinity(row: dict[str, Any]) -> dict[str, Any]:
    """A row in which numbers that JSON cannot represent are text: `inf`, `nan`."""
    return {
        name: str(cell) if isinstance(cell, float) and not isfinite(cell) else cell
        for name, cell in row.items()
    }


def json_value(value: Any) -> Any:
    """A value that JSON cannot represent, as text."""
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
