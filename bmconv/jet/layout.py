"""The numbers in which Access 97 (Jet 3) and Access 2000 (Jet 4) files differ, one table each.

Sizes and offsets are in bytes. A Struct yields the same fields for both versions.
"""

import struct
from struct import Struct
from typing import Any

from . import codes


class Named:
    """A plain bag of attributes, much cheaper to define than a NamedTuple."""

    def __init__(self, **fields: Any) -> None:
        vars(self).update(fields)


class Layout(Named):
    """The numbers of one file version."""

    version: int
    page_size: int

    # page 0
    mask_length: int  # masked bytes from 0x18
    password_length: int  # from 0x42
    sort_order_at: int
    commit_at: int
    dated: bool  # has a creation date, which also masks the password and the SIDs
    header_words: tuple[tuple[int, int], ...]  # offset and value of other words in real files
    after_mask: bytes

    # data pages
    row_count_at: int
    row_table_at: int
    row_max: int
    long_row_max: int  # bytes of a long value in one row
    inline_map_bytes: int  # bitmap of an inline usage map

    # rows: each count takes one byte or two
    count_fmt: str
    has_jump_table: bool

    # table definitions
    tdef_rows_at: int
    tdef_autonumber_at: int
    tdef_type_at: int  # the table's type, and the counts and maps after it: TDEF_COUNTS
    tdef_body: int
    tdef_word: int | None  # the u16 at offset 2; None if it is the number of free bytes
    tdef_constants: tuple[tuple[int, int], ...]  # offsets and u32 values
    index_count_size: int
    column: Struct  # type, number, slot, position, misc, flags, extra flags, offset, length
    column_constant: tuple[str, int, int]  # format, offset and value of what `column` skips
    precision_at: int  # offset in misc
    real_index: Struct  # columns and directions, map pointer, root, flags
    logical_index: Struct  # number, real, rel type, other index, other table, cascades, type
    real_index_root_at: int
    index_constants: tuple[bytes, bytes]  # first bytes of a real and of a logical index
    index_flags: int  # flags that are always set
    system_by_name: bool  # system tables list their columns by name

    # names and text
    name_length: Struct
    char_size: int  # bytes per character of text in a column definition
    binary_max: int
    has_numeric: bool  # the type came with Access 2000

    # index pages
    node: Struct  # prev, next, tail, prefix, level
    node_at: int
    node_bitmap: int
    node_entries: int

    property_magic: bytes

    @property
    def count_size(self) -> int:
        """Number of bytes of one count in a row."""
        return struct.calcsize(self.count_fmt)

    @property
    def map_page_bits(self) -> int:
        """Number of pages that one bitmap page of a usage map covers."""
        return (self.page_size - len(codes.BITMAP_HEAD)) * 8


JET3 = Layout(
    version=3,
    page_size=2048,
    mask_length=126,
    password_length=20,
    sort_order_at=0x3A,
    commit_at=0x600,
    dated=False,
    header_words=((0x38, 1), (0x56, 0x251E)),
    after_mask=b"",
    row_count_at=8,
    row_table_at=10,
    row_max=2012,
    long_row_max=2032,
    inline_map_bytes=128,
    count_fmt="B",
    has_jump_table=True,
    tdef_rows_at=12,
    tdef_autonumber_at=16,
    tdef_type_at=20,
    tdef_body=43,
    tdef_word=0x4356,
    tdef_constants=(),
    index_count_size=8,
    column=Struct("<BHHH2x4sB0sHH"),
    column_constant=("<H", 7, 1),
    precision_at=2,
    real_index=Struct("<30sIIB"),
    logical_index=Struct("<IIBIIBBB"),
    real_index_root_at=34,
    index_constants=(b"", b""),
    index_flags=0,
    system_by_name=False,
    name_length=Struct("<B"),
    char_size=1,
    binary_max=255,
    has_numeric=False,
    node=Struct("<IIIBB"),
    node_at=8,
    node_bitmap=0x16,
    node_entries=0xF8,
    property_magic=b"KKD\0",
)

JET4 = Layout(
    version=4,
    page_size=4096,
    mask_length=128,
    password_length=40,
    sort_order_at=0x6E,
    commit_at=0xE00,
    dated=True,
    header_words=((0x6A, 9756),),
    after_mask=b"\x54\x06\0\0" + b"4.0\0",
    row_count_at=12,
    row_table_at=14,
    row_max=4060,
    long_row_max=4076,
    inline_map_bytes=64,
    count_fmt="H",
    has_jump_table=False,
    tdef_rows_at=16,
    tdef_autonumber_at=20,
    tdef_type_at=40,
    tdef_body=63,
    tdef_word=None,
    tdef_constants=((12, 0x659), (24, 1)),
    index_count_size=12,
    column=Struct("<B4xHHH4sB1s4xHH"),
    column_constant=("<I", 1, 0x659),
    precision_at=0,
    real_index=Struct("<4x30sII4xB5x"),
    logical_index=Struct("<4xIIBIIBBB4x"),
    real_index_root_at=38,
    index_constants=(b"\x83\x07\0\0", b"\x59\x06\0\0"),
    index_flags=0x80,
    system_by_name=True,
    name_length=Struct("<H"),
    char_size=2,
    binary_max=510,
    has_numeric=True,
    node=Struct("<IIIHB"),
    node_at=12,
    node_bitmap=0x1B,
    node_entries=0x1E0,
    property_magic=b"MR2\0",
)

LAYOUTS = {layout.version: layout for layout in (JET3, JET4)}
