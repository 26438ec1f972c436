"""The targets of an export that hold rows, with one way to export to them and query them."""

import datetime
import json
import shutil
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds

from bmconv.columns import TABLES
from bmconv.exporting.tables import LISTS, NTH, record_table
from tests.helpers.datasets import sql
from tests.helpers.running import judge, quick

TARGETS = ("parquet", "sqlite", "duckdb", "postgresql")


def query_server(server, query):
    """The rows that a query gives on a PostgreSQL server; None if it is not a SELECT."""
    from adbc_driver_postgresql import dbapi

    with dbapi.connect(server.url, autocommit=True) as db, db.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall() if query.startswith("SELECT") else None


class Target:
    """A place to export to; each test makes a new one."""

    def __init__(self, name, place, server=None, schema=""):
        self.name, self.place = name, Path(place)
        self.server, self.schema = server, schema

    def words(self, archive, *more):
        """The words of the command that exports an archive to it."""
        to = ["--to", "sql", "--db"]
        if self.name == "parquet":
            to = ["--to", "parquet", "--out", self.place]
        elif self.name == "postgresql":
            to += [self.server.url, "--schema", self.schema]
        else:
            to.append(f"{self.name}:///{self.place}")
        return [str(word) for word in ("export", archive, *to, *more)]

    def run(self, archive, *more):
        """Export an archive to it."""
        return quick(*self.words(archive, *more))

    def ask(self, query):
        """The rows of a query, in which {} stands before each table for the schema."""
        if self.name == "postgresql":
            return list(map(tuple, query_server(self.server, query.format(f"{self.schema}."))))
        if self.name == "duckdb":
            with judge("duckdb").connect(str(self.place), read_only=True) as db:
                return db.execute(query.format("")).fetchall()
        return sql(self.place, query.format(""))

    def rows_of(self, kind, *wanted):
        """Some columns of a table, its rows sorted."""
        if self.name == "parquet":
            if not (self.place / kind).exists():
                return []
            years = ds.partitioning(pa.schema([("year", pa.int32())]), flavor="hive")
            table = ds.dataset(self.place / kind, partitioning=years).to_table().to_pylist()
            rows = [tuple(row[name] for name in wanted) for row in table]
        else:
            names = ", ".join(f'"{name}"' for name in wanted)
            rows = self.ask(f'SELECT {names} FROM {{}}"{kind}"')
        return sorted(rows, key=repr)

    def everything(self, labels=()):
        """All rows of all tables in a form that can be compared between targets.

        Two columns are left out: Parquet has no `nth`, and `batch` depends on the number of runs.
        """
        tables = {}
        for kind in TABLES:
            columns = [c for c in record_table(kind, list(labels)).columns if c.name != NTH]
            kinds = [c.kind for c in columns]
            rows = self.rows_of(kind, *(c.name for c in columns))
            tables[kind] = sorted(([*map(comparable_cell, row, kinds)] for row in rows), key=repr)
        for name in LISTS:
            columns_of_list = [column for column in LEDGER[name] if column != "batch"]
            rows = self.rows_of(name, *columns_of_list, *labels)
            tables[name] = sorted([tuple(map(as_text, row)) for row in rows], key=repr)
        return tables

    def discard(self):
        """Remove it, and files beside it whose names begin with its own."""
        if self.name == "postgresql":
            query_server(self.server, f"DROP SCHEMA IF EXISTS {self.schema} CASCADE")
        for path in [*self.place.parent.glob(f"{self.place.name}*")]:
            shutil.rmtree(path) if path.is_dir() else path.unlink()


LEDGER = {
    "sources": (
        *("source_file", "size", "changed", "hash", "format", "event_id", "results", "records"),
        *("hands", "errors", "status", "error", "reader", "last_entry", "last_id", "erased"),
    ),
    "events": ("event_id", "source_file", "name", "date", "results", "records", "changed", "batch"),
    "rejects": ("source_file", "error", "size", "hash"),
}
"""The columns that the page about datasets promises."""


def as_text(cell):
    """A cell, but a date as text, as SQLite has it."""
    return str(cell) if isinstance(cell, datetime.date) else cell


def comparable_cell(cell, kind):
    """A cell in a form that is the same for every target."""
    if cell is None or isinstance(cell, float):
        return cell
    if kind == "json":
        return json.loads(cell) if isinstance(cell, str) else cell
    if kind == "datetime":
        return str(cell).replace("T", " ")
    return int(cell) if kind in ("bool", "int") else str(cell)
