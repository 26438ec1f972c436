"""The tables of a database as CREATE TABLE statements, as mdb-schema of mdbtools prints them."""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .read.database import AccessTable
from .read.tdef import Column


class Dialect(NamedTuple):
    """How a database writes names and types."""

    name: Callable[[str], str]
    types: dict[str, str]
    sized: tuple[str, ...] = ()  # types that are followed by their size
    not_null: bool = False


DIALECTS = {
    "access": Dialect(
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
    "sqlite": Dialect(
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
"""What is printed for types without a limit."""


def statements(tables: Iterable[AccessTable], dialect: Dialect) -> Iterator[str]:
    """The lines that make these tables, a blank line after each table."""
    for table in tables:
        columns = table.columns
        lines = [
            f"\t{dialect.name(column.name)}\t\t\t{_type(column, dialect)}" for column in columns
        ]
        yield f"CREATE TABLE {dialect.name(table.name)}"
        yield " ("
        yield from (f"{line}, " for line in lines[:-1])
        yield from lines[-1:]
        yield from (");", "")


def _type(column: Column, dialect: Dialect) -> str:
    text = dialect.types.get(column.type, column.type)
    if column.type in dialect.sized:
        size = str(LONG_SIZE if column.type in ("ole", "memo") else column.size)
        if column.type == "numeric":
            size = f"{column.precision}, {column.scale}"
        text += f" ({size})"
    required = column.type == "boolean" or bool(column.properties.get("Required"))
    return f"{text} NOT NULL" if required and dialect.not_null else text
