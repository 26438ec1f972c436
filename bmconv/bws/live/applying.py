"""Apply records to a database: compare them, plan the changes, write them and check the result."""

import os
import shutil
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from bmconv import jet
from bmconv.bws.access import note_replaced
from bmconv.bws.live import corrections
from bmconv.bws.live.after_changes import added_findings, refuse_added_errors
from bmconv.bws.live.change import (
    INSERT,
    Change,
    check_cells,
    make_backup,
    moving_changes,
    note_overwritten,
    rewrite,
    write,
)
from bmconv.bws.live.movement import MovementChanges, MovementOptions, MovementRequest
from bmconv.bws.live.reader_state import digest
from bmconv.bws.live.refusals import Refusal, RefusalList
from bmconv.bws.live.requests import CHANGEABLE, RequestedRecord, compare, refuse_unplaced
from bmconv.bws.live.sections import SectionChanges
from bmconv.bws.live.settings import SettingsChanges
from bmconv.bws.live.snapshot import read, snapshot
from bmconv.bws.live.triggers import Triggers
from bmconv.bws.live.unfinished import UNFINISHED, Announcement, Unfinished, read_unfinished
from bmconv.bws.live.view import View, edit_file, text
from bmconv.bws.lock_file import is_live
from bmconv.bws.read import read_records
from bmconv.checks import Finding, first_of_rules
from bmconv.codecs import Wanted
from bmconv.errors import FileTrouble, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.io.files import replace_file
from bmconv.io.sink import Sink
from bmconv.io.stream import encode
from bmconv.jet.edit.editor import NotUndone
from bmconv.masking import mask
from bmconv.notes import Notes
from bmconv.records import Record, Result, Settings, type_name
from bmconv.rules import BWS, problems
from bmconv.rules.fields import NAME
from bmconv.rules.judging import value_in
from bmconv.rules.rule import CONTROL
from bmconv.rules.triggers import NEW_HANDS, NEW_SETTINGS, REMOVE_TABLE

PLACE = ("section", "table", "round", "board")
"""The fields that identify the result to be corrected."""
APPLIED = tuple(CHANGEABLE)
"""The record types that apply can change."""
COPY = Flag("copy", "FILE")


class WriteOptions(NamedTuple):
    """How changes are written."""

    live: bool = False
    copy: str | None = None
    force: bool = False
    rewrite: bool = False
    dry_run: bool = False
    allow_errors: bool = False


class ApplyOutcome(NamedTuple):
    """The changes made, or planned in a dry run; the path of the backup, if one was made."""

    changes: list[Change]
    backup: str = ""
    refused: Refusal | None = None
    """Why a run that is not dry would refuse the changes: another program has the file open."""
    findings: Sequence[Finding] = ()
    """What `check` reports only after the changes: the first finding of each rule."""


class ChangePlan(NamedTuple):
    """All changes in the order of writing: triggers come after the changes they announce."""

    changes: list[Change]
    announced: list[tuple[Change, Announcement]]
    """The changes that set a trigger, each with what it announces to the control software."""
    restored: list[Announcement]
    """Announcements that need no trigger once the changes are written."""
    record: Unfinished
    """The announcements still to be made, by this run or, if that is impossible, by a later one."""


class Planner:
    """Compares records with a file and with announcements left over from earlier runs."""

    def __init__(self, view: View, options: MovementOptions, notes: Notes, *, closed: bool) -> None:
        self.view, self.options, self.notes, self.closed = view, options, notes, closed
        self.refusals = RefusalList()

    def plan(self, path: str, requested: list[RequestedRecord]) -> ChangePlan:
        """The changes that the records ask for; Refusal if any of them is refused."""
        view, options = self.view, self.options
        request = compare(requested, view, self.notes)
        changing = Event([e.record for edits in request.edits.values() for e in edits], Notes())
        with self.refusals.collect():
            refuse_invalid(changing, lambda kind: file_records(view, kind), self.notes)
        with self.refusals.collect():
            refuse_unplaced(request, view)
        self.refusals.raise_any()
        identity = identity_of(view)
        digest_of_request = request_digest(requested, options)
        unfinished = read_unfinished(path, identity, self.notes)
        triggers = Triggers(
            view, self.notes, erase_results=options.erase_results, replace=options.replace_triggers
        )
        sections = SectionChanges(request, view, self.notes, closed=self.closed)
        settings = SettingsChanges(request.of("settings"), view, self.notes, closed=self.closed)
        changes: list[Change] = []
        reloaded: set[int | None] = set()
        with self.refusals.collect():
            changes += settings.plan()
        with self.refusals.collect():
            changes += corrections.plan_seats(request, view, self.notes)
        with self.refusals.collect():
            changes += corrections.plan_results(request, view)
        with self.refusals.collect():
            hands, reloaded = corrections.plan_hands(request, view)
            changes += hands
        with self.refusals.collect():
            changes += sections.plan()
            changes += sections.tables()
        # a new table brings its seats, unless the records add a seat there themselves
        new_seats = {
            seat_key(c) for c in changes if c.action == INSERT and c.table == "PlayerNumbers"
        }
        with self.refusals.collect():
            repeated = bool(unfinished.announcements) and unfinished.request == digest_of_request
            at_tables = tuple(a for a in unfinished.announcements if a.table is not None)
            movement = MovementChanges(
                MovementRequest(request, options, sections.reload_from, at_tables, repeated),
                view,
                triggers,
            )
            changes += movement.plan()
            leaving = {p for p in triggers.tables if triggers.pending(p) == REMOVE_TABLE}
            changes += sections.sizes(
                triggers.tables.keys() - leaving, movement.new_tables, movement.removed
            )
            rows = sections.new_rows(movement.new_tables, triggers)
            changes += [
                c for c in rows if c.table != "PlayerNumbers" or seat_key(c) not in new_seats
            ]
            self._announce(triggers, movement, settings.concerned, reloaded, unfinished)
        self.refusals.raise_any()
        refuse_control_characters(changes)
        changes += triggers.changes()
        pending = [*triggers.kept, *triggers.restored, *(a for _, a in triggers.planned)]
        record = Unfinished(event=identity, request=digest_of_request, announcements=pending)
        return ChangePlan(changes, triggers.planned, triggers.restored, record)

    def _announce(
        self,
        triggers: Triggers,
        movement: MovementChanges,
        settings: set[int | None],
        hands: set[int | None],
        unfinished: Unfinished,
    ) -> None:
        """Plan the triggers for settings, hands and resetting, and the triggers of earlier runs."""
        for section in sorted(settings, key=lambda s: s or 0):
            triggers.announce_everywhere(section, NEW_SETTINGS, movement.removed)
        for section in sorted(hands, key=lambda s: s or 0):
            triggers.announce_anywhere(section, NEW_HANDS, None)
        for announcement in unfinished.announcements:
            if announcement.table is None and announcement.section not in hands:
                triggers.announce_anywhere(announcement.section, announcement.trigger, announcement)
        if self.options.reset:
            triggers.reset_all()


def request_digest(requested: list[RequestedRecord], options: MovementOptions) -> str:
    """A hash of the requested changes, without permission to erase results or replace triggers."""
    plain = options._replace(erase_results=False, replace_triggers=False)
    lines = [
        encode(i.record) + repr((sorted(i.fields), sorted(i.cleared))).encode() for i in requested
    ]
    return digest(b"".join(lines) + repr(plain).encode())


def refuse_invalid(event: Event, stored: Callable[[str], Iterable[Record]], notes: Notes) -> None:
    """Refuse values that a .bws must not have, unless they are `stored` there already.

    The reader's notes that it kept such values are dropped, as the refusal says more.
    """
    refusals = RefusalList()
    refused_rules: set[str] = set()
    by_place: dict[str, dict[object, list[Record]]] = {}
    for record in event:
        kind = type_name(record)
        for name, value, _, rule in problems(record, BWS) if kind in APPLIED else ():
            if rule is NAME:  # a long name is cut, with a note
                continue
            if kind not in by_place:
                by_place[kind] = {}
                for old in stored(kind):
                    by_place[kind].setdefault(_row_key(old), []).append(old)
            known = by_place[kind].get(_row_key(record), ())
            if all(value_in(old, name) != value for old in known):
                place = event.place(record)
                problem = f"{name} is {mask(value, name)!r}; expected {rule.expectation(BWS)}"
                refusals.extend([Refusal("bad-value", place, problem)])
                refused_rules.add(rule.code)
    notes.drop_repairs(refused_rules)
    refusals.raise_any()


def refuse_control_characters(changes: list[Change]) -> None:
    """Refuse texts with control characters, such as a line end within a name."""
    refusals = RefusalList()
    for change in changes:
        for column, value in change.values.items():
            if isinstance(value, str) and CONTROL.search(value):
                expected = "expected text without control characters"
                problem = f"{column} is {mask(value, column)!r}; {expected}"
                refusals.extend([Refusal("bad-value", change.place, problem)])
    refusals.raise_any()


def _row_key(record: Record) -> object:
    """What identifies the row of a record; None for settings, whose row may be for all sections."""
    if isinstance(record, Settings):
        return None
    fields = PLACE if isinstance(record, Result) else record.key or ()
    return tuple(getattr(record, name) for name in fields)


def file_records(view: View, kind: str) -> Iterable[Record]:
    """The records of one type in an open file."""
    return read_records(view.editor.database, Wanted("", frozenset((kind,)), asked=True), Notes())


def identity_of(view: View) -> list[str]:
    """GUIDs and names of the sessions, which identify the event."""
    rows = [row for _, row in view.rows("Session")]
    return sorted({text(row[name]) for row in rows for name in ("guid", "name")} - {""})


def seat_key(change: Change) -> tuple[object, ...]:
    """The section, table and direction that a change of PlayerNumbers sets."""
    return tuple(change.values.get(name) for name in ("Section", "Table", "Direction"))


def apply(
    path: str,
    requested: list[RequestedRecord],
    options: MovementOptions,
    write_options: WriteOptions,
    notes: Notes,
    settle: Callable[[], None] = lambda: None,
) -> ApplyOutcome:
    """Compare records with a file and, unless it is a dry run, write the differences.

    They are written to the file or to a copy. `settle` is called before anything is written and can
    raise an error because of the notes.
    """
    if write_options.copy and os.path.exists(write_options.copy):
        raise UsageError(f"{write_options.copy}: already exists", hint="choose another name")
    if write_options.copy is None or write_options.dry_run:
        return apply_here(path, requested, options, write_options, notes, settle)
    replace_file(write_options.copy, snapshot(path))
    try:
        if os.path.exists(path + UNFINISHED):
            replace_file(write_options.copy + UNFINISHED, read(path + UNFINISHED))
        return apply_here(write_options.copy, requested, options, write_options, notes, settle)
    except BaseException:
        for name in (write_options.copy, write_options.copy + UNFINISHED):
            with suppress(OSError):
                os.unlink(name)
        raise


def apply_here(
    path: str,
    requested: list[RequestedRecord],
    options: MovementOptions,
    write_options: WriteOptions,
    notes: Notes,
    settle: Callable[[], None],
) -> ApplyOutcome:
    """Compare records with this file and write the differences into it."""
    live = (write_options.live or is_live(path)) and not write_options.copy
    if live and write_options.rewrite:
        raise Refusal(
            "open-elsewhere",
            path,
            "open elsewhere, so it cannot be rewritten",
            hint=Wording("use ", COPY),
            remedy=COPY,
        )
    backup, rewritten = "", None
    with edit_file(path, cells_only=live and not write_options.force) as view:
        planned = Planner(view, options, notes, closed=not live).plan(path, requested)
        changes, announced, restored, record = planned
        findings: list[Finding] = []
        if changes and not write_options.allow_errors:
            findings = added_findings(view, changes, (trigger for _, trigger in announced))
            refusals = RefusalList()
            refusals.extend(refuse_added_errors(findings))
            refusals.raise_any()
        moving = moving_changes(view, changes) if live and not write_options.force else []
        refused = refusal_to_move(path, moving) if moving else None
        if not (write_options.rewrite or refused):
            check_cells(view, changes)
        if write_options.dry_run:
            return ApplyOutcome(changes, refused=refused, findings=first_of_rules(findings))
        if refused:
            raise refused
        if not changes:
            record.save(path)
            return ApplyOutcome(changes)
        settle()
        if write_options.rewrite or (live and write_options.force):
            backup = make_backup(path)
        if write_options.rewrite:
            rewritten = rewrite(view, changes, notes)
            settle()
        else:
            write_all_or_nothing(path, view, planned)
            strike_off_written(record, path, restored)
        replaced = view.editor.replaced
    if rewritten:  # the file is closed now and can be replaced
        with rewritten, Sink(path) as sink:
            shutil.copyfileobj(rewritten, sink.stream)
        strike_off_written(record, path, [*restored, *(trigger for _, trigger in announced)])
    else:
        note_overwritten(path, changes, notes, live=live)
    note_replaced(replaced, notes)
    return ApplyOutcome(changes, backup, findings=first_of_rules(findings))


def strike_off_written(record: Unfinished, path: str, done: list[Announcement]) -> None:
    """Remove announcements from FILE.unfinished once the changes are written.

    An error is ignored here, because it would look as if the changes had failed; the next run
    compares FILE.unfinished with the database anyway.
    """
    with suppress(FileTrouble):
        if done:
            record.strike_off(path, done)


def write_all_or_nothing(path: str, view: View, planned: ChangePlan) -> None:
    """Make all changes; if one fails, make none of them.

    FILE.unfinished is written first, and restored if the changes are undone. If they cannot be
    undone, it stays for the next run.
    """
    unfinished = path + UNFINISHED
    before = read(unfinished) if os.path.exists(unfinished) else None
    planned.record.save(path)
    try:
        with view.editor.all_or_nothing():
            write(view, planned.changes, planned.record.strike_off_after(path, planned.announced))
    except NotUndone:
        raise
    except (jet.JetError, OSError):
        with suppress(OSError):  # on a full disk it stays; the next run compares it with the file
            if before is None:
                Unfinished().save(path)
            else:
                replace_file(unfinished, before)
        raise


def refusal_to_move(path: str, moving: list[Change]) -> Refusal:
    """Why changes that add or move rows are not made while another program has the file open."""
    lines = "; ".join(change.line() for change in moving[:3])
    more = f" and {len(moving) - 3} more" if len(moving) > 3 else ""
    force = Flag("force")
    return Refusal(
        "open-elsewhere",
        path,
        f"open elsewhere, and these changes would add or move rows: {lines}{more}",
        hint=Wording(COPY, " makes them in a copy, ", force, " makes them here after a backup"),
        remedy=Wording("needs ", COPY, " or ", force),
    )
