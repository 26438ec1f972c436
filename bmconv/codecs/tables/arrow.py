"""Arrow IPC files (Feather version 2): a file per record type with typed columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from bmconv.codecs import Codec, Format, Options, Wanted
from bmconv.codecs.tables.shared import OPTIONS, folder_files, wanted_by
from bmconv.columns import TABLES
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Output
from bmconv.source import Source

INFO = Format(
    "Arrow IPC, a column per field",
    holds=dict.fromkeys(TABLES),
    binary=True,
    options=OPTIONS,
    folder="dir",
)


def probe(head: bytes, name: str) -> int:
    """The mark of a file, or what a stream of messages begins with; or a folder of such files."""
    if name.endswith("/"):
        return 80 if folder_files(name, ".arrow") else 0
    return 90 if head.startswith(b"ARROW1\0\0") else 50 if head.startswith(b"\xff" * 4) else 0


def wanted(options: Options) -> Wanted | None:
    """What is needed from a reader."""
    return wanted_by("arrow", options)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row, of a file or of all files of a folder."""
    from bmconv.codecs.tables.columnar import ARROW, decode  # Arrow is slow to import

    return decode(ARROW, source, options, notes)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """A row per record."""
    from bmconv.codecs.tables.columnar import ARROW, encode

    encode(ARROW, records, sink, options, notes)


def encode_folder(
    records: Iterable[Record], open_file: Callable[[str], Output], options: Options, notes: Notes
) -> None:
    """A file per record type."""
    from bmconv.codecs.tables.columnar import ARROW, encode_folder

    encode_folder(ARROW, records, open_file, options, notes)


def encode_table(batches: Iterator[Any], sink: Output, options: Options, notes: Notes) -> None:
    """Rows from Arrow batches of the canonical schema."""
    from bmconv.codecs.tables.columnar import ARROW, encode_table

    encode_table(ARROW, batches, sink, options)


CODEC = Codec(
    INFO,
    probe,
    decode,
    encode,
    encode_folder=encode_folder,
    encode_table=encode_table,
    wanted=wanted,
)
