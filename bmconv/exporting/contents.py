"""The content of a file as tables, and what identifies its event."""

import re
from datetime import date
from typing import Any, NamedTuple

import pyarrow as pa

from bmconv.bridge.outcomes import Scorer
from bmconv.columns import DERIVED, RESULTS
from bmconv.columns import batches as form
from bmconv.columns.results import BatchDeriver
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import Error, Record, type_name
from bmconv.schema import fields

FIRST_YEAR = 1950
"""A date before this year comes from a field that nobody filled in."""
_NUL, _REPLACEMENT = "\0", "\ufffd"
_NUL_IN_JSON = r"\u0000"
_ESCAPED_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
"""NUL in a text of JSON; a backslash before it may itself be escaped."""


class Contents(NamedTuple):
    """The content of a file: its records as columns, and what identifies its event."""

    tables: dict[str, pa.RecordBatch]
    guid: str
    title: str
    date: str
    year: int
    judged: tuple[pa.Array, ...] = ()
    """The columns added to results: whether each stands, and how it compares with par."""
    hidden_lines: frozenset[int] = frozenset()
    """Lines of the list of hidden people that match somebody in the file."""


def as_tables(records: list[Record], notes: Notes) -> dict[str, pa.RecordBatch]:
    """The records of a file as a table per record type; refuses error records."""
    by_kind: dict[str, list[Any]] = {}
    for record in records:
        if isinstance(record, Error):
            raise BadInput("end of file", f"error record: {record.message}")
        by_kind.setdefault(type_name(record), []).append(record)
    scorer = Scorer()
    for hand in by_kind.get("hand", ()):
        scorer.learn(hand)
    deriver = BatchDeriver(scorer)
    return {
        kind: as_rows(kind, form.from_records(kind, rows, notes), deriver, notes)
        for kind, rows in by_kind.items()
    }


def as_rows(kind: str, part: pa.RecordBatch, deriver: BatchDeriver, notes: Notes) -> pa.RecordBatch:
    """A batch with the columns and types of the dataset, derived columns included."""
    after = DERIVED if kind in RESULTS else ()
    columns = part.columns + (deriver.arrays(part) if after else [])
    rows = form.for_file(kind, columns, form.file_schema(kind, after=after), notes)
    return _without_nul(kind, rows, notes)


def _without_nul(kind: str, rows: pa.RecordBatch, notes: Notes) -> pa.RecordBatch:
    """Rows with NUL in texts replaced, and noted: not every target can hold that character."""
    for at, field in enumerate(fields(kind)):
        nul = {"text": _NUL, "json": _NUL_IN_JSON}.get(field.kind)
        if nul is None or not _may_have(rows.column(at), nul):
            continue
        cells = rows.column(at).to_pylist()
        replaced = [cell and without_nul(cell, as_json=field.kind == "json") for cell in cells]
        if count := sum(one != other for one, other in zip(cells, replaced, strict=True)):
            text = "text{s} with the character NUL, replaced with U+FFFD"
            notes.loss("nul-replaced", f"{kind} {field.name}", text, count)
            rows = rows.set_column(at, rows.schema.field(at), pa.array(replaced, pa.string()))
    return rows


def _may_have(column: pa.Array, text: str) -> bool:
    """Whether a column may contain a text; a match can also be in an unused part of its buffer."""
    buffer = column.buffers()[2]  # the bytes of all texts, after validity and offsets
    return buffer is not None and text.encode() in buffer.to_pybytes()


def without_nul(text: str, *, as_json: bool = False) -> str:
    """A text with U+FFFD in place of every NUL; `as_json`: the text is JSON."""
    return (
        _ESCAPED_NUL.sub(rf"\1{_REPLACEMENT}", text)
        if as_json
        else text.replace(_NUL, _REPLACEMENT)
    )


def _records(kind: str, tables: dict[str, pa.RecordBatch]) -> list[Record]:
    return list(form.to_records(kind, tables[kind])) if kind in tables else []


def _first_day(tables: dict[str, pa.RecordBatch]) -> date | None:
    """The earliest date of a result, from FIRST_YEAR on; None if there is none."""
    days = tables["result"].column("date").unique().to_pylist() if "result" in tables else ()
    return min((day for day in days if day and day.year >= FIRST_YEAR), default=None)


def identify(tables: dict[str, pa.RecordBatch]) -> Contents:
    """Tables with what identifies their event: the GUID, name and date of its first session."""
    sessions: list[Any] = sorted(_records("session", tables), key=lambda session: session.id or 0)
    events: list[Any] = _records("event", tables)
    guids = [s.guid for s in sessions if s.guid] + [e.guid for e in events if e.guid]
    names = [s.name for s in sessions if s.name] + [e.name for e in events if e.name]
    days = [s.date for s in sessions if s.date and s.date.year >= FIRST_YEAR]
    day = days[0] if days else _first_day(tables)
    return Contents(
        tables,
        guids[0] if guids else "",
        names[0] if names else "",
        str(day) if day else "",
        day.year if day else 0,
    )
