"""Records as rows of the guide's tables: the cells of each row, and columns for extra values."""

import datetime
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

import msgspec

from bmconv import jet
from bmconv import records as rec
from bmconv.bridge.movements import boards_of
from bmconv.bws.layout import BEYOND, SEATS, SUITS, TABLES, BwsColumn, TableLayout
from bmconv.errors import Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.masking import mask
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.rules.rule import CONTROL
from bmconv.rules.settings import name_as_in_guide

NO_DAY = datetime.date(1899, 12, 30)
"""The date that Access stores for a time without a date."""
MIDNIGHT = datetime.time()
LARGEST = {"integer": 2**15, "long": 2**31}
EXACT = 2**53
"""Whole numbers up to this size are exact in a column of type double."""
TEXT_SIZE = 255
"""Maximum characters of a text column; longer text needs a memo."""

Columns = tuple[BwsColumn, ...]
Cells = dict[str, Any]
"""Values by column name."""


FURTHER_TYPES = ("boolean", "byte", "integer", "long", "double", "date", "text", "memo")
"""The types that a column outside the guide can have to be kept even without values."""


def further_columns(table: jet.AccessTable) -> list[jet.Column]:
    """The columns of a table that the guide does not have, such as custom_ columns."""
    layout = next((t for name, t in TABLES.items() if name.lower() == table.name.lower()), None)
    known = {c.name.lower() for c in layout.columns} if layout else set()
    return [
        c
        for c in (table.columns if layout else ())
        if c.name.lower() not in known and c.type in FURTHER_TYPES and not set(c.name) & set(",.:")
    ]


def parse_columns(text: str) -> dict[str, dict[str, str]]:
    """Types by table and column, from a text such as `ReceivedData.custom_Ours:boolean`."""
    columns: dict[str, dict[str, str]] = {}
    names = {name.lower(): name for name in TABLES}
    for word in filter(None, text.split(",")):
        table, _, column = word.strip().partition(".")
        name, _, type = column.partition(":")
        if not name or table.lower() not in names or type not in FURTHER_TYPES:
            types = ", ".join(FURTHER_TYPES)
            raise UsageError(
                Wording(Flag("columns"), f": {word!r}: expected TABLE.NAME:TYPE, TYPE {types}")
            )
        columns.setdefault(names[table.lower()], {})[name] = type
    return columns


class BwsRows:
    """Turns records into rows of tables, and notes values that do not fit their column.

    `further` has columns by table that are written even if no record has a value for them.
    """

    def __init__(
        self, event: Event, notes: Notes, further: dict[str, dict[str, str]] | None = None
    ) -> None:
        self.event, self.notes, self.further = event, notes, further or {}

    def table(
        self, name: str, layout: TableLayout, records: list[Any], prepared: Iterable[Any]
    ) -> jet.TableSpec:
        """The spec of a table: columns for `records` and their extra values, rows of `prepared`."""
        columns = layout.columns
        if layout.kind == "round" and any(r.south or r.west for r in records):
            columns = (*columns, *BEYOND[name])
        known = {c.name.lower() for c in columns}
        extras = self._extra_columns(records, known)
        known |= {extra.lower() for extra in extras}
        further = self.further.get(name, {})
        extras |= {extra: type for extra, type in further.items() if extra.lower() not in known}
        specs = [
            jet.ColumnSpec(
                c.name, c.type, c.size, c.autonumber, c.allow_zero_length, c.default, required=False
            )
            for c in columns
        ]
        specs += [jet.ColumnSpec(n, t, TEXT_SIZE * (t == "text")) for n, t in extras.items()]
        return jet.TableSpec(name, specs, self._rows(layout.kind, prepared, columns, extras))

    def _rows(
        self, kind: str, records: Iterable[Any], columns: Columns, extras: dict[str, str]
    ) -> Iterator[tuple[Any, ...]]:
        """The rows of records; records with numbers out of range are noted and left out."""
        cells_of = CELLS.get(kind)
        fields = attrgetter(*(c.field for c in columns))
        texts = [(at, c) for at, c in enumerate(columns) if c.type == "text"]
        dates = [at for at, c in enumerate(columns) if c.type == "date"]
        numbers = [(at, LARGEST[c.type]) for at, c in enumerate(columns) if c.type in LARGEST]
        for record in records:
            if cells_of is None:
                cells = list(fields(record))
            else:
                values = cells_of(record)
                cells = [values.get(c.name) for c in columns]
            for at in dates:
                cells[at] = moment(cells[at])
            for at, column in texts:
                if cells[at] is not None and not cells[at].isprintable():
                    cells[at] = self._without_control(record, column, cells[at])
                if cells[at] is not None and is_longer(cells[at], column.size):
                    cells[at] = self._cut(record, column, cells[at])
            if any(cells[at] is not None and not -most <= cells[at] < most for at, most in numbers):
                text = "record{s} left out: a number is too large for its column"
                self.notes.error("out-of-range", self.event.place(record), text)
                continue
            if extras:
                values_by_name = record.extra or {}
                cells += [_extra_cell(values_by_name.get(n), type) for n, type in extras.items()]
            yield tuple(cells)

    def _without_control(self, record: Record, column: BwsColumn, value: str) -> str:
        """A text with blanks for control characters, which is noted."""
        replaced = CONTROL.sub(" ", value)
        if replaced != value:
            text = "text{s} with control characters written with blanks"
            place = f"{self.event.place(record)} {column.name}"
            self.notes.loss("text-changed", place, text)
        return replaced

    def _cut(self, record: Record, column: BwsColumn, value: str) -> str:
        place = f"{self.event.place(record)}: {mask(value, column.name)}"
        if column.name == "Name":
            return cut_name(value, column.size, place, self.notes)
        text = f"{column.name} text{{s}} cut to {column.size} characters"
        self.notes.loss("text-cut", place, text)
        return cut(value, column.size)

    def _extra_columns(self, records: list[Any], known: set[str]) -> dict[str, str]:
        """Columns for the extra values of records, each of a type that holds all of them."""
        types: dict[str, str] = {}
        for record in records:
            for name, value in (record.extra or {}).items():
                if name.lower() in known:
                    text = "extra value{s} left out: the table has a column of that name"
                    self.notes.loss("field-lost", f"{self.event.place(record)} {name}", text)
                    continue
                type = _type_of(value)
                other = types.setdefault(name, type)
                if type != other:
                    types[name] = "memo" if "memo" in (type, other) else "text"
        return types


def is_longer(text: str, size: int) -> bool:
    """Whether a text has more than `size` characters as Access counts them, in UTF-16."""
    return len(text) > size or (
        not text.isascii() and len(text.encode("utf-16-le", "surrogatepass")) > 2 * size
    )


def cut(text: str, size: int) -> str:
    """The beginning of a text that fits a column."""
    units = text.encode("utf-16-le", "surrogatepass")[: 2 * size]
    return units.decode("utf-16-le", "ignore").rstrip()


def cut_name(name: str, size: int, place: str, notes: Notes) -> str:
    """The beginning of a name that fits a column; the loss is noted."""
    notes.loss("trunc-name", place, f"name{{s}} cut to {size} characters")
    return cut(name, size)


def low_high(round: rec.Round) -> tuple[int, int]:
    """The lowest and highest board of a round; missing ones come from its list of boards."""
    low, high = round.low_board or 0, round.high_board or 0
    boards = boards_of(round) if round.custom_boards and not (low and high) else ()
    return (low or min(boards), high or max(boards)) if boards else (low, high)


def round_cells(round: rec.Round) -> Cells:
    """The cells of a round; South and West only if the round has such players."""
    low, high = low_high(round)
    cells = {c.name: getattr(round, c.field) for c in TABLES["RoundData"].columns}
    cells |= {"NSPair": round.ns_pair or 0, "EWPair": round.ew_pair or 0}
    cells |= {"LowBoard": low, "HighBoard": high}
    players = {c.name: getattr(round, c.field) for c in BEYOND["RoundData"]}
    return cells | {name: player for name, player in players.items() if player}


def hand_cells(hand: rec.Hand) -> Cells:
    """The sixteen holdings of a hand; a void is null."""
    cells: Cells = {"Section": hand.section, "Board": hand.board}
    for seat in SEATS:
        holdings = (getattr(hand, seat.lower()) or "...").split(".")
        cells |= {seat + s: holding or None for s, holding in zip(SUITS, holdings, strict=True)}
    return cells


CELLS: dict[str, Callable[[Any], Cells]] = {
    "settings": lambda r: name_as_in_guide(r.values) | {"Section": r.section or 0},
    "hand": hand_cells,
}
"""Functions for records whose fields are not the cells of a row."""


def moment(value: Any) -> datetime.datetime | None:
    """A date or time as Access stores it: a date at midnight, a time on 1899-12-30."""
    if type(value) is datetime.date:
        return datetime.datetime.combine(value, MIDNIGHT)
    return datetime.datetime.combine(NO_DAY, value) if type(value) is datetime.time else value


def _type_of(value: Any) -> str:
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int) and -(2**31) <= value < 2**31:
        return "long"
    if isinstance(value, float) or (isinstance(value, int) and abs(value) <= EXACT):
        return "double"
    return "memo" if is_longer(_as_text(value), TEXT_SIZE) else "text"


def _extra_cell(value: Any, type: str) -> Any:
    if type == "boolean":
        return bool(value)
    return value if value is None or type not in ("text", "memo") else _as_text(value)


def _as_text(value: Any) -> str:
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()
