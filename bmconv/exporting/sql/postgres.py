"""A PostgreSQL database: the same tables and views as in SQLite, in one schema."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from typing import Any
from urllib.parse import parse_qs, urlsplit
from zlib import crc32

from bmconv.errors import FileTrouble, Flag, MissingExtra, UsageError, Wording
from bmconv.exporting.archive import APPLICATION_ID
from bmconv.exporting.sql.database import IN_USE, PREFIX, WAIT, DatabaseDestination
from bmconv.exporting.sql.dialects import POSTGRES

_TAKE_LOCK = "SELECT pg_try_advisory_lock($1::integer, $2::integer)"
_ABOUT_ROWS = ("22", "23", "54")
"""Classes of errors (SQLSTATE) about rows: invalid data, a key used twice, too long."""
_LOST = re.compile(
    "server closed the connection|no connection to the server|terminating connection"
)
"""Errors about a connection that has ended."""
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
        with self._driver_errors():
            self.connection = dbapi.connect(self.url, autocommit=True)
            if not dry_run and not self._one(_TAKE_LOCK, *self._lock_numbers()):
                raise FileTrouble(f"{self.name}: another export is writing to schema {self.schema}")
            exists = self._one("SELECT 1 FROM pg_namespace WHERE nspname = $1", self.schema)
            if not exists:
                self._create_schema(dry_run=dry_run)
            self._execute(f'SET search_path TO "{self.schema}"', f"SET lock_timeout = '{WAIT}s'")
            self.refuse_foreign_tables(f"{self.name}: schema {self.schema}")

    def table_names(self) -> list[str]:
        names = f"SELECT tablename::text FROM pg_tables WHERE schemaname = '{self.schema}'"
        return self._first(names)

    def _staging_folder(self) -> str:
        """A temporary folder; those of killed runs are removed, as this one holds the lock."""
        number = crc32(f"{self.url} {self.schema}".encode())
        prefix = f"{PREFIX}{os.getuid() if hasattr(os, 'getuid') else 0}-{number:08x}-"
        for name in os.listdir(tempfile.gettempdir()):
            if name.startswith(prefix):
                shutil.rmtree(os.path.join(tempfile.gettempdir(), name), ignore_errors=True)
        return tempfile.mkdtemp("", prefix)

    def _create_schema(self, *, dry_run: bool) -> None:
        """Create the schema, if the role may; a dry run only checks that."""
        if not self._one("SELECT has_database_privilege(current_database(), 'CREATE')"):
            why = f"no schema {self.schema}, and this role may not create it"
            hint = Wording("name one that it owns with ", Flag("schema", "NAME"))
            raise FileTrouble(f"{self.name}: {why}", hint=hint)
        if not dry_run:
            self._execute(f'CREATE SCHEMA "{self.schema}"')

    def _lock_numbers(self) -> tuple[int, int]:
        """The two numbers that stand for the lock of this schema."""
        return APPLICATION_ID, crc32(self.schema.encode()) - (1 << 31)

    def _one(self, query: str, *values: Any) -> Any:
        """The first cell of the first row."""
        with self.connection.cursor() as cursor:
            cursor.execute(query, values or None)
            row = cursor.fetchone()
            return row[0] if row else None

    def _is_about_rows(self, error: Any) -> bool:
        from adbc_driver_manager import AdbcStatusCode

        if not error.sqlstate:  # the driver cannot send a row or, with IO, anything at all
            return bool(error.status_code != AdbcStatusCode.IO)
        return error.sqlstate[:2] in _ABOUT_ROWS

    def _reason(self, line: str) -> str:
        if _LOST.search(line):
            return "the server closed the connection; the next run continues"
        if "due to lock timeout" in line:
            return IN_USE.format(WAIT)
        why = re.sub(r"^.*?(?:Failed to connect: |(?:ERROR|FATAL):\s+)", "", line)
        return f"{why}; use {_SECRETS}" if why.endswith("no password supplied") else why
