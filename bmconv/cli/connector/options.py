"""Options that several connector commands share."""

import os
import signal
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager, ExitStack
from typing import Any

import click

from bmconv.cli import NumberRange
from bmconv.connector.channel import PIPE
from bmconv.connector.protocol import find_command
from bmconv.connector.schema import find_dto
from bmconv.errors import UsageError

DTO_OPTION = click.option(
    "--dto", default="", metavar="NAME", help="DTO type, where it cannot be recognised",
    callback=lambda ctx, param, name: find_dto(name) if name else "",
)  # fmt: skip
COMMAND_OPTION = click.option(
    "--command", metavar="NAME",
    callback=lambda ctx, param, name: find_command(name) if name else "",
    help="command of the requests (default: that of the DTO)",
)  # fmt: skip
SESSION_OPTION = click.option(
    "--session-guid", default="", metavar="GUID",
    help="guid of the session (default: that of the DTOs)",
)  # fmt: skip

LICENCE_OPTION = click.option(
    "--licence-key", default="", metavar="KEY", envvar="BMCONV_LICENCE_KEY",
    help="licence key of the club (or in BMCONV_LICENCE_KEY)",
)  # fmt: skip


STOP_CHECK = 0.2
"""Seconds between checks whether to stop: on Windows, Ctrl-C does not interrupt a wait."""
OWN_PIPE = PIPE + "<username>"
"""How help shows the name of the pipe of the service."""


def _pipe_name(context: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """The name of the pipe; empty for the pipe of the service. The name of a file is refused."""
    if name and os.path.exists(name):
        raise UsageError(f"--pipe {name}: that is a file; write --pipe after it")
    return "" if name == OWN_PIPE else name


def pipe_option(help: str) -> Callable[[Any], Any]:
    """The option --pipe; `help` says what the named pipe is for."""
    return click.option(
        "--pipe", is_flag=False, flag_value=OWN_PIPE, metavar="[NAME]", callback=_pipe_name,
        help=f"{help} (default: {OWN_PIPE})",
    )  # fmt: skip


PIPE_OPTION = pipe_option("named pipe of Windows, instead of HTTP")

ADDRESS = (
    PIPE_OPTION,
    click.option("--url", default="http://localhost:5079", show_default=True, metavar="URL",
                 help="address of the service"),
    click.option("--club-id", default="", metavar="ID", help="id of the club"),
    LICENCE_OPTION,
    click.option("--timeout", type=NumberRange(0.1, 600), default=30.0, show_default=True,
                 metavar="SECONDS", help="time limit of an exchange, retries included"),
)  # fmt: skip
"""The options for the address of the service, and for the club that calls it."""


def with_address(command: click.Command) -> click.Command:
    """Give a command the options of ADDRESS."""
    for option in ADDRESS:
        option(command)
    return command


LOOPBACK = "127.0.0.1"
PORT = click.option(
    "--port", type=click.IntRange(0, 65535), default=5079, show_default=True, metavar="N",
    help="port to listen on; 0: any free one",
)  # fmt: skip
LISTEN = click.option(
    "--listen", metavar="ADDRESS", default=LOOPBACK, show_default=True,
    help="address to listen on; any but the default is open to the network",
)  # fmt: skip


def serve_until_stopped(stack: ExitStack, serving: AbstractContextManager[str], title: str) -> None:
    """Serve until Ctrl-C or SIGTERM; the first line printed contains the address."""
    stop = threading.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: stop.set())
    address = stack.enter_context(serving)
    click.echo(f"{title}: {address}")
    while not stop.wait(STOP_CHECK):
        pass
