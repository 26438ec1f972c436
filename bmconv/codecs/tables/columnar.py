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
from bmconv.columns import batches as form
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

ARROW_MAGIC = b"ARROW1\0\0"
FREE_ROWS, ROWS_PER_BYTE = 200_000, 8
"""Any file may have this many rows. Beyond that, even the most regular rows take an eighth of a
byte each."""

ROW_GROUP = 65_536
"""Rows that are written together: with twice as many, files are 3% smaller but take 7 MB more."""

Parts = Iterable[pa.RecordBatch]


class Files(NamedTuple):
    """A file format: how its files are named, read and written."""

    ending: str
    title: str
    """Its name in error messages."""
    open: Callable[[Source], tuple[pa.Schema, Parts]]
    """Opens a file: its schema and batches."""
    begin: Callable[[Any, pa.Schema], Any]
    """Starts a new file: a writer of batches."""


def encode(
    files: Files, records: Iterable[Record], sink: Output, options: Options, notes: Notes
) -> None:
    """Write one record type."""
    kind, records = shared.choose_type(records, options)
    _write(_Tables(files, lambda _: sink, options), records, kind, options, notes)


def encode_folder(
    files: Files,
    records: Iterable[Record],
    open_file: Callable[[str], Output],
    options: Options,
    notes: Notes,
) -> None:
    """Write a file per record type."""

    def open_table(kind: str) -> Output:
        return open_file(shared.folder_path(options, kind, files.ending))

    _write(_Tables(files, open_table, options), records, "", options, notes)


def _write(
    tables: _Tables, records: Iterable[Record], kind: str, options: Options, notes: Notes
) -> None:
    deriver = Deriver()
    records, wide = shared.join_if_wide(records, kind, options, deriver, notes)
    with _discard_on_failure(tables):
        if kind:
            tables.writer(kind)
        for name, rows in shared.batches(records, kind, options, deriver, notes):
            part = form.from_records(name, rows, notes)
            behind = tables.derived(name, part, BatchDeriver(deriver.scorer))
            if behind and wide:
                behind += wide.arrays(rows, behind)
            tables.write(name, part, behind, notes)
        tables.close()


def encode_columns(
    files: Files,
    kind: str,
    parts: Iterator[pa.RecordBatch],
    sink: Output,
    options: Options,
    notes: Notes,
) -> None:
    """Write batches of one record type."""
    tables = _Tables(files, lambda _: sink, options)
    deriver = BatchDeriver()
    with _discard_on_failure(tables):
        tables.writer(kind)
        for part in filter(len, parts):
            tables.write(kind, part, tables.derived(kind, part, deriver), notes)
        tables.close()


class _Tables:
    """The files being written, one per record type."""

    def __init__(self, files: Files, open_table: Callable[[str], Output], options: Options) -> None:
        self.files, self.open_table, self.options = files, open_table, options
        self.writers: dict[str, Any] = {}
        self.outs: list[_ArrowOutput] = []
        self.waiting: dict[str, list[pa.RecordBatch]] = {}
        """Rows of each type that are not written yet."""

    def derived(self, kind: str, part: pa.RecordBatch, deriver: BatchDeriver) -> list[pa.Array]:
        """The derived columns of rows, if they have them."""
        return deriver.arrays(part) if shared.columns_behind(kind, self.options) else []

    def write(self, kind: str, part: pa.RecordBatch, behind: list[pa.Array], notes: Notes) -> None:
        """Add rows with the columns behind their fields; they are written when there are enough
        for a row group of Parquet."""
        self.writer(kind)
        parts = self.waiting.setdefault(kind, [])
        front = shared.front_columns(kind, self.options).values()
        columns = [constant(text, len(part)) for text in front] + part.columns + behind
        parts.append(form.for_file(kind, columns, self.schema(kind), notes))
        if sum(map(len, parts)) >= ROW_GROUP:
            self._flush(kind)

    def schema(self, kind: str) -> pa.Schema:
        """The columns of a record type's file."""
        front = tuple(shared.front_columns(kind, self.options))
        return form.file_schema(kind, front, shared.columns_behind(kind, self.options))

    def _flush(self, kind: str) -> None:
        self.writer(kind).write_table(pa.Table.from_batches(self.waiting.pop(kind)))

    def writer(self, kind: str) -> Any:
        """The writer of a record type, started on first use."""
        if kind not in self.writers:
            self.outs.append(_ArrowOutput(self.open_table(kind)))
            self.writers[kind] = self.files.begin(self.outs[-1], self.schema(kind))
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
def _discard_on_failure(tables: _Tables) -> Iterator[None]:
    """After a failure, discard what the writers still write when they are closed."""
    try:
        yield
    except BaseException:
        for out in tables.outs:
            out.wanted = False
        raise


def decode(files: Files, source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a file, or of all files of a folder."""
    kind = options.text("table")
    return shared.read(
        source, kind, files.ending, lambda file, kind: _records(files, file, kind, notes)
    )


def decode_columns(
    files: Files, source: Source, kind: str, options: Options, notes: Notes, wanted: Wanted | None
) -> Iterator[pa.RecordBatch] | None:
    """The batches of a file of one record type; None for a folder or another type."""
    if not shared.is_file(source):
        return None
    with _errors_as_bad_input(files, source), shared.open_again(source) as file:
        schema, _ = files.open(file)
        if (
            shared.TYPE in schema.names
            or _type_of(schema, options.text("table"), source.name) != kind
        ):
            return None
    return _batches(files, source, kind, notes)


def _records(files: Files, source: Source, kind: str, notes: Notes) -> Iterator[Record]:
    """The records of one file; a column `type` has the type of each row."""
    with _errors_as_bad_input(files, source):
        schema, parts = files.open(source)
        if shared.TYPE in schema.names:
            known = ALL_FIELDS.union(_beside(schema), (shared.TYPE,))
            shared.refuse_unknown(schema.names, known, source.name)
            records = form.rows_of_types(map(_validate, parts), notes)
            yield from (r for r in records if not kind or type_name(r) == kind)
            return
        for name, part in _parts(schema, parts, kind, source.name, notes):
            yield from form.to_records(name, part)


def _batches(files: Files, source: Source, kind: str, notes: Notes) -> Iterator[pa.RecordBatch]:
    with shared.open_again(source) as file, _errors_as_bad_input(files, file):
        schema, parts = files.open(file)
        for _, part in _parts(schema, parts, kind, file.name, notes):
            yield part


def _parts(
    schema: pa.Schema, parts: Parts, kind: str, name: str, notes: Notes
) -> Iterator[tuple[str, pa.RecordBatch]]:
    """The rows of one file in the columnar form, with their record type."""
    kind = _type_of(schema, kind, name)
    columns = shared.fields_in(schema.names, kind, name, _beside(schema))
    row = 1
    for part in map(_validate, parts):
        for at in range(0, len(part), shared.BATCH):
            rows = part.slice(at, shared.BATCH)
            yield kind, form.from_foreign(kind, rows, columns, row, notes)
            row += len(rows)


def _beside(schema: pa.Schema) -> frozenset[str]:
    """The columns of a file that are not fields."""
    named = (schema.metadata or {}).get(form.BESIDE_KEY, b"").decode().split(",")
    indexes = (name for name in schema.names if name.startswith(INDEX_COLUMN) or name in INDEX)
    return BESIDE.union(named, indexes)


def _type_of(schema: pa.Schema, kind: str, place: str) -> str:
    """The record type of a file: the requested one, the one it names, or by its columns."""
    named = (schema.metadata or {}).get(form.TYPE_KEY, b"").decode()
    if kind or named in TYPES:
        return kind or named
    return shared.demand_type(set(schema.names) - (_beside(schema) - BESIDE), place)


@contextmanager
def _errors_as_bad_input(files: Files, source: Source) -> Iterator[None]:
    """Turn Arrow's errors into BadInput."""
    try:
        yield
    except FileTrouble:
        raise
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(source.name, f"cannot read it: {why}", files.title) from None


def _parquet_batches(source: Source) -> tuple[pa.Schema, Parts]:
    import pyarrow.parquet as pq

    stream = source.seekable()
    here = stream.tell()
    texts = [field.name for field in pq.read_schema(stream) if pa.types.is_string(field.type)]
    stream.seek(here)
    # a text is read once for all rows that have it: it may be long, and the rows many
    file = pq.ParquetFile(stream, read_dictionary=texts)
    _refuse_bomb(source, file.metadata.num_rows)
    if not file.num_row_groups:  # pyarrow 18.0 cannot iterate over none
        return file.schema_arrow, ()
    return file.schema_arrow, file.iter_batches(shared.BATCH)


def _parquet_writer(file: Any, schema: pa.Schema) -> Any:
    """A writer without a dictionary of ids and statistics of texts, which would take time."""
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
        problem = f"{rows:,} rows in {size:,} bytes"
        raise BadInput(
            source.name, problem, f"at most {ROWS_PER_BYTE} rows for each byte of a file"
        )


def _validate(part: pa.RecordBatch) -> pa.RecordBatch:
    """A batch with valid offsets and texts: Arrow itself does not check a file."""
    part.validate(full=True)
    return part


FILES = {
    "parquet": Files(".parquet", "a Parquet file", _parquet_batches, _parquet_writer),
    "arrow": Files(".arrow", "an Arrow file", _arrow_batches, pa.ipc.new_file),
}
