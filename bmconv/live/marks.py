"""Cells of a database set beside a running control software, and looked at again afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterable
from typing import Any, NamedTuple

from bmconv import jet
from bmconv.errors import BadInput, DataError, FileTrouble
from bmconv.jet.editor import CannotIndex, Editor, NotInPlace, TableEditor
from bmconv.live.rows import keyed, table_of
from bmconv.notes import Notes
from bmconv.records import Record, type_name

SETTLING = 1.0
"""Seconds after which another program's writing of the same page would show."""
TRIGGERS = ("UpdateFromRound", "ExternalUpdate", "Updated")
"""What the control software sets back when it has taken it up."""
FLAG_COLUMNS = ("Processed", "Processed1", "Processed2", "Processed3", "Processed4")


class Cell(NamedTuple):
    """One cell to be set."""

    table: str
    row: int
    """Its row pointer."""
    column: str
    value: Any


def open_editor(path: str, *, cells_only: bool) -> Editor:
    """The file open for changes."""
    try:
        return Editor(path, cells_only=cells_only)
    except jet.JetError as error:
        raise BadInput(path, str(error)) from None
    except OSError as error:
        raise FileTrouble(f"{path}: {error.strerror}") from None


def check_mark(mark: str) -> None:
    """Only the guide's flags, and columns that begin with custom_, may be set."""
    if mark not in FLAG_COLUMNS and not mark.startswith("custom_"):
        raise DataError(f"no flag {mark!r}: expected {', '.join(FLAG_COLUMNS)} or custom_NAME")


def add_flag(path: str, kinds: Iterable[str], mark: str, live: bool) -> None:
    """Add a custom_ column at the end of the tables that lack it."""
    with open_editor(path, cells_only=live) as editor:
        for kind in kinds:
            if editor.has(table_of(kind)):
                table = editor.table(table_of(kind))
                if not table.has_column(mark):
                    try:
                        table.add_column(jet.ColumnSpec(mark, "boolean"))
                    except jet.JetError as error:
                        raise DataError(f"{path}: {error}") from None


def set_flags(path: str, records: list[Record], mark: str, live: bool, notes: Notes) -> None:
    """Set a flag of the rows that were delivered, unless they have changed since."""
    cells: list[Cell] = []
    with open_editor(path, cells_only=live) as editor:
        for kind, wanted in keyed(records).items():
            if not editor.has(table_of(kind)):
                continue
            table = editor.table(table_of(kind))
            if not table.has_column(mark):
                text = "row{s} whose table has no such flag: not marked"
                notes.repair("no-flag", f"{table.name}.{mark}", text, len(wanted))
                continue
            for pointer, row in table.dicts():
                record = wanted.get(row_key(kind, row))
                if record is None or row[mark] or not same_row(record, row):
                    continue
                if mark_row(table, pointer, mark, notes):
                    cells.append(Cell(table.name, pointer, mark, True))
    tell_overwritten(path, cells, notes, live)


def tell_overwritten(path: str, cells: list[Cell], notes: Notes, live: bool) -> None:
    """Look whether what was set is still so, after a while if another program is at work."""
    if live and cells:
        time.sleep(SETTLING)
    for cell in read_back(path, cells) if cells else ():
        text = "cell{s} that another program has overwritten meanwhile: try again"
        notes.error("overwritten", f"{cell.table}.{cell.column}", text)


def mark_row(table: TableEditor, pointer: int, mark: str, notes: Notes) -> bool:
    """Set one flag; a row that has no place for it stays unmarked."""
    try:
        table.update(pointer, {mark: True})
    except (NotInPlace, CannotIndex) as error:
        text = "row{s} not marked: the file is open and the flag has no place in them"
        notes.repair("not-marked", f"{table.name}: {error}", text)
        return False
    return True


def row_key(kind: str, row: dict[str, Any]) -> str:
    """The key of a record, from a raw row."""
    if kind == "seat":
        names = {name.lower(): value for name, value in row.items()}
        side = (names.get("direction") or "").strip().upper()
        return f"{names.get('section')},{names.get('table')},{side},{names.get('round') or 0}"
    return str(row.get("ID", row.get("Id")))


def same_row(record: Any, row: dict[str, Any]) -> bool:
    """Whether a row still says what was delivered, in the cells that decide."""
    if type_name(record) == "seat":
        number = (row.get("Number") or "").strip()
        return (record.number or "") in (number, "" if number == "0" else number)
    pairs = (("Contract", "contract"), ("Result", "result"), ("Remarks", "remarks"))
    for column, field in pairs:
        if column in row and (row[column] or "").strip() != (getattr(record, field, "") or ""):
            return False
    return bool(row.get("Erased")) == bool(record.erased)


def read_back(path: str, cells: list[Cell]) -> list[Cell]:
    """Those of the cells that do not have their value any more."""
    with open_editor(path, cells_only=True) as editor:
        lost = []
        for cell in cells:
            table = editor.table(cell.table)
            try:
                now = table.row(cell.row)[table.places[cell.column.casefold()]]
            except jet.JetError:
                now = None
            taken_up = cell.column in TRIGGERS and not now
            if now != cell.value and not taken_up:
                lost.append(cell)
        return lost
