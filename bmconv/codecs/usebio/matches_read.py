"""Reading MATCH elements: matches of teams or pairs.

USEBIO has no table numbers. A match of teams becomes two tables, numbered in file order.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from bmconv.codecs.shared.cells import parse_count
from bmconv.codecs.usebio.head import Head
from bmconv.codecs.usebio.lines import read_decimal
from bmconv.codecs.usebio.results_read import (
    Element,
    MatchTable,
    ResultReader,
    board_number,
    board_range,
)
from bmconv.codecs.usebio.xml_read import Node
from bmconv.notes import Notes
from bmconv.records import Result, Round

_HIGHEST = 99_999
"""The highest number of a round or a board of a match that is read."""
_MATCH = (
    *("ROUND_NUMBER", "TEAM", "OPPOSING_TEAM", "START_BOARD_NUMBER", "END_BOARD_NUMBER"),
    *("NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "BOARD"),
)
"""Elements of a match that are read into fields."""


class MatchReader:
    """Reads the matches of an event."""

    def __init__(self, results: ResultReader, head: Head, name: str, notes: Notes) -> None:
        self.results, self.head, self.name, self.notes = results, head, name, notes
        self.rounds: list[Round] = []
        self._tables: dict[tuple[int, int], int] = defaultdict(int)
        """The number of tables so far, by section and round."""

    def read(self, part: Element) -> list[Result]:
        """The results of a match; its rounds are added to `rounds`."""
        match = part.node
        round = parse_count(match.get("ROUND_NUMBER"), _HIGHEST)
        round = 1 if round is None else round
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
        self._add_round(here, there, results, match, extra)
        if both:
            self._add_round(there, here, results, match, {})
        return results

    def _board(
        self, part: Element, board: Node, here: MatchTable, there: MatchTable
    ) -> Iterator[Result]:
        number = board_number(board, self.name, self.notes)
        if number is None:
            return
        for at, line in enumerate(board.all("TRAVELLER_LINE")):
            side = line.get("DIRECTION").upper()[:1] or "NE"[at % 2]
            table = here if side == "N" or here is there else there
            result = self.results.read(part, line, number, table)
            _set_points(result, board, self.head.method, home=table is here)
            yield result
        self.results.note_rest(board)

    def _add_round(
        self,
        table: MatchTable,
        other: MatchTable,
        results: list[Result],
        match: Node,
        extra: dict[str, Any],
    ) -> None:
        """Add the round of one table of a match; `other` is the second table, if there is one."""
        round = Round(section=table.section.id, table=table.number, round=table.round)
        played = [r for r in results if r.table == table.number]
        ns = self.results.number(table.ns, table.section) if table.ns else None
        ew = self.results.number(table.ew, table.section) if table.ew else None
        round.ns_pair = next((r.pair_ns for r in played if r.pair_ns), ns)
        round.ew_pair = next((r.pair_ew for r in played if r.pair_ew), ew)
        if table.team:
            round.ns_team, round.ew_team = ns, ew
        if other is not table:
            round.mates_table = other.number
        low, high = match.get("START_BOARD_NUMBER"), match.get("END_BOARD_NUMBER")
        numbers = (parse_count(text, _HIGHEST) for text in (low, high))
        ends = [number for number in numbers if number is not None]
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


def _set_points(result: Result, board: Node, method: str, *, home: bool) -> None:
    """Set the points of both teams on a board; `home` is the table listed first."""
    imps = read_decimal(board.get("IMPS"))
    ours, theirs = map(read_decimal, (board.get("TEAM_POINTS"), board.get("OPPOSING_TEAM_POINTS")))
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
