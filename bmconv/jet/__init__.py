"""Access 97 (Jet 3) and Access 2000 (Jet 4) databases, read and written without Access.

`open` gives the tables, columns, properties and rows of a file; `write` makes a complete new one.
The package stands on its own: it knows nothing of what the tables are about.
"""

import os
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from .database import Database, Table
from .errors import JetError
from .properties import Property
from .tdef import Column, Index

if TYPE_CHECKING:
    from .spec import ColumnSpec, IndexSpec, Replaced, Report, TableSpec, spec_of

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
    tables: "Iterable[TableSpec]",
    target: BinaryIO,
    *,
    version: int = 4,
    created: datetime | None = None,
    code_page: int = 1252,
) -> "Report":
    """Write a new database to a seekable binary file; says what of the tables it lacks."""
    from .spec import UNDATED
    from .writer import Writer

    return Writer(target, version, created or UNDATED, code_page).write(tables)


def __getattr__(name: str) -> Any:
    """What only a writer needs is loaded when it is asked for."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import spec

    return getattr(spec, name)
