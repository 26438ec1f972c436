"""Files to Arrow tables, a batch at a time, in a process of its own."""

from __future__ import annotations

import os
import signal
import threading
from collections import defaultdict
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from bmconv import arrow
from bmconv.codecs import detect
from bmconv.codecs.columns import RESULTS, Deriver
from bmconv.convert import decode
from bmconv.errors import BadInput, BmconvError
from bmconv.export.find import Label
from bmconv.export.state import File, Reading
from bmconv.notes import Notes
from bmconv.records import Error, Event, Record, Session, type_name
from bmconv.source import Source, open_source

OWN_ENDINGS = (".bws", ".pbn", ".mvt")
"""A file so named that cannot be read is worth a complaint; others may be anything."""
FIRST_YEAR = 1950
"""A date before it is a field that nobody filled."""
UNDATED = "__HIVE_DEFAULT_PARTITION__"


class Part(NamedTuple):
    """Rows of one record type and year, in a file that waits to be published."""

    kind: str
    year: str
    path: str


class Told(NamedTuple):
    """A note made in reading a file."""

    level: str
    code: str
    place: str
    text: str
    what: str
    number: int


class Batch(NamedTuple):
    """What a batch of files came to."""

    readings: list[Reading]
    parts: list[Part]
    told: list[Told]


class Contents(NamedTuple):
    """What is in a file: its records as columns, and what it is known by."""

    tables: dict[str, pa.RecordBatch]
    guid: str
    title: str
    date: str
    year: int


def start() -> None:
    """Prepare a process: the keyboard is the parent's, and without the parent there is no work."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            connection.wait([parent.sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def read_batch(files: list[File], labels: list[Label], staging: str, number: int) -> Batch:
    """Read files and write their rows to waiting Parquet files, one per type and year."""
    rows: dict[tuple[str, str], list[pa.RecordBatch]] = defaultdict(list)
    readings: list[Reading] = []
    told: list[Told] = []
    for file in files:
        notes = Notes()
        reading, contents = read_file(file, notes)
        readings.append(reading)
        told += _told(file.name, notes)
        if contents is not None:
            front: dict[str, str | None] = {"event_id": reading.event_id, "source_file": file.name}
            front |= {label.column: label.text(file.name) for label in labels}
            year = str(contents.year) if contents.year else UNDATED
            for kind, table in contents.tables.items():
                rows[kind, year].append(_in_front(kind, table, front))
    parts = []
    for (kind, year), tables in sorted(rows.items()):
        path = os.path.join(staging, f"{number:06d}-{kind}-{year}.parquet")
        write_part(pa.Table.from_batches(tables), path)
        parts.append(Part(kind, year, path))
    return Batch(readings, parts, told)


def write_part(table: pa.Table, path: str) -> None:
    """A Parquet file, on the disk for good."""
    with open(path, "wb") as file:
        pq.write_table(table, file, compression="zstd")
        file.flush()
        os.fsync(file.fileno())


def _in_front(kind: str, table: pa.RecordBatch, front: dict[str, str | None]) -> pa.RecordBatch:
    """A table with the columns that say where it comes from."""
    columns = [pa.array([text] * len(table), pa.string()) for text in front.values()]
    schema = arrow.wide_schema(kind, tuple(front), kind in RESULTS)
    return pa.RecordBatch.from_arrays([*columns, *table.columns], schema=schema)


def _told(name: str, notes: Notes) -> list[Told]:
    return [
        Told(t.first.level, t.first.code, f"{name}: {t.first.place}", t.first.text, what, count)
        for t in notes.tallies.values()
        for what, count in t.kinds.items()
    ]


def read_file(file: File, notes: Notes) -> tuple[Reading, Contents | None]:
    """A file's rows; what cannot be read is rejected with the reason."""
    format = ""
    if os.path.isdir(file.path):
        return Reading(file, status="reject", error="the folder cannot be read"), None
    try:
        with open_source(file.path) as source:
            try:
                format = detect(source)
            except BadInput as error:
                if file.name.lower().endswith(OWN_ENDINGS):
                    raise
                return Reading(file, status="other", error=str(error)), None
            contents = _contents(source, format, notes)
    except BmconvError as error:
        why = str(error).removeprefix(f"{file.path}: ")
        return Reading(file, format, "reject", why), None
    except (MemoryError, RecursionError) as error:
        return Reading(file, format, "reject", f"{type(error).__name__} in reading it"), None
    counts = {kind: len(table) for kind, table in contents.tables.items()}
    if not counts:
        return Reading(file, format, "other", "no records in it"), None
    return (
        Reading(
            file,
            format,
            "exported",
            "",
            contents.guid or file.name,
            contents.title,
            contents.date,
            counts.get("result", 0),
            sum(counts.values()),
        ),
        contents,
    )


def _contents(source: Source, format: str, notes: Notes) -> Contents:
    if format == "bws":
        from bmconv.export.bws import contents

        return contents(source, notes)
    return from_records(list(decode(source, format, {}, notes)), notes)


def from_records(records: list[Record], notes: Notes) -> Contents:
    """The records of a file as columns."""
    by_kind: dict[str, list[Any]] = {}
    for record in records:
        if isinstance(record, Error):
            raise BadInput("it", f"ends with an error: {record.message}")
        by_kind.setdefault(type_name(record), []).append(record)
    deriver = Deriver()
    for hand in by_kind.get("hand", ()):
        deriver.learn(hand)
    tables = {kind: wide(kind, rows, deriver, notes) for kind, rows in by_kind.items()}
    return identified(
        tables,
        by_kind.get("session", []),
        by_kind.get("event", []),
        (r.date for r in by_kind.get("result", ())),
    )


def wide(kind: str, rows: list[Any], deriver: Deriver, notes: Notes) -> pa.RecordBatch:
    """Records of one type as columns, with those worked out from results."""
    derived = kind in RESULTS
    schema = arrow.wide_schema(kind, (), derived)
    return arrow.batch(kind, rows, schema, {}, deriver if derived else None, notes)


def identified(
    tables: dict[str, pa.RecordBatch], sessions: list[Session], events: list[Event], dates: Any
) -> Contents:
    """Tables with what their event is known by: the GUID of its first session, name and year."""
    sessions = sorted(sessions, key=lambda session: session.id or 0)
    guids = [s.guid for s in sessions if s.guid] + [e.guid for e in events if e.guid]
    names = [s.name for s in sessions if s.name] + [e.name for e in events if e.name]
    days = [s.date for s in sessions if s.date and s.date.year >= FIRST_YEAR]
    day = days[0] if days else min((d for d in dates if d and d.year >= FIRST_YEAR), default=None)
    return Contents(
        tables,
        guids[0] if guids else "",
        names[0] if names else "",
        str(day) if day else "",
        day.year if day else 0,
    )
