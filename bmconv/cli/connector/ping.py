"""bmconv connector ping: check that a service answers."""

from contextlib import closing

import click

from bmconv.cli import Command
from bmconv.cli.connector.options import with_address
from bmconv.cli.job import Job, options
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.connector.channel import open_channel
from bmconv.connector.client import Service


@options()
@with_address
@click.command("ping", cls=Command)
def command(
    job: Job, url: str, pipe: str | None, club_id: str, licence_key: str, timeout: float
) -> None:
    """Check that a service answers, and print its greeting. The exit code is 1 if the answer is an
    error or does not echo the data sent.

    \b
      bmconv connector ping --url http://192.168.1.50:5079
      bmconv connector ping --pipe
    """
    outlive_broken_pipes()  # the service may close its connection at any time
    channel = open_channel(url, pipe, timeout)
    with closing(Service(channel, club_id, licence_key, timeout, job.notes)) as service:
        greeting = service.ping()
    if greeting is not None:
        click.echo(greeting)
