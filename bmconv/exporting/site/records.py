"""The records of an event, read back from the database of a site."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, time
from typing import Any

from bmconv.columns.batches import batch, column_of, to_records
from bmconv.records import Record
from bmconv.schema import fields

PARSERS: dict[str, Callable[[Any], Any]] = {
    "bool": bool,
    "date": date.fromisoformat,
    "time": time.fromisoformat,
    "datetime": datetime.fromisoformat,
}
"""The function that reads a value back from its column, by the kind of its field."""


def event_records(db: sqlite3.Connection, event_id: str, kinds: Iterable[str]) -> Iterator[Record]:
    """The records of an event in a database."""
    for kind in kinds:
        listed = ", ".join(f'"{field.name}"' for field in fields(kind))
        query = f'SELECT {listed} FROM "{kind}" WHERE event_id = ? ORDER BY nth'
        rows = db.execute(query, (event_id,)).fetchall()
        columns = {}
        for field, cells in zip(fields(kind), zip(*rows, strict=True), strict=bool(rows)):
            parse = PARSERS.get(field.kind, lambda cell: cell)
            values = [None if cell is None else parse(cell) for cell in cells]
            columns[field.name] = column_of("text" if field.kind == "json" else field.kind, values)
        yield from to_records(kind, batch(kind, columns, len(rows)))
