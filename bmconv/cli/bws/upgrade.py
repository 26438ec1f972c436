"""bmconv bws upgrade: every table, column and row of an Access file in a new one."""

import os

import click

from bmconv.cli import Command
from bmconv.cli.job import Job, apart, complete_file, options
from bmconv.codecs.bws.access import upgrade
from bmconv.codecs.bws.layout import ACCESS
from bmconv.errors import BmconvError, UsageError
from bmconv.notes import ERROR, counted
from bmconv.registry import FORMATS


@options()
@click.command("upgrade", cls=Command)
@click.argument(
    "files",
    nargs=-1,
    required=True,
    metavar="IN OUT | IN... --out DIR",
    shell_complete=complete_file,
)
@click.option(
    "--out", "folder", metavar="DIR", help="write to a folder, keeping the tree of a folder IN"
)
@click.option(
    "--jet",
    "version",
    type=click.Choice(["3", "4"]),
    default="4",
    show_default=True,
    help="Access 97 is 3, Access 2000 is 4",
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
        apart(*files)
        upgrade(*files, int(version), job.strict, job.notes)
        return 0
    if len(files) == 1:
        raise UsageError(f"no output: bmconv bws upgrade {files[0]} NEW-FILE, or --out FOLDER")
    inputs = files[0] if len(files) == 2 else f"{files[0]} ..."
    out = "FOLDER" if os.path.isfile(files[-1]) else files[-1]
    raise UsageError(f"name the folder with --out: bmconv bws upgrade {inputs} --out {out}")


def _plan(files: tuple[str, ...], folder: str) -> list[tuple[str, str]]:
    """What is written where; refused as a whole if a file would take the place of another."""
    sources: dict[str, str] = {}
    plan = []
    for file in files:
        for source, name in _named(file, folder):
            target = os.path.join(folder, name)
            apart(source, target)
            if known := sources.get(os.path.normcase(target)):
                raise UsageError(
                    f"{known} and {source} would both become {target}: "
                    "name the folder that contains both, its tree is kept"
                )
            sources[os.path.normcase(target)] = source
            plan.append((source, target))
    return plan


def _named(file: str, folder: str) -> list[tuple[str, str]]:
    """A file with its name, or the Access files below a folder with their names there."""
    if file == "-":
        raise UsageError("standard input has no name: bmconv bws upgrade - NEW-FILE")
    if not os.path.isdir(file):
        return [(file, os.path.basename(file))]
    from bmconv.export.archive import walk  # loads more than one file needs

    endings = FORMATS["bws"].extensions
    found = [f for f in walk([file], file, [folder]) if f.name.lower().endswith(endings)]
    if not found:
        raise UsageError(f"{file}: contains no file that ends in {' or '.join(endings)}")
    return [(path, name) for path, name in found]


def _upgrade_all(plan: list[tuple[str, str]], folder: str, version: int, job: Job) -> int:
    """Files one by one; one that fails does not stop the others."""
    failed = 0
    for source, target in plan:
        known = job.notes.count(ERROR)
        try:
            os.makedirs(os.path.dirname(target), exist_ok=True)
            upgrade(source, target, version, job.strict, job.notes)
        except BmconvError as error:
            failed += 1
            click.echo(f"bmconv: {error.for_command_line()}", err=True)
            continue
        if errors := job.notes.count(ERROR) - known:
            click.echo(
                f"bmconv: {source}: written, but incomplete: {counted(errors, 'error')}", err=True
            )
    if not job.quiet:
        files = counted(len(plan), "file")
        click.echo(f"{len(plan) - failed} of {files} written to {folder} as {ACCESS[version]}")
    return 1 if failed else 0
