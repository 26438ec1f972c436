"""Reading and writing Parquet and Arrow files."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

import pyarrow as pa

from bmconv.codecs import Options, Wanted
from bmconv.codecs.tables import shared
from bmconv.columns import BESIDE
from bmconv.columns.batches import (
    BESIDE_KEY,
    TYPE_KEY,
    file_schema,
    for_file,
    from_foreign,
    from_records,
    rows_of_types,
    to_records,
)
from bmconv.columns.coded import constant
from bmconv.columns.derived import Deriver
from bmconv.columns.results import BatchDeriver
from bmconv.errors import BadInput, FileTrouble
from bmconv.io.foreign import INDEX, INDEX_COLUMN
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, type_name
from bmconv.schema import ALL_FIELDS

ARROW_MAGIC, ARROW_END = b"ARROW1\0\0", b"ARROW1"
FREE_ROWS, ROWS_PER_BYTE = 200_000, 8
"""Limits of the number of rows. Any file may have FREE_ROWS; for more, the limit grows with the
file's size, as even the most regular rows take an eighth of a byte each."""
ROW_GROUP = 65_536
"""Rows that are written together: with twice as many, files are 3% smaller but take 7 MB more."""

Parts = Iterable[pa.RecordBatch]


class ColumnarFormat(NamedTuple):
    """A file format: how its files are named, read and written."""

    ending: str
    title: str
    """Its name in error messages."""
    open: Callable[[Source], tuple[pa.Schema, Parts]]
    """Opens a file; returns its schema and batches."""
    begin: Callable[[Any, pa.Schema], Any]
    """Starts a new file; returns a writer of batches."""


def encode(
    format: ColumnarFormat,
    records: Iterable[Record],
    sink: Output,
    options: Options,
    notes: Notes,
) -> None:
    """Write one record type."""
    kind, records = shared.choose_type(records, options)
    _write(_Tables(format, lambda _: sink, options), records, kind, options, notes)


def encode_folder(
    format: ColumnarFormat,
    records: Iterable[Record],
    open_file: Callable[[str], Output],
    options: Options,
    notes: Notes,
) -> None:
    """Write a file per record type."""

    def open_table(kind: str) -> Output:
        return open_file(shared.folder_path(options, kind, format.ending))

    _write(_Tables(format, open_table, options), records, "", options, notes)


def _write(
    tables: _Tables, records: Iterable[Record], kind: str, options: Options, notes: Notes
) -> None:
    deriver = Deriver()
    records, wide = shared.join_if_wide(records, kind, options, deriver, notes)
    with _discard_on_failure(tables):
        if kind:
            tables.writer(kind)
        for name, rows in shared.rows_by_type(records, kind, options, deriver, notes):
            part = from_records(name, rows, notes)
            after = tables.derived(name, part, BatchDeriver(deriver.scorer))
            if after and wide:
                after += wide.arrays(rows, after)
            tables.write(name, part, after, notes)
        tables.close()


def encode_columns(
    format: ColumnarFormat,
    kind: str,
    parts: Iterator[pa.RecordBatch],
    sink: Output,
    options: Options,
    notes: Notes,
) -> None:
    """Write batches of one record type."""
    tables = _Tables(format, lambda _: sink, options)
    deriver = BatchDeriver()
    with _discard_on_failure(tables):
        tables.writer(kind)
        for part in filter(len, parts):
            tables.write(kind, part, tables.derived(kind, part, deriver), notes)
        tables.close()


class _Tables:
    """The files being written, one per record type."""

    def __init__(
        self, format: ColumnarFormat, open_table: Callable[[str], Output], options: Options
    ) -> None:
        self.format, self.open_table, self.options = format, open_table, options
        self.writers: dict[str, Any] = {}
        self.outs: list[_ArrowOutput] = []
        self.waiting: dict[str, list[pa.RecordBatch]] = {}
        """Rows of each type that are not written yet."""

    def derived(self, kind: str, part: pa.RecordBatch, deriver: BatchDeriver) -> list[pa.Array]:
        """The derived columns of rows; empty if files of this record type get none."""
        return deriver.arrays(part) if shared.columns_after_fields(kind, self.options) else []

    def write(self, kind: str, part: pa.RecordBatch, after: list[pa.Array], notes: Notes) -> None:
        """Add rows, whose last columns are `after`; they are written when ROW_GROUP are waiting."""
        self.writer(kind)
        parts = self.waiting.setdefault(kind, [])
        front = shared.columns_before_fields(kind, self.options).values()
        columns = [constant(text, len(part)) for text in front] + part.columns + after
        parts.append(for_file(kind, columns, self.schema(kind), notes))
        if sum(map(len, parts)) >= ROW_GROUP:
            self._flush(kind)

    def schema(self, kind: str) -> pa.Schema:
        """The columns of a record type's file."""
        front = tuple(shared.columns_before_fields(kind, self.options))
        return file_schema(kind, front, shared.columns_after_fields(kind, self.options))

    def _flush(self, kind: str) -> None:
        self.writer(kind).write_table(pa.Table.from_batches(self.waiting.pop(kind)))

    def writer(self, kind: str) -> Any:
        """The writer of a record type, started on first use."""
        if kind not in self.writers:
            self.outs.append(_ArrowOutput(self.open_table(kind)))
            self.writers[kind] = self.format.begin(self.outs[-1], self.schema(kind))
        return self.writers[kind]

    def close(self) -> None:
        """Finish all files."""
        for kind in [*self.waiting]:
            self._flush(kind)
        for writer in self.writers.values():
            writer.close()


class _ArrowOutput(io.RawIOBase):
    """An output as a file that Arrow can write to."""

    def __init__(self, sink: Output) -> None:
        self.sink, self.at = sink, 0
        self.is_discarded = False
        """Whether a failure makes all further output useless."""

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def write(self, data: Any) -> int:
        view = bytes(data)
        if not self.is_discarded:
            self.sink.write(view)
        self.at += len(view)
        return len(view)


@contextmanager
def _discard_on_failure(tables: _Tables) -> Iterator[None]:
    """After a failure, discard what the writers would still write when they are closed."""
    try:
        yield
    except BaseException:
        for out in tables.outs:
            out.is_discarded = True
        raise


def decode(
    format: ColumnarFormat, source: Source, options: Options, notes: Notes
) -> Iterator[Record]:
    """The records of a file, or of all files of a folder."""
    kind = options.text("table")
    return shared.read(
        source, kind, format.ending, lambda file, kind: _records(format, file, kind, notes)
    )


def decode_columns(
    format: ColumnarFormat,
    source: Source,
    kind: str,
    options: Options,
    notes: Notes,
    wanted: Wanted | None,
) -> Iterator[pa.RecordBatch] | None:
    """The batches of a file of one record type; None for a folder or another type."""
    if not shared.is_file(source):
        return None
    with _errors_as_bad_input(format, source), shared.open_again(source) as file:
        schema, _ = format.open(file)
        if (
            shared.TYPE in schema.names
            or _type_of(schema, options.text("table"), source.name) != kind
        ):
            return None
    return _batches(format, source, kind, notes)


def _records(format: ColumnarFormat, source: Source, kind: str, notes: Notes) -> Iterator[Record]:
    """The records of one file; a column `type` has the type of each row."""
    with _errors_as_bad_input(format, source):
        schema, parts = format.open(source)
        if shared.TYPE in schema.names:
            known = ALL_FIELDS.union(_beside(schema), (shared.TYPE,))
            shared.refuse_unknown(schema.names, known, source.name)
            records = rows_of_types(map(_validate, parts), notes)
            yield from (r for r in records if not kind or type_name(r) == kind)
            return
        for name, part in _parts(schema, parts, kind, source.name, notes):
            yield from to_records(name, part)


def _batches(
    format: ColumnarFormat, source: Source, kind: str, notes: Notes
) -> Iterator[pa.RecordBatch]:
    with shared.open_again(source) as file, _errors_as_bad_input(format, file):
        schema, parts = format.open(file)
        for _, part in _parts(schema, parts, kind, file.name, notes):
            yield part


def _parts(
    schema: pa.Schema, parts: Parts, kind: str, name: str, notes: Notes
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """The batches of one file, in the form of columns/batches.py, each with its record type."""
    kind = _type_of(schema, kind, name)
    columns = shared.fields_in(schema.names, kind, name, _beside(schema))
    row = 1
    for part in map(_validate, parts):
        for at in range(0, len(part), shared.BATCH):
            rows = part.slice(at, shared.BATCH)
            yield kind, from_foreign(kind, rows, columns, row, notes)
            row += len(rows)


def _beside(schema: pa.Schema) -> frozenset[str]:
    """The columns of a file that are not fields."""
    named = (schema.metadata or {}).get(BESIDE_KEY, b"").decode().split(",")
    indexes = (name for name in schema.names if name.startswith(INDEX_COLUMN) or name in INDEX)
    return BESIDE.union(named, indexes)


def _type_of(schema: pa.Schema, kind: str, place: str) -> str:
    """The record type of a file: as requested, as named in the file, or by its columns."""
    named = (schema.metadata or {}).get(TYPE_KEY, b"").decode()
    if kind or named in TYPES:
        return kind or named
    return shared.type_of_header(set(schema.names) - (_beside(schema) - BESIDE), place)


@contextmanager
def _errors_as_bad_input(format: ColumnarFormat, source: Source) -> Iterator[None]:
    """Turn Arrow's errors into BadInput."""
    try:
        yield
    except FileTrouble:
        raise
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(source.name, f"cannot read it: {why}", format.title) from None


def _parquet_batches(source: Source) -> tuple[pa.Schema, Parts]:
    import pyarrow.parquet as pq

    stream = source.seekable()
    here = stream.tell()
    texts = [field.name for field in pq.read_schema(stream) if pa.types.is_string(field.type)]
    stream.seek(here)
    # long texts can be in many rows: as a dictionary, each is in memory only once
    file = pq.ParquetFile(stream, read_dictionary=texts)
    _refuse_bomb(source, file.metadata.num_rows)
    if not file.num_row_groups:  # pyarrow 18.0 cannot iterate over no groups
        return file.schema_arrow, ()
    return file.schema_arrow, file.iter_batches(shared.BATCH)


def _parquet_writer(file: Any, schema: pa.Schema) -> Any:
    """A writer that, to save time, makes no dictionary of ids and no statistics of texts."""
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
    """The batches of a file or of a stream of messages."""
    stream = source.seekable()
    start = stream.tell()
    one = pa.ipc.IpcReadOptions(included_fields=[0])
    _refuse_bomb(source, sum(len(part) for part in _arrow_parts(source, one)[1]))
    stream.seek(start)
    return _arrow_parts(source, None)


def _arrow_parts(source: Source, options: Any) -> tuple[pa.Schema, Parts]:
    """The schema and the batches; Arrow's options may leave out columns.

    A file is read as the stream that it contains: Arrow's reader of files reads ahead in threads,
    and such a thread ends the program with an error if it still has a part of the file at exit.
    """
    if source.head().startswith(ARROW_MAGIC):
        _require_end(source)
        source.stream.read(len(ARROW_MAGIC))
    stream = pa.ipc.open_stream(pa.PythonFile(source.stream, "r"), options=options)
    return stream.schema, stream


def _require_end(source: Source) -> None:
    """Refuse an Arrow file without its last bytes, from which a stream would be read."""
    stream = source.seekable()
    here = stream.tell()
    stream.seek(max(here, stream.seek(0, os.SEEK_END) - len(ARROW_END)))
    is_complete = stream.read() == ARROW_END
    stream.seek(here)
    if not is_complete:
        raise BadInput(source.name, "the end of the Arrow file is missing", "a complete file")


def _refuse_bomb(source: Source, rows: int) -> None:
    """Refuse a small file whose many rows would fill the memory."""
    stream = source.seekable()
    here = stream.tell()
    size = stream.seek(0, os.SEEK_END)
    stream.seek(here)
    if rows > FREE_ROWS and rows > ROWS_PER_BYTE * size:
        problem = f"{rows:,} rows in {size:,} bytes"
        raise BadInput(
            source.name, problem, f"at most {ROWS_PER_BYTE} rows for each byte of a file"
        )


def _validate(part: pa.RecordBatch) -> pa.RecordBatch:
    """A batch with valid offsets and texts: Arrow itself does not check a file."""
    part.validate(full=True)
    return part


FORMATS = {
    "parquet": ColumnarFormat(".parquet", "a Parquet file", _parquet_batches, _parquet_writer),
    "arrow": ColumnarFormat(".arrow", "an Arrow file", _arrow_batches, pa.ipc.new_file),
}
