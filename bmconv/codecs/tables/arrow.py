"""Arrow IPC files (Feather version 2): a file per record type with typed columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.codecs import Format, Options
from bmconv.codecs.tables.shared import OPTIONS, folder_files, target_of
from bmconv.columns import TABLES
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Sink
from bmconv.source import Source, Target

INFO = Format(
    "Arrow IPC, a column per field", holds=dict.fromkeys(TABLES), binary=True, options=OPTIONS
)


def probe(head: bytes, name: str) -> int:
    """The mark of a file, or what a stream of messages begins with; or a folder of such files."""
    if name.endswith("/"):
        return 80 if folder_files(name, ".arrow") else 0
    return 90 if head.startswith(b"ARROW1\0\0") else 50 if head.startswith(b"\xff" * 4) else 0


def target(options: Options) -> Target | None:
    """What is needed from a reader."""
    return target_of("arrow", options)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row, of a file or of all files of a folder."""
    from bmconv.codecs.tables.columnar import ARROW, decode  # Arrow is slow to import

    return decode(ARROW, source, options, notes)


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A row per record."""
    from bmconv.codecs.tables.columnar import ARROW, encode

    encode(ARROW, records, sink, options, notes)


def encode_table(batches: Iterator[Any], sink: Sink, options: Options, notes: Notes) -> None:
    """Rows from Arrow batches of the canonical schema."""
    from bmconv.codecs.tables.columnar import ARROW, encode_table

    encode_table(ARROW, batches, sink, options)
