"""Everything that records ask of a database: compared, planned, written, looked at again."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from typing import NamedTuple

from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.live import corrections
from bmconv.live.change import INSERT, Change, View, backup, not_in_place, write, write_anew
from bmconv.live.marks import open_editor, tell_overwritten
from bmconv.live.movement import Movement, Wishes, trigger
from bmconv.live.snapshot import is_live, snapshot
from bmconv.live.state import write_safely
from bmconv.notes import Notes
from bmconv.records import Section

UNFINISHED = ".unfinished"
"""Ending of the file that stands beside the database while changes are being written."""
APPLIED = ("round", "table", "section", "seat", "result", "settings", "hand")


class How(NamedTuple):
    """How changes are written."""

    live: bool = False
    copy: str | None = None
    force: bool = False
    rewrite: bool = False
    dry_run: bool = False


class Done(NamedTuple):
    """What was, or would be, changed; the copy made beforehand, if any."""

    changes: list[Change]
    backup: str = ""


def plan(event: Event, view: View, wishes: Wishes, reset: bool, notes: Notes) -> list[Change]:
    """All changes in the order in which they are written, triggers after what they announce."""
    event = in_sections_of(view, event, notes)
    for kind, count in event.counts().items():
        if kind not in APPLIED and kind not in ("session", "client", "event"):
            text = "not looked at: apply does not change them"
            notes.loss("not-applied", kind, text, count, f"{kind} record{{s}}")
    changes = corrections.seats(event, view, notes) + corrections.results(event, view)
    settings, for_settings = corrections.settings(event, view)
    hands, for_hands = corrections.hands(event, view)
    changes += settings + hands
    seated = {seat_place(c) for c in changes if c.what == INSERT and c.table == "PlayerNumbers"}
    movement = Movement(event, view, wishes).plan()
    changes += [c for c in movement if c.table != "PlayerNumbers" or seat_place(c) not in seated]
    taken = {c.row for c in changes if "UpdateFromRound" in c.values and c.row}
    changes += corrections.special(view, for_settings, corrections.NEW_SETTINGS, taken)
    changes += corrections.special(view, for_hands, corrections.NEW_HANDS, taken)
    if reset:
        changes += corrections.resets(view, taken)
    return changes


def seat_place(change: Change) -> tuple[object, ...]:
    """The seat that a row of PlayerNumbers is about."""
    return tuple(change.values.get(name) for name in ("Section", "Table", "Direction"))


def in_sections_of(view: View, event: Event, notes: Notes) -> Event:
    """The event with the file's section ids, where its own were only derived from letters."""
    if not any(section.derived for section in event.of(Section)):
        return event
    rows = [row for _, row in view.rows("Section")]
    real = [Section(id=row["id"], letter=(row.get("letter") or "").strip()) for row in rows]
    return Event([*real, *event], notes)


def apply(
    path: str, event: Event, wishes: Wishes, how: How, notes: Notes, reset: bool = False
) -> Done:
    """Compare, and write what differs unless this is a dry run."""
    live = (how.live or is_live(path)) and not how.copy
    if live and how.rewrite:
        raise DataError(f"{path} is open elsewhere: it cannot be written anew; --copy FILE can")
    if how.copy and not how.dry_run:
        if os.path.exists(how.copy):
            raise DataError(f"{how.copy}: is there already")
        write_safely(how.copy, snapshot(path))
        path = how.copy
    kept = ""
    with open_editor(path, cells_only=live and not how.force) as editor:
        view = View(editor)
        changes = plan(event, view, wishes, reset, notes)
        changes += unfinished(path, view, changes)
        if live and not how.force:
            refuse_moving(path, not_in_place(view, changes))
        if how.dry_run or not changes:
            return Done(changes)
        if how.rewrite or (live and how.force):
            kept = backup(path)
        if how.rewrite:
            for lost in write_anew(path, editor, changes):
                notes.loss("left-out", f"{path}: {lost}", "part{s} of the file left out")
            return Done(changes, kept)
        begin(path, view, changes)
        cells = write(path, editor, changes)
        with suppress(OSError):
            os.unlink(path + UNFINISHED)
    tell_overwritten(path, cells, notes, live)
    for replaced in editor.replaced:
        place = f"{replaced.table} {replaced.column}: {replaced.characters!r}"
        text = "text{s} with a character that Access 97 lacks, written as ?"
        notes.loss("character-replaced", place, text)
    return Done(changes, kept)


def begin(path: str, view: View, changes: list[Change]) -> None:
    """Write down the triggers, which come last: a run that is cut off before must not lose them."""
    places = {p: (r["section"], r["table"]) for p, r in view.rows("Tables")}
    triggers = [
        (*places[c.row], c.values["UpdateFromRound"])
        for c in changes
        if c.row in places and c.table == "Tables" and "UpdateFromRound" in c.values
    ]
    if triggers and len(triggers) < len(changes):
        write_safely(path + UNFINISHED, json.dumps(triggers).encode())


def unfinished(path: str, view: View, changes: list[Change]) -> list[Change]:
    """The triggers that a run before this one was cut off from."""
    try:
        with open(path + UNFINISHED, encoding="utf-8") as file:
            triggers = json.load(file)
    except (OSError, ValueError):
        return []
    planned = {change.row for change in changes if change.table == "Tables"}
    tables = {(r["section"], r["table"]): (p, r) for p, r in view.rows("Tables")}
    found = []
    for section, table, value in triggers:
        pointer, row = tables.get((section, table), (0, {"updatefromround": 1}))
        if pointer not in planned and not row.get("updatefromround"):
            found.append(trigger(pointer, f"{section}/{table}", value))
    return found


def refuse_moving(path: str, moving: list[Change]) -> None:
    """Beside a running control software only cells are set."""
    if moving:
        shown = "; ".join(change.line() for change in moving[:3])
        more = f" and {len(moving) - 3} more" if len(moving) > 3 else ""
        raise DataError(
            f"{path} is open elsewhere, and these changes would add or move rows: {shown}{more}. "
            "--copy FILE makes them in a copy, --force makes them here after a backup"
        )
