"""bmconv connector relay: offer the service behind a named pipe over HTTP."""

from contextlib import ExitStack

import click

from bmconv.cli import READ, Command, NumberRange
from bmconv.cli.connector.options import LISTEN, LOOPBACK, PORT, pipe_option, serve_until_stopped
from bmconv.cli.job import Job, options
from bmconv.cli.terminal import outlive_broken_pipes
from bmconv.connector.channel import pipe_channel
from bmconv.connector.relay import Relay
from bmconv.connector.serving import serve
from bmconv.errors import DataError, UsageError, file_errors


@options()
@pipe_option("named pipe of Windows, where the Data Connector answers")
@PORT
@LISTEN
@click.option(
    "--token", "token_file", metavar="FILE", type=READ,
    help="file whose first line programs must send as licence key",
)  # fmt: skip
@click.option("--timeout", type=NumberRange(0.1, 600), default=30.0, show_default=True,
              metavar="SECONDS", help="time limit of an exchange, through the pipe")  # fmt: skip
@click.command("relay", cls=Command)
def command(
    job: Job, pipe: str | None, port: int, listen: str, token_file: str | None, timeout: float
) -> None:
    """Offer the Data Connector of this Windows computer, which answers at a named pipe, over HTTP
    to a scoring program on another system.

    Requests are passed on one at a time; a request that waits too long is answered with Busy. If
    the pipe is lost, the answer is an error, and the next request opens it again. The relay
    listens on this computer only, unless --listen gives another address: then it needs --token,
    and programs send the token as licence key. Ctrl-C ends the command with exit code 0.

    \b
      bmconv connector relay --pipe
      bmconv connector relay --pipe --listen 192.168.1.50 --token token.txt
    """
    relay = Relay(pipe_channel(pipe or "", timeout), _token(listen, token_file))
    outlive_broken_pipes()  # a program may close its connection at any time
    with ExitStack() as stack:
        stack.callback(relay.channel.close)
        title = f"bmconv relay for {relay.channel.address}"
        serve_until_stopped(stack, serve(relay, listen, port), title)


def _token(listen: str, file: str | None) -> str:
    """The token in a file, which listening on the network requires."""
    if file is None:
        if listen not in (LOOPBACK, "localhost", "::1"):
            raise UsageError(f"--listen {listen} is open to the network; it needs --token FILE")
        return ""
    with file_errors(file), open(file, encoding="utf-8") as lines:
        token = lines.readline().strip()
    if not token:
        raise DataError(f"{file}: the first line is empty; expected a token")
    return token
