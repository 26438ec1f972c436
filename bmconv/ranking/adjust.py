"""The director's decisions: a CSV file of awards and penalties.

A line with a board changes the result of two pairs; a line with a penalty is for one pair:

    section,board,ns,ew,award
    section,board,ns,ew,ns_percentage,ew_percentage,ns_points,ew_points,ns_score,ew_score
    section,pair,direction,penalty

An award is written as in bridge/awards.py. A `score` is an N-S score by which one side is scored
(for split scores), `points` are matchpoints or IMPs as they count, and a penalty is in points or in
per cent of a top (`10%`).
"""

import csv
import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bmconv.bridge.awards import (
    EXPECTED,
    PERCENTAGE,
    SCORE,
    UNITS,
    Award,
    Awards,
    is_possible,
    parse_awards,
    parse_percentage,
    with_unit,
)
from bmconv.bridge.imps import BOUNDS
from bmconv.bridge.movements import spans
from bmconv.bridge.outcomes import awards_by_movement
from bmconv.errors import BadInput, DataError, UsageError, like
from bmconv.event import Event
from bmconv.event.result_names import ResultName
from bmconv.notes import agree
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.records import Result

GENERAL_COLUMNS = ("section", "board", "ns", "ew", "pair", "direction", "award", "penalty")
SIDE_COLUMNS = tuple(f"{side}_{unit}" for unit in UNITS for side in ("ns", "ew"))
COLUMNS = (*GENERAL_COLUMNS, *SIDE_COLUMNS)
HEADER_EXPECTED = f"a header of {', '.join(COLUMNS)}"
MOST = 20
"""The most pairs that a message lists."""
PENALTY_EXPECTED = "points, or a percentage of a top such as 10%, without a minus sign"
_PENALTY = re.compile(r"(\d{1,6}(?:[.,]\d{1,4})?)\s*(%|points|pts)?", re.IGNORECASE)
_LABEL = re.compile(r"([A-Za-z]{1,3})(\d{1,9})")
"""A pair with the letter of its section, such as A6."""


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

    def optional_integer(self, name: str) -> int | None:
        """The value of a cell that is empty or a whole number."""
        return self.integer(name) if self.cells.get(name) else None

    def award(self, name: str, unit: str) -> Award | None:
        """What a cell gives one side; None if it is empty."""
        text = self.cells.get(name, "")
        if not text:
            return None
        value = parse_percentage(text) if unit == PERCENTAGE else _number(text)
        award = None if value is None else Award(value, unit)
        if award is None or not is_possible(award):
            noun = "percentage up to 100" if unit == PERCENTAGE else "number"
            raise BadInput(self.place, f"{name} is {text!r}", f"a {noun}")
        # The cell has N-S's score; an award is from its own side's view, so E-W's is negated.
        return award._replace(value=-award.value) if name == f"ew_{SCORE}" else award

    def penalty(self) -> tuple[float, bool]:
        """The penalty, and whether it is in per cent of a top."""
        text = self.cells.get("penalty", "")
        match = _PENALTY.fullmatch(text)
        if match is None:
            raise BadInput(self.place, f"penalty is {text!r}", PENALTY_EXPECTED)
        value, in_percent = _number(match[1]) or 0.0, match[2] == "%"
        if in_percent and value > 100:
            raise BadInput(self.place, f"penalty is {text!r}", "at most 100% of a top")
        return value, in_percent

    def refuse_mixed(self) -> None:
        """Refuse a line if a part of it would be ignored."""
        awarded = next((n for n in ("award", *SIDE_COLUMNS) if self.cells.get(n)), "")
        if self.cells.get("board") and self.cells.get("penalty"):
            raise BadInput(self.place, "a board and a penalty", "a line for each")
        if awarded and not self.cells.get("board"):
            raise BadInput(self.place, f"{awarded} without a board", "board, ns and ew")


def _number(text: str) -> float | None:
    """A number with a point or a comma; None for other text."""
    is_number = re.fullmatch(r"[+-]?\d{1,9}(?:[.,]\d{1,9})?", text)
    return round(float(text.replace(",", ".")), 4) if is_number else None


class Adjustments:
    """The awards and penalties of a file."""

    def __init__(self, name: str, lines: Iterator[str]) -> None:
        self.name = name
        first, first_row = next(lines, ""), 2
        if not first.strip():  # a blank in place of Excel's line `sep=;`
            first, first_row = next(lines, ""), 3
        delimiter = max(",;\t", key=first.count)
        columns = [cell.strip().lower().replace(" ", "_") for cell in first.split(delimiter)]
        unknown = [column for column in columns if column not in COLUMNS]
        if unknown or not {"section", "ns", "ew", "pair"} & set(columns):
            problem = "no header" if not first.strip() else "no column for pairs"
            if first.strip() and unknown:
                problem = f"unknown column {unknown[0]!r}{like(unknown[0], COLUMNS)}"
            raise BadInput(f"{name}:1", problem, HEADER_EXPECTED)
        self.rows: list[AdjustmentLine] = []
        try:
            for number, cells in enumerate(csv.reader(lines, delimiter=delimiter), first_row):
                place = f"{name}:{number}"
                if len(cells) > len(columns):
                    hint = "write decimals with a point, such as 2.5" if delimiter == "," else ""
                    raise BadInput(
                        place, f"{len(cells)} cells", f"at most {len(columns)}", hint=hint
                    )
                row = dict(zip(columns, map(str.strip, cells), strict=False))
                if any(row.values()):
                    self.rows.append(AdjustmentLine(place, row))
        except csv.Error as error:
            raise BadInput(name, str(error), "CSV") from None

    def summary(self) -> str:
        """What the file has, in words: `td.csv: 1 award, 2 penalties`."""
        awards = sum(bool(row.cells.get("board")) for row in self.rows)
        counts = ((awards, "award{s}"), (len(self.rows) - awards, "penalt{y|ies}"))
        words = ", ".join(f"{n} {agree(noun, n)}" for n, noun in counts if n)
        return f"{self.name}: {words or 'no awards or penalties'}"

    def apply(self, event: Event) -> None:
        """Write the awards of the lines with a board into the remarks of their results."""
        standing = event.standing_results()
        line_of: dict[int, str] = {}
        for labelled in self.rows:
            row = _without_letters(labelled, event)
            row.refuse_mixed()
            if row.cells.get("board"):
                result = _find_result(row, event, standing)
                earlier = line_of.setdefault(id(result), row.place)
                if earlier != row.place:
                    played = f"board {result.board}, {result.pair_ns} v {result.pair_ew}"
                    line = earlier.rpartition(":")[2]
                    raise DataError(f"{row.place}: {played} has an award in line {line} already")
                result.remarks = str(awards_by_movement(result, _awards(row)))

    def penalise(self, lists: Iterable[Standings], event: Event) -> None:
        """Take the penalties of the lines without a board off the totals."""
        lists = list(lists)
        for labelled in self.rows:
            row = _without_letters(labelled, event)
            if row.cells.get("board"):
                continue
            if not row.cells.get("penalty"):
                raise BadInput(row.place, "neither a board nor a penalty", "one of them")
            penalty, in_percent = row.penalty()
            pair = (_section(row, event), row.integer("pair"))
            direction = _direction(row)
            hits = [
                (standings, tally)
                for standings in lists
                for tally in standings.tallies
                if (tally.who.section, tally.who.number) == pair
                and direction in ("", tally.who.direction)
            ]
            if len(hits) != 1:
                raise DataError(_no_single_pair(row, pair, direction, lists, several=bool(hits)))
            standings, tally = hits[0]
            if in_percent:
                if standings.method.in_imps:
                    raise DataError(f"{row.place}: at IMPs a penalty is in IMPs, not per cent")
                penalty *= tally.maximum / max(tally.boards, 1) / 100
            tally.total -= penalty
            tally.penalty += penalty
            _refuse_excessive(row, tally)


def _refuse_excessive(row: AdjustmentLine, tally: ContestantTally) -> None:
    """Refuse penalties of more than a pair can get."""
    most = tally.maximum or len(BOUNDS) * max(tally.boards, 1)  # at most 24 IMPs a board
    if tally.penalty > most:
        pair = f"pair {tally.who.number} {tally.who.direction}".rstrip()
        taken = f"{tally.penalty:.10g} points in all"
        raise DataError(f"{row.place}: {taken} are more than {pair} can get ({most:.10g})")


def _no_single_pair(
    row: AdjustmentLine,
    pair: tuple[int, int],
    direction: str,
    lists: list[Standings],
    *,
    several: bool,
) -> str:
    """The message about a penalty for an unknown pair or for two pairs, with what to write."""
    section, number = pair
    if several:
        return f"{row.place}: two pairs {number} here; direction is NS or EW"
    who = [tally.who for standings in lists for tally in standings.tallies]
    known = {w.number for w in who if w.section == section and direction in ("", w.direction)}
    side = f" {direction}" if direction else ""
    return f"{row.place}: no pair {number}{side} here; there are {spans(known) or 'none'}"


def _without_letters(row: AdjustmentLine, event: Event) -> AdjustmentLine:
    """A line in which pairs such as `A6`, as in rankings, are split into section and number."""
    cells = dict(row.cells)
    for name in ("ns", "ew", "pair"):
        if label := _LABEL.fullmatch(cells.get(name, "")):
            section = cells.get("section") or label[1]
            if _section_id(row, label[1], event) != _section_id(row, section, event):
                raise BadInput(row.place, f"{name} is {label[0]!r}", f"a pair of section {section}")
            cells |= {"section": section, name: label[2]}
    return row._replace(cells=cells)


def _section_id(row: AdjustmentLine, text: str, event: Event) -> int:
    try:
        return event.section_id(text)
    except UsageError as error:
        raise DataError(f"{row.place}: {error}") from None


def _section(row: AdjustmentLine, event: Event) -> int:
    if text := row.cells.get("section", ""):
        return _section_id(row, text, event)
    sections = {result.section or 0 for result in event.standing_results()}
    if len(sections) != 1:
        raise BadInput(row.place, "no section", "one, since there are several")
    return sections.pop()


def _find_result(row: AdjustmentLine, event: Event, standing: list[Result]) -> Result:
    """The result that a line is about."""
    board, ns, ew = row.integer("board"), row.optional_integer("ns"), row.optional_integer("ew")
    pair, side = row.optional_integer("pair"), _direction(row)
    if pair and side:  # a pair with its side is the same as ns or ew
        ns, ew, pair = (pair, ew, None) if side == "NS" else (ns, pair, None)
    name = ResultName(section=_section(row, event), board=board, ns=ns, ew=ew, pair=pair)
    hits = [result for result in standing if name.fits(result)]
    if len(hits) != 1:
        pairs = (("N-S", ns), ("E-W", ew), ("pair", pair))
        named = " and ".join(f"{word} {number}" for word, number in pairs if number)
        count = f"{len(hits)} results" if hits else "no result"
        problem = f"{row.place}: {count} of board {board}" + (f" with {named}" if named else "")
        raise DataError(
            problem, hint="ns and ew are the pairs" if hits else _known_results(name, standing)
        )
    return hits[0]


def _known_results(name: ResultName, standing: list[Result]) -> str:
    """A hint for an unknown result: who met on the board, or else the boards with results."""
    here = [result for result in standing if result.section == name.section]
    met = [f"{r.pair_ns}-{r.pair_ew}" for r in here if r.board == name.board]
    if met:
        return f"on board {name.board} N-S and E-W were {', '.join(met[:MOST])}"
    return f"the boards with results are {spans({r.board for r in here if r.board}) or 'none'}"


def _direction(row: AdjustmentLine) -> str:
    text = row.cells.get("direction", "")
    direction = text.upper().replace("-", "")
    if direction not in ("", "NS", "EW"):
        raise BadInput(row.place, f"direction is {text!r}", "NS or EW")
    return direction


def _awards(row: AdjustmentLine) -> Awards:
    """What a line gives both sides: an award in words, or exactly one value for each side."""
    sides = [
        [a for unit in UNITS if (a := row.award(f"{name}_{unit}", unit))] for name in ("ns", "ew")
    ]
    if text := row.cells.get("award", ""):
        awards = parse_awards(text)
        if awards is None:
            raise BadInput(row.place, f"award is {text!r}", with_unit(text) or EXPECTED)
        if any(sides):
            raise BadInput(row.place, "an award, and values for the sides too", "one of them")
        return awards
    for name, values in zip(("NS", "EW"), sides, strict=True):
        if len(values) != 1:
            problem = f"{len(values)} values for {name}"
            raise BadInput(row.place, problem, "award, or one for each side")
    ((ns,), (ew,)) = sides
    return Awards(ns, ew)
