"""Rewrite advice that names options of formats, so that it fits the command that is running.

Only `bmconv from FORMAT` has the options of a reader. `convert` takes them with --from-opt; for any
other command, the advice is to pipe the output of `bmconv from` into it.
"""

import sys
from collections.abc import Mapping
from contextlib import suppress

import click

from bmconv.cli.job import format_of_output
from bmconv.codecs import load, options_of
from bmconv.errors import BmconvError, Flag, UsageError, Wording, Words, for_shell
from bmconv.notes import Notes


def adapt_error(error: BmconvError, ctx: click.Context) -> None:
    """Adapt the text and the hint of an error that a reader or a writer raised."""
    if error.origin is None:
        error.text, error.hint = (_for_writer(words, ctx) for words in (error.text, error.hint))
        return
    name, format = error.origin
    foreign = _foreign_options(error.hint, ctx, format)
    if foreign and not _has_from_opt(ctx):
        error.hint = _pipe_hint(name, format, foreign, ctx)
    error.text, error.hint = (_spell_out(w, ctx, format) for w in (error.text, error.hint))


def adapt_notes(notes: Notes, ctx: click.Context, formats: Mapping[str, str]) -> None:
    """Adapt the hints of notes to be printed."""
    for tally in notes.tallies.values():
        note = tally.first
        for format in filter(None, formats.values()):
            if (hint := _spell_out(note.hint, ctx, format)) is not note.hint:
                tally.first = note._replace(hint=hint)
                break


def _for_writer(words: Words, ctx: click.Context) -> Words:
    """Words in which the options of the writer are spelled with --to-opt, if the command has it."""
    if isinstance(words, str) or "to_opt" not in ctx.params:
        return words
    options = _options_of_writer(ctx)
    if not _has_from_opt(ctx):  # but --out of convert is not the option of a format
        options -= ctx.params.keys()
    return Wording(
        *(
            part._replace(typed=f"--to-opt {part.name}={part.value or '...'}")
            if isinstance(part, Flag) and part.name in options and not part.typed
            else part
            for part in words
        )
    )


def _options_of_writer(ctx: click.Context) -> set[str]:
    """The options of the format to be written; none if the name of the format is wrong."""
    output = ctx.params.get("output") or next(reversed(ctx.params.get("words") or ()), None)
    with suppress(UsageError):
        target = ctx.params.get("target") or format_of_output(output)
        return {option.name for option in options_of(load(target).info, reading=False)}
    return set()


def _foreign_options(words: Words, ctx: click.Context, format: str) -> list[Flag]:
    """The options in a message that belong to the reader of a format and not to the command."""
    if isinstance(words, str):
        return []
    readers = {option.name for option in options_of(load(format).info, reading=True)}
    is_to = ctx.parent is not None and ctx.parent.info_name == "to"  # `to` has the writer's options
    options = set() if is_to else {param.name for param in ctx.command.params}
    return [
        part
        for part in words
        if isinstance(part, Flag) and part.name in readers - options and not part.typed
    ]


def _has_from_opt(ctx: click.Context) -> bool:
    return any(param.name == "from_opt" for param in ctx.command.params)


def _spell_out(words: Words, ctx: click.Context, format: str) -> Words:
    """Words in which the options of the reader are spelled with --from-opt or `bmconv from`."""
    foreign = _foreign_options(words, ctx, format)
    if isinstance(words, str) or not foreign:
        return words
    return Wording(
        *(p._replace(typed=_spelling(p, ctx, format)) if p in foreign else p for p in words)
    )


def _spelling(flag: Flag, ctx: click.Context, format: str) -> str:
    if _has_from_opt(ctx):
        return f"--from-opt {flag.name}={flag.value or '...'}"
    return f"bmconv from {format} {flag.with_dashes()}"


def _pipe_hint(name: str, format: str, flags: list[Flag], ctx: click.Context) -> str:
    """The command that reads the input with some options, piped into the running command."""
    reader = f"bmconv from {format} {' '.join(flag.with_dashes() for flag in flags)}"
    path = ctx.command_path.split()
    words = sys.argv[len(path) :]
    inputs = [word for word in words if word in (name, f"{format}:{name}")]
    if not inputs or ctx.command.name == "publish":  # `publish` takes no standard input
        return f"use the output of {reader}"
    words[words.index(inputs[0])] = "-"
    if input_format := ctx.params.get("format"):  # the input is then records: leave out -f
        at = words.index("-f") if "-f" in words else words.index(f"-f{input_format}")
        del words[at : at + 1 + (words[at] == "-f")]
    return f"use {reader} {for_shell(name)} | {' '.join(path)} {for_shell(*words)}"
