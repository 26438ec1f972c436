"""bmconv info: what a file is and what is in it."""

import json
from typing import Any

import click
from msgspec import to_builtins

from bmconv.cli import READ, Command
from bmconv.cli.advice.error_records import error_record
from bmconv.cli.job import FORMAT, Job, expand_files, options
from bmconv.errors import BmconvError
from bmconv.library.events import info
from bmconv.notes import ERROR, quantity
from bmconv.registry import ARCHIVES


@options(FORMAT)
@click.command("info", cls=Command)
@click.argument("files", nargs=-1, metavar="[INPUT]...", type=READ, callback=expand_files)
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
    code, summaries = 0, []
    names = [name for file in files for name in _unpack(file)]
    for name in names or (None,):
        try:
            summaries.append(_summarise(job, name))
        except BmconvError as error:
            if len(names) < 2:
                raise
            click.echo(f"bmconv: {error.for_command_line()}", err=True)
            code = max(code, error.exit_code)
            job.note_failure(error)
            if as_json:
                summaries.append(to_builtins(error_record(error)))
    if as_json:
        answer = summaries if len(names) > 1 else summaries[0]
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    elif summaries:
        empty = "nothing can be read" if job.notes.count(ERROR) else "an empty database"
        click.echo("\n\n".join(_text(summary, empty) for summary in summaries))
    return code


def _unpack(file: str) -> list[str]:
    """A file, or the files in it if it is an archive."""
    names: list[str] = []
    if file.lower().endswith(ARCHIVES):
        from bmconv.io.archives import is_archive, member_names

        names = member_names(file) if is_archive(file) else []
    return [f"{file}#{name}" for name in names] or [file]


def _summarise(job: Job, name: str | None) -> dict[str, Any]:
    """The summary of a file, or of standard input."""
    with job.input_with_content(name) as source:
        summary = info(source, format=job.format, notes=job.notes)
    version = {"version": summary.version} if summary.version else {}
    return {"file": summary.file, "format": summary.format, **version, **summary.contents}


def _quantity(count: int, nouns: str) -> str:
    return f"{count} {nouns[:-1] if count == 1 else nouns}" if count else ""


def _text(summary: dict[str, Any], empty: str) -> str:
    """The summary as text; `empty` says why a database has no records."""
    version = f", {summary['version']}" if "version" in summary else ""
    lines = [f"{summary['file']}: {summary['format']}{version}"]
    for session in summary["sessions"]:
        words = (session.get("name", "unnamed"), session.get("date", ""))
        lines.append(f"session   {', '.join(word for word in words if word)}")
    for section in summary["sections"]:
        parts = [_quantity(section[noun], noun) for noun in ("tables", "rounds", "results")]
        parts.insert(2, f"boards {section['boards']}" if section["boards"] else "")
        contents = ", ".join(filter(None, parts)) or "empty"
        lines.append(f"section   {section['letter']}: {contents}")
    if not summary["sections"] and summary["boards"]:
        lines.append(f"boards    {summary['boards']}")
    players = summary["players"]
    if players["listed"]:
        lines.append(f"players   {players['listed']} in the list")
    if players["seats"]:
        lines.append(
            f"seats     {players['seats']}: {quantity(players['numbers'], 'player number')}, "
            f"{quantity(players['names'], 'name')}"
        )
    counts = ", ".join(f"{kind} {count}" for kind, count in summary["records"].items())
    counts = counts or (f"none: {empty}" if summary["format"] == "bws" else "none")
    return "\n".join([*lines, f"records   {counts}"])
