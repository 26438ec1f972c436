"""Jannersten's results.txt: results that a scoring program hands over for printing and publishing.

Three parts, `[GAME]`, `[Contestants]` and `[RESULTS]`, with lines of fields separated by
semicolons; formats/jannersten/README.md lists the fields in the order of their indices here.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any, NoReturn

from bmconv.bridge.contracts import PASS, parse_contract, spell_over
from bmconv.codecs import Codec, Format, Options, read_only
from bmconv.codecs.shared.cells import UnreadableCell, decimal, whole_number
from bmconv.errors import BadInput
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity
from bmconv.records import Ranking, Record, Result, Section, Session

INFO = Format(
    "Jannersten's results.txt",
    holds=dict.fromkeys(("session", "section", "result", "ranking")),
    encoding="cp1252",
)

_PARTS = {"game": 12, "contestants": 6, "results": 22}
"""The parts, and the minimum number of fields on their lines."""
_PART = re.compile(r"\s*\[(\w+)\]")
_SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}
_OF_GAME = {
    4: "scoring_method", 6: "event_type", 7: "weighting", 8: "handicap", 11: "session",
    12: "across_the_field",
}  # fmt: skip
_OF_CONTESTANT = {6: "victory_points", 7: "master_points"}
_OF_RESULT = {5: "south_pair", 6: "west_pair", 18: "datum", 20: "adjusted_top", 21: "remarks"}
"""Values for which records have no field, by their index on a line; `extra` keeps them."""


def probe(head: bytes, name: str) -> int:
    """`[GAME]` at the beginning, followed by a line of fields."""
    start = rb"(?i)(?:\xef\xbb\xbf)?\s*\[GAME\][^\n]*\n[^\n]*;"
    return 90 if re.match(start, head) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The session, its sections, results and published totals."""
    reader = _ResultsReader(source.name, notes)
    reader.read(source.text_lines(options.text("encoding")))
    yield from reader.records()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> NoReturn:
    """Always refused: most values of the format are not described."""
    raise read_only("jannersten")


class _ResultsReader:
    """Reads the lines of a file."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes, self.part = name, notes, ""
        self.session = Session(id=1)
        self.sections: dict[str, Section] = {}
        self.rankings: dict[tuple[int | None, int], Ranking] = {}
        self.results: list[Result] = []

    def read(self, lines: Iterable[str]) -> None:
        """Read all lines; those that cannot be understood are noted."""
        for number, line in enumerate(lines, 1):
            if match := _PART.match(line):
                self.part = match[1].lower()
                continue
            if not line.strip():
                continue
            try:
                cells = [cell.strip() for cell in next(csv.reader([line], delimiter=";"))]
                self._line([cell.removeprefix('"').removesuffix('"') for cell in cells])
            except (UnreadableCell, csv.Error) as bad:
                place = f"{self.name}:{number}: {bad}"
                self.notes.error("bad-line", place, "line{s} skipped")
        if not self.results and not self.rankings:
            raise BadInput(self.name, "neither a contestant nor a result", "results.txt")

    def records(self) -> Iterator[Record]:
        """The records of the lines that were read."""
        yield self.session
        yield from self.sections.values()
        yield from self.results
        yield from self.rankings.values()

    def _line(self, cells: list[str]) -> None:
        """Read a line of the current part; UnreadableCell if it does not fit."""
        if self.part not in _PARTS:
            raise UnreadableCell("in no known part")
        if self.part == "results" and len(cells) == 1:
            return  # a board without results
        if len(cells) < _PARTS[self.part]:
            expected = f"expected {_PARTS[self.part]}"
            raise UnreadableCell(f"{quantity(len(cells), 'field')}, {expected}")
        if self.part == "game":
            self._game(cells)
        elif self.part == "contestants":
            self._contestant(cells)
        else:
            self._result(cells)

    def _section(self, letter: str) -> Section:
        """The section with this letter, added at its first line."""
        if letter not in self.sections:
            identity = len(self.sections) + 1
            self.sections[letter] = Section(id=identity, letter=letter or None, derived=True)
        return self.sections[letter]

    def _game(self, cells: list[str]) -> None:
        """Read a section and its number of boards; date and name of the session."""
        self._section(cells[0]).boards = whole_number(cells[2] or "0", "number of boards") or None
        self.session.name = self.session.name or cells[10] or None
        self.session.date = self.session.date or self._date(cells[9])
        self.session.extra = self.session.extra or _rest(cells, _OF_GAME)

    def _date(self, text: str) -> date | None:
        """A date such as 2026-05-04; any other text is noted."""
        try:
            return date.fromisoformat(text) if text else None
        except ValueError:
            message = "date{s} not understood"
            self.notes.loss("odd-date", f"{self.name}: {text[:20]}", message)
            return None

    def _contestant(self, cells: list[str]) -> None:
        """Read a player with the totals of the pair, which are on the lines of both players."""
        section, pair = self._section(cells[0]), whole_number(cells[1] or "0", "pair")
        ranking = self.rankings.setdefault(
            (section.id, pair), Ranking(section=section.id, pair=pair, names=[])
        )
        ranking.direction = _SIDES.get(cells[2].upper())
        ranking.names = [*(ranking.names or ()), *([cells[3]] if cells[3] else [])]
        ranking.total, ranking.percentage = decimal(cells[4]), decimal(cells[5])
        ranking.extra = _rest(cells, _OF_CONTESTANT)

    def _result(self, cells: list[str]) -> None:
        """Read a result; without contract and score, the percentages become its remark."""
        board = whole_number(cells[0].removeprefix("#") or "0", "board")
        result = Result(section=self._section(cells[1]).id, board=board)
        result.round = whole_number(cells[2] or "0", "round") or None
        pairs = (whole_number(cell or "0", "pair") for cell in cells[3:5])
        result.pair_ns, result.pair_ew = pairs
        score = decimal(cells[7])
        result.score = None if score is None else round(score)
        result.declarer, result.lead_card = cells[9] or None, cells[11] or None
        self._set_contract(result, cells[8], cells[10])
        result.mp_ns, result.mp_ew, result.imp_ns, result.imp_ew = map(decimal, cells[12:16])
        ns, ew = decimal(cells[16]), decimal(cells[17])
        if not result.contract and score is None and ns is not None and ew is not None:
            result.remarks = f"{ns:g}%-{ew:g}%"
        result.extra = _rest(cells, _OF_RESULT)
        self.results.append(result)

    def _set_contract(self, result: Result, text: str, tricks: str) -> None:
        """Set the contract, and turn the number of tricks taken into a result such as `+1`."""
        result.contract = PASS if text.upper().startswith("PAS") else text or None
        contract = parse_contract(text)
        if contract and tricks:
            result.result = spell_over(whole_number(tricks, "tricks") - contract.level - 6)


def _rest(cells: list[str], names: dict[int, str]) -> dict[str, Any] | None:
    """The values of a line for which records have no field, for `extra`."""
    values = {
        name: cells[index] for index, name in names.items() if index < len(cells) and cells[index]
    }
    return {"jannersten": values} if values else None


CODEC = Codec(INFO, probe, decode, encode)
