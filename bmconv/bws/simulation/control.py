"""Play the part of the control software: write rows, and act on changes by other programs.

Sentences quoted in comments are from the developer's guide.
"""

import datetime
import os
import time
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import structs

from bmconv.bridge.movements import custom_boards
from bmconv.bws.layout import TABLE_OF, TABLES
from bmconv.bws.live.triggers import first_round, waits
from bmconv.bws.live.view import (
    Row,
    TableKey,
    View,
    direction_of,
    edit_file,
    int_of,
    table_key,
    text,
)
from bmconv.bws.read import read_records
from bmconv.bws.rows import cut_name, hand_cells, is_longer, moment
from bmconv.bws.simulation.entries import Arrival
from bmconv.bws.simulation.evening import Evening, Terminal
from bmconv.codecs import Wanted
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Hand, Record, Result, Round, Seat, Table, type_name
from bmconv.rules.fields import NAME
from bmconv.rules.triggers import NEW_HANDS, NEW_SETTINGS, REMOVE_TABLE, WAIT

MOVEMENT = ("session", "section", "table", "round")
"""The record types that are read again when a trigger announces rounds."""
UPLOADED = 1
"""The Tables.Status of a table that was uploaded to the server."""
STARTED, COMPLETE = 1, 2
"""Values of Session.Status."""
SOON = 0.5
"""Seconds after which the file is read again even if its time stamp is unchanged."""
ENTERED_ONCE = ("HandRecord", "HandEvaluation")
"""Tables with one row per section and board."""
ARRIVING = (
    *("PlayerNumbers", "ReceivedData", "IntermediateData", "BiddingData", "PlayData"),
    *ENTERED_ONCE,
)


def with_time(arrival: Arrival, start: datetime.datetime) -> Record:
    """The record of an arrival with its date and time."""
    now = (start + datetime.timedelta(seconds=arrival.at)).replace(microsecond=0)
    if isinstance(arrival.record, Seat):
        return structs.replace(arrival.record, time=now)
    if isinstance(arrival.record, Result | Bid | Card):
        return structs.replace(arrival.record, date=now.date(), time=now.time())
    return arrival.record


def faults(rounds: Collection[Round]) -> str:
    """Why the server does not accept the rounds of a table; empty if it does."""
    numbers = sorted(round.round or 0 for round in rounds)
    # "You must always add rounds starting from round 1"; "Make sure there is not gap"
    for wanted, number in enumerate(numbers, 1):
        if number != wanted:
            return f"round {number} is there, but round {wanted} is not"
    for round in rounds:
        boards = custom_boards(round.custom_boards) if round.custom_boards else []
        # "Numbers must always be in ascending order. If failed to do so, BCS will return an error"
        if boards is None or boards != sorted(set(boards)):
            return f"CustomBoards of round {round.round} are not numbers in ascending order"
    return ""


class Control:
    """The control software at work on a file."""

    def __init__(
        self,
        path: str,
        evening: Evening,
        start: datetime.datetime,
        say: Callable[[str], None],
        notes: Notes | None = None,
        *,
        moved: bool = False,
    ) -> None:
        """`moved`: the evening has another date than its sessions."""
        self.path, self.evening, self.start, self.say = path, evening, start, say
        self.moved = moved
        self.notes = notes or Notes()
        self.written = 0
        self._there: Counter[tuple[object, ...]] = Counter()
        """Number of rows of an earlier run by table and place; such rows are not written again."""
        self._known: os.stat_result | None = None
        self._looked = 0.0
        self._refused: dict[TableKey, str] = {}

    @contextmanager
    def _open(self) -> Iterator[View]:
        with edit_file(self.path, cells_only=False, durable=False) as view:
            yield view
        self._known = os.stat(self.path)

    # starting and ending

    def begin(self) -> float:
        """Upload the tables to the server; return how many seconds an earlier run has played."""
        with self._open() as view:
            for pointer, row in view.rows("Tables"):
                _set(view, "Tables", pointer, row, {"Status": UPLOADED})
            for pointer, row in view.rows("Session"):
                cells: dict[str, Any] = {"Status": STARTED}
                # "If this field contains no value, BCS will add"
                if row["date"] is None or self.moved:
                    cells["Date"] = moment(self.start.date())
                if not text(row["guid"]):  # "it will be added by BCS"
                    name = f"{self.start.date()} {self.evening.entries.seed} {int_of(row['id'])}"
                    cells["GUID"] = uuid.uuid5(uuid.NAMESPACE_OID, name).hex.upper()
                _set(view, "Session", pointer, row, cells)
            for name in ARRIVING[1:]:
                self._there.update((name, *_key(row)) for _, row in view.rows(name))
            times = [_time(row) for name in ARRIVING for _, row in view.rows(name)]
        reached = max((time for time in times if time), default=self.start)
        return max((reached - self.start).total_seconds(), 0.0)

    def end(self) -> None:
        """Mark the sessions as complete: every table has finished."""
        with self._open() as view:
            for pointer, row in view.rows("Session"):
                _set(view, "Session", pointer, row, {"Status": COMPLETE})

    # rows that arrive

    def write(self, arrivals: Iterable[Arrival]) -> None:
        """Store the rows that arrive, in order."""
        with self._open() as view:
            for arrival in arrivals:
                self._store(view, arrival)

    def _store(self, view: View, arrival: Arrival) -> None:
        record = with_time(arrival, self.start)
        name = TABLE_OF[type_name(record)]
        cells = hand_cells(record) if isinstance(record, Hand) else _cells(name, record)
        cells = view.cells_with_columns(name, cells)
        if isinstance(record, Table):
            self._change_table(view, record)
        elif isinstance(record, Seat):
            self._seat(view, record)
        elif arrival.in_place:
            pointer, row = self._last(view, record)
            _set(view, name, pointer, row, _cells(name, record, empty=True))
        elif self._there[key := (name, *_key({n.lower(): v for n, v in cells.items()}))]:
            self._there[key] -= name not in ENTERED_ONCE  # the file has this row already
        elif view.table(name) is not None:
            view.editor.table(name).insert(cells)
            self._there[key] += name in ENTERED_ONCE
            self.written += isinstance(record, Result)

    def _change_table(self, view: View, record: Table) -> None:
        for pointer, row in view.rows("Tables"):
            if table_key(row) == (record.section, record.table):
                _set(view, "Tables", pointer, row, _cells("Tables", record))

    def _seat(self, view: View, record: Seat) -> None:
        """Store a player number.

        "Whenever BCS updates or adds a record, it sets the Processed field to False".
        """
        if record.name and is_longer(record.name, NAME.size):
            place = f"seat {view.place(record.section, record.table)} {record.direction}"
            name = cut_name(record.name, NAME.size, f"{place}: {record.name}", self.notes)
            record = structs.replace(record, name=name)
        cells = _cells("PlayerNumbers", record) | {"Processed": False}
        cells = view.cells_with_columns("PlayerNumbers", cells)
        wanted = (record.section, record.table, record.direction, record.round)
        for pointer, row in view.rows("PlayerNumbers"):
            if (*table_key(row), direction_of(row), int_of(row["round"])) == wanted:
                is_later = bool(row["timelog"] and row["timelog"] > record.time)
                if not is_later:  # otherwise an earlier run has written it
                    _set(view, "PlayerNumbers", pointer, row, cells)
                return
        if table := view.table("PlayerNumbers"):
            pointer = table.insert(cells)
            row = dict.fromkeys(("number", "name", "timelog", "processed", "updated"))
            row |= {name.lower(): value for name, value in cells.items()}
            view.rows("PlayerNumbers").append((pointer, row))

    def _last(self, view: View, record: Any) -> tuple[int, Row]:
        """The last row of a result's board."""
        name = TABLE_OF[type_name(record)]
        wanted = (record.section, record.table, record.round, record.board)
        rows = [
            (int_of(row["ID"]), pointer, {key.lower(): value for key, value in row.items()})
            for pointer, row in view.editor.table(name).dicts()
            if (row["Section"], row["Table"], row["Round"], row["Board"]) == wanted
        ]
        if not rows:
            raise DataError(f"{self.path}: {name}: another program has removed a result")
        return max(rows)[1:]

    # changes by other programs

    def look(self, now: float) -> None:
        """Act on what scoring programs have written: triggers, names, scores."""
        there = os.stat(self.path)
        same = self._known is not None and there.st_mtime_ns == self._known.st_mtime_ns
        if same and time.monotonic() < self._looked + SOON:
            return
        self._looked = time.monotonic()
        with self._open() as view:
            triggers = [(p, row, int_of(row["updatefromround"])) for p, row in view.rows("Tables")]
            if any(first_round(value) for _, _, value in triggers):
                self.evening.load_movement(self._records(view, *MOVEMENT))
            for pointer, row, value in triggers:
                if value:
                    self._act(view, pointer, row, value, now)
            for name, column in (("PlayerNumbers", "Updated"), ("ReceivedData", "ExternalUpdate")):
                for pointer, row in view.rows(name) if view.has_column(name, column) else ():
                    if row[column.lower()]:
                        view.editor.table(name).update(pointer, {column: False})

    def _act(self, view: View, pointer: int, row: Row, value: int, now: float) -> None:
        """Act on UpdateFromRound and reset it, unless the server does not accept the rounds."""
        place, table = table_key(row), view.editor.table("Tables")
        trigger = f"{view.place(*place)}: UpdateFromRound {value}"
        why = self._carry_out(view, place, value, now)
        if why:
            # "After having successfully updated the server, the value ... will be reset to zero"
            if self._refused.get(place) != why:
                self.say(f"{trigger} not processed: {why}")
            self._refused[place] = why
            return
        self._refused.pop(place, None)
        self.say(f"{trigger} processed")
        if value == REMOVE_TABLE:
            table.delete(pointer)  # "the table record will be removed as well"
        else:
            table.update(
                pointer,
                view.cells_with_columns("Tables", {"UpdateFromRound": 0, "Status": UPLOADED}),
            )

    def _carry_out(self, view: View, place: TableKey, value: int, now: float) -> str:
        """Do what a trigger asks for; return the reason if it is impossible, otherwise empty."""
        evening = self.evening
        if value == REMOVE_TABLE:
            evening.remove_table(place)
        elif value == NEW_SETTINGS:
            evening.entries.load_settings(self._records(view, "settings"))
        elif value == NEW_HANDS:
            evening.entries.load_hands(self._records(view, "hand", "evaluation"))
        elif first := first_round(value):
            rounds = evening.event.rounds_at(*place) if value > 0 else []
            there = evening.terminals.get(place) or Terminal(place, ())
            if why := faults(there.rounds_after(first, rounds).values()):
                return why
            evening.update(place, first, rounds, now)
        if abs(value) < 2 * WAIT and (terminal := evening.terminals.get(place)):
            if value > 0 or value == -WAIT:
                terminal.waits = waits(value)
            evening.resume(place, now)
        return ""

    def _records(self, view: View, *kinds: str) -> Event:
        wanted = Wanted("", frozenset(kinds), asked=True)
        return Event(read_records(view.editor.database, wanted, Notes()), Notes())


def _cells(name: str, record: Any, *, empty: bool = False) -> dict[str, Any]:
    """The cells of a record that have a value; with `empty`, also empty texts."""
    values = {c.name: (getattr(record, c.field), c.type) for c in TABLES[name].columns}
    return {
        n: moment(value)
        for n, (value, kind) in values.items()
        if (value is not None and value is not False) or (empty and kind == "text")
    }


def _set(view: View, name: str, pointer: int, row: Row, cells: dict[str, Any]) -> None:
    """Change the cells of a row that differ."""
    new = {n: v for n, v in cells.items() if view.has_column(name, n) and row.get(n.lower()) != v}
    if new:
        view.editor.table(name).update(pointer, new)
        row |= {n.lower(): v for n, v in new.items()}


def _key(row: Row) -> tuple[object, ...]:
    """What identifies a row: section, table, round, board and counter."""
    return tuple(row.get(name) for name in ("section", "table", "round", "board", "counter"))


def _time(row: Row) -> datetime.datetime | None:
    """When a row arrived; None if it has no time."""
    day, time = row.get("datelog"), row.get("timelog")
    if isinstance(day, datetime.datetime) and isinstance(time, datetime.datetime):
        return datetime.datetime.combine(day.date(), time.time())
    return time if isinstance(time, datetime.datetime) and time.year > 1900 else None
