"""Flags that mark rows as processed: the guide's own, such as Processed, or a custom_ column."""

from collections.abc import Collection
from typing import Any, NamedTuple

from bmconv import jet
from bmconv.bws.layout import FLAGS, TABLE_OF
from bmconv.bws.live.change import UPDATE, Change, note_overwritten
from bmconv.bws.live.polling import Batch, flag_of, free_key, key_of, rows_by_key
from bmconv.bws.live.view import edit_file, row_record
from bmconv.errors import DataError
from bmconv.jet.edit.editor import CannotIndex, NotInPlace, TableEditor
from bmconv.notes import Notes
from bmconv.records import Record, Result, Seat

DECIDING = ("contract", "result", "remarks")
"""The fields that must be unchanged for a result to be marked."""
MARKABLE = ("result", "intermediate", "seat")
"""Types whose tables have flags; the other tables are only read (guide, recorder version)."""


def check_mark(mark: str) -> None:
    """Refuse a flag that is neither a flag of the guide nor a custom_ column."""
    if mark not in FLAGS and not mark.startswith("custom_"):
        raise DataError(f"no flag {mark!r}: expected {', '.join(FLAGS)} or custom_NAME")


def add_flag(path: str, kinds: Collection[str], mark: str, *, live: bool) -> None:
    """Add a custom_ column at the end of the tables that lack it."""
    with edit_file(path, cells_only=live) as view:
        for kind in MARKABLE:
            table = view.table(TABLE_OF[kind]) if kind in kinds else None
            if table and not table.has_column(mark):
                table.add_column(jet.ColumnSpec(mark, "boolean"))


class Marking(NamedTuple):
    """A flag, and the delivered rows in which it is to be set."""

    flag: str
    rows: list[Record]
    new: list[Record]
    """The rows of this delivery: only these are counted in notes."""


def set_flags(path: str, marking: Marking, notes: Notes, *, live: bool) -> None:
    """Set a flag in the rows that were delivered, except rows that have changed since."""
    mark, new = marking.flag, rows_by_key(marking.new)
    marked: list[Change] = []
    with edit_file(path, cells_only=live) as view:
        for kind, wanted in rows_by_key(marking.rows).items():
            table = view.table(TABLE_OF[kind]) if kind in MARKABLE else None
            if table is None:
                continue
            if not table.has_column(mark):
                text = "row{s} not marked: the table has no such flag"
                if count := len(new.get(kind, ())):
                    notes.repair("no-flag", f"{table.name}.{mark}", text, count)
                continue
            seen: set[str] = set()
            for pointer, row in view.rows(table.name):
                now = row_record(kind, row)
                key = free_key(key_of(now), seen)
                seen.add(key)
                record = wanted.get(key)
                if record is None or row[mark.lower()] or not is_same_row(record, now):
                    continue
                if mark_row(table, pointer, mark, notes):
                    marked.append(Change(UPDATE, table.name, "", {mark: True}, pointer))
    note_overwritten(path, marked, notes, live=live)


def mark_delivered(path: str, batch: Batch, flag: str, notes: Notes, *, live: bool) -> None:
    """Set a flag in all rows that count as delivered and do not have it.

    These include rows marked before, if another program has cleared the flag since.
    """
    unmarked = [record for record in batch.delivered if not flag_of(record, flag)]
    if unmarked:
        set_flags(path, Marking(flag, unmarked, batch.records), notes, live=live)


def mark_row(table: TableEditor, pointer: int, mark: str, notes: Notes) -> bool:
    """Set the flag of one row; note a row in which it cannot be set in place."""
    try:
        table.update(pointer, {mark: True})
    except (NotInPlace, CannotIndex) as error:
        text = "row{s} not marked: the file is open and the flag does not fit in place"
        notes.repair("not-marked", f"{table.name}: {error}", text)
        return False
    return True


def is_same_row(record: Any, now: Any) -> bool:
    """Whether the cells that matter still have the values that were delivered."""
    if isinstance(record, Seat):
        return bool(record.number == now.number)
    if isinstance(record, Result) and any(
        getattr(record, name) != getattr(now, name) for name in DECIDING
    ):
        return False
    return bool(record.erased) == bool(now.erased)
