"""bmconv bws schema: the tables of an Access file as SQL."""

import click

from bmconv.bws.access import open_database
from bmconv.cli import READ, Command
from bmconv.cli.bws.dump import choose_tables
from bmconv.cli.job import PLAIN_OUTPUT, Job, options
from bmconv.io.sink import Sink
from bmconv.io.source import open_source
from bmconv.jet.schema import DIALECTS, statements


@options(PLAIN_OUTPUT)
@click.command("schema", cls=Command)
@click.argument("file", type=READ)
@click.argument("dialect", type=click.Choice(list(DIALECTS)), default="access")
@click.option("-T", "--table", metavar="NAME", help="only this table")
def command(job: Job, file: str, dialect: str, table: str | None) -> None:
    """Print the tables of an Access file as CREATE TABLE statements, like mdb-schema of mdbtools:
    tables and columns in the order of the file, without indexes. With `sqlite`,
    types are those of SQLite.

    \b
      bmconv bws schema night.bws
      bmconv bws schema night.bws sqlite --table ReceivedData
    """
    with (
        open_source(file) as source,
        Sink(job.output) as sink,
        open_database(source.path or source.read(), source.name, job.notes) as database,
    ):
        order = database.catalog_order.index
        tables = sorted(
            choose_tables(database, table), key=lambda access_table: order(access_table.name)
        )
        for line in statements(tables, DIALECTS[dialect]):
            sink.write(line.encode() + b"\n")
