"""The system tables of a new file, with the rows of its catalog and permissions."""

from datetime import datetime
from typing import Any, NamedTuple

from ..header import xor
from ..layout import Layout
from .spec import ColumnSpec, IndexSpec, TableSpec

# ids of objects; the id of a table is the page of its definition
OBJECTS, ACES, QUERIES, RELATIONSHIPS = 2, 3, 4, 5
ROOT, TABLES, DATABASES, RELATIONS = 0x0F000000, 0x0F000001, 0x0F000002, 0x0F000003
DATABASE = 0x10000000
SYSTEM_FLAG = -0x80000000

# security identifiers
ADMIN, USERS, ENGINE, CREATOR = b"\x03\x01", b"\x02\x01", b"\x02\x03", b"\x02\x04"
FULL_ACCESS = 0xFFEFF
LVPROP = 14  # the number of this column in MSysObjects

# id, parent, name, type and owner
STANDARD_OBJECTS = (
    (TABLES, ROOT, "Tables", 3, ENGINE),
    (DATABASES, ROOT, "Databases", 3, ENGINE),
    (RELATIONS, ROOT, "Relationships", 3, ENGINE),
    (DATABASE, DATABASES, "MSysDb", 2, ADMIN),
    (OBJECTS, TABLES, "MSysObjects", 1, ENGINE),
    (ACES, TABLES, "MSysACEs", 1, ENGINE),
    (QUERIES, TABLES, "MSysQueries", 1, ENGINE),
    (RELATIONSHIPS, TABLES, "MSysRelationships", 1, ENGINE),
)
# object id, security identifier, rights, and whether they are inherited
STANDARD_ACES = (
    (OBJECTS, ADMIN, 0x60000, False),
    (ACES, ADMIN, 0x60000, False),
    (QUERIES, ADMIN, 0x60000, False),
    (RELATIONSHIPS, ADMIN, 0xE0000, False),
    (TABLES, CREATOR, 0xF00FE, True),
    (TABLES, ADMIN, 0x60001, False),
    (RELATIONS, CREATOR, 0xF00FE, True),
    (RELATIONS, ADMIN, 0x60001, False),
    (DATABASES, ADMIN, 0x60000, False),
    (DATABASE, ADMIN, 0x6000E, False),
    (DATABASE, USERS, 0x0E, False),
    (QUERIES, USERS, 0x14, False),
    (RELATIONSHIPS, USERS, 0x14, False),
    (OBJECTS, USERS, 0x14, False),
    (TABLES, USERS, 0xFFEFF, True),
    (RELATIONS, USERS, 0xFFFFF, True),
)


class CatalogEntry(NamedTuple):
    """A user table for the catalog."""

    page: int
    name: str
    lvprop: bytes


def plain_columns(text: str) -> list[ColumnSpec]:
    """Columns from "name type, ..."; system tables do not compress text."""
    columns = []
    for part in text.split(","):
        name, kind = part.split()
        columns.append(ColumnSpec(name, kind, compressed=False))
    return columns


def ascending(*names: str) -> list[tuple[str, bool]]:
    """Key columns of an index, all ascending."""
    return [(name, True) for name in names]


def objects_table(created: datetime, mask: bytes, entries: list[CatalogEntry]) -> TableSpec:
    """MSysObjects, the catalog; `mask` hides the owners."""
    rows: list[tuple[Any, ...]] = []
    for number, parent, name, kind, owner in STANDARD_OBJECTS:
        rows.append(object_row(number, parent, name, kind, xor(owner, mask), SYSTEM_FLAG, created))
    for entry in entries:
        row = object_row(entry.page, TABLES, entry.name, 1, xor(ADMIN, mask), 0, created)
        rows.append((*row[:LVPROP], entry.lvprop or None, *row[LVPROP + 1 :]))
    return TableSpec(
        "MSysObjects",
        plain_columns(
            "Id long, ParentId long, Name text, Type integer, DateCreate date, DateUpdate date, "
            "Owner binary, Flags long, Database memo, Connect memo, ForeignName text, "
            "RmtInfoShort binary, RmtInfoLong ole, Lv ole, LvProp ole, LvModule ole, LvExtra ole"
        ),
        rows,
        [
            IndexSpec("ParentIdName", ascending("ParentId", "Name"), unique=True),
            IndexSpec("Id", ascending("Id"), unique=True, primary=True),
        ],
    )


def object_row(
    number: int, parent: int, name: str, kind: int, owner: bytes, flags: int, created: datetime
) -> tuple[Any, ...]:
    """One row of MSysObjects; its last nine columns are null."""
    return (number, parent, name, kind, created, created, owner, flags, *[None] * 9)


def aces_table(mask: bytes, entries: list[CatalogEntry]) -> TableSpec:
    """MSysACEs, the permissions; `mask` hides the security identifiers."""
    aces = list(STANDARD_ACES)
    for entry in entries:
        aces += [(entry.page, sid, FULL_ACCESS, False) for sid in (ADMIN, USERS)]
    return TableSpec(
        "MSysACEs",
        plain_columns("ObjectId long, SID binary, ACM long, FInheritable boolean"),
        [(number, xor(sid, mask), access, inherit) for number, sid, access, inherit in aces],
        [IndexSpec("ObjectId", ascending("ObjectId"), required=True)],
    )


def queries_table(layout: Layout) -> TableSpec:
    """The table MSysQueries, without rows."""
    extra = ", LvExtra long" if layout.version == 4 else ""
    return TableSpec(
        "MSysQueries",
        plain_columns(
            "ObjectId long, Attribute byte, Order binary, Name1 text, Name2 text, "
            "Expression memo, Flag integer" + extra
        ),
        [],
        [
            IndexSpec(
                "ObjectIdAttribute",
                ascending("ObjectId", "Attribute", "Order"),
                unique=True,
                primary=True,
            )
        ],
    )


def relationships_table() -> TableSpec:
    """The table MSysRelationships, without rows."""
    return TableSpec(
        "MSysRelationships",
        plain_columns(
            "szRelationship text, grbit long, ccolumn long, icolumn long, szObject text, "
            "szColumn text, szReferencedObject text, szReferencedColumn text"
        ),
        [],
        [
            IndexSpec(name, ascending(name), ignore_nulls=True)
            for name in ("szRelationship", "szObject", "szReferencedObject")
        ],
    )
