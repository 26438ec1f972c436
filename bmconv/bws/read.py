"""Read the Bridgemate database: the rows of an open Access file as records.

Real files differ in their columns, so columns are looked up by name, in any case and order, with
any numeric type; tables and columns may be missing, and other columns are kept in `extra`.
"""

import datetime
from collections.abc import Callable, Iterable, Iterator
from operator import itemgetter
from typing import Any

from bmconv import jet
from bmconv import records as rec
from bmconv.bridge.places import place
from bmconv.bws.layout import BEYOND, SEATS, SUITS, TABLES
from bmconv.codecs import Wanted, note_lost
from bmconv.jet.values import Cache
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.rules import BWS, normalise

Read = Callable[[Any], Any]
"""Converts a cell to the value of a field."""
Plan = list[tuple[int, str, Read | None]]
"""The columns that have a field: position of the column, field, and conversion if needed."""

NO_COLUMN = (None, False)
"""The values of a field without a column: absent, or a flag that is not set."""
MOMENTS: dict[str, Callable[[datetime.datetime], Any]] = {
    "date": datetime.datetime.date,
    "time": datetime.datetime.time,
    "": lambda moment: moment,
}
"""The part of a date and time that a field holds."""
HOLDINGS = {seat.lower(): [f"{seat}_{suit}".lower() for suit in SUITS] for seat in SEATS}
"""The fields of HandRecord that make the hand of each seat."""
ALWAYS_KEPT = ("result", "intermediate", "session", "seat")
"""Types whose rows are records even if they are empty."""


def read_records(database: jet.Database, wanted: Wanted | None, notes: Notes) -> Iterator[Record]:
    """The records of an open database as `bmconv.read` returns them, with values respelled."""
    return normalise(records_of(database, wanted, notes), BWS, notes)


def records_of(database: jet.Database, wanted: Wanted | None, notes: Notes) -> Iterator[Record]:
    """The records of an open database, all or only the wanted types, in the order of TYPES."""
    for table, name, kind in tables_of(database):
        # hands are consulted for the vulnerability, which those of a .bws lack
        consulted = wanted is not None and kind in wanted.consults and kind != "hand"
        if wanted is None or kind in wanted.types or consulted:
            yield from READERS.get(kind, _read_plain)(table, name, notes)
        elif not wanted.asked:
            note_rows(table, name, kind, wanted.format, notes)
    if wanted is None or not wanted.asked:
        note_other_tables(database, notes)


def tables_of(database: jet.Database) -> Iterator[tuple[jet.AccessTable, str, str]]:
    """The tables of the guide that a file has, in the order of TYPES.

    Each comes with its name in the guide and its record type.
    """
    order = {kind: turn for turn, kind in enumerate(TYPES)}
    for name, layout in sorted(TABLES.items(), key=lambda item: order[item[1].kind]):
        table = database.find(name)
        if table is not None:
            yield table, name, layout.kind


def filled_rows(table: jet.AccessTable, name: str) -> int:
    """The number of rows with at least one value."""
    plan, extras = _plan(table, name, Notes())
    reads = [(at, read or bool) for at, _, read in plan] + [(at, bool) for at, _ in extras]

    def has_value(row: jet.Row) -> bool:
        return any(read(row[at]) for at, read in reads)

    unconverted = (table.columns[at] for at, _, read in plan if read is None)
    key = next(
        (column for column in unconverted if column.fixed and column.type != "boolean"), None
    )
    return (
        table.scanner().count_filled(key, has_value) if key else sum(map(has_value, table.rows()))
    )


def note_rows(table: jet.AccessTable, name: str, kind: str, format: str, notes: Notes) -> None:
    """Note the number of rows that a format cannot hold, with the place of the first one.

    Rows without any value count only if reading makes records of them.
    """
    every = kind in READERS or kind in ALWAYS_KEPT
    count = table.live_rows() if every else filled_rows(table, name)
    if count:
        first = next(READERS.get(kind, _read_plain)(table, name, Notes()), None)
        note_lost(kind, format, place(first) if first else name, notes, count)


def note_other_tables(database: jet.Database, notes: Notes) -> None:
    """Note the tables that have no record type."""
    known = {name.lower() for name in TABLES}
    for name in database.tables:
        if name.lower() not in known:
            text = "table{s} left out: not part of a Bridgemate database"
            notes.loss("table-lost", name, text)


def _read_plain(table: jet.AccessTable, name: str, notes: Notes) -> Iterator[Record]:
    """The records of a table whose columns are the fields of a record."""
    return plain_records(table, name, notes, table.rows())


def plain_records(
    table: jet.AccessTable, name: str, notes: Notes, rows: Iterable[jet.Row], before: int = 0
) -> Iterator[Record]:
    """As `_read_plain`, but only for some rows; `before` is the number of rows already read."""
    cls = TYPES[TABLES[name].kind]
    plan, extras = _plan(table, name, notes)
    keeps_empty = TABLES[name].kind in ALWAYS_KEPT
    # by position, in the order of the fields: much faster than by name
    pick, reads = _field_getter(cls, plan, len(table.columns))
    for number, row in enumerate(rows, before + 1):
        values = list(pick(row + NO_COLUMN))
        for turn, read in reads:
            values[turn] = read(values[turn])
        record = cls(*values)
        if extras:
            record.extra = _extra(row, extras)
        if keeps_empty or any(values) or record.extra:
            yield record
        else:
            note_empty(f"{name} row {number}", notes)


def note_empty(row_place: str, notes: Notes) -> None:
    """Note a row without any value, which gives no record."""
    notes.repair("empty-row", row_place, "empty row{s} left out")


def _field_getter(
    cls: type[Record], plan: Plan, width: int
) -> tuple[Callable[[jet.Row], tuple[Any, ...]], list[tuple[int, Read]]]:
    """A getter of all fields but `extra`, in the order of the record; and the conversions needed.

    The getter takes a row of `width` cells followed by NO_COLUMN. Each conversion comes with the
    position of its field.
    """
    columns = {field: (at, read) for at, field, read in plan}
    unset = cls()
    places, reads = [], []
    for turn, field in enumerate(cls.__struct_fields__[:-1]):
        absent = width + NO_COLUMN.index(getattr(unset, field))
        at, read = columns.get(field, (absent, None))
        places.append(at)
        if read:
            reads.append((turn, read))
    return itemgetter(*places), reads


def _plan(table: jet.AccessTable, name: str, notes: Notes) -> tuple[Plan, list[tuple[int, str]]]:
    """The field and the conversion of each column; and the columns without a field."""
    kind = TABLES[name].kind
    columns = (*TABLES[name].columns, *BEYOND.get(name, ()))
    fields = {c.name.lower(): (c.field, c.type) for c in columns}
    plan: Plan = []
    extras = []
    for at, column in enumerate(table.columns):
        field, type = fields.get(column.name.lower(), ("", ""))
        if not field:
            extras.append((at, column.name))
        else:
            plan.append((at, field, _reader(kind, field, type, column, notes)))
    return plan, extras


def _reader(kind: str, field: str, type: str, column: jet.Column, notes: Notes) -> Read | None:
    """The function that converts a cell to a field's value; None if the cell is the value."""
    if type == "text":
        return Cache(text_of).__getitem__
    if type == "boolean":
        return None if column.type == "boolean" else bool
    if type == "date":
        part = MOMENTS["" if kind == "seat" else field]

        def moment(value: Any) -> Any:
            if isinstance(value, datetime.datetime):
                return part(value)
            if value is not None:
                note_no_date(column.name, value, notes)
            return None

        return moment
    if column.type in ("integer", "long", "byte"):
        return None

    def number(value: Any) -> int | None:
        integer = whole_number(value)
        if integer is None and value not in (None, ""):
            text = f"{column.name} value{{s}} left out: not a whole number"
            notes.repair("odd-number", f"{column.name}: {value!r}", text)
        return integer

    return number


def note_no_date(column: str, value: Any, notes: Notes) -> None:
    """Note a value in a column of dates that is not a date."""
    text = f"{column}{{s}} left out: not a date"
    notes.repair("odd-date", f"{column}: {value!r}", text)


def whole_number(value: Any) -> int | None:
    """A cell as a whole number; None if it is empty or, in a damaged file, something else."""
    try:
        integer = None if value is None or value == "" else int(value)
    except (ValueError, TypeError, OverflowError):
        return None
    return integer if isinstance(value, str) or integer == value else None


def text_of(value: Any) -> str | None:
    """A cell as text without surrounding spaces; None if it is empty."""
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return str(value) if value else None


def _extra(row: jet.Row, extras: list[tuple[int, str]]) -> dict[str, Any] | None:
    """The values of columns without a field; None if all are empty."""
    cells = {name: row[at] for at, name in extras if row[at] not in (None, False, "")}
    return {name: _plain_value(value) for name, value in cells.items()} or None


def _plain_value(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, bool | int | float | str) else str(value)


def _read_settings(table: jet.AccessTable, name: str, notes: Notes) -> Iterator[Record]:
    """The settings of each row that have a value, under the guide's names.

    A single row applies to all sections, whatever section it names (guide, Settings).
    """
    plan, extras = _plan(table, name, notes)
    rows = list(table.rows())
    for row in rows:
        values = {field: read(row[at]) if read else row[at] for at, field, read in plan}
        section = values.pop("section", None)
        values = {field: value for field, value in values.items() if value is not None}
        record = rec.Settings(section=None if len(rows) == 1 else section or None, values=values)
        record.extra = _extra(row, extras) if extras else None
        yield record


def _read_hands(table: jet.AccessTable, name: str, notes: Notes) -> Iterator[Record]:
    """The hands of HandRecord."""
    return hand_records(table, name, notes, table.rows())


def hand_records(
    table: jet.AccessTable, name: str, notes: Notes, rows: Iterable[jet.Row]
) -> Iterator[Record]:
    """The hands of some rows of HandRecord, each from sixteen holdings."""
    plan, extras = _plan(table, name, notes)
    for row in rows:
        values = {field: read(row[at]) if read else row[at] for at, field, read in plan}
        record = rec.Hand(section=values.get("section"), board=values.get("board"))
        for seat, holdings in HOLDINGS.items():
            setattr(record, seat, hand_text(map(values.get, holdings)))
        record.extra = _extra(row, extras) if extras else None
        yield record


def hand_text(holdings: Iterable[str | None]) -> str | None:
    """The hand with these holdings, spades first; None if they are all empty."""
    hand = ".".join(holding or "" for holding in holdings)
    return None if hand == "..." else hand


READERS: dict[str, Callable[[jet.AccessTable, str, Notes], Iterator[Record]]] = {
    "settings": _read_settings,
    "hand": _read_hands,
}
"""Readers of tables whose columns are not the fields of a record."""
