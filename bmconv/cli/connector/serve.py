"""bmconv connector serve: a stand-in for the Data Connector, to test a scoring program."""

import sys
from contextlib import ExitStack
from typing import Any

import click

from bmconv.bws.simulation.feed import Feed
from bmconv.cli import READ, WRITTEN, Command
from bmconv.cli.bws.simulation_options import (
    RATES,
    SIMULATION_GROUP,
    make_course,
    with_simulation_options,
)
from bmconv.cli.connector.options import LISTEN, PIPE_OPTION, PORT, serve_until_stopped
from bmconv.cli.job import Job, options
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.connector.channel import no_pipes
from bmconv.connector.document import documents
from bmconv.connector.serving import PATIENCE, LoggedStandIn, serve
from bmconv.connector.standin import StandIn, load
from bmconv.errors import UsageError, file_errors
from bmconv.io.source import open_source

TITLE = "bmconv stand-in for the Data Connector, not the real service"


@options()
@click.command("serve", cls=Command, groups=SIMULATION_GROUP)
@click.argument("file", required=False, type=READ)
@PIPE_OPTION
@PORT
@LISTEN
@click.option("--simulate", is_flag=True, help="play an evening of every event that is initialised")
@click.option(
    "--log", "log_file", metavar="FILE", type=WRITTEN,
    help="append every request and answer, with licence keys and PINs masked",
)  # fmt: skip
@with_simulation_options(*(name for name in RATES if name != "bidding"))
def command(
    job: Job, file: str | None, pipe: str | None, port: int, listen: str, simulate: bool,
    log_file: str | None, **course_options: Any,
) -> None:  # fmt: skip
    """Answer a scoring program like the Data Connector: all commands, queues, accepts and errors.
    It is a stand-in for tests, without terminals or Bridgemate Control Software.

    The events and data in FILE are served from the start: an InitDTO is carried out, and results,
    participations and other DTOs are queued as if they came from the terminals. With --simulate,
    players sit down and results arrive as soon as an event is initialised, at the chosen speed;
    movements that the program updates take effect. The first line printed contains the address.
    Ctrl-C and SIGTERM end the command with exit code 0. On Windows, --pipe answers at a named pipe
    instead, one program at a time.

    \b
      bmconv connector serve --simulate --speed 600
      bmconv connector serve event.json --port 5080 --log transcript.jsonl
      bmconv connector serve --simulate --pipe
    """
    outlive_broken_pipes()  # a program may close its connection at any time
    service = StandIn()

    def say(text: str) -> None:
        if not job.quiet:
            click.echo(f"bmconv: {text}", err=True)

    with ExitStack() as stack:
        if simulate:
            stack.callback(Feed(service, make_course(course_options), say).close)
        if file is not None:
            with open_source(file) as source:
                load(service, list(documents(source, job.notes, strict=True)))
        log = None
        if log_file is not None:
            if log_file == file:
                raise UsageError(f"{log_file}: is both FILE and --log; name two files")
            with file_errors(log_file):
                log = stack.enter_context(open(log_file, "ab"))
        answerer = LoggedStandIn(service, log)
        if pipe is None:
            serving = serve(answerer, listen, port)
        elif sys.platform != "win32":
            raise no_pipes()
        else:
            from bmconv.connector.pipe import serve_pipe

            serving = serve_pipe(pipe, answerer.answer, PATIENCE)
        serve_until_stopped(stack, serving, TITLE)
