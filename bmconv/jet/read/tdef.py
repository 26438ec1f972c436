"""Table definitions as they stand in the file: columns, indexes and where the rows are."""

import struct
from collections.abc import Callable
from typing import NamedTuple

from ..errors import JetError
from ..layout import (
    COLUMN_AUTO_GUID,
    COLUMN_AUTONUMBER,
    COLUMN_FIXED,
    COLUMNS_MAX,
    FIXED_SIZES,
    INDEX_FOREIGN,
    INDEX_IGNORE_NULLS,
    INDEX_PRIMARY,
    INDEX_REQUIRED,
    INDEX_UNIQUE,
    KEY_COLUMNS_MAX,
    TYPE_NAMES,
    Layout,
)
from ..text import codec_of, decode_name


class Column:
    """One column: what a caller may want to know, and where its values lie in a row."""

    __slots__ = (
        "autonumber",
        "code_page",
        "compressed",
        "fixed",
        "flags",
        "name",
        "number",
        "offset",
        "position",
        "precision",
        "scale",
        "size",
        "slot",
        "sort_order",
        "told_by",
        "type",
        "width",
    )

    def __init__(self, name: str, kind: str, number: int) -> None:
        self.name = name
        self.type = kind
        self.number = number
        self.position = number  # where Access shows it
        self.size = 0  # characters of text, else bytes
        self.width = 0  # bytes; of a fixed value those it takes in a row
        self.fixed = False
        self.autonumber = False
        self.compressed = False
        self.precision = 0
        self.scale = 0
        self.flags = 0
        self.offset = 0  # of a fixed value, from the end of the row's column count
        self.slot = 0  # of a variable value, in the offset table
        self.code_page = 0
        self.sort_order = 0  # and its version, as stored
        self.told_by: Callable[[str], dict[str, object]] | None = None  # the table

    @property
    def properties(self) -> dict[str, object]:
        """AllowZeroLength, DefaultValue, Required and what else the table says of it."""
        return self.told_by(self.name) if self.told_by else {}

    def __repr__(self) -> str:
        return f"Column({self.name!r}, {self.type!r}, {self.size})"


class Index(NamedTuple):
    """One index as Access names it."""

    name: str
    columns: list[tuple[str, bool]]  # name, ascending
    unique: bool
    primary: bool
    required: bool
    ignore_nulls: bool
    foreign: bool
    root: int
    pages_map: int


class Definition(NamedTuple):
    """A parsed table definition."""

    page: int
    row_count: int
    last_autonumber: int
    max_columns: int
    variable_columns: int
    columns: list[Column]
    indexes: list[Index]
    owned_map: int
    free_map: int


class Names:
    """Reads names one after the other."""

    def __init__(self, layout: Layout, data: bytes, at: int, codec: str) -> None:
        self.layout, self.data, self.at, self.codec = layout, data, at, codec

    def next(self) -> str:
        (size,) = struct.unpack_from(self.layout.name_size_fmt, self.data, self.at)
        start = self.at + self.layout.name_size
        self.at = start + size
        if self.at > len(self.data):
            raise JetError("the table definition ends inside a name")
        return decode_name(self.layout, self.data[start : self.at], self.codec)


def parse_tdef(layout: Layout, data: bytes, page: int, codec: str) -> Definition:
    """Read a definition whose pages have been joined."""
    try:
        return _parse(layout, data, page, codec)
    except (struct.error, IndexError) as error:
        raise JetError("the table definition is damaged or cut off", f"page {page}") from error
    except JetError as error:
        raise JetError(error.what, f"page {page}") from error


def _parse(layout: Layout, data: bytes, page: int, codec: str) -> Definition:
    (row_count,) = struct.unpack_from("<I", data, layout.tdef_rows_at)
    (autonumber,) = struct.unpack_from("<i", data, layout.tdef_autonumber_at)
    _, max_columns, var_columns, count, logical, real, owned, free = struct.unpack_from(
        "<BHHHIIII", data, layout.tdef_type_at
    )
    if count > COLUMNS_MAX or max_columns > 4 * COLUMNS_MAX:
        claimed = max(count, max_columns)
        raise JetError(f"the table definition claims {claimed} columns; expected at most 255")
    if max(logical, real) * layout.logical_index_size > len(data):
        raise JetError(f"the table definition claims {max(logical, real)} indexes")
    at = layout.tdef_body + real * layout.index_count_size
    records = [
        struct.unpack_from(layout.column_fmt, data, at + i * layout.column_size)
        for i in range(count)
    ]
    names = Names(layout, data, at + count * layout.column_size, codec)
    columns = [_column(layout, names.next(), record) for record in records]
    columns.sort(key=lambda column: column.number)
    if columns and columns[-1].number >= 4 * COLUMNS_MAX:
        raise JetError(f"a column of the table has the number {columns[-1].number}")
    if len({column.number for column in columns}) < count:
        raise JetError("two columns of the table have the same number")
    indexes = _indexes(layout, data, names, real, logical, columns)
    return Definition(
        page, row_count, autonumber, max_columns, var_columns, columns, indexes, owned, free
    )


def _column(layout: Layout, name: str, record: tuple[int, ...]) -> Column:
    code, number, slot, position, _, flags, _, offset, width = record
    misc: bytes = record[4]  # type: ignore[assignment]
    extra: bytes = record[6]  # type: ignore[assignment]
    column = Column(name, TYPE_NAMES.get(code, f"type {code}"), number)
    column.slot, column.position, column.flags, column.offset = slot, position, flags, offset
    column.fixed = bool(flags & COLUMN_FIXED) or column.type == "boolean"
    column.autonumber = bool(flags & (COLUMN_AUTONUMBER | COLUMN_AUTO_GUID))
    column.compressed = bool(extra and extra[0] & 1)
    column.width = width
    column.size = width // layout.char_size if column.type == "text" else width
    if column.type == "numeric":
        column.precision, column.scale = misc[layout.precision_at : layout.precision_at + 2]
    elif layout.char_size == 1:
        column.sort_order, column.code_page = struct.unpack("<HH", misc)
    else:
        (column.sort_order,) = struct.unpack("<I", misc)
    if column.fixed and column.type in FIXED_SIZES:
        column.width = FIXED_SIZES[column.type]
    return column


def _indexes(
    layout: Layout, data: bytes, names: Names, real: int, logical: int, columns: list[Column]
) -> list[Index]:
    by_number = {column.number: column.name for column in columns}
    at = names.at
    reals = [
        struct.unpack_from(layout.real_index_fmt, data, at + i * layout.real_index_size)
        for i in range(real)
    ]
    at += real * layout.real_index_size
    logicals = [
        struct.unpack_from(layout.logical_index_fmt, data, at + i * layout.logical_index_size)
        for i in range(logical)
    ]
    names.at = at + logical * layout.logical_index_size
    indexes: list[tuple[int, Index]] = []
    for index_number, real_number, _, _, _, _, _, kind in logicals:
        name = names.next()
        keys, pages_map, root, flags = reals[real_number]
        index = Index(
            name=name,
            columns=[
                (by_number[number], ascending)
                for number, ascending in key_columns(keys)
                if number in by_number
            ],
            unique=bool(flags & INDEX_UNIQUE) or kind == INDEX_PRIMARY,
            primary=kind == INDEX_PRIMARY,
            required=bool(flags & INDEX_REQUIRED) or kind == INDEX_PRIMARY,
            ignore_nulls=bool(flags & INDEX_IGNORE_NULLS),
            foreign=kind == INDEX_FOREIGN,
            root=root,
            pages_map=pages_map,
        )
        indexes.append((index_number, index))
    return [index for _, index in sorted(indexes, key=lambda item: item[0])]


def key_columns(keys: bytes) -> list[tuple[int, bool]]:
    """The ten places for columns of an index: number and whether ascending; 0xFFFF is none."""
    parts = (struct.unpack_from("<HB", keys, 3 * i) for i in range(KEY_COLUMNS_MAX))
    return [(number, bool(direction & 1)) for number, direction in parts]


def fixed_end(layout: Layout, columns: list[Column], count: int) -> int:
    """Where the fixed values of a row with that many columns end."""
    ends = (c.offset + c.width for c in columns if c.fixed and c.width and c.number < count)
    return layout.count_size + max(ends, default=0)


def column_codec(column: Column, codec: str) -> str:
    """The code page of a Jet 3 column's text."""
    return codec_of(column.code_page) if column.code_page else codec
