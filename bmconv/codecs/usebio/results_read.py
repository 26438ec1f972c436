"""Reading results: the section, table and pairs of traveller lines, in files without tables too."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from bmconv.codecs.shared.cells import parse_count
from bmconv.codecs.usebio.head import Head
from bmconv.codecs.usebio.lines import PLAYERS, LineReader
from bmconv.codecs.usebio.numbers import PairNumber, read_pair_number, usual_text
from bmconv.codecs.usebio.xml_read import Node
from bmconv.notes import Notes
from bmconv.records import Result, Round, Section, Session

FIRST_ODD_NUMBER = 10_001
"""The first number for pairs and teams whose own number is not understood."""
_BOARD_POINTS = ("IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS")
"""The points of a match on a board."""


class Element(NamedTuple):
    """A PARTICIPANTS, BOARD, MATCH or HANDSET element with its session and section."""

    node: Node
    session: Session
    section: Section | None


class MatchTable(NamedTuple):
    """A table in one round; `ns` and `ew` are a match's pairs, if its lines do not name them."""

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


class IndividualTables:
    """The tables of an individual: each four players who meet are one table of one round."""

    def __init__(self, number: Callable[[str, Section], int]) -> None:
        self._number = number
        self._tables: dict[tuple[int, tuple[int, ...]], MatchTable] = {}
        self._boards: dict[tuple[int, int], list[int]] = defaultdict(list)

    def table_of(self, line: Node, section: Section, board: int) -> MatchTable:
        """The table of the four players on a line; remembers that they play this board there."""
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


def board_number(node: Node, name: str, notes: Notes) -> int | None:
    """The number of a board; None, with an error, for other text."""
    text = node.get("BOARD_NUMBER")
    if number := parse_count(text, 999_999):
        return number
    notes.error("bad-board", f"{name}: {text[:20]!r}", "board{s} left out: no number")
    return None


class ResultReader:
    """Reads the results of one event."""

    def __init__(self, head: Head, name: str, notes: Notes) -> None:
        self.head, self.name, self.notes = head, name, notes
        self.lines = LineReader(name, notes)
        self.individual_tables = IndividualTables(self.number)
        self.sides: dict[str, set[str]] = defaultdict(set)
        """The sides on which each pair number appears on lines."""
        self.section_by_pair: dict[str, Section] = {}
        """The section of the first result of each pair number."""
        self._odd_numbers: dict[tuple[int, str], int] = {}

    def section_of(self, part: Element, number: PairNumber | None) -> Section:
        """The section around an element, or else the section whose letter is in a pair number."""
        if part.section:
            return part.section
        letter = number.section if number else ""
        return self.head.section(part.session, letter)

    def number(self, text: str, section: Section) -> int:
        """The number of a pair or team; any other text gets one above 10,000, with a note."""
        if known := read_pair_number(text):
            return known.number
        key = (section.id or 0, text)
        if key not in self._odd_numbers:
            self._odd_numbers[key] = FIRST_ODD_NUMBER + len(self._odd_numbers)
            place = f"{self.name}: {text[:20]!r} as {self._odd_numbers[key]}"
            self.notes.repair("odd-number", place, "pair or team number{s} not understood")
        return self._odd_numbers[key]

    def note_rest(self, board: Node) -> None:
        """Note the elements of a board that no record can hold."""
        for tag in board.plain("TRAVELLER_LINE", "BOARD_NUMBER", "EVENT_TYPE", *_BOARD_POINTS):
            text = "left out: no record has a place for {it|them}"
            place = f"{self.name}: board {board.get('BOARD_NUMBER')}"
            self.notes.loss("element-lost", place, text, what=f"{tag} element{{s}} of a board")

    def read(self, part: Element, line: Node, board: int, table: MatchTable | None) -> Result:
        """The result on a line; `table` is its table in a match."""
        result = self.lines.read(line, board, of_match=bool(table and table.team))
        get = line.fields.get
        ns = get("NS_PAIR_NUMBER") or get("N_PLAYER_NUMBER") or (table.ns if table else "")
        ew = get("EW_PAIR_NUMBER") or get("E_PLAYER_NUMBER") or (table.ew if table else "")
        section = table.section if table else self.section_of(part, read_pair_number(ns))
        result.section = section.id
        if not table and "S_PLAYER_NUMBER" in line.fields:
            table = self.individual_tables.table_of(line, section, board)
        if table:
            result.table, result.round = table.number, table.round
        texts = {}
        for field, text, side in (("pair_ns", ns, "NS"), ("pair_ew", ew, "EW")):
            if text:
                number = self.number(text, section)
                setattr(result, field, number)
                self.sides[text].add(side)
                self.section_by_pair.setdefault(text, section)
                if text != usual_text(number, side, of_team=bool(table and table.team)):
                    texts[field] = text
        if texts:
            result.extra = (result.extra or {}) | texts
        return result
