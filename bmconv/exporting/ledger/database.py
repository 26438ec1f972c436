"""The SQLite database of a ledger, which records the files and events of a dataset.

Opening it, its layout, and how the ledger of an earlier version is brought up to date.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from urllib.parse import quote

from bmconv.errors import FileTrouble
from bmconv.exporting.archive import APPLICATION_ID
from bmconv.exporting.sql.dialects import SQLITE, create_rejects, create_table
from bmconv.exporting.tables import NIGHTS, REJECTS, SETTINGS, ledger_tables

LAYOUT = 4
"""The version of the tables; a ledger with those of the version before is brought up to date."""
HAS_EVENT = "(status IN ('exported', 'copy') OR source_file IN (SELECT source_file FROM events))"
"""The condition that a file in `sources` has an event, even if it has become unreadable."""
READ_AGAIN = f"UPDATE sources SET size = -1, hash = '' WHERE {HAS_EVENT}"
"""Marks all files with an event as changed, so that they are read again: options that decide about
their rows have changed, or an earlier version did not compare their results with par."""
_UPGRADES = {
    3: f"ALTER TABLE nights RENAME TO {NIGHTS}; "
    "ALTER TABLE sources ADD COLUMN last_entry TEXT; "
    "ALTER TABLE sources ADD COLUMN last_id INTEGER; "
    f"ALTER TABLE sources ADD COLUMN erased INTEGER; {READ_AGAIN};",
}
"""The SQL that brings the tables of an earlier version up to date."""
WAIT = 10
"""Seconds to wait for another program's lock."""
SECURE_DELETE = "PRAGMA secure_delete = ON"
"""Overwrite deleted rows: they may name people who are to be hidden."""


def connect(path: str, *, dry_run: bool = False) -> sqlite3.Connection:
    """Open a database, and create it if needed; a dry run opens it read-only or a copy of it."""
    if not dry_run:
        db = sqlite3.connect(path, isolation_level=None, timeout=WAIT)
        db.execute(SECURE_DELETE)
        return db
    if not os.path.exists(path):
        return sqlite3.connect(":memory:", isolation_level=None)
    address = f"file:{quote(os.fsencode(os.path.abspath(path)))}?mode="
    # A run that was killed left a journal: opening the file for writing undoes its changes.
    if os.path.exists(f"{path}-journal"):
        with closing(sqlite3.connect(f"{address}rw", timeout=WAIT, uri=True)) as db:
            db.execute("SELECT 1 FROM sqlite_master").fetchone()
    db = sqlite3.connect(f"{address}ro", isolation_level=None, timeout=WAIT, uri=True)
    return _in_memory(db) if is_old(db) else db


def _in_memory(db: sqlite3.Connection) -> sqlite3.Connection:
    """A copy of a database in memory, which can be upgraded without changing the file."""
    copy = sqlite3.connect(":memory:", isolation_level=None)
    with closing(db):
        db.backup(copy)
    return copy


def refuse_foreign(path: str) -> None:
    """Refuse a database that was not made by export, or by another version of it."""
    if not os.path.exists(path):
        return
    with closing(connect(path, dry_run=True)) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master")]
        layout = _layout(db)
    if tables and SETTINGS not in tables:
        raise FileTrouble(
            f"{path}: this database was not made by export (it has other tables); choose a new one"
        )
    if tables and layout not in (*_UPGRADES, LAYOUT):
        raise FileTrouble(f"{path}: made by another version of bmconv; export to a new place")


def create_ledger(db: sqlite3.Connection, labels: list[str]) -> None:
    """Create the tables of a ledger."""
    statements = [
        statement
        for table in ledger_tables(labels).values()
        for statement in create_table(table, SQLITE)
    ]
    with transaction(db):
        for statement in (*statements, *create_rejects(labels, SQLITE)):
            db.execute(statement)
        _mark(db)


def is_old(db: sqlite3.Connection) -> bool:
    """Whether a ledger has the layout of an earlier version."""
    return _layout(db) in _UPGRADES


def _layout(db: sqlite3.Connection) -> int:
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def upgrade(db: sqlite3.Connection, labels: list[str]) -> None:
    """Bring a ledger of an earlier version up to date."""
    layout = _layout(db)
    if layout in _UPGRADES:
        with transaction(db):
            for statement in (f"DROP VIEW IF EXISTS {REJECTS}", *_UPGRADES[layout].split(";")):
                db.execute(statement)
            for statement in create_rejects(labels, SQLITE):
                db.execute(statement)
            _mark(db)


def _mark(db: sqlite3.Connection) -> None:
    """Mark a database as made by export, with the current layout."""
    db.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    db.execute(f"PRAGMA user_version = {LAYOUT}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Run a block as one transaction; an exception rolls it back."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        db.rollback()
        raise
    db.execute("COMMIT")
