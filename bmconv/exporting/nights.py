"""The same night in two files: recognised by what was played, completed by the hands of the other.

A file without a GUID, or with hands only, can be the second file of a night that is already in the
dataset. The ledger keeps marks of every event: its labels, section letters and boards, and four
bytes for each result that stands.
"""

import os
import sqlite3
import struct
from base64 import b64decode, b64encode
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple
from zlib import crc32

from bmconv.exporting.entries import HeldEvent, NightFingerprint, Reading
from bmconv.exporting.tables import NIGHTS

COMMON, EQUAL = 20, 0.9
"""Two files are of the same night if they have at least this many results in common, and at least
this share of those are equal."""
LIKELY_COMMON, LIKELY_EQUAL = 8, 0.5
"""With at least these numbers, two files may be of the same night."""
MARKED = ("section", "board", "pair_ns", "pair_ew", "contract", "declarer", "result")
"""The columns of results from which their marks are made."""


def fingerprint(
    letters: dict[Any, str], results: Iterable[tuple[Any, ...]], hands: list[Any]
) -> NightFingerprint:
    """The fingerprint of a night: `results` has the columns MARKED, `hands` the boards of hands."""
    has_sections = len(letters) > 1  # a PBN file often lacks the letter of an only section
    marks, boards = [], set()
    for section, board, ns, ew, contract, declarer, tricks in results:
        boards.add(board)
        if contract:
            letter = letters.get(section, "") if has_sections else ""
            place, outcome = _checksum(letter, board, ns, ew), _checksum(contract, declarer, tricks)
            marks.append(place & 0xFFFFFF00 | outcome & 0xFF)  # 24 bits of one, 8 of the other
    packed = b64encode(struct.pack(f"<{len(marks)}I", *marks)).decode()
    named = " ".join(sorted(letters.values()))
    boards = (boards or set(hands)) - {None}
    return NightFingerprint(named, " ".join(map(str, sorted(boards))), packed, len(hands))


@lru_cache(1 << 16)
def _checksum(*values: object) -> int:
    """A checksum of some values; cached, because the same ones recur in many nights."""
    return crc32("/".join(map(str, values)).encode("utf-8", "replace"))


def count_shared(one: str, other: str) -> tuple[int, int]:
    """How many results two nights have in common, and how many of them are equal."""
    first, second = _outcomes(one), _outcomes(other)
    common = first.keys() & second.keys()
    return len(common), sum(first[place] == second[place] for place in common)


@lru_cache(4096)
def _outcomes(marks: str) -> dict[int, int]:
    """The checksum of each outcome, by the checksum of its place: section, board and pairs."""
    packed = b64decode(marks)
    return {mark >> 8: mark & 0xFF for mark in struct.unpack(f"<{len(packed) // 4}I", packed)}


class Night(NamedTuple):
    """An event in the dataset, with its fingerprint, from the tables of events and nights."""

    event: HeldEvent
    results: int
    letters: str
    boards: str
    marks: str
    hands: int
    guid: bool
    """Whether the event's id is a GUID."""
    hands_file: str | None
    """The second file, which added its hands to the event; None if there is none."""
    hands_batch: int
    """The batch with the added hands."""
    hands_added: int
    """The number of added hands."""

    def is_same(self, reading: Reading) -> bool:
        """Whether a file has the results of this night."""
        common, equal = self._count_shared(reading)
        return common >= COMMON and equal >= EQUAL * common

    def may_be(self, reading: Reading) -> bool:
        """Whether a file possibly has the results of this night."""
        common, equal = self._count_shared(reading)
        return common >= LIKELY_COMMON and equal >= LIKELY_EQUAL * common

    def _count_shared(self, reading: Reading) -> tuple[int, int]:
        letters = reading.fingerprint.letters
        pairs = ((letters, self.letters), (reading.date, self.event.date))
        if any(mine and theirs and mine != theirs for mine, theirs in pairs):
            return 0, 0  # known letters or dates contradict each other
        return count_shared(self.marks, reading.fingerprint.marks)

    def has_boards_of(self, other: str) -> bool:
        """Whether the night has all of these boards."""
        return set(other.split()) <= set(self.boards.split())


class Nights:
    """The table of nights of the ledger."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self.db = db

    def on(self, date: str, labels: str) -> list[Night]:
        """The events of a day with these labels; none if the date is unknown."""
        return self._select("e.date = ? AND n.labels = ?", date, labels) if date else []

    def beside(self, name: str, date: str) -> list[Night]:
        """The events of files with the same path but for the extension, and no other date."""
        stem = os.path.splitext(name)[0]
        # "/" follows "." in ASCII: these are the names that begin with the stem and a dot
        nights = self._select("e.source_file >= ? AND e.source_file < ?", f"{stem}.", f"{stem}/")
        return [
            night
            for night in nights
            if night.event.name != name
            and os.path.splitext(night.event.name)[0] == stem
            and (not date or not night.event.date or date == night.event.date)
        ]

    def of(self, event_id: str) -> Night | None:
        """An event by its id."""
        return next(iter(self._select("n.event_id = ?", event_id)), None)

    def completed_by(self, name: str) -> list[Night]:
        """The events to which a file added its hands as the second file."""
        return self._select("n.hands_file = ?", name)

    def _select(self, condition: str, *values: str) -> list[Night]:
        rows = self.db.execute(
            "SELECT e.event_id, e.source_file, e.batch, e.name, e.date, e.results, n.letters, "
            "n.boards, n.marks, n.hands, n.guid, n.hands_file, n.hands_batch, n.hands_added "
            f"FROM events e JOIN {NIGHTS} n USING (event_id) WHERE {condition} ORDER BY e.event_id",
            values,
        )
        return [Night(HeldEvent(*row[:5]), *row[5:]) for row in rows]

    def save(self, reading: Reading, labels: str, *, guid: bool) -> None:
        """Record the marks of an event whose rows come from this file."""
        self.db.execute(
            f"INSERT OR REPLACE INTO {NIGHTS} VALUES (?, ?, ?, ?, ?, ?, ?, NULL, 0, 0)",
            (reading.event_id, labels, *reading.fingerprint, guid),
        )

    def complete(self, event_id: str, name: str | None, batch: int, hands: int) -> None:
        """Record the second file that added hands to an event, and count them as its records."""
        self.db.execute(
            "UPDATE events SET records = records + ? "
            f"- (SELECT hands_added FROM {NIGHTS} n WHERE n.event_id = events.event_id) "
            "WHERE event_id = ?",
            (hands, event_id),
        )
        self.db.execute(
            f"UPDATE {NIGHTS} SET hands_file = ?, hands_batch = ?, hands_added = ? "
            "WHERE event_id = ?",
            (name, batch, hands, event_id),
        )
