"""Encode table definitions and write them to pages: the reverse of read/tdef.py."""

import struct
from collections.abc import Sequence
from typing import NamedTuple

from .. import codes
from ..errors import JetError
from ..layout import Layout
from ..text import encode_name
from .pages import Store
from .spec import ColumnSpec, IndexSpec
from .values import binary_size, is_variable


class WrittenIndex(NamedTuple):
    """An index and where it was written."""

    spec: IndexSpec
    root: int
    pages_map: int
    keys: int  # number of distinct keys
    required_flag: bool  # the flag as stored: false for primary keys of system tables


class WrittenTable(NamedTuple):
    """Everything that a table definition contains."""

    system: bool
    columns: Sequence[ColumnSpec]
    rows: int
    last_autonumber: int
    owned_map: int
    free_map: int
    indexes: list[WrittenIndex]
    long_maps: list[tuple[int, int, int]]  # column number, maps of all pages and of those with room


def counted_name(layout: Layout, name: str, codec: str) -> bytes:
    """A name preceded by its length."""
    raw, lost = encode_name(layout, name, codec)
    if lost:
        raise JetError(f"name {name!r} has characters that the code page lacks: {lost}")
    if not name or len(raw) // layout.char_size > codes.NAME_MAX:
        raise JetError(f"name {name!r} has {len(name)} characters, not 1 to {codes.NAME_MAX}")
    return layout.name_length.pack(len(raw)) + raw


def column_width(layout: Layout, column: ColumnSpec) -> int:
    """The length field of a column, in bytes."""
    if column.type == "boolean":
        return 1
    if column.type == "text":
        return (column.size or codes.TEXT_MAX) * layout.char_size
    if column.type == "binary":
        return binary_size(layout, column)
    return codes.FIXED_SIZES.get(column.type, 0)


def column_records(layout: Layout, table: WrittenTable, code_page: int) -> list[bytes]:
    """The column definitions without the names."""
    records = []
    slot = offset = 0
    for number, column in enumerate(table.columns):
        variable = is_variable(column.type)
        flags = codes.COLUMN_NULLABLE if variable else codes.COLUMN_NULLABLE | codes.COLUMN_FIXED
        if column.autonumber:
            flags |= codes.COLUMN_AUTO_GUID if column.type == "guid" else codes.COLUMN_AUTONUMBER
        if column.hyperlink:
            flags |= codes.COLUMN_HYPERLINK
        if table.system:
            flags |= codes.COLUMN_SYSTEM
            if column.name in ("Owner", "SID"):
                flags |= codes.COLUMN_SID
        position = number if column.position is None else column.position
        at = 0 if variable or column.type == "boolean" else offset
        records.append(
            column_record(
                layout,
                column,
                (codes.TYPE_CODES[column.type], number, slot, 0 if table.system else position),
                (flags, at, column_width(layout, column)),
                code_page,
            )
        )
        if variable:
            slot += 1
        else:
            offset += codes.FIXED_SIZES[column.type]
    return records


def column_record(
    layout: Layout,
    column: ColumnSpec,
    head: tuple[int, int, int, int],
    tail: tuple[int, int, int],
    code_page: int,
) -> bytes:
    """One column record.

    `head` is the type, number, slot and position; `tail` the flags, offset and length. The bytes
    that the layout's struct format skips are filled in afterwards with the layout's constant.
    """
    precision = bytes((column.precision, column.scale)) if column.type == "numeric" else b""
    if layout.char_size == 2:
        misc = precision.ljust(4, b"\0") if precision else struct.pack("<HH", codes.SORT_ORDER, 0)
    else:
        misc = struct.pack("<H", codes.SORT_ORDER) + (precision or struct.pack("<H", code_page))
    compressed = column.compressed and column.type in ("text", "memo")
    flags, at, width = tail
    extra = bytes((compressed,))
    record = bytearray(layout.column.pack(*head, misc, flags, extra, at, width))
    fmt, place, constant = layout.column_constant
    struct.pack_into(fmt, record, place, constant)
    return bytes(record)


def real_index(layout: Layout, table: WrittenTable, index: WrittenIndex) -> bytes:
    """The definition of an index as it is stored: its pages, columns and flags."""
    numbers = {column.name.casefold(): i for i, column in enumerate(table.columns)}
    keys = b"".join(
        codes.KEY_COLUMN.pack(numbers[name.casefold()], ascending)
        for name, ascending in index.spec.columns
    )
    keys += codes.NO_KEY_COLUMN * (codes.KEY_COLUMNS_MAX - len(index.spec.columns))
    flags = layout.index_flags
    flags |= codes.INDEX_UNIQUE if index.spec.unique or index.spec.primary else 0
    flags |= codes.INDEX_IGNORE_NULLS if index.spec.ignore_nulls else 0
    flags |= codes.INDEX_REQUIRED if index.required_flag else 0
    record = layout.real_index.pack(keys, index.pages_map, index.root, flags)
    constant = layout.index_constants[0]
    return constant + record[len(constant) :]


def logical_index(layout: Layout, number: int, index: WrittenIndex) -> bytes:
    """The definition of a named index, which refers to the stored index of this number."""
    kind = codes.INDEX_PRIMARY if index.spec.primary else 0
    record = layout.logical_index.pack(number, number, 0, 0xFFFFFFFF, 0, 4, 4, kind)  # no relation
    constant = layout.index_constants[1]
    return constant + record[len(constant) :]


def encode_tdef(layout: Layout, table: WrittenTable, codec: str, code_page: int) -> bytes:
    """A complete definition, with the header of the first page but without later page headers."""
    variable = sum(is_variable(column.type) for column in table.columns)
    head = bytearray(layout.tdef_body)
    head[:2] = bytes((codes.PAGE_TDEF, 1))
    struct.pack_into("<I", head, layout.tdef_rows_at, table.rows)
    struct.pack_into("<i", head, layout.tdef_autonumber_at, table.last_autonumber)
    for at, constant in layout.tdef_constants:
        struct.pack_into("<I", head, at, constant)
    kind = codes.SYSTEM_TABLE if table.system else codes.USER_TABLE
    columns, indexes = len(table.columns), len(table.indexes)
    counts = (columns, variable, columns, indexes, indexes, table.owned_map, table.free_map)
    codes.TDEF_COUNTS.pack_into(head, layout.tdef_type_at, kind, *counts)
    parts = [bytes(head)]
    for index in table.indexes:
        parts.append(struct.pack("<II", 0, index.keys).ljust(layout.index_count_size, b"\0"))
    order = list(range(len(table.columns)))
    if table.system and layout.system_by_name:
        order.sort(key=lambda number: table.columns[number].name.casefold())
    records = column_records(layout, table, code_page)
    parts += [records[number] for number in order]
    parts += [counted_name(layout, table.columns[number].name, codec) for number in order]
    parts += [real_index(layout, table, index) for index in table.indexes]
    named = sorted(enumerate(table.indexes), key=lambda item: item[1].spec.name.casefold())
    parts += [logical_index(layout, number, index) for number, index in named]
    parts += [counted_name(layout, index.spec.name, codec) for _, index in named]
    parts += [codes.LONG_MAPS.pack(*long_map) for long_map in table.long_maps]
    parts.append(codes.TDEF_END)
    definition = bytearray(b"".join(parts))
    struct.pack_into("<I", definition, codes.TDEF_LENGTH_AT, len(definition))
    return bytes(definition)


def write_tdef(store: Store, first: int, definition: bytes) -> None:
    """Split a definition into pages and write them."""
    pages = tdef_pages(store.layout, definition)
    numbers = [first] + [store.allocate() for _ in pages[1:]]
    for number, page in zip(numbers, link_pages(pages, numbers), strict=True):
        store.put(number, page)


def tdef_pages(layout: Layout, definition: bytes) -> list[bytes]:
    """The pages of a definition, not yet linked."""
    size = layout.page_size
    pages = []
    for body in tdef_bodies(layout, definition):
        # Jet 4 stores the number of free bytes here, minus eight
        word = layout.tdef_word
        if word is None:
            word = max(0, size - len(body) - 16)
        pages.append((codes.PAGE_HEAD.pack(codes.PAGE_TDEF, 1, word, 0) + body).ljust(size, b"\0"))
    return pages


def tdef_bodies(layout: Layout, definition: bytes) -> list[bytes]:
    """The content of each page of a definition, without the page header of eight bytes."""
    size = layout.page_size
    rest = range(size, len(definition), size - 8)
    return [definition[8:size], *(definition[at : at + size - 8] for at in rest)]


def link_pages(pages: list[bytes], numbers: list[int]) -> list[bytes]:
    """The pages of a definition, each with the number of the next one."""
    follows = [*numbers[1:], 0]
    return [p[:4] + struct.pack("<I", n) + p[8:] for p, n in zip(pages, follows, strict=True)]


def long_columns(columns: Sequence[ColumnSpec]) -> list[int]:
    """The numbers of the columns whose values can be stored on pages of their own."""
    return [number for number, column in enumerate(columns) if column.type in codes.LONG_TYPES]
