"""Planned changes to a database, made in place or by rewriting the whole file.

Cells set in place are read again, in case another program has overwritten them.
"""

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from bmconv import jet
from bmconv.codecs.bws.access import write_anew
from bmconv.errors import file_errors
from bmconv.live.view import View, editing
from bmconv.masking import masked
from bmconv.notes import Notes

INSERT, UPDATE, DELETE = "add", "change", "remove"
SETTLING = 1.0
"""Seconds after which another program's write to the same page would be visible."""
TRIGGERS = ("UpdateFromRound", "ExternalUpdate", "Updated")
"""Columns that the control software resets once it has acted on them."""


class Change(NamedTuple):
    """One row to be added, changed or removed."""

    what: str
    table: str
    place: str
    """Where the row belongs, as shown to the user: `A5 round 3`."""
    values: dict[str, Any]
    row: int = 0
    before: dict[str, Any] | None = None

    def line(self) -> str:
        """The change as a line to be printed."""
        if self.what == DELETE:
            return f"remove {self.table} {self.place}"
        cells = ", ".join(
            f"{name} {shown(old)} -> {shown(new)}"
            if self.what == UPDATE
            else f"{name} {shown(new)}"
            for name, (old, new) in self.cells().items()
        )
        return f"{self.what} {self.table} {self.place}: {cells}"

    def cells(self) -> dict[str, tuple[Any, Any]]:
        """The old and new values of the cells that differ, with secrets masked."""
        before = self.before or {}
        given = {name: (before.get(name), value) for name, value in self.values.items()}
        return {n: masked(pair, n) for n, pair in given.items() if pair[0] != pair[1]}


def shown(value: Any) -> str:
    """The value of a cell as printed."""
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def not_in_place(view: View, changes: list[Change]) -> list[Change]:
    """The changes that add, remove or move a row, or change an index."""
    moving = []
    for change in changes:
        table = view.table(change.table)
        if change.what != UPDATE or not (table and table.in_place(change.row, change.values)):
            moving.append(change)
    return moving


def check(view: View, changes: list[Change]) -> None:
    """Raise the error that writing the changes would raise, without writing anything."""
    for change in changes:
        if change.what != DELETE:
            pointer = None if change.what == INSERT else change.row
            view.editor.table(change.table).check(change.values, pointer)


def write(view: View, changes: list[Change], done: Callable[[Change], None]) -> None:
    """Make the changes one by one, and call `done` after each."""
    for change in changes:
        table = view.editor.table(change.table)
        if change.what == INSERT:
            table.insert(change.values)
        elif change.what == DELETE:
            table.delete(change.row)
        else:
            table.update(change.row, change.values)
        done(change)


def write_copy(view: View, changes: list[Change], notes: Notes) -> BinaryIO:
    """A temporary file with the rewritten database, including the changes."""
    database = view.editor.database
    specs = []
    for name, table in database.tables.items():
        here = [change for change in changes if change.table.casefold() == name.casefold()]
        specs.append(jet.spec_of(table)._replace(rows=changed_rows(view, name, here)))
    file = cast(BinaryIO, TemporaryFile())
    write_anew(database, specs, file, database.version, notes)
    file.seek(0)
    return file


def changed_rows(view: View, name: str, changes: list[Change]) -> Iterator[tuple[Any, ...]]:
    """The rows of a table with the changes made."""
    table = view.editor.table(name)
    rows = {pointer: list(row) for pointer, row in table.rows()}
    for change in changes:
        if change.what == DELETE:
            del rows[change.row]
            continue
        row = change.row
        if change.what == INSERT:
            row = -len(rows) - 1
            rows[row] = [None] * len(table.columns)
        for column, value in change.values.items():
            rows[row][table.places[column.casefold()]] = value
    return map(tuple, rows.values())


def tell_overwritten(path: str, changes: list[Change], notes: Notes, live: bool) -> None:
    """Note cells that no longer have the value written; wait first if the file is live."""
    cells = [(c, n, v) for c in changes if c.what == UPDATE for n, v in c.values.items()]
    if not cells:
        return
    if live:
        time.sleep(SETTLING)
    with editing(path, cells_only=True) as view:
        for change, column, value in cells:
            table = view.editor.table(change.table)
            try:
                now = table.row(change.row)[table.places[column.casefold()]]
            except jet.JetError:
                now = None
            taken_up = column in TRIGGERS and not now
            if now != value and not taken_up:
                text = "cell{s} overwritten by another program meanwhile; try again"
                notes.error("overwritten", f"{change.table}.{column}", text)


def backup(path: str, keep: bool = True) -> str:
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
