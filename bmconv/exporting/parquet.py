"""A dataset of Parquet files: a folder per record type and year, with a file per batch.

Files are staged in a separate folder until the ledger has recorded them, and then moved into place.
Files that are recorded but not yet moved are moved by the next run.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from itertools import takewhile
from typing import TYPE_CHECKING

from bmconv.columns import ORIGIN
from bmconv.errors import FileTrouble, reason_of
from bmconv.exporting.archive import DATASET, Label
from bmconv.exporting.entries import BatchChange, FileBatch
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.ledger.database import connect, is_old, refuse_foreign
from bmconv.exporting.tables import LISTS, list_table
from bmconv.io.files import move_over, remove_file, sync_folder, sync_folders

if TYPE_CHECKING:
    import pyarrow as pa

STATE, WAITING, LOCK = DATASET, "_waiting", "_lock"
"""Names in the folder of a dataset. Programs that read it ignore names that start with an
underscore."""

DDL = """
CREATE TABLE IF NOT EXISTS parts (
  path TEXT PRIMARY KEY, batch INTEGER, kind TEXT, year TEXT);
CREATE INDEX IF NOT EXISTS parts_batch ON parts (batch);
CREATE TABLE IF NOT EXISTS moves (path TEXT PRIMARY KEY, waiting TEXT);
"""
"""The tables that the ledger of a Parquet dataset has beside those of every ledger."""
FRONT = [column.name for column in ORIGIN]
"""The first columns of every table: the event, and its file."""


class ParquetDestination:
    """The folder of a dataset."""

    def __init__(self, folder: str) -> None:
        self.folder = self.name = folder
        self.lock = os.path.join(folder, LOCK)
        self.staging = ""
        self.files = [folder]
        self.pages = 0

    def prepare(self, *, dry_run: bool) -> None:
        """Check that the folder is a dataset or new; its parent folder must exist."""
        if os.path.lexists(self.folder):
            names = [name for name in os.listdir(self.folder) if not name.startswith(".")]
            if STATE not in names and set(names) - {LOCK, WAITING}:
                raise FileTrouble(
                    f"{self.folder}: not a dataset, but has other files in it; choose a new folder"
                )
            refuse_foreign(os.path.join(self.folder, STATE))
        elif not dry_run:
            try:
                os.mkdir(self.folder)
                sync_folder(self.folder)
            except OSError as error:
                why = f"cannot create the folder: {reason_of(error)}"
                raise FileTrouble(f"{self.folder}: {why}") from None

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open the ledger, and finish what a killed run left."""
        self.db = connect(os.path.join(self.folder, STATE), dry_run=dry_run)
        if not dry_run:
            self._add_columns()
        self.ledger = Ledger(self.db, labels)
        if dry_run:
            return self.ledger
        if not self.db.execute("SELECT 1 FROM sqlite_master WHERE name = 'parts'").fetchone():
            self.db.executescript(f"BEGIN IMMEDIATE; {DDL} COMMIT;")
        self.settle()
        shutil.rmtree(os.path.join(self.folder, WAITING), ignore_errors=True)
        self._look_for_missing()
        return self.ledger

    def _add_columns(self) -> None:
        """Bring files of an earlier version up to date: add missing columns, so far empty."""
        if not is_old(self.db):
            return
        query = "SELECT path, kind FROM parts ORDER BY 1"
        for part, kind in self.db.execute(query).fetchall():
            path = os.path.join(self.folder, part)
            if os.path.exists(path):
                _add_missing_columns(path, kind)

    def _look_for_missing(self) -> None:
        """Have the sources of lost Parquet files read again."""
        rows = self.db.execute("SELECT path, batch FROM parts ORDER BY 1").fetchall()
        lost = [row for row in rows if not os.path.exists(os.path.join(self.folder, row[0]))]
        self.ledger.lost_files = [path for path, _ in lost]
        if lost:
            with self.ledger.transaction():
                self.db.executemany("DELETE FROM parts WHERE path = ?", [row[:1] for row in lost])
                for batch in sorted({batch for _, batch in lost}):
                    self.ledger.mark_batch_changed(batch)

    def begin(self) -> None:
        """Create the staging folder."""
        os.makedirs(os.path.join(self.folder, WAITING), exist_ok=True)
        self.staging = tempfile.mkdtemp(dir=os.path.join(self.folder, WAITING))

    def publish(self, batch: FileBatch, change: BatchChange) -> None:
        """Within a transaction: record which files are added, changed or removed."""
        for part in batch.parts:
            if change.renamed:
                _rename_events(part.path, change.renamed)
            dropped = change.dropped_files(part.kind)
            if not dropped or _drop_rows(part.path, dropped, part.path):
                path = f"{part.kind}/year={part.year}/batch-{batch.number:06d}.parquet"
                row = (path, batch.number, part.kind, part.year)
                self.db.execute("INSERT INTO parts VALUES (?, ?, ?, ?)", row)
                self._record_move(path, part.path)
        older: dict[int, set[str]] = {}
        for gone in change.replaced:
            older.setdefault(gone.batch, set()).add(gone.name)
        for number, names in older.items():
            self._take_out(batch.number, number, names)
        if self.staging:  # like the ledger, the files it names must survive a power cut
            sync_folders([os.path.join(self.staging, STATE)], self.folder)

    def _take_out(self, number: int, batch: int, names: set[str]) -> None:
        """Rewrite the files of an older batch without the rows of some source files."""
        rows = self.db.execute("SELECT path, kind, year FROM parts WHERE batch = ?", (batch,))
        for path, kind, year in rows.fetchall():
            waiting = os.path.join(self.staging, f"{number:06d}-{batch:06d}-{kind}-{year}.parquet")
            if _drop_rows(os.path.join(self.folder, path), names, waiting):
                if os.path.exists(waiting):
                    self._record_move(path, waiting)
            else:
                self.db.execute("DELETE FROM parts WHERE path = ?", (path,))
                self._record_move(path, "")

    def _record_move(self, path: str, waiting: str) -> None:
        """Record that the file `waiting` is to be moved to `path` or, if empty, `path` removed."""
        waiting = os.path.relpath(waiting, self.folder) if waiting else ""
        self.db.execute("INSERT OR REPLACE INTO moves VALUES (?, ?)", (path, waiting))

    def settle(self) -> None:
        """After the transaction: move files as recorded."""
        rows = self.db.execute("SELECT path, waiting FROM moves").fetchall()
        for path, waiting in rows:
            target = os.path.join(self.folder, path)
            if waiting:
                os.makedirs(os.path.dirname(target), exist_ok=True)
                with suppress(FileNotFoundError):  # moved before the run was killed
                    move_over(os.path.join(self.folder, waiting), target)
            else:
                remove_file(target)
                with suppress(OSError):  # not empty
                    os.removedirs(os.path.dirname(target))
        sync_folders([os.path.join(self.folder, path) for path, _ in rows], self.folder)
        if rows:
            with self.ledger.transaction():
                self.db.execute("DELETE FROM moves")

    def finish(self) -> None:
        """After the last batch: write the lists of files and events as Parquet too."""
        for table in LISTS:
            self._write_list(table)
        shutil.rmtree(os.path.join(self.folder, WAITING), ignore_errors=True)

    def _write_list(self, table: str) -> None:
        """Write one of LISTS; dates, which SQLite returns as text, become dates again."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        columns = list_table(table, [label.column for label in self.ledger.labels]).columns
        listed = ", ".join(f'"{column.name}"' for column in columns)
        cursor = self.db.execute(f"SELECT {listed} FROM {table} ORDER BY 1")
        types = {"bigint": pa.int64()}
        stored_schema = pa.schema([(c.name, types.get(c.kind, pa.string())) for c in columns])
        types["date"] = pa.date32()
        schema = pa.schema([(c.name, types.get(c.kind, pa.string())) for c in columns])
        waiting = os.path.join(self.staging, f"{table}.parquet")
        with open(waiting, "wb") as file:
            with pq.ParquetWriter(file, schema, compression="zstd") as writer:
                while rows := cursor.fetchmany(10_000):
                    cells = [list(column) for column in zip(*rows, strict=True)]
                    writer.write_table(pa.table(cells, schema=stored_schema).cast(schema))
            file.flush()
            os.fsync(file.fileno())
        os.makedirs(os.path.join(self.folder, table), exist_ok=True)
        target = os.path.join(self.folder, table, f"{table}.parquet")
        move_over(waiting, target)
        sync_folders([target], self.folder)

    def close(self) -> None:
        """Close the ledger."""
        if hasattr(self, "db"):
            self.db.close()


def _drop_rows(path: str, names: set[str], target: str) -> bool:
    """Write a file to `target` without the rows of some source files.

    Writes nothing if it has no such rows or no others; returns False if it has no others.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    from bmconv.exporting.batch import write_part

    table = _read_table(path)
    gone = pc.is_in(table.column("source_file"), value_set=pa.array(sorted(names), pa.string()))
    kept = table.filter(pc.invert(gone))
    if kept.num_rows == 0:
        return False
    if kept.num_rows < table.num_rows:
        write_part(kept, target)
    return True


def _add_missing_columns(path: str, kind: str) -> None:
    """Add to a file the columns that an earlier version did not write; they are empty."""
    import pyarrow as pa

    from bmconv.exporting.batch import part_schema, write_part

    table = _read_table(path)
    names = part_schema(kind, ()).names
    schema = part_schema(kind, tuple(takewhile(lambda n: n not in names, table.column_names)))
    if table.column_names != schema.names:
        columns = [
            table[c.name].cast(c.type)
            if c.name in table.column_names
            else pa.nulls(len(table), c.type)
            for c in schema
        ]
        waiting = f"{path}.new"
        write_part(pa.table(columns, schema=schema), waiting)
        move_over(waiting, path)


def _rename_events(path: str, events: dict[str, str]) -> None:
    """Give the rows of some source files another event id."""
    import pyarrow as pa

    from bmconv.exporting.batch import write_part

    table = _read_table(path)
    pairs = zip(*(table.column(name).to_pylist() for name in FRONT), strict=True)
    renamed = pa.array([events.get(file, event_id) for event_id, file in pairs], pa.string())
    write_part(table.set_column(0, FRONT[0], renamed), path)


def _read_table(path: str) -> pa.Table:
    import pyarrow as pa
    import pyarrow.parquet as pq

    try:
        return pq.ParquetFile(path).read()
    except (OSError, pa.ArrowException) as error:
        raise FileTrouble(f"{path}: {str(error).splitlines()[0]}") from None
