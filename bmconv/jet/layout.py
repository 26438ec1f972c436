"""The numbers in which Access 97 (Jet 3) and Access 2000 (Jet 4) files differ, one table each.

Sizes and offsets are in bytes. A format ending in `_fmt` is a struct format that yields the same
fields for both versions.
"""

import struct
from typing import NamedTuple


class Layout(NamedTuple):
    """One file version."""

    version: int
    page_size: int

    # page 0
    mask_length: int  # masked bytes from 0x18
    password_length: int  # from 0x42
    sort_order_at: int
    commit_at: int
    dated: bool  # has a creation date, which also masks the password and the SIDs
    header_words: tuple[tuple[int, int], ...]  # offset and value as real files have them
    after_mask: bytes

    # data pages
    row_count_at: int
    row_table_at: int
    row_max: int
    long_row_max: int  # bytes of a long value in one row
    inline_map_bytes: int  # bitmap of an inline usage map

    # rows: one count is a byte or a word
    count_fmt: str
    count_size: int
    has_jump_table: bool

    # table definitions
    tdef_rows_at: int
    tdef_autonumber_at: int
    tdef_type_at: int  # then max_cols, var_cols, cols, logical, real, owned, free
    tdef_body: int
    tdef_word: int | None  # the u16 at 2, None: free bytes
    tdef_constants: tuple[tuple[int, int], ...]  # offset and u32
    index_count_size: int
    column_fmt: str  # type, number, slot, position, misc, flags, extra flags, offset, length
    column_size: int
    column_constant: tuple[str, int, int]  # format, offset, value of what column_fmt leaves out
    precision_at: int  # in misc
    real_index_fmt: str  # columns and directions, map pointer, root, flags
    real_index_size: int
    logical_index_fmt: str  # number, real, rel type, other index, other table, cascades, type
    logical_index_size: int
    index_constants: tuple[bytes, bytes]  # how real and logical indexes begin
    index_flags: int  # always set
    system_by_name: bool  # system tables list their columns by name

    # names and text
    name_size_fmt: str
    name_size: int
    char_size: int  # bytes per character of text in a column definition
    binary_max: int
    has_numeric: bool  # the type came with Access 2000

    # index pages
    node_fmt: str  # prev, next, tail, prefix, level
    node_at: int
    node_bitmap: int
    node_entries: int

    property_magic: bytes

    @property
    def map_page_bits(self) -> int:
        """Pages that one bitmap page of a usage map tells of."""
        return (self.page_size - len(BITMAP_HEAD)) * 8


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
    count_size=1,
    has_jump_table=True,
    tdef_rows_at=12,
    tdef_autonumber_at=16,
    tdef_type_at=20,
    tdef_body=43,
    tdef_word=0x4356,
    tdef_constants=(),
    index_count_size=8,
    column_fmt="<BHHH2x4sB0sHH",
    column_size=18,
    column_constant=("<H", 7, 1),
    precision_at=2,
    real_index_fmt="<30sIIB",
    real_index_size=39,
    logical_index_fmt="<IIBIIBBB",
    logical_index_size=20,
    index_constants=(b"", b""),
    index_flags=0,
    system_by_name=False,
    name_size_fmt="<B",
    name_size=1,
    char_size=1,
    binary_max=255,
    has_numeric=False,
    node_fmt="<IIIBB",
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
    count_size=2,
    has_jump_table=False,
    tdef_rows_at=16,
    tdef_autonumber_at=20,
    tdef_type_at=40,
    tdef_body=63,
    tdef_word=None,
    tdef_constants=((12, 0x659), (24, 1)),
    index_count_size=12,
    column_fmt="<B4xHHH4sB1s4xHH",
    column_size=25,
    column_constant=("<I", 1, 0x659),
    precision_at=0,
    real_index_fmt="<4x30sII4xB5x",
    real_index_size=52,
    logical_index_fmt="<4xIIBIIBBB4x",
    logical_index_size=28,
    index_constants=(b"\x83\x07\0\0", b"\x59\x06\0\0"),
    index_flags=0x80,
    system_by_name=True,
    name_size_fmt="<H",
    name_size=2,
    char_size=2,
    binary_max=510,
    has_numeric=True,
    node_fmt="<IIIHB",
    node_at=12,
    node_bitmap=0x1B,
    node_entries=0x1E0,
    property_magic=b"MR2\0",
)

LAYOUTS = {0: JET3, 1: JET4}  # by the u32 at 0x14 of page 0
SORT_ORDER = 0x0409  # General

# Page types (byte 0 of a page)
PAGE_DATA, PAGE_TDEF, PAGE_NODE, PAGE_LEAF = 1, 2, 3, 4
BITMAP_HEAD = b"\5\1\0\0"  # how a page of a usage map begins: type 5
PAGES_MAX = 0xFFFFFF  # the highest number that a row pointer can name

# Row directory words
ROW_START = 0x1FFF
ROW_MOVED = 0x4000  # the row is a pointer to its new place
ROW_TARGET = 0x8000  # such a new place: reached through the pointer only
ROW_DELETED = 0xC000
ROWS_PER_PAGE = 255

# Long values
LONG_INLINE = 0x80000000
LONG_SINGLE = 0x40000000
LONG_LENGTH = 0x3FFFFFFF

# Tables, their columns and column flags
USER_TABLE, SYSTEM_TABLE = 0x4E, 0x53
COLUMNS_MAX, KEY_COLUMNS_MAX, NAME_MAX, TEXT_MAX = 255, 10, 64, 255
COLUMN_FIXED, COLUMN_NULLABLE, COLUMN_AUTONUMBER, COLUMN_AUTO_GUID = 0x01, 0x02, 0x04, 0x40
COLUMN_SYSTEM, COLUMN_SID, COLUMN_HYPERLINK = 0x10, 0x20, 0x80

# Index flags of a real index; types of a logical one
INDEX_UNIQUE, INDEX_IGNORE_NULLS, INDEX_REQUIRED = 0x01, 0x02, 0x08
INDEX_PRIMARY, INDEX_FOREIGN = 1, 2

# Type codes
TYPE_NAMES = {
    1: "boolean",
    2: "byte",
    3: "integer",
    4: "long",
    5: "currency",
    6: "single",
    7: "double",
    8: "date",
    9: "binary",
    10: "text",
    11: "ole",
    12: "memo",
    15: "guid",
    16: "numeric",
}
TYPE_CODES = {name: code for code, name in TYPE_NAMES.items()}
FIXED_FORMATS = {
    "byte": "B",
    "integer": "h",
    "long": "i",
    "currency": "q",
    "single": "f",
    "double": "d",
    "date": "d",
    "guid": "16s",
    "numeric": "17s",
}
FIXED_SIZES = {"boolean": 0} | {n: struct.calcsize("<" + f) for n, f in FIXED_FORMATS.items()}
LONG_TYPES = ("memo", "ole")

# Catalog
CATALOG_PAGE = 2
OBJECT_TABLE, OBJECT_ODBC_LINK, OBJECT_QUERY, OBJECT_LINK, OBJECT_RELATIONSHIP = 1, 4, 5, 6, 8
SYSTEM_OBJECT = 0x80000002
OBJECT_NAMES = {
    OBJECT_ODBC_LINK: "linked table",
    OBJECT_LINK: "linked table",
    -32768: "form",
    -32766: "macro",
    -32764: "report",
    -32761: "module",
    -32756: "data access page",
}
OBJECTS_OF_ACCESS = (2, 3, -32757, -32758)  # containers, SummaryInfo, users
