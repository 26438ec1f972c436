"""Reading and writing Parquet and Arrow files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pyarrow as pa

from bmconv import arrow
from bmconv.codecs import Options
from bmconv.codecs.tables import shared
from bmconv.columns import BESIDE, Deriver
from bmconv.errors import BadInput, FileTrouble
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import TYPES, Record

ARROW_MAGIC = b"ARROW1\0\0"
PANDAS_INDEX = "__index_level_"
"""How the name of a DataFrame's index column starts."""

FREE_ROWS, ROWS_PER_BYTE = 200_000, 8
"""Any file may have this many rows. Beyond that, even the most regular rows take an eighth of a
byte each."""

ROW_GROUP = 131_072
"""Rows that are written together: larger groups are smaller and faster, but take memory."""

Parts = Iterable[pa.RecordBatch]


class Files(NamedTuple):
    """A file format: how its files are named, read and written."""

    ending: str
    what: str
    """Its name in error messages."""
    opened: Callable[[Source], tuple[pa.Schema, Parts]]
    """Opens a file: its schema and batches."""
    begun: Callable[[Any, pa.Schema], Any]
    """Starts a new file: a writer of batches."""


def encode(
    files: Files, records: Iterable[Record], sink: Output, options: Options, notes: Notes
) -> None:
    """Write one record type."""
    kind, records = shared.chosen(records, options)
    _write(_Tables(files, lambda _: sink, options), records, kind, options, notes)


def encode_folder(
    files: Files,
    records: Iterable[Record],
    open_file: Callable[[str], Output],
    options: Options,
    notes: Notes,
) -> None:
    """Write a file per record type."""

    def opened(kind: str) -> Output:
        return open_file(shared.folder_path(options, kind, files.ending))

    _write(_Tables(files, opened, options), records, "", options, notes)


def _write(
    tables: _Tables, records: Iterable[Record], kind: str, options: Options, notes: Notes
) -> None:
    deriver = Deriver()
    with _writing(tables):
        if kind:
            tables.writer(kind)
        for found, rows in shared.batches(records, kind, bool(options["table"]), deriver, notes):
            own = deriver if shared.is_derived(found, options) else None
            tables.write(found, arrow.batch(found, rows, own, notes))
        tables.close()


def encode_table(
    files: Files, parts: Iterator[Any], sink: Output, options: Options, notes: Notes
) -> None:
    """Write the columns of one record type."""
    from bmconv.codecs.tables.arrow_bulk import as_batch, derived_arrays
    from bmconv.codecs.tables.derived import BulkDeriver

    kind = options["table"]
    tables = _Tables(files, lambda _: sink, options)
    deriver = BulkDeriver() if shared.is_derived(kind, options) else None
    with _writing(tables):
        tables.writer(kind)
        for part in parts:
            behind = derived_arrays(deriver, part) if deriver else []
            tables.write(kind, as_batch(kind, part, notes), behind)
        tables.close()


class _Tables:
    """The files being written, one per record type."""

    def __init__(self, files: Files, opened: Callable[[str], Output], options: Options) -> None:
        self.files, self.opened, self.options = files, opened, options
        self.front = shared.origins(options)
        self.writers: dict[str, Any] = {}
        self.outs: list[_Out] = []
        self.waiting: dict[str, list[pa.RecordBatch]] = {}
        """Rows of each type that are not written yet."""

    def write(self, kind: str, part: pa.RecordBatch, behind: Iterable[pa.Array] = ()) -> None:
        """Add rows, which are written when there are enough for a row group of Parquet."""
        self.writer(kind)
        parts = self.waiting.setdefault(kind, [])
        front = {n: pa.array([text] * len(part), pa.string()) for n, text in self.front.items()}
        parts.append(arrow.widened(kind, part, front, [*behind]))
        if sum(map(len, parts)) >= ROW_GROUP:
            self._flush(kind)

    def _flush(self, kind: str) -> None:
        self.writer(kind).write_table(pa.Table.from_batches(self.waiting.pop(kind)))

    def writer(self, kind: str) -> Any:
        """The writer of a record type, started on first use."""
        if kind not in self.writers:
            derived = shared.is_derived(kind, self.options)
            schema = arrow.wide_schema(kind, tuple(self.front), derived)
            self.outs.append(_Out(self.opened(kind)))
            self.writers[kind] = self.files.begun(self.outs[-1], schema)
        return self.writers[kind]

    def close(self) -> None:
        """Finish all files."""
        for kind in [*self.waiting]:
            self._flush(kind)
        for writer in self.writers.values():
            writer.close()


class _Out(io.RawIOBase):
    """An output as a file that Arrow can write to."""

    def __init__(self, sink: Output) -> None:
        self.sink, self.at, self.wanted = sink, 0, True

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def write(self, data: Any) -> int:
        view = bytes(data)
        if self.wanted:
            self.sink.write(view)
        self.at += len(view)
        return len(view)


@contextmanager
def _writing(tables: _Tables) -> Iterator[None]:
    """Discard what a failing writer still writes when it is closed."""
    done = False
    try:
        yield
        done = True
    finally:
        for out in () if done else tables.outs:
            out.wanted = False


def decode(files: Files, source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a file, or of all files of a folder."""
    kind = options["table"]
    return shared.read(
        source, kind, files.ending, lambda file, kind: _records(files, file, kind, notes)
    )


def _records(files: Files, source: Source, kind: str, notes: Notes) -> Iterator[Record]:
    """The records of one file; Arrow's errors become BadInput."""
    try:
        found, parts = files.opened(source)
        said = found.metadata or {}
        named = said.get(arrow.TYPE_KEY, b"").decode()
        beside = BESIDE.union(said.get(arrow.BESIDE_KEY, b"").decode().split(","))
        beside |= {name for name in found.names if name.startswith(PANDAS_INDEX)}
        if not kind:
            own = set(found.names) - beside
            kind = named if named in TYPES else shared.type_with(own, source.name)
        columns = shared.fields_in(found.names, kind, source.name, beside)
        row = 1
        for part in parts:
            for at in range(0, len(part), shared.BATCH):
                rows = part.slice(at, shared.BATCH)
                yield from arrow.records(rows, kind, columns, row, notes)
                row += len(rows)
    except FileTrouble:
        raise
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(source.name, f"cannot read it: {why}", files.what) from None


def _parquet_batches(source: Source) -> tuple[pa.Schema, Parts]:
    import pyarrow.parquet as pq

    file = pq.ParquetFile(source.seekable())
    _refuse_bomb(source, file.metadata.num_rows)
    if not file.num_row_groups:  # pyarrow 18.0 cannot iterate over none
        return file.schema_arrow, ()
    return file.schema_arrow, file.iter_batches(shared.BATCH)


def _parquet_writer(file: Any, schema: pa.Schema) -> Any:
    """A writer that makes no dictionary of ids and no statistics of texts, which takes time."""
    import pyarrow.parquet as pq

    return pq.ParquetWriter(
        file,
        schema,
        compression="zstd",
        store_schema=True,
        use_dictionary=[name for name in schema.names if name != "id"],
        write_statistics=[f.name for f in schema if not pa.types.is_string(f.type)],
    )


def _arrow_batches(source: Source) -> tuple[pa.Schema, Parts]:
    """The batches of a file or of a stream of messages, each checked."""
    stream = source.seekable()
    start = stream.tell()
    one = pa.ipc.IpcReadOptions(included_fields=[0])
    _refuse_bomb(source, sum(len(part) for part in _arrow_parts(source, one)[1]))
    stream.seek(start)
    schema, parts = _arrow_parts(source, None)
    return schema, map(_checked, parts)


def _arrow_parts(source: Source, options: Any) -> tuple[pa.Schema, Parts]:
    """The schema and the batches; options may leave out columns."""
    if source.head().startswith(ARROW_MAGIC):
        file = pa.ipc.open_file(source.stream, options=options)
        return file.schema, (file.get_batch(at) for at in range(file.num_record_batches))
    stream = pa.ipc.open_stream(pa.PythonFile(source.stream, "r"), options=options)
    return stream.schema, stream


def _refuse_bomb(source: Source, rows: int) -> None:
    """Refuse a small file whose many rows would fill the memory."""
    stream = source.seekable()
    here = stream.tell()
    size = stream.seek(0, os.SEEK_END)
    stream.seek(here)
    if rows > FREE_ROWS and rows > ROWS_PER_BYTE * size:
        what = f"{rows:,} rows in {size:,} bytes"
        raise BadInput(source.name, what, f"at most {ROWS_PER_BYTE} rows for each byte of a file")


def _checked(part: pa.RecordBatch) -> pa.RecordBatch:
    """A batch with valid offsets and texts: Arrow itself does not check a file."""
    part.validate(full=True)
    return part


FILES = {
    "parquet": Files(".parquet", "a Parquet file", _parquet_batches, _parquet_writer),
    "arrow": Files(".arrow", "an Arrow file", _arrow_batches, pa.ipc.new_file),
}
