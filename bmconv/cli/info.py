"""bmconv info: what a file is and what is in it."""

from __future__ import annotations

import json
from typing import Any

import click

from bmconv import records as rec
from bmconv.bridge.movements import boards_of, spans
from bmconv.cli.job import FORMAT, Job, complete_file, options
from bmconv.conversion import decode, version_of
from bmconv.errors import BmconvError
from bmconv.event import Event
from bmconv.source import Source


@options(FORMAT)
@click.command("info")
@click.argument("files", nargs=-1, metavar="[INPUT]...", shell_complete=complete_file)
@click.option("--json", "as_json", is_flag=True, help="as JSON: an object, a list of several files")
def command(job: Job, files: tuple[str, ...], as_json: bool) -> int:
    """Say what a file is and what is in it: format, sessions, sections, boards, players. Of several
    files those that cannot be read are told, and the rest goes on.

    \b
      bmconv info night.bws
      bmconv info *.bws
    """
    code, told = 0, []
    for job.input in files or (None,):
        try:
            told.append(_look(job))
        except BmconvError as error:
            if len(files) < 2:
                raise
            click.echo(f"bmconv: {error}", err=True)
            code = max(code, error.exit_code)
    if as_json:
        answer = told if len(files) > 1 else told[0]
        click.echo(json.dumps(answer, indent=2, ensure_ascii=False))
    elif told:
        click.echo("\n\n".join(map(_text, told)))
    return code


def _look(job: Job) -> dict[str, Any]:
    """What is in the input."""
    with job.source() as source:
        format = job.format_of(source)
        found = {"file": source.name, "format": format, **_version(format, source)}
        event = Event(decode(source, format, {}, job.notes), job.notes)
    return found | describe(event)


def describe(event: Event) -> dict[str, Any]:
    """What is in an event, as data."""
    standing = event.standing_results()
    seats = event.of(rec.Seat)
    return {
        "records": event.counts(),
        "sessions": [_session(session) for session in event.of(rec.Session)],
        "sections": [_section(event, id, standing) for id in _section_ids(event)],
        "boards": spans({r.board for r in standing if r.board} | _dealt(event)),
        "players": {
            "listed": len(event.of(rec.Player)),
            "seats": len(seats),
            "numbers": len({seat.number for seat in seats if seat.number}),
            "names": len({seat.name or seat.last_name for seat in seats} - {None}),
        },
    }


def _version(format: str, source: Source) -> dict[str, str]:
    version = version_of(format, source)
    return {"version": version} if version else {}


def _session(session: rec.Session) -> dict[str, Any]:
    given = {
        "id": session.id,
        "name": session.name,
        "date": session.date and str(session.date),
        "guid": session.guid,
    }
    return {key: value for key, value in given.items() if value is not None}


def _section_ids(event: Event) -> list[int]:
    kinds: tuple[type[rec.Record], ...] = (rec.Table, rec.Round, rec.Result, rec.Seat)
    ids = {section.id for section in event.of(rec.Section)}
    ids |= {getattr(record, "section", None) for kind in kinds for record in event.of(kind)}
    return sorted(id for id in ids if id is not None)


def _section(event: Event, id: int, standing: list[rec.Result]) -> dict[str, Any]:
    rounds = [r for r in event.of(rec.Round) if r.section == id]
    results = [r for r in standing if r.section == id]
    tables = {t.table for t in event.of(rec.Table) if t.section == id}
    tables |= {r.table for r in rounds} | {r.table for r in results}
    tables |= {s.table for s in event.of(rec.Seat) if s.section == id}
    boards = {board for round in rounds for board in boards_of(round)}
    boards |= {r.board for r in results if r.board}
    return {
        "id": id,
        "letter": event.letter(id),
        "tables": len(tables - {None}),
        "rounds": max([0, *(r.round or 0 for r in rounds), *(r.round or 0 for r in results)]),
        "boards": spans(boards),
        "results": len(results),
    }


def _dealt(event: Event) -> set[int]:
    return {hand.board for hand in event.of(rec.Hand) if hand.board}


def _counted(count: int, what: str) -> str:
    return f"{count} {what[:-1] if count == 1 else what}" if count else ""


def _text(found: dict[str, Any]) -> str:
    """The same for eyes."""
    version = f", {found['version']}" if "version" in found else ""
    lines = [f"{found['file']}: {found['format']}{version}"]
    for session in found["sessions"]:
        words = (session.get("name", "without a name"), session.get("date", ""))
        lines.append(f"session   {', '.join(word for word in words if word)}")
    for section in found["sections"]:
        parts = [_counted(section[what], what) for what in ("tables", "rounds", "results")]
        parts.insert(2, f"boards {section['boards']}" if section["boards"] else "")
        what = ", ".join(filter(None, parts)) or "nothing in it yet"
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
