"""Makes game files of ACBLscore at the published offsets, independently of our reader."""

import struct
from typing import Any

MASTER = 2580
"""Bytes of the master block, with which a file begins."""


class GameMaker:
    """Builds a file to which events and sections are added.

    `at` is always an offset in the file; the added numbers are those of the published layout.
    """

    def __init__(self) -> None:
        self.data = bytearray(MASTER)
        self.data[:6] = b"\x12\x0a\x03AC3"

    def put(self, at: int, form: str, *values: Any) -> None:
        """Write little-endian numbers."""
        struct.pack_into("<" + form, self.data, at, *values)

    def text(self, at: int, text: str) -> None:
        """Write a text after a byte with its length."""
        data = text.encode("cp437")
        self.data[at : at + 1 + len(data)] = bytes([len(data)]) + data

    def block(self, size: int, number: int) -> int:
        """Append an empty block; its offset in the file."""
        at = len(self.data)
        self.data += bytes(size)
        self.put(at, "HH", size - 2, number)
        return at

    def event(self, number: int, name: str, date: str, club: str = "", kind: int = 0) -> None:
        """Add an event with one strat."""
        at = self.block(742, number)
        self.put(0x012 + 4 * (number - 1), "I", at)
        self.data[0x0DA + number - 1] = kind
        self.text(at + 0x004, name)
        self.text(at + 0x01E, "Monday Aft")
        self.text(at + 0x048, date)
        self.text(at + 0x05C, club)
        self.text(at + 0x0B0, "123456")
        self.data[at + 0x08C] = self.data[at + 0x09F] = self.data[at + 0x09E] = 1
        self.put(at + 0x0D4 + 0x20, "H", 500)
        self.data[at + 0x0D4 + 0x22] = ord("A")

    def section(self, slot: int, event: int, letter: str, **facts: Any) -> int:
        """Add a section; the offset of its details. `facts` are its tables, rounds and so on."""
        summary = 0x13E + 22 * (slot - 1)
        self.data[summary] = event
        self.text(summary + 1, letter)
        at = self.block(804, slot)
        self.put(summary + 4, "I", at)
        self.data[at + 0x018] = facts.get("movement", 0)
        self.put(at + 0x019, "H", facts["boards"])
        self.put(at + 0x01B, "H", facts["pairs"])
        self.data[at + 0x01D] = facts["boards_per_round"]
        self.put(at + 0x01E, "H", facts["tables"] - 1)
        self.put(at + 0x035, "H", facts["rounds"])
        self.put(at + 0x043, "h", facts.get("phantom", 0))
        self.put(at + 0x048, "H", facts["tables"])
        self.put(at + 0x04E, "H", facts["maximum"])
        return at

    def movement(self, details: int, tables: list[list[tuple[int, int, int]]]) -> None:
        """Add the movement: N-S pair, E-W pair and first board of each round, table by table."""
        at = self.block(8 + 75 * len(tables), 1)
        self.put(details + 0x014, "I", at)
        self.data[at + 4], self.data[at + 5] = len(tables), len(tables[0])
        for table, rounds in enumerate(tables):
            for round, cell in enumerate(rounds):
                self.put(at + 7 + 75 * table + 3 * round, "BBB", *cell)

    def entries(self, details: int, direction: int, pairs: list[dict[str, Any]]) -> None:
        """Add the pairs of a direction (1 is N-S, 2 is E-W) in the order of their first tables."""
        index = self.block(20 + 8 * len(pairs), direction)
        self.put(details + 4 * direction, "I", index)
        self.put(index + 4, "HH", 2, len(pairs))
        for turn, pair in enumerate(pairs):
            self.data[details + 0x17D + 4 * turn + direction - 1] = turn + 1
            if pair:
                entry = self._entry(turn + 1, pair)
                self.put(index + 20 + 8 * turn, "HHI", 0, 2, entry)

    def _entry(self, number: int, pair: dict[str, Any]) -> int:
        """Add a pair with its totals and players; its offset."""
        at = self.block(404, number)
        total = round(100 * pair["total"])
        adjustment = round(100 * pair.get("adjustment", 0))
        self.put(at + 0x04, "iiiiii", adjustment, total - adjustment, total, 0, total, 0)
        self.put(at + 0x1C, "H", round(100 * pair["percentage"]))
        self.data[at + 0x1E], self.data[at + 0x2F] = 1, pair["boards"]
        for turn, (first, last, number_text) in enumerate(pair["players"]):
            player = at + 0xA4 + 120 * turn
            self.text(player, last)
            self.text(player + 0x11, first)
            self.text(player + 0x36, number_text)
            self.put(player + 0x71, "H", 40 + turn)
            self.data[player + 0x73] = ord("B")
        return at

    def boards(self, slot: int, boards: dict[int, list[tuple[Any, ...]]]) -> None:
        """Add results of boards: round, table, N-S pair, score, points, E-W pair, score, points."""
        index = self.block(38 + 8 * len(boards), slot)
        self.put(0x13E + 22 * (slot - 1) + 8, "I", index)
        self.put(index + 4, "H", len(boards))
        for turn, (board, rows) in enumerate(boards.items()):
            at = self.block(6 + 18 * len(rows), turn + 1)
            self.data[at + 4], self.data[at + 5] = 2, len(rows)
            self.put(index + 38 + 8 * turn, "BBHI", board, 0, len(rows), at)
            for row, values in enumerate(rows):
                self.put(at + 6 + 18 * row, "BBHhIHhI", *values)

    def finish(self) -> bytes:
        """The bytes of the file."""
        self.put(6, "I", len(self.data))
        return bytes(self.data)


PAIRS = {
    1: [
        {"players": [("Ann", "Ash", "1000001"), ("Bea", "Birch", "1000002")]},
        {"players": [("Cal", "Cedar", "1000003"), ("Dot", "Dogwood", "#000004")]},
    ],
    2: [
        {"players": [("Eve", "Elm", "J000005"), ("Fay", "Fir", "")]},
        {"players": [("Gus", "Gum", "1000007"), ("Hal", "Hazel", "1000008")]},
    ],
}
TOTALS = {1: [(2.1, 52.5), (1.5, 37.5)], 2: [(1.5, 37.5), (2.0, 50.0)]}


def small_game() -> GameMaker:
    """Two tables and two rounds of two boards; some results are averages, one is a split score."""
    maker = GameMaker()
    maker.event(1, "Oak Pairs", "July 24, 2017", "Oak Bridge Club")
    details = maker.section(
        1, 1, "A", tables=2, rounds=2, boards=4, pairs=2, boards_per_round=2, maximum=4
    )
    maker.movement(details, [[(1, 1, 1), (1, 2, 3)], [(2, 2, 3), (2, 1, 1)]])
    for direction, pairs in PAIRS.items():
        entries = [
            pair | {"total": total, "percentage": percentage, "boards": 4}
            for pair, (total, percentage) in zip(pairs, TOTALS[direction], strict=True)
        ]
        maker.entries(details, direction, entries)
    maker.boards(
        1,
        {
            1: [(1, 1, 1, 42, 100, 1, -42, 0), (2, 2, 2, -5, 0, 1, 5, 100)],
            2: [(1, 1, 1, 2060, 60, 1, 2040, 40), (2, 2, 2, 2050, 50, 1, 2060, 60)],
            3: [(1, 2, 2, 11, 50, 2, -11, 50), (2, 1, 1, 11, 50, 2, -14, 100)],
            4: [(1, 2, 2, 0, 50, 2, 0, 50), (2, 1, 1, 950, 0, 2, 950, 0)],
        },
    )
    return maker
