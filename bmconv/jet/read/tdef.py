"""Parse table definitions: the columns and indexes of a table, and where its rows are."""

import struct
from functools import lru_cache
from typing import Any, NamedTuple

from .. import codes
from ..errors import JetError
from ..layout import Layout, Named
from ..text import codec_of, decode_name


class Column:
    """One column: its description, and where its values are in a row."""

    position: int  # where Access shows the column
    size: int = 0  # characters of text, otherwise bytes
    width: int = 0  # in bytes; of a fixed value, its length in a row
    fixed: bool = False  # stored at a fixed offset
    autonumber: bool = False
    compressed: bool = False
    precision: int = 0
    scale: int = 0
    flags: int = 0
    offset: int = 0  # of a fixed value, from the end of the row's column count
    slot: int = 0  # of a variable value, in the offset table
    code_page: int = 0
    sort_order: int = 0  # as stored: in Jet 4 with the version of the sort order

    def __init__(self, name: str, kind: str, number: int) -> None:
        self.name, self.type, self.number, self.position = name, kind, number, number

    def __repr__(self) -> str:
        return f"Column({self.name!r}, {self.type!r}, {self.size})"


class Index(NamedTuple):
    """One index under one of its names."""

    name: str
    columns: list[tuple[str, bool]]  # name, ascending
    unique: bool
    primary: bool
    required: bool
    ignore_nulls: bool
    foreign: bool


class RealIndex(Named):
    """One index as it is stored; it can have several names."""

    name: str
    columns: list[tuple[int, bool]]  # place among the columns, ascending
    pages_map: int
    root: int
    flags: int
    root_at: int  # offset in the definition
    count_at: int  # offset of the number of distinct keys


class DefinitionParts(Named):
    """The columns and indexes of a definition. Names ending in `_at` are offsets in its bytes."""

    columns: list[Column]
    indexes: list[Index]
    real_indexes: list[RealIndex]
    long_maps: dict[int, tuple[int, int]]  # owned and free map of long values, by column number
    column_names_at: int
    real_indexes_at: int


class Definition(DefinitionParts):
    """A parsed table definition."""

    page: int
    row_count: int
    last_autonumber: int
    max_columns: int  # columns ever added: deleted columns keep their numbers
    variable_columns: int
    owned_map: int
    free_map: int


class NameReader:
    """Reads names one after the other, starting at `at`."""

    def __init__(self, layout: Layout, data: bytes, at: int, codec: str) -> None:
        self.layout, self.data, self.at, self.codec = layout, data, at, codec

    def next(self) -> str:
        """The next name; JetError if the data ends before it does."""
        (size,) = self.layout.name_length.unpack_from(self.data, self.at)
        start = self.at + self.layout.name_length.size
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
        raise JetError(error.problem, f"page {page}") from error


def _parse(layout: Layout, data: bytes, page: int, codec: str) -> Definition:
    (row_count,) = struct.unpack_from("<I", data, layout.tdef_rows_at)
    (autonumber,) = struct.unpack_from("<i", data, layout.tdef_autonumber_at)
    _, max_columns, var_columns, count, logical, real, owned, free = codes.TDEF_COUNTS.unpack_from(
        data, layout.tdef_type_at
    )
    if count > codes.COLUMNS_MAX or max_columns > 4 * codes.COLUMNS_MAX:
        claimed = max(count, max_columns)
        raise JetError(f"the table definition claims {claimed} columns; expected at most 255")
    if max(logical, real) * layout.logical_index.size > len(data):
        raise JetError(f"the table definition claims {max(logical, real)} indexes")
    columns_at = layout.tdef_body + real * layout.index_count_size
    # zeros replace row counts and the like: definitions that differ only there share a cache entry
    cacheable = bytes(columns_at) + data[columns_at:]
    parts = _definition_parts(layout, cacheable, columns_at, count, logical, real, codec)
    return Definition(
        page=page,
        row_count=row_count,
        last_autonumber=autonumber,
        max_columns=max_columns,
        variable_columns=var_columns,
        owned_map=owned,
        free_map=free,
        **vars(parts),
    )


@lru_cache(64)
def _definition_parts(
    layout: Layout, data: bytes, at: int, count: int, logical: int, real: int, codec: str
) -> DefinitionParts:
    """What does not change with the rows; cached, as it is the same in a program's databases."""
    records = _records(layout.column, data, at, count)
    names_at = at + count * layout.column.size
    names = NameReader(layout, data, names_at, codec)
    columns = [_column(layout, names.next(), record) for record in records]
    columns.sort(key=lambda column: column.number)
    if columns and columns[-1].number >= 4 * codes.COLUMNS_MAX:
        raise JetError(f"a column of the table has the number {columns[-1].number}")
    if len({column.number for column in columns}) < count:
        raise JetError("two columns of the table have the same number")
    real_indexes_at = names.at
    indexes, real_indexes = _indexes(layout, data, names, real, logical, columns)
    return DefinitionParts(
        columns=columns,
        indexes=indexes,
        real_indexes=real_indexes,
        long_maps=_long_maps(data, names.at),
        column_names_at=names_at,
        real_indexes_at=real_indexes_at,
    )


def _records(record: struct.Struct, data: bytes, at: int, count: int) -> list[tuple[Any, ...]]:
    """Records of the same kind, one after the other."""
    return [record.unpack_from(data, at + i * record.size) for i in range(count)]


def _column(layout: Layout, name: str, record: tuple[Any, ...]) -> Column:
    code, number, slot, position, misc, flags, extra, offset, width = record
    column = Column(name, codes.TYPE_NAMES.get(code, f"type {code}"), number)
    column.slot, column.position, column.flags, column.offset = slot, position, flags, offset
    column.fixed = bool(flags & codes.COLUMN_FIXED) or column.type == "boolean"
    column.autonumber = bool(flags & (codes.COLUMN_AUTONUMBER | codes.COLUMN_AUTO_GUID))
    column.compressed = bool(extra and extra[0] & 1)
    column.width = width
    column.size = width // layout.char_size if column.type == "text" else width
    if column.type == "numeric":
        column.precision, column.scale = misc[layout.precision_at : layout.precision_at + 2]
    elif layout.char_size == 1:
        column.sort_order, column.code_page = struct.unpack("<HH", misc)
    else:
        (column.sort_order,) = struct.unpack("<I", misc)
    if column.fixed and column.type in codes.FIXED_SIZES:
        column.width = codes.FIXED_SIZES[column.type]
    return column


def _indexes(
    layout: Layout, data: bytes, names: NameReader, real: int, logical: int, columns: list[Column]
) -> tuple[list[Index], list[RealIndex]]:
    """The indexes by name, and as stored; moves `names` past the names of the indexes."""
    places = {column.number: i for i, column in enumerate(columns)}
    at = names.at
    stored_indexes = []
    for i, record in enumerate(_records(layout.real_index, data, at, real)):
        keys, pages_map, root, flags = record
        parts = codes.KEY_COLUMN.iter_unpack(keys)  # ten of them; 0xFFFF means no column
        key_columns = [(places[n], bool(direction & 1)) for n, direction in parts if n in places]
        root_at = at + i * layout.real_index.size + layout.real_index_root_at
        count_at = layout.tdef_body + i * layout.index_count_size + codes.INDEX_KEYS_AT
        stored_indexes.append(
            RealIndex(
                name=f"number {i}",
                columns=key_columns,
                pages_map=pages_map,
                root=root,
                flags=flags,
                root_at=root_at,
                count_at=count_at,
            )
        )
    at += real * layout.real_index.size
    logicals = _records(layout.logical_index, data, at, logical)
    names.at = at + logical * layout.logical_index.size
    indexes: list[tuple[int, int, Index]] = []
    for index_number, real_number, _, _, _, _, _, kind in logicals:
        name = names.next()
        stored = stored_indexes[real_number]
        primary = kind == codes.INDEX_PRIMARY
        index = Index(
            name=name,
            columns=[(columns[place].name, ascending) for place, ascending in stored.columns],
            unique=bool(stored.flags & codes.INDEX_UNIQUE) or primary,
            primary=primary,
            required=bool(stored.flags & codes.INDEX_REQUIRED) or primary,
            ignore_nulls=bool(stored.flags & codes.INDEX_IGNORE_NULLS),
            foreign=kind == codes.INDEX_FOREIGN,
        )
        indexes.append((index_number, real_number, index))
    indexes.sort(key=lambda item: item[0])
    for _, real_number, index in reversed(indexes):  # an index is known by its first name
        stored_indexes[real_number].name = index.name
    return [index for *_, index in indexes], stored_indexes


def _long_maps(data: bytes, at: int) -> dict[int, tuple[int, int]]:
    """The maps of long values, which follow the names of the indexes."""
    maps = {}
    last = len(data) - codes.LONG_MAPS.size - len(codes.TDEF_END)
    while at <= last and data[at : at + len(codes.TDEF_END)] != codes.TDEF_END:
        number, owned, free = codes.LONG_MAPS.unpack_from(data, at)
        maps[number] = (owned, free)
        at += codes.LONG_MAPS.size
    return maps


def fixed_end(layout: Layout, columns: list[Column], count: int) -> int:
    """Where the fixed values end in a row of `count` columns."""
    ends = (c.offset + c.width for c in columns if c.fixed and c.width and c.number < count)
    return layout.count_size + max(ends, default=0)


def column_codec(column: Column, codec: str) -> str:
    """The codec of a Jet 3 column's text: its code page's, if it has one; otherwise `codec`."""
    return codec_of(column.code_page) if column.code_page else codec
