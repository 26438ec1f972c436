"""What is new in a database since a reader was last given something."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmconv.errors import DataError
from bmconv.live.rows import (
    POLLED,
    Rows,
    content,
    erased,
    identity,
    keyed,
    open_database,
    read_types,
    same_event,
)
from bmconv.live.state import State, digest
from bmconv.notes import Notes
from bmconv.records import Record, Session

ENOUGH_RESULTS = 3
"""If so many were delivered and none is there any more, the file is another event's."""


class Batch(NamedTuple):
    """What is to be delivered, and what is then known."""

    records: list[Record]
    context: list[Record]
    """The rest of the event, for formats that need it."""
    rows: dict[str, dict[str, str]]
    head: dict[str, Any]


def new_rows(
    data: bytes,
    name: str,
    state: State,
    types: tuple[str, ...],
    notes: Notes,
    mark: str | None = None,
    context: bool = False,
) -> Batch:
    """The rows whose content differs from what was delivered, and those that are gone."""
    with open_database(data, name) as database:
        wanted = frozenset((*types, "session", *(CONTEXT if context else ())))
        records = read_types(database, wanted, notes, name)
    sessions = [r for r in records if isinstance(r, Session)]
    now = keyed([r for r in records if r.__struct_config__.tag in types])
    known = identity(sessions)
    before = state.rows
    _same_event(name, state.head.get("event", []), known, before, now)
    found: list[Record] = []
    rows = {kind: dict(contents) for kind, contents in before.items() if kind not in types}
    for kind in POLLED:
        if kind in types:
            records_of_kind, rows[kind] = _changes(
                kind, before.get(kind, {}), now.get(kind, {}), mark
            )
            found += records_of_kind
    head = {
        "digest": digest(data),
        "types": list(types),
        "event": sorted({*known, *state.head.get("event", [])}),
    }
    others = [r for r in records if r.__struct_config__.tag not in types]
    return Batch(found, others, rows, head)


CONTEXT = ("event", "section", "table", "round", "hand", "scoring_group", "player", "settings")


def everything(data: bytes, name: str, types: tuple[str, ...], notes: Notes) -> Batch:
    """All rows, whatever was delivered."""
    with open_database(data, name) as database:
        records = read_types(database, frozenset((*types, "session", *CONTEXT)), notes, name)
    chosen = [r for r in records if r.__struct_config__.tag in types]
    others = [r for r in records if r.__struct_config__.tag not in types]
    rows = {
        kind: {key: content(record) for key, record in of_kind.items()}
        for kind, of_kind in keyed(chosen).items()
    }
    sessions = [r for r in records if isinstance(r, Session)]
    head = {"digest": digest(data), "types": list(types), "event": identity(sessions)}
    return Batch(chosen, others, rows, head)


def _changes(
    kind: str, before: dict[str, str], now: dict[str, Record], mark: str | None
) -> tuple[list[Record], dict[str, str]]:
    """New and changed rows, then those that are gone; and what is now delivered."""
    found = []
    delivered = {}
    for key, record in now.items():
        text = delivered[key] = content(record)
        if before.get(key) == text:
            continue
        if mark and key not in before and flag_of(record, mark):
            continue  # delivered at another time, says the database
        if not before.get(key) and kind == "seat" and not _somebody(record):
            continue  # an empty seat is no news
        found.append(record)
    gone = [erased(kind, text) for key, text in before.items() if key not in now]
    return found + gone, delivered


def _somebody(seat: Any) -> bool:
    return bool(seat.number or seat.name)


def flag_of(record: Any, mark: str) -> bool:
    """Whether the database says that a row was processed; tables without the flag never say so."""
    if mark.startswith("custom_"):
        return bool((record.extra or {}).get(mark))
    return bool(getattr(record, mark.lower(), False))


def _same_event(
    name: str, before: list[str], known: list[str], rows: dict[str, dict[str, str]], now: Rows
) -> None:
    """Refuse to take the rows of another event for changes of this one."""
    delivered, there = rows.get("result", {}), now.get("result", {})
    others = len(delivered) >= ENOUGH_RESULTS and not any(
        key in there and _place(content(there[key])) == _place(text)
        for key, text in delivered.items()
    )
    if not same_event(before, known) or others:
        raise DataError(
            f"{name}: another event than the one delivered so far; --new begins with it"
        )


def _place(text: str) -> list[Any]:
    import json

    values = json.loads(text)
    return [values.get(field) for field in ("section", "table", "round", "board")]
