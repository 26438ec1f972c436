"""The Bridgemate database (.bws): an Access 97 or Access 2000 file.

layout.py describes the tables; read.py and write.py convert between rows and records.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from bmconv.bws.layout import ACCESS, HOLDS
from bmconv.codecs import (
    CERTAIN,
    SETTINGS,
    Codec,
    Format,
    Options,
    UserOptions,
    Wanted,
    write_option,
)
from bmconv.errors import BmconvError, NotOurs, UsageError
from bmconv.io.sink import Output, Sink
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity
from bmconv.records import Record

if TYPE_CHECKING:
    from pyarrow import RecordBatch

MAGIC = b"\x00\x01\x00\x00Standard Jet DB\x00"
BULK = 1 << 22
"""File size in bytes from which reading by column is worth importing Arrow."""

INFO = Format(
    "a Bridgemate database (.bws)",
    holds=HOLDS,
    scope="bws",
    binary=True,
    options=(
        write_option("jet", "file version: 3 is Access 97, 4 is Access 2000", "4", ("3", "4")),
        write_option("code_page", "Windows code page of the text of Access 97", 1252),
        write_option("write_tables", "tables to write", "all", ("all", "needed")),
        SETTINGS,
        write_option(
            "columns",
            "further columns, such as ReceivedData.custom_Ours:boolean",
            metavar="COLUMN,...",
        ),
        write_option(
            "computer", "name of the computer that runs the control software", metavar="NAME"
        ),
        write_option(
            "evaluation", "write HandEvaluation, which the control software usually fills in", False
        ),
        write_option("keep_triggers", "keep UpdateFromRound, ExternalUpdate and Updated", False),
        write_option(
            "repair_missing_pair",
            "if no round has MissingPair, take it as E-W pair number plus number of tables",
            False,
        ),
    ),
)


def probe(head: bytes, name: str) -> int:
    """Recognise the header of an Access 97 or Access 2000 file."""
    return CERTAIN if head.startswith(MAGIC) else 0


def version(head: bytes) -> str:
    """The Access version of a file, from its first bytes."""
    number = head[len(MAGIC) : len(MAGIC) + 4]
    return ACCESS.get(int.from_bytes(number, "little") + 3, "an unknown Access version")


def like(head: bytes) -> UserOptions:
    """The options that write the same version and code page, with evaluations and triggers."""
    from bmconv import jet
    from bmconv.jet.header import read_header
    from bmconv.jet.text import codec_of

    try:
        header = read_header(head)
    except jet.JetError:
        return {}  # reading the file reports the error
    kept = {"evaluation": True, "keep_triggers": True}
    code_page = int(codec_of(header.code_page).removeprefix("cp"))
    return {"jet": str(header.layout.version), "code_page": code_page, **kept}


def like_file(path: str) -> UserOptions:
    """The option that keeps columns which are not in the guide, even if they have no values."""
    from bmconv import jet
    from bmconv.bws.rows import further_columns

    try:
        with jet.open(path) as database:
            tables = list(database.tables.values())
            columns = [f"{t.name}.{c.name}:{c.type}" for t in tables for c in further_columns(t)]
    except jet.JetError:
        return {}  # reading the file reports the error
    return {"columns": ",".join(columns)}


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of all tables, in the order of TYPES."""
    return decode_wanted(source, options, notes, None)


def decode_wanted(
    source: Source, options: Options, notes: Notes, wanted: Wanted | None
) -> Iterator[Record]:
    """The records that a writer wants; all if `wanted` is None."""
    from bmconv.bws.access import open_database  # not needed for writing
    from bmconv.bws.read import records_of, tables_of

    with open_database(source.path or source.read(), source.name, notes) as database:
        if not database.problems and not any(tables_of(database)):
            kind = f"{ACCESS[database.version]} database without Bridgemate's tables"
            raise NotOurs(source.name, f"an {kind}", hint="bmconv bws dump shows its rows")
        yield from records_of(database, wanted, notes)


def decode_columns(
    source: Source, kind: str, options: Options, notes: Notes, wanted: Wanted | None
) -> Iterator[RecordBatch] | None:
    """One record type by columns, for large files; None if records are fast enough."""
    if source.path is None or os.path.getsize(source.path) < BULK:
        return None
    from bmconv.bws.bulk import batches  # Arrow is slow to import

    return batches(source, kind, notes, wanted)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a new database."""
    from bmconv.bws.lock_file import refuse_live  # not needed for reading
    from bmconv.bws.write import write

    refuse_live(sink)
    write(records, sink, options, notes)


class _Evening(NamedTuple):
    """The evening in a database: the number of results that count, its name and its dates."""

    results: int
    name: str = ""
    dates: frozenset[date] = frozenset()

    def is_same(self, other: _Evening) -> bool:
        """Whether two databases may hold the same evening."""
        shared = self.dates & other.dates or not (self.dates and other.dates)
        return self.name == other.name and bool(shared)

    def __str__(self) -> str:
        day = str(min(self.dates)) if self.dates else ""
        return ", ".join(filter(None, (self.name, day, quantity(self.results, "result"))))


def replaced_evening(sink: Sink) -> str:
    """Describe the evening in the database to be replaced; empty if the new file has it too.

    UsageError if the old file has results and the new one has none.
    """
    if not sink.replaces() or not (old := _evening_of(sink.path)).results:
        return ""
    sink.stream.flush()
    new = _evening_of(sink.temporary)
    if not new.results:
        raise UsageError(
            f"nothing written: {sink.name} contains {quantity(old.results, 'result')}, and the new "
            "file would have none",
            hint=f"choose another name, or remove {sink.name} first",
        )
    return "" if old.is_same(new) else str(old)


def _evening_of(path: str | None) -> _Evening:
    """The evening in a file; one without results if the file cannot be read."""
    from bmconv.bws.access import open_database
    from bmconv.bws.read import records_of
    from bmconv.event import Event
    from bmconv.event.summary import known_date
    from bmconv.records import Session

    notes, wanted = Notes(), Wanted("records", frozenset({"session", "result"}), asked=True)
    try:
        with open_database(path or "", path or "", notes) as database:
            event = Event(records_of(database, wanted, notes), notes)
            results, sessions = event.standing_results(), event.of(Session)
    except BmconvError:
        return _Evening(0)
    dates = [*map(known_date, sessions), *(result.date for result in results)]
    name = ", ".join(session.name for session in sessions if session.name)
    return _Evening(len(results), name, frozenset(filter(None, dates)))


CODEC = Codec(
    INFO,
    probe,
    decode,
    encode,
    decode_wanted=decode_wanted,
    decode_columns=decode_columns,
    version=version,
    like=like,
    like_file=like_file,
)
