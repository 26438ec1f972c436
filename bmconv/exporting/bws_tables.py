"""Read Bridgemate databases straight into columns, with the same values and notes as by record.

Tables with the columns of the guide are read by column, others as records. The pages of many small
databases are joined and read as if they were one database, so that the work for each table and
column is done only once.
"""

from collections import defaultdict
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from bmconv import jet
from bmconv.bws.access import open_database
from bmconv.bws.bulk import ColumnReader, columns_of
from bmconv.bws.layout import TABLES
from bmconv.bws.read import note_other_tables, read_records, tables_of
from bmconv.codecs import Wanted, detect
from bmconv.columns.batches import join_batches
from bmconv.columns.judging import normalise_batches, review
from bmconv.columns.results import BatchDeriver
from bmconv.errors import BmconvError
from bmconv.exporting.contents import Contents, as_rows, as_tables, identify
from bmconv.io.source import Source, open_source
from bmconv.jet.read.bulk import WORD, GroupReader, OddPages, all_data_pages
from bmconv.jet.read.rows import TableRows
from bmconv.notes import Note, Notes
from bmconv.records import Record
from bmconv.rules import BWS

_deriver = BatchDeriver()  # shared by all files, because the same results recur


def read_database(source: Source, notes: Notes) -> Contents:
    """Read the tables of a database as columns."""
    tables: dict[str, pa.RecordBatch] = {}
    with open_database(source.path or source.read(), source.name, notes) as database:
        other_kinds = set()
        for table, name, kind in tables_of(database):
            if not columns_of(table, name):
                other_kinds.add(kind)
            elif parts := list(ColumnReader(table, name, notes).batches()):
                normalised = normalise_batches(kind, parts, BWS, notes)
                rows = [as_rows(kind, part, _deriver, notes) for part in normalised]
                tables[kind] = join_batches(rows) if len(rows) > 1 else rows[0]
        records = _records(database, other_kinds, notes)
    return _complete(tables, records, notes)


def _records(database: jet.Database, kinds: set[str], notes: Notes) -> list[Record]:
    """The records of some types; other tables of the database are noted."""
    note_other_tables(database, notes)
    return list(read_records(database, Wanted("export", frozenset(kinds), True), notes))


def _complete(tables: dict[str, pa.RecordBatch], records: list[Record], notes: Notes) -> Contents:
    """The content of a file from the tables read by column and the records of the others."""
    tables = {kind: table for kind, table in tables.items() if len(table)}
    return identify(tables | as_tables(records, notes))


# Many databases together


class NotedContents(NamedTuple):
    """The content of a database, and the notes from reading it."""

    contents: Contents
    notes: list[Note]


class _TablePages(NamedTuple):
    """A table and its pages."""

    table: jet.AccessTable
    rows: TableRows
    data: bytearray

    @property
    def layout_key(self) -> tuple[object, ...]:
        """A key that tables have in common if they can be read together."""
        rows = self.rows
        return rows.layout.version, rows.codec, rows.definition.variable_columns, id(rows.columns)


class _UnpackedDatabase(NamedTuple):
    """A database: the records of some tables, and the pages of the others, not yet decoded."""

    records: list[Record]
    pages: dict[str, _TablePages]
    notes: Notes
    reported: list[Note]
    """All notes from reading the database, in order."""


def read_together(paths: list[str]) -> dict[str, NotedContents]:
    """The contents of databases by path, read together; damaged or unusual ones are left out."""
    unpacked = {path: database for path in paths if (database := _unpack(path)) is not None}
    tables: dict[str, dict[str, pa.RecordBatch]] = {path: {} for path in unpacked}
    for name in sorted({name for database in unpacked.values() for name in database.pages}):
        alike: dict[tuple[object, ...], dict[str, _TablePages]] = defaultdict(dict)
        for path in tables:
            if name in unpacked[path].pages:
                pages = unpacked[path].pages[name]
                alike[pages.layout_key][path] = pages
        for group in alike.values():
            for path, table in zip(group, _read_group(name, list(group.values())), strict=True):
                if table is None:
                    del tables[path]
                else:
                    tables[path][TABLES[name].kind] = table
    contents = {}
    for path, by_column in tables.items():
        records, _, notes, reported = unpacked[path]
        contents[path] = NotedContents(_complete(by_column, records, notes), reported)
    return contents


def _unpack(path: str) -> _UnpackedDatabase | None:
    """Read some tables of a database as records, and of the others only the pages.

    None if the file has another format, or an error, which reading it alone will report.
    """
    reported: list[Note] = []
    notes = Notes(reported.append)
    pages: dict[str, _TablePages] = {}
    try:
        with open_source(path) as source:
            if detect(source) != "bws":
                return None
            with open_database(source.read(), path, notes) as database:
                other_kinds = set()
                for table, name, kind in tables_of(database):
                    if not columns_of(table, name):
                        other_kinds.add(kind)
                    elif (table_pages := _pages(table)).data:
                        pages[name] = table_pages
                records = _records(database, other_kinds, notes)
                if database.problems:
                    return None
    except (BmconvError, OddPages):
        return None
    return _UnpackedDatabase(records, pages, notes, reported)


def _pages(table: jet.AccessTable) -> _TablePages:
    """The pages of a table; OddPages if one is damaged or a copy of another."""
    rows = table.scanner()
    numbers = rows.owned_pages()
    data = bytearray(len(numbers) * rows.layout.page_size)
    view = memoryview(data)
    if not rows.pages.read_many(numbers, view) or not all_data_pages(rows, view):
        raise OddPages
    size = rows.layout.page_size
    pages = (view[start : start + size] for start in range(0, len(view), size))
    if any(map(rows.copied_from, numbers, pages)):
        raise OddPages
    return _TablePages(table, rows, data)


def _read_group(name: str, tables: list[_TablePages]) -> list[pa.RecordBatch | None]:
    """Read tables with the same layout as one.

    Returns the rows of each table; None for a table whose file must be read alone.
    """
    table, rows, _ = tables[0]
    size, notes = rows.layout.page_size, Notes()
    reader = ColumnReader(table, name, notes)
    try:
        data = b"".join([*(table.data for table in tables), bytes(WORD)])
        places = {c.name: table.columns.index(c) for c in reader.fields.values()}
        read = GroupReader(rows, places).batch(memoryview(data))
        if read is None:
            return [pa.RecordBatch.from_arrays([], [])] * len(tables)
        part, starts = read
        batch, empty = reader.as_fields(part)
        batch, answers = review(reader.kind, batch, BWS)
        all_rows = as_rows(reader.kind, batch, _deriver, notes)
        if notes.tallies:
            raise OddPages
    except OddPages:
        # Halve the group until a table with odd pages or notes is alone.
        if len(tables) == 1:
            return [None]
        half = len(tables) // 2
        return _read_group(name, tables[:half]) + _read_group(name, tables[half:])
    # Each row came from the file of its page; files with notes or lost rows are read alone.
    file_of_page = np.repeat(np.arange(len(tables)), [len(t.data) // size for t in tables])
    file_of_row = file_of_page[starts // size]
    files_with_notes = {
        *file_of_row[np.concatenate([empty, *(each.rows for each in answers)])].tolist()
    }
    counts = np.bincount(file_of_row, minlength=len(tables))
    ends = np.cumsum(counts)
    lacks_rows = [each.table.row_count > count for each, count in zip(tables, counts, strict=True)]
    return [
        None if file in files_with_notes or lacks_rows[file] else all_rows.slice(end - count, count)
        for file, (end, count) in enumerate(zip(ends.tolist(), counts.tolist(), strict=True))
    ]
