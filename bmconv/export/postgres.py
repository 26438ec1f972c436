"""A PostgreSQL database: the same tables and views as in SQLite, in one schema.

The ledger works on a temporary copy of its tables. Their changes go to the server in the
transaction that changes the rows, so that the server alone decides what a killed run has done.
"""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from bmconv.columns import ORIGIN, TABLES
from bmconv.errors import FileTrouble, MissingExtra, UsageError
from bmconv.export.archive import Label
from bmconv.export.entries import BatchChange
from bmconv.export.ledger import DDL, LAYOUT, SETTINGS, Ledger
from bmconv.export.sql import NTH, changed, columns, natural_key
from bmconv.export.views import POSTGRES, views
from bmconv.records import TYPES

if TYPE_CHECKING:
    import pyarrow as pa

    from bmconv.export.batch import FileBatch

SCHEMES = ("postgresql://", "postgres://")
_TYPES = {
    "int": "integer",
    "float": "double precision",
    "bool": "boolean",
    "date": "date",
    "time": "time",
    "datetime": "timestamp",
    "json": "jsonb",
}
_KEYS = {"sources": "source_file", "events": "event_id", "nights": "event_id", SETTINGS: "name"}
"""The ledger's tables, each with its key."""
_TAKE_LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
_STAGED, _ORDER = "bmconv_staged", "bmconv_order"
_SECRETS = "PGPASSWORD, a password file (PGPASSFILE) or a service file"


def check_url(url: str) -> None:
    """Refuse a URL with a password: others could read it in the list of processes."""
    try:
        parts = urlsplit(url)
        secret = parts.password is not None or "password" in parse_qs(parts.query)
    except ValueError:
        raise UsageError(
            "--db: not a valid URL; expected postgresql://USER@HOST/DATABASE"
        ) from None
    if secret:
        raise UsageError(f"--db: leave the password out of the URL; use {_SECRETS}")


class PostgresDestination:
    """A schema of a PostgreSQL database."""

    lock = ""
    """No file: the server keeps a second run out."""

    def __init__(self, url: str, schema: str = "bmconv") -> None:
        check_url(url)
        if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", schema):
            raise UsageError(f"--schema {schema}: expected lower-case letters, digits and _")
        self.url = self.name = url
        self.schema = schema
        self.own: list[str] = []
        self.staging = ""
        self.connection: Any = None

    def prepare(self, dry_run: bool) -> None:
        """Connect, and check that the schema is ours or new."""
        try:
            from adbc_driver_postgresql import dbapi
        except ImportError:
            raise MissingExtra("PostgreSQL needs its driver", "postgres") from None
        with self._one_line():
            self.connection = dbapi.connect(self.url)
            if not dry_run and not self._one(_TAKE_LOCK, *self._number()):
                raise FileTrouble(f"{self.name}: another export is writing to schema {self.schema}")
            found = self._one("SELECT 1 FROM pg_namespace WHERE nspname = $1", self.schema)
            if not found and not dry_run:
                self._create_schema()
            self._do(f'SET search_path TO "{self.schema}"')
            self.tables = {
                name
                for (name,) in self._rows(
                    "SELECT tablename::text FROM pg_tables WHERE schemaname = $1", self.schema
                )
            }
            if self.tables & set(TABLES) and SETTINGS not in self.tables:
                raise FileTrouble(
                    f"{self.name}: schema {self.schema} has other tables; choose a new one"
                )
            if SETTINGS in self.tables:
                layout = self._one(f"SELECT value FROM {SETTINGS} WHERE name = 'layout'")
                if layout != str(LAYOUT):
                    why = "made by another version of bmconv; export to a new place"
                    raise FileTrouble(f"{self.name}: schema {self.schema}: {why}")
            self.connection.commit()

    def _create_schema(self) -> None:
        if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
            why = f"no schema {self.schema}, and this role may not create it"
            raise FileTrouble(f"{self.name}: {why}; name one that it owns with --schema NAME")
        self._do(f'CREATE SCHEMA "{self.schema}"')

    def _number(self) -> tuple[int, int]:
        """The number of the lock of this schema."""
        from zlib import crc32

        return 0x626D6376, crc32(self.schema.encode()) - (1 << 31)

    def open(self, dry_run: bool, labels: list[Label]) -> Ledger:
        """Open a copy of the ledger, which is in the database itself."""
        self.staging = tempfile.mkdtemp("", "bmconv-")
        self.labels = [label.column for label in labels]
        self.db = sqlite3.connect(os.path.join(self.staging, "ledger"), isolation_level=None)
        if SETTINGS in self.tables:
            with self._one_line():
                self._load()
        ledger = Ledger(self.db, labels)
        fresh = SETTINGS not in self.tables
        self.db.executescript(_TRACKED)
        if fresh:
            self.db.execute(f"REPLACE INTO {SETTINGS} VALUES ('layout', ?)", (str(LAYOUT),))
            self.db.execute(
                f"INSERT OR IGNORE INTO touched SELECT '{SETTINGS}', name FROM {SETTINGS}"
            )
        return ledger

    def _load(self) -> None:
        """Copy the ledger's tables from the server."""
        self.db.executescript(DDL)
        for table in _KEYS:
            with self.connection.cursor() as cursor:
                cursor.execute(f"SELECT * FROM {table}")
                found = cursor.fetch_arrow_table()
            own = {row[1] for row in self.db.execute(f"PRAGMA table_info({table})")}
            for label in found.column_names:
                if label not in own:
                    self.db.execute(f'ALTER TABLE {table} ADD COLUMN "{label}" TEXT')
            listed = ", ".join(f'"{name}"' for name in found.column_names)
            marks = ", ".join("?" * found.num_columns)
            rows = zip(*(column.to_pylist() for column in found.columns), strict=True)
            self.db.executemany(f"INSERT INTO {table} ({listed}) VALUES ({marks})", rows)

    def begin(self) -> None:
        """Create tables and views."""
        with self._one_line():
            for statement in ledger_ddl(self.labels):
                self._do(statement)
            self.tables.add(SETTINGS)
            for kind in TABLES:
                for statement in ddl(kind, self.labels):
                    self._do(statement)
            for view in views(self.labels, POSTGRES):
                self._do(view)
            self._flush()

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
                with self._staged(gone):
                    for kind in TABLES:
                        self._do(
                            f'DELETE FROM "{kind}" WHERE (event_id, source_file) IN '
                            f"(SELECT event_id, source_file FROM {_STAGED})"
                        )
            for part in batch.parts:
                self._insert(part.kind, changed(part.kind, pq.read_table(part.path), change))

    def _insert(self, kind: str, rows: pa.Table) -> None:
        import pyarrow as pa

        known = {column.name: column.kind for column in columns(kind, self.labels)}
        names = [f'"{name}"' for name in rows.column_names]
        cast = [f'"{name}"::{_TYPES.get(known[name], "text")}' for name in rows.column_names]
        key = ", ".join(f'"{name}"' for name in ("event_id", *natural_key(kind)))
        order = pa.array(range(len(rows)), pa.int64())
        with self._staged(rows.append_column(_ORDER, order)):
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
        """Bring the server's copy of the ledger up to date, and commit."""
        import pyarrow as pa

        for table, key in _KEYS.items():
            names = [row[1] for row in self.db.execute(f"PRAGMA table_info({table})")]
            found = self.db.execute(
                f"SELECT touched.key, t.* FROM touched LEFT JOIN {table} t "
                f"ON t.{key} = touched.key WHERE touched.name = '{table}'"
            ).fetchall()
            if not found:
                continue
            kinds = _ledger_kinds(table)
            staged = pa.table(
                [
                    pa.array([row[at] for row in found], kinds.get(name, pa.string()))
                    for at, name in enumerate(("bmconv_key", *names))
                ],
                ["bmconv_key", *names],
            )
            with self._staged(staged):
                self._do(f"DELETE FROM {table} WHERE {key} IN (SELECT bmconv_key FROM {_STAGED})")
                listed = ", ".join(f'"{name}"' for name in names)
                self._do(
                    f"INSERT INTO {table} ({listed}) SELECT {listed} FROM {_STAGED} "
                    f'WHERE "{key}" IS NOT NULL'
                )
        self.connection.commit()
        self.db.execute("DELETE FROM touched")

    def finish(self) -> None:
        """After the last batch: record what is left, and refresh the server's statistics."""
        with self._one_line():
            self._flush()
            for kind in TABLES:
                self._do(f'ANALYZE "{kind}"')
            self.connection.commit()

    def close(self) -> None:
        """Disconnect, and remove the copy of the ledger."""
        if self.connection is not None:
            with suppress(Exception):  # the server may be gone
                self.connection.rollback()
                self.connection.close()
        if hasattr(self, "db"):
            self.db.close()
        if self.staging:
            shutil.rmtree(self.staging, ignore_errors=True)

    @contextmanager
    def _staged(self, rows: pa.Table) -> Iterator[None]:
        """Rows in a temporary table of the server."""
        with self.connection.cursor() as cursor:
            cursor.adbc_ingest(_STAGED, _plain(rows), mode="create", temporary=True)
        yield
        self._do(f"DROP TABLE {_STAGED}")

    def _do(self, statement: str) -> None:
        with self.connection.cursor() as cursor:
            cursor.execute(statement)

    def _rows(self, query: str, *values: Any) -> list[tuple[Any, ...]]:
        with self.connection.cursor() as cursor:
            cursor.execute(query, values or None)
            rows: list[tuple[Any, ...]] = cursor.fetchall()
            return rows

    def _one(self, query: str, *values: Any) -> Any:
        rows = self._rows(query, *values)
        return rows[0][0] if rows else None

    @contextmanager
    def _one_line(self) -> Iterator[None]:
        """Turn what the driver raises into one line without secrets."""
        from adbc_driver_manager import dbapi

        try:
            yield
        except dbapi.Error as error:
            lines = [line.strip() for line in str(error).splitlines() if line.strip()]
            why = re.sub(r"^.*?(?:Failed to connect: |ERROR:\s+)", "", lines[0])
            if why.endswith("no password supplied"):
                why += f"; use {_SECRETS}"
            raise FileTrouble(f"{self.name}: {why}") from None


_TOUCHED = "CREATE TEMP TABLE touched (name TEXT, key TEXT, PRIMARY KEY (name, key));\n"
_TRACKED = _TOUCHED + "\n".join(
    f"CREATE TEMP TRIGGER {table}_{event} AFTER {event} ON {table} BEGIN "
    f"INSERT OR IGNORE INTO touched VALUES ('{table}', {row}.{key}); END;"
    for table, key in _KEYS.items()
    for event, row in (("insert", "new"), ("update", "new"), ("delete", "old"))
)
"""Remembers which rows of the ledger the server does not have yet."""


def ledger_ddl(labels: Sequence[str]) -> list[str]:
    """The statements that create the ledger's tables."""
    made = []
    for statement in re.findall(r"CREATE (?:TABLE|INDEX)[^;]*", DDL):
        plain = statement.replace("INTEGER", "bigint").replace("TEXT", "text")
        made.append(re.sub(r"CREATE (TABLE|INDEX)", r"CREATE \1 IF NOT EXISTS", plain))
    for table in ("sources", "events"):
        made += [f'ALTER TABLE {table} ADD COLUMN IF NOT EXISTS "{label}" text' for label in labels]
    named = "".join(f', "{label}"' for label in labels)
    made.append(
        f"CREATE OR REPLACE VIEW rejects AS SELECT source_file{named}, error, size, hash "
        "FROM sources WHERE status = 'reject'"
    )
    return made


def ddl(kind: str, labels: list[str]) -> list[str]:
    """The statements that create the table of a record type, with comments on its columns."""
    every = columns(kind, labels)
    lines = [
        f'"{column.name}" {_TYPES.get(column.kind, "text")}{" NOT NULL" if column.present else ""}'
        for column in every
    ]
    about = (TYPES[kind].__doc__ or "").strip().splitlines()[0]
    made = [
        f'CREATE TABLE IF NOT EXISTS "{kind}" ({", ".join(lines)})',
        f'CREATE INDEX IF NOT EXISTS "{kind}_event" ON "{kind}" ({ORIGIN[0].name})',
        f'COMMENT ON TABLE "{kind}" IS {_quoted(about)}',
    ]
    return made + [
        f'COMMENT ON COLUMN "{kind}"."{column.name}" IS {_quoted(column.description)}'
        for column in every
        if column.description
    ]


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _ledger_kinds(table: str) -> dict[str, Any]:
    """The columns of a table of the ledger that are whole numbers, with their Arrow type."""
    import pyarrow as pa

    found = re.search(rf"CREATE TABLE {table} \((.*?)\n\);", DDL, re.DOTALL)
    return {name: pa.int64() for name in re.findall(r"(\w+) INTEGER", found[1] if found else "")}


def _plain(rows: pa.Table) -> pa.Table:
    """Columns of types that the driver sends, and text without the NUL that PostgreSQL refuses."""
    import pyarrow as pa
    import pyarrow.compute as pc

    made = []
    for column in rows.columns:
        if pa.types.is_time(column.type):
            column = column.cast(pa.time64("us"))
        elif pa.types.is_timestamp(column.type):
            column = column.cast(pa.timestamp("us"))
        elif pa.types.is_string(column.type) and pc.any(pc.match_substring(column, "\0")).as_py():
            column = pc.replace_substring(column, "\0", "\ufffd")
        made.append(column)
    return pa.table(made, rows.column_names)
