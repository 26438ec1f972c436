"""Parquet: a file per record type with typed columns; lists and maps as JSON text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.codecs import Format, Options
from bmconv.codecs import columns as shared
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Sink
from bmconv.source import Source, Target

MAGIC = b"PAR1"
ENDING = ".parquet"

INFO = Format(
    "Parquet, a column per field",
    holds=dict.fromkeys(shared.TABLES),
    binary=True,
    options=shared.OPTIONS,
)


def probe(head: bytes, name: str) -> int:
    """Its first four bytes; or a folder of such files."""
    if name.endswith("/"):
        return 80 if shared.folder_files(name, ENDING) else 0
    return 90 if head.startswith(MAGIC) else 0


def target(options: Options) -> Target | None:
    """What is needed from a reader."""
    return shared.target("parquet", options)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row, of a file or of all files of a folder."""
    folder = shared.from_folder(source, ENDING, lambda file, kind: _read(file, kind, notes))
    return folder if folder is not None else _read(source, options["table"], notes)


def _read(source: Source, kind: str, notes: Notes) -> Iterator[Record]:
    import pyarrow.parquet as pq

    from bmconv.codecs import arrow_files

    with arrow_files.reading(source.name, "a Parquet file"):
        file = pq.ParquetFile(source.seekable())
        parts = file.iter_batches(shared.BATCH)
        yield from arrow_files.decode(source.name, file.schema_arrow, parts, kind, notes)


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A row per record."""
    from bmconv.codecs import arrow_files

    arrow_files.encode(records, sink, options, notes, ("parquet", ENDING, opened))


def encode_table(batches: Iterator[Any], sink: Sink, options: Options, notes: Notes) -> None:
    """Rows from Arrow batches of the canonical schema."""
    from bmconv.codecs import arrow_files

    arrow_files.encode_table(batches, sink, options, opened)


def opened(file: Any, schema: Any) -> Any:
    """A writer on a file."""
    import pyarrow.parquet as pq

    return pq.ParquetWriter(file, schema, compression="zstd", store_schema=True)
