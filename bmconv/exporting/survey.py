"""A run that keeps no rows: which file provides which event, for programs that read the rows.

Only the ledger is written, into a file of its own or in memory.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from bmconv.errors import FileTrouble
from bmconv.exporting.archive import Label
from bmconv.exporting.entries import BatchChange, File, FileBatch
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.ledger.database import connect, refuse_foreign
from bmconv.exporting.tables import NIGHTS, SETTINGS, list_table

MEMORY = ":memory:"
"""The path of a ledger that is kept in memory, not in a file."""


class Provider(NamedTuple):
    """A file whose rows are in the dataset, and the event they belong to."""

    file: File
    event_id: str
    hands_only: bool
    """Whether the other rows of the event come from another file."""


class Survey:
    """The ledger of a dataset without rows."""

    def __init__(self, path: str = MEMORY) -> None:
        self.path = self.name = path
        self.lock = "" if path == MEMORY else f"{path}.lock"
        self.staging = ""
        self.pages = 0
        self.files = [path, self.lock, f"{path}-journal"] if self.lock else []

    def prepare(self, *, dry_run: bool) -> None:
        """Check that the ledger is ours or new; its folder must exist."""
        if self.lock:
            folder = os.path.dirname(self.path) or "."
            if not os.path.isdir(folder):
                raise FileTrouble(f"{folder}: no such folder for the ledger; create it first")
            refuse_foreign(self.path)

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open the ledger."""
        self.db, self.labels = connect(self.path, dry_run=dry_run), labels
        return Ledger(self.db, labels)

    def begin(self) -> None:
        """Nothing is staged."""

    def publish(self, batch: FileBatch, change: BatchChange) -> None:
        """No rows are kept."""

    def settle(self) -> None:
        """Nothing has to be moved."""

    def finish(self) -> None:
        """The lists of files and events stay in the ledger."""

    def close(self) -> None:
        """After a run the ledger stays open, for `providers` and `list_rows`."""

    def base(self) -> str:
        """The folder that file names are relative to."""
        row = self.db.execute(f"SELECT value FROM {SETTINGS} WHERE name = 'base'").fetchone()
        return str(row[0])

    def providers(self) -> Iterator[Provider]:
        """The files whose rows count, in order; rejected files provide none."""
        rows = self.db.execute(
            "SELECT source_file, path, size, changed, hash, by.event_id, hands_only FROM ("
            "SELECT source_file, event_id, 0 AS hands_only FROM events UNION ALL "
            f"SELECT hands_file, event_id, 1 FROM {NIGHTS} WHERE hands_file IS NOT NULL) AS by "
            "JOIN sources USING (source_file) JOIN seen USING (source_file) "
            "WHERE status IN ('exported', 'copy') ORDER BY source_file"
        )
        for name, path, size, changed, hash, event_id, hands_only in rows:
            file = File(name, os.fsdecode(path), size, changed, hash)
            yield Provider(file, event_id, bool(hands_only))

    def list_rows(self, table: str) -> Iterator[tuple[Any, ...]]:
        """The rows of one of LISTS about files of this run, in order."""
        columns = list_table(table, [label.column for label in self.labels]).columns
        listed = ", ".join(f'"{column.name}"' for column in columns)
        exists = "source_file IN (SELECT source_file FROM seen)"
        dates = [column.kind == "date" for column in columns]
        for row in self.db.execute(f"SELECT {listed} FROM {table} WHERE {exists} ORDER BY 1"):
            yield tuple(
                date.fromisoformat(cell) if is_date and cell else cell
                for cell, is_date in zip(row, dates, strict=True)
            )
