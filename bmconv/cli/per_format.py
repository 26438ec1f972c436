"""Commands with a subcommand per format, and options made from what a format says of itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from bmconv.cli import Lazy
from bmconv.codecs import Format, options_of
from bmconv.registry import FORMATS


def per_format(name: str, make: Callable[[str], click.Command], help: str) -> click.Group:
    """A group whose commands are the formats, each made when it is named."""
    known = {format: entry.help for format, entry in FORMATS.items()}
    usage = "FORMAT [OPTIONS] [INPUT]"
    return Lazy(name, help, known, make, noun="format", subcommand_metavar=usage)


MANY = 6
"""More choices than this stand in the help of an option instead of beside it."""


def own_options(info: Format, *, reading: bool) -> list[click.Parameter]:
    """A format's own options for the command line."""
    made: list[click.Parameter] = []
    for option in options_of(info, reading=reading):
        flag = "--" + option.name.replace("_", "-")
        given: dict[str, Any] = {"help": option.help, "default": option.default}
        given["show_default"] = bool(option.default)
        if option.choices:
            given["type"] = click.Choice(option.choices)
            given["default"] = option.default or None
        if len(option.choices) > MANY:
            given["metavar"] = option.name.upper()
            given["help"] = f"{option.help}: {', '.join(option.choices)}"
        if option.default is None:
            flag += f"/--no-{option.name.replace('_', '-')}"
        elif isinstance(option.default, bool):
            given["is_flag"] = True
        elif not option.choices:
            given["metavar"] = "N" if isinstance(option.default, int) else option.name.upper()
        made.append(click.Option([flag, option.name], **given))
    return made
