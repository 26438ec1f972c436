"""Bridgemate databases straight to columns, with the same values and notes as record by record.

Tables with many rows and known columns are read by column. Small tables, and those with columns
that the guide does not list, are read as records. The pages of many small databases are put
together and read as those of one, because the work for each table and column is done only once.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from bmconv import jet
from bmconv.arrow import joined, widened
from bmconv.bridge.boards import SIDES
from bmconv.codecs import Wanted, detect
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.bulk import Spelling, columns_of, dated_batches
from bmconv.codecs.bws.layout import SEATS, SUITS, TABLES, TableLayout
from bmconv.codecs.bws.read import FINISH, READERS, note_other_tables, records_of
from bmconv.codecs.tables.arrow_bulk import as_batch, derived_arrays
from bmconv.codecs.tables.derived import BulkDeriver
from bmconv.columns import RESULTS
from bmconv.errors import BmconvError
from bmconv.export.batch import Contents, from_records, identified
from bmconv.io.source import Source, open_source
from bmconv.jet.read.bulk import (
    WORD,
    Array,
    BulkColumn,
    Columns,
    OddPages,
    PlainRows,
    all_data_pages,
)
from bmconv.jet.read.rows import TableRows
from bmconv.notes import Note, Notes
from bmconv.records import Record, Session

BULK = {"table", "round", "player", "evaluation", "bid", "card", *RESULTS}
SPELLED = {"declarer", "contract", "result", "lead_card", "remarks"}
TOGETHER = BULK | {"seat", "hand"}
"""Record types whose tables are read by column if the databases are read together."""
IN_PAGES = {"text", "boolean", "date", "byte", "integer", "long", "single", "double"}
"""Types of columns whose values are all in the pages of the table."""

_deriver = BulkDeriver()  # shared by all files, because results repeat


def contents(source: Source, notes: Notes) -> Contents:
    """Read the tables of a database as columns."""
    tables: dict[str, pa.RecordBatch] = {}
    with opened(source.path or source.read(), source.name, notes) as database:
        rest = set()
        for name, layout in TABLES.items():
            table = database.find(name)
            made = _columns(table, layout, notes) if table and layout.kind in BULK else None
            if made is not None:
                tables[layout.kind] = made
            elif table is not None:
                rest.add(layout.kind)
        records = _records(database, rest, notes)
    return _complete(tables, records, notes)


def _records(database: jet.Database, kinds: set[str], notes: Notes) -> list[Record]:
    """The records of some tables."""
    note_other_tables(database, notes)
    return list(records_of(database, Wanted("export", frozenset(kinds), True), notes))


def _complete(tables: dict[str, pa.RecordBatch], records: list[Record], notes: Notes) -> Contents:
    """The content of a file from the tables read by column and the records of the others."""
    tables = {kind: table for kind, table in tables.items() if len(table)}
    tables |= from_records(records, notes).tables
    sessions = [record for record in records if isinstance(record, Session)]
    return identified(tables, sessions, [], _dates(tables))


def _dates(tables: dict[str, pa.RecordBatch]) -> Iterator[object]:
    if "result" in tables:
        yield from tables["result"].column("date").to_pylist()


def _columns(table: jet.AccessTable, layout: TableLayout, notes: Notes) -> pa.RecordBatch | None:
    """Read a table by column; None if it must be read as records."""
    columns = columns_of(table, layout)
    if not columns:
        return None
    spelled = _spellings(layout.kind, table.name, columns, notes)
    parts: list[pa.RecordBatch] = []
    row = 0
    for batch in dated_batches(table, list(columns.values()), notes):
        cells = {field: batch[column] for field, column in columns.items()}
        if _may_be_empty(layout.kind, cells).any():
            return None
        parts.append(_as_rows(layout.kind, cells, spelled, row, notes))
        row += len(parts[-1])
    if len(parts) > 1:
        return joined(parts)
    return parts[0] if parts else None


def _spellings(kind: str, table: str, fields: Iterable[str], notes: Notes) -> dict[str, Spelling]:
    wanted = SPELLED if kind in RESULTS else ()
    return {field: Spelling(field, table, notes) for field in fields if field in wanted}


def _as_rows(
    kind: str, cells: Columns, spelled: dict[str, Spelling], first_row: int, notes: Notes
) -> pa.RecordBatch:
    """Columns as a batch, in normal spelling, with derived columns for results."""
    for field, column in cells.items():
        if field in spelled:
            cells[field] = spelled[field].spelled(column, first_row)
        elif column.texts is not None:
            cells[field] = _trimmed(column)
    made = as_batch(kind, cells, notes)
    behind = derived_arrays(_deriver, cells) if kind in RESULTS else ()
    return widened(kind, made, {}, behind)


def _may_be_empty(kind: str, cells: Columns) -> Array:
    """Which rows may have no values at all: such rows give no record."""
    first = next(iter(cells.values()))
    if kind in FINISH or kind in READERS:
        return np.zeros(len(first), dtype=bool)
    if first.texts is not None:
        return np.ones(len(first), dtype=bool)
    filled: Array = first.values.astype(bool) & first.valid
    return ~filled


def _trimmed(column: BulkColumn) -> BulkColumn:
    """Text without surrounding blanks; empty text becomes null."""
    texts = [(text or "").strip() or None for text in column.texts or ()]
    there = np.array([text is not None for text in texts], dtype=bool)
    return BulkColumn(column.values, column.valid & there[column.values], texts)


# Many databases together


class Ready(NamedTuple):
    """The content of a database, and the notes made in reading it."""

    contents: Contents
    told: list[Note]


class _TablePages(NamedTuple):
    """The pages of a table, and the place of the column of each field."""

    rows: TableRows
    data: bytearray
    fields: dict[str, int]

    @property
    def alike(self) -> tuple[object, ...]:
        """The same for tables that can be read together."""
        rows = self.rows
        return rows.layout.version, rows.codec, rows.definition.variable_columns, id(rows.columns)


class _Taken(NamedTuple):
    """What was taken from a database: its small tables as records, the pages of the others."""

    records: list[Record]
    pages: dict[str, _TablePages]
    notes: Notes
    told: list[Note]


def read_together(paths: list[str]) -> dict[str, Ready]:
    """Read plain databases together; those that are not plain are left out."""
    looked = ((path, _taken(path)) for path in paths)
    taken = {path: found for path, found in looked if found is not None}
    tables: dict[str, dict[str, pa.RecordBatch]] = {path: {} for path in taken}
    for kind in sorted(TOGETHER):
        alike: dict[tuple[object, ...], dict[str, _TablePages]] = defaultdict(dict)
        for path in tables:
            if kind in taken[path].pages:
                pages = taken[path].pages[kind]
                alike[pages.alike][path] = pages
        for group in alike.values():
            made = _read_alike(kind, list(group.values()))
            for path, table in zip(group, made, strict=True):
                if table is None:
                    del tables[path]
                else:
                    tables[path][kind] = table
    ready = {}
    for path, by_column in tables.items():
        records, _, notes, told = taken[path]
        ready[path] = Ready(_complete(by_column, records, notes), told)
    return ready


def _taken(path: str) -> _Taken | None:
    """Read the small tables of a database and the pages of the others; None if there is trouble,
    which is told when the file is read by itself."""
    told: list[Note] = []
    notes = Notes(told.append)
    pages: dict[str, _TablePages] = {}
    try:
        with open_source(path) as source:
            if detect(source) != "bws":
                return None
            with opened(source.read(), path, notes) as database:
                rest = set()
                for name, layout in TABLES.items():
                    table = database.find(name)
                    if table is None:
                        continue
                    found = _pages(table, layout) if layout.kind in TOGETHER else None
                    if found is None:
                        rest.add(layout.kind)
                    elif found.data:
                        pages[layout.kind] = found
                records = _records(database, rest, notes)
                if database.problems:
                    return None
    except (BmconvError, OddPages):
        return None
    return _Taken(records, pages, notes, told)


def _pages(table: jet.AccessTable, layout: TableLayout) -> _TablePages | None:
    """The pages of a table; None if it is read as records, OddPages if some are damaged."""
    columns = columns_of(table, layout)
    if not columns:
        return None
    places = {column.name: place for place, column in enumerate(table.columns)}
    if any(table.columns[places[name]].type not in IN_PAGES for name in columns.values()):
        raise OddPages
    rows = table.scanner()
    numbers = rows.owned_pages()
    data = bytearray(len(numbers) * rows.layout.page_size)
    room = memoryview(data)
    if not rows.pages.read_many(numbers, room) or not all_data_pages(rows, room):
        raise OddPages
    return _TablePages(rows, data, {field: places[name] for field, name in columns.items()})


def _read_alike(kind: str, tables: list[_TablePages]) -> list[pa.RecordBatch | None]:
    """Read tables of the same columns as one; None for those that must be read by themselves."""
    rows, _, fields = tables[0]
    size, notes = rows.layout.page_size, Notes()
    try:
        data = b"".join([*(table.data for table in tables), bytes(WORD)])
        plain = PlainRows(rows, memoryview(data), {})
        cells = {field: plain.column(place) for field, place in fields.items()}
        spelled = _spellings(kind, rows.name, fields, Notes())
        odd = _may_be_empty(kind, cells)
        if kind == "seat":
            odd = _finish_seats(cells)
        elif kind == "hand":
            cells = _hands(cells)
        made = _as_rows(kind, cells, spelled, 0, notes)
        if notes.tallies:
            raise OddPages
    except OddPages:
        if len(tables) == 1:
            return [None]
        half = len(tables) // 2
        return _read_alike(kind, tables[:half]) + _read_alike(kind, tables[half:])
    for field, spelling in spelled.items():
        if spelling.told:
            odd |= np.isin(cells[field].values, list(spelling.told)) & cells[field].valid
    owner = np.repeat(np.arange(len(tables)), [len(table.data) // size for table in tables])
    owner = owner[plain.starts // size]
    counts = np.bincount(owner, minlength=len(tables))
    left_out = set(owner[odd].tolist())
    ends = np.cumsum(counts)
    return [
        None if at in left_out else made.slice(end - count, count)
        for at, (end, count) in enumerate(zip(ends.tolist(), counts.tolist(), strict=True))
    ]


def _finish_seats(cells: Columns) -> Array:
    """Seats as `_finish_seat` of read.py leaves them; returns the rows of which it makes notes."""
    odd = np.zeros(len(next(iter(cells.values()))), dtype=bool)
    if (column := cells.get("direction")) and column.texts is not None:
        texts = [(text or "").strip().upper() for text in column.texts]
        odd = np.array([bool(text) and text not in SIDES for text in texts])[column.values]
        cells["direction"] = BulkColumn(column.values, column.valid, [*texts])
        odd = odd & column.valid
    if (column := cells.get("number")) and column.texts is not None:
        texts = [(text or "").strip() for text in column.texts]
        cells["number"] = BulkColumn(
            column.values, column.valid, [text if text != "0" else None for text in texts]
        )
    return odd


def _hands(cells: Columns) -> Columns:
    """The hands of HandRecord, each from sixteen holdings, as `_hands` of read.py makes them."""
    made: Columns = {field: cells[field] for field in ("section", "board") if field in cells}
    count = len(next(iter(cells.values())))
    for seat in map(str.lower, SEATS):
        suits = [cells.get(f"{seat}_{suit}".lower()) for suit in SUITS]
        held = (
            [(text or "").strip() for text in column.to_list()] if column else [""] * count
            for column in suits
        )
        hands = list(map(".".join, zip(*held, strict=True)))
        there = np.array([hand != "..." for hand in hands])
        made[seat] = BulkColumn(np.arange(count), there, [*hands])
    return made
