"""A PostgreSQL database: the same tables and views as in SQLite, in one schema."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from bmconv.errors import FileTrouble, Flag, MissingExtra, UsageError, Wording
from bmconv.exporting.database import DatabaseDestination
from bmconv.exporting.views import POSTGRES

if TYPE_CHECKING:
    import pyarrow as pa

_TAKE_LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
_SECRETS = "PGPASSWORD, a password file (PGPASSFILE) or a service file"


def check_url(url: str) -> None:
    """Refuse a URL with a password: others could read it in the list of processes."""
    try:
        parts = urlsplit(url)
        login = url.partition("://")[2].rpartition("@")[0]  # also with # or ? in the password
        secret = ":" in login or "password" in parse_qs(parts.query)
    except ValueError:
        raise UsageError(
            Wording(Flag("db"), ": not a valid URL; expected postgresql://USER@HOST/DATABASE")
        ) from None
    if secret:
        text = Wording(Flag("db"), ": leave the password out of the URL")
        raise UsageError(text, hint=f"use {_SECRETS}")


class PostgresDestination(DatabaseDestination):
    """A schema of a PostgreSQL database."""

    dialect = POSTGRES
    indexed = True
    lock = ""
    """No file: the server locks out a second run."""

    def __init__(self, url: str, schema: str = "bmconv") -> None:
        check_url(url)
        if not re.fullmatch(r"[a-z_][a-z0-9_]{0,62}", schema):
            expected = ": expected lower-case letters, digits and _"
            raise UsageError(Wording(Flag("schema", schema), expected))
        self.url = self.name = url
        self.schema = schema
        self.files: list[str] = []

    def prepare(self, *, dry_run: bool) -> None:
        """Connect, and check that the schema is ours or new."""
        try:
            from adbc_driver_postgresql import dbapi
        except ImportError:
            raise MissingExtra("PostgreSQL needs its driver", "postgres") from None
        with self._one_line():
            self.connection = dbapi.connect(self.url)
            if not dry_run and not self._one(_TAKE_LOCK, *self._number()):
                raise FileTrouble(f"{self.name}: another export is writing to schema {self.schema}")
            exists = self._one("SELECT 1 FROM pg_namespace WHERE nspname = $1", self.schema)
            if not exists and not dry_run:
                self._create_schema()
            self._do(f'SET search_path TO "{self.schema}"')
            names = f"SELECT tablename::text FROM pg_tables WHERE schemaname = '{self.schema}'"
            self.tables = set(self._first(names))
            self._refuse_foreign(f"{self.name}: schema {self.schema}")
            self.connection.commit()

    def _create_schema(self) -> None:
        if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
            why = f"no schema {self.schema}, and this role may not create it"
            hint = Wording("name one that it owns with ", Flag("schema", "NAME"))
            raise FileTrouble(f"{self.name}: {why}", hint=hint)
        self._do(f'CREATE SCHEMA "{self.schema}"')

    def _number(self) -> tuple[int, int]:
        """The number of the lock of this schema."""
        from zlib import crc32

        return 0x626D6376, crc32(self.schema.encode()) - (1 << 31)

    def _one(self, query: str, *values: Any) -> Any:
        """The first cell of the first row."""
        with self.connection.cursor() as cursor:
            cursor.execute(query, values or None)
            row = cursor.fetchone()
            return row[0] if row else None

    def _for_driver(self, rows: pa.Table) -> pa.Table:
        return _plain(rows)

    def _reason(self, line: str) -> str:
        why = re.sub(r"^.*?(?:Failed to connect: |ERROR:\s+)", "", line)
        return f"{why}; use {_SECRETS}" if why.endswith("no password supplied") else why


def _plain(rows: pa.Table) -> pa.Table:
    """Columns of types that the driver sends, and text without the NUL that PostgreSQL refuses."""
    import pyarrow as pa
    import pyarrow.compute as pc

    columns = []
    for column in rows.columns:
        if pa.types.is_time(column.type):
            column = column.cast(pa.time64("us"))
        elif pa.types.is_timestamp(column.type):
            column = column.cast(pa.timestamp("us"))
        elif pa.types.is_string(column.type) and pc.any(pc.match_substring(column, "\0")).as_py():
            column = pc.replace_substring(column, "\0", "\ufffd")
        columns.append(column)
    return pa.table(columns, rows.column_names)
