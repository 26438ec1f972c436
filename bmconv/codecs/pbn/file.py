"""The state of reading a PBN file: known records, table numbers and inherited values."""

from collections import Counter, deque

from bmconv.codecs.pbn.notes import NOTES
from bmconv.codecs.pbn.pairs import PairKey, People
from bmconv.codecs.shared.tables_read import FIRST_ASSIGNED_TABLE
from bmconv.event.standing import standing_place
from bmconv.notes import Notes
from bmconv.records import Evaluation, Hand, Result, Session

CLOSED_ROOM = 1000
"""The closed room of table 5 is table 1005; without a table number it is table 1000."""
MOST_COPIES_OF_FILE = 100_000
"""The most copies that Multiplicity may make in all tables of a file, to limit memory."""
_CLOSED = "closed"
_ROOMS = dict.fromkeys(("?", "-", "o", "open", "open room"), "") | dict.fromkeys(
    ("c", "closed room"), _CLOSED
)
"""Other spellings of rooms. The open room, whose table keeps its number, has an empty name."""


class PbnFile:
    """The records, table numbers and tag values of a file, as far as it has been read."""

    def __init__(self, name: str, section_option: int | None, notes: Notes) -> None:
        self.name = name
        self.section_option = section_option
        """The section given as an option, which applies to all games."""
        self.notes = notes
        self.session: Session | None = None
        self.sections: set[int] = set()
        self.hands: dict[tuple[int | None, int], Hand] = {}
        self.evaluations: dict[tuple[int | None, int], Evaluation] = {}
        self.seats: dict[tuple[int | None, int | None, int | None, str], str] = {}
        self.places: set[tuple[int | None, ...]] = set()
        """The places of results, see `_place_key`."""
        self.rows: dict[tuple[object, ...], list[Result]] = {}
        """The results of score tables, by the content of their rows."""
        self.unmatched_rows: dict[tuple[object, ...], deque[Result]] = {}
        """Results of score tables not yet matched with a game."""
        self.unmatched_games: dict[tuple[object, ...], deque[Result]] = {}
        """Results of games not yet matched with a row of a score table."""
        self.anonymous_rows: dict[tuple[object, ...], deque[Result]] = {}
        """Results of rows without table and pairs, not yet matched with the game of their table."""
        self.copies = MOST_COPIES_OF_FILE
        """How many copies Multiplicity may still make."""
        self.score_tables: dict[tuple[object, ...], list[Result]] = {}
        """The results of score tables by section, board and text."""
        self.recorded: set[tuple[int | None, ...]] = set()
        """Section, table, round and board of the auctions and plays."""
        self.tables: set[int] = set()
        """The table numbers that the file itself gives."""
        self.assigned: set[int] = set()
        """Numbers assigned to tables without one."""
        self.rooms: dict[tuple[int | None, int | None, str], int] = {}
        """Numbers assigned to rooms other than the open room, by section, table and name."""
        self.assigned_rooms: set[int] = set()
        """All numbers in `rooms`."""
        self.next_room = FIRST_ASSIGNED_TABLE
        self.highest: dict[tuple[int | None, ...], int] = {}
        """The last assigned table number by section, round and board."""
        self.pairs: dict[PairKey, People] = {}
        """The people in score tables: names and member numbers."""
        self.has_ranking = False
        """Whether a game had a table with the ranking of the event."""
        self.board: int | None = None
        """The board of the last game."""
        self.values_before: dict[str, str] = {}
        """The values of the last game."""
        self.last: dict[str, str] = {}
        """The last value of each tag, for games that inherit it."""
        self.standing: dict[str, str] = {}
        """Values that apply to all games from here on."""

    def note(self, code: str, line: int, detail: str = "") -> None:
        """Add a note about a line."""
        level, message = NOTES[code]
        place = f"{self.name}:{line}"
        self.notes.add(level, code, f"{place}: {detail}" if detail else place, message)

    def table(self, section: int | None, table: int | None, room: str = "") -> int | None:
        """The number of a table: the open room keeps it, every other room is assigned another."""
        room = _ROOMS.get(room := room.strip().casefold(), room)
        if not room and (table is None or table not in self.assigned):
            self.tables |= {table} if table is not None else set()
            return table
        key = (section, table, room)
        if key not in self.rooms:
            first = CLOSED_ROOM + (table or 0) if room == _CLOSED else FIRST_ASSIGNED_TABLE
            self.rooms[key] = self._assign_room(first)
        return self.rooms[key]

    def next_table(self, section: int | None, round: int | None, board: int | None) -> int:
        """Assign a number to a table that the file does not distinguish from another one."""
        key = (section, round, board)
        number = self.highest.get(key, FIRST_ASSIGNED_TABLE - 1) + 1
        while number in self.tables or number in self.assigned_rooms:
            number += 1
        self.highest[key] = number
        self.assigned.add(number)
        return number

    def _assign_room(self, number: int) -> int:
        """Assign this number to a room if it is free, or else another one."""
        if number in self.tables or number in self.assigned:
            number = self.next_room
            while number in self.tables or number in self.assigned:
                number += 1
            self.next_room = number + 1
        self.assigned.add(number)
        self.assigned_rooms.add(number)
        return number

    def result_of_row(self, row: Result, seen: Counter[tuple[object, ...]]) -> tuple[Result, bool]:
        """The result of a row, and whether it is new: another table or game may contain it too.

        `seen` counts equal rows of this ScoreTable, because they are separate results.
        """
        key = _result_key(row)
        if row.table is None and row.pair_ns is None:
            self.anonymous_rows.setdefault(_outcome_key(row), deque()).append(row)
            return self._make_unique(row), True
        known = self.rows.setdefault(key, [])
        seen[key] += 1
        if seen[key] <= len(known):
            return known[seen[key] - 1], False
        new = not self.unmatched_games.get(key)
        if new:
            row = self._make_unique(row)
            self.unmatched_rows.setdefault(key, deque()).append(row)
        else:
            row = self.unmatched_games[key].popleft()
        known.append(row)
        return row, new

    def result_of_game(
        self, result: Result, table: int | None, *, is_listed: bool
    ) -> tuple[Result, bool]:
        """The result of a game, and whether it is new: a score table may already contain it.

        `table` is the number given in the file, if any. Two games are always two results. With
        `is_listed` the game has neither table nor pairs, but a score table with all results.
        """
        if is_listed and self.anonymous_rows.get(_outcome_key(result)):
            return self.anonymous_rows[_outcome_key(result)].popleft(), False
        if table is None and result.pair_ns is None:
            return self._make_unique(result), True
        assigned_table, result.table = result.table, table
        key = _result_key(result)
        if self.unmatched_rows.get(key):
            return self.unmatched_rows[key].popleft(), False
        result.table = assigned_table
        result = self._make_unique(result)
        self.unmatched_games.setdefault(key, deque()).append(result)
        return result, True

    def _make_unique(self, result: Result) -> Result:
        """Assign another table to a result if its place is taken, so that it replaces no other."""
        place = _place_key(result)
        if place in self.places:
            result.table = self.next_table(result.section, result.round, result.board)
            place = _place_key(result)
        self.places.add(place)
        return result


def _place_key(result: Result) -> tuple[int | None, ...]:
    """The place where a result replaces earlier ones, or else all numbers that identify it."""
    place = (result.section, result.table, result.round, result.board)
    pairs = (result.pair_ns, result.pair_ew)
    return standing_place(*place, *pairs) or (*place, *pairs)


def _outcome_key(result: Result) -> tuple[object, ...]:
    """The board of a result and what was played."""
    return result.section, result.board, result.declarer, result.contract, result.result


def _result_key(result: Result) -> tuple[object, ...]:
    """The place of a result and what was played."""
    return (
        *(result.section, result.table, result.round, result.board),
        *(result.pair_ns, result.pair_ew, result.declarer, result.contract, result.result),
    )
