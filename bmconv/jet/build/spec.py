"""Describe a database to be written: its tables, columns and indexes."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from .. import codes
from ..read.database import AccessTable
from ..read.tdef import Column

UNDATED = datetime(2000, 1, 1)  # the creation date if none is given


class ColumnSpec(NamedTuple):
    """A column; `size` is characters of text or bytes of binary, 0 for the maximum.

    `properties` has further properties by name: plain values, or Property objects with the type in
    which they are stored.
    """

    name: str
    type: str
    size: int = 0
    autonumber: bool = False
    allow_zero_length: bool | None = None
    default: str | None = None
    required: bool | None = None
    compressed: bool = True
    precision: int = 18
    scale: int = 0
    hyperlink: bool = False
    position: int | None = None  # where Access shows the column; None: in this order
    properties: Mapping[str, Any] = {}


class IndexSpec(NamedTuple):
    """An index; each column comes with True for ascending or False for descending."""

    name: str
    columns: Sequence[tuple[str, bool]]
    unique: bool = False
    primary: bool = False
    required: bool = False
    ignore_nulls: bool = False


class TableSpec(NamedTuple):
    """A table; the rows are tuples in the order of the columns, and are iterated once."""

    name: str
    columns: Sequence[ColumnSpec]
    rows: Iterable[tuple[Any, ...]] = ()
    indexes: Sequence[IndexSpec] = ()
    properties: Mapping[str, Any] = {}
    last_autonumber: int | None = None  # None: the highest value in the rows


class Replaced(NamedTuple):
    """Characters that the code page of an Access 97 file lacks, written as '?'."""

    table: str
    row: int  # counted from 1
    column: str
    characters: str


class WriteReport(NamedTuple):
    """What was requested and is not in the written file."""

    left_out: list[str]
    replaced: list[Replaced]


def spec_of(table: AccessTable) -> TableSpec:
    """The spec that writes a table as it was read.

    Indexes of relationships are left out, because they belong to two tables; the caller reports it.
    """
    return TableSpec(
        name=table.name,
        columns=[column_spec(table, column) for column in table.columns],
        rows=table.rows(),
        indexes=[
            IndexSpec(*index[:-1]) for index in table.indexes if not index.foreign and index.columns
        ],
        properties=table.properties[0],
        last_autonumber=table.last_autonumber,
    )


def column_spec(table: AccessTable, column: Column) -> ColumnSpec:
    """The spec that writes a column as it was read."""
    return ColumnSpec(
        name=column.name,
        type=column.type,
        size=column.size,
        autonumber=column.autonumber,
        compressed=column.compressed,
        precision=column.precision,
        scale=column.scale,
        hyperlink=column.type == "memo" and bool(column.flags & codes.COLUMN_HYPERLINK),
        position=column.position,
        properties=table.properties[1].get(column.name, {}),
    )
