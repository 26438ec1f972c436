"""Find what is new in a database since the last delivery to a reader, and encode it in a format.

A row that changes during play is a record with a key and a content.
"""

import io
import re
from collections.abc import Container, Iterable
from typing import Any, NamedTuple, cast

import msgspec

from bmconv.bridge.outcomes import declaring_pair
from bmconv.bws.access import open_database
from bmconv.bws.layout import FLAGS
from bmconv.bws.live import POLLED
from bmconv.bws.live.reader_state import State, digest
from bmconv.bws.read import read_records
from bmconv.codecs import Wanted, load
from bmconv.conversion import encode as encode_in
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.io.stream import encode, encode_lines
from bmconv.notes import Notes
from bmconv.records import TYPES, Hand, Record, Result, Round, Seat, Session, Settings, type_name

ENOUGH = 3
"""If at least this many rows were delivered and all are gone, the file is another event."""
IDENTITY = ("session", "round", "settings")
"""Types that identify the event, and settings, which tell whether players may enter hands."""
GUID = re.compile("[0-9A-F]{32}")
DATE = re.compile(r" \d{4}-\d\d-\d\d$")
CONTEXT = ("event", "section", "table", "hand", "scoring_group", "player", "settings")
"""Types that other formats may consult."""

Contents = dict[str, str]
"""The content of each row as it was delivered, by key."""


NO_CONTENT: dict[str, Any] = {
    **dict.fromkeys((flag.lower() for flag in FLAGS), False),
    "external_update": False,
    "updated": False,
    "entry_source": None,
    "extra": None,
}
"""Fields that programs use as signals to each other, with the value that means no signal."""
ZEROES = ("suspicious_contract", "round")
"""Fields in which 0 means the same as nothing."""

Rows = dict[str, dict[str, Record]]
"""Records by record type and key."""


class Moment(NamedTuple):
    """The records of a database at one moment."""

    name: str
    types: tuple[str, ...]
    chosen: list[Record]
    """The records of the types in `types`."""
    others: list[Record]
    undamaged: bool
    digest: str


class Batch(NamedTuple):
    """Records to deliver, and the reader's state after the delivery."""

    records: list[Record]
    again: list[Record]
    """Standing results to be repeated after a change to another row of their board."""
    context: list[Record]
    """The other records of the event, for formats that need them."""
    rows: dict[str, Contents]
    head: dict[str, Any]
    delivered: list[Record]
    """All records of the file that count as delivered after this batch."""

    def stream(self) -> list[Record]:
        """All records to deliver.

        Repeated results lose their id: otherwise the row with the highest id would count, which may
        be erased.
        """
        again = (msgspec.structs.replace(record, id=None) for record in cast(list[Any], self.again))
        return [*self.records, *again]


def look(data: bytes, name: str, types: tuple[str, ...], notes: Notes, *, context: bool) -> Moment:
    """Read the rows of some types, the rows that identify the event, and if asked, the context."""
    records, undamaged = read_rows(
        data, name, (*types, *IDENTITY, *(CONTEXT if context else ())), notes
    )
    chosen = [r for r in records if type_name(r) in types]
    others = [r for r in records if type_name(r) not in types]
    return Moment(name, types, chosen, others, undamaged, digest(data))


def everything(now: Moment) -> Batch:
    """All rows, whether or not they were delivered before."""
    rows = {
        kind: {key: content(record) for key, record in of_kind.items()}
        for kind, of_kind in rows_by_key(now.chosen).items()
    }
    return Batch(now.chosen, [], now.others, rows, _head(now, _identity(now)), now.chosen)


def new_rows(now: Moment, state: State, mark: str | None = None) -> Batch:
    """The rows whose content differs from what was delivered, and delivered rows that are gone.

    Results are ordered so that the last result for a board is the standing result.
    """
    there = rows_by_key(now.chosen)
    known, before = _identity(now), state.head.get("event", [])
    renamed = is_other_event(before, known) and not _goes_on(now, state, there)
    if renamed or (now.undamaged and _all_gone(now, state, there)):
        hint = Wording("start with it using ", Flag("new"))
        raise DataError(f"{now.name}: not the event delivered so far", hint=hint)
    records: list[Record] = []
    rows = {kind: contents for kind, contents in state.rows.items() if kind not in now.types}
    for kind in (kind for kind in POLLED if kind in now.types):
        new_or_changed, rows[kind] = _changes(
            kind, state.rows.get(kind, {}), there.get(kind, {}), mark
        )
        gone = {k: text for k, text in state.rows.get(kind, {}).items() if k not in rows[kind]}
        if kind == "hand":
            entered = _hands_entered(now, new_or_changed, first="hand" not in state.rows)
            new_or_changed = new_or_changed if now.types == ("hand",) else entered
        elif now.undamaged:
            records += [removed_record(kind, text) for text in gone.values()]
        else:
            rows[kind] |= gone  # the row may be in the damaged part
        records += sorted(new_or_changed, key=lambda r: getattr(r, "id", None) or 0)
    again = _standing_again(records, there.get("result", {}).values())
    head = _head(now, sorted({*known, *before}))
    delivered = [r for r in now.chosen if not isinstance(r, Seat) or _player(r)]
    return Batch(records, again, now.others, rows, head, delivered)


def is_other_event(before: list[str], now: list[str]) -> bool:
    """Whether identities (see `identity`) differ in the GUIDs or in the names and dates.

    A date on one side only does not count as a difference: the control software adds it.
    """
    guids, names = [], []
    for texts in (before, now):
        guids.append({text for text in texts if GUID.fullmatch(text)})
        names.append({text for text in texts if not GUID.fullmatch(text)})
    undated = [{DATE.sub("", name) for name in side} for side in names]
    same = names[0] & names[1] or names[0] & undated[1] or undated[0] & names[1]
    return (all(guids) and not guids[0] & guids[1]) or (all(names) and not same)


def _goes_on(now: Moment, state: State, there: Rows) -> bool:
    """Whether most delivered results are still there, so that it is the same event renamed.

    Its sessions may also have been stored anew with other GUIDs.
    """
    before = state.rows.get("result", {}) if "result" in now.types else {}
    results = there.get("result", {})
    same = sum(
        key in results and is_same(decode_row("result", text), results[key])
        for key, text in before.items()
    )
    return len(before) >= ENOUGH and 2 * same > len(before)


def _hands_entered(now: Moment, hands: list[Record], *, first: bool) -> list[Record]:
    """The new hands that players may have entered.

    The hands seen first come from the scoring program, unless the settings let players enter them.
    """
    event = Event((r for r in now.others if isinstance(r, Settings)), Notes())

    def may_enter(section: int | None) -> bool:
        settings = event.settings(section)
        return any(settings.get(name) for name in ("BM2EnterHandRecord", "BM3EnterHandrecord"))

    return [h for h in hands if not first or may_enter(getattr(h, "section", None))]


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
    records = []
    delivered = {}
    for key, record in now.items():
        text = delivered[key] = content(record)
        known = before.get(key)
        if known == text or (known and is_same(decode_row(kind, known), record)):
            continue
        if mark and key not in before and flag_of(record, mark):
            continue  # flagged as delivered before
        if not before.get(key) and kind == "seat" and not _player(record):
            continue  # an empty seat is not reported
        records.append(record)
    return records, delivered


def _standing_again(records: list[Record], there: Iterable[Any]) -> list[Record]:
    """The standing results of boards whose last delivered change is in another row."""
    stands: dict[tuple[Any, ...], Any] = {}
    for result in sorted(there, key=lambda r: r.id or 0):
        stands[_board(result)] = result
    last = {_board(r): r for r in records if type(r) is Result}
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
    results_before, seats_before = (state.rows.get(k, {}) if k in now.types else {} for k in kinds)
    results_now, seats_now = (there.get(k, {}) for k in kinds)
    if len(results_before) >= ENOUGH and not any(
        key in results_now and _board(results_now[key]) == _board(removed_record("result", text))
        for key, text in results_before.items()
    ):
        return True
    if state.head.get("layout") in (None, _layout(now)):
        return False
    players = {key: _player(removed_record("seat", text)) for key, text in seats_before.items()}
    players = {key: player for key, player in players.items() if player}
    stay = [
        key
        for key, player in players.items()
        if key in seats_now and _player(seats_now[key]) == player
    ]
    kept = any(
        key in results_now and content(results_now[key]) == text
        for key, text in results_before.items()
    )
    enough = len(results_before) + len(players) >= ENOUGH
    return enough and not kept and 2 * len(stay) < max(len(players), 1)


def read_rows(
    data: bytes, name: str, types: Iterable[str], notes: Notes
) -> tuple[list[Record], bool]:
    """The records of some types in a database, and whether it is undamaged.

    Only in an undamaged file is a row that is not found really removed.
    """
    with open_database(data, name, notes) as database:
        target = Wanted("", frozenset(types), asked=True)
        return list(read_records(database, target, notes)), not database.problems


def rows_by_key(records: list[Record]) -> Rows:
    """Arrange records by type and key."""
    rows: Rows = {}
    for record in records:
        of_type = rows.setdefault(type_name(record), {})
        of_type[free_key(key_of(record), of_type)] = record
    return rows


def free_key(key: str, taken: Container[str]) -> str:
    """A key not yet taken: the key itself, or with #2, #3 and so on appended."""
    turn, tried = 1, key
    while tried in taken:
        turn += 1
        tried = f"{key}#{turn}"
    return tried


def key_of(record: Any) -> str:
    """The key of a row: its id, its seat and round, or its section, table, round and board.

    A hand has section and board only.
    """
    if isinstance(record, Seat):
        return f"{record.section},{record.table},{record.direction},{record.round or 0}"
    if isinstance(record, Hand):
        return f"{record.section},{record.board}"
    if record.id is not None:
        return str(record.id)
    return f"{record.section},{record.table},{record.round},{record.board}"


def content(record: Any) -> str:
    """A row as JSON without flags and custom columns."""
    unset = {name: NO_CONTENT[name] for name in record.__struct_fields__ if name in NO_CONTENT}
    return encode(msgspec.structs.replace(record, **unset)).decode()


def is_same(before: Any, now: Any) -> bool:
    """Whether two rows differ at most in values that the writer of a new file fills in."""
    return content(_without_filled(before)) == content(_without_filled(now))


def _without_filled(record: Any) -> Any:
    """A record without zeroes that mean nothing, and without a Declarer that NS/EW implies."""
    unset = {name: None for name in ZEROES if getattr(record, name, None) == 0}
    if isinstance(record, Result):
        implied = record.declarer_pair == declaring_pair(record)
        unset |= {"declarer_pair": None} if implied else {}
    return msgspec.structs.replace(record, **unset)


def decode_row(kind: str, text: str) -> Any:
    """The record of a row from its content as JSON."""
    return msgspec.json.decode(text, type=TYPES[kind])


def removed_record(kind: str, text: str) -> Record:
    """The record of a removed row: its last content, marked as erased or removed."""
    record = decode_row(kind, text)
    if isinstance(record, Seat):
        record.removed = True
    else:
        record.erased = True
    gone: Record = record
    return gone


def identity(sessions: list[Session]) -> list[str]:
    """What identifies an event: the GUIDs of its sessions, and their names with dates."""
    texts = [session.guid for session in sessions]
    texts += [f"{s.name} {s.date or ''}".strip() for s in sessions if s.name]
    return sorted({text for text in texts if text})


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
