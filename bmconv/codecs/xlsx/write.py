"""Writing workbooks: sheets for people, followed by one sheet per record type."""

import datetime
from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from bmconv.columns import TABLES
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.notes import Notes
from bmconv.ranking import Ranked, rank
from bmconv.ranking.from_records import ranking_from_records
from bmconv.records import Record, Session, type_name
from bmconv.reports.language import ENGLISH, Language
from bmconv.reports.workbook.book import (
    FIRST_DATE,
    OF_RECORDS,
    TEXT_LIMIT,
    UNDATED,
    Book,
    Sheet,
    is_plain,
    source_date,
)
from bmconv.reports.workbook.sheets import sheets
from bmconv.schema import RecordField, fields

WIDTHS_BY_KIND = {"float": 10, "text": 14, "date": 12, "time": 10, "datetime": 19, "json": 30}
WIDTHS_BY_NAME = {"name": 24, "names": 34, "remarks": 24, "guid": 36, "values": 60, "title": 30}
WIDTHS_BY_NAME |= dict.fromkeys(("north", "east", "south", "west"), 20)
"""Widths of columns in characters; those by name take precedence."""


def write(
    records: Iterable[Record],
    sink: Output,
    notes: Notes,
    *,
    people: bool,
    tables: bool,
    ranked: Ranked | None = None,
    language: Language = ENGLISH,
) -> None:
    """Write sheets for people, for records or both; records alone are written as they arrive.

    `ranked` is the ranking that the records belong to, if there is one.
    """
    book = Book(notes, language)
    try:
        _write(records, sink, book, ranked, people=people, tables=tables)
    except BaseException:
        book.discard()
        raise


def _write(
    records: Iterable[Record],
    sink: Output,
    book: Book,
    ranked: Ranked | None,
    *,
    people: bool,
    tables: bool,
) -> None:
    first: list[str] = []
    if people:
        records = list(records)
        ranked = ranked or _ranking(records, book.notes)
        first = sheets(ranked.event if ranked else _copy(records), ranked, book)
        if records and not first and not tables:
            text = "no results, ranking, hands or movement in the input for "
            raise DataError(Wording(text, Flag("sheets", "people")))
    dated = source_date()
    adders: dict[str, Callable[[Record], None]] = {}
    for record in records:
        kind = type_name(record)
        if tables:
            if kind not in adders:
                adders[kind] = _table(kind, book)
            adders[kind](record)
        if dated is None and isinstance(record, Session) and record.date:
            dated = datetime.datetime.combine(record.date, datetime.time())
    book.save(sink, [*first, *(kind + OF_RECORDS for kind in TABLES)], dated or UNDATED)


def _copy(records: Iterable[Record]) -> Event:
    """An event of copied records, so that ranking it does not change the originals."""
    return Event((msgspec.structs.replace(record) for record in records), Notes())


def _ranking(records: Iterable[Record], notes: Notes) -> Ranked | None:
    """The ranking in the records, or else that of `bmconv rank`; None if there is none."""
    try:
        event = _copy(records)
        ranked = ranking_from_records(event)
        if ranked is None:
            ranked = rank(event, notes=Notes())
            ranked = None if ranked.without_results else ranked
    except DataError as error:
        notes.repair("not-ranked", str(error), "workbook{s} without a ranking")
        return None
    return ranked


def _table(kind: str, book: Book) -> Callable[[Record], None]:
    """Create the sheet of a record type; returns a function that adds a record to it."""
    columns = fields(kind)
    widths = [
        max(WIDTHS_BY_NAME.get(f.name, WIDTHS_BY_KIND.get(f.kind, 9)), len(f.name) + 4)
        for f in columns
    ]
    sheet = book.sheet(kind + OF_RECORDS, widths)
    sheet.header([field.name for field in columns])
    writers = [(field.attribute, _cell_writer(field, sheet)) for field in columns]
    sheet.add_filter(len(columns))

    def add(record: Record) -> None:
        row = []
        for name, write in writers:
            value = getattr(record, name)
            row.append(value if value is None or write is None else write(value))
        sheet.append(row)

    return add


def _cell_writer(field: RecordField, sheet: Sheet) -> Callable[[Any], Any] | None:
    """The function that converts a field's value to a cell; None if no conversion is needed."""
    place = f"sheet {sheet.title}: {field.name}"

    def text(value: str) -> Any:
        if not value:
            return None
        if value[0] not in "=+-@#" and is_plain(value):
            return value
        return sheet.text(value, place)

    def tricks(value: str) -> Any:
        """A result such as `+1`. A cell with `=` alone is safe: openpyxl's formulas are longer."""
        if value == "=" or (value[:1] in ("+", "-") and is_plain(value)):
            return value
        return text(value)

    def day(value: datetime.date) -> Any:
        return value if value >= FIRST_DATE else value.isoformat()

    def at(value: datetime.datetime) -> Any:
        fits = value.date() >= FIRST_DATE and not value.microsecond
        return value if fits else value.isoformat()

    def clock(value: datetime.time) -> Any:
        return value.isoformat() if value.microsecond else value

    def json(value: Any) -> Any:
        if not value:
            return None
        encoded = msgspec.json.encode(value).decode()
        if len(encoded) > TEXT_LIMIT:
            message = f"value{{s}} left out: more than {TEXT_LIMIT:,} characters"
            sheet.book.notes.loss("value-too-long", place, message)
            return None
        return text(encoded)

    if field.kind == "text":
        return tricks if field.name == "result" else text
    return {
        "bool": lambda value: True if value else None,
        "date": day,
        "datetime": at,
        "time": clock,
        "json": json,
        "float": sheet.number,
    }.get(field.kind)
