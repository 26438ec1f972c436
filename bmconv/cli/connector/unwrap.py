"""bmconv connector unwrap: print the content of requests and answers."""

import click

from bmconv.cli import Command
from bmconv.cli.job import INPUT, PLAIN_OUTPUT, Job, options
from bmconv.connector import to_json, unwrap
from bmconv.io.sink import Sink


@options(INPUT, PLAIN_OUTPUT)
@click.command("unwrap", cls=Command)
def command(job: Job) -> None:
    """Write the content of requests or answers, one document per line.

    An answer that is an error is reported as a note with the name of the error; the exit code is 1.
    `bmconv from dto` reads requests and answers as they are.

    \b
      bmconv connector unwrap polled.json
    """
    with job.source() as source, Sink(job.output, hold=True) as sink:
        for value in unwrap(source, notes=job.notes):
            sink.write(to_json(value) + b"\n")
        job.settle()
