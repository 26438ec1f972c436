"""Reading matches of teams or pairs, and the fours of an individual: tables for what was played.

USEBIO has no tables. A match of teams is two of them, numbered in the order of the file.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from bmconv.codecs.usebio.head import Head
from bmconv.codecs.usebio.lines import PLAYERS
from bmconv.codecs.usebio.lines import read_number as read_points
from bmconv.codecs.usebio.xml import Node
from bmconv.notes import Notes
from bmconv.records import Result, Round, Section

if TYPE_CHECKING:
    from bmconv.codecs.usebio.read import Element, EventReader

BOARD_POINTS = ("IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS")
"""What a board of a match gives for the match."""
_MATCH = (
    *("ROUND_NUMBER", "TEAM", "OPPOSING_TEAM", "START_BOARD_NUMBER", "END_BOARD_NUMBER"),
    *("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "BOARD"),
)


class MatchTable(NamedTuple):
    """A table of a match, with who sits there as text if lines do not give it."""

    number: int
    round: int
    section: Section
    ns: str = ""
    ew: str = ""
    team: bool = False


def board_range(boards: Iterable[int]) -> dict[str, Any]:
    """The boards of a round: lowest and highest, or a list if there are gaps."""
    numbers = sorted(set(boards))
    if not numbers:
        return {}
    if numbers[-1] - numbers[0] + 1 == len(numbers):
        return {"low_board": numbers[0], "high_board": numbers[-1]}
    return {"custom_boards": ",".join(map(str, numbers))}


class Fours:
    """The tables of an individual: the same four players are one table of one round."""

    def __init__(self, number: Callable[[str, Section], int]) -> None:
        self._number = number
        self._tables: dict[tuple[int, tuple[int, ...]], MatchTable] = {}
        self._boards: dict[tuple[int, int], list[int]] = defaultdict(list)

    def at(self, line: Node, section: Section, board: int) -> MatchTable:
        """The table of the four players of a line."""
        numbers = tuple(
            self._number(text, section) if (text := line.fields.get(tag)) else 0 for tag in PLAYERS
        )
        key = (section.id or 0, numbers)
        table = self._tables.get(key)
        if table is None:
            table = self._tables[key] = MatchTable(len(self._tables) + 1, 1, section)
        self._boards[section.id or 0, table.number].append(board)
        return table

    def rounds(self) -> Iterator[Round]:
        """A round for each table."""
        for (section, (north, south, east, west)), table in self._tables.items():
            round = Round(section=section, table=table.number, round=1)
            round.ns_pair, round.south = north or None, south or None
            round.ew_pair, round.west = east or None, west or None
            for name, value in board_range(self._boards[section, table.number]).items():
                setattr(round, name, value)
            yield round


class Matches:
    """The matches of an event."""

    def __init__(self, reader: EventReader, head: Head, name: str, notes: Notes) -> None:
        self.reader, self.head, self.name, self.notes = reader, head, name, notes
        self.rounds: list[Round] = []
        self._tables: dict[tuple[int, int], int] = defaultdict(int)

    def read(self, part: Element) -> list[Result]:
        """The results of a match; its rounds are kept."""
        match = part.node
        text = match.get("ROUND_NUMBER")
        round = int(text) if text.isdecimal() and len(text) < 6 else 1
        team = bool(match.get("TEAM") or match.get("OPPOSING_TEAM"))
        first = match.get("TEAM") if team else match.get("NS_PAIR_NUMBER")
        second = match.get("OPPOSING_TEAM") if team else match.get("EW_PAIR_NUMBER")
        section = part.section or self.head.section(part.session, "")
        both = team and second not in ("", "0")
        at = self._tables[section.id or 0, round] + 1
        self._tables[section.id or 0, round] += 2 if both else 1
        here = MatchTable(at, round, section, first, second, team)
        there = MatchTable(at + 1, round, section, second, first, True) if both else here
        results = [r for board in match.all("BOARD") for r in self._board(part, board, here, there)]
        extra = match.plain(*_MATCH)
        if team and not first:
            extra["TEAM"] = ""
        self._add(here, there, results, match, extra)
        if both:
            self._add(there, here, results, match, {})
        return results

    def _board(
        self, part: Element, board: Node, here: MatchTable, there: MatchTable
    ) -> Iterator[Result]:
        from bmconv.codecs.usebio.read import board_number

        number = board_number(board, self.name, self.notes)
        if number is None:
            return
        for at, line in enumerate(board.all("TRAVELLER_LINE")):
            side = line.get("DIRECTION").upper()[:1] or "NE"[at % 2]
            table = here if side == "N" or here is there else there
            result = self.reader.result(part, line, number, table)
            _give_points(result, board, table is here, self.head.method)
            yield result
        self.reader.rest(board)

    def _add(
        self,
        table: MatchTable,
        other: MatchTable,
        results: list[Result],
        match: Node,
        extra: dict[str, Any],
    ) -> None:
        """Add the round of a table."""
        round = Round(section=table.section.id, table=table.number, round=table.round)
        played = [r for r in results if r.table == table.number]
        ns = self.reader.number(table.ns, table.section) if table.ns else None
        ew = self.reader.number(table.ew, table.section) if table.ew else None
        round.ns_pair = next((r.pair_ns for r in played if r.pair_ns), ns)
        round.ew_pair = next((r.pair_ew for r in played if r.pair_ew), ew)
        if table.team:
            round.ns_team, round.ew_team = ns, ew
        if other is not table:
            round.mates_table = other.number
        low, high = match.get("START_BOARD_NUMBER"), match.get("END_BOARD_NUMBER")
        ends = [int(text) for text in (low, high) if text.isdecimal() and len(text) < 6]
        boards = {r.board or 0 for r in results}
        if len(ends) == 2 and ends[0] <= ends[1] and boards <= {*range(ends[0], ends[1] + 1)}:
            round.low_board, round.high_board = ends
        else:
            for name, value in board_range(boards).items():
                setattr(round, name, value)
            if low or high:
                extra = extra | {"START_BOARD_NUMBER": low, "END_BOARD_NUMBER": high}
        round.extra = extra or None
        self.rounds.append(round)


def _give_points(result: Result, board: Node, home: bool, method: str) -> None:
    """The points of a team on a board, for the pairs of both teams at a table."""
    imps = read_points(board.get("IMPS"))
    ours, theirs = map(read_points, (board.get("TEAM_POINTS"), board.get("OPPOSING_TEAM_POINTS")))
    if imps is not None:
        first, second = imps, -imps + 0.0
    elif ours is not None and theirs is not None:
        first, second = ours, theirs
    else:
        return
    if not home:
        first, second = second, first
    if imps is None and method in ("BAM", "PAB"):
        result.mp_ns, result.mp_ew = first, second
    else:
        result.imp_ns, result.imp_ew = first, second
