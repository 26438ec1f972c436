"""The Bridgemate database (.bws): an Access 97 or Access 2000 file.

Real files differ in their columns, so these go by name, in any case and order, with any kind of
number; tables and columns may be missing, further columns are kept in `extra`.
"""

from __future__ import annotations

import datetime
import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bmconv import jet
from bmconv import records as rec
from bmconv.codecs import Format, Option, Options, note_lost
from bmconv.codecs.bws_layout import HELD, OPTIONAL, SEATS, SUITS, TABLES
from bmconv.codecs.spelling import direction, guid, tidy
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.sink import Sink
from bmconv.source import Source, Target

MAGIC = b"\x00\x01\x00\x00Standard Jet DB\x00"
VERSION_AT = 0x14
BULK = 1 << 22
"""From this many bytes on, columns pay for the time it takes to load numpy and Arrow."""
VERSIONS = {0: "Access 97", 1: "Access 2000"}

INFO = Format(
    "the Bridgemate database (.bws)",
    holds=HELD,
    binary=True,
    options=(
        Option("jet", "Access 97 is 3, Access 2000 is 4", "4", ("3", "4"), writes=True),
        Option("tables", "all tables, or only those needed", "all", ("all", "needed"), writes=True),
        Option(
            "computer", "name of the Windows computer that runs the control software", writes=True
        ),
        Option(
            "evaluation",
            "write HandEvaluation too, which is the control software's",
            False,
            writes=True,
        ),
        Option(
            "keep_triggers", "keep UpdateFromRound, ExternalUpdate and Updated", False, writes=True
        ),
        Option(
            "repair_missing_pair",
            "read a MissingPair that sits nowhere as E-W pair plus number of tables",
            False,
            writes=True,
        ),
    ),
)

Plan = list[tuple[int, str, Callable[[Any], Any] | None]]


def probe(head: bytes, name: str) -> int:
    """The header of an Access 97 or Access 2000 file."""
    return 90 if head.startswith(MAGIC) else 0


def version(head: bytes) -> str:
    """Which Access a file is of."""
    return VERSIONS.get(head[VERSION_AT], "an Access version that is not known")


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of all tables, in the order of TYPES."""
    try:
        with jet.open(source.path or source.read()) as database:
            yield from records_of(database, source.target, notes)
            for problem in database.problems:
                notes.repair("damaged", problem, "place{s} in the file left out: damaged")
    except jet.JetError as error:
        raise BadInput(source.name, str(error)) from None


def decode_table(source: Source, kind: str, notes: Notes) -> Iterator[Any] | None:
    """One record type as Arrow batches, for large files; None where records do as well."""
    if source.path is None or os.path.getsize(source.path) < BULK:
        return None
    from bmconv.codecs.bws_bulk import batches  # numpy and Arrow are slow to import

    return batches(source, kind, notes)


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A new database."""
    from bmconv.codecs.bws_write import write  # a reader need not pay for it

    write(records, sink, options, notes)


def _wanted(kind: str, target: Target) -> bool:
    """Whether a target has use for a type; a hand of ours says nothing of vulnerability."""
    return kind in target.types or (kind in target.consults and kind != "hand")


def records_of(database: jet.Database, target: Target | None, notes: Notes) -> Iterator[Record]:
    """The records of an open database, or those of the types somebody wants."""
    found = {name.lower(): table for name, table in database.tables.items()}
    order = {kind: turn for turn, kind in enumerate(TYPES)}
    for name, layout in sorted(TABLES.items(), key=lambda item: order[item[1].kind]):
        table = found.pop(name.lower(), None)
        if table is None:
            continue
        if target is not None and not _wanted(layout.kind, target):
            count = 0 if target.asked else table.live_rows()
            if count:
                note_lost(layout.kind, target.format, table.name, notes, count)
        else:
            yield from READERS.get(layout.kind, _plain)(table, name, notes)
    for table in () if target is not None and target.asked else found.values():
        notes.loss(
            "table-lost", table.name, "table{s} left out that a Bridgemate database does not have"
        )


def _plain(table: jet.Table, name: str, notes: Notes) -> Iterator[Record]:
    """Rows whose columns are the fields of a record."""
    cls = TYPES[TABLES[name].kind]
    plan, extras = _plan(table, name, notes)
    finish = FINISH.get(TABLES[name].kind)
    where = _Where(name)
    for row in table.rows():
        where.row += 1
        values = {field: read(row[at]) if read else row[at] for at, field, read in plan}
        record = cls(**values)
        if extras:
            record.extra = _extra(row, extras)
        if finish:
            finish(record, where, notes)
        elif not any(values.values()) and not record.extra:
            notes.repair("empty-row", where(), "row{s} without any value left out")
            continue
        yield record


class _Where:
    """The row that is being read, told when asked."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.row = 0

    def __call__(self) -> str:
        return f"{self.table} row {self.row}"


def _plan(table: jet.Table, name: str, notes: Notes) -> tuple[Plan, list[tuple[int, str]]]:
    """Which column goes to which field and how; and the columns that have none."""
    kind = TABLES[name].kind
    fields = {c.name.lower(): (c.field, c.type) for c in TABLES[name].columns}
    fields |= {column: (field, "integer") for column, field in OPTIONAL.get(name, {}).items()}
    plan: Plan = []
    extras = []
    for at, column in enumerate(table.columns):
        field, type = fields.get(column.name.lower(), ("", ""))
        if not field:
            extras.append((at, column.name))
        else:
            plan.append((at, field, _reader(kind, field, type, column, notes)))
    return plan, extras


def _reader(
    kind: str, field: str, type: str, column: jet.Column, notes: Notes
) -> Callable[[Any], Any] | None:
    """What turns a cell into a field's value; None where they are the same."""
    if type == "text":
        return _text
    if type == "boolean":
        return None if column.type == "boolean" else bool
    if type == "date":
        part = "datetime" if kind == "seat" else field

        def moment(value: Any) -> Any:
            if isinstance(value, datetime.datetime):
                return value.date() if part == "date" else value.time() if part == "time" else value
            if value is not None:
                text = f"{column.name}{{s}} left out: not a date"
                notes.repair("odd-date", f"{column.name}: {value!r}", text)
            return None

        return moment
    if column.type in ("integer", "long", "byte"):
        return None

    def number(value: Any) -> int | None:
        try:
            return None if value is None or value == "" else int(value)
        except (ValueError, TypeError, OverflowError):
            text = f"{column.name} value{{s}} left out: not a whole number"
            notes.repair("odd-number", f"{column.name}: {value!r}", text)
            return None

    return number


def _text(value: Any) -> str | None:
    return (value if isinstance(value, str) else str(value)).strip() or None if value else None


def _extra(row: tuple[Any, ...], extras: list[tuple[int, str]]) -> dict[str, Any] | None:
    """The cells of columns that no field holds."""
    cells = {name: row[at] for at, name in extras if row[at] not in (None, False, "")}
    return {name: _plain_value(value) for name, value in cells.items()} or None


def _plain_value(value: Any) -> Any:
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, bool | int | float | str) else str(value)


def _settings(table: jet.Table, name: str, notes: Notes) -> Iterator[Record]:
    """A row of settings: those with a value, under the guide's names.

    The only row holds for all sections, whatever section it names (guide, Settings).
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


def _hands(table: jet.Table, name: str, notes: Notes) -> Iterator[Record]:
    """Hands from sixteen holdings each."""
    at = {column.name.lower(): turn for turn, column in enumerate(table.columns)}
    known = {column.name.lower() for column in TABLES[name].columns}
    extras = [(turn, c.name) for turn, c in enumerate(table.columns) if c.name.lower() not in known]
    suits = [[at.get(f"{seat}{suit}".lower()) for suit in SUITS] for seat in SEATS]
    for row in table.rows():
        hands = [".".join(_holding(row, holding) for holding in seat) for seat in suits]
        record = rec.Hand(section=_cell(row, at.get("section")), board=_cell(row, at.get("board")))
        for seat, hand in zip(SEATS, hands, strict=True):
            setattr(record, seat.lower(), None if hand == "..." else hand)
        record.extra = _extra(row, extras) if extras else None
        yield record


def _cell(row: tuple[Any, ...], at: int | None) -> Any:
    return row[at] if at is not None else None


def _holding(row: tuple[Any, ...], at: int | None) -> str:
    return _text(_cell(row, at)) or ""


def _finish_result(record: Any, place: Callable[[], str], notes: Notes) -> None:
    tidy(record, place, notes)


def _finish_session(record: Any, place: Callable[[], str], notes: Notes) -> None:
    if record.guid:
        record.guid = guid(record.guid, place, notes)


def _finish_seat(record: Any, place: Callable[[], str], notes: Notes) -> None:
    if record.direction:
        record.direction = direction(record.direction, place, notes)
    if record.number == "0":
        record.number = None  # nobody, as in BMInput.txt


FINISH = {
    "result": _finish_result,
    "intermediate": _finish_result,
    "session": _finish_session,
    "seat": _finish_seat,
}
"""What is left to do when a record has its values."""

READERS: dict[str, Callable[[jet.Table, str, Notes], Iterator[Record]]] = {
    "settings": _settings,
    "hand": _hands,
}
"""Tables whose columns are not the fields of a record."""
