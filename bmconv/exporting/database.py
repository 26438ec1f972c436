"""What PostgreSQL and DuckDB have in common: the tables and views of SQLite, with proper types.

The ledger works on a temporary copy of its tables. Their changes go to the database in the
transaction that changes the rows, so that the database alone decides what a killed run has done.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ClassVar

from bmconv.columns import ORIGIN, TABLES
from bmconv.errors import FileTrouble
from bmconv.exporting.archive import Label
from bmconv.exporting.entries import BatchChange, FileBatch
from bmconv.exporting.ledger import DDL, LAYOUT, SETTINGS, Ledger
from bmconv.exporting.sql import NTH, apply_change, columns, natural_key
from bmconv.exporting.views import Dialect, views
from bmconv.records import TYPES

if TYPE_CHECKING:
    import pyarrow as pa

_TYPES = {
    "int": "integer",
    "float": "double precision",
    "bool": "boolean",
    "date": "date",
    "time": "time",
    "datetime": "timestamp",
}
_KEYS = {"sources": "source_file", "events": "event_id", "nights": "event_id", SETTINGS: "name"}
"""The ledger's tables, each with its key."""
_STAGED, _ORDER = "bmconv_staged", "bmconv_order"


class DatabaseDestination:
    """A database that has the ledger in tables of its own."""

    dialect: ClassVar[Dialect]
    indexed: ClassVar[bool]
    """Whether tables have indexes and primary keys."""
    name: str
    connection: Any = None
    """A connection of an ADBC driver, which begins transactions by itself."""
    tables: set[str]
    staging = ""

    def _refuse_foreign(self, place: str) -> None:
        """Refuse tables that were not made by export, or by another version of it."""
        if self.tables & {*TABLES, *_KEYS} and SETTINGS not in self.tables:
            raise FileTrouble(f"{place} has other tables; choose a new one")
        if SETTINGS in self.tables:
            layout = self._first(f"SELECT value FROM {SETTINGS} WHERE name = 'layout'")
            if layout != [str(LAYOUT)]:
                why = "made by another version of bmconv; export to a new place"
                raise FileTrouble(f"{place}: {why}")

    def _staging_folder(self) -> str:
        return tempfile.mkdtemp("", "bmconv-")

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open a copy of the ledger, which is in the database itself."""
        self.staging = self._staging_folder()
        self.labels = [label.column for label in labels]
        self.db = sqlite3.connect(os.path.join(self.staging, "ledger"), isolation_level=None)
        if SETTINGS in self.tables:
            with self._one_line():
                self._load()
        ledger = Ledger(self.db, labels)
        self.db.executescript(_TRACKING)
        if SETTINGS not in self.tables:
            self.db.execute(f"REPLACE INTO {SETTINGS} VALUES ('layout', ?)", (str(LAYOUT),))
            self.db.execute(
                f"INSERT OR IGNORE INTO touched SELECT '{SETTINGS}', name FROM {SETTINGS}"
            )
        return ledger

    def _load(self) -> None:
        """Copy the ledger's tables from the database."""
        self.db.executescript(DDL)
        for table in _KEYS:
            stored = self._arrow(f"SELECT * FROM {table}")
            known = {row[1] for row in self.db.execute(f"PRAGMA table_info({table})")}
            for label in stored.column_names:
                if label not in known:
                    self.db.execute(f'ALTER TABLE {table} ADD COLUMN "{label}" TEXT')
            listed = ", ".join(f'"{name}"' for name in stored.column_names)
            marks = ", ".join("?" * stored.num_columns)
            rows = zip(*(column.to_pylist() for column in stored.columns), strict=True)
            self.db.executemany(f"INSERT INTO {table} ({listed}) VALUES ({marks})", rows)

    def begin(self) -> None:
        """Create tables and views."""
        with self._one_line():
            for statement in ledger_ddl(self.labels, indexed=self.indexed):
                self._do(statement)
            for kind in TABLES:
                for statement in self._ddl(kind):
                    self._do(statement)
            for view in views(self.labels, self.dialect):
                self._do(view)
            self.tables.add(SETTINGS)
            self._flush()

    def _ddl(self, kind: str) -> list[str]:
        """The statements that create the table of a record type, with comments on its columns."""
        every = columns(kind, self.labels)
        lines = [
            f'"{column.name}" {self._type(column.kind)}{" NOT NULL" if column.present else ""}'
            for column in every
        ]
        about = (TYPES[kind].__doc__ or "").strip().splitlines()[0]
        index = f'CREATE INDEX IF NOT EXISTS "{kind}_event" ON "{kind}" ({ORIGIN[0].name})'
        return [
            f'CREATE TABLE IF NOT EXISTS "{kind}" ({", ".join(lines)})',
            *([index] if self.indexed else []),
            f'COMMENT ON TABLE "{kind}" IS {_quote(about)}',
            *(
                f'COMMENT ON COLUMN "{kind}"."{column.name}" IS {_quote(column.description)}'
                for column in every
                if column.description
            ),
        ]

    def _type(self, kind: str) -> str:
        return self.dialect.json if kind == "json" else _TYPES.get(kind, "text")

    def publish(self, batch: FileBatch, change: BatchChange) -> None:
        """In the transaction that `settle` ends: delete replaced rows and insert new ones."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        with self._one_line():
            if change.replaced:
                gone = pa.table(
                    {
                        "event_id": [gone.event_id for gone in change.replaced],
                        "source_file": [gone.name for gone in change.replaced],
                    }
                )
                with self._staged_rows(gone):
                    for kind in TABLES:
                        self._do(
                            f'DELETE FROM "{kind}" WHERE (event_id, source_file) IN '
                            f"(SELECT event_id, source_file FROM {_STAGED})"
                        )
            for part in batch.parts:
                self._insert(part.kind, apply_change(part.kind, pq.read_table(part.path), change))

    def _insert(self, kind: str, rows: pa.Table) -> None:
        import pyarrow as pa

        known = {column.name: column.kind for column in columns(kind, self.labels)}
        names = [f'"{name}"' for name in rows.column_names]
        cast = [f'"{name}"::{self._type(known[name])}' for name in rows.column_names]
        key = ", ".join(f'"{name}"' for name in ("event_id", *natural_key(kind)))
        order = pa.array(range(len(rows)), pa.int64())
        with self._staged_rows(rows.append_column(_ORDER, order)):
            self._do(
                f'INSERT INTO "{kind}" ({", ".join(names)}, {NTH}) SELECT {", ".join(cast)}, '
                f"row_number() OVER (PARTITION BY {key} ORDER BY {_ORDER}) - 1 FROM {_STAGED}"
            )

    def settle(self) -> None:
        """End the transaction: what the ledger has recorded goes with the rows."""
        if SETTINGS in self.tables:
            with self._one_line():
                self._flush()

    def _flush(self) -> None:
        """Bring the database's copy of the ledger up to date, and commit."""
        import pyarrow as pa

        for table, key in _KEYS.items():
            names = [row[1] for row in self.db.execute(f"PRAGMA table_info({table})")]
            rows = self.db.execute(
                f"SELECT touched.key, t.* FROM touched LEFT JOIN {table} t "
                f"ON t.{key} = touched.key WHERE touched.name = '{table}'"
            ).fetchall()
            if not rows:
                continue
            types = _number_types(table)
            staged = pa.table(
                [
                    pa.array([row[at] for row in rows], types.get(name, pa.string()))
                    for at, name in enumerate(("bmconv_key", *names))
                ],
                ["bmconv_key", *names],
            )
            with self._staged_rows(staged):
                self._do(f"DELETE FROM {table} WHERE {key} IN (SELECT bmconv_key FROM {_STAGED})")
                listed = ", ".join(f'"{name}"' for name in names)
                self._do(
                    f"INSERT INTO {table} ({listed}) SELECT {listed} FROM {_STAGED} "
                    f'WHERE "{key}" IS NOT NULL'
                )
        self.connection.commit()
        self.db.execute("DELETE FROM touched")

    def finish(self) -> None:
        """After the last batch: record what is left, and refresh the statistics."""
        with self._one_line():
            self._flush()
            for kind in TABLES:
                self._do(f'ANALYZE "{kind}"')
            self.connection.commit()

    def close(self) -> None:
        """Disconnect, and remove the copy of the ledger."""
        if self.connection is not None:
            with suppress(Exception):  # a server may be gone
                self.connection.rollback()
                self.connection.close()
        if hasattr(self, "db"):
            self.db.close()
        if self.staging:
            shutil.rmtree(self.staging, ignore_errors=True)

    @contextmanager
    def _staged_rows(self, rows: pa.Table) -> Iterator[None]:
        """Rows in a temporary table."""
        with self.connection.cursor() as cursor:
            cursor.adbc_ingest(_STAGED, self._for_driver(rows), mode="create", temporary=True)
        yield
        self._do(f"DROP TABLE {_STAGED}")

    def _for_driver(self, rows: pa.Table) -> pa.Table:
        """Rows as the driver takes them."""
        return rows

    def _do(self, statement: str) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(statement)

    def _arrow(self, query: str) -> pa.Table:
        with self.connection.cursor() as cursor:
            cursor.execute(query)
            return cursor.fetch_arrow_table()

    def _first(self, query: str) -> list[Any]:
        """The first column of a query."""
        values: list[Any] = self._arrow(query).column(0).to_pylist()
        return values

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """Turn errors of the driver into one line."""
        from adbc_driver_manager import dbapi

        try:
            yield
        except dbapi.Error as error:
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            raise FileTrouble(f"{self.name}: {self._reason(lines[0])}") from None

    def _reason(self, line: str) -> str:
        """The message of a driver, in our words."""
        return line


_TOUCHED = "CREATE TEMP TABLE touched (name TEXT, key TEXT, PRIMARY KEY (name, key));\n"
_TRACKING = _TOUCHED + "\n".join(
    f"CREATE TEMP TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN "
    f"INSERT OR IGNORE INTO touched VALUES ('{table}', {row}.{key}); END;"
    for table, key in _KEYS.items()
    for event, row in (("insert", "new"), ("update", "new"), ("delete", "old"))
)
"""Remembers which rows of the ledger the database does not have yet."""


def ledger_ddl(labels: Sequence[str], *, indexed: bool) -> list[str]:
    """The statements that create the ledger's tables."""
    statements = []
    for statement in re.findall(r"CREATE (?:TABLE|INDEX)[^;]*", DDL):
        plain = statement.replace("INTEGER", "bigint").replace("TEXT", "text")
        if indexed:
            statements.append(re.sub(r"CREATE (TABLE|INDEX)", r"CREATE \1 IF NOT EXISTS", plain))
        elif plain.startswith("CREATE TABLE"):
            plain = plain.replace(" PRIMARY KEY", "")
            statements.append(plain.replace("CREATE TABLE", "CREATE TABLE IF NOT EXISTS"))
    for table in ("sources", "events"):
        statements += [
            f'ALTER TABLE {table} ADD COLUMN IF NOT EXISTS "{label}" text' for label in labels
        ]
    named = "".join(f', "{label}"' for label in labels)
    statements.append(
        f"CREATE OR REPLACE VIEW rejects AS SELECT source_file{named}, error, size, hash "
        "FROM sources WHERE status = 'reject'"
    )
    return statements


def _quote(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _number_types(table: str) -> dict[str, Any]:
    """The columns of a table of the ledger that are whole numbers, with their Arrow type."""
    import pyarrow as pa

    declaration = re.search(rf"CREATE TABLE {table} \((.*?)\n\);", DDL, re.DOTALL)
    return {
        name: pa.int64()
        for name in re.findall(r"(\w+) INTEGER", declaration[1] if declaration else "")
    }
