"""A SQLite database: a table per record type, and views over them."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time
from typing import TYPE_CHECKING, Any, NamedTuple

from bmconv.columns import DERIVED, ORIGIN, RESULTS, TABLES
from bmconv.errors import FileTrouble, Flag, UsageError, Wording
from bmconv.exporting.archive import Label
from bmconv.exporting.entries import STANDING, STANDS_IN, BatchChange, FileBatch
from bmconv.exporting.ledger import Ledger, connect, refuse_foreign
from bmconv.exporting.views import SQLITE, views
from bmconv.masking import mask_address
from bmconv.records import TYPES, Record
from bmconv.rules.fields import field_of
from bmconv.schema import fields

if TYPE_CHECKING:
    import pyarrow as pa

SQL_TYPES = {"int": "INTEGER", "bool": "INTEGER", "float": "REAL"}
PARSERS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "datetime": datetime.fromisoformat,
}
"""How a value of a field is read back from its column."""
NTH = "nth"
CACHE = 32_768
"""KB of pages in memory: with less, those of a batch are written more than once."""
WAITING = ".waiting"
"""The ending of the hidden folder beside a database in which rows are staged."""


URLS = "sqlite:///FILE, duckdb:///FILE or postgresql://USER@HOST/NAME"


def database_path(url: str, scheme: str = "sqlite:///") -> str:
    """The file name in a URL such as `sqlite:///league.db`."""
    if url.startswith(scheme) and len(url) > len(scheme):
        return url.removeprefix(scheme)
    raise UsageError(Wording(Flag("db", mask_address(url)), f": expected {URLS}"))


def refuse_without_folder(path: str) -> None:
    """Refuse a database whose folder does not exist."""
    folder = os.path.dirname(path) or "."
    if not os.path.isdir(folder):
        raise FileTrouble(f"{folder}: no such folder for the database; create it first")


def refuse_removed(path: str, inode: int) -> None:
    """Fail if a database was removed while a run was writing to it."""
    try:
        exists = os.stat(path).st_ino == inode
    except OSError:
        exists = False
    if not exists:
        raise FileTrouble(f"{path}: the database was removed during the run")


def new_staging(path: str) -> str:
    """A hidden folder beside a database, for rows that are not yet in it."""
    folder, name = os.path.split(path)
    return tempfile.mkdtemp(WAITING, f".{name}.", folder or ".")


def remove_stale(path: str) -> None:
    """Remove what killed runs left beside a database; safe for a run that holds the lock."""
    folder, name = os.path.split(path)
    for entry in os.listdir(folder or "."):
        if entry.startswith(f".{name}.") and entry.endswith(WAITING):
            shutil.rmtree(os.path.join(folder, entry), ignore_errors=True)


def natural_key(kind: str) -> list[str]:
    """The columns that identify a record within its event; `nth` separates equal ones."""
    known = [field.name for field in fields(kind)]
    keys = [field.name for field in fields(kind) if field.key]
    if not keys and "id" in known:
        keys = ["id"]
    return keys or [name for name in ("section", "table", "round", "board") if name in known]


class SqlColumn(NamedTuple):
    """A column of a table in a database."""

    name: str
    kind: str
    """As in schema.py."""
    description: str
    present: bool = False
    """Whether it is never empty."""


def columns(kind: str, labels: list[str]) -> list[SqlColumn]:
    """The columns of the table of a record type."""
    all_columns = [SqlColumn(*column, present=True) for column in ORIGIN]
    all_columns += [SqlColumn(label, "text", "from the path") for label in labels]
    all_columns += [SqlColumn(f.name, f.kind, field_of(kind, f.name).meaning) for f in fields(kind)]
    if kind in RESULTS:
        all_columns += [SqlColumn(*column) for column in DERIVED]
    if kind == STANDS_IN:
        all_columns.append(SqlColumn(*STANDING, present=True))
    all_columns.append(SqlColumn(NTH, "int", "0, 1, ... among records with the same key", True))
    return all_columns


def ddl(kind: str, labels: list[str]) -> str:
    """The statement that creates the table of a record type, with comments on its columns."""
    body = "\n".join(
        f'  "{c.name}" {SQL_TYPES.get(c.kind, "TEXT")}{" NOT NULL" if c.present else ""}, '
        f"-- {c.description or _kind_note(c.kind)}"
        for c in columns(kind, labels)
    )
    key = ", ".join(f'"{name}"' for name in ("event_id", *natural_key(kind), NTH))
    about = (TYPES[kind].__doc__ or "").strip().splitlines()[0]
    return f'CREATE TABLE IF NOT EXISTS "{kind}" (\n  -- {about}\n{body}\n  PRIMARY KEY ({key})\n)'


def _kind_note(kind: str) -> str:
    notes = {"bool": "0 or 1", "date": "YYYY-MM-DD", "time": "HH:MM:SS", "json": "as JSON"}
    notes |= {"datetime": "YYYY-MM-DDTHH:MM:SS", "float": "number", "int": "whole number"}
    return notes.get(kind, "text")


class SqlDestination:
    """A SQLite file."""

    def __init__(self, url: str) -> None:
        self.path = database_path(url)
        self.name = url
        self.lock = self.path + ".lock"
        self.files = [self.path, self.lock, self.path + "-journal", self.path + "-wal"]
        self.staging = ""

    def prepare(self, *, dry_run: bool) -> None:
        """Check that the database is ours or new; its folder must exist."""
        refuse_without_folder(self.path)
        refuse_foreign(self.path)

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open the ledger, which is in the database itself."""
        if not dry_run:
            remove_stale(self.path)
        self.db = connect(self.path, dry_run=dry_run)
        ledger = Ledger(self.db, labels)
        self.labels = [label.column for label in labels]
        self.inode = 0 if dry_run else os.stat(self.path).st_ino
        return ledger

    def begin(self) -> None:
        """Create the staging folder, tables and views."""
        self.staging = new_staging(self.path)
        self.db.execute(f"PRAGMA cache_size = -{CACHE}")
        for kind in TABLES:
            self.db.execute(ddl(kind, self.labels))
        for view in views(self.labels, SQLITE):
            self.db.execute(view)

    def publish(self, batch: FileBatch, change: BatchChange) -> None:
        """Within a transaction: delete replaced rows and insert new ones."""
        for gone in change.replaced:
            for kind in TABLES:
                self.db.execute(
                    f'DELETE FROM "{kind}" WHERE event_id = ? AND source_file = ?',
                    (gone.event_id, gone.name),
                )
        for part in batch.parts:
            self._insert(part.kind, part.path, change)

    def _insert(self, kind: str, path: str, change: BatchChange) -> None:
        import pyarrow.parquet as pq

        counts: Counter[tuple[Any, ...]] = Counter()
        key = ["event_id", *natural_key(kind)]
        for batch in pq.ParquetFile(path).iter_batches(10_000):
            rows = apply_change(kind, batch, change)
            cells = {
                name: _as_sql(column)
                for name, column in zip(rows.schema.names, rows.columns, strict=True)
                if name in key or column.null_count < len(column)
            }
            cells[NTH] = _nth(list(zip(*(cells[name] for name in key), strict=True)), counts)
            marks = ", ".join("?" * len(cells))
            listed = ", ".join(f'"{name}"' for name in cells)
            statement = f'INSERT INTO "{kind}" ({listed}) VALUES ({marks})'
            self.db.executemany(statement, zip(*cells.values(), strict=True))

    def settle(self) -> None:
        """After the transaction: fail if the database was removed meanwhile."""
        refuse_removed(self.path, self.inode)

    def finish(self) -> None:
        """After the last batch: let SQLite optimise."""
        self.db.execute("PRAGMA optimize")

    def close(self) -> None:
        """Close the database and remove staged rows."""
        if hasattr(self, "db"):
            self.db.close()
        if self.staging:
            shutil.rmtree(self.staging, ignore_errors=True)


def event_records(db: sqlite3.Connection, event_id: str, kinds: Iterable[str]) -> Iterator[Record]:
    """The records of an event in a database."""
    from bmconv.columns.batches import batch, column_of, to_records

    for kind in kinds:
        listed = ", ".join(f'"{field.name}"' for field in fields(kind))
        query = f'SELECT {listed} FROM "{kind}" WHERE event_id = ? ORDER BY rowid'
        rows = db.execute(query, (event_id,)).fetchall()
        columns = {}
        for field, cells in zip(fields(kind), zip(*rows, strict=True), strict=bool(rows)):
            parse = PARSERS.get(field.kind, lambda cell: cell)
            values = [None if cell is None else parse(cell) for cell in cells]
            columns[field.name] = column_of("text" if field.kind == "json" else field.kind, values)
        yield from to_records(kind, batch(kind, columns, len(rows)))


def apply_change(kind: str, rows: pa.RecordBatch, change: BatchChange) -> pa.RecordBatch:
    """Rows without the files that lost, and with the event ids that others got."""
    import pyarrow as pa
    import pyarrow.compute as pc

    if dropped := change.dropped_files(kind):
        lost = pa.array(sorted(dropped), pa.string())
        rows = rows.filter(pc.invert(pc.is_in(rows.column("source_file"), lost)))
    if change.renamed:
        both = (rows.column(column.name).to_pylist() for column in ORIGIN)
        event_ids = [change.renamed.get(file, event) for event, file in zip(*both, strict=True)]
        at = rows.schema.get_field_index("event_id")
        rows = rows.set_column(at, rows.schema.field(at), pa.array(event_ids, pa.string()))
    return rows


def _nth(keys: list[tuple[Any, ...]], counts: Counter[tuple[Any, ...]]) -> list[int]:
    """How many rows before each have the same key."""
    new = set(keys)
    if len(new) == len(keys) and counts.keys().isdisjoint(new):
        counts.update(new)
        return [0] * len(keys)
    places = []
    for key in keys:
        places.append(counts[key])
        counts[key] += 1
    return places


def _as_sql(column: Any) -> list[Any]:
    """The values of a column for SQLite: dates and times as text."""
    import pyarrow as pa
    import pyarrow.compute as pc

    kind = column.type
    if pa.types.is_date(kind) or pa.types.is_time(kind) or pa.types.is_timestamp(kind):
        text = pc.replace_substring(column.cast(pa.string()), " ", "T")
        column = pc.replace_substring_regex(text, r"\.0+$", "")
    values: list[Any] = column.to_pylist()
    return values
