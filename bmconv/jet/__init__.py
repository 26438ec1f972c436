"""Read, write and change Access 97 (Jet 3) and Access 2000 (Jet 4) databases, without Access.

`open` reads a file (read/), `write` makes a new one (build/), `edit.editor.Editor` changes one
(edit/). The modules beside these folders describe the format, which all three share; schema.py
prints CREATE TABLE statements.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, BinaryIO

from .errors import JetError, JetFileError
from .read.database import CATALOG_PARTS, AccessTable, Database
from .read.pages import Problem
from .read.rows import Row
from .read.tdef import Column, Index

if TYPE_CHECKING:
    from .build.spec import ColumnSpec, IndexSpec, Replaced, TableSpec, WriteReport, spec_of
    from .properties import Property

__all__ = [
    "CATALOG_PARTS",
    "AccessTable",
    "Column",
    "ColumnSpec",
    "Database",
    "Index",
    "IndexSpec",
    "JetError",
    "JetFileError",
    "Problem",
    "Property",
    "Replaced",
    "Row",
    "TableSpec",
    "WriteReport",
    "open",
    "spec_of",
    "write",
]


open = Database


def write(
    tables: "Iterable[TableSpec]",
    target: BinaryIO,
    *,
    version: int = 4,
    created: datetime | None = None,
    code_page: int = 1252,
) -> "WriteReport":
    """Write a new database to a seekable binary file; return what had to be left out."""
    from .build.database import DatabaseWriter
    from .build.spec import UNDATED

    return DatabaseWriter(target, version, created or UNDATED, code_page).write(tables)


def __getattr__(name: str) -> Any:
    """Import names on first use if reading rows does not need them: this saves start-up time."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from . import properties
    from .build import spec

    return getattr(properties if name == "Property" else spec, name)
