"""Access 97 (Jet 3) and Access 2000 (Jet 4) databases, read and written without Access.

`open` gives the tables, columns, properties and rows of a file; `write` makes a complete new one.
The package stands on its own: it knows nothing of what the tables are about.
"""

import os

from .database import Database, Table
from .errors import JetError
from .tdef import Column, Index

__all__ = ["Column", "Database", "Index", "JetError", "Table", "open"]


def open(source: "str | os.PathLike[str] | bytes") -> Database:
    """Open a database: the path of a file, or its bytes."""
    return Database(source)
