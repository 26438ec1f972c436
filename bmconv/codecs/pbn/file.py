"""What has been read of a PBN file so far, and the tags of the game being read."""

from __future__ import annotations

import re
from collections import Counter, deque
from collections.abc import Callable
from typing import Any, TypeVar

from bmconv.codecs.pbn.facts import MANDATORY
from bmconv.codecs.pbn.notes import NOTES, check_values
from bmconv.codecs.pbn.sections import HIGHEST_NOTE
from bmconv.codecs.pbn.text import SECTIONS, Tag, Text, unescape
from bmconv.codecs.pbn.values import is_known
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Result, Session
from bmconv.standing import standing_place

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
        """Where results were made, see `_place`."""
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
        """The tags that quick.py has parsed, by line."""
        self.shapes: dict[tuple[str, ...], Any] = {}
        """The shapes that quick.py knows, by the names of a game's tags."""
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
        if _place(result) in self.places:
            result.table = self.next_table(result.section, result.round, result.board)
        self.places.add(_place(result))
        return result


_CLOSED = "closed"
_ROOMS = dict.fromkeys(("?", "-", "o", "open", "open room"), "") | dict.fromkeys(
    ("c", "closed room"), _CLOSED
)
"""The names of rooms; the open one, which has the table's own number, is none."""


def _place(result: Result) -> tuple[int | None, ...]:
    """Where a result replaces earlier ones; two games without such a place are told apart too."""
    place = (result.section, result.table, result.round, result.board)
    pairs = (result.pair_ns, result.pair_ew)
    return standing_place(*place, *pairs) or (*place, *pairs)


def _facts(result: Result) -> tuple[object, ...]:
    """Where a result was made and what it is."""
    return (
        *(result.section, result.table, result.round, result.board),
        *(result.pair_ns, result.pair_ew, result.declarer, result.contract, result.result),
    )


SINGLE = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *SECTIONS))
"""Tags whose value is never taken from another game."""

WORDLESS = frozenset(MANDATORY) | {
    *("Section", "Table", "Round", "PairNS", "PairEW", "DoubleDummyTricks", "Ability"),
    *("Generator", "Description", "Competition", "Room", "Stage", "DealId", "Time", "Score"),
}
"""Tags behind which no section stands."""

V = TypeVar("V")


class Tagged:
    """A game's tags, and what has been made of them."""

    def __init__(self, file: File, text: Text) -> None:
        self.file = file
        self.text = text
        self.tags: dict[str, Tag] = {}
        """The first tag of each name."""
        self.values: dict[str, str] = {}
        """What each tag says, with what it takes from earlier games."""
        self.noted: dict[str, set[int]] = {name: set() for name in SECTIONS}
        """The numbers of the notes to auction and play."""
        self.contract = ""
        self.declarer = ""
        self.cards: dict[str, str | None] = {}
        """The hands by seat."""
        self._take_tags()

    def tell(self, code: str, at: int, what: str = "") -> None:
        """Make a note about a place in this game."""
        self.file.tell(self.text, code, at, what)

    def at(self, name: str) -> int:
        """Where a tag stands."""
        return self.tags[name].at if name in self.tags else 0

    def value(self, name: str) -> str:
        """What a tag says; nothing when that is unknown."""
        text = self.values.get(name, "")
        return unescape(text) if is_known(text) else ""

    def read(
        self, name: str, parse: Callable[[str], V | None], code: str, *, known: bool = True
    ) -> V | None:
        """The value of a tag, with a note when it has none that it may have."""
        text = self.values.get(name, "")
        if not text.strip() or text.strip() == "?" or (known and not is_known(text)):
            return None
        value = parse(text)
        if value is None:
            self.tell(code, self.at(name), text[:40])
        return value

    def _take_tags(self) -> None:
        text, file = self.text, self.file
        for names, values in file.latest.values():
            file.last.update(zip(names, values, strict=True))
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

    def _inherited(self, tag: Tag) -> str:
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

    def _note(self, tag: Tag, part: str) -> None:
        """The number of a note of the auction or the play."""
        match = re.match(r"\s*(\d{1,3})\s*:", tag.value)
        if part not in self.noted:
            self.tell("note-outside", tag.at, tag.value[:40])
        elif match is None or not 1 <= int(match[1]) <= HIGHEST_NOTE:
            self.tell("odd-mark", tag.at, tag.value[:40])
        else:
            self.noted[part].add(int(match[1]))
