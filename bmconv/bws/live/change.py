"""Describe changes to a database, and make them in place or by rewriting the whole file.

Cells changed in place are read again afterwards, in case another program has overwritten them.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from bmconv import jet
from bmconv.bws.access import write_anew
from bmconv.bws.layout import TABLES
from bmconv.bws.live.snapshot import PAUSE, TRIES
from bmconv.bws.live.view import View, edit_file
from bmconv.errors import BmconvError, file_errors
from bmconv.io.files import LockTaken
from bmconv.masking import mask
from bmconv.notes import Notes

INSERT, UPDATE, DELETE = "add", "change", "remove"
ADD_COLUMN = "add column"
SETTLING = 1.0
"""Seconds after which another program's write to the same page would be visible."""
TRIGGERS = ("UpdateFromRound", "ExternalUpdate", "Updated")
"""Columns that the control software resets once it has acted on them."""


class Change(NamedTuple):
    """One row to be added, changed or removed, or one column of Settings to be added."""

    action: str
    table: str
    place: str
    """Where the row belongs, as shown to the user: `A5 round 3`; or the name of the column."""
    values: dict[str, Any]
    row: int = 0
    before: dict[str, Any] | None = None

    def line(self) -> str:
        """The change as a line to be printed."""
        if self.action == DELETE:
            return f"remove {self.table} {self.place}"
        if self.action == ADD_COLUMN:
            return f"add column {self.table}.{self.place}"
        cells = ", ".join(
            f"{name} {for_display(old)} -> {for_display(new)}"
            if self.action == UPDATE
            else f"{name} {for_display(new)}"
            for name, (old, new) in self.cells().items()
        )
        return f"{self.action} {self.table} {self.place}: {cells}"

    def cells(self) -> dict[str, tuple[Any, Any]]:
        """The old and new values of the cells that differ, with secrets masked."""
        before = self.before or {}
        pairs = {name: (before.get(name), value) for name, value in self.values.items()}
        return {n: mask(pair, n) for n, pair in pairs.items() if pair[0] != pair[1]}


def row_change(
    view: View, table: str, place: str, pointer: int, row: Any, cells: dict[str, Any]
) -> list[Change]:
    """The change that gives a row these cells; an empty list if it has them already."""
    differing = {
        name: value
        for name, value in view.cells_with_columns(table, cells).items()
        if is_other_cell(row[name.lower()], value)
    }
    before = {name: row[name.lower()] for name in differing}
    return [Change(UPDATE, table, place, differing, pointer, before)] if differing else []


def is_other_cell(old: Any, new: Any) -> bool:
    """Whether two cells differ; spaces around text are ignored, empty text and false are null."""
    old = (old.strip() or None) if isinstance(old, str) else old
    new = (new.strip() or None) if isinstance(new, str) else new
    return bool(old != new) and not (old in (None, False) and new in (None, False))


def for_display(value: Any) -> str:
    """The value of a cell as printed."""
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def moving_changes(view: View, changes: list[Change]) -> list[Change]:
    """The changes that add a column, that add, remove or move a row, or that change an index."""
    moving = []
    for change in changes:
        table = view.table(change.table)
        if change.action != UPDATE or not (table and table.is_in_place(change.row, change.values)):
            moving.append(change)
    return moving


def check_cells(view: View, changes: list[Change]) -> None:
    """Raise the error that writing the changes would raise, without writing anything."""
    added = {change.place for change in changes if change.action == ADD_COLUMN}
    for change in changes:
        if change.action in (INSERT, UPDATE):
            pointer = None if change.action == INSERT else change.row
            values = {n: value for n, value in change.values.items() if n not in added}
            view.editor.table(change.table).check(values, pointer)


def write(view: View, changes: list[Change], done: Callable[[Change], None]) -> None:
    """Make the changes one by one, and call `done` after each."""
    for change in changes:
        table = view.editor.table(change.table)
        if change.action == INSERT:
            table.insert(change.values)
        elif change.action == DELETE:
            table.delete(change.row)
        elif change.action == ADD_COLUMN:
            table.add_column(new_column(change.place))
        else:
            table.update(change.row, change.values)
        done(change)


def rewrite(view: View, changes: list[Change], notes: Notes) -> BinaryIO:
    """A temporary file with the rewritten database, including the changes."""
    database = view.editor.database
    specs = []
    for name, table in database.tables.items():
        table_changes = [change for change in changes if change.table.casefold() == name.casefold()]
        spec = jet.spec_of(table)
        new = [new_column(change.place) for change in table_changes if change.action == ADD_COLUMN]
        columns = [*spec.columns, *new]
        specs.append(spec._replace(columns=columns, rows=rows_after(view, name, table_changes)))
    file = cast(BinaryIO, TemporaryFile())
    write_anew(database, specs, file, database.version, notes)
    file.seek(0)
    return file


def rows_after(view: View, name: str, changes: list[Change]) -> Iterator[tuple[Any, ...]]:
    """The rows that a table will have after the changes; added columns come last."""
    table = view.editor.table(name)
    new = [change.place for change in changes if change.action == ADD_COLUMN]
    places = table.places | {n.casefold(): len(table.columns) + at for at, n in enumerate(new)}
    unset = [False if new_column(name).type == "boolean" else None for name in new]
    rows = {pointer: [*row, *unset] for pointer, row in table.rows()}
    for change in changes:
        if change.action == DELETE:
            del rows[change.row]
        if change.action not in (INSERT, UPDATE):
            continue
        row = change.row
        if change.action == INSERT:
            row = -len(rows) - 1
            rows[row] = [*[None] * len(table.columns), *unset]
        for column, value in change.values.items():
            rows[row][places[column.casefold()]] = value
    return map(tuple, rows.values())


def new_column(setting: str) -> jet.ColumnSpec:
    """The column that is added to Settings for a setting."""
    columns = {column.name: column for column in TABLES["Settings"].columns}
    column = columns[setting]
    return jet.ColumnSpec(column.name, column.type, column.size, default=column.default)


def note_overwritten(path: str, changes: list[Change], notes: Notes, *, live: bool) -> None:
    """Note cells that no longer have the value written; wait first if the file is live.

    The changes have been written, so a failure to read them again is only noted.
    """
    updates = [change for change in changes if change.action == UPDATE and change.values]
    if not updates:
        return
    if live:
        time.sleep(SETTLING)
    try:
        columns = overwritten_columns(path, updates)
    except BmconvError as error:
        text = "file{s} written, but not read again to see what other programs overwrote"
        notes.error("not-checked", str(error), text, hint="apply the same again")
        return
    for column in columns:
        text = "cell{s} overwritten by another program meanwhile; try again"
        notes.error("overwritten", column, text)


def overwritten_columns(path: str, updates: list[Change]) -> list[str]:
    """The column of each cell that does not have the value of its update."""
    with edit_when_free(path) as view:
        columns = []
        for change in updates:
            table = view.editor.table(change.table)
            for column, value in change.values.items():
                try:
                    now = table.row(change.row)[table.places[column.casefold()]]
                except jet.JetError:
                    now = None
                is_reset_trigger = column in TRIGGERS and not now
                if now != value and not is_reset_trigger:
                    columns.append(f"{change.table}.{column}")
    return columns


@contextmanager
def edit_when_free(path: str) -> Iterator[View]:
    """Open a file for changes of cells, once no other process is changing it."""
    with ExitStack() as stack:
        for attempt in range(1, TRIES + 1):
            try:
                view = stack.enter_context(edit_file(path, cells_only=True))
                break
            except LockTaken:
                if attempt == TRIES:
                    raise
                time.sleep(PAUSE)
        yield view


def make_backup(path: str, *, keep: bool = True) -> str:
    """Copy a file (or rename it, without `keep`) to an unused FILE.backupN; return that name."""
    number = 1
    while os.path.exists(name := f"{path}.backup{number}"):
        number += 1
    with file_errors(name):
        if keep:
            shutil.copy2(path, name)
        else:
            os.rename(path, name)
    return name
