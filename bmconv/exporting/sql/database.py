"""A database through ADBC: tables of records, the ledger, and views over them.

The ledger works on a temporary copy of its tables. Their changes go to the database in the
transaction that changes the rows, so that the database alone decides what a killed run has done.
sqlite, duck and postgres have what is special to each kind of database.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from abc import abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar

from bmconv.columns import ORIGIN, TABLES
from bmconv.errors import FileTrouble
from bmconv.exporting.archive import Label
from bmconv.exporting.entries import BatchChange, FileBatch, RowsRefused
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.ledger.database import LAYOUT, READ_AGAIN, create_ledger
from bmconv.exporting.sql.dialects import Dialect, create_rejects, create_table, index_name
from bmconv.exporting.sql.views import OLD_NAMES, create_views, views
from bmconv.exporting.tables import (
    NIGHTS,
    NTH,
    REJECTS,
    SETTINGS,
    DatasetTable,
    ledger_tables,
    record_table,
)

if TYPE_CHECKING:
    import pyarrow as pa

PREFIX = "bmconv-"
"""The prefix of the names of temporary folders."""
WAIT = 60
"""Seconds to wait for other programs that use the database."""
IN_USE = (
    "another program has used the database for {} seconds; "
    "close it there, and run again: the next run continues"
)
"""The message if another program keeps the database locked for a number of seconds."""
_KEYS = "bmconv_keys"
"""The temporary table with the keys of rows to delete."""
_OLD = "bmconv_old_"
"""The prefix of the names of old tables while their rows are copied."""
OLD_LAYOUT = LAYOUT - 1
"""The layout that can be brought up to date."""
_OLD_NAMES = {NIGHTS: "nights"}
"""The names that tables had in the layout OLD_LAYOUT, if they were different."""
_OLD_VIEWS: tuple[str, ...] = ()
"""Views of the layout OLD_LAYOUT that no longer exist; a view stands before those it uses."""


class DatabaseDestination:
    """A database with tables of records, and with the ledger in further tables."""

    dialect: ClassVar[Dialect]
    begin_statement: ClassVar[str] = "BEGIN"
    rows_at_once: ClassVar[int | None] = None
    """The most rows that the driver takes in one batch; None: any number."""
    name: str
    connection: Any = None
    """A connection of an ADBC driver, without transactions of its own."""
    tables: set[str]
    staging = ""
    pages = 0
    labels: list[str]
    has_deleted = False
    """Whether rows were deleted, by this run or by one that was killed."""
    _is_open = False
    """Whether a transaction is open."""

    # What differs between kinds of databases

    @abstractmethod
    def table_names(self) -> list[str]:
        """The names of the tables in the database."""

    def _staging_folder(self) -> str:
        return tempfile.mkdtemp("", PREFIX)

    def _layout(self) -> int:
        """The layout of the tables."""
        layout = self._first(f"SELECT value FROM {SETTINGS} WHERE name = 'layout'")
        return int(layout[0]) if layout else 0

    @abstractmethod
    def _is_about_rows(self, error: Any) -> bool:
        """Whether an error is only about some rows, so that other rows can be stored."""

    def _reason(self, line: str) -> str:
        """The message of a driver in plain words."""
        return line

    def _statistics(self) -> list[str]:
        """The statements that refresh the database's statistics about its tables."""
        return [f'ANALYZE "{kind}"' for kind in TABLES]

    # A run

    def refuse_foreign_tables(self, place: str) -> None:
        """Refuse tables that were not made by export, or by another version of it."""
        self.tables = set(self.table_names())
        if self.tables and SETTINGS not in self.tables:
            why = "was not made by export (it has other tables); choose a new one"
            raise FileTrouble(f"{place} {why}")
        if SETTINGS in self.tables and self._layout() not in (OLD_LAYOUT, LAYOUT):
            why = "made by another version of bmconv; export to a new place"
            raise FileTrouble(f"{place}: {why}")

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open a copy of the ledger that is in the database."""
        self.staging = tempfile.mkdtemp("", PREFIX) if dry_run else self._staging_folder()
        self.labels = [label.column for label in labels]
        self.db = sqlite3.connect(os.path.join(self.staging, "ledger"), isolation_level=None)
        has_ledger = SETTINGS in self.tables
        with self._driver_errors():
            is_old = has_ledger and self._layout() == OLD_LAYOUT
            if is_old and not dry_run:
                self._upgrade()
            if has_ledger:
                self._load(_OLD_NAMES if is_old and dry_run else {})
        ledger = Ledger(self.db, labels)
        self.has_deleted = ledger.is_unfinished()
        self.db.executescript(_TRACKING)
        if is_old:
            self.db.execute(READ_AGAIN)
        if not has_ledger:
            self.db.execute(f"REPLACE INTO {SETTINGS} VALUES ('layout', ?)", (str(LAYOUT),))
            self.db.execute(
                f"INSERT OR IGNORE INTO touched SELECT '{SETTINGS}', name FROM {SETTINGS}"
            )
        return ledger

    def _load(self, names: dict[str, str]) -> None:
        """Copy the ledger's tables from the database; `names`: their names there, if different."""
        create_ledger(self.db, [])
        for table in ledger_tables([]).values():
            stored = self._arrow(f'SELECT * FROM "{names.get(table.name, table.name)}"')
            for label in stored.column_names:
                if label not in table.names:
                    self.db.execute(f'ALTER TABLE {table.name} ADD COLUMN "{label}" TEXT')
            listed = ", ".join(f'"{name}"' for name in stored.column_names)
            marks = ", ".join("?" * stored.num_columns)
            cells = (_cells(column) for column in stored.columns)
            rows = zip(*cells, strict=True)
            self.db.executemany(f"INSERT INTO {table.name} ({listed}) VALUES ({marks})", rows)

    def begin(self) -> None:
        """Create tables and views if they do not exist."""
        if SETTINGS not in self.tables:
            with self._driver_errors(), self._transaction():
                for table in self._all_tables(self.labels):
                    self._execute(*create_table(table, self.dialect))
                for create in (create_rejects, create_views):
                    self._execute(*create(self.labels, self.dialect))
                self._mark_layout()
                self.tables.add(SETTINGS)
                self._flush()

    def _all_tables(self, labels: list[str]) -> list[DatasetTable]:
        records = [record_table(kind, labels) for kind in TABLES]
        return [*ledger_tables(labels).values(), *records]

    def _mark_layout(self) -> None:
        """Record the layout in the header of the database, if it has one."""

    def _upgrade(self) -> None:
        """Bring tables of the layout before this one up to date, in one transaction."""
        known = {*ledger_tables([])["events"].names}
        stored = self._arrow("SELECT * FROM events LIMIT 0").column_names
        labels = [name for name in stored if name not in known]
        with self._transaction():
            current_views = [
                *OLD_NAMES,
                *(view.name for view in views(labels, self.dialect)[::-1]),
                REJECTS,
            ]
            old_views = [n for n in (*_OLD_VIEWS, *current_views) if n not in self.tables]
            self._execute(*(f'DROP VIEW IF EXISTS "{name}"' for name in old_views))
            tables = self._all_tables(labels)
            for table in tables:
                self._copy_old(table)
            # tables that refer to others come first
            self._execute(*(f'DROP TABLE IF EXISTS "{_OLD}{table.name}"' for table in tables[::-1]))
            self._execute(
                *create_rejects(labels, self.dialect), *create_views(labels, self.dialect)
            )
            self._execute(
                f"DELETE FROM {SETTINGS} WHERE name = 'layout'",
                f"INSERT INTO {SETTINGS} VALUES ('layout', '{LAYOUT}')",
            )
            self._mark_layout()
        self.tables = set(self.table_names())

    def _copy_old(self, table: DatasetTable) -> None:
        """Create a table with the rows of its old version."""
        known, old = _OLD_NAMES.get(table.name, table.name), f"{_OLD}{table.name}"
        if known in self.tables:
            self._execute(f'ALTER TABLE "{known}" RENAME TO "{old}"')
            indexes = (index_name(table, columns) for columns in table.indexes)
            self._execute(*(f'DROP INDEX IF EXISTS "{name}"' for name in indexes))
        self._execute(*create_table(table, self.dialect))
        if known in self.tables:
            stored = {*self._arrow(f'SELECT * FROM "{old}" LIMIT 0').column_names}
            values = {
                column.name: self.dialect.cast(f'"{column.name}"', column.kind)
                for column in table.columns
                if column.name in stored
            }
            if NTH in values:
                order = f"PARTITION BY event_id ORDER BY {self.dialect.row}"
                values[NTH] = f"row_number() OVER ({order}) - 1"
            names = ", ".join(f'"{name}"' for name in values)
            copied = ", ".join(values.values())
            self._execute(f'INSERT INTO "{table.name}" ({names}) SELECT {copied} FROM "{old}"')

    def publish(self, batch: FileBatch, change: BatchChange) -> None:
        """In the transaction that `settle` ends: delete replaced rows and insert new ones."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        try:
            self.begin_transaction()
            if change.replaced:
                self.has_deleted = True
                gone = [(event.event_id, event.name) for event in change.replaced]
                columns = [pa.array(cells, pa.string()) for cells in zip(*gone, strict=True)]
                keys = pa.table(columns, [column.name for column in ORIGIN])
                self._delete(TABLES, keys)
            for part in batch.parts:
                self._insert(part.kind, apply_change(part.kind, pq.read_table(part.path), change))
        except self._errors() as error:
            self._refuse_rows(error)

    def _refuse_rows(self, error: Any) -> None:
        """Undo the transaction; fail if the database itself is in trouble."""
        from adbc_driver_manager import dbapi

        with self._driver_errors():
            if isinstance(error, dbapi.Error) and not self._is_about_rows(error):
                raise error
            self._rollback()
        raise RowsRefused(self._reason(_first_line(error))) from None

    def _insert(self, kind: str, rows: pa.Table) -> None:
        table = record_table(kind, self.labels)
        self._append(table, rows.append_column(NTH, number_within(rows.column("event_id"))))

    def _append(self, table: DatasetTable, rows: pa.Table) -> None:
        """Add rows to a table."""
        import pyarrow as pa

        if not rows.num_rows:
            return
        arrays = []
        for column in table.columns:
            stored = arrow_type(self.dialect.type_of(column.kind)[1])
            arrays.append(as_stored(rows.column(column.name), stored))
        batches = pa.table(arrays, table.names).to_reader(self.rows_at_once)
        with self.connection.cursor() as cursor:
            cursor.adbc_ingest(table.name, batches, mode="append")

    def _delete(self, tables: tuple[str, ...], keys: pa.Table) -> None:
        """Delete from some tables the rows that equal a row of `keys` in the columns of `keys`."""
        names = ", ".join(f'"{name}"' for name in keys.column_names)
        with self.connection.cursor() as cursor:
            cursor.adbc_ingest(_KEYS, keys, mode="create", temporary=True)
        for table in tables:
            self._execute(f'DELETE FROM "{table}" WHERE ({names}) IN (SELECT {names} FROM {_KEYS})')
        self._execute(f"DROP TABLE {_KEYS}")

    def settle(self) -> None:
        """End the transaction, which stores the changes of the ledger together with the rows."""
        touched = self.db.execute("SELECT 1 FROM touched LIMIT 1").fetchone()
        if SETTINGS in self.tables and (touched or self._is_open):
            with self._driver_errors(), self._transaction():
                self._flush()

    def _flush(self) -> None:
        """Bring the ledger in the database up to date with the copy."""
        import pyarrow as pa

        for table in ledger_tables(self.labels).values():
            key = table.key[0]
            listed = ", ".join(f't."{name}"' for name in table.names)
            rows = self.db.execute(
                f"SELECT touched.key, {listed} FROM touched LEFT JOIN {table.name} t "
                f"ON t.{key} = touched.key WHERE touched.name = '{table.name}'"
            ).fetchall()
            if not rows:
                continue
            keys, *cells = zip(*rows, strict=True)
            self._delete((table.name,), pa.table({key: pa.array(keys, pa.string())}))
            kinds = ["int64" if c.kind == "bigint" else "string" for c in table.columns]
            arrays = [
                pa.array(values, arrow_type(kind))
                for values, kind in zip(cells, kinds, strict=True)
            ]
            changed = pa.table(arrays, table.names)
            self._append(table, changed.filter(changed.column(key).is_valid()))
        self.db.execute("DELETE FROM touched")

    def finish(self) -> None:
        """After the last batch: refresh the statistics, and leave no byte of deleted rows."""
        self.refresh_statistics()
        if self.has_deleted:
            with self._driver_errors():
                self._erase_deleted()

    def refresh_statistics(self) -> None:
        """Store the last changes of the ledger, and refresh the statistics."""
        self.settle()
        with self._driver_errors():
            self._execute(*self._statistics())

    def _erase_deleted(self) -> None:
        """Remove the bytes of deleted rows from the file, in databases that can."""

    def close(self) -> None:
        """Disconnect, and remove the copy of the ledger."""
        self.disconnect()
        if hasattr(self, "db"):
            self.db.close()
        if self.staging:
            shutil.rmtree(self.staging, ignore_errors=True)

    def disconnect(self) -> None:
        """Close the connection; an open transaction is undone."""
        if self.connection is not None:
            with suppress(Exception):  # a server may be gone
                self._rollback()
            with suppress(Exception):
                self.connection.close()
            self.connection = None

    # Statements

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        """Run a block in the open transaction, or else in a new one, and commit it."""
        self.begin_transaction()
        yield
        self._execute("COMMIT")
        self._is_open = False

    def begin_transaction(self) -> None:
        """Begin a transaction, unless one is open."""
        if not self._is_open:
            self._execute(self.begin_statement)
            self._is_open = True

    def _rollback(self) -> None:
        if self._is_open:
            self._is_open = False
            self._execute("ROLLBACK")

    def _execute(self, *statements: str) -> None:
        with self.connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    def _arrow(self, query: str) -> pa.Table:
        with self.connection.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetch_arrow_table()

    def _first(self, query: str) -> list[Any]:
        """The first column of a query."""
        values: list[Any] = self._arrow(query).column(0).to_pylist()
        return values

    def _errors(self) -> tuple[type[Exception], ...]:
        """The driver's exceptions, and Arrow's exception for values that a column cannot have."""
        import pyarrow as pa
        from adbc_driver_manager import dbapi

        return (dbapi.Error, pa.ArrowInvalid)

    @contextmanager
    def _driver_errors(self) -> Iterator[None]:
        """Turn errors of the driver into FileTrouble, with a message of one line."""
        from adbc_driver_manager import dbapi

        try:
            yield
        except dbapi.Error as error:
            raise FileTrouble(f"{self.name}: {self._reason(_first_line(error))}") from None


_TOUCHED = "CREATE TEMP TABLE touched (name TEXT, key TEXT, PRIMARY KEY (name, key));\n"
_TRACKING = _TOUCHED + "\n".join(
    f"CREATE TEMP TRIGGER {table.name}_{event} AFTER {event} ON {table.name} BEGIN "
    f"INSERT OR IGNORE INTO touched VALUES ('{table.name}', {row}.{table.key[0]}); END;"
    for table in ledger_tables([]).values()
    for event, row in (("insert", "new"), ("update", "new"), ("delete", "old"))
)
"""Triggers that record which changed rows of the ledger the database does not have yet."""


def apply_change(kind: str, rows: pa.Table, change: BatchChange) -> pa.Table:
    """The rows without those of dropped files, and with the new event ids of renamed files."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if dropped := change.dropped_files(kind):
        lost = pa.array(sorted(dropped), pa.string())
        rows = rows.filter(pc.invert(pc.is_in(rows.column("source_file"), lost)))
    if change.renamed:
        both = (rows.column(column.name).to_pylist() for column in ORIGIN)
        event_ids = [change.renamed.get(file, event) for event, file in zip(*both, strict=True)]
        index = rows.schema.get_field_index("event_id")
        rows = rows.set_column(index, rows.schema.field(index), pa.array(event_ids, pa.string()))
    return rows


def number_within(events: pa.ChunkedArray) -> pa.Array:
    """The number of each row within its event: 0, 1, ..."""
    import numpy as np
    import pyarrow as pa

    codes = events.combine_chunks().dictionary_encode().indices.to_numpy()
    order = np.argsort(codes, kind="stable")
    in_order = codes[order]
    numbers = np.empty(len(codes), np.int32)
    numbers[order] = np.arange(len(codes)) - np.searchsorted(in_order, in_order)
    return pa.array(numbers)


def as_stored(cells: pa.ChunkedArray, stored: pa.DataType) -> pa.ChunkedArray:
    """A column with the type that a driver takes; dates and times in texts are in ISO format."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if cells.type == stored:
        return cells
    is_time = pa.types.is_time(cells.type) or pa.types.is_timestamp(cells.type)
    cells = cells.cast(stored)
    if is_time and pa.types.is_string(stored):
        cells = pc.replace_substring(cells, " ", "T")
        cells = pc.replace_substring_regex(cells, r"\.0+$", "")
    return cells


def arrow_type(name: str) -> pa.DataType:
    """The Arrow type of a name in a dialect."""
    import pyarrow as pa

    return pa.json_() if name == "json" else pa.type_for_alias(name)


def _cells(column: pa.ChunkedArray) -> list[Any]:
    """The cells of a column for the copy of the ledger, where dates are text."""
    import pyarrow as pa

    if pa.types.is_date(column.type):
        column = column.cast(pa.string())
    cells: list[Any] = column.to_pylist()
    return cells


def _first_line(error: Exception) -> str:
    return next((line.strip() for line in str(error).splitlines() if line.strip()), "")
