"""Parquet and Arrow files: what both do, given how one of their files is written and read."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pyarrow as pa

from bmconv import arrow
from bmconv.codecs import Options
from bmconv.codecs.columns import (
    Deriver,
    batches,
    chosen,
    derived_columns,
    folder_path,
    origins,
    type_with,
)
from bmconv.errors import BadInput, FileTrouble
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.sink import Sink

Opened = Callable[[Any, pa.Schema], Any]
"""How a writer of batches is opened on a file."""


class _Out(io.RawIOBase):
    """A sink as the file Arrow wants to write."""

    def __init__(self, sink: Sink) -> None:
        self.sink = sink
        self.at = 0

    def writable(self) -> bool:
        return True

    def tell(self) -> int:
        return self.at

    def write(self, data: Any) -> int:
        view = bytes(data)
        self.sink.write(view)
        self.at += len(view)
        return len(view)


class _Tables:
    """The files that are being written, one for each record type that came up."""

    def __init__(self, sink: Sink, options: Options, ending: str, opened: Opened) -> None:
        self.sink, self.options, self.ending, self.opened = sink, options, ending, opened
        self.front = origins(options)
        self.writers: dict[str, Any] = {}

    def schema(self, kind: str) -> pa.Schema:
        return arrow.wide_schema(kind, tuple(self.front), bool(derived_columns(kind, self.options)))

    def write(self, kind: str, make: Callable[[pa.Schema], pa.RecordBatch]) -> None:
        self.writer(kind).write_batch(make(self.schema(kind)))

    def writer(self, kind: str) -> Any:
        if kind not in self.writers:
            sink = self.sink
            if self.options["dir"]:
                sink = sink.beside(folder_path(self.options, kind, self.ending))
            self.writers[kind] = self.opened(_Out(sink), self.schema(kind))
        return self.writers[kind]

    def close(self) -> None:
        for writer in self.writers.values():
            writer.close()


def encode(
    records: Iterable[Record],
    sink: Sink,
    options: Options,
    notes: Notes,
    format: tuple[str, str, Opened],
) -> None:
    """One record type into the sink, or all of them into a folder."""
    name, ending, opened = format
    kind = chosen(options, name)
    tables = _Tables(sink, options, ending, opened)
    deriver = Deriver()
    with _writing(sink):
        if kind:
            tables.writer(kind)
        for found, rows in batches(records, kind, deriver):
            own = deriver if derived_columns(found, options) else None
            tables.write(
                found,
                lambda schema, f=found, r=rows, d=own: arrow.batch(  # type: ignore[misc]
                    f, r, schema, tables.front, d, notes
                ),
            )
        tables.close()


def encode_table(
    parts: Iterator[pa.RecordBatch], sink: Sink, options: Options, opened: Opened
) -> None:
    """Batches of the canonical schema of one record type."""
    from bmconv.codecs.derived_bulk import BulkDeriver

    tables = _Tables(sink, options, "", opened)
    kind = options["table"]
    deriver = BulkDeriver() if derived_columns(kind, options) else None

    def wide(part: pa.RecordBatch, schema: pa.Schema) -> pa.RecordBatch:
        front = [pa.array([text] * len(part), pa.string()) for text in tables.front.values()]
        behind = deriver.columns(part) if deriver else []
        return pa.RecordBatch.from_arrays([*front, *part.columns, *behind], schema=schema)

    with _writing(sink):
        tables.writer(kind)
        for part in parts:
            tables.write(kind, lambda schema, p=part: wide(p, schema))  # type: ignore[misc]
        tables.close()


@contextmanager
def _writing(sink: Sink) -> Iterator[None]:
    """Arrow's failures to write are ours."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        why = error.strerror or str(error).splitlines()[0]
        raise FileTrouble(f"{getattr(sink, 'name', 'output')}: {why}") from None


def decode(
    name: str, found: pa.Schema, parts: Iterable[pa.RecordBatch], kind: str, notes: Notes
) -> Iterator[Record]:
    """The records of one file."""
    said = (found.metadata or {}).get(arrow.TYPE_KEY, b"").decode()
    kind = kind or (said if said in TYPES else type_with(found.names, name))
    columns = arrow.fields_in(found, kind, name)
    row = 1
    for part in parts:
        yield from arrow.records(part, kind, columns, row, notes)
        row += len(part)


@contextmanager
def reading(name: str, what: str) -> Iterator[None]:
    """Arrow's failures to read are a bad input."""
    try:
        yield
    except (pa.ArrowException, OSError, UnicodeError, OverflowError) as error:
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(name, f"cannot be read: {why}", what) from None
