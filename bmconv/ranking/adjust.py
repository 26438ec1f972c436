"""The director's decisions that a results file cannot hold: a CSV file of awards and penalties.

A line with a board changes the result of two pairs; a line with a penalty is for one pair:

    section,board,ns,ew,ns_percentage,ew_percentage,ns_points,ew_points,ns_score,ew_score
    section,pair,direction,penalty

`score` is an N-S score, used to score one side (for split scores), `points` are matchpoints or
IMPs, taken as given, and a penalty is in points or in per cent of a top (`10%`).
"""

import csv
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bmconv.errors import BadInput, DataError
from bmconv.event import Event
from bmconv.ranking.plays import ADJUSTED, AWARDS, Field, Play, adjust
from bmconv.ranking.standings import Standings

KEYS = ("section", "board", "ns", "ew", "pair", "direction", "penalty")
COLUMNS = (*KEYS, *(f"{side}_{unit}" for unit in AWARDS for side in ("ns", "ew")))


class AdjustmentLine(NamedTuple):
    """A line of the file, with its place for messages."""

    place: str
    cells: dict[str, str]

    def integer(self, name: str) -> int:
        """The value of a cell that must be a whole number."""
        text = self.cells.get(name, "")
        if not text.isdecimal() or len(text) > 9:
            raise BadInput(self.place, f"{name} is {text!r}", "a whole number")
        return int(text)

    def number(self, name: str) -> float | None:
        """The value of a cell, with or without a per cent sign; None if it is empty."""
        text = self.cells.get(name, "").removesuffix("%").strip()
        if not text:
            return None
        try:
            value = float(text)
        except ValueError:
            raise BadInput(self.place, f"{name} is {text!r}", "a number") from None
        if not abs(value) < 1e9:
            raise BadInput(self.place, f"{name} is {text!r}", "a number")
        return value


class Adjustments:
    """A file of adjustments."""

    def __init__(self, name: str, lines: Iterator[str]) -> None:
        first = next(lines, "")
        delimiter = max(",;\t", key=first.count)
        columns = [cell.strip().lower().replace(" ", "_") for cell in first.split(delimiter)]
        unknown = [column for column in columns if column not in COLUMNS]
        if unknown or not {"section", "ns", "ew", "pair"} & set(columns):
            problem = f"no column {unknown[0]!r}" if unknown else "no columns"
            raise BadInput(f"{name}:1", problem, f"a header of {', '.join(COLUMNS)}")
        self.rows: list[AdjustmentLine] = []
        try:
            for number, cells in enumerate(csv.reader(lines, delimiter=delimiter), 2):
                place = f"{name}:{number}"
                if len(cells) > len(columns):
                    raise BadInput(place, f"{len(cells)} cells", f"at most {len(columns)}")
                row = dict(zip(columns, map(str.strip, cells), strict=False))
                if any(row.values()):
                    self.rows.append(AdjustmentLine(place, row))
        except csv.Error as error:
            raise BadInput(name, str(error), "CSV") from None

    def apply(self, fields: Iterable[Field], event: Event) -> None:
        """Apply the lines with a board to the plays."""
        plays: dict[tuple[int, int, int, int], Play] = {}
        for field in fields:
            for play in field.plays():
                r = play.result
                plays[r.section or 0, r.board or 0, r.pair_ns or 0, r.pair_ew or 0] = play
        for row in self.rows:
            if not row.cells.get("board"):
                continue
            board, ns, ew = row.integer("board"), row.integer("ns"), row.integer("ew")
            adjusted = plays.get((_section(row, event), board, ns, ew))
            if adjusted is None:
                problem = f"no result of board {board} with N-S {ns} and E-W {ew}"
                raise DataError(f"{row.place}: {problem}")
            decision = _decision(row)
            adjusted.result.extra = (adjusted.result.extra or {}) | {ADJUSTED: decision}
            adjust(adjusted, decision)

    def penalise(self, lists: Iterable[Standings], event: Event) -> None:
        """Apply the lines with a penalty to the totals."""
        lists = list(lists)
        for row in self.rows:
            if row.cells.get("board"):
                continue
            penalty = row.number("penalty")
            if penalty is None:
                raise BadInput(row.place, "neither a board nor a penalty", "one of them")
            pair = (_section(row, event), row.integer("pair"))
            direction = row.cells.get("direction", "").upper().replace("-", "")
            hits = [
                (standings, tally)
                for standings in lists
                for tally in standings.tallies
                if (tally.who.section, tally.who.number) == pair
                and direction in ("", tally.who.direction)
            ]
            if len(hits) != 1:
                count = "two pairs" if hits else "no pair"
                raise DataError(f"{row.place}: {count} {pair[1]} here; direction is NS or EW")
            standings, tally = hits[0]
            if row.cells["penalty"].endswith("%"):
                if standings.method.in_imps:
                    raise DataError(f"{row.place}: at IMPs a penalty is in IMPs, not per cent")
                penalty *= tally.maximum / max(tally.boards, 1) / 100
            tally.total -= penalty
            tally.penalty += penalty


def _section(row: AdjustmentLine, event: Event) -> int:
    if text := row.cells.get("section", ""):
        return event.section_id(text)
    sections = {result.section or 0 for result in event.standing_results()}
    if len(sections) != 1:
        raise BadInput(row.place, "no section", "one, since there are several")
    return sections.pop()


def _decision(row: AdjustmentLine) -> dict[str, float]:
    """What a line gives each side: exactly one value."""
    decision: dict[str, float] = {}
    for name in ("ns", "ew"):
        cells = [(f"{name}_{unit}", row.number(f"{name}_{unit}")) for unit in AWARDS]
        values = {column: value for column, value in cells if value is not None}
        if len(values) != 1:
            problem = f"{len(values)} values for {name.upper()}"
            raise BadInput(row.place, problem, "one for each side")
        decision |= values
    return decision
