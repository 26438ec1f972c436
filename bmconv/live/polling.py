"""Find what is new in a database since the last delivery to a reader, and encode it in a format.

A row that changes during play is a record with a key and a content.
"""

import io
from collections.abc import Container, Iterable
from typing import Any, NamedTuple, cast

import msgspec

from bmconv.codecs import Wanted, load
from bmconv.codecs.bws.access import opened
from bmconv.codecs.bws.layout import FLAGS
from bmconv.codecs.bws.read import read_records
from bmconv.conversion import encode as encode_in
from bmconv.errors import DataError, Flag, Wording
from bmconv.io.stream import encode, encode_lines
from bmconv.live import POLLED
from bmconv.live.reader_state import State, digest
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, Result, Round, Seat, Session, type_name

ENOUGH = 3
"""If at least this many rows were delivered and all are gone, the file is another event."""
IDENTITY = ("session", "round")
"""Types that identify the event."""
CONTEXT = ("event", "section", "table", "hand", "scoring_group", "player", "settings")
"""Types that other formats may consult."""

Contents = dict[str, str]
"""The content delivered of each row, by key."""


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


class Moment(NamedTuple):
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

    def stream(self) -> list[Record]:
        """All records to deliver. Those that follow have no id: the highest one, which may be
        erased, would stand."""
        again = (msgspec.structs.replace(record, id=None) for record in cast(list[Any], self.again))
        return [*self.records, *again]


def look(data: bytes, name: str, types: tuple[str, ...], notes: Notes, context: bool) -> Moment:
    """Read the rows of some types, those that identify the event, and on request the context."""
    records, whole = read_rows(
        data, name, (*types, *IDENTITY, *(CONTEXT if context else ())), notes
    )
    chosen = [r for r in records if type_name(r) in types]
    others = [r for r in records if type_name(r) not in types]
    return Moment(name, types, chosen, others, whole, digest(data))


def everything(now: Moment) -> Batch:
    """All rows, whether or not they were delivered before."""
    rows = {
        kind: {key: content(record) for key, record in of_kind.items()}
        for kind, of_kind in keyed(now.chosen).items()
    }
    return Batch(now.chosen, [], now.others, rows, _head(now, _identity(now)))


def new_rows(now: Moment, state: State, mark: str | None = None) -> Batch:
    """The rows whose content differs from what was delivered, and those that are gone.

    Results are ordered so that the last one for a board is the standing one.
    """
    there = keyed(now.chosen)
    known, before = _identity(now), state.head.get("event", [])
    otherwise = before and known and not set(before) & set(known)
    if otherwise or (now.whole and _all_gone(now, state, there)):
        hint = Wording("start with it using ", Flag("new"))
        raise DataError(f"{now.name}: not the event delivered so far", hint=hint)
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


def _head(now: Moment, event: list[str]) -> dict[str, Any]:
    return {
        "digest": now.digest, "types": list(now.types), "event": event, "layout": _layout(now)
    }  # fmt: skip


def _identity(now: Moment) -> list[str]:
    return identity([r for r in now.others if isinstance(r, Session)])


def _layout(now: Moment) -> str:
    """What identifies a movement: a hash of the pairs at each section, table and round."""
    met = sorted(
        [r.section or 0, r.table or 0, r.round or 0, r.ns_pair or 0, r.ew_pair or 0]
        for r in now.others
        if isinstance(r, Round)
    )
    return digest(repr(met).encode())


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


def _all_gone(now: Moment, state: State, there: Rows) -> bool:
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


def read_rows(
    data: bytes, name: str, types: Iterable[str], notes: Notes
) -> tuple[list[Record], bool]:
    """The records of some types in a database, and whether it is undamaged.

    Only in an undamaged file is a row that is not found really removed.
    """
    with opened(data, name, notes) as database:
        target = Wanted("", frozenset(types), asked=True)
        return list(read_records(database, target, notes)), not database.problems


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


def batch_in(format: str, batch: Batch, options: dict[str, Any], notes: Notes) -> bytes:
    """A batch as bytes in a format; records that the format consults come from the context."""
    if format == "records":
        return b"".join(encode_lines(batch.stream()))
    info = load(format).info
    wanted = set(info.consults)
    if format == "dto":
        options = {"kind": "results"} | options
        wanted |= set(info.holds)
    context = [r for r in batch.context if type_name(r) in wanted]
    data = records_in(format, [*batch.records, *batch.again], options, notes, context)
    return data if data.endswith(b"\n") or not data else data + b"\n"


def records_in(
    format: str,
    records: list[Record],
    options: dict[str, Any],
    notes: Notes,
    context: Iterable[Record] = (),
) -> bytes:
    """Records as bytes in a format; the context is consulted, not written."""
    memory = io.BytesIO()
    encode_in(records, format, memory, options, notes, context)
    return memory.getvalue()
