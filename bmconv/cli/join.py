"""bmconv join: join files of any formats into one event."""

import os
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from bmconv.cli import READ, Command
from bmconv.cli.job import OUTPUT, Job, expand_files, options
from bmconv.errors import UsageError, like
from bmconv.event import Event
from bmconv.joining import Part
from bmconv.library.events import join, part
from bmconv.records import TYPES, Hand, Record, Result, Round
from bmconv.registry import FORMATS


@options(OUTPUT)
@click.command("join", cls=Command)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="FILE...",
    type=READ,
    callback=expand_files,
)
@click.option(
    "--only",
    multiple=True,
    metavar="TYPE,TYPE:FILE",
    help="take only these record types from a file; can be repeated",
)
@click.option(
    "--rename",
    "renames",
    multiple=True,
    metavar="FILE:A=B",
    help="give section A of a file the letter B and an id of its own; can be repeated",
)
def command(
    job: Job, files: tuple[str, ...], only: tuple[str, ...], renames: tuple[str, ...]
) -> None:
    """Join files of any formats into one event. Its records come in the usual order, whatever the
    order of the files.

    If two files have the same player, seat or other thing, the later file adds fields to it and
    replaces others; each replacement is noted. If two files have a result of the same section,
    board and pairs, that of the first file is kept.

    If the results of two files are those of different games in one section, they are refused:
    --rename FILE:A=B makes section A of one file section B. `-` is standard input. FORMAT:FILE
    names the format of a file that is not recognised.

    \b
      bmconv join BMInput.txt players.csv BMRData.txt -o evening.bws
      bmconv join night.bws hands.pbn --only hand,evaluation:hands.pbn
      bmconv join night.bws old.bws --rename old.bws:A=B -o both.bws
    """
    for option, value, file in _file_options(only, renames):
        if file not in files:
            raise UsageError(f"{option} {value}: {file!r} is not one of the files to join")

    def event() -> Iterator[Record]:
        types: dict[str, list[str]] = {}
        for names, file in map(_parse_only, only):
            types.setdefault(file, []).extend(names)
        letters: dict[str, dict[str, str]] = {}
        for file, old, new in map(_parse_rename, renames):
            letters.setdefault(file, {})[old] = new
        parts = [
            read_part(file, job, only=types.get(file, ()), rename=letters.get(file, {}))
            for file in files
        ]
        yield from join(*parts, notes=job.notes)

    job.emit(event())


def _file_options(
    only: tuple[str, ...], renames: tuple[str, ...]
) -> Iterator[tuple[str, str, str]]:
    """Each option with its value and the file that it refers to."""
    for value in only:
        yield "--only", value, _parse_only(value)[1]
    for value in renames:
        yield "--rename", value, _parse_rename(value)[0]


def _parse_only(value: str) -> tuple[list[str], str]:
    """Record types and the file from which to take them."""
    types, colon, file = value.partition(":")
    if not colon:
        raise UsageError(f"--only {value}: expected TYPE,TYPE:FILE")
    names = [name.strip() for name in types.split(",")]
    for name in names:
        if name not in TYPES:
            raise UsageError(f"--only {value}: no record type {name!r}{like(name, TYPES)}")
    return names, file


def _parse_rename(value: str) -> tuple[str, str, str]:
    """A file, one of its sections, and the new letter."""
    section, _, new = value.rpartition("=")
    file, _, old = section.rpartition(":")
    if not file or not old.strip() or not new.strip().isalpha():
        raise UsageError(f"--rename {value}: expected FILE:A=B, a section and its new letter")
    return file, old.strip(), new.strip().upper()


def join_additions(job: Job, files: tuple[str, ...]) -> Event:
    """Join further files to the input of a command.

    From a file of deals, only hands and evaluations are taken: not its name and date.
    """
    parts = [read_part(job.input or "-", job)]
    for file in files:
        added = read_part(file, job)
        types = {type(record) for record in added.records}
        if Hand in types and not {Round, Result} & types:
            added = replace(added, only=frozenset({"hand", "evaluation"}))
        parts.append(added)
    return join(*parts, notes=job.notes)


def read_part(file: str, job: Job, **how: Any) -> Part:
    """Read a file, given as FILE or FORMAT:FILE, as a part to join."""
    format, _, path = file.partition(":")
    has_format = bool(path) and format in FORMATS and not os.path.exists(file)
    with job.input_with_content(path if has_format else file) as source:
        known = job.format_of(source, format if has_format else None)
        return part(source, format=known, name=file, notes=job.notes, **how)
