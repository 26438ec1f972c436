"""bmconv bws verify: compare what bmconv reads in a file with what other engines read."""

import click

from bmconv.bws.verify import verify
from bmconv.cli import READ, Command
from bmconv.cli.job import Job, options
from bmconv.io.source import open_source
from bmconv.notes import quantity


@options()
@click.command("verify", cls=Command)
@click.argument("file", type=READ)
def command(job: Job, file: str) -> int:
    """Read a file with every engine on this machine and report where they disagree: mdbtools if
    `mdb-export` is on the path, access-parser if it is installed. The exit code is 1 when mdbtools
    disagrees; access-parser is known to lose rows of ordinary files, so it does not count.

    \b
      bmconv bws verify night.bws
    """
    with open_source(file) as source:
        verified = verify(source, job.notes)
        tables = quantity(verified.tables, "table")
        click.echo(f"{source.name}: {tables}, {quantity(verified.rows, 'row')} read by bmconv")
    code = 0
    for engine, differing in verified.comparisons:
        if not differing:
            click.echo(f"{engine.name}: the same in all tables")
            continue
        difference = f"differs in {len(differing)} of {verified.tables} tables"
        click.echo(f"{engine.name}: {difference}; known: {engine.known}")
        for line in differing:
            click.echo(f"  {line}")
        code = max(code, int(engine.serious))
    return code
