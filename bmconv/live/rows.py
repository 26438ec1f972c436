"""Rows that change during play, as records with a key and a content."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any, NamedTuple

import msgspec

from bmconv.codecs import Wanted
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.layout import FLAGS
from bmconv.codecs.bws.read import records_of
from bmconv.live.reader_state import digest
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, Round, Seat, Session, type_name
from bmconv.stream import encode

NO_CONTENT: dict[str, Any] = {
    **dict.fromkeys((flag.lower() for flag in FLAGS), False),
    "external_update": False,
    "updated": False,
    "entry_source": None,
    "extra": None,
}
"""Fields that programs use as signals to each other, with the value that signals nothing."""

Rows = dict[str, dict[str, Record]]
"""By record type and key."""


class Reading(NamedTuple):
    """The records of some types at one moment."""

    records: list[Record]
    whole: bool
    """Whether the file is undamaged, so that a row not found was really removed."""


def read_rows(data: bytes, name: str, types: Iterable[str], notes: Notes) -> Reading:
    """Read the records of some types from the bytes of a database."""
    with opened(data, name, notes) as database:
        target = Wanted("", frozenset(types), asked=True)
        return Reading(list(records_of(database, target, notes)), not database.problems)


def keyed(records: list[Record]) -> Rows:
    """Arrange records by type and key."""
    rows: Rows = {}
    for record in records:
        of_type = rows.setdefault(type_name(record), {})
        of_type[distinct(key_of(record), of_type)] = record
    return rows


def distinct(key: str, taken: Container[str]) -> str:
    """A key not yet taken: the key itself, or with #2, #3 and so on appended."""
    turn, tried = 1, key
    while tried in taken:
        turn += 1
        tried = f"{key}#{turn}"
    return tried


def key_of(record: Any) -> str:
    """The key of a row: its id, its seat and round, or its section, table, round and board."""
    if isinstance(record, Seat):
        return f"{record.section},{record.table},{record.direction},{record.round or 0}"
    if record.id is not None:
        return str(record.id)
    return f"{record.section},{record.table},{record.round},{record.board}"


def content(record: Any) -> str:
    """A row as JSON without flags and custom columns."""
    unset = {name: NO_CONTENT[name] for name in record.__struct_fields__ if name in NO_CONTENT}
    return encode(msgspec.structs.replace(record, **unset)).decode()


def erased(kind: str, text: str) -> Record:
    """The record of a removed row: its last content, marked as erased or removed."""
    record: Any = msgspec.json.decode(text, type=TYPES[kind])
    if isinstance(record, Seat):
        record.removed = True
    else:
        record.erased = True
    found: Record = record
    return found


def identity(sessions: list[Session]) -> list[str]:
    """What identifies an event: the GUIDs of its sessions, and their names with dates."""
    found = [session.guid for session in sessions]
    found += [f"{s.name} {s.date or ''}".strip() for s in sessions if s.name]
    return sorted({text for text in found if text})


def meetings(rounds: list[Round]) -> str:
    """What identifies a movement: a hash of the pairs at each section, table and round."""
    met = sorted(
        [r.section or 0, r.table or 0, r.round or 0, r.ns_pair or 0, r.ew_pair or 0] for r in rounds
    )
    return digest(repr(met).encode())
