"""A database open for changes: tables by name, rows by the columns of the guide."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from bmconv import jet
from bmconv.bridge.movements import letters
from bmconv.bridge.places import place_in_section
from bmconv.bws.layout import TABLE_OF, TABLES
from bmconv.bws.read import text_of, whole_number
from bmconv.errors import BadInput, DataError, Flag, Wording, file_errors
from bmconv.event.standing import standing_positions
from bmconv.io.files import LockTaken
from bmconv.jet.edit.editor import CannotIndex, Editor, FileInUse, TableEditor
from bmconv.records import TYPES
from bmconv.rules import BWS, judge, respell

GUIDE = {
    name.lower(): dict.fromkeys(column.name.lower() for column in layout.columns)
    for name, layout in TABLES.items()
}
"""For each table of the guide, a row without values; names are in lower case."""

Row = dict[str, Any]
"""Cells by column name in lower case; columns of the guide that a file lacks are None."""


class View:
    """The tables of a file, by name, ignoring case."""

    def __init__(self, editor: Editor) -> None:
        self.editor = editor
        self._rows: dict[str, list[tuple[int, Row]]] = {}

    def table(self, name: str) -> TableEditor | None:
        """A table by name; None if there is none."""
        return self.editor.table(name) if self.editor.database.find(name) else None

    def rows(self, name: str) -> list[tuple[int, Row]]:
        """The rows of a table with their pointers, as first read; empty if there is no table."""
        key = name.lower()
        if key not in self._rows:
            table = self.table(name)
            cells = table.dicts() if table else ()
            guide = GUIDE.get(key, {})
            self._rows[key] = [
                (pointer, guide | {n.lower(): value for n, value in row.items()})
                for pointer, row in cells
            ]
        return self._rows[key]

    def place(self, section: int | None, table: int | None = None) -> str:
        """A section or table as shown to the user: `A`, `A5`."""
        by_id = {int_of(row["id"]): text(row["letter"]) for _, row in self.rows("Section")}
        letter = by_id.get(section or 0) or letters(section or 0)
        return letter if table is None else place_in_section(letter, table)

    def standing_results(self) -> dict[tuple[int, int, int, int], tuple[int, Row]]:
        """The standing row of each section, table, round and board, with its pointer."""
        rows = [
            (pointer, row)
            for pointer, row in self.rows("ReceivedData")
            if None not in (row["section"], row["table"], row["round"], row["board"])
        ]
        places = [(*table_key(row), int_of(row["round"]), int_of(row["board"])) for _, row in rows]
        ids = [int_of(row["id"]) for _, row in rows]
        gone = [bool(row["erased"]) for _, row in rows]
        # the pairs do not matter: all rows have an exact place
        entries = ((id, *at, 0, 0, off) for id, at, off in zip(ids, places, gone, strict=True))
        return {places[at]: rows[at] for at in standing_positions(entries)}

    def has_column(self, name: str, column: str) -> bool:
        """Whether a table exists and has a column."""
        table = self.table(name)
        return table is not None and table.has_column(column)

    def cells_with_columns(self, name: str, values: dict[str, Any]) -> dict[str, Any]:
        """Only the values for which the table has a column."""
        return {column: value for column, value in values.items() if self.has_column(name, column)}


@contextmanager
def edit_file(path: str, *, cells_only: bool, durable: bool = True) -> Iterator[View]:
    """Open a file for changes; errors of the Access engine become BmconvErrors.

    Raises LockTaken while another process is changing it.
    """
    view = None
    try:
        with file_errors(path), Editor(path, cells_only=cells_only, durable=durable) as editor:
            view = View(editor)
            yield view
    except FileInUse as error:
        raise LockTaken(f"{path}: {error}") from None
    except CannotIndex as error:
        hint = Wording(Flag("rewrite"), " writes a new file without it")
        raise DataError(f"{path}: {error}", hint=hint) from None
    except jet.JetError as error:
        refusal = DataError(f"{path}: {error}") if view else BadInput(path, str(error))
        raise refusal from None


TableKey = tuple[int, int]
"""Section and table."""


def table_key(row: Row) -> TableKey:
    """Section and table of a row."""
    return int_of(row["section"]), int_of(row["table"])


def int_of(value: Any) -> int:
    """A cell as a whole number; 0 if it is null or, in a damaged file, not a number."""
    return whole_number(value) or 0


def text(value: Any) -> str:
    """A cell as text, stripped of surrounding spaces."""
    return text_of(value) or ""


def direction_of(row: Row) -> str:
    """The direction of a seat."""
    return str(judge("seat", "direction", text(row["direction"]), BWS).value)


def row_record(kind: str, row: Row) -> Any:
    """The record of a row, respelled as in reading; dates and times stay as in the cells."""
    record: Any = TYPES[kind]()
    for column in TABLES[TABLE_OF[kind]].columns:
        cell = row[column.name.lower()]
        if column.type == "text":
            cell = text_of(cell)
        elif column.type == "boolean":
            cell = bool(cell)
        elif column.type != "date":
            cell = whole_number(cell)
        setattr(record, column.field, cell)
    respell(record, BWS)
    return record
