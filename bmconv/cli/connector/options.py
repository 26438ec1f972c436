"""Options that several connector commands share."""

import click

from bmconv.connector.protocol import find_command
from bmconv.connector.schema import find_dto

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

ADDRESS = (
    click.option("--url", default="http://localhost:5079", show_default=True, metavar="URL",
                 help="address of the service"),
    click.option("--club-id", default="", metavar="ID", help="id of the club"),
    LICENCE_OPTION,
    click.option("--timeout", type=click.FloatRange(0.1, 600), default=30.0, show_default=True,
                 metavar="SECONDS", help="time limit of an exchange, retries included"),
)  # fmt: skip
"""The address of the service, and the club that asks."""


def with_address(command: click.Command) -> click.Command:
    """Give a command the options of ADDRESS."""
    for option in ADDRESS:
        option(command)
    return command
