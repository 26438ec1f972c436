"""bmconv bws dump: raw rows of any Access file."""

import datetime
import json
from typing import Any

import click

from bmconv import jet
from bmconv.cli import Command
from bmconv.cli.job import PLAIN_OUTPUT, Job, apart, complete_file, options
from bmconv.codecs.bws.access import opened
from bmconv.errors import UsageError
from bmconv.io.sink import Sink
from bmconv.io.source import open_source


@options(PLAIN_OUTPUT)
@click.command("dump", cls=Command)
@click.argument("file", shell_complete=complete_file)
@click.argument("table", required=False)
def command(job: Job, file: str, table: str | None) -> None:
    """Write the rows of an Access file as JSON lines: those of one TABLE unchanged, those of all
    tables as {"table": ..., "row": ...}. Null and empty text are distinguished; dates are ISO text,
    bytes are hexadecimal.

    \b
      bmconv bws dump night.bws ReceivedData | jq .Contract
    """
    apart(file, job.output)
    with (
        open_source(file) as source,
        Sink(job.output) as sink,
        opened(source.path or source.read(), source.name, job.notes) as database,
    ):
        for found in chosen(database, table):
            for row in found.dicts():
                shown = row if table else {"table": found.name, "row": row}
                sink.write(json.dumps(shown, ensure_ascii=False, default=plain).encode() + b"\n")


def chosen(database: jet.Database, name: str | None) -> list[jet.AccessTable]:
    """All tables, or the one of that name."""
    if name is None:
        return list(database.tables.values())
    table = database.find(name)
    if table is None:
        have = ", ".join(database.tables) or "none"
        raise UsageError(f"no table {name!r}; the tables are {have}")
    return [table]


def plain(value: Any) -> Any:
    """A value that JSON cannot represent, as text."""
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    return value.hex() if isinstance(value, bytes) else str(value)
