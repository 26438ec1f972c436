"""What the games of one PBN file share: what it has said so far, and the records made of that."""

from __future__ import annotations

from collections import Counter, deque
from typing import Any

from bmconv.codecs.pbn.notes import NOTES
from bmconv.codecs.pbn.text import Text
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Result, Session

CLOSED_ROOM = 1000
"""The closed room of table 5 is table 1005; that of a game without a table is table 1000."""
GIVEN_TABLES = 2001
"""From here on games are numbered that the file does not tell apart."""


class File:
    """A file as far as it has been read."""

    def __init__(self, name: str, own_section: int | None, notes: Notes) -> None:
        self.name = name
        self.own_section = own_section
        """The section that all of it is said to be of."""
        self.notes = notes
        self.session: Session | None = None
        self.event_tags: dict[str, str] = {}
        """What the session says, as tags."""
        self.sections: set[int] = set()
        self.hands: dict[tuple[int | None, int], Hand] = {}
        self.evaluations: dict[tuple[int | None, int], Evaluation] = {}
        self.seats: dict[tuple[int | None, int, int | None, str], str] = {}
        self.places: set[tuple[int | None, ...]] = set()
        """Where results were made, see `_standing_key`."""
        self.rows: dict[tuple[object, ...], list[Result]] = {}
        """The results of score tables, by all that a row says of them."""
        self.unplayed: dict[tuple[object, ...], deque[Result]] = {}
        """Those of them that no game has yet."""
        self.unlisted: dict[tuple[object, ...], deque[Result]] = {}
        """The results of games that no score table has yet."""
        self.score_tables: dict[tuple[object, ...], list[Result]] = {}
        """The results of score tables by section, board and text."""
        self.recorded: set[tuple[int | None, ...]] = set()
        """Section, table, round and board of the auctions and plays."""
        self.tables: set[int] = set()
        """The numbers of tables that the file itself has."""
        self.given: set[int] = set()
        """Those that were given to tables without one."""
        self.rooms: dict[tuple[int | None, int | None, str], int] = {}
        """The numbers of further rooms, by section, table and name."""
        self.rooms_given: set[int] = set()
        """Those numbers."""
        self.next_room = GIVEN_TABLES
        self.highest: dict[tuple[int | None, ...], int] = {}
        """The last number of a table that was given to one, by section, round and board."""
        self.boards: set[int] = set()
        self.board: int | None = None
        """That of the last game."""
        self.last: dict[str, str] = {}
        """The last value of each tag, for games that inherit it."""
        self.latest: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        """Names and values of the games that `last` has not yet taken up, one of each shape."""
        self.standing: dict[str, str] = {}
        """Values that hold for all games from here on."""
        self.lines: dict[str, tuple[str, ...]] = {}
        """What pbn_quick has made of lines."""
        self.shapes: dict[tuple[str, ...], Any] = {}
        """What pbn_quick makes of the names of a game's tags."""
        self.waiting: list[Game] | None = []
        """Games that need no record unless another one does; None once one did."""

    def tell(self, text: Text, code: str, at: int, what: str) -> None:
        """Make a note with the line it is about."""
        level, message = NOTES[code]
        place = f"{self.name}:{text.line_at(at)}"
        self.notes.add(level, code, f"{place}: {what}" if what else place, message)

    def table(self, section: int | None, table: int | None, room: str = "") -> int | None:
        """The number of a table: the open room has its own, each further room another one."""
        room = _ROOMS.get(room := room.strip().casefold(), room)
        if not room and (table is None or table not in self.given):
            self.tables |= {table} if table is not None else set()
            return table
        key = (section, table, room)
        if key not in self.rooms:
            first = CLOSED_ROOM + (table or 0) if room == _CLOSED else GIVEN_TABLES
            self.rooms[key] = self._free(first)
        return self.rooms[key]

    def next_table(self, section: int | None, round: int | None, board: int | None) -> int:
        """A number for a table that the file does not tell from another one of the board."""
        key = (section, round, board)
        number = self.highest.get(key, GIVEN_TABLES - 1) + 1
        while number in self.tables or number in self.rooms_given:
            number += 1
        self.highest[key] = number
        self.given.add(number)
        return number

    def _free(self, number: int) -> int:
        """This number for a room if no table has it, else another one."""
        if number in self.tables or number in self.given:
            number = self.next_room
            while number in self.tables or number in self.given:
                number += 1
            self.next_room = number + 1
        self.given.add(number)
        self.rooms_given.add(number)
        return number

    def of_row(self, row: Result, seen: Counter[tuple[object, ...]]) -> tuple[Result, bool]:
        """The result of a row and whether it is new; other tables and games may have it as well.

        `seen` counts the rows of this table: those that say the same are several results.
        """
        key = _facts(row)
        if row.table is None and row.pair_ns is None:
            return self._apart(row), True
        known = self.rows.setdefault(key, [])
        seen[key] += 1
        if seen[key] <= len(known):
            return known[seen[key] - 1], False
        new = not self.unlisted.get(key)
        if new:
            row = self._apart(row)
            self.unplayed.setdefault(key, deque()).append(row)
        else:
            row = self.unlisted[key].popleft()
        known.append(row)
        return row, new

    def of_game(self, result: Result, table: int | None) -> tuple[Result, bool]:
        """The result of a game and whether it is new: the row of a score table may be the same.

        `table` is the one the file gives, if any. Two games are always two results.
        """
        given, result.table = result.table, table
        key = _facts(result)
        apart = table is not None or result.pair_ns is not None
        if apart and self.unplayed.get(key):
            return self.unplayed[key].popleft(), False
        result.table = given
        result = self._apart(result)
        if apart:
            self.unlisted.setdefault(key, deque()).append(result)
        return result, True

    def _apart(self, result: Result) -> Result:
        """A result with a place of its own, so that no other one replaces it."""
        if _standing_key(result) in self.places:
            result.table = self.next_table(result.section, result.round, result.board)
        self.places.add(_standing_key(result))
        return result


_CLOSED = "closed"
_ROOMS = dict.fromkeys(("?", "-", "o", "open", "open room"), "") | dict.fromkeys(
    ("c", "closed room"), _CLOSED
)
"""The names of rooms; the open one, which has the table's own number, is none."""


def _standing_key(result: Result) -> tuple[int | None, ...]:
    """What a result stands for, see Event.standing_results."""
    place = (result.section, result.table, result.round, result.board)
    if result.table is None and result.round is None:
        return (*place, result.pair_ns, result.pair_ew)
    return place


def _facts(result: Result) -> tuple[object, ...]:
    """Where a result was made and what it is."""
    return (
        *(result.section, result.table, result.round, result.board),
        *(result.pair_ns, result.pair_ew, result.declarer, result.contract, result.result),
    )
