"""Read files into Arrow tables, a batch at a time, in a worker process."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from bmconv.bridge.outcomes import Scorer
from bmconv.codecs import detect
from bmconv.columns import RESULTS
from bmconv.columns import batches as form
from bmconv.columns.results import BatchDeriver
from bmconv.conversion import decode
from bmconv.errors import BadInput, BmconvError, NotOurs
from bmconv.export.anonymity import Anonymity, without_place, without_words
from bmconv.export.archive import Label, shown
from bmconv.export.entries import COMPLETING, STANDING, STANDS_IN, File, Played, Reading
from bmconv.export.nights import RESULT, played
from bmconv.export.ranked import with_ranking
from bmconv.export.standing import standing
from bmconv.io.archives import file_of
from bmconv.io.source import Source, open_source
from bmconv.notes import ERROR, Note, Notes
from bmconv.records import Error, Record, type_name

if TYPE_CHECKING:
    from bmconv.export.bws_tables import Ready

OWN_ENDINGS = (".bws", ".pbn", ".mvt")
"""Files with these extensions are rejected if unreadable; others are simply not ours."""
FIRST_YEAR = 1950
"""An earlier date is a field that nobody filled in."""
RECORD_LIMIT = 1_000_000
"""The most records a file may have unless it is a database: all are held in memory."""
SMALL = 1 << 22
"""Bytes of the largest database that is read together with others."""
UNDATED = "__HIVE_DEFAULT_PARTITION__"


class Task(NamedTuple):
    """What all batches of a run have in common."""

    labels: list[Label]
    staging: str
    """The folder for rows; "" to read files without keeping their rows."""
    every_note: bool
    """Whether to return all notes, or only a count of each kind."""
    anonymity: Anonymity | None = None


class StagedPart(NamedTuple):
    """Rows of one record type and year, in a file to be published."""

    kind: str
    year: str
    path: str


class FileBatch(NamedTuple):
    """The outcome of reading a batch of files."""

    number: int
    readings: list[Reading]
    parts: list[StagedPart]
    told: list[Note]


class Contents(NamedTuple):
    """The content of a file: its records as columns, and what identifies its event."""

    tables: dict[str, pa.RecordBatch]
    guid: str
    title: str
    date: str
    year: int
    stands: pa.Array | None = None
    """Whether each result stands."""


def start() -> None:
    """Prepare a worker: ignore Ctrl-C, which the parent handles, and end with the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    from multiprocessing import connection, parent_process

    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            connection.wait([parent.sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def read_batch(files: list[File], task: Task, number: int) -> FileBatch:
    """Read files and write their rows to staged Parquet files, one per type and year."""
    rows: dict[tuple[str, str], list[tuple[Reading, Contents]]] = defaultdict(list)
    readings: list[Reading] = []
    told: list[Note] = []
    ready = {} if task.anonymity else _read_together(files)
    for file in files:
        every: list[Note] = []
        notes = Notes(every.append if task.every_note else None)
        reading, contents = read_file(file, notes, task.anonymity, ready=ready.pop(file.path, None))
        readings.append(reading)
        of_file = without_place if task.anonymity else _of_file
        told += (of_file(file, note) for note in every or _counted(notes))
        if contents is not None and task.staging:
            year = str(contents.year) if contents.year else UNDATED
            for kind in contents.tables:
                rows[kind, year].append((reading, contents))
    parts = []
    for (kind, year), read in sorted(rows.items()):
        path = os.path.join(task.staging, f"{number:06d}-{kind}-{year}.parquet")
        write_part(pa.Table.from_batches([rows_of(kind, read, task.labels)]), path)
        parts.append(StagedPart(kind, year, path))
    return FileBatch(number, readings, parts, told)


def _read_together(files: list[File]) -> dict[str, Ready]:
    """What small databases contain, read together as far as they are plain."""
    from bmconv.export.bws_tables import read_together

    wanted = [f.path for f in files if f.name.lower().endswith(".bws") and f.size <= SMALL]
    return read_together(wanted) if len(wanted) > 1 else {}


def rows_of(kind: str, read: list[tuple[Reading, Contents]], labels: list[Label]) -> pa.RecordBatch:
    """The rows of one type that files provide, with all columns of the dataset."""
    tables = [contents.tables[kind] for _, contents in read]
    file_of_row = np.repeat(np.arange(len(read)), [len(table) for table in tables])
    names = [reading.file.name for reading, _ in read]
    front: dict[str, list[str | None]] = {
        "event_id": [reading.event_id for reading, _ in read],
        "source_file": [*names],
    }
    front |= {label.column: [label.text(name) for name in names] for label in labels}
    columns = {
        name: pa.array(texts, pa.string()).take(file_of_row) for name, texts in front.items()
    }
    made = pa.RecordBatch.from_arrays(
        [*columns.values(), *form.join_batches(tables).columns],
        schema=form.wide_schema(kind, tuple(columns), kind in RESULTS),
    )
    if kind != STANDS_IN:
        return made
    stands = [contents.stands for _, contents in read]
    return _with_standing(made, pa.concat_arrays(stands))


def write_part(table: pa.Table, path: str) -> None:
    """Write a Parquet file and flush it to disk."""
    with open(path, "wb") as file:
        pq.write_table(table, file, compression="zstd")
        file.flush()
        os.fsync(file.fileno())


def _with_standing(results: pa.RecordBatch, stands: pa.Array) -> pa.RecordBatch:
    """Results with the column that marks those that stand."""
    schema = results.schema
    beside = schema.metadata[form.BESIDE_KEY] + f",{STANDING.name}".encode()
    schema = schema.append(pa.field(STANDING.name, pa.bool_()))
    schema = schema.with_metadata(schema.metadata | {form.BESIDE_KEY: beside})
    return pa.RecordBatch.from_arrays([*results.columns, stands], schema=schema)


def _counted(notes: Notes) -> list[Note]:
    """One note of each kind, with its count."""
    return [
        tally.first._replace(what=what, many=count)
        for tally in notes.tallies.values()
        for what, count in tally.kinds.items()
    ]


def _of_file(file: File, note: Note) -> Note:
    place = _within(file, note.place)
    return note._replace(place=f"{file.name}: {place}" if place else file.name)


def _within(file: File, message: str) -> str:
    """A message about a file without its path: the reader's `path:3: ...` becomes `line 3: ...`."""
    rest = message.removeprefix(file.path).removeprefix(file_of(file.path))
    return shown(re.sub(r"^:(?=\d)", "line ", rest).lstrip(": "))


def read_file(
    file: File,
    notes: Notes,
    anonymity: Anonymity | None = None,
    ranked: bool = True,
    ready: Ready | None = None,
) -> tuple[Reading, Contents | None]:
    """Read one file unless it is ready, with its ranking; if it cannot be read, it is rejected."""
    reading, contents = _read(file, notes, anonymity, ranked, ready)
    return without_words(reading) if anonymity else reading, contents


def _read(
    file: File, notes: Notes, anonymity: Anonymity | None, ranked: bool, ready: Ready | None
) -> tuple[Reading, Contents | None]:
    format = ""
    if os.path.isdir(file.path):
        return Reading(file, status="reject", error="cannot read the folder"), None
    try:
        if ready is not None:
            format, contents = "bws", ready.contents
            for note in ready.told:
                notes.take(note)
        else:
            with open_source(file.path) as source:
                try:
                    format = detect(source)
                except BadInput as error:
                    return Reading(file, status=_status(file), error=error.what), None
                contents = _contents(source, format, notes, file.path, anonymity)
        tables = with_ranking(contents.tables) if ranked else contents.tables
        stands = standing(tables[STANDS_IN]) if STANDS_IN in tables else None
        contents = contents._replace(tables=tables, stands=stands)
    except BmconvError as error:
        status = _status(file) if isinstance(error, NotOurs) else "reject"
        return Reading(file, format, status, _within(file, str(error))), None
    except Exception as error:  # one file must not end the run
        why = f"{type(error).__name__} while reading: {error}".removesuffix(": ")
        return Reading(file, format, "reject", shown(why)), None
    counts = {kind: len(table) for kind, table in contents.tables.items()}
    if not counts:
        return Reading(file, format, "other", "contains no records"), None
    reading = Reading(
        file,
        format,
        event_id=contents.guid or file.name,
        title=contents.title,
        date=contents.date,
        results=counts.get("result", 0),
        records=sum(counts.values()),
        errors=notes.count(ERROR),
        played=_played(contents),
    )
    return reading, contents


def _played(contents: Contents) -> Played:
    """What a file has of a night: its section letters, the results that stand, its boards."""

    tables = contents.tables

    def column(kind: str, name: str) -> list[Any]:
        values: list[Any] = tables[kind].column(name).to_pylist() if kind in tables else []
        return values

    letters = dict(zip(column("section", "id"), column("section", "letter"), strict=True))
    results: Iterable[tuple[Any, ...]] = ()
    if contents.stands is not None:
        rows = tables[STANDS_IN].select(RESULT).filter(contents.stands)
        results = zip(*(rows.column(name).to_pylist() for name in RESULT), strict=True)
    hands = [board for kind in COMPLETING for board in column(kind, "board")]
    return played({id: letter for id, letter in letters.items() if letter}, results, hands)


def _status(file: File) -> str:
    """The status of a file of unknown format: rejected if its extension is one of ours."""
    return "reject" if file.name.lower().endswith(OWN_ENDINGS) else "other"


def _contents(
    source: Source, format: str, notes: Notes, path: str, anonymity: Anonymity | None
) -> Contents:
    if format == "bws" and not anonymity:
        from bmconv.export.bws_tables import contents

        return contents(source, notes)
    records = list(islice(decode(source, format, {}, notes), RECORD_LIMIT + 1))
    if len(records) > RECORD_LIMIT:
        what = f"more than {RECORD_LIMIT:,} records in one file"
        raise BadInput(source.name, what, "a file of one event")
    if anonymity:
        records = anonymity.records(path, records)
    return identify(as_tables(records, notes))


def as_tables(records: list[Record], notes: Notes) -> dict[str, pa.RecordBatch]:
    """The records of a file as columns."""
    by_kind: dict[str, list[Any]] = {}
    for record in records:
        if isinstance(record, Error):
            raise BadInput("end of file", f"error record: {record.message}")
        by_kind.setdefault(type_name(record), []).append(record)
    scorer = Scorer()
    for hand in by_kind.get("hand", ()):
        scorer.learn(hand)
    deriver = BatchDeriver(scorer)
    return {
        kind: as_rows(kind, form.from_records(kind, rows, notes), deriver, notes)
        for kind, rows in by_kind.items()
    }


def as_rows(kind: str, part: pa.RecordBatch, deriver: BatchDeriver, notes: Notes) -> pa.RecordBatch:
    """A batch as the dataset has it: with derived columns, as in a file."""
    derived = kind in RESULTS
    columns = part.columns + (deriver.arrays(part) if derived else [])
    return form.for_file(kind, columns, form.wide_schema(kind, (), derived), notes)


def _records(kind: str, tables: dict[str, pa.RecordBatch]) -> list[Record]:
    return list(form.to_records(kind, tables[kind])) if kind in tables else []


def identify(tables: dict[str, pa.RecordBatch]) -> Contents:
    """Tables with what identifies their event: the GUID, name and date of its first session."""
    sessions: list[Any] = sorted(_records("session", tables), key=lambda session: session.id or 0)
    events: list[Any] = _records("event", tables)
    dates = tables["result"].column("date").to_pylist() if "result" in tables else ()
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
