"""The tables of a database as CREATE TABLE statements, as mdb-schema of mdbtools prints them."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .read.database import AccessTable
from .read.tdef import Column


class SqlDialect(NamedTuple):
    """How a database writes names and types."""

    quote: Callable[[str], str]
    types: dict[str, str]
    sized: tuple[str, ...] = ()  # types that are followed by their size
    not_null: bool = False  # whether NOT NULL is printed


DIALECTS = {
    "access": SqlDialect(
        lambda name: f"[{name}]",
        {
            "boolean": "Boolean",
            "byte": "Byte",
            "integer": "Integer",
            "long": "Long Integer",
            "currency": "Currency",
            "single": "Single",
            "double": "Double",
            "date": "DateTime",
            "binary": "Binary",
            "text": "Text",
            "ole": "OLE",
            "memo": "Memo/Hyperlink",
            "guid": "Replication ID",
            "numeric": "Numeric",
        },
        sized=("text", "ole", "memo", "numeric"),
        not_null=True,
    ),
    "sqlite": SqlDialect(
        lambda name: f"`{name.replace('`', '``')}`",
        {
            "boolean": "INTEGER",
            "byte": "INTEGER",
            "integer": "INTEGER",
            "long": "INTEGER",
            "currency": "REAL",
            "single": "REAL",
            "double": "REAL",
            "date": "DateTime",
            "binary": "BLOB",
            "text": "varchar",
            "ole": "BLOB",
            "memo": "TEXT",
            "guid": "INTEGER",
            "numeric": "INTEGER",
        },
    ),
}
LONG_SIZE = 255
"""The size printed for long types, which have no limit."""


def statements(tables: Iterable[AccessTable], dialect: SqlDialect) -> Iterator[str]:
    """The lines of the statements that create these tables, with a blank line after each table."""
    for table in tables:
        _, properties = table.properties
        lines = []
        for column in table.columns:
            required = properties.get(column.name, {}).get("Required")
            text = _type(column, dialect, required=bool(required and required.value))
            lines.append(f"\t{dialect.quote(column.name)}\t\t\t{text}")
        yield f"CREATE TABLE {dialect.quote(table.name)}"
        yield " ("
        yield from (f"{line}, " for line in lines[:-1])
        yield from lines[-1:]
        yield from (");", "")


def _type(column: Column, dialect: SqlDialect, *, required: bool) -> str:
    text = dialect.types.get(column.type, column.type)
    if column.type == "numeric":
        size = f"{column.precision}, {column.scale}"
    else:
        size = str(LONG_SIZE if column.type in ("ole", "memo") else column.size)
    if column.type in dialect.sized:
        text += f" ({size})"
    not_null = required or column.type == "boolean"
    return f"{text} NOT NULL" if not_null and dialect.not_null else text
