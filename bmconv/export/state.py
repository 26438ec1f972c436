"""What is known of every file and event, in SQLite: beside the Parquet files, or in the database.

`sources` has a row per file, `events` one per event whose rows are in the dataset. Both change in
the transaction that changes the rows, so that a run that is killed leaves nothing half done.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple
from urllib.parse import quote

from bmconv import __version__
from bmconv.errors import UsageError

DDL = """
CREATE TABLE IF NOT EXISTS sources (
  -- every file that was looked at
  source_file TEXT PRIMARY KEY, -- its path below the folder that was searched
  size INTEGER, -- in bytes
  changed INTEGER, -- time of its last change, in nanoseconds
  hash TEXT, -- of its content
  format TEXT, -- as `bmconv formats` names it
  event_id TEXT, -- the event it holds
  results INTEGER, -- how many results it has
  records INTEGER, -- how many records it has
  status TEXT, -- exported, copy, reject or other (no file of ours)
  error TEXT, -- why it was rejected
  reader TEXT -- version of bmconv that read it
);
CREATE INDEX IF NOT EXISTS sources_hash ON sources (hash);
CREATE INDEX IF NOT EXISTS sources_event ON sources (event_id);
CREATE TABLE IF NOT EXISTS events (
  -- every event whose rows are here
  event_id TEXT PRIMARY KEY, -- GUID of its session, else the path of its file
  source_file TEXT, -- the fullest file of it, then the newest
  name TEXT, -- of its session
  date TEXT, -- of its session
  results INTEGER,
  records INTEGER,
  changed INTEGER, -- time of its file's last change, in nanoseconds
  batch INTEGER -- the batch that brought it
);
CREATE VIEW IF NOT EXISTS rejects AS
  SELECT source_file, error, size, hash FROM sources WHERE status = 'reject';
CREATE TABLE IF NOT EXISTS export_settings (name TEXT PRIMARY KEY, value TEXT);
"""

WORK = """
CREATE TEMP TABLE todo (
  source_file TEXT PRIMARY KEY, path TEXT, size INTEGER, changed INTEGER, hash TEXT,
  isnew INTEGER, rest INTEGER DEFAULT 0);
CREATE INDEX temp.todo_hash ON todo (hash);
"""


WAIT = 10
"""Seconds to wait for another program's lock."""


def connected(path: str, dry_run: bool) -> sqlite3.Connection:
    """A database, made if it is not there; a dry run changes nothing."""
    if not dry_run:
        return sqlite3.connect(path, isolation_level=None, timeout=WAIT)
    where = f"file:{quote(os.path.abspath(path))}?mode=ro" if os.path.exists(path) else ":memory:"
    return sqlite3.connect(where, isolation_level=None, timeout=WAIT, uri=True)


class File(NamedTuple):
    """A file that is to be read."""

    name: str
    path: str
    size: int
    changed: int
    hash: str


class Reading(NamedTuple):
    """What reading a file came to."""

    file: File
    format: str = ""
    status: str = "exported"
    error: str = ""
    event_id: str = ""
    title: str = ""
    date: str = ""
    results: int = 0
    records: int = 0

    @property
    def rank(self) -> tuple[int, int, int, str]:
        """The fullest copy wins, then the newest."""
        return (self.results, self.records, self.file.changed, self.file.name)


class Replaced(NamedTuple):
    """Rows that are to go from the dataset."""

    event_id: str
    name: str
    batch: int


class State:
    """The bookkeeping of a dataset."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self.db = connection
        if not self.db.execute("SELECT 1 FROM sqlite_master WHERE name = 'events'").fetchone():
            self.db.executescript(f"BEGIN IMMEDIATE; {DDL} COMMIT;")  # all of it or nothing
        self.db.executescript(WORK)

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """All of it or nothing."""
        self.db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self.db.rollback()
            raise
        self.db.execute("COMMIT")

    def agree(self, name: str, value: str, dry_run: bool) -> None:
        """A setting of the dataset, the same in every run."""
        found = self.db.execute(
            "SELECT value FROM export_settings WHERE name = ?", (name,)
        ).fetchone()
        if found is None and dry_run:
            return
        if found is None:
            with self.transaction():
                self.db.execute("INSERT INTO export_settings VALUES (?, ?)", (name, value))
        elif found[0] != value:
            raise UsageError(
                f"this dataset was made with {name} {found[0] or 'none'}, not {value or 'none'}: "
                "say the same, or export to a new place"
            )

    def known(self, name: str) -> tuple[Any, ...] | None:
        """Size, time, hash, status and reader of a file."""
        row: tuple[Any, ...] | None = self.db.execute(
            "SELECT size, changed, hash, status, reader FROM sources WHERE source_file = ?", (name,)
        ).fetchone()
        return row

    def note_todo(self, files: Iterable[tuple[File, bool]]) -> None:
        """Remember files that are new or changed."""
        self.db.execute("BEGIN")
        self.db.executemany(
            "INSERT OR REPLACE INTO todo (source_file, path, size, changed, hash, isnew) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            ((f.name, f.path, f.size, f.changed, f.hash, is_new) for f, is_new in files),
        )
        self.db.execute("COMMIT")

    def touch(self, file: File) -> None:
        """A file changed its time and nothing else."""
        with self.transaction():
            self.db.execute(
                "UPDATE sources SET size = ?, changed = ? WHERE source_file = ?",
                (file.size, file.changed, file.name),
            )

    def set_copies_apart(self) -> None:
        """Files with the content of another need not be read: the first one stands for all."""
        self.db.execute(
            "UPDATE todo SET rest = 1 WHERE hash <> '' "
            "AND source_file NOT IN (SELECT source_file FROM events) "
            "AND (hash IN (SELECT hash FROM sources WHERE status IN ('exported', 'copy') "
            "AND source_file NOT IN (SELECT source_file FROM todo)) "
            "OR EXISTS (SELECT 1 FROM todo t WHERE t.hash = todo.hash "
            "AND t.source_file < todo.source_file))"
        )

    def todo(self) -> Iterator[File]:
        """The files to read, in order."""
        after = ""
        while rows := self.db.execute(
            "SELECT source_file, path, size, changed, hash FROM todo WHERE rest = 0 "
            "AND source_file > ? ORDER BY source_file LIMIT 1000",
            (after,),
        ).fetchall():
            yield from (File(*row) for row in rows)
            after = rows[-1][0]

    def counts(self) -> tuple[int, int, int]:
        """Files to do: new ones, changed ones, and how many of them are to be read."""
        row = self.db.execute(
            "SELECT coalesce(sum(isnew), 0), coalesce(sum(NOT isnew), 0), "
            "coalesce(sum(NOT rest), 0) FROM todo"
        ).fetchone()
        return (row[0], row[1], row[2])

    def listed(self) -> list[tuple[str, str]]:
        """Files to do, and why."""
        return self.db.execute(
            "SELECT CASE WHEN rest THEN 'copy' WHEN isnew THEN 'new' ELSE 'changed' END, "
            "source_file FROM todo ORDER BY source_file"
        ).fetchall()

    def next_batch(self) -> int:
        """The number of a batch that is to come."""
        return int(self.db.execute("SELECT coalesce(max(batch), 0) + 1 FROM events").fetchone()[0])

    def holder(self, event_id: str) -> tuple[tuple[int, int, int, str], int] | None:
        """The rank of the file whose rows an event has, and their batch."""
        row = self.db.execute(
            "SELECT results, records, changed, source_file, batch FROM events WHERE event_id = ?",
            (event_id,),
        ).fetchone()
        return ((row[0], row[1], row[2], row[3]), row[4]) if row else None

    def held_by(self, name: str) -> list[Replaced]:
        """The events whose rows come from a file."""
        rows = self.db.execute(
            "SELECT event_id, source_file, batch FROM events WHERE source_file = ?", (name,)
        )
        return [Replaced(*row) for row in rows]

    def better_copy(self, event_id: str, rank: tuple[int, int, int, str]) -> str | None:
        """The best other file of an event, if it is better than this."""
        row = self.db.execute(
            "SELECT results, records, changed, source_file FROM sources WHERE event_id = ? "
            "AND status = 'copy' AND source_file <> ? ORDER BY 1 DESC, 2 DESC, 3 DESC, 4 DESC",
            (event_id, rank[3]),
        ).fetchone()
        return str(row[3]) if row and tuple(row) > rank else None

    def save(self, reading: Reading, batch: int | None) -> None:
        """A file was read; with a batch, its rows are those of its event."""
        f = reading.file
        self.db.execute(
            "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(f.name, f.size, f.changed, f.hash, reading.format or None),
                *(reading.event_id or None, reading.results, reading.records, reading.status),
                *(reading.error or None, __version__),
            ),
        )
        if batch is not None:
            self.db.execute(
                "INSERT OR REPLACE INTO events VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    *(reading.event_id, f.name, reading.title or None, reading.date or None),
                    *(reading.results, reading.records, f.changed, batch),
                ),
            )

    def forget(self, event_id: str) -> None:
        """An event has no rows any more."""
        self.db.execute("DELETE FROM events WHERE event_id = ?", (event_id,))

    def demote(self, name: str) -> None:
        """A file's rows gave way to those of a better copy."""
        self.db.execute("UPDATE sources SET status = 'copy' WHERE source_file = ?", (name,))

    def settle_copies(self) -> int:
        """Give files that were not read the outcome of those with their content; how many."""
        with self.transaction():
            done = self.db.execute(
                "INSERT OR REPLACE INTO sources SELECT t.source_file, t.size, t.changed, t.hash, "
                "s.format, s.event_id, s.results, s.records, "
                "CASE s.status WHEN 'exported' THEN 'copy' ELSE s.status END, s.error, s.reader "
                "FROM todo t JOIN sources s ON s.source_file = (SELECT source_file FROM sources "
                "WHERE hash = t.hash AND source_file <> t.source_file "
                "ORDER BY status = 'exported' DESC, source_file LIMIT 1) WHERE t.rest = 1"
            )
        return done.rowcount
