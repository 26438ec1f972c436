"""A SQLite database through ADBC, with a write-ahead log while a run writes to it.

A log cannot begin while another program is in the middle of a query. A run then writes to a copy,
which replaces the file at its end; until then the file is locked against other writers.

Python's own SQLite must not have the file open at the same time in this process: closing either
would release the locks of both.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
from contextlib import suppress
from importlib.resources import files
from typing import Any
from urllib.parse import quote

from bmconv.errors import FileTrouble, reason_of
from bmconv.exporting.archive import APPLICATION_ID, Label
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.ledger.database import LAYOUT
from bmconv.exporting.sql.database import IN_USE, WAIT
from bmconv.exporting.sql.database_file import DatabaseFile, database_path, driver_name
from bmconv.exporting.sql.dialects import SQLITE
from bmconv.io.files import move_over, resolve_links
from bmconv.notes import Notes

CACHE = 32_768
"""KB of pages in memory: with less, the pages of a batch are written more than once."""
WAIT_FOR_READERS, WAIT_AT_END = 5, 5
"""Seconds to wait for programs that read the file: before a run writes, and at its end."""
COPY = "copy.db"
"""The name of a copy in the staging folder."""
_ABOUT_ROWS = re.compile(r"constraint failed|too big|datatype mismatch", re.IGNORECASE)
"""Errors that are only about some rows."""


class SqliteDestination(DatabaseFile):
    """A SQLite file."""

    dialect = SQLITE
    has_log = False
    """Whether rows may be in the log and not yet in the file."""
    original: Any = None
    """The connection that locks the file while a run writes to a copy of it."""
    begin_statement = "BEGIN IMMEDIATE"

    def __init__(self, url: str, notes: Notes) -> None:
        self.path = database_path(url, "sqlite:///")
        self.name, self.notes = url, notes
        self.lock = f"{self.path}.lock"
        beside = (f"{self.path}{ending}" for ending in ("-journal", "-wal", "-shm"))
        self.files = [self.path, self.lock, *beside]

    def prepare(self, *, dry_run: bool) -> None:
        """Check that the database is ours or new; its folder must exist."""
        self.refuse_without_folder()
        if os.path.exists(self.path):
            self._connect_to_ours(dry_run=True)
            self.disconnect()

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open the database, which must be ours or new, and a copy of its ledger."""
        if not dry_run:
            self.remove_stale()
        self._connect_to_ours(dry_run=dry_run)
        if not dry_run:
            self.inode = os.stat(self.path).st_ino
        return super().open(labels, dry_run=dry_run)

    def _connect_to_ours(self, *, dry_run: bool) -> None:
        """Open the file; refuse one that has other tables."""
        with self._driver_errors():
            self.connect(dry_run=dry_run)
            self.refuse_foreign_tables(f"{self.path}: this database")

    def connect(self, *, dry_run: bool = False) -> None:
        """Open the file; a dry run opens it read-only."""
        path = os.path.abspath(self.path)
        if os.path.exists(path) and not os.access(path, os.R_OK):
            # SQLite would report that it is out of memory
            raise FileTrouble(f"{self.path}: {os.strerror(errno.EACCES)}")
        address = _address(path)
        if dry_run and any(
            os.path.exists(f"{self.path}{ending}") for ending in ("-journal", "-wal")
        ):
            self.connect()  # opening it for writing completes or undoes what a killed run left
            self.table_names()
            self._end_log()
            self.has_log = False
            self.disconnect()
        if dry_run:
            address = f"{address}?mode=ro" if os.path.exists(path) else ":memory:"
        self.has_log = not dry_run and os.path.exists(f"{path}-wal")
        self._connect(address)

    def _connect(self, address: str) -> None:
        from adbc_driver_manager import dbapi

        library = str(files("adbc_driver_sqlite").joinpath("libadbc_driver_sqlite.so"))
        self.connection = dbapi.connect(
            driver=driver_name(library), db_kwargs={"uri": address}, autocommit=True
        )
        self._wait_at_most(WAIT)
        self._execute(f"PRAGMA cache_size = -{CACHE}")

    def _wait_at_most(self, seconds: float) -> None:
        """Set how long to wait for other programs that use the file."""
        self._execute(f"PRAGMA busy_timeout = {round(seconds * 1000)}")

    def table_names(self) -> list[str]:
        return self._first("SELECT name FROM sqlite_master WHERE type = 'table'")

    def _layout(self) -> int:
        return int(self._first("PRAGMA user_version")[0])

    def _mark_layout(self) -> None:
        self._execute(
            f"PRAGMA application_id = {APPLICATION_ID}", f"PRAGMA user_version = {LAYOUT}"
        )

    def _statistics(self) -> list[str]:
        return ["PRAGMA optimize"]

    def begin(self) -> None:
        """Begin the log, beside which others can read, and create tables and views."""
        with self._driver_errors():
            self._begin_log()
        super().begin()

    def _erase_deleted(self) -> None:
        """Write all rows anew: secure_delete leaves old bytes of rows that moved between pages."""
        self._begin_log()
        self._execute("VACUUM")

    def begin_transaction(self) -> None:
        self._begin_log()
        super().begin_transaction()

    def _begin_log(self) -> None:
        """Begin the log, in a copy of the file if another program keeps the file locked."""
        if self.has_log:
            return
        self._wait_at_most(WAIT_FOR_READERS)
        try:
            self._execute("PRAGMA journal_mode = WAL")
        except self._errors() as error:
            if not _is_locked(str(error)):
                raise
            self._copy()
            self._execute("PRAGMA journal_mode = WAL")
        self._wait_at_most(WAIT)
        self.has_log = True

    def _copy(self) -> None:
        """Continue with a copy of the file, and lock the file itself against changes."""
        self._wait_at_most(WAIT)
        self._execute(self.begin_statement)
        self.original = self.connection
        copy = os.path.abspath(os.path.join(self.staging, COPY))
        self._connect(_address(os.path.abspath(self.path)))
        with self.connection.cursor() as cursor:
            cursor.execute("VACUUM INTO ?", (copy,))
        self.connection.close()
        self._connect(_address(copy))

    def _replace_by_copy(self) -> None:
        """Replace the file by the copy, and release its lock."""
        copy = os.path.join(self.staging, COPY)
        self.original.close()  # Windows moves nothing over an open file
        self.original = None
        try:
            shutil.copymode(self.path, copy)
            move_over(copy, resolve_links(self.path))
        except OSError as error:
            raise FileTrouble(f"{self.path}: {reason_of(error)}") from None
        text = "database{s} that another program is reading: it must open the file again"
        self.notes.repair("file-replaced", self.path, text)

    def disconnect(self) -> None:
        """Close the connection; the file is then complete, unless another program is reading it."""
        if self.connection is not None and self.has_log:
            with suppress(*self._errors()):
                self._rollback()
                if not self._end_log():
                    text = "database{s} that another program is reading: "
                    text += "the next run completes the file"
                    self.notes.repair("log-kept", f"{self.path}-wal", text)
        super().disconnect()
        if self.original is not None:
            self._replace_by_copy()

    def _end_log(self) -> bool:
        """Move all rows from the log into the file; False if another program is reading it."""
        self._wait_at_most(WAIT_AT_END)
        try:
            self._execute("PRAGMA wal_checkpoint(TRUNCATE)")
            return bool(self._first("PRAGMA journal_mode = DELETE")[0] != "wal")
        except self._errors():
            return False

    def _is_about_rows(self, error: Any) -> bool:
        return bool(_ABOUT_ROWS.search(str(error)))

    def _reason(self, line: str) -> str:
        if _is_locked(line):
            return IN_USE.format(WAIT)
        if "file is not a database" in line:
            return "not a SQLite file; choose a new one"
        return re.sub(r"^.*?(?:Failed to \w+(?: \w+)?: |\[SQLite\] )+", "", line)


def _address(path: str) -> str:
    return f"file:{quote(os.fsencode(path))}"


def _is_locked(message: str) -> bool:
    return "locked" in message or "busy" in message
