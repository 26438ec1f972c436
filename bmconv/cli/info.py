"""bmconv info: what a file is and what is in it."""

import json
from typing import Any

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, Job, complete_file, options
from bmconv.errors import BmconvError
from bmconv.library import info
from bmconv.registry import ARCHIVES


@options(FORMAT)
@click.command("info", cls=Command)
@click.argument("files", nargs=-1, metavar="[INPUT]...", shell_complete=complete_file)
@click.option(
    "--json", "as_json", is_flag=True, help="print JSON: an object, or a list for several files"
)
def command(job: Job, files: tuple[str, ...], as_json: bool) -> int:
    """Show what a file is and what it contains: format, sessions, sections, boards, players. Files
    that cannot be read are reported, and the others are shown. For an archive (.zip, .tar, .gz,
    saved mail) every file in it is shown, with the name by which all commands read it.

    \b
      bmconv info night.bws
      bmconv info *.bws
    """
    code, told = 0, []
    named = [name for file in files for name in _unpacked(file)]
    for job.input in named or (None,):
        try:
            told.append(_look(job))
        except BmconvError as error:
            if len(named) < 2:
                raise
            click.echo(f"bmconv: {error.for_command_line()}", err=True)
            code = max(code, error.exit_code)
    if as_json:
        answer = told if len(named) > 1 else told[0]
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    elif told:
        click.echo("\n\n".join(map(_text, told)))
    return code


def _unpacked(file: str) -> list[str]:
    """A file, or the files in it if it is an archive."""
    names: list[str] = []
    if file.lower().endswith(ARCHIVES):
        from bmconv.io.archives import is_archive, member_names

        names = member_names(file) if is_archive(file) else []
    return [f"{file}#{name}" for name in names] or [file]


def _look(job: Job) -> dict[str, Any]:
    """The summary of the input."""
    with job.source() as source:
        found = info(source, format=job.format, notes=job.notes)
    version = {"version": found.version} if found.version else {}
    return {"file": found.file, "format": found.format, **version, **found.contents}


def _counted(count: int, what: str) -> str:
    return f"{count} {what[:-1] if count == 1 else what}" if count else ""


def _text(found: dict[str, Any]) -> str:
    """The summary as text."""
    version = f", {found['version']}" if "version" in found else ""
    lines = [f"{found['file']}: {found['format']}{version}"]
    for session in found["sessions"]:
        words = (session.get("name", "unnamed"), session.get("date", ""))
        lines.append(f"session   {', '.join(word for word in words if word)}")
    for section in found["sections"]:
        parts = [_counted(section[what], what) for what in ("tables", "rounds", "results")]
        parts.insert(2, f"boards {section['boards']}" if section["boards"] else "")
        what = ", ".join(filter(None, parts)) or "empty"
        lines.append(f"section   {section['letter']}: {what}")
    if not found["sections"] and found["boards"]:
        lines.append(f"boards    {found['boards']}")
    players = found["players"]
    if players["listed"]:
        lines.append(f"players   {players['listed']} in the list")
    if players["seats"]:
        lines.append(
            f"seats     {players['seats']}: {players['numbers']} player numbers, "
            f"{players['names']} names"
        )
    counts = ", ".join(f"{kind} {count}" for kind, count in found["records"].items())
    counts = counts or ("none: an empty database" if found["format"] == "bws" else "none")
    return "\n".join([*lines, f"records   {counts}"])
