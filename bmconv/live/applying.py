"""Apply records to a database: compare them, plan the changes, write them and check the result."""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple

from bmconv import jet
from bmconv.codecs import Wanted
from bmconv.codecs.bws.access import note_replaced
from bmconv.codecs.bws.read import read_records
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.io.files import replace_file
from bmconv.io.sink import Sink
from bmconv.io.stream import encode
from bmconv.jet.edit.editor import NotUndone
from bmconv.live import corrections
from bmconv.live.change import (
    INSERT,
    UPDATE,
    Change,
    backup,
    check,
    not_in_place,
    tell_overwritten,
    write,
    write_copy,
)
from bmconv.live.movement import Given, MovementChanges, Wishes
from bmconv.live.reader_state import digest
from bmconv.live.snapshot import is_live, read, snapshot
from bmconv.live.triggers import Triggers
from bmconv.live.unfinished import UNFINISHED, News, Unfinished, left_over
from bmconv.live.view import View, editing, text, whole
from bmconv.masking import masked
from bmconv.notes import Notes
from bmconv.records import Record, Result, Section, Settings, identity, type_name
from bmconv.rules import BWS, problems
from bmconv.rules.fields import NAME
from bmconv.rules.judging import value_in
from bmconv.rules.terminals import NEW_HANDS, NEW_SETTINGS

PLACE = ("section", "table", "round", "board")
"""The fields that say which result is corrected."""
APPLIED = ("round", "table", "seat", "result", "settings", "hand")


class How(NamedTuple):
    """How changes are written."""

    live: bool = False
    copy: str | None = None
    force: bool = False
    rewrite: bool = False
    dry_run: bool = False


class Done(NamedTuple):
    """The changes made, or planned in a dry run; the path of the backup, if one was made."""

    changes: list[Change]
    backup: str = ""
    refused: DataError | None = None
    """Why a run that is not dry would refuse the changes: the file is open elsewhere."""


class ChangePlan(NamedTuple):
    """All changes in the order of writing: triggers come after the changes they announce."""

    changes: list[Change]
    announced: list[tuple[Change, News]]
    """The changes that set a trigger, each with what it announces to the control software."""
    restored: list[News]
    """News that needs no trigger once the changes are written."""
    record: Unfinished
    """What is still to be announced, by this run or, if that is impossible, by a later one."""


def plan(path: str, event: Event, view: View, wishes: Wishes, notes: Notes) -> ChangePlan:
    """Compare records with a file and with announcements left over from earlier runs."""
    event = in_sections_of(view, event, notes)
    refuse_invalid(event, lambda kind: file_records(view, Wanted("", frozenset((kind,)), True)))
    note_not_applied(event, view, notes)
    own = own_records(event, view)
    known = identity_of(view)
    asked = digest(
        b"".join(map(encode, event)) + repr(wishes._replace(erase_results=False)).encode()
    )
    left = left_over(path, known, notes)
    changes, for_settings = corrections.settings(event, view, own)
    changes += corrections.seats(event, view, own, notes)
    changes += corrections.results(event, view, own)
    hands, for_hands = corrections.hands(event, view, own)
    changes += hands
    seated = {seat_place(c) for c in changes if c.what == INSERT and c.table == "PlayerNumbers"}
    triggers = Triggers(view, wishes.erase_results, notes)
    at_tables = tuple(news for news in left.news if news.table is not None)
    again = bool(left.news) and left.request == asked
    movement = MovementChanges(Given(event, wishes, own, at_tables, again), view, triggers).plan()
    changes += [c for c in movement if c.table != "PlayerNumbers" or seat_place(c) not in seated]
    for value, sections in ((NEW_SETTINGS, for_settings), (NEW_HANDS, for_hands)):
        for section in sorted(sections, key=lambda s: s or 0):
            triggers.anywhere(section, value, None)
        for news in left.news:
            if news.table is None and news.trigger == value and news.section not in sections:
                triggers.anywhere(news.section, value, news)
    if wishes.reset:
        triggers.reset_all()
    changes += [change for change, _ in triggers.set if change.what == UPDATE]
    to_tell = [*triggers.kept, *triggers.restored, *(news for _, news in triggers.set)]
    record = Unfinished(event=known, request=asked, news=to_tell)
    return ChangePlan(changes, triggers.set, triggers.restored, record)


def refuse_invalid(event: Event, stored: Callable[[str], Iterable[Record]]) -> None:
    """Refuse values that a .bws must not have, but not those that are `stored` there already."""
    by_place: dict[str, dict[object, list[Record]]] = {}
    for record in event:
        kind = type_name(record)
        for name, value, _, rule in problems(record, BWS) if kind in APPLIED else ():
            if rule is NAME:  # cut to its length, with a note
                continue
            if kind not in by_place:
                by_place[kind] = {}
                for old in stored(kind):
                    by_place[kind].setdefault(_place_in_file(old), []).append(old)
            known = by_place[kind].get(_place_in_file(record), ())
            if all(value_in(old, name) != value for old in known):
                raise DataError(
                    f"{event.place(record)}: {name} is {masked(value, name)!r}; "
                    f"expected {rule.expectation(BWS)}"
                )


def _place_in_file(record: Record) -> object:
    """What says which row a record is about; a single row of settings holds for all sections."""
    if isinstance(record, Settings):
        return None
    about = PLACE if isinstance(record, Result) else record.key or ()
    return tuple(getattr(record, name) for name in about)


def own_records(event: Event, view: View) -> frozenset[bytes]:
    """The file's own records of the types in the event; of results only the standing ones.

    A record given back unchanged asks for no change, however odd it is.
    """
    target = Wanted("", frozenset({*event.counts(), "section"}), asked=True)
    there = list(file_records(view, target))
    found = {encode(record) for record in there if not isinstance(record, Result)}
    with suppress(DataError):  # Event refuses records that contradict each other
        joined = Event(there, Notes())
        found |= {encode(record) for record in joined if not isinstance(record, Result)}
        found |= {encode(record) for record in joined.standing_results()}
    return frozenset(found)


def file_records(view: View, target: Wanted) -> Iterator[Record]:
    """The records of an open file."""
    return read_records(view.editor.database, target, Notes())


def identity_of(view: View) -> list[str]:
    """GUIDs and names of the sessions, which identify the event."""
    rows = [row for _, row in view.rows("Session")]
    return sorted({text(row[name]) for row in rows for name in ("guid", "name")} - {""})


def note_not_applied(event: Event, view: View, notes: Notes) -> None:
    """Note records that differ from the file but are of types that apply does not change."""
    kinds = {*event.counts()} - {*APPLIED, "client", "event"}
    target = Wanted("", frozenset(kinds), asked=True)
    there = list(file_records(view, target))
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
            why = "not applied: apply does not change them"
            notes.loss("not-applied", event.place(record), why, what=f"{kind} record{{s}}")


def seat_place(change: Change) -> tuple[object, ...]:
    """Section, table and direction of a changed row of PlayerNumbers."""
    return tuple(change.values.get(name) for name in ("Section", "Table", "Direction"))


def in_sections_of(view: View, event: Event, notes: Notes) -> Event:
    """The event with the section ids of the file in place of ids derived from letters."""
    if not any(section.derived for section in event.of(Section)):
        return event
    rows = [row for _, row in view.rows("Section")]
    real = [Section(id=whole(row["id"]), letter=text(row["letter"])) for row in rows]
    return Event([*real, *event], notes)


def apply(
    path: str,
    event: Event,
    wishes: Wishes,
    how: How,
    notes: Notes,
    settle: Callable[[], None] = lambda: None,
) -> Done:
    """Compare an event with a file and, unless it is a dry run, write the differences.

    They are written to the file or to a copy. `settle` is called before anything is written, and
    can refuse it because of the notes.
    """
    if how.copy is None or how.dry_run:
        return apply_here(path, event, wishes, how, notes, settle)
    if os.path.exists(how.copy):
        raise DataError(f"{how.copy}: already exists; choose another name")
    replace_file(how.copy, snapshot(path))
    try:
        if os.path.exists(path + UNFINISHED):
            replace_file(how.copy + UNFINISHED, read(path + UNFINISHED))
        return apply_here(how.copy, event, wishes, how, notes, settle)
    except BaseException:
        for name in (how.copy, how.copy + UNFINISHED):
            with suppress(OSError):
                os.unlink(name)
        raise


def apply_here(
    path: str, event: Event, wishes: Wishes, how: How, notes: Notes, settle: Callable[[], None]
) -> Done:
    """Compare an event with this file and write the differences into it."""
    live = (how.live or is_live(path)) and not how.copy
    if live and how.rewrite and not how.dry_run:
        text = f"{path} is open elsewhere, so it cannot be rewritten"
        raise DataError(text, hint=Wording("use ", Flag("copy", "FILE")))
    kept, anew = "", None
    with editing(path, cells_only=live and not how.force) as view:
        planned = plan(path, event, view, wishes, notes)
        changes, announced, restored, record = planned
        moving = not_in_place(view, changes) if live and not how.force else []
        refused = why_not_beside(path, moving) if moving else None
        if how.dry_run:
            return Done(changes, refused=refused)
        if refused:
            raise refused
        if not changes:
            record.save(path)
            return Done(changes)
        settle()
        if not how.rewrite:
            check(view, changes)
        if how.rewrite or (live and how.force):
            kept = backup(path)
        if how.rewrite:
            anew = write_copy(view, changes, notes)
            settle()
        else:
            write_whole(path, view, planned)
            if restored:
                record.strike_off(path, restored)
        replaced = view.editor.replaced
    if anew:
        with anew, Sink(path) as sink:
            shutil.copyfileobj(anew, sink.stream)
        record.strike_off(path, [*restored, *(news for _, news in announced)])
    else:
        tell_overwritten(path, changes, notes, live)
    note_replaced(replaced, notes)
    return Done(changes, kept)


def write_whole(path: str, view: View, planned: ChangePlan) -> None:
    """Make all changes or, if one cannot be made, none; FILE.unfinished is then restored.

    If what was written cannot be undone, FILE.unfinished stays for the next run.
    """
    unfinished = path + UNFINISHED
    before = read(unfinished) if os.path.exists(unfinished) else None
    planned.record.save(path)
    try:
        with view.editor.whole():
            write(view, planned.changes, planned.record.striking_off(path, planned.announced))
    except NotUndone:
        raise
    except (jet.JetError, OSError):
        with suppress(OSError):  # a full disk; the next run compares the newer one with the file
            if before is None:
                Unfinished().save(path)
            else:
                replace_file(unfinished, before)
        raise


def why_not_beside(path: str, moving: list[Change]) -> DataError:
    """Why changes that add or move rows are not made while another program has the file open."""
    shown = "; ".join(change.line() for change in moving[:3])
    more = f" and {len(moving) - 3} more" if len(moving) > 3 else ""
    copy, force = Flag("copy", "FILE"), Flag("force")
    return DataError(
        f"{path} is open elsewhere, and these changes would add or move rows: {shown}{more}",
        hint=Wording(copy, " makes them in a copy, ", force, " makes them here after a backup"),
    )
