"""bmconv connector ping: check that a service answers."""

import click

from bmconv.cli import Command
from bmconv.cli.connector.options import with_address
from bmconv.cli.job import Job, options
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.connector.client import Service


@options()
@with_address
@click.command("ping", cls=Command)
def command(job: Job, url: str, club_id: str, licence_key: str, timeout: float) -> None:
    """Check that a service answers, and print its greeting. The exit code is 1 if the answer is an
    error or does not echo the data sent.

    \b
      bmconv connector ping --url http://192.168.1.50:5079
    """
    outlive_broken_pipes()  # the service may close its connection at any time
    greeting = Service(url, club_id, licence_key, timeout, job.notes).ping()
    if greeting is not None:
        click.echo(greeting)
