"""A dataset of Parquet files: a folder per record type, in it one per year, a file per batch.

Files wait in a folder of their own until the bookkeeping says that they count; then they are moved
to their places. What was said and not yet moved is moved by the next run.
"""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import Any

from bmconv.errors import FileTrouble
from bmconv.export.state import Replaced, State, connected

STATE, WAITING, LOCK = "_state.sqlite", "_waiting", "_lock"
"""Names with an underscore in front are no data to those who read the dataset."""

DDL = """
CREATE TABLE IF NOT EXISTS parts (
  path TEXT PRIMARY KEY, batch INTEGER, kind TEXT, year TEXT);
CREATE INDEX IF NOT EXISTS parts_batch ON parts (batch);
CREATE TABLE IF NOT EXISTS moves (path TEXT PRIMARY KEY, waiting TEXT);
"""


class ParquetTarget:
    """The folder of a dataset."""

    def __init__(self, folder: str) -> None:
        self.folder = self.name = folder
        self.lock = os.path.join(folder, LOCK)
        self.staging = os.path.join(folder, WAITING, str(os.getpid()))
        self.own = [folder]

    def open(self, dry_run: bool) -> State:
        """The bookkeeping, once what a killed run left is put right."""
        self.db = connected(os.path.join(self.folder, STATE), dry_run)
        if dry_run:
            return State(self.db)
        self.state = State(self.db)
        if not self.db.execute("SELECT 1 FROM sqlite_master WHERE name = 'parts'").fetchone():
            self.db.executescript(f"BEGIN IMMEDIATE; {DDL} COMMIT;")
        self._move()
        shutil.rmtree(os.path.join(self.folder, WAITING), ignore_errors=True)
        return self.state

    def begin(self, columns: list[str]) -> None:
        """Before the first batch."""
        os.makedirs(self.staging, exist_ok=True)

    def publish(
        self, number: int, parts: list[Any], lost: set[str], replaced: list[Replaced]
    ) -> None:
        """Within a transaction: say which files come, change or go."""
        for part in parts:
            left = _without(part.path, lost, part.path) if lost else True
            if left:
                path = f"{part.kind}/year={part.year}/batch-{number:06d}.parquet"
                self.db.execute(
                    "INSERT INTO parts VALUES (?, ?, ?, ?)", (path, number, part.kind, part.year)
                )
                self._say(path, part.path)
        batches: dict[int, set[str]] = {}
        for gone in replaced:
            batches.setdefault(gone.batch, set()).add(gone.name)
        for batch, names in batches.items():
            self._take_out(number, batch, names)

    def _take_out(self, number: int, batch: int, names: set[str]) -> None:
        """Write the files of an older batch anew, without the rows of some source files."""
        rows = self.db.execute("SELECT path, kind, year FROM parts WHERE batch = ?", (batch,))
        for path, kind, year in rows.fetchall():
            waiting = os.path.join(self.staging, f"{number:06d}-{batch:06d}-{kind}-{year}.parquet")
            if _without(os.path.join(self.folder, path), names, waiting):
                if os.path.exists(waiting):
                    self._say(path, waiting)
            else:
                self.db.execute("DELETE FROM parts WHERE path = ?", (path,))
                self._say(path, "")

    def _say(self, path: str, waiting: str) -> None:
        """A file is to be moved to its place, or to go."""
        at = os.path.relpath(waiting, self.folder) if waiting else ""
        self.db.execute("INSERT OR REPLACE INTO moves VALUES (?, ?)", (path, at))

    def settle(self) -> None:
        """After the transaction: move what was said."""
        self._move()

    def _move(self) -> None:
        rows = self.db.execute("SELECT path, waiting FROM moves").fetchall()
        for path, waiting in rows:
            place = os.path.join(self.folder, path)
            if waiting:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with suppress(FileNotFoundError):  # it was moved before the run was killed
                    os.replace(os.path.join(self.folder, waiting), place)
            else:
                with suppress(FileNotFoundError):
                    os.unlink(place)
                with suppress(OSError):  # other files are in it
                    os.removedirs(os.path.dirname(place))
        if rows:
            with self.state.transaction():
                self.db.execute("DELETE FROM moves")

    def finish(self) -> None:
        """After the last batch: the tables about files and events as Parquet too."""
        for table in ("sources", "events", "rejects"):
            self._write_list(table)
        shutil.rmtree(os.path.join(self.folder, WAITING), ignore_errors=True)

    def _write_list(self, table: str) -> None:
        import pyarrow as pa
        import pyarrow.parquet as pq

        cursor = self.db.execute(f"SELECT * FROM {table} ORDER BY 1")
        names = [column[0] for column in cursor.description]
        schema = pa.schema([(n, pa.int64() if n in NUMBERS else pa.string()) for n in names])
        waiting = os.path.join(self.staging, f"{table}.parquet")
        with open(waiting, "wb") as file:
            with pq.ParquetWriter(file, schema, compression="zstd") as writer:
                while rows := cursor.fetchmany(10_000):
                    columns = [list(column) for column in zip(*rows, strict=True)]
                    writer.write_table(pa.table(columns, schema=schema))
            file.flush()
            os.fsync(file.fileno())
        os.makedirs(os.path.join(self.folder, table), exist_ok=True)
        os.replace(waiting, os.path.join(self.folder, table, f"{table}.parquet"))

    def close(self) -> None:
        """Let go of the bookkeeping."""
        if hasattr(self, "db"):
            self.db.close()


NUMBERS = {"size", "changed", "results", "records", "batch"}


def _without(path: str, names: set[str], target: str) -> bool:
    """Write a file's rows without those of some source files; False when none are left."""
    import pyarrow as pa
    import pyarrow.compute as pc
    import pyarrow.parquet as pq

    from bmconv.export.work import write_part

    try:
        table = pq.ParquetFile(path).read()
    except (OSError, pa.ArrowException) as error:
        raise FileTrouble(f"{path}: {str(error).splitlines()[0]}") from None
    gone = pc.is_in(table.column("source_file"), value_set=pa.array(sorted(names), pa.string()))
    left = table.filter(pc.invert(gone))
    if left.num_rows == 0:
        return False
    if left.num_rows < table.num_rows:
        write_part(left, target)
    return True
