"""Commands with a subcommand per format, and options made from what a format says of itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from bmconv.cli import like
from bmconv.codecs import Format, load, options_of
from bmconv.registry import FORMATS


class FormatGroup(click.Group):
    """A group whose commands are the formats, each loaded when it is named."""

    def __init__(
        self,
        name: str,
        make: Callable[[str], click.Command],
        fits: Callable[[Format], bool],
        help: str,
    ) -> None:
        super().__init__(name, help=help, subcommand_metavar="FORMAT [OPTIONS] [INPUT]")
        self.make = make
        self.fits = fits

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [name for name in FORMATS if self.fits(load(name).INFO)]

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        return self.make(name) if name in FORMATS else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in FORMATS:
            ctx.fail(f"no format {name!r}{like(name, FORMATS)}; bmconv formats lists them")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = [(name, FORMATS[name].help) for name in self.list_commands(ctx)]
        with formatter.section("Formats"):
            formatter.write_dl(rows)


def own_options(info: Format, *, reading: bool) -> list[click.Parameter]:
    """A format's own options for the command line."""
    made: list[click.Parameter] = []
    for option in options_of(info, reading=reading):
        flag = "--" + option.name.replace("_", "-")
        given: dict[str, Any] = {"help": option.help, "default": option.default}
        if option.choices:
            given["type"] = click.Choice(option.choices)
            given["default"] = option.default or None
        if option.default is None:
            flag += f"/--no-{option.name.replace('_', '-')}"
        elif isinstance(option.default, bool):
            given["is_flag"] = True
        elif not option.choices:
            given["metavar"] = "N" if isinstance(option.default, int) else option.name.upper()
        made.append(click.Option([flag, option.name], **given))
    return made
