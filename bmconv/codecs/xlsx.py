"""Excel workbooks: sheets for people first, then a sheet per record type with all its fields."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from bmconv.codecs import Format, Option, Options
from bmconv.codecs.columns import TABLES
from bmconv.errors import FileTrouble
from bmconv.notes import Notes
from bmconv.records import Record, Session, type_name
from bmconv.schema import Field, fields
from bmconv.sink import Sink
from bmconv.source import Source

if TYPE_CHECKING:
    from bmconv.codecs.xlsx_book import Book, Sheet

MAGIC = b"PK\x03\x04"
SUFFIX = " records"
"""Sheets of records are named after their type: Excel takes `Ranking` and `ranking` for one."""

INFO = Format(
    "an Excel workbook",
    holds=dict.fromkeys(TABLES),
    binary=True,
    options=(
        Option("plain", "only the sheets of records", False, writes=True),
        Option("sheet", "which sheet (default: those of records, else of players)", reads=True),
    ),
)

WIDTHS = {"float": 10, "text": 14, "date": 12, "time": 10, "datetime": 19, "json": 30}
WIDE = {"name": 24, "names": 34, "remarks": 24, "guid": 36, "values": 60, "title": 30}
WIDE |= dict.fromkeys(("north", "east", "south", "west"), 20)


def probe(head: bytes, name: str) -> int:
    """A zip file that is named as a workbook, or begins with the parts of one."""
    if not head.startswith(MAGIC):
        return 0
    named = name.lower().endswith((".xlsx", ".xlsm"))
    return 90 if named else 60 if b"[Content_Types].xml" in head or b"xl/" in head else 40


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of our own sheets; else the players of a sheet with names and numbers."""
    from bmconv.codecs.xlsx_read import read  # openpyxl is slow to import

    return read(source, options["sheet"], notes)


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A workbook."""
    from bmconv.codecs.xlsx_book import Book

    book = Book(notes)
    try:
        _write(records, sink, options["plain"], book)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        why = error.strerror or str(error)
        raise FileTrouble(f"{getattr(sink, 'name', 'output')}: {why}") from None
    finally:
        book.discard()


def _write(records: Iterable[Record], sink: Sink, plain: bool, book: Book) -> None:
    from bmconv.codecs.xlsx_book import UNDATED, moment

    first: list[str] = []
    if not plain:
        from bmconv.codecs.xlsx_people import sheets
        from bmconv.event import Event

        records = list(records)
        first = sheets(Event(msgspec.structs.replace(r) for r in records), book)
    dated = moment()
    tables: dict[str, Callable[[Record], None]] = {}
    for record in records:
        kind = type_name(record)
        if kind not in tables:
            tables[kind] = _table(kind, book)
        tables[kind](record)
        if dated is None and isinstance(record, Session) and record.date:
            dated = datetime.datetime.combine(record.date, datetime.time())
    book.save(sink, [*first, *(kind + SUFFIX for kind in TABLES)], dated or UNDATED)


def _table(kind: str, book: Book) -> Callable[[Record], None]:
    """A sheet of one record type, as a function that adds a record to it."""
    columns = fields(kind)
    widths = [max(WIDE.get(f.name, WIDTHS.get(f.kind, 9)), len(f.name) + 4) for f in columns]
    sheet = book.sheet(kind + SUFFIX, widths)
    sheet.header([field.name for field in columns])
    writers = [(field.attribute, _cell_writer(field, sheet)) for field in columns]
    sheet.filtered(len(columns))

    def add(record: Record) -> None:
        row = []
        for name, write in writers:
            value = getattr(record, name)
            row.append(value if value is None or write is None else write(value))
        sheet.append(row)

    return add


def _cell_writer(field: Field, sheet: Sheet) -> Callable[[Any], Any] | None:
    """What makes a cell of a value; None where the value is the cell."""
    from bmconv.codecs.xlsx_book import FIRST_DATE, TEXT_LIMIT, plain

    place = f"sheet {sheet.title}: {field.name}"

    def text(value: str) -> Any:
        if value[0] not in "=+-@#" and plain(value):
            return value
        return sheet.text(value, place)

    def tricks(value: str) -> Any:
        """`=` is no formula: openpyxl takes two characters for one."""
        return value if len(value) == 1 or (plain(value) and value[0] in "+-") else text(value)

    def day(value: Any) -> Any:
        at = value.date() if isinstance(value, datetime.datetime) else value
        return value if at >= FIRST_DATE else value.isoformat()

    def clock(value: Any) -> Any:
        return value.isoformat() if value.microsecond else value

    def json(value: Any) -> Any:
        if not value:
            return None
        made = msgspec.json.encode(value).decode()
        if len(made) > TEXT_LIMIT:
            told = f"value{{s}} left out: more than {TEXT_LIMIT:,} characters"
            sheet.book.notes.loss("value-too-long", place, told)
            return None
        return text(made)

    if field.kind == "text":
        return tricks if field.name == "result" else text
    return {
        "bool": lambda value: True if value else None,
        "date": day,
        "datetime": lambda value: day(value) if not value.microsecond else value.isoformat(),
        "time": clock,
        "json": json,
        "float": sheet.number,
    }.get(field.kind)
