"""Changes to a database that were decided on: written in place, or the file written anew."""

from __future__ import annotations

import os
import shutil
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from bmconv import jet
from bmconv.errors import DataError, FileTrouble
from bmconv.jet.editor import CannotIndex, Editor, TableEditor
from bmconv.live.marks import Cell
from bmconv.live.state import write_safely

INSERT, UPDATE, DELETE = "add", "change", "remove"


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
        shown = []
        for name, value in self.values.items():
            old = f"{(self.before or {}).get(name)!r} -> " if self.what == UPDATE else ""
            shown.append(f"{name} {old}{value!r}")
        return f"{self.what} {self.table} {self.place}: {', '.join(shown)}"


class View:
    """The tables of an open file by name, their rows with small-letter column names."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._rows: dict[str, list[tuple[int, dict[str, Any]]]] = {}

    def table(self, name: str) -> TableEditor | None:
        """A table, if there is one."""
        return self.editor.table(name) if self.editor.has(name) else None

    def rows(self, name: str) -> list[tuple[int, dict[str, Any]]]:
        """Its rows with their pointers; none if there is no such table."""
        key = name.lower()
        if key not in self._rows:
            table = self.table(name)
            found = table.dicts() if table else ()
            self._rows[key] = [(p, {n.lower(): v for n, v in row.items()}) for p, row in found]
        return self._rows[key]

    def known(self, name: str, values: dict[str, Any]) -> dict[str, Any]:
        """Those of the values that the table has a column for."""
        table = self.table(name)
        return {n: v for n, v in values.items() if table and table.has_column(n)}


def not_in_place(view: View, changes: list[Change]) -> list[Change]:
    """The changes that do more than set cells where they are."""
    moving = []
    for change in changes:
        table = view.table(change.table)
        if change.what != UPDATE or not (table and table.in_place(change.row, change.values)):
            moving.append(change)
    return moving


def write(path: str, editor: Editor, changes: list[Change]) -> list[Cell]:
    """Make the changes, one after the other, once all are known to go; the cells that were set."""
    cells: list[Cell] = []
    try:
        for change in changes:
            if change.what != DELETE:
                pointer = None if change.what == INSERT else change.row
                editor.table(change.table).check(change.values, pointer)
        for change in changes:
            table = editor.table(change.table)
            if change.what == INSERT:
                table.insert(change.values)
            elif change.what == DELETE:
                table.delete(change.row)
            else:
                table.update(change.row, change.values)
                cells += [Cell(change.table, change.row, n, v) for n, v in change.values.items()]
    except CannotIndex as error:
        raise DataError(f"{path}: {error}; --rewrite writes the file anew without it") from None
    except jet.JetError as error:
        raise DataError(f"{path}: {error}") from None
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror}") from None
    return cells


def write_anew(path: str, editor: Editor, changes: list[Change]) -> list[str]:
    """Write the whole file with the changes made; what could not be kept."""
    specs = []
    for name, table in editor.database.tables.items():
        names = [column.name for column in table.columns]
        rows = {pointer: dict(row) for pointer, row in editor.table(name).dicts()}
        last = table.last_autonumber
        for change in (c for c in changes if c.table.casefold() == name.casefold()):
            if change.what == DELETE:
                del rows[change.row]
                continue
            given = {
                n: v for n in names for k, v in change.values.items() if k.lower() == n.lower()
            }
            if change.what == INSERT:
                rows[-len(rows) - 1] = dict.fromkeys(names) | given
            else:
                rows[change.row] |= given
        tuples = [tuple(row[name] for name in names) for row in rows.values()]
        specs.append(jet.spec_of(table)._replace(rows=tuples, last_autonumber=last))
    with TemporaryFile() as file:
        try:
            report = jet.write(
                specs, file, version=editor.database.version, created=editor.database.created
            )
        except jet.JetError as error:
            raise DataError(f"{path}: {error}") from None
        file.seek(0)
        data = file.read()
    write_safely(path, data)
    return [*report.left_out, *(f"query {name}" for name in editor.database.queries)]


def backup(path: str) -> str:
    """A copy of the file beside it, under a name that is free."""
    number = 1
    while os.path.exists(name := f"{path}.backup{number}"):
        number += 1
    try:
        shutil.copy2(path, name)
    except OSError as error:
        raise FileTrouble(f"{name}: {error.strerror}") from None
    return name
