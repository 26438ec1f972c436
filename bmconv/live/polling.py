"""Find what is new in a database since the last delivery to a reader."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from bmconv.errors import DataError
from bmconv.live import POLLED
from bmconv.live.reader_state import State, digest
from bmconv.live.rows import Rows, content, erased, identity, keyed, meetings, read_rows
from bmconv.notes import Notes
from bmconv.records import Record, Result, Round, Session, type_name

ENOUGH = 3
"""If at least this many rows were delivered and all are gone, the file is another event."""
IDENTITY = ("session", "round")
"""Types that identify the event."""
CONTEXT = ("event", "section", "table", "hand", "scoring_group", "player", "settings")
"""Types that other formats may consult."""

Contents = dict[str, str]
"""The content delivered of each row, by key."""


class Look(NamedTuple):
    """The records of a database at one moment."""

    name: str
    types: tuple[str, ...]
    chosen: list[Record]
    """The records of these types."""
    others: list[Record]
    whole: bool
    digest: str


class Batch(NamedTuple):
    """Records to deliver, and the reader's state after the delivery."""

    records: list[Record]
    again: list[Record]
    """Standing results that were delivered before and follow news about their board."""
    context: list[Record]
    """The rest of the event, for formats that need it."""
    rows: dict[str, Contents]
    head: dict[str, Any]


def look(data: bytes, name: str, types: tuple[str, ...], notes: Notes, context: bool) -> Look:
    """Read the rows of some types, those that identify the event, and on request the context."""
    reading = read_rows(data, name, (*types, *IDENTITY, *(CONTEXT if context else ())), notes)
    chosen = [r for r in reading.records if type_name(r) in types]
    others = [r for r in reading.records if type_name(r) not in types]
    return Look(name, types, chosen, others, reading.whole, digest(data))


def everything(now: Look) -> Batch:
    """All rows, whether or not they were delivered before."""
    rows = {
        kind: {key: content(record) for key, record in of_kind.items()}
        for kind, of_kind in keyed(now.chosen).items()
    }
    return Batch(now.chosen, [], now.others, rows, _head(now, _identity(now)))


def new_rows(now: Look, state: State, mark: str | None = None) -> Batch:
    """The rows whose content differs from what was delivered, and those that are gone.

    Results are ordered so that the last one for a board is the standing one.
    """
    there = keyed(now.chosen)
    known, before = _identity(now), state.head.get("event", [])
    otherwise = before and known and not set(before) & set(known)
    if otherwise or (now.whole and _all_gone(now, state, there)):
        raise DataError(
            f"{now.name}: another event than the one delivered so far; --new begins with it"
        )
    found: list[Record] = []
    rows = {kind: contents for kind, contents in state.rows.items() if kind not in now.types}
    for kind in (kind for kind in POLLED if kind in now.types):
        news, rows[kind] = _changes(kind, state.rows.get(kind, {}), there.get(kind, {}), mark)
        gone = {k: text for k, text in state.rows.get(kind, {}).items() if k not in rows[kind]}
        if now.whole:
            found += [erased(kind, text) for text in gone.values()]
        else:
            rows[kind] |= gone  # the row may be in the damaged part
        found += sorted(news, key=lambda r: getattr(r, "id", None) or 0)
    again = _standing_again(found, there.get("result", {}).values())
    return Batch(found, again, now.others, rows, _head(now, sorted({*known, *before})))


def _head(now: Look, event: list[str]) -> dict[str, Any]:
    return {
        "digest": now.digest, "types": list(now.types), "event": event, "layout": _layout(now)
    }  # fmt: skip


def _identity(now: Look) -> list[str]:
    return identity([r for r in now.others if isinstance(r, Session)])


def _layout(now: Look) -> str:
    return meetings([r for r in now.others if isinstance(r, Round)])


def _changes(
    kind: str, before: Contents, now: dict[str, Record], mark: str | None
) -> tuple[list[Record], Contents]:
    """New and changed rows; and the content of all rows, by key."""
    found = []
    delivered = {}
    for key, record in now.items():
        text = delivered[key] = content(record)
        if before.get(key) == text:
            continue
        if mark and key not in before and flag_of(record, mark):
            continue  # flagged as delivered before
        if not before.get(key) and kind == "seat" and not _player(record):
            continue  # an empty seat is not news
        found.append(record)
    return found, delivered


def _standing_again(news: list[Record], there: Iterable[Any]) -> list[Record]:
    """The standing results of boards whose last news is about another row."""
    stands: dict[tuple[Any, ...], Any] = {}
    for result in sorted(there, key=lambda r: r.id or 0):
        stands[_board(result)] = result
    last = {_board(r): r for r in news if type(r) is Result}
    return [
        stands[board]
        for board, result in last.items()
        if board in stands and stands[board].id != result.id
    ]


def _board(result: Any) -> tuple[Any, ...]:
    """Section, table, round and board of a result."""
    return result.section, result.table, result.round, result.board


def _player(seat: Any) -> str | None:
    """The number or name of the player at a seat; None if it is empty."""
    player: str | None = seat.number or seat.name
    return player


def flag_of(record: Any, mark: str) -> bool:
    """Whether the flag of a row is set; False if its table lacks the flag."""
    if mark.startswith("custom_"):
        return bool((record.extra or {}).get(mark))
    return bool(getattr(record, mark.lower(), False))


def _all_gone(now: Look, state: State, there: Rows) -> bool:
    """Whether so little of what was delivered is left that the file must be another event.

    A director can change the movement and delete all results, but then the players stay.
    """
    kinds = ("result", "seat")
    results, seats = (state.rows.get(k, {}) if k in now.types else {} for k in kinds)
    found, sits = (there.get(k, {}) for k in kinds)
    if len(results) >= ENOUGH and not any(
        key in found and _board(found[key]) == _board(erased("result", text))
        for key, text in results.items()
    ):
        return True
    if state.head.get("layout") in (None, _layout(now)):
        return False
    players = {key: _player(erased("seat", text)) for key, text in seats.items()}
    players = {key: player for key, player in players.items() if player}
    stay = [key for key, player in players.items() if key in sits and _player(sits[key]) == player]
    kept = any(key in found and content(found[key]) == text for key, text in results.items())
    enough = len(results) + len(players) >= ENOUGH
    return enough and not kept and 2 * len(stay) < max(len(players), 1)
