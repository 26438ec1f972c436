"""Records as Arrow batches and back, with schemas derived from the records; no files."""

import datetime
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any

import msgspec
import pyarrow as pa

from bmconv.columns import DERIVED, Deriver
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.schema import RecordField, fields

_TYPES = {
    "int": pa.int32(),
    "float": pa.float64(),
    "bool": pa.bool_(),
    "text": pa.string(),
    "date": pa.date32(),
    "time": pa.time32("s"),
    "datetime": pa.timestamp("s"),
    "json": pa.string(),
}
"""Lists and maps are one column of JSON text."""

TYPE_KEY, BESIDE_KEY = b"bmconv.type", b"bmconv.beside"
"""In a file's metadata: its record type, and the columns that are not fields."""


@lru_cache(None)
def schema(kind: str) -> pa.Schema:
    """The Arrow schema of a record type."""
    return pa.schema([(field.name, _TYPES[field.kind]) for field in fields(kind)])


@lru_cache(256)
def wide_schema(kind: str, front: tuple[str, ...], derived: bool) -> pa.Schema:
    """The schema of a record type with text columns before and derived columns after it."""
    beside = [pa.field(name, pa.string()) for name in front]
    behind = [pa.field(c.name, _TYPES[c.kind]) for c in DERIVED] if derived else []
    named = ",".join(field.name for field in (*beside, *behind)).encode()
    metadata = {TYPE_KEY: kind.encode(), BESIDE_KEY: named}
    return pa.schema([*beside, *schema(kind), *behind], metadata=metadata)


def table(kind: str, records: Iterable[Record]) -> pa.Table:
    """Records of one type as a table."""
    return pa.Table.from_batches([batch(kind, list(records))])


def batch(
    kind: str, records: Sequence[Record], deriver: Deriver | None = None, notes: Notes | None = None
) -> pa.RecordBatch:
    """Records of one type as a batch, with derived columns if there is a deriver."""
    wanted = wide_schema(kind, (), True) if deriver else schema(kind)
    columns = [_cells(field, records) for field in fields(kind)]
    if deriver:
        values = [deriver.values(record) for record in records]
        columns += [[row[at] for row in values] for at in range(len(DERIVED))]
    arrays = [
        _array(cells, field.type, f"{kind} {field.name}", notes)
        for cells, field in zip(columns, wanted, strict=True)
    ]
    return pa.RecordBatch.from_arrays(arrays, schema=wanted)


def widened(
    kind: str,
    part: pa.RecordBatch,
    front: Mapping[str, pa.Array],
    behind: Sequence[pa.Array] = (),
) -> pa.RecordBatch:
    """A batch with text columns before and other columns after it."""
    derived = part.num_columns + len(behind) > len(schema(kind))
    columns = [*front.values(), *part.columns, *behind]
    return pa.RecordBatch.from_arrays(columns, schema=wide_schema(kind, tuple(front), derived))


def joined(parts: Sequence[pa.RecordBatch]) -> pa.RecordBatch:
    """Batches of the same columns as one."""
    return pa.Table.from_batches(parts).combine_chunks().to_batches()[0]


def _cells(field: RecordField, records: Sequence[Record]) -> list[Any]:
    values = list(map(attrgetter(field.attribute), records))
    if field.kind == "json":
        return [msgspec.json.encode(value).decode() if value else None for value in values]
    return values


def _array(cells: list[Any], type: pa.DataType, place: str, notes: Notes | None) -> pa.Array:
    """A column; values that Arrow cannot hold are changed, with a note."""
    if pa.types.is_time(type) or pa.types.is_timestamp(type):  # Arrow would cut fractions silently
        cells = [_fitting(cell, place, notes or Notes()) for cell in cells]
    try:
        return pa.array(cells, type)
    except (UnicodeEncodeError, pa.ArrowInvalid):
        return pa.array([_fitting(cell, place, notes or Notes()) for cell in cells], type)


def _fitting(cell: Any, place: str, notes: Notes) -> Any:
    """A text without lone surrogates, or a time in whole seconds."""
    if isinstance(cell, str):
        whole = cell.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if whole != cell:
            notes.loss("character-replaced", place, "text{s} with half a character")
        return whole
    if isinstance(cell, datetime.time | datetime.datetime) and cell.microsecond:
        notes.loss("fraction-lost", place, "time{s} cut to whole seconds")
        return cell.replace(microsecond=0)
    return cell


def records(
    part: pa.RecordBatch, kind: str, found: list[RecordField | None], first: int, notes: Notes
) -> Iterator[Record]:
    """The records of a batch; a row that does not fit is noted with its number and skipped."""
    cls = TYPES[kind]
    names: list[str] = []
    columns: list[list[Any]] = []
    for field, column in zip(found, part.columns, strict=True):
        if field is not None and column.null_count < len(column):
            names.append(field.name)
            if field.kind == "date" and pa.types.is_timestamp(column.type):
                column = column.cast(pa.date32(), safe=False)  # pandas has no dates of their own
            cells = column.to_pylist()
            if field.kind == "json":
                cells = list(map(_from_json, cells))
            elif field.kind == "int" and pa.types.is_floating(column.type):
                cells = list(map(_whole, cells))
            columns.append(cells)
    rows: Iterable[tuple[Any, ...]] = zip(*columns, strict=True) if columns else [()] * len(part)
    for number, row in enumerate(rows, first):
        given = zip(names, row, strict=True)
        # NaN is how pandas leaves a cell empty
        values = {n: v for n, v in given if v is not None and v is not False and v == v}
        values["type"] = kind
        try:
            yield msgspec.convert(values, cls)
        except (ValueError, msgspec.MsgspecError) as error:
            text = "unreadable row{s} skipped"
            notes.error("bad-row", f"{kind} row {number}: {error}", text)


def _whole(cell: Any) -> Any:
    """An integer that pandas stores as a float because its column has missing values."""
    return int(cell) if cell is not None and cell == cell and cell.is_integer() else cell


def _from_json(cell: Any) -> Any:
    """A list or a map; text that is not JSON stays text, which its field then refuses."""
    if not isinstance(cell, str):
        return cell
    try:
        return msgspec.json.decode(cell)
    except (msgspec.DecodeError, RecursionError):
        return cell
