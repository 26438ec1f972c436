"""Access 97 (Jet 3) and Access 2000 (Jet 4) databases, read and written without Access.

`open` gives the tables, columns, properties and rows of a file; `write` makes a complete new one.
The package stands on its own: it knows nothing of what the tables are about.
"""

import os
from collections.abc import Iterable
from datetime import datetime
from typing import BinaryIO

from .database import Database, Table
from .errors import JetError
from .properties import Property
from .spec import UNDATED, ColumnSpec, IndexSpec, Replaced, Report, TableSpec, spec_of
from .tdef import Column, Index

__all__ = [
    "Column",
    "ColumnSpec",
    "Database",
    "Index",
    "IndexSpec",
    "JetError",
    "Property",
    "Replaced",
    "Report",
    "Table",
    "TableSpec",
    "open",
    "spec_of",
    "write",
]


def open(source: "str | os.PathLike[str] | bytes") -> Database:
    """Open a database: the path of a file, or its bytes."""
    return Database(source)


def write(
    tables: Iterable[TableSpec],
    target: BinaryIO,
    *,
    version: int = 4,
    created: datetime = UNDATED,
    code_page: int = 1252,
) -> Report:
    """Write a new database to a seekable binary file; says what of the tables it lacks."""
    from .writer import Writer  # a reader need not pay for it

    return Writer(target, version, created, code_page).write(tables)
