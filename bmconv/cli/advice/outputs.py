"""Advice about an output file that is given in a way the command does not understand."""

import errno
import os
from contextlib import suppress

import click

from bmconv.cli.job import OUTPUT
from bmconv.codecs import detect
from bmconv.errors import BmconvError, FileTrouble, NotOurs, UsageError, for_shell
from bmconv.io.source import open_source
from bmconv.registry import FORMATS, OWN


def refuse_output_as_input(ctx: click.Context, files: list[str], words: list[str]) -> None:
    """Refuse a last file that is probably the output, given without -o."""
    file = files[-1]
    has_option = any(OUTPUT.opts[0] in param.opts for param in ctx.command.params)
    if not has_option or _ends_with_output(ctx) or not os.path.exists(files[0]):
        return
    if not _is_possible_output(file):
        return
    place = len(words) - words[::-1].index(file) - 1  # where the name was typed last
    line = [*words[:place], *words[place + 1 :], OUTPUT.opts[0], file]
    hint = f"to write it: {ctx.command_path} {for_shell(*line)}"
    if os.path.exists(file):
        raise UsageError(f"{file}: a page, which bmconv cannot read", hint=hint)
    raise FileTrouble(
        f"{file}: no such file", FileNotFoundError(errno.ENOENT, ""), place=file, hint=hint
    )


def _is_possible_output(file: str) -> bool:
    """Whether a file can be the output: it has an ending, and does not exist or is a page."""
    ending = os.path.splitext(file)[1].lower()
    if (
        not ending[1:].isalnum()
        or {"=", "*", "?", "#"} & set(file)
        or file.partition(":")[0] in FORMATS
    ):
        return False
    if not os.path.exists(file):
        return True
    if not any(ending in entry.extensions for entry in OWN.values() if not entry.reads):
        return False
    with suppress(BmconvError), open_source(file) as source:
        try:
            detect(source)
        except NotOurs:
            return True
    return False


def output_usage(ctx: click.Context) -> str:
    """How a command with --out instead of -o takes its output."""
    if _ends_with_output(ctx):
        return f"name the output last: {ctx.command_path} INPUT OUTPUT"
    (option,) = (p for p in ctx.command.params if "--out" in p.opts)
    return f"use --out {option.make_metavar(ctx)}"


def _ends_with_output(ctx: click.Context) -> bool:
    """Whether the last argument of a command is its output."""
    arguments = (param for param in ctx.command.params if isinstance(param, click.Argument))
    return any("OUT" in (param.metavar or "").partition("--out")[0] for param in arguments)
