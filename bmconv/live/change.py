"""Changes to a database that were decided on: written in place, or the file written anew.

What was set beside another program is looked at again.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NamedTuple, cast

from bmconv import jet
from bmconv.codecs.bws.access import write_anew
from bmconv.errors import FileTrouble
from bmconv.live.view import View, editing
from bmconv.masking import masked
from bmconv.notes import Notes

INSERT, UPDATE, DELETE = "add", "change", "remove"
SETTLING = 1.0
"""Seconds after which another program's writing of the same page would show."""
TRIGGERS = ("UpdateFromRound", "ExternalUpdate", "Updated")
"""What the control software sets back when it has taken it up."""


class Change(NamedTuple):
    """One row to be added, changed or removed."""

    what: str
    table: str
    place: str
    """Where it is, for people: `A5 round 3`."""
    values: dict[str, Any]
    row: int = 0
    before: dict[str, Any] | None = None

    def line(self) -> str:
        """The change as a line for people."""
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
        """What cells were and will be, where that differs, for people: without secrets."""
        before = self.before or {}
        given = {name: (before.get(name), value) for name, value in self.values.items()}
        return {n: masked(pair, n) for n, pair in given.items() if pair[0] != pair[1]}


def shown(value: Any) -> str:
    """A cell as people read it."""
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False, default=str)


def not_in_place(view: View, changes: list[Change]) -> list[Change]:
    """The changes that do more than set cells where they are."""
    moving = []
    for change in changes:
        table = view.table(change.table)
        if change.what != UPDATE or not (table and table.in_place(change.row, change.values)):
            moving.append(change)
    return moving


def check(view: View, changes: list[Change]) -> None:
    """Refuse changes of which one does not go; nothing is written."""
    for change in changes:
        if change.what != DELETE:
            pointer = None if change.what == INSERT else change.row
            view.editor.table(change.table).check(change.values, pointer)


def write(view: View, changes: list[Change], done: Callable[[Change], None]) -> None:
    """Make the changes one after the other, and call `done` after each."""
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
    """The whole file written anew with the changes made, in a temporary one."""
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
    """The rows of a table after the changes to it."""
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
    """Look whether what was set is still so, after a while if another program is at work."""
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
                text = "cell{s} that another program has overwritten meanwhile: try again"
                notes.error("overwritten", f"{change.table}.{column}", text)


def backup(path: str, keep: bool = True) -> str:
    """The file, or a copy of it, beside it under a name that is free."""
    number = 1
    while os.path.exists(name := f"{path}.backup{number}"):
        number += 1
    try:
        if keep:
            shutil.copy2(path, name)
        else:
            os.rename(path, name)
    except OSError as error:
        raise FileTrouble(f"{name}: {error.strerror}") from None
    return name
