"""Read files into Arrow tables, a batch at a time, in a worker process."""

from __future__ import annotations

import os
import re
import signal
import threading
from collections import defaultdict
from collections.abc import Iterable
from itertools import islice
from multiprocessing import connection, parent_process
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from bmconv.codecs import detect
from bmconv.columns import DERIVED, RESULTS
from bmconv.columns import batches as form
from bmconv.columns.against_par import BoardPars
from bmconv.conversion import decode
from bmconv.errors import BadInput, BmconvError, Flag, NotOurs, Words
from bmconv.event.standing import standing_positions
from bmconv.exporting.archive import Label, for_display
from bmconv.exporting.bws_tables import NotedContents, read_database, read_together
from bmconv.exporting.contents import Contents, as_tables, identify, without_nul
from bmconv.exporting.entries import (
    COMPARED,
    COMPLETING,
    STANDING,
    STANDS_IN,
    File,
    FileBatch,
    Freshness,
    NightFingerprint,
    Reading,
    ReadSettings,
    StagedPart,
)
from bmconv.exporting.evaluated import with_evaluations
from bmconv.exporting.nights import MARKED, fingerprint
from bmconv.exporting.ranked import with_ranking
from bmconv.exporting.treatment import PLAIN, Treatment
from bmconv.io.archives import file_of
from bmconv.io.source import Source, open_source
from bmconv.notes import ERROR, Note, Notes
from bmconv.registry import OWN

GENERAL_ENDINGS = {
    *(".txt", ".csv", ".json", ".jsonl", ".ndjson", ".xml", ".html", ".htm", ".asc", ".idx"),
    *(".mdb", ".xlsx", ".xlsm", ".parquet", ".arrow", ".feather", "/"),
}
"""Extensions that files about anything can have; `/` stands for a folder."""
OWN_ENDINGS = tuple({end for entry in OWN.values() for end in entry.extensions} - GENERAL_ENDINGS)
"""Extensions of our formats only: a file of unknown format is rejected if it has one of them."""
RECORD_LIMIT = 1_000_000
"""The most records a file may have unless it is a database: all are held in memory."""
SMALL = 1 << 22
"""Bytes of the largest database that is read together with others."""
UNDATED = "__HIVE_DEFAULT_PARTITION__"
"""What stands for the year of undated events in the names of folders, as in Hive."""
STANDING_COLUMNS = ("id", "section", "table", "round", "board", "pair_ns", "pair_ew", "erased")
"""The columns of results that decide which of them stand."""
PLAYED = ("section", "board", "declarer", "strain")
"""The columns of results that are compared with an evaluation."""


def start() -> None:
    """Prepare a worker: ignore Ctrl-C, which the parent handles, and end when the parent ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:

        def watch() -> None:
            connection.wait([parent.sentinel])
            os._exit(1)

        threading.Thread(target=watch, daemon=True).start()


def read_batch(files: list[File], settings: ReadSettings, number: int) -> FileBatch:
    """Read files and write their rows to the staging folder, a Parquet file per type and year."""
    rows: dict[tuple[str, str], list[tuple[Reading, Contents]]] = defaultdict(list)
    readings: list[Reading] = []
    notes: list[Note] = []
    treatment = settings.treatment
    read_already = {} if treatment.is_by_record else _read_small_databases(files)
    for file in files:
        all_notes: list[Note] = []
        file_notes = Notes(all_notes.append if settings.every_note else None)
        reading, contents = read_file(
            file, file_notes, treatment, read_already=read_already.pop(file.path, None)
        )
        readings.append(reading)
        in_file = _without_place if treatment.anonymity else _with_file_name
        notes += (
            in_file(file, note)
            for note in all_notes or _note_counts(file_notes)
            if not _is_reason(reading, note)
        )
        if contents is not None and settings.staging:
            year = str(contents.year) if contents.year else UNDATED
            for kind in contents.tables:
                rows[kind, year].append((reading, contents))
    parts = []
    for (kind, year), sources in sorted(rows.items()):
        path = os.path.join(settings.staging, f"{number:06d}-{kind}-{year}.parquet")
        write_part(pa.Table.from_batches([rows_of(kind, sources, settings.labels)]), path)
        parts.append(StagedPart(kind, year, path))
    return FileBatch(number, readings, parts, notes)


def _read_small_databases(files: list[File]) -> dict[str, NotedContents]:
    """The contents of the small databases among files, by path; damaged ones are left out."""
    paths = [f.path for f in files if f.name.lower().endswith(".bws") and f.size <= SMALL]
    return read_together(paths) if len(paths) > 1 else {}


def rows_of(
    kind: str, sources: list[tuple[Reading, Contents]], labels: list[Label]
) -> pa.RecordBatch:
    """The rows of one record type from several files, with all columns of the dataset."""
    tables = [contents.tables[kind] for _, contents in sources]
    file_of_row = np.repeat(np.arange(len(sources)), [len(table) for table in tables])
    names = [reading.file.name for reading, _ in sources]
    front: dict[str, list[str | None]] = {
        "event_id": [reading.event_id for reading, _ in sources],
        "source_file": [*names],
    }
    front |= {label.column: [label.text(name) for name in names] for label in labels}
    columns = {
        name: pa.array(texts, pa.string()).take(file_of_row) for name, texts in front.items()
    }
    arrays = [*columns.values(), *form.join_batches(tables).columns]
    if kind == STANDS_IN:
        judged = zip(*(contents.judged for _, contents in sources), strict=True)
        arrays += map(pa.concat_arrays, judged)
    return pa.RecordBatch.from_arrays(arrays, schema=part_schema(kind, tuple(columns)))


def part_schema(kind: str, front: tuple[str, ...]) -> pa.Schema:
    """The schema of the Parquet files of a record type; `front` names their first columns."""
    derived = DERIVED if kind in RESULTS else ()
    judged = (STANDING, *COMPARED) if kind == STANDS_IN else ()
    return form.file_schema(kind, front, (*derived, *judged))


def write_part(table: pa.Table, path: str) -> None:
    """Write a Parquet file and flush it to disk."""
    with open(path, "wb") as file:
        pq.write_table(table, file, compression="zstd")
        file.flush()
        os.fsync(file.fileno())


def _note_counts(notes: Notes) -> list[Note]:
    """One note of each kind, with its count."""
    return [
        tally.first._replace(what=kind, many=count)
        for tally in notes.tallies.values()
        for kind, count in tally.kinds.items()
    ]


def _first_error(file: File, notes: Notes) -> str:
    """The message of the first error that was noted about a file."""
    note = next(tally.first for tally in notes.tallies.values() if tally.first.level == ERROR)
    return _as_reason(file, note)


def _is_reason(reading: Reading, note: Note) -> bool:
    """Whether a note only repeats why its file is rejected, which need not be printed twice."""
    return note.many == 1 and reading.error.endswith(": " + _as_reason(reading.file, note))


def _as_reason(file: File, note: Note) -> str:
    """A note as a part of the reason why a file is rejected."""
    note = note if not _options_in(note.hint) else note._replace(hint="")
    place = _without_path(file, note.place)
    return f"{note.message} ({place})" if place else note.message


def _options_in(hint: Words) -> list[Flag]:
    """The options that a hint of a reader names; `bmconv from` has them, and export does not."""
    return [] if isinstance(hint, str) else [part for part in hint if isinstance(part, Flag)]


def _reason(file: File, format: str, error: BmconvError) -> str:
    """Why a file is rejected; a hint at options of its reader becomes advice on `bmconv from`."""
    reason, hint = str(error.text), str(error.hint)
    if options := _options_in(error.hint):
        words = (Flag(option.name, option.value).with_dashes() for option in options)
        hint = f"replace it with the output of bmconv from {format} {' '.join(words)}"
    return _without_path(file, f"{reason}; {hint}" if hint else reason)


def _with_file_name(file: File, note: Note) -> Note:
    """A note with the name of its file, without a hint at options that export does not have."""
    if _options_in(note.hint):
        note = note._replace(hint="")
    place = _without_path(file, note.place)
    return note._replace(place=f"{file.name}: {place}" if place else file.name)


def _without_place(file: File, note: Note) -> Note:
    """The note without the parts that quote the file."""
    return note._replace(place=file.name, what=note.what and "item{s}")


def _without_words(reading: Reading) -> Reading:
    """The reading; an error in it is replaced by one that quotes nothing from the file."""
    if not reading.error:
        return reading
    why = f"cannot be read as {reading.format}" if reading.format else "unknown format"
    return reading._replace(error=why)


def _without_path(file: File, message: str) -> str:
    """A message about a file without its path: the reader's `path:3: ...` becomes `line 3: ...`."""
    archive = file_of(file.path)
    member = file.path.removeprefix(archive).removeprefix("#")
    rest = message.removeprefix(file.path).removeprefix(archive)
    rest = re.sub(r"^:(?=\d)", "line ", rest).lstrip(": ").removeprefix(f"{member!r} is ")
    return for_display(rest)


def read_file(
    file: File,
    notes: Notes,
    treatment: Treatment = PLAIN,
    *,
    ranked: bool = True,
    read_already: NotedContents | None = None,
) -> tuple[Reading, Contents | None]:
    """Read one file; if it cannot be read, the reading has the reason and the contents are None.

    `ranked`: add its ranking. `read_already`: its content, if it was read together with others.
    """
    reading, contents = _read(file, notes, treatment, read_already, ranked=ranked)
    reading = reading._replace(error=without_nul(reading.error))
    if treatment.hidden:
        reading = reading._replace(error=treatment.hidden.text(reading.error))
    return _without_words(reading) if treatment.anonymity else reading, contents


def _read(
    file: File,
    notes: Notes,
    treatment: Treatment,
    read_already: NotedContents | None,
    *,
    ranked: bool,
) -> tuple[Reading, Contents | None]:
    """Read one file; the error may contain NUL, people to hide and quotations from the file."""
    format = ""
    if os.path.isdir(file.path):
        return Reading(file, status="reject", error="cannot read the folder"), None
    try:
        if read_already is not None:
            format, contents = "bws", read_already.contents
            for note in read_already.notes:
                notes.take(note)
        else:
            with open_source(file.path) as source:
                try:
                    format = detect(source)
                except BadInput as error:
                    return Reading(file, status=_status(file), error=error.what), None
                contents = _contents(source, format, notes, file.path, treatment)
        tables = with_ranking(contents.tables) if ranked else contents.tables
        if treatment.evaluate:
            tables = with_evaluations(tables)
        contents = contents._replace(tables=tables, judged=_added_columns(tables))
    except BmconvError as error:
        status = _status(file) if isinstance(error, NotOurs) else "reject"
        return Reading(file, format, status, _reason(file, format, error)), None
    except Exception as error:  # one file must not end the run
        why = f"{type(error).__name__} while reading: {error}".removesuffix(": ")
        return Reading(file, format, "reject", for_display(why)), None
    counts = {kind: len(table) for kind, table in contents.tables.items()}
    if not counts and notes.count(ERROR):
        why = f"none of its records could be read: {_first_error(file, notes)}"
        return Reading(file, format, "reject", why), None
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
        fingerprint=_fingerprint(contents),
        freshness=_freshness(contents.tables),
        hidden_lines=contents.hidden_lines,
    )
    return reading, contents


def _freshness(tables: dict[str, pa.RecordBatch]) -> Freshness:
    """How far the entry of results had come when the file was written."""
    if STANDS_IN not in tables:
        return Freshness()
    id, date, time, erased = (
        tables[STANDS_IN].column(name) for name in ("id", "date", "time", "erased")
    )
    day = pc.max(date)
    hour = pc.max(pc.if_else(pc.equal(date, day), time, None)) if day.is_valid else day
    entry = f"{day} {hour}" if day.is_valid and hour.is_valid else ""
    return Freshness(entry, pc.max(id).as_py() or 0, pc.sum(erased).as_py() or 0)


def _added_columns(tables: dict[str, pa.RecordBatch]) -> tuple[pa.Array, ...]:
    """The columns added to results: whether each stands, and how it compares with par."""
    if STANDS_IN not in tables:
        return ()
    return (_standing_column(tables[STANDS_IN]), *_against_par(tables))


def _against_par(tables: dict[str, pa.RecordBatch]) -> list[pa.Array]:
    """The columns of COMPARED: how the results of a file compare with par."""
    results = tables[STANDS_IN]
    if "evaluation" not in tables:
        return [pa.nulls(len(results), pa.int32())] * 3
    evaluations, hands = (
        form.to_records(kind, tables[kind]) if kind in tables else ()
        for kind in ("evaluation", "hand")
    )
    pars = BoardPars(evaluations, hands)  # type: ignore[arg-type]
    columns = (results.column(name).to_pylist() for name in PLAYED)
    tricks: list[int | None] = []
    par_scores: list[int | None] = []
    for section, board, declarer, strain in zip(*columns, strict=True):
        tricks.append(pars.dd_tricks(section, board, declarer, strain))
        par_scores.append(pars.par_score(section, board))
    par = pa.array(par_scores, pa.int32())
    return [pa.array(tricks, pa.int32()), par, pc.subtract(results.column("score_ns"), par)]


def _standing_column(results: pa.RecordBatch) -> pa.Array:
    """Whether each result is the last of its table, round and board, and not erased."""
    entries = zip(*(results.column(name).to_pylist() for name in STANDING_COLUMNS), strict=True)
    stands = [False] * len(results)
    for index in standing_positions(entries):
        stands[index] = True
    return pa.array(stands, pa.bool_())


def _fingerprint(contents: Contents) -> NightFingerprint:
    """What identifies the night in a file: section letters, standing results and boards."""
    tables = contents.tables

    def column(kind: str, name: str) -> list[Any]:
        values: list[Any] = tables[kind].column(name).to_pylist() if kind in tables else []
        return values

    letters = dict(zip(column("section", "id"), column("section", "letter"), strict=True))
    results: Iterable[tuple[Any, ...]] = ()
    if contents.judged:
        rows = tables[STANDS_IN].select(MARKED).filter(contents.judged[0])
        results = zip(*(rows.column(name).to_pylist() for name in MARKED), strict=True)
    hands = [board for kind in COMPLETING for board in column(kind, "board")]
    return fingerprint({id: letter for id, letter in letters.items() if letter}, results, hands)


def _status(file: File) -> str:
    """The status of a file of unknown format: `reject` if its extension is of our formats only."""
    return "reject" if file.name.lower().endswith(OWN_ENDINGS) else "other"


def _contents(
    source: Source, format: str, notes: Notes, path: str, treatment: Treatment
) -> Contents:
    """Read the content of a file: databases by column, everything else by record."""
    if format == "bws" and not treatment.is_by_record:
        return read_database(source, notes)
    records = list(islice(decode(source, format, {}, notes), RECORD_LIMIT + 1))
    if len(records) > RECORD_LIMIT:
        problem = f"more than {RECORD_LIMIT:,} records in one file"
        raise BadInput(source.name, problem, "a file of one event")
    records, hidden_lines = treatment.edit(path, records)
    return identify(as_tables(records, notes))._replace(hidden_lines=hidden_lines)
