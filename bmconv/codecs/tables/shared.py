"""What the table formats share: options, single files and folders, columns and headers."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

from bmconv.bridge.places import place
from bmconv.codecs import Option, Options, Wanted, note_lost, write_option
from bmconv.columns import BESIDE, DERIVED, ORIGIN, RESULTS, TABLES, WIDE, ExtraColumn
from bmconv.columns.derived import Deriver
from bmconv.errors import BadInput, DataError, Flag, UsageError, Wording
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Hand, Record, type_name
from bmconv.schema import RecordField, fields, type_with, types_with

if TYPE_CHECKING:
    from bmconv.event.wide import WideColumns

BATCH = 16_384
"""The number of records that are converted to columns at a time."""
RESULT = "result"
"""The record type that is written by default."""
JOINED = "wide"
"""The option for the columns WIDE, which need the whole event."""
TYPE = "type"
"""The column with the record type, where the other columns do not determine it."""
_TO_WRITE = Flag("table", "TYPE", "--table TYPE (convert, bws poll: --to-opt table=TYPE)")
_TO_READ = Flag("table", "TYPE", "--table TYPE (convert: --from-opt table=TYPE)")

OPTIONS = (
    Option(
        "table",
        "record type (default: result; when reading, by the header)",
        choices=TABLES,
        reads=True,
        writes=True,
        metavar="TYPE",
    ),
    write_option("out", "folder to write to, a file for each record type", metavar="FOLDER"),
    write_option("plain", "leave out level, strain, doubled, tricks and score_ns", False),
    write_option("wide", "add vulnerability, dd_tricks, par_score, ns_names and ew_names", False),
    write_option("event_id", "add a column event_id with this value", metavar="TEXT"),
    write_option("source_file", "add a column source_file with this value", metavar="TEXT"),
)


def is_derived(kind: str, options: Options) -> bool:
    """Whether a record type gets derived columns (level, strain, ...)."""
    return kind in RESULTS and not options.flag("plain")


def columns_after_fields(kind: str, options: Options) -> tuple[ExtraColumn, ...]:
    """The columns after the fields of a record type."""
    if not is_derived(kind, options):
        return ()
    return (*DERIVED, *WIDE) if options.flag(JOINED) else DERIVED


def join_if_wide(
    records: Iterable[Record], kind: str, options: Options, deriver: Deriver, notes: Notes
) -> tuple[Iterable[Record], WideColumns | None]:
    """The records as one event, with the object that computes the columns WIDE.

    Without the option `wide`: the records unchanged, and None. `deriver` learns the event's hands.
    """
    if not options.flag(JOINED):
        return records, None
    if options.flag("plain"):
        raise UsageError(Wording(Flag("plain"), " and ", Flag(JOINED), " exclude each other"))
    if kind and kind not in RESULTS:
        raise UsageError(Wording(Flag(JOINED), f" adds columns to results, not to {kind} records"))
    from bmconv.event import Event  # seldom needed
    from bmconv.event.wide import WideColumns

    event = Event(records, notes)
    for hand in event.of(Hand):
        deriver.learn(hand)
    return event, WideColumns(event)


def origins(options: Options) -> dict[str, str]:
    """The columns `event_id` and `source_file`, if requested: the text is the same in every row."""
    texts = (options.text("event_id"), options.text("source_file"))
    return {column.name: text for column, text in zip(ORIGIN, texts, strict=True) if text}


def columns_before_fields(kind: str, options: Options) -> dict[str, str]:
    """The columns before the fields, with their text: origins, and in some tables the type."""
    return ({TYPE: kind} if kind == "intermediate" else {}) | origins(options)


def choose_type(records: Iterable[Record], options: Options) -> tuple[str, Iterable[Record]]:
    """The record type to write, and the records.

    The default is results, else the only type there is.
    """
    if options.text("table"):
        return options.text("table"), records
    rest = iter(records)
    front: list[Record] = []
    for record in rest:
        front.append(record)
        if type_name(record) == RESULT:
            return RESULT, chain(front, rest)
    kinds = list(dict.fromkeys(map(type_name, front))) or [RESULT]
    if len(kinds) > 1:
        text = f"no result records in the input but {', '.join(kinds)}"
        raise DataError(text, hint=Wording("choose one with ", _TO_WRITE))
    return kinds[0], front


def wanted_by(format: str, options: Options) -> Wanted | None:
    """What a table needs: records of one type, hands if results are scored, and sections.

    The sections show that an event without such records is not an empty input.
    """
    kind = options.text("table")
    if not kind or options.flag(JOINED):
        return None
    scored = ("hand",) if is_derived(kind, options) else ()
    return Wanted(format, frozenset((kind, "section", *scored)), asked=True)


def rows_by_type(
    records: Iterable[Record], kind: str, options: Options, deriver: Deriver, notes: Notes
) -> Iterator[tuple[str, list[Any]]]:
    """Lists of up to BATCH records with their type: only those of `kind`, or all if it is empty.

    `deriver` learns all records; the option `table` prevents notes that other types are lost.
    """
    waiting: dict[str, list[Any]] = {}
    others = False
    for record in records:
        deriver.learn(record)
        name = type_name(record)
        if kind and name != kind:
            others = True
            if not options.text("table"):
                note_lost(name, table_of(kind), place(record), notes)
            continue
        rows = waiting.setdefault(name, [])
        rows.append(record)
        if len(rows) == BATCH:
            yield name, rows
            waiting[name] = []
    if others and kind not in waiting:
        hint = "bmconv rank makes them" if kind == "ranking" else ""
        raise DataError(f"no {kind} records in the input", hint=hint)
    for name in TABLES:
        if waiting.get(name):
            yield name, waiting[name]


def table_of(kind: str) -> str:
    """How notes about other record types name the output."""
    return f"a table of {kind} records"


def folder_path(options: Options, kind: str, ending: str) -> str:
    """The path of a record type's file in the folder `out`, which is created if necessary."""
    if options.text("table"):
        text = Wording(Flag("out"), " writes all record types, each to its own file")
        raise UsageError(text, hint=Wording("leave out ", Flag("table")))
    os.makedirs(options.text("out"), exist_ok=True)
    return os.path.join(options.text("out"), kind + ending)


def folder_files(path: str, ending: str) -> list[tuple[str, str]]:
    """The files of a folder that are named after record types, with their types."""
    files = ((kind, os.path.join(path, kind + ending)) for kind in TABLES)
    return [(kind, file) for kind, file in files if os.path.isfile(file)]


def read(
    source: Source, kind: str, ending: str, read_file: Callable[[Source, str], Iterator[Record]]
) -> Iterator[Record]:
    """The records of a file, or of all files of a folder that `--out` wrote."""
    if source.path is None or not os.path.isdir(source.path):
        yield from read_file(source, kind)
        return
    files = folder_files(source.path, ending)
    if not files:
        raise BadInput(source.name, "no table in this folder", f"files such as result{ending}")
    for kind, path in files:
        with open(path, "rb") as file:
            yield from read_file(Source(file, path, path), kind)


@contextmanager
def open_again(source: Source) -> Iterator[Source]:
    """Open the file of a source once more, so that the source itself can still be read."""
    assert source.path is not None
    with open(source.path, "rb") as file:
        yield Source(file, source.name, source.path)


def is_file(source: Source, size: int = 0) -> bool:
    """Whether a source is a file of at least this size, which can be opened again."""
    path = source.path
    return path is not None and os.path.isfile(path) and os.path.getsize(path) >= size


def type_of_header(header: Iterable[str], place: str) -> str:
    """The record type with the columns of a header; an error unless exactly one fits."""
    names = set(header)
    if kind := type_with(names):
        return kind
    problem = f"the header fits {' and '.join(types_with(names)) or 'no record type'}"
    raise BadInput(place, problem, hint=Wording("choose one with ", _TO_READ))


def fields_in(
    header: Sequence[str], kind: str, place: str, beside: Collection[str] = BESIDE
) -> list[RecordField | None]:
    """The field of each column, None for derived ones; an unknown column is an error."""
    known = {field.name: field for field in fields(kind)}
    unknown = [name for name in header if name not in known and name not in beside]
    if unknown:
        problem = f"column {unknown[0]!r} is not a field of {kind}"
        raise BadInput(place, problem, f"some of {', '.join(known)}")
    refuse_unknown(header, {*known, *beside}, place)
    return [known.get(name) for name in header]


def refuse_unknown(header: Sequence[str], known: Collection[str], place: str) -> None:
    """Refuse a header with an unknown column, or with the same column twice."""
    for name in header:
        if name not in known:
            raise BadInput(place, f"column {name!r} is not a field of any record type")
        if header.count(name) > 1:
            raise BadInput(place, f"column {name!r} appears twice")
