"""Everything that records ask of a database: compared, planned, written, looked at again."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from bmconv.codecs.bws_access import note_replaced
from bmconv.codecs.bws_layout import NEW_HANDS, NEW_SETTINGS
from bmconv.codecs.bws_read import records_of
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.live import corrections
from bmconv.live.change import (
    INSERT,
    Change,
    backup,
    not_in_place,
    tell_overwritten,
    write,
    write_copy,
)
from bmconv.live.movement import Movement, Wishes, trigger
from bmconv.live.snapshot import is_live, snapshot
from bmconv.live.view import View, editing
from bmconv.notes import Notes
from bmconv.records import Section, identity, type_name
from bmconv.sink import Sink, replace_file
from bmconv.source import Target
from bmconv.stream import encode

UNFINISHED = ".unfinished"
"""Ending of the file that stands beside the database while changes are being written."""
APPLIED = ("round", "table", "seat", "result", "settings", "hand")


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


def plan(event: Event, view: View, wishes: Wishes, notes: Notes) -> list[Change]:
    """All changes in the order in which they are written, triggers after what they announce."""
    event = in_sections_of(view, event, notes)
    note_not_applied(event, view, notes)
    changes, for_settings = corrections.settings(event, view)
    changes += corrections.seats(event, view, notes) + corrections.results(event, view)
    hands, for_hands = corrections.hands(event, view)
    changes += hands
    seated = {seat_place(c) for c in changes if c.what == INSERT and c.table == "PlayerNumbers"}
    movement = Movement(event, view, wishes).plan()
    changes += [c for c in movement if c.table != "PlayerNumbers" or seat_place(c) not in seated]
    taken = {c.row for c in changes if "UpdateFromRound" in c.values and c.row}
    changes += corrections.special(view, for_settings, NEW_SETTINGS, taken)
    changes += corrections.special(view, for_hands, NEW_HANDS, taken)
    if wishes.reset:
        changes += corrections.resets(view, taken)
    return changes


def note_not_applied(event: Event, view: View, notes: Notes) -> None:
    """Note the records of which nothing is written although the file says something else."""
    kinds = {*event.counts()} - {*APPLIED, "client", "event"}
    target = Target("", frozenset(kinds), asked=True)
    there = list(records_of(view.editor.database, target, Notes()))
    known = {(type_name(r), identity(r)): r for r in there if identity(r) is not None}
    same = {encode(r) for r in there}
    for record in (r for r in event if type_name(r) in kinds and encode(r) not in same):
        kind = type_name(record)
        old = known.get((kind, identity(record)))
        if old is None or any(
            getattr(record, name) and getattr(record, name) != getattr(old, name)
            for name in record.__struct_fields__
            if name not in ("tables", "derived")
        ):
            text = "not taken up: apply does not change them"
            notes.loss("not-applied", event.place(record), text, what=f"{kind} record{{s}}")


def seat_place(change: Change) -> tuple[object, ...]:
    """The seat that a row of PlayerNumbers is about."""
    return tuple(change.values.get(name) for name in ("Section", "Table", "Direction"))


def in_sections_of(view: View, event: Event, notes: Notes) -> Event:
    """The event with the file's section ids, where its own were only derived from letters."""
    if not any(section.derived for section in event.of(Section)):
        return event
    rows = [row for _, row in view.rows("Section")]
    real = [Section(id=row["id"], letter=(row["letter"] or "").strip()) for row in rows]
    return Event([*real, *event], notes)


def apply(
    path: str,
    event: Event,
    wishes: Wishes,
    how: How,
    notes: Notes,
    settle: Callable[[], None] = lambda: None,
) -> Done:
    """Compare, and write what differs unless this is a dry run: here, or in a copy.

    `settle` is called before anything is written, and may refuse what the notes say.
    """
    if how.copy is None or how.dry_run:
        return apply_here(path, event, wishes, how, notes, settle)
    if os.path.exists(how.copy):
        raise DataError(f"{how.copy}: is there already")
    replace_file(how.copy, snapshot(path))
    try:
        return apply_here(how.copy, event, wishes, how, notes, settle)
    except BaseException:
        os.unlink(how.copy)
        raise


def apply_here(
    path: str,
    event: Event,
    wishes: Wishes,
    how: How,
    notes: Notes,
    settle: Callable[[], None],
) -> Done:
    """Compare, and write what differs into the file itself."""
    live = (how.live or is_live(path)) and not how.copy
    if live and how.rewrite:
        raise DataError(f"{path} is open elsewhere: it cannot be written anew; --copy FILE can")
    kept, anew = "", None
    with editing(path, cells_only=live and not how.force) as view:
        changes = plan(event, view, wishes, notes)
        changes += unfinished(path, view, changes)
        if live and not how.force:
            refuse_moving(path, not_in_place(view, changes))
        if how.dry_run or not changes:
            return Done(changes)
        settle()
        if how.rewrite or (live and how.force):
            kept = backup(path)
        if how.rewrite:
            anew = write_copy(view, changes, notes)
            settle()
        else:
            begin(path, view, changes)
            write(view, changes)
        replaced = view.editor.replaced
    if anew:
        with anew, Sink(path) as sink:
            shutil.copyfileobj(anew, sink.stream)
    with suppress(OSError):
        os.unlink(path + UNFINISHED)
    if not anew:
        tell_overwritten(path, changes, notes, live)
    note_replaced(replaced, notes)
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
        replace_file(path + UNFINISHED, json.dumps(triggers).encode())


def unfinished(path: str, view: View, changes: list[Change]) -> list[Change]:
    """The triggers that a run before this one was cut off from."""
    try:
        with open(path + UNFINISHED, encoding="utf-8") as file:
            triggers = [(section, table, value) for section, table, value in json.load(file)]
    except (OSError, ValueError, TypeError):
        return []
    planned = {change.row for change in changes if change.table == "Tables"}
    tables = {(r["section"], r["table"]): (p, r) for p, r in view.rows("Tables")}
    found = []
    for section, table, value in triggers:
        pointer, row = tables.get((section, table), (0, {"updatefromround": 1}))
        if pointer not in planned and not row["updatefromround"]:
            found.append(trigger(pointer, view.place(section, table), value))
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
