"""The rows that players and the control software change, as records with a key and a content."""

from __future__ import annotations

from typing import Any

import msgspec

from bmconv import jet
from bmconv.codecs.bws import records_of
from bmconv.codecs.bws_layout import TABLES
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, Seat, Session, type_name
from bmconv.source import Target
from bmconv.stream import encode

POLLED = ("result", "intermediate", "seat", "bid", "card")
"""Record types of the tables that change during play."""
FLAGS = ("processed", "processed1", "processed2", "processed3", "processed4", "external_update")
"""What programs tell each other by is no content."""
SEAT_FLAGS = ("processed", "updated", "entry_source")

Rows = dict[str, dict[str, Record]]
"""By record type and key."""


def open_database(data: bytes, name: str) -> jet.Database:
    """The database in these bytes."""
    try:
        return jet.open(data)
    except jet.JetError as error:
        raise BadInput(name, str(error)) from None


def read_types(
    database: jet.Database, types: tuple[str, ...] | frozenset[str], notes: Notes, name: str
) -> list[Record]:
    """The records of some types."""
    try:
        found = list(records_of(database, Target("", frozenset(types), asked=True), notes))
    except jet.JetError as error:
        raise BadInput(name, str(error)) from None
    for problem in database.problems:
        notes.repair("damaged", problem, "place{s} in the file left out: damaged")
    return found


def keyed(records: list[Record]) -> Rows:
    """Records by type and key; rows with the key of another are told apart by their order."""
    rows: Rows = {}
    for record in records:
        of_type = rows.setdefault(type_name(record), {})
        key = base = key_of(record)
        turn = 1
        while key in of_type:
            turn += 1
            key = f"{base}#{turn}"
        of_type[key] = record
    return rows


def key_of(record: Any) -> str:
    """What names a row: its id, or its seat and round, or where it belongs."""
    if isinstance(record, Seat):
        return f"{record.section},{record.table},{record.direction},{record.round or 0}"
    if record.id is not None:
        return str(record.id)
    return f"{record.section},{record.table},{record.round},{record.board}"


def content(record: Any) -> str:
    """What a row says, without flags and custom columns."""
    names = SEAT_FLAGS if isinstance(record, Seat) else FLAGS
    unset: dict[str, Any] = dict.fromkeys(names, False) | {"extra": None}
    if isinstance(record, Seat):
        unset["entry_source"] = None
    return encode(msgspec.structs.replace(record, **unset)).decode()


def erased(kind: str, text: str) -> Record:
    """A row that is gone, with its last content."""
    record: Any = msgspec.json.decode(text, type=TYPES[kind])
    if isinstance(record, Seat):
        record.removed = True
    else:
        record.erased = True
    found: Record = record
    return found


def identity(sessions: list[Session]) -> list[str]:
    """What tells an event: the guids of its sessions, and their names with date."""
    found = [session.guid for session in sessions]
    found += [f"{s.name} {s.date or ''}".strip() for s in sessions if s.name]
    return sorted({text for text in found if text})


def same_event(before: list[str], now: list[str]) -> bool:
    """Whether two identities may be of one event; a session that was named later is no other."""
    return not before or not now or bool(set(before) & set(now))


def table_of(kind: str) -> str:
    """The table of a record type."""
    return next(name for name, layout in TABLES.items() if layout.kind == kind)
