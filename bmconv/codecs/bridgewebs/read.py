"""Reading BridgeWebs' results files."""

import re
from collections.abc import Iterator
from datetime import date

from bmconv.bridge.contracts import PASS, parse_contract, spell_over
from bmconv.bridge.scoring_methods import MATCHPOINTS, TYPES
from bmconv.codecs import Options
from bmconv.codecs.bridgewebs import AVERAGE_SIGNS, COLUMNS, KEY, NOT_PLAYED, PASSED_OUT
from bmconv.codecs.shared.cells import UnreadableCell, decimal, whole_number
from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Ranking, Record, Result, Section, Session

_BY_SCORE = {"butler", "crossimp", "aggregate"}
"""Options of events that are not matchpointed."""
_FROM_ROWS = {"version", "boards", "pairs", "winners"}
"""Options that follow from the rows, or from the section."""
_PASSED = (PASSED_OUT, "PASS", "AP")
_AVERAGES = {sign: value for value, sign in AVERAGE_SIGNS.items()}
Row = dict[str, str]
"""The cells of a row by the name of their column in lower case."""


def read(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a file."""
    reader = BridgeWebsReader(source.name, notes)
    for number, line in enumerate(source.text_lines(options.text("encoding")), 1):
        reader.read_line(number, line)
    return reader.records()


class BridgeWebsReader:
    """Reads a file line by line."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes = name, notes
        self.separator = "\t"
        self.options: dict[str, str] = {}
        self.part, self.board = "", 0
        self.columns = [""]
        """The header of the part; empty if the next row is the header."""
        self.lists: list[list[Ranking]] = []
        """The rankings, N-S before E-W."""
        self.results: list[Result] = []

    def read_line(self, number: int, line: str) -> None:
        """Read a line; rows that are not understood are noted."""
        if number == 1:
            match = re.match(r"(?i)\s*#version *([\t,;])", line)
            self.separator = match[1] if match else self.separator
        cells = [cell.strip() for cell in line.split(self.separator)]
        if not any(cells):
            return
        try:
            if cells[0].startswith("#"):
                self._read_option(cells[0][1:].strip(), cells[1:])
            elif not self.columns:
                self.columns = [cell.lower() for cell in cells]
            else:
                self._read_row(cells)
        except UnreadableCell as bad:
            self.notes.error("bad-row", f"{self.name}:{number}: {bad}", "row{s} skipped")

    def _read_option(self, name: str, values: list[str]) -> None:
        word = name.lower()
        if word in ("scores", "travellers", "boardformat"):
            self.part, self.columns = word, []
            if word == "scores":
                self.lists.append([])
        elif word == "board":
            self.part = ""  # without a number, the rows below belong to no board
            self.board = whole_number((values or [""])[0], "board")
            self.part = word
        else:
            self.part = ""
            self.options.setdefault(name, next(iter(values), ""))

    def _read_row(self, cells: list[str]) -> None:
        row = dict(zip(self.columns, cells, strict=False))
        if self.part == "scores":
            self.lists[-1].append(self._ranking(row, cells))
        elif self.part == "board":
            self.results.append(self._result(row))
        elif self.part != "boardformat":
            raise UnreadableCell("in no known part")

    def _ranking(self, row: Row, cells: list[str]) -> Ranking:
        position = row.get("position", "").removesuffix("=").rstrip()
        ranking = Ranking(section=1, pair=whole_number(row.get("pair", ""), "pair"))
        ranking.place = whole_number(position, "position") if position else None
        ranking.names = [text for name in ("name1", "name2") if (text := row.get(name))] or None
        ranking.total = decimal(row.get("score", ""), "score")
        ranking.maximum = decimal(row.get("tops", ""), "tops")
        ranking.percentage = decimal(row.get("percent", "").rstrip("%"), "percent")
        if "boards" in self.columns:
            points = cells[self.columns.index("boards") :]
            ranking.boards = sum(cell not in ("", NOT_PLAYED) for cell in points) or None
        known = {name.lower() for name in COLUMNS}
        others = {name: row[name] for name in row if name not in known and name and row[name]}
        if row.get("mpts"):
            others["mpts"] = row["mpts"]
        ranking.extra = {KEY: others} if others else None
        return ranking

    def _result(self, row: Row) -> Result:
        result = Result(section=1, board=self.board or None)
        result.pair_ns = whole_number(row.get("ns", ""), "pair")
        result.pair_ew = whole_number(row.get("ew", ""), "pair")
        scores = row.get("nsscore", ""), row.get("ewscore", "")
        contract = row.get("contract", "").upper()
        is_average = contract[:1] == "A" and contract not in _PASSED
        if is_average or any("%" in score for score in scores):
            result.remarks = _award(contract, *scores)
        else:
            ns, ew = (decimal(score, "score") for score in scores)
            result.score = round(ns) if ns is not None else None if ew is None else -round(ew)
            self._set_contract(result, contract, row.get("tricks", ""))
            result.declarer = row.get("declarer") or None
        result.lead_card = row.get("lead") or None
        result.mp_ns = decimal(row.get("nspts", ""), "points")
        result.mp_ew = decimal(row.get("ewpts", ""), "points")
        return result

    def _set_contract(self, result: Result, text: str, tricks: str) -> None:
        """Set the contract, where stars mean doubled, and the result from declarer's tricks."""
        if text in _PASSED:
            result.contract = PASS
            return
        text = text.replace("*", "x")
        result.contract = text or None
        if (contract := parse_contract(text)) and tricks:
            result.result = spell_over(whole_number(tricks, "tricks") - contract.level - 6)

    def records(self) -> Iterator[Record]:
        """The session, the section, the results and the rankings of the file."""
        if not self.results and not any(self.lists):
            raise BadInput(self.name, "neither a place nor a result", "#Scores and #Travellers")
        named = {name.lower(): value for name, value in self.options.items()}
        title = named.get("title") or named.get("description")
        others = {
            name: value
            for name, value in self.options.items()
            if name.lower() not in {*_FROM_ROWS, "title", "date"} and value and value != title
        }
        yield Session(
            id=1,
            name=title or None,
            date=self._date(named.get("date", "")),
            extra={KEY: others} if others else None,
        )
        is_matchpoints = not _BY_SCORE & named.keys()
        winners = {"1": 1, "2": 2}.get(named.get("winners", ""), len(self.lists) or None)
        scoring = TYPES[MATCHPOINTS] if is_matchpoints else None
        yield Section(
            id=1, letter="A", derived=True, session=1, winners=winners, scoring_type=scoring
        )
        yield from self.results
        for turn, listed in enumerate(self.lists):
            for ranking in listed:
                ranking.direction = ("NS", "EW")[turn % 2] if len(self.lists) > 1 else None
                yield ranking

    def _date(self, text: str) -> date | None:
        match = re.fullmatch(r"(\d{1,2})[/.](\d{1,2})[/.](\d{4})", text)
        try:
            day = date(int(match[3]), int(match[2]), int(match[1])) if match else None
        except ValueError:
            day = None
        if text and day is None:
            self.notes.loss("odd-date", f"{self.name}: {text[:20]}", "date{s} not understood")
        return day


def _award(contract: str, ns: str, ew: str) -> str:
    """The remark for an average score: percentages in place of scores, or signs such as `A+-`."""
    if "%" in ns and "%" in ew:
        return f"{ns}-{ew}"
    signs = contract[1:]
    if len(signs) == 2 and signs[0] in _AVERAGES and signs[1] in _AVERAGES:
        return f"{_AVERAGES[signs[0]]}%-{_AVERAGES[signs[1]]}%"
    raise UnreadableCell(f"average {contract[:20]!r} without percentages")
