"""What the games of one PBN file share: what it has said so far, and the records made of that."""

from __future__ import annotations

from typing import Any

from bmconv.codecs.pbn_notes import NOTES
from bmconv.codecs.pbn_text import Text
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Result, Session


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
        self.results: dict[tuple[int | None, ...], list[Result]] = {}
        self.recorded: set[tuple[int | None, ...]] = set()
        """Section, table, round and board of the auctions and plays."""
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

    def placed(self, result: Result) -> tuple[Result, bool]:
        """A result with a place of its own and True, or the same one that was read before.

        The file may not say where a board was played: results that would then replace each other
        are told apart by a table's number.
        """
        before = self.results.setdefault(_standing_key(result), [])
        if result.table is not None or result.pair_ns is not None:
            for other in before:
                if _same(result, other):
                    return other, False
        if before:
            result.table = (result.table or len(before)) + 1
            while _standing_key(result) in self.results:
                result.table += 1
            self.results[_standing_key(result)] = [result]
        before.append(result)
        return result, True


def _standing_key(result: Result) -> tuple[int | None, ...]:
    """What a result stands for, see Event.standing_results."""
    place = (result.section, result.table, result.round, result.board)
    if result.table is None and result.round is None:
        return (*place, result.pair_ns, result.pair_ew)
    return place


def _same(result: Result, other: Result) -> bool:
    names = ("pair_ns", "pair_ew", "declarer", "contract", "result")
    return all(getattr(result, name) == getattr(other, name) for name in names)
