"""bmconv bws upgrade: copy a whole Access file into a file of another version."""

import os

import click

from bmconv.bws.access import upgrade
from bmconv.bws.layout import ACCESS
from bmconv.cli import READ, Command
from bmconv.cli.job import (
    Job,
    expand_files,
    options,
    refuse_collisions,
)
from bmconv.errors import BmconvError, UsageError
from bmconv.io.files import refuse_inputs
from bmconv.notes import ERROR, quantity
from bmconv.registry import FORMATS


@options()
@click.command("upgrade", cls=Command)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="IN OUT | IN... --out FOLDER",
    type=READ,
    callback=expand_files,
)
@click.option(
    "--out", "folder", metavar="FOLDER", help="folder to write to; keeps the tree of a folder IN"
)
@click.option(
    "--jet",
    "version",
    type=click.Choice(["3", "4"]),
    default="4",
    show_default=True,
    help="file version: 3 is Access 97, 4 is Access 2000",
)
def command(job: Job, files: tuple[str, ...], folder: str | None, version: str) -> int:
    """Write an Access 97 file as Access 2000, or with --jet 3 the other way round.

    Every user table, column, row, index and property is kept, including custom columns. Whatever
    cannot be kept is noted. A file that already has that version is copied unchanged.

    \b
      bmconv bws upgrade old.bws new.bws
      bmconv bws upgrade archive --out upgraded
    """
    if folder is not None:
        return _upgrade_all(_plan(files, folder), folder, int(version), job)
    if len(files) == 2 and not any(map(os.path.isdir, files)):
        refuse_inputs([files[1]], [files[0]])
        upgrade(*files, int(version), job.notes, strict=job.strict)
        return 0
    if len(files) == 1:
        raise UsageError(f"no output: bmconv bws upgrade {files[0]} NEW-FILE, or --out FOLDER")
    inputs = files[0] if len(files) == 2 else f"{files[0]} ..."
    out = "FOLDER" if os.path.isfile(files[-1]) else files[-1]
    raise UsageError(f"name the folder with --out: bmconv bws upgrade {inputs} --out {out}")


def _plan(files: tuple[str, ...], folder: str) -> list[tuple[str, str]]:
    """Every source with its target; two sources with the same target are refused."""
    plan = [
        (source, os.path.join(folder, name))
        for file in files
        for source, name in _files_with_names(file, folder)
    ]
    refuse_collisions(plan, "name the folder that contains both, its tree is kept")
    return plan


def _files_with_names(file: str, folder: str) -> list[tuple[str, str]]:
    """A file with its name, or the Access files below a folder with their paths in that folder."""
    if file == "-":
        raise UsageError("standard input has no name: bmconv bws upgrade - NEW-FILE")
    if not os.path.isdir(file):
        return [(file, os.path.basename(file))]
    from bmconv.exporting.archive import walk  # slow to import, and only folders need it

    endings = FORMATS["bws"].extensions
    access_files = [f for f in walk([file], file, [folder]) if f.name.lower().endswith(endings)]
    if not access_files:
        raise UsageError(f"{file}: contains no file that ends in {' or '.join(endings)}")
    return [(path, name) for path, name in access_files]


def _upgrade_all(plan: list[tuple[str, str]], folder: str, version: int, job: Job) -> int:
    """Upgrade files one by one; a failure does not stop the others."""
    failed = 0
    for source, target in plan:
        known = job.notes.count(ERROR)
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            upgrade(source, target, version, job.notes, strict=job.strict)
        except BmconvError as error:
            failed += 1
            click.echo(f"bmconv: {error.for_command_line()}", err=True)
            continue
        if errors := job.notes.count(ERROR) - known:
            click.echo(
                f"bmconv: {source}: written, but incomplete: {quantity(errors, 'error')}", err=True
            )
    if not job.quiet:
        files = quantity(len(plan), "file")
        click.echo(f"{len(plan) - failed} of {files} written to {folder} as {ACCESS[version]}")
    return 1 if failed else 0
