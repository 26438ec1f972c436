"""The state of reading a PBN file, and the tags of the game being read."""

import re
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, TypeVar

from bmconv.codecs.pbn.facts import MANDATORY
from bmconv.codecs.pbn.notes import NOTES, check_values
from bmconv.codecs.pbn.sections import HIGHEST_NOTE
from bmconv.codecs.pbn.text import SECTIONS, GameText, PbnTag, unescape
from bmconv.codecs.pbn.values import is_known
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Result, Session
from bmconv.standing import standing_place

CLOSED_ROOM = 1000
"""The closed room of table 5 is table 1005; without a table number it is table 1000."""
GIVEN_TABLES = 2001
"""The first number for tables that the file does not distinguish."""


class PbnFile:
    """What has been read of a file so far."""

    def __init__(self, name: str, own_section: int | None, notes: Notes) -> None:
        self.name = name
        self.own_section = own_section
        """The section given as an option, which applies to the whole file."""
        self.notes = notes
        self.session: Session | None = None
        self.event_tags: dict[str, str] = {}
        """The tags that the session record already contains."""
        self.sections: set[int] = set()
        self.hands: dict[tuple[int | None, int], Hand] = {}
        self.evaluations: dict[tuple[int | None, int], Evaluation] = {}
        self.seats: dict[tuple[int | None, int | None, int | None, str], str] = {}
        self.places: set[tuple[int | None, ...]] = set()
        """The places of results, see `_place`."""
        self.rows: dict[tuple[object, ...], list[Result]] = {}
        """The results of score tables, by the content of their rows."""
        self.unplayed: dict[tuple[object, ...], deque[Result]] = {}
        """Results of score tables not yet matched with a game."""
        self.unlisted: dict[tuple[object, ...], deque[Result]] = {}
        """Results of games not yet matched with a row of a score table."""
        self.score_tables: dict[tuple[object, ...], list[Result]] = {}
        """The results of score tables by section, board and text."""
        self.recorded: set[tuple[int | None, ...]] = set()
        """Section, table, round and board of the auctions and plays."""
        self.tables: set[int] = set()
        """The table numbers that the file itself gives."""
        self.given: set[int] = set()
        """Numbers assigned to tables without one."""
        self.rooms: dict[tuple[int | None, int | None, str], int] = {}
        """Numbers assigned to rooms other than the open room, by section, table and name."""
        self.rooms_given: set[int] = set()
        """All numbers in `rooms`."""
        self.next_room = GIVEN_TABLES
        self.highest: dict[tuple[int | None, ...], int] = {}
        """The last assigned table number by section, round and board."""
        self.boards: set[int] = set()
        self.board: int | None = None
        """The board of the last game."""
        self.last: dict[str, str] = {}
        """The last value of each tag, for games that inherit it."""
        self.latest: dict[int, dict[str, str]] = {}
        """Values of tags not yet merged into `last`, from the last game of each shape."""
        self.standing: dict[str, str] = {}
        """Values that apply to all games from here on."""
        self.lines: dict[str, tuple[str, ...]] = {}
        """Tags already parsed by quick.py, by line."""
        self.shapes: dict[tuple[str, ...], Any] = {}
        """Shapes already known to quick.py, by the names of a game's tags."""
        self.waiting: list[Game] | None = []
        """Games that need a record only if a later game does; None once one did."""

    def tell(self, text: GameText, code: str, at: int, what: str) -> None:
        """Add a note with the line number."""
        level, message = NOTES[code]
        place = f"{self.name}:{text.line_at(at)}"
        self.notes.add(level, code, f"{place}: {what}" if what else place, message)

    def table(self, section: int | None, table: int | None, room: str = "") -> int | None:
        """The number of a table: the open room keeps it, every other room is assigned another."""
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
        """Assign a number to a table that the file does not distinguish from another one."""
        key = (section, round, board)
        number = self.highest.get(key, GIVEN_TABLES - 1) + 1
        while number in self.tables or number in self.rooms_given:
            number += 1
        self.highest[key] = number
        self.given.add(number)
        return number

    def _free(self, number: int) -> int:
        """Assign this number to a room if it is free, else another one."""
        if number in self.tables or number in self.given:
            number = self.next_room
            while number in self.tables or number in self.given:
                number += 1
            self.next_room = number + 1
        self.given.add(number)
        self.rooms_given.add(number)
        return number

    def of_row(self, row: Result, seen: Counter[tuple[object, ...]]) -> tuple[Result, bool]:
        """The result of a row, and whether it is new: other tables and games may contain it too.

        `seen` counts the rows of this table, because equal rows of one table are separate results.
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
        """The result of a game, and whether it is new: a score table may already contain it.

        `table` is the number given in the file, if any. Two games are always two results.
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
        """Make the place of a result unique, so that no other result replaces it."""
        if _place(result) in self.places:
            result.table = self.next_table(result.section, result.round, result.board)
        self.places.add(_place(result))
        return result


_CLOSED = "closed"
_ROOMS = dict.fromkeys(("?", "-", "o", "open", "open room"), "") | dict.fromkeys(
    ("c", "closed room"), _CLOSED
)
"""The other names of rooms; the open room, which keeps the table's number, has an empty name."""


def _place(result: Result) -> tuple[int | None, ...]:
    """The place where a result replaces earlier ones, or else all numbers that identify it."""
    place = (result.section, result.table, result.round, result.board)
    pairs = (result.pair_ns, result.pair_ew)
    return standing_place(*place, *pairs) or (*place, *pairs)


def _facts(result: Result) -> tuple[object, ...]:
    """The place of a result and what was played."""
    return (
        *(result.section, result.table, result.round, result.board),
        *(result.pair_ns, result.pair_ew, result.declarer, result.contract, result.result),
    )


SINGLE = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *SECTIONS))
"""Tags whose value is never inherited from another game."""

WORDLESS = frozenset(MANDATORY) | {
    *("Section", "Table", "Round", "PairNS", "PairEW", "DoubleDummyTricks", "Ability"),
    *("Generator", "Description", "Competition", "Room", "Stage", "DealId", "Time", "Score"),
}
"""Tags that are not followed by a section."""

V = TypeVar("V")


class Tagged:
    """The tags of a game and the values derived from them."""

    def __init__(self, file: PbnFile, text: GameText) -> None:
        self.file = file
        self.text = text
        self.tags: dict[str, PbnTag] = {}
        """The first tag with each name."""
        self.values: dict[str, str] = {}
        """The value of each tag, inherited from earlier games where the tag asks for it."""
        self.noted: dict[str, set[int]] = {name: set() for name in SECTIONS}
        """The numbers of the Note tags of auction and play."""
        self.contract = ""
        self.declarer = ""
        self.cards: dict[str, str | None] = {}
        """The cards of each seat."""
        self._take_tags()

    def tell(self, code: str, at: int, what: str = "") -> None:
        """Add a note about a position in this game."""
        self.file.tell(self.text, code, at, what)

    def at(self, name: str) -> int:
        """The position of a tag in the text, or 0."""
        return self.tags[name].at if name in self.tags else 0

    def value(self, name: str) -> str:
        """The text of a tag; empty if unknown."""
        text = self.values.get(name, "")
        return unescape(text) if is_known(text) else ""

    def read(
        self, name: str, parse: Callable[[str], V | None], code: str, *, known: bool = True
    ) -> V | None:
        """The parsed value of a tag; None if it is unknown, or invalid, which is noted."""
        text = self.values.get(name, "")
        if not text.strip() or text.strip() == "?" or (known and not is_known(text)):
            return None
        value = parse(text)
        if value is None:
            self.tell(code, self.at(name), text[:40])
        return value

    def _take_tags(self) -> None:
        text, file = self.text, self.file
        for given in file.latest.values():
            file.last.update(given)
        file.latest.clear()
        for at, what in text.faults:
            self.tell("bad-text", at, what)
        if text.stray:
            self.tell("stray-text", text.stray[0].at, text.stray[0].text[:40])
        part = ""
        for tag in text.tags:
            if tag.name == "Note":
                self._note(tag, part)
                continue
            part = tag.name
            if tag.name in self.tags:
                self.tell("tag-twice", tag.at, tag.name)
                continue
            self.tags[tag.name] = tag
            self.values[tag.name] = self._inherited(tag)
            if tag.words and tag.name in WORDLESS:
                self.tell("stray-text", tag.words[0].at, tag.words[0].text[:40])
        for name, value in file.standing.items():
            self.values.setdefault(name, value)
        check_values(self.tags.values(), self.values, self.tell)

    def _inherited(self, tag: PbnTag) -> str:
        file, name, value = self.file, tag.name, tag.value
        if value.startswith("#") and name in SINGLE:
            self.tell("bad-inheritance", tag.at, f'{name} "{value[:20]}"')
            return ""
        if value.startswith("##"):
            file.standing[name] = file.last[name] = value[2:]
            return value[2:]
        file.standing.pop(name, None)
        if value == "#":
            return file.last.get(name, "")
        file.last[name] = value
        return value

    def _note(self, tag: PbnTag, part: str) -> None:
        """Remember the number of a Note tag of the auction or the play."""
        match = re.match(r"\s*(\d{1,3})\s*:", tag.value)
        if part not in self.noted:
            self.tell("note-outside", tag.at, tag.value[:40])
        elif match is None or not 1 <= int(match[1]) <= HIGHEST_NOTE:
            self.tell("odd-mark", tag.at, tag.value[:40])
        else:
            self.noted[part].add(int(match[1]))
