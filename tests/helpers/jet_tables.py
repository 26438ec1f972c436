"""Tables of every column type with usual and extreme values, for files that tests write."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from bmconv.jet import AccessTable, Column, ColumnSpec, IndexSpec, TableSpec

CREATED = datetime(2026, 1, 19, 19, 30, 7)


def properties(table: AccessTable, column: Column | None = None) -> dict[str, Any]:
    """The values of the properties of a table, or of one of its columns."""
    of_table, of_columns = table.properties
    entries = of_columns.get(column.name, {}) if column else of_table
    return {name: entry.value for name, entry in entries.items()}


LATIN = "Zażółć".replace("ż", "ž").replace("ó", "o").replace("ł", "ñ").replace("ć", "ç")
BEYOND = "Łukasz Ж 漢字 🂡 ή"

ALL_TYPES = [
    ColumnSpec("id", "long", autonumber=True),
    ColumnSpec("flag", "boolean", default="true", required=False),
    ColumnSpec("tiny", "byte"),
    ColumnSpec("short", "integer", default="0"),
    ColumnSpec("number", "long"),
    ColumnSpec("money", "currency"),
    ColumnSpec("single", "single"),
    ColumnSpec("double", "double"),
    ColumnSpec("moment", "date"),
    ColumnSpec("raw", "binary", 40),
    ColumnSpec("text", "text", 255, allow_zero_length=True, default='"none"'),
    ColumnSpec("plain", "text", 50, compressed=False, allow_zero_length=False),
    ColumnSpec("memo", "memo"),
    ColumnSpec("object", "ole"),
    ColumnSpec("guid", "guid"),
    ColumnSpec("exact", "numeric", precision=28, scale=4),
]
INDEXED = ["id", "flag", "tiny", "short", "number", "money", "double", "moment", "raw", "guid"]


def all_types_rows(version: int) -> list[tuple[Any, ...]]:
    """Rows with empty, smallest, largest and otherwise extreme values."""
    beyond = BEYOND if version == 4 else LATIN + "€"
    zero, full = "{00000000-0000-0000-0000-000000000000}", "{FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF}"
    guid = "{6F9619FF-8B86-D011-B42D-00C04FC964F%s}"
    mark = "\ufeff" if version == 4 else "þ"  # how compressed text begins
    noon = datetime(1899, 12, 30, 12)
    return [
        (1, True, 0, 0, 0, Decimal("0.0000"), 0.0, 0.0, datetime(1899, 12, 30), b"\0", "", "", "",
         b"", zero, Decimal("0.0000")),
        (2, False, *[None] * 14),
        (3, True, 255, -32768, -2147483648, Decimal("-922337203685477.5808"), -0.1, -1e300,
         datetime(1899, 12, 30, 21, 4, 59), bytes(range(40)), "x" * 255, "é" * 50, "m" * 32,
         b"\xfe" * 64, guid % 1, Decimal("-" + "9" * 24 + ".9999")),
        (4, False, 1, 32767, 2147483647, Decimal("922337203685477.5807"), 3.4e38, 5e-324,
         datetime(1899, 12, 29, 6), b"12345678", beyond, beyond, beyond * 30, b"\1" * 2000, full,
         Decimal("0.0001")),
        (70, True, 7, -1, -1, Decimal("-0.0001"), 1.5, 0.1, datetime(9999, 12, 31, 23, 59, 59),
         b"123456789", "a", "ab", "long " * 4000, bytes(range(256)) * 50, guid % 2,
         Decimal("12345678901234.5678")),
        (71, True, 7, -1, 5, Decimal("3.5000"), 1.5, 0.1, datetime(100, 1, 1), b"\0\0", " ", "  x",
         beyond * 400, b"z" * 70000, guid % 3, None),
        (72, False, 8, 0, 6, Decimal("-3.5000"), -1.5, -0.1, noon, b"z" * 17, mark + "mark", "'-",
         mark + LATIN, b"\xff\xfe", guid % 4, Decimal("-1.0000")),
    ]  # fmt: skip


def all_types(version: int) -> TableSpec:
    """A table of all column types; those that can have an index have one in each direction."""
    indexes = [IndexSpec("PrimaryKey", [("id", True)], unique=True, primary=True)]
    for name in INDEXED:
        indexes.append(IndexSpec(f"up {name}", [(name, True)]))
        indexes.append(IndexSpec(f"down {name}", [(name, False)], ignore_nulls=True))
    indexes.append(IndexSpec("several", [("short", True), ("number", False), ("flag", True)]))
    columns = [column for column in ALL_TYPES if version == 4 or column.type != "numeric"]
    rows = [row[: len(columns)] for row in all_types_rows(version)]
    return TableSpec("AllTypes", columns, rows, indexes, {"Description": "all of them"})


def wide() -> TableSpec:
    """A table whose definition takes several pages."""
    kinds = ("boolean", "integer", "text")
    columns = [
        ColumnSpec(f"BM2SomeRatherLongSettingName{i:02}", kinds[i % 3], 0 if i % 3 < 2 else 20,
                   default="true" if i % 3 == 0 else None, required=False)
        for i in range(75)
    ]  # fmt: skip
    rows = [
        tuple(
            (i % 2 == 0, i - 40, f"v{i}" if i % 4 else None)[i % 3]
            for i in range(shift, shift + 75)
        )
        for shift in range(0, 12, 3)
    ]
    return TableSpec("Settings", columns, rows, [], {"OrderByOn": False})


def texts() -> TableSpec:
    """A table with an index on texts of all lengths, and rows longer than 256 bytes."""
    columns = [ColumnSpec("Name", "text", 60), ColumnSpec("More", "text", 255),
               ColumnSpec("Again", "text", 255), ColumnSpec("End", "text", 10)]  # fmt: skip
    rows: list[tuple[Any, ...]] = [
        (
            f"Name {i:03} {'ab' * (i % 9)}",
            "m" * (i * 7 % 256),
            "n" * (i * 5 % 256),
            None if i % 3 else "e",
        )
        for i in range(300)
    ]
    rows += [(None, None, None, None), ("", "", "", ""), ("ZZ 9", None, "n" * 255, "last")]
    return TableSpec(
        "Texts",
        columns,
        rows,
        [IndexSpec("up", [("Name", True)]), IndexSpec("down", [("Name", False), ("End", True)])],
    )


RECEIVED = [
    ColumnSpec("ID", "long", autonumber=True),
    *[
        ColumnSpec(name, "integer", required=False)
        for name in ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "Declarer")
    ],
    *[
        ColumnSpec(name, "text", size, allow_zero_length=True)
        for name, size in (
            ("NS/EW", 2), ("Contract", 10), ("Result", 10), ("LeadCard", 10), ("Remarks", 255)
        )
    ],
    ColumnSpec("DateLog", "date"),
    ColumnSpec("TimeLog", "date"),
    *[
        ColumnSpec(name, "boolean", default="false")
        for name in ("Processed", "ExternalUpdate", "Processed1", "Processed2", "Processed3",
                     "Processed4", "Erased")
    ],
    ColumnSpec("SuspiciousContract", "integer", default="0"),
]  # fmt: skip


def received_rows(count: int) -> Iterator[tuple[Any, ...]]:
    """Rows of ReceivedData as after a long season."""
    day = datetime(2026, 1, 19)
    noon = datetime(1899, 12, 30, 12)
    for i in range(count):
        contract = None if i % 37 == 0 else f"{i % 7 + 1} {('C', 'D', 'H', 'S', 'NT')[i % 5]}"
        if contract and i % 11 == 0:
            contract += " x"
        yield (
            i + 1, i % 4 + 1, i % 30 + 1, i % 13 + 1, i % 36 + 1,
            i % 30 + 1, i % 29 + 31, i % 30 + 1, "NESW"[i % 4],
            contract, None if contract is None else ("=", "+1", "-2")[i % 3],
            f"{'SHDC'[i % 4]}{i % 8 + 2}" if i % 3 else None,
            "Not played" if contract is None else None,
            day + timedelta(days=i // 700), noon + timedelta(seconds=i * 7 % 30000),
            False, False, False, False, False, False, i % 101 == 0, 0,
        )  # fmt: skip


def received(count: int) -> TableSpec:
    """ReceivedData with this number of rows, a primary key and another index."""
    key = IndexSpec("PrimaryKey", [("ID", True)], unique=True, primary=True)
    place = [("Section", True), ("Table", True), ("Round", True), ("Board", False)]
    return TableSpec(
        "ReceivedData", RECEIVED, received_rows(count), [key, IndexSpec("Place", place)]
    )


def tables(version: int, rows: int = 3000) -> list[TableSpec]:
    """The tables of a file that has all of these."""
    empty = TableSpec("Empty one", [ColumnSpec("A", "text", 3), ColumnSpec("B", "boolean")])
    narrow = TableSpec("Flags", [ColumnSpec("A", "boolean")], [(i % 3 == 0,) for i in range(700)])
    return [all_types(version), wide(), texts(), received(rows), empty, narrow]
