"""Tables for Spark: options of a read, columns, and the rows of a part of an archive."""

import glob
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import pyarrow as pa

from bmconv.columns import TABLES
from bmconv.columns.batches import join_batches
from bmconv.errors import FileTrouble, UsageError
from bmconv.exporting.archive import Label, for_display, parse_label
from bmconv.exporting.batch import read_file, rows_of
from bmconv.exporting.entries import COMPLETING
from bmconv.exporting.run import ExportPlan, ReadingEngine, Summary, run
from bmconv.exporting.survey import MEMORY, Provider, Survey
from bmconv.exporting.tables import LISTS, NTH, list_table, record_table
from bmconv.exporting.workers import BATCH_BYTES
from bmconv.io.archives import file_of
from bmconv.io.files import LockTaken
from bmconv.notes import Notes

TYPES = {
    "int": "INT",
    "bigint": "BIGINT",
    "float": "DOUBLE",
    "bool": "BOOLEAN",
    "date": "DATE",
    "datetime": "TIMESTAMP_NTZ",
}
"""Spark's types by kind of column; columns of all other kinds are text, times of day too."""
YEAR = "year"
"""The last column, as in a Parquet dataset, where it is the name of a folder."""
REJECT = "reject"
"""Another name for the table `rejects`."""
RANKED = ("result", "ranking")
"""The tables with points or places."""
LEAST_BYTES = 100_000
"""The size as which smaller files count: opening a file takes as long as reading that much."""
LISTED_ROWS = 10_000
"""Rows of a list of files or events that are in one partition."""
BATCH_ROWS = 10_000
"""Rows that are handed to Spark at once."""
PATIENCE = 600
"""Seconds to wait for another survey with the same ledger."""


class ReadOptions(NamedTuple):
    """The options of a read."""

    table: str
    paths: tuple[str, ...]
    labels: list[Label]
    ledger: str
    bytes_per_partition: int
    jobs: int


def read_options(options: Mapping[str, str]) -> ReadOptions:
    """Parse and check the options of a read."""
    table = options.get("table", "result")
    table = "rejects" if table == REJECT else table
    if table not in (*TABLES, *LISTS):
        known = ", ".join((*TABLES, *LISTS, REJECT))
        raise UsageError(f"option table: {table!r} is not a table; expected one of {known}")
    path = options.get("path")
    paths = [path] if path else json.loads(options.get("paths", "[]"))
    return ReadOptions(
        table,
        tuple(paths),
        labels_of(options.get("label", "")),
        options.get("ledger", MEMORY),
        _number(options, "bytesPerPartition", BATCH_BYTES),
        _number(options, "jobs", os.cpu_count() or 1),
    )


def labels_of(text: str) -> list[Label]:
    """Labels such as `club={1},week={stem}`."""
    labels = [parse_label(part.strip()) for part in text.split(",") if part.strip()]
    if len({label.column for label in labels}) < len(labels):
        raise UsageError("two labels have the same name")
    return labels


def _number(options: Mapping[str, str], name: str, default: int) -> int:
    text = options.get(name, str(default))
    if not text.isdigit() or int(text) < 1:
        raise UsageError(f"option {name}: {text!r} is not a whole number above 0")
    return int(text)


def expand_paths(paths: Iterable[str]) -> tuple[str, ...]:
    """The folders and files that paths and patterns name, expanded as by a shell."""
    existing: list[str] = []
    for path in paths:
        pattern = path.removeprefix("file://") if path.startswith("file:///") else path
        scheme, colon, _ = pattern.partition("://")
        if colon and scheme.isalnum():
            raise UsageError(
                f"{path}: not a folder that workers can open; mount it, such as /srv/archive"
            )
        matches = [pattern] if os.path.exists(pattern) else sorted(glob.glob(pattern))
        if not matches:
            raise FileTrouble(f"{for_display(path)}: no such file or folder")
        existing += matches
    if not existing:
        raise UsageError("no path: expected load(PATH)")
    return tuple(existing)


# Columns


def ddl(table: str, labels: list[Label]) -> str:
    """The columns of a table, as Spark's SQL declares them."""
    named = [label.column for label in labels]
    declared = list_table(table, named) if table in LISTS else record_table(table, named)
    declarations = [
        f"`{column.name}` {TYPES.get(column.kind, 'STRING')}"
        for column in declared.columns
        if column.name != NTH
    ]
    return ", ".join((*declarations, *(() if table in LISTS else (f"`{YEAR}` INT",))))


def for_spark(rows: pa.RecordBatch, year: int) -> pa.RecordBatch:
    """Rows with the year, and with types that Spark has."""
    arrays = []
    for column in rows.columns:
        if pa.types.is_time(column.type):
            column = column.cast(pa.string())
        elif pa.types.is_timestamp(column.type):
            column = column.cast(pa.timestamp("us"))
        arrays.append(column)
    years = pa.array([year or None] * len(rows), pa.int32())
    return pa.RecordBatch.from_arrays([*arrays, years], [*rows.schema.names, YEAR])


# Which files, and their rows


def run_survey(
    paths: tuple[str, ...],
    labels: list[Label],
    ledger: str,
    jobs: int,
    engine: ReadingEngine | None = None,
) -> tuple[Survey, Summary]:
    """Find out which file provides which event; files that the ledger knows are not read again."""
    plan = ExportPlan(expand_paths(paths), labels, jobs=jobs, prune=True)
    until = time.monotonic() + PATIENCE
    while True:
        survey = Survey(ledger)
        try:
            return survey, run(plan, survey, Notes(), lambda *_: None, engine)
        except LockTaken:
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def shares(providers: Iterable[Provider], size: int) -> Iterator[list[Provider]]:
    """Files in groups of about this many bytes; an archive counts once for all files in it."""
    group: list[Provider] = []
    total, archive = 0, ""
    for provider in providers:
        file = file_of(provider.file.path)
        bytes_read = max(0 if file == archive else provider.file.size, LEAST_BYTES)
        if group and total + bytes_read > size:
            yield group
            group, total = [], 0
        group.append(provider)
        total, archive = total + bytes_read, file
    if group:
        yield group


def rows(
    table: str, labels: list[Label], base: str, files: list[Provider]
) -> Iterator[pa.RecordBatch]:
    """The rows of a table that some files provide."""
    if not os.path.isdir(base):
        raise FileTrouble(f"{base}: this worker cannot open the folder of the archive; mount it")
    waiting: list[pa.RecordBatch] = []
    for provider in files:
        if provider.hands_only and table not in COMPLETING:
            continue
        batch = _rows_of(table, labels, provider)
        if batch is not None:
            waiting.append(batch)
        if sum(map(len, waiting)) >= BATCH_ROWS:
            yield join_batches(waiting)
            waiting = []
    if waiting:
        yield join_batches(waiting)


def _rows_of(table: str, labels: list[Label], provider: Provider) -> pa.RecordBatch | None:
    reading, contents = read_file(provider.file, Notes(), ranked=table in RANKED)
    if contents is None:
        why = f"{provider.file.name}: {reading.error or 'has changed since the survey'}"
        print(f"bmconv: skipped {why}", file=sys.stderr)
        return None
    if table not in contents.tables:
        return None
    reading = reading._replace(event_id=provider.event_id)
    return for_spark(rows_of(table, [(reading, contents)], labels), contents.year)


def list_groups(survey: Survey, table: str) -> Iterator[list[tuple[Any, ...]]]:
    """The rows of a list of files or events, in groups."""
    group: list[tuple[Any, ...]] = []
    for row in survey.list_rows(table):
        group.append(row)
        if len(group) == LISTED_ROWS:
            yield group
            group = []
    if group:
        yield group
