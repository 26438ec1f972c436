"""A DuckDB file: the same tables and views as in SQLite, for a notebook to open."""

from __future__ import annotations

import os
import re
import shutil
from typing import Any

from bmconv.errors import FileTrouble, MissingExtra
from bmconv.exporting.archive import Label
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.sql.database_file import DatabaseFile, database_path, driver_name
from bmconv.exporting.sql.dialects import DUCKDB
from bmconv.io.files import move_over, resolve_links

SCHEME = "duckdb:///"
_MARK = b"DUCK"
"""What every DuckDB file has at offset 8."""
_ABOUT_ROWS = re.compile(
    r"(Constraint|Conversion|Invalid Input|Out of Range) Error|constraint failed"
)
"""Errors that are only about some rows."""
OPTIONS = {
    "memory_limit": "1GB",  # by default, DuckDB takes most of the memory
    "autoinstall_known_extensions": "false",  # nothing is fetched from the network
    "autoload_known_extensions": "false",
}


class DuckDbDestination(DatabaseFile):
    """A DuckDB file."""

    dialect = DUCKDB
    rows_at_once = 2048  # DuckDB 2.0 cannot convert more texts to JSON at once

    def __init__(self, url: str) -> None:
        self.name = self.path = database_path(url, SCHEME)
        self.lock = self.path + ".lock"
        self.files = [self.path, self.lock, self.path + ".wal", self.path + ".tmp"]

    def prepare(self, *, dry_run: bool) -> None:
        """Check that DuckDB is installed, and that the folder exists."""
        try:
            import adbc_driver_duckdb  # noqa: F401
        except ImportError:
            raise MissingExtra("a DuckDB file needs DuckDB", "duckdb") from None
        self.refuse_without_folder()
        if os.path.exists(self.path):
            with open(self.path, "rb") as file:
                if file.read(12)[8:] != _MARK:
                    raise FileTrouble(f"{self.path}: not a DuckDB file; choose a new one")

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open the database, which must be ours or new, and a copy of its ledger."""
        if not dry_run:
            self.remove_stale()
        with self._driver_errors():
            if not dry_run and not os.path.exists(self.path):
                self._create()
            self._connect(self.path, dry_run=dry_run)
            self.refuse_foreign_tables(f"{self.path}: this database")
        self.inode = 0 if dry_run else os.stat(self.path).st_ino
        return super().open(labels, dry_run=dry_run)

    def _create(self) -> None:
        """Create the file elsewhere and move it into place: DuckDB refuses an incomplete file."""
        self.staging = self._staging_folder()
        new = os.path.join(self.staging, "new")
        self._connect(new, dry_run=False)
        self.disconnect()
        move_over(new, self.path)
        os.rmdir(self.staging)

    def _connect(self, path: str, *, dry_run: bool) -> None:
        """Open a file; a dry run opens it read-only."""
        from adbc_driver_duckdb import driver_path
        from adbc_driver_manager import dbapi

        options = OPTIONS | {"path": os.path.abspath(path)}
        if dry_run:
            exists = os.path.exists(path)
            options |= {"access_mode": "read_only"} if exists else {"path": ":memory:"}
        self.connection = dbapi.connect(
            driver=driver_name(driver_path()),
            entrypoint="duckdb_adbc_init",
            db_kwargs=options,
            autocommit=True,
        )

    def _erase_deleted(self) -> None:
        """Replace the file by one that has only the current rows."""
        new, path = os.path.join(self.staging, "new"), resolve_links(self.path)
        (name,) = self._first("SELECT current_database()")
        quoted = new.replace("'", "''")
        self._execute(
            f"ATTACH '{quoted}' AS bmconv_new",
            f'COPY FROM DATABASE "{name}" TO bmconv_new',
            "DETACH bmconv_new",
        )
        self.disconnect()
        shutil.copymode(path, new)
        move_over(new, path)
        self.inode = os.stat(path).st_ino
        self._connect(self.path, dry_run=False)

    def table_names(self) -> list[str]:
        return self._first("SELECT table_name FROM duckdb_tables()")

    def _is_about_rows(self, error: Any) -> bool:
        return bool(_ABOUT_ROWS.search(str(error)))

    def _reason(self, line: str) -> str:
        if "Could not set lock" in line:
            return "another program has this database open; close it there, and run again"
        return line.partition(": ")[2] or line
