"""Conversion between any formats: read, write, decode, encode, transfer."""

import io
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from operator import attrgetter
from typing import TYPE_CHECKING, BinaryIO, TypeVar, overload

from bmconv.bridge.places import place
from bmconv.codecs import (
    Format,
    UserOptions,
    Wanted,
    detect,
    fill_options,
    load,
    note_encodings,
    note_field_lost,
    note_lost,
    read_only,
    reading_options,
    refuse_blank,
)
from bmconv.errors import BadInput, BmconvError, DataError, Flag, UsageError, Wording, brief, like
from bmconv.event import Event
from bmconv.event.checking import check_values
from bmconv.event.evenings import watch_evenings
from bmconv.io.sink import Output, OutputBuffer, Sink
from bmconv.io.source import Input, Source, open_input
from bmconv.notes import Notes
from bmconv.records import (
    CLEAR,
    TYPES,
    Error,
    Game,
    Ranking,
    Record,
    Result,
    type_name,
    without_clear,
)
from bmconv.registry import DATABASE, FORMATS, OWN, RECORDS, find_plugins, why_not_written
from bmconv.rules import SCOPES, normalise
from bmconv.rules.judging import note_all_unfit

if TYPE_CHECKING:
    from pyarrow import RecordBatch

    from bmconv.ranking import Ranked

Target = str | os.PathLike[str] | BinaryIO
"""Where the library writes: a path, or a file open in binary mode."""

Item = TypeVar("Item")

LONGEST_BLANK = 1024
"""The size in bytes above which a text file certainly has records."""


def read(data: Input, format: str | None = None, **options: object) -> Event:
    """Read an event; `event.notes` has what was repaired or skipped.

    The format is detected if it is not given; the options are those of the format.
    """
    notes = Notes(keep=True)
    with open_input(data) as source:
        return Event(decode(source, format or detect(source), options, notes), notes)


@overload
def write(
    event: "Event | Ranked", output: Target, format: str | None = None, **options: object
) -> None: ...


@overload
def write(
    event: "Event | Ranked", output: None = None, *, format: str, **options: object
) -> bytes: ...


def write(
    event: "Event | Ranked",
    output: Target | None = None,
    format: str | None = None,
    **options: object,
) -> bytes | None:
    """Write an event to a file, whole or not at all; without an output, return it as bytes.

    The format is the one implied by the name of the file, unless it is given; the options are
    those of the format. What `rank` returns is written with its ranking. What the format cannot
    hold is added to the notes of the event.
    """
    ranked = None
    records: Iterable[Record]
    if isinstance(event, Event):
        records, notes = event, event.log
    else:
        ranked = _require_ranking(event)
        records, notes = ranked.records(), ranked.event.log
    format = format or format_of_target(output)
    checked_records = [check_values(record) for record in records]
    with open_output(output) as (sink, buffer):
        encode_whole(checked_records, format, sink, options, notes, ranked)
    return buffer.getvalue() if buffer else None


def _require_ranking(value: object) -> "Ranked":
    """The value, which must be a ranking."""
    from bmconv.ranking import Ranked

    if not isinstance(value, Ranked):
        expected = "expected an Event or a ranking; Event(records) makes an event"
        raise UsageError(f"{brief(value)}: {expected}")
    return value


def format_of_target(output: Target | None, keyword: str = "format=") -> str:
    """The format implied by the name of an output."""
    remedy = f"name the format with {keyword}"
    if isinstance(output, str | os.PathLike):
        return format_of_name(str(os.fspath(output)), remedy)
    raise UsageError(f"the output has no name that implies a format: {remedy}")


@contextmanager
def open_output(output: Target | None) -> Iterator[tuple[Sink, io.BytesIO | None]]:
    """An output for a program: a file, one that is open already, or bytes for None."""
    if isinstance(output, str | os.PathLike):
        if "\0" in (path := str(os.fspath(output))):
            raise UsageError(f"{brief(path)}: not a path: it contains a null character")
        with Sink(path) as sink:
            yield sink, None
        return
    if output is not None and not hasattr(output, "write"):
        raise UsageError(f"{brief(output)}: expected a path or a file open for writing")
    if isinstance(output, io.TextIOBase):
        raise UsageError("expected a file open in binary mode")
    if getattr(output, "closed", False) or not getattr(output, "writable", lambda: True)():
        raise UsageError("the output: expected a file open for writing")
    buffer = io.BytesIO() if output is None else None
    with Sink(stream=buffer or output) as sink:
        yield sink, buffer


def decode(
    source: Source, format: str, options: UserOptions, notes: Notes, wanted: Wanted | None = None
) -> Iterator[Record]:
    """The records of a source.

    `wanted`: the records that the writer needs; some formats read only these.
    """
    codec = load(format)
    _refuse_other_format(source, format)
    with _adding_origin_to_errors(source, format):
        filled = reading_options(codec.info, options, source)
        refuse_blank(source, format)
        if wanted is not None and codec.decode_wanted:
            records = codec.decode_wanted(source, filled, notes, wanted)
        else:
            records = codec.decode(source, filled, notes)
    named = _with_origin(records, source, format)
    return chain(normalise(named, SCOPES[codec.info.scope], notes), _note_encodings(source, notes))


@contextmanager
def _adding_origin_to_errors(source: Source, format: str) -> Iterator[None]:
    """Add the input and its format to errors, so that advice can name options of the reader."""
    try:
        yield
    except BmconvError as error:
        error.origin = (source.name, format)
        raise


def _with_origin(items: Iterable[Item], source: Source, format: str) -> Iterator[Item]:
    """The items of a reader, with the input and its format added to its errors."""
    with _adding_origin_to_errors(source, format):
        yield from items


def _note_encodings(source: Source, notes: Notes) -> Iterator[Record]:
    """After the last record, note a file with several character sets; yields no record."""
    note_encodings(source, notes)
    yield from ()


def _refuse_other_format(source: Source, format: str) -> None:
    """Refuse a file that is to be read as one format but looks like another."""
    if format not in OWN or not source.path or not os.path.isfile(source.path):
        return
    if format != DATABASE and re.match(OWN[DATABASE].magic, source.head()):
        problem = f"this is a Bridgemate database, not {format}"
        raise BadInput(source.name, problem, hint=f"read it as format {DATABASE}")
    if load(format).probe(source.head(), source.file_name):
        return
    other = format
    with suppress(BmconvError):
        other = detect(source)
    if other != format:
        problem = f"this looks like {other}, not {format}"
        raise BadInput(source.name, problem, hint=f"read it as format {other}")


def encode(
    records: Iterable[Record],
    format: str,
    sink: Output,
    options: UserOptions,
    notes: Notes,
    context: Iterable[Record] = (),
) -> None:
    """Write records and note what the format cannot hold.

    `context`: records that the writer only consults, whose losses are not noted.
    """
    codec = load(format)
    filled = fill_options(codec.info, options, reading=False)
    info = codec.format(filled)
    consulted = fitting_records(context, format, info, Notes())
    fitting = note_all_unfit(
        fitting_records(records, format, info, notes), SCOPES[info.scope], notes
    )
    codec.encode(chain(consulted, fitting), sink, filled, notes)


def encode_whole(
    records: Iterable[Record],
    format: str,
    sink: Sink,
    options: UserOptions,
    notes: Notes,
    ranked: "Ranked | None" = None,
    *,
    one_table: bool = False,
) -> None:
    """Write a complete output; an empty one is refused if the input or the old file has records.

    `ranked`: the ranking whose records these are, for formats that show it. `one_table`: the
    records are a table of one file and may be of any number of evenings.
    """
    codec = load(format)
    filled = fill_options(codec.info, options, reading=False)
    info = codec.format(filled)
    holds_rows = bool(info.table) or format == RECORDS  # other formats hold one event
    joins = bool(filled.get(info.joined))
    if not one_table:
        records = watch_evenings(records, notes, refuses=not holds_rows or joins)
    fitting = note_all_unfit(
        fitting_records(records, format, info, notes), SCOPES[info.scope], notes
    )
    front: list[Record] = []  # up to the first record that the format holds
    for record in fitting:
        front.append(record)
        if type_name(record) in info.holds:
            break
    else:
        refuse_empty(sink, format, notes)
    if codec.encode_folder and is_folder_wanted(info, filled):
        if sink.path:
            text = Wording(Flag(info.folder), " writes a folder")
            raise UsageError(text, hint="leave out the output file")
        codec.encode_folder(chain(front, fitting), sink.beside, filled, notes)
        return
    if ranked is not None and not ranked.keep and codec.encode_ranking:
        codec.encode_ranking(ranked, chain(front, fitting), sink, filled, notes)
    else:
        codec.encode(chain(front, fitting), sink, filled, notes)
    if sink.replaces() and sink.size() <= LONGEST_BLANK and not info.binary:
        blank = OutputBuffer()
        with suppress(BmconvError):  # some formats cannot write a file without records
            codec.encode((), blank, filled, Notes())
        if blank.size == sink.size():
            raise _nothing_fits(sink)


def is_folder_wanted(info: Format, options: UserOptions) -> bool:
    """Whether these options ask for a folder instead of one file."""
    return bool(info.folder and options.get(info.folder))


def refuse_empty(sink: Sink, format: str, notes: Notes) -> None:
    """Refuse an output without records if the input had some or an old file would be replaced."""
    if any(code == "record-lost" for _, code, _ in notes.tallies):
        raise DataError(
            f"nothing written: {format} holds none of the record types in the input",
            hint=f"bmconv formats {format} lists what it holds",
        )
    if sink.replaces():
        raise _nothing_fits(sink)


def _nothing_fits(sink: Sink) -> DataError:
    return DataError(
        f"nothing written: no record of the input fits, and {sink.name} is not replaced by an "
        "empty file (remove it first)"
    )


def transfer(
    source: Source,
    format: str,
    target: str,
    sink: Sink,
    options: tuple[UserOptions, UserOptions],
    notes: Notes,
) -> None:
    """Convert a source to a sink of another format; by columns, if both formats can."""
    refuse_blank(source, format)
    _refuse_other_format(source, format)
    reader, writer = load(format), load(target)
    if format == target and not writer.info.binary:  # text keeps its style and character set
        options = (options[0], {**options_like(format, source), **options[1]})
    filled = fill_options(writer.info, options[1], reading=False)
    wanted = writer.needs(target, filled)
    one_file = not is_folder_wanted(writer.info, filled) and not filled.get(writer.info.joined)
    one_table = bool(one_file and reader.decode_columns and writer.encode_columns)
    if one_table and reader.decode_columns and writer.encode_columns:
        kind = filled.text(writer.info.table) or "result"
        early = Notes(keep=True)  # dropped without columns: reading the rows notes all again
        with _adding_origin_to_errors(source, format):
            reader_options = reading_options(reader.info, options[0], source)
            batches = reader.decode_columns(source, kind, reader_options, early, wanted) or iter(())
        named = _with_origin(batches, source, format)
        normalised = _normalise_columns(kind, named, reader.info.scope, early)
        if rows := _without_empty(normalised):
            for note in early.kept:
                notes.take(note)
            early.listener = notes.take
            writer.encode_columns(kind, rows, sink, filled, notes)
            return
    records = decode(source, format, options[0], notes, wanted)
    encode_whole(records, target, sink, options[1], notes, one_table=one_table)


def _normalise_columns(
    kind: str, batches: Iterator["RecordBatch"], scope: str, notes: Notes
) -> Iterator["RecordBatch"]:
    """Batches of columns with their values normalised, as `decode` does with records."""
    filled = _without_empty(batches)
    if not filled:  # as for a small file, which is read by rows
        return iter(())
    from bmconv.columns.judging import normalise_batches  # numpy and pyarrow are slow to import

    return normalise_batches(kind, filled, SCOPES[scope], notes)


def _without_empty(batches: Iterator["RecordBatch"]) -> Iterator["RecordBatch"] | None:
    """The batches that have rows; None if there are none. Only the first is held in memory."""
    rest = filter(len, batches)
    first = next(rest, None)
    return None if first is None else chain(iter((first,)), rest)


def options_like(format: str, source: Source) -> UserOptions:
    """The options with which a format writes a file in the style of the source."""
    codec = load(format)
    options = codec.like(source.head()) if codec.like else {}
    if codec.like_file and source.path is not None:
        options = {**options, **codec.like_file(source.path)}
    return options


def version_of(format: str, source: Source) -> str | None:
    """The version of the format in which a source is written, for formats with several."""
    version = load(format).version
    return version(source.head()) if version else None


def fitting_records(
    records: Iterable[Record], format: str, info: Format, notes: Notes
) -> Iterator[Record]:
    """The records that a format can hold; lost types and fields are noted."""
    noters = {TYPES[kind]: _noter_of_losses(kind, fields) for kind, fields in info.holds.items()}
    if not FORMATS[format].reads:  # made for people: what is left out is not a loss
        noters, notes = dict.fromkeys(noters), Notes()
    for record in records:
        if record.extra and CLEAR in record.extra and format != RECORDS:
            record = without_clear(record)
        if type(record) in noters:
            note_losses = noters[type(record)]
            if note_losses is not None:
                note_losses(record, format, notes)
            yield record
        elif isinstance(record, Error):
            raise DataError(f"nothing written: the input ended with an error: {record.message}")
        else:
            kind = type_name(record)
            if not (isinstance(record, Game) and _only_repeats_deal(record)):
                note_lost(kind, format, place(record), notes)
            if isinstance(record, Ranking) and Result in noters:
                _note_penalty_lost(record, format, notes)
            if kind in info.consults:
                yield record


def _note_penalty_lost(ranking: Ranking, format: str, notes: Notes) -> None:
    """Note a penalty that a format of results has no place for: its file is ranked without it."""
    if (ranking.extra or {}).get("penalty"):
        notes.loss(
            "penalty-lost",
            f"{place(ranking)} pair {ranking.pair}",
            f"penalt{{y|ies}} left out: {format} does not hold {{it|them}}",
            hint=Wording("rank the new file with ", Flag("adjust", "FILE"), " too"),
        )


def _only_repeats_deal(game: Game) -> bool:
    from bmconv.codecs.shared.game_tags import only_repeats_deal  # seldom needed

    return only_repeats_deal(game)


def format_of_name(name: str, remedy: str) -> str:
    """The format implied by a file name: the one it names, or the only one with its ending."""
    fits = [f for f, e in OWN.items() if e.writes and name.lower().endswith(e.extensions)]
    others = () if fits else find_plugins().entries.items()
    fits = fits or [f for f, entry in others if name.lower().endswith(entry.extensions)]
    stem, ending = os.path.splitext(os.path.basename(name).lower())
    for called in (stem, ending[1:]):  # players.csv implies players, other .csv files csv
        if called in fits:
            return called
    if len(fits) != 1:
        if reason := why_not_written(stem, ending):
            raise UsageError(f"{name}: {reason}")
        unwritten = [f for f, e in OWN.items() if not e.writes and ending in e.extensions]
        if unwritten and not fits:
            raise read_only(unwritten[0])
        known = [e for entry in OWN.values() if entry.writes for e in entry.extensions]
        close = like(ending, known) or " (usual ones are .html, .xlsx, .xml, .bws and .csv)"
        if not fits and (faults := "; ".join(map(str, find_plugins().faults.values()))):
            raise UsageError(f"{name} has an unknown ending; {faults}")
        problem = f"could be {' or '.join(fits)}" if fits else f"has an unknown ending{close}"
        raise UsageError(f"{name} {problem}: {remedy}")
    return fits[0]


def _noter_of_losses(
    kind: str, held_fields: tuple[str, ...] | None
) -> Callable[[Record, str, Notes], None] | None:
    """A function that notes the fields of a record that a format does not hold.

    None if the format holds all fields. A 0 means the same as an absent field, so it is not a loss.
    """
    cls = TYPES[kind]
    names = [n for n in cls.__struct_fields__ if held_fields is not None and n not in held_fields]
    if not names:
        return None
    values = attrgetter(*names) if len(names) > 1 else (lambda r: (getattr(r, names[0]),))

    def note(record: Record, format: str, notes: Notes) -> None:
        lost_values = values(record)
        if not any(lost_values):
            return
        for name, value in zip(names, lost_values, strict=True):
            if value:
                note_field_lost(kind, name, format, place(record), notes)

    return note
