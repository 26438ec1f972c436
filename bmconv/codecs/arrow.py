"""Arrow IPC files (Feather version 2): a file per record type with typed columns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.codecs import Format, Options
from bmconv.codecs import columns as shared
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Sink
from bmconv.source import Source, Target

MAGIC = b"ARROW1\0\0"
STREAM = b"\xff\xff\xff\xff"
"""What a stream of Arrow messages begins with; it has no other mark."""
ENDING = ".arrow"

INFO = Format(
    "Arrow IPC, a column per field",
    holds=dict.fromkeys(shared.TABLES),
    binary=True,
    options=shared.OPTIONS,
)


def probe(head: bytes, name: str) -> int:
    """The mark of a file, or the first message of a stream; or a folder of such files."""
    if name.endswith("/"):
        return 80 if shared.folder_files(name, ENDING) else 0
    return 90 if head.startswith(MAGIC) else 50 if head.startswith(STREAM) else 0


def target(options: Options) -> Target | None:
    """What is needed from a reader."""
    return shared.target("arrow", options)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row, of a file or of all files of a folder."""
    folder = shared.from_folder(source, ENDING, lambda file, kind: _read(file, kind, notes))
    return folder if folder is not None else _read(source, options["table"], notes)


def _read(source: Source, kind: str, notes: Notes) -> Iterator[Record]:
    import pyarrow as pa

    from bmconv.codecs import arrow_files

    with arrow_files.reading(source.name, "an Arrow file"):
        if source.head().startswith(MAGIC):
            file = pa.ipc.open_file(source.seekable())
            parts = (file.get_batch(at) for at in range(file.num_record_batches))
        else:
            file = pa.ipc.open_stream(source.stream)
            parts = file
        checked = (_checked(part) for part in parts)
        yield from arrow_files.decode(source.name, file.schema, checked, kind, notes)


def _checked(part: Any) -> Any:
    """A batch whose offsets and texts are sound: Arrow takes a file at its word."""
    part.validate(full=True)
    return part


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A row per record."""
    from bmconv.codecs import arrow_files

    arrow_files.encode(records, sink, options, notes, ("arrow", ENDING, opened))


def encode_table(batches: Iterator[Any], sink: Sink, options: Options, notes: Notes) -> None:
    """Rows from Arrow batches of the canonical schema."""
    from bmconv.codecs import arrow_files

    arrow_files.encode_table(batches, sink, options, opened)


def opened(file: Any, schema: Any) -> Any:
    """A writer on a file."""
    import pyarrow as pa

    return pa.ipc.new_file(file, schema)
