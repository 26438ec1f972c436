"""Flags that mark rows as processed: the guide's own, such as Processed, or a custom_ column."""

from collections.abc import Iterable
from typing import Any

from bmconv import jet
from bmconv.codecs.bws.layout import FLAGS, TABLE_OF
from bmconv.errors import DataError
from bmconv.jet.edit.editor import CannotIndex, NotInPlace, TableEditor
from bmconv.live.change import UPDATE, Change, tell_overwritten
from bmconv.live.polling import distinct, key_of, keyed
from bmconv.live.view import editing, record_of
from bmconv.notes import Notes
from bmconv.records import Record, Result, Seat

DECIDING = ("contract", "result", "remarks")


def check_mark(mark: str) -> None:
    """Refuse a flag that is neither one of the guide's nor a custom_ column."""
    if mark not in FLAGS and not mark.startswith("custom_"):
        raise DataError(f"no flag {mark!r}: expected {', '.join(FLAGS)} or custom_NAME")


def add_flag(path: str, kinds: Iterable[str], mark: str, live: bool) -> None:
    """Add a custom_ column at the end of the tables that lack it."""
    with editing(path, cells_only=live) as view:
        for kind in kinds:
            table = view.table(TABLE_OF[kind])
            if table and not table.has_column(mark):
                table.add_column(jet.ColumnSpec(mark, "boolean"))


def set_flags(path: str, records: list[Record], mark: str, live: bool, notes: Notes) -> None:
    """Set a flag in the rows that were delivered, except those that have changed since."""
    marked: list[Change] = []
    with editing(path, cells_only=live) as view:
        for kind, wanted in keyed(records).items():
            table = view.table(TABLE_OF[kind])
            if table is None:
                continue
            if not table.has_column(mark):
                text = "row{s} not marked: the table has no such flag"
                notes.repair("no-flag", f"{table.name}.{mark}", text, len(wanted))
                continue
            seen: set[str] = set()
            for pointer, row in view.rows(table.name):
                now = record_of(kind, row)
                key = distinct(key_of(now), seen)
                seen.add(key)
                record = wanted.get(key)
                if record is None or row[mark.lower()] or not same_row(record, now):
                    continue
                if mark_row(table, pointer, mark, notes):
                    marked.append(Change(UPDATE, table.name, "", {mark: True}, pointer))
    tell_overwritten(path, marked, notes, live)


def mark_row(table: TableEditor, pointer: int, mark: str, notes: Notes) -> bool:
    """Set the flag of one row; note a row in which it cannot be set in place."""
    try:
        table.update(pointer, {mark: True})
    except (NotInPlace, CannotIndex) as error:
        text = "row{s} not marked: the file is open and the flag does not fit in place"
        notes.repair("not-marked", f"{table.name}: {error}", text)
        return False
    return True


def same_row(record: Any, now: Any) -> bool:
    """Whether the cells that matter still have the values that were delivered."""
    if isinstance(record, Seat):
        return bool(record.number == now.number)
    if isinstance(record, Result) and any(
        getattr(record, name) != getattr(now, name) for name in DECIDING
    ):
        return False
    return bool(record.erased) == bool(now.erased)
