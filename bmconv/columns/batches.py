"""Records by columns: Arrow's record batches with a column for each field of a record type.

In memory, text may be dictionary-encoded, and times have microseconds, as in records. In files,
text is plain and times have whole seconds (`for_file`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, get_type_hints

import msgspec
import numpy as np
import pyarrow as pa

from bmconv.columns import ExtraColumn
from bmconv.columns.coded import (
    array_of,
    cells_of,
    flag_array,
    flags,
    null_array,
    numbers,
    plain_texts,
    validity,
)
from bmconv.io.foreign import record_of
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.schema import RecordField, fields

_STORED = {
    "int": pa.int32(),
    "float": pa.float64(),
    "bool": pa.bool_(),
    "text": pa.string(),
    "date": pa.date32(),
    "time": pa.time32("s"),
    "datetime": pa.timestamp("s"),
    "json": pa.string(),
}
"""Types in files, by kind of field. Lists and maps are one column of JSON text."""
_EXACT = _STORED | {"time": pa.time64("us"), "datetime": pa.timestamp("us")}
"""Types in memory, by kind of field; text can also be dictionary-encoded."""
_CODED = {"text": pa.dictionary(pa.int32(), pa.string())}
"""The dictionary-encoded type of text."""
_SECONDS = {pa.time64("us"): pa.time32("s"), pa.timestamp("us"): pa.timestamp("s")}
"""Types with microseconds, each with the type in files."""
SECOND = 1_000_000
"""A second in microseconds."""

TYPE_KEY, BESIDE_KEY = b"bmconv.type", b"bmconv.beside"
"""Keys in a file's metadata: its record type, and its columns that are not fields."""


@lru_cache(None)
def schema(kind: str) -> pa.Schema:
    """The schema of a record type in a file."""
    return pa.schema([(field.name, _STORED[field.kind]) for field in fields(kind)])


@lru_cache(256)
def file_schema(
    kind: str, before: tuple[str, ...] = (), after: tuple[ExtraColumn, ...] = ()
) -> pa.Schema:
    """The schema of a record type with text columns before its fields and others after them."""
    front = [pa.field(name, pa.string()) for name in before]
    back = [pa.field(column.name, _STORED[column.kind]) for column in after]
    beside = ",".join(field.name for field in (*front, *back)).encode()
    metadata = {TYPE_KEY: kind.encode(), BESIDE_KEY: beside}
    return pa.schema([*front, *schema(kind), *back], metadata=metadata)


def batch(kind: str, columns: Mapping[str, pa.Array], length: int) -> pa.RecordBatch:
    """Columns of a record type as a batch; missing columns are null, or false for yes/no fields."""
    absent: dict[str, pa.Array] = {}
    for field in fields(kind):
        if field.name in columns or field.kind in absent:
            continue
        if field.kind == "bool":
            absent[field.kind] = flag_array(np.zeros(length, dtype=bool))
        else:
            absent[field.kind] = null_array(_EXACT[field.kind], length)
    arrays = [columns.get(field.name, absent.get(field.kind)) for field in fields(kind)]
    return pa.RecordBatch.from_arrays(arrays, [field.name for field in fields(kind)])


def from_records(
    kind: str, records: Sequence[Record], notes: Notes | None = None
) -> pa.RecordBatch:
    """Records of one type as a batch."""
    arrays = {}
    for field in fields(kind):
        values = list(map(attrgetter(field.attribute), records))
        arrays[field.name] = column_of(field.kind, values, f"{kind} {field.name}", notes)
    return batch(kind, arrays, len(records))


def table(kind: str, records: Iterable[Record]) -> pa.Table:
    """Records of one type as a table."""
    part = from_records(kind, list(records))
    return pa.Table.from_batches([for_file(kind, part.columns, schema(kind))])


def for_file(
    kind: str, columns: Iterable[pa.Array], wanted: pa.Schema, notes: Notes | None = None
) -> pa.RecordBatch:
    """Columns converted to the schema of a file; times cut to whole seconds are noted."""
    arrays = []
    for field, column in zip(wanted, columns, strict=True):
        if pa.types.is_dictionary(column.type):
            column = plain_texts(column)
        elif column.type in _SECONDS:
            column = _in_seconds(column, f"{kind} {field.name}", notes or Notes())
        arrays.append(column)
    return pa.RecordBatch.from_arrays(arrays, schema=wanted)


def _in_seconds(column: pa.Array, place: str, notes: Notes) -> pa.Array:
    moments, valid = numbers(column), validity(column)
    seconds = moments // SECOND
    cut = seconds * SECOND != moments  # `moments % SECOND` takes far longer
    if count := int(np.count_nonzero(cut if valid is None else cut & valid)):
        notes.loss("fraction-lost", place, "time{s} cut to whole seconds", count)
    type = _SECONDS[column.type]
    return array_of(type, seconds.astype(f"i{type.bit_width // 8}"), valid)


def join_batches(parts: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    """Batches with the same columns as one batch."""
    return pa.Table.from_batches(parts).combine_chunks().to_batches()[0]


def column_of(
    kind: str, values: list[Any], place: str = "", notes: Notes | None = None
) -> pa.Array:
    """A column for a kind of field from the values of records.

    Halves of characters, which Arrow cannot hold, are replaced and noted.
    """
    try:
        if kind == "json":
            values = [msgspec.json.encode(value).decode() if value else None for value in values]
        return pa.array(values, _EXACT[kind])
    except UnicodeEncodeError:
        complete = [_without_half_characters(value, place, notes or Notes()) for value in values]
        return column_of(kind, complete)


def _without_half_characters(value: Any, place: str, notes: Notes) -> Any:
    """A text, or a list or map of texts, without lone surrogates."""
    if isinstance(value, dict):
        pairs = value.items()
        return {
            _without_half_characters(k, place, notes): _without_half_characters(v, place, notes)
            for k, v in pairs
        }
    if isinstance(value, list):
        return [_without_half_characters(item, place, notes) for item in value]
    if not isinstance(value, str):
        return value
    replaced = value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if replaced != value:
        notes.loss("character-replaced", place, "text{s} with half a character")
    return replaced


def to_records(kind: str, part: pa.RecordBatch, without: tuple[str, ...] = ()) -> Iterator[Record]:
    """The records of a batch; fields in `without` and columns that are not fields are left out."""
    cls = TYPES[kind]
    columns: list[Iterable[Any]] = []
    for field in fields(kind):
        at = part.schema.get_field_index(field.name)
        if at < 0 or field.name in without or part.column(at).null_count == len(part):
            columns.append(_absent(cls, field, len(part)))
        else:
            columns.append(values_of(field, part.column(at), cls))
    *columns, extras = columns  # every record's last field, never given by position
    for record, extra in zip(map(cls, *columns), extras, strict=True):
        record.extra = extra
        yield record


def _absent(cls: type[Record], field: RecordField, count: int) -> list[Any]:
    """The default of a field, `count` times: null, or an empty map for `values` of settings."""
    value = getattr(cls(), field.attribute)
    return [value.copy() for _ in range(count)] if isinstance(value, dict) else [value] * count


@lru_cache(None)
def _decoder(cls: type[Record], attribute: str) -> msgspec.json.Decoder[Any]:
    """The decoder of a column of JSON text."""
    return msgspec.json.Decoder(get_type_hints(cls, include_extras=True)[attribute])


def values_of(field: RecordField, column: pa.Array, cls: type[Record]) -> list[Any]:
    """The values of a column as records of a class hold them in a field."""
    cells = cells_of(column)
    if field.kind == "json":
        decode = _decoder(cls, field.attribute).decode
        absent = _absent(cls, field, len(cells))
        return [decode(cell) if cell else none for cell, none in zip(cells, absent, strict=True)]
    if field.kind == "bool":
        return list(map(bool, cells))
    return cells


def from_foreign(
    kind: str, part: pa.RecordBatch, of_columns: list[RecordField | None], first: int, notes: Notes
) -> pa.RecordBatch:
    """A batch from a file of any program; `of_columns` has the field of each column, or None.

    If a column has another type than its field, all values are checked: a row that does not fit is
    skipped and noted with its number, counted from `first`.
    """
    columns = {}
    for field, column in zip(of_columns, part.columns, strict=True):
        if field is None or column.null_count == len(column):
            continue
        ours = column.type in (_STORED[field.kind], _EXACT[field.kind], _CODED.get(field.kind))
        if not ours or field.kind in ("json", "float"):
            return from_records(kind, list(_check_records(part, kind, of_columns, first, notes)))
        columns[field.name] = flag_array(flags(column)) if field.kind == "bool" else column
    return batch(kind, columns, len(part))


def _check_records(
    part: pa.RecordBatch, kind: str, of_columns: list[RecordField | None], first: int, notes: Notes
) -> Iterator[Record]:
    """The records of a batch from a file; rows that do not fit are skipped and noted."""
    names = [field.name if field else "" for field in of_columns]
    return _rows(part, names, kind, first, notes)


def rows_of_types(parts: Iterable[pa.RecordBatch], notes: Notes) -> Iterator[Record]:
    """The records of batches with a column `type`, which has the type of each row."""
    first = 1
    for part in parts:
        yield from _rows(part, part.schema.names, "", first, notes)
        first += len(part)


def _rows(
    part: pa.RecordBatch, names: list[str], kind: str, first: int, notes: Notes
) -> Iterator[Record]:
    """The records of a batch, row by row; columns with an empty name are left out."""
    filled = [
        (name, cells_of(column))
        for name, column in zip(names, part.columns, strict=True)
        if name and column.null_count < len(column)
    ]
    known = [name for name, _ in filled]
    rows = zip(*(cells for _, cells in filled), strict=True) if filled else iter([()] * len(part))
    for number, row in enumerate(rows, first):
        values = dict(zip(known, row, strict=True))
        own_type = values.pop("type", None) or kind
        try:
            yield record_of(own_type, values)
        except (ValueError, msgspec.MsgspecError) as error:
            text = "unreadable row{s} skipped"
            notes.error("bad-row", f"{own_type} row {number}: {error}", text)
