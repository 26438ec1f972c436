"""The numbers of an Access file that are the same in both versions."""

import struct
from struct import Struct

SORT_ORDER = 0x0409  # General

# Page types (byte 0 of a page)
PAGE_HEAD = Struct("<BBHI")  # type, 1, free bytes, owner (of a definition: its next page)
PAGE_DATA, PAGE_TDEF, PAGE_NODE, PAGE_LEAF = 1, 2, 3, 4
BITMAP_HEAD = b"\5\1\0\0"  # how a page of a usage map begins: type 5
PAGES_MAX = 0xFFFFFF  # the highest number that fits in a row pointer
GLOBAL_MAP = 1 << 8  # the row pointer of the map of free pages: page 1, row 0
INLINE_MAP = Struct("<BI")  # an inline usage map: 0 and its first page, then the bits

# Row directory words
ROW_START = 0x1FFF
ROW_MOVED = 0x4000  # the row is a pointer to its new place
ROW_TARGET = 0x8000  # the new place of a moved row, reached only through the pointer
ROW_DELETED = 0xC000
ROWS_PER_PAGE = 255

# Long values
LONG_HEADER = Struct("<III")  # length and flags, row pointer, 0
LONG_OWNER = int.from_bytes(b"LVAL", "little")  # the owner of pages with long values
LONG_INLINE = 0x80000000
LONG_SINGLE = 0x40000000
LONG_LENGTH = 0x3FFFFFFF

# Tables, their columns and column flags
TDEF_LENGTH_AT = 8
# type, columns ever added, variable columns, columns, logical and real indexes,
# maps of the owned pages and of those with free space
TDEF_COUNTS = Struct("<BHHHIIII")
TDEF_END = b"\xff\xff"
LONG_MAPS = Struct("<HII")  # column number, the same maps of its long values
USER_TABLE, SYSTEM_TABLE = 0x4E, 0x53
COLUMNS_MAX, KEY_COLUMNS_MAX, NAME_MAX, TEXT_MAX = 255, 10, 64, 255
COLUMN_FIXED, COLUMN_NULLABLE, COLUMN_AUTONUMBER, COLUMN_AUTO_GUID = 0x01, 0x02, 0x04, 0x40
COLUMN_SYSTEM, COLUMN_SID, COLUMN_HYPERLINK = 0x10, 0x20, 0x80

INDEX_KEYS_AT = 4  # the number of distinct keys, in the part before the columns
KEY_COLUMN = Struct("<HB")  # column number, 1 if ascending
NO_KEY_COLUMN = KEY_COLUMN.pack(0xFFFF, 0)

# Flags of a real (stored) index; types of a logical (named) one
INDEX_UNIQUE, INDEX_IGNORE_NULLS, INDEX_REQUIRED = 0x01, 0x02, 0x08
INDEX_PRIMARY, INDEX_FOREIGN = 1, 2

# Types: the code, the name, and the struct format of values of a fixed size
_TYPES = (
    (1, "boolean", ""),
    (2, "byte", "B"),
    (3, "integer", "h"),
    (4, "long", "i"),
    (5, "currency", "q"),
    (6, "single", "f"),
    (7, "double", "d"),
    (8, "date", "d"),
    (9, "binary", ""),
    (10, "text", ""),
    (11, "ole", ""),
    (12, "memo", ""),
    (15, "guid", "16s"),
    (16, "numeric", "17s"),
)
TYPE_NAMES = {code: name for code, name, _ in _TYPES}
TYPE_CODES = {name: code for code, name, _ in _TYPES}
FIXED_FORMATS = {name: format for _, name, format in _TYPES if format}
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
