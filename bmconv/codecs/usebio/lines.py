"""Reading TRAVELLER_LINE elements: contract, tricks, lead, score and points of a result."""

import re
from functools import lru_cache

from bmconv.bridge.awards import parse_awards
from bmconv.bridge.boards import spell_seat
from bmconv.bridge.contracts import PASS, parse_contract, spell_contract, spell_over, spell_tricks
from bmconv.bridge.outcomes import NOT_PLAYED
from bmconv.codecs.usebio.xml_read import Node
from bmconv.notes import Notes
from bmconv.records import Result

_PASSED = {PASS, "PASSED", "PASSED OUT", "PASS OUT", "PASSOUT", "ALL PASS", "AP", "P"}
_UNPLAYED = {"NP", "N/P", "NOT PLAYED"}
_SCORE = re.compile(r"[+-]?\d{1,10}(?:\.0+)?")
POINTS = {
    "NS_MATCH_POINTS": "mp_ns",
    "EW_MATCH_POINTS": "mp_ew",
    "NS_CROSS_IMP_POINTS": "imp_ns",
    "EW_CROSS_IMP_POINTS": "imp_ew",
    "NS_BUTLER_POINTS": "imp_ns",
    "EW_BUTLER_POINTS": "imp_ew",
}
"""Points on a line, and the field of a result for each."""
PLAYERS = ("N_PLAYER_NUMBER", "S_PLAYER_NUMBER", "E_PLAYER_NUMBER", "W_PLAYER_NUMBER")
PAIRS = ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER")
_READ = {
    *("CONTRACT", "PLAYED_BY", "LEAD", "TRICKS", "SCORE", "NOTES", "DIRECTION"),
    *(*PAIRS, *PLAYERS, *POINTS),
}
"""Elements of a line that are read into fields."""


def read_decimal(text: str) -> float | None:
    """A decimal number; None for other text."""
    try:
        value = float(text)
    except ValueError:
        return None
    return value + 0.0 if abs(value) < 1e9 else None


@lru_cache(4096)
def read_contract(text: str, tricks: str, by: str) -> tuple[str | None, ...]:
    """Contract, result (such as +1), declarer and remark; None for those that are missing."""
    word = text.upper()
    declarer = spell_seat(by) or by or None
    if word in _PASSED:
        return PASS, None, declarer, None
    if word in _UNPLAYED:
        return None, None, declarer, NOT_PLAYED
    contract = parse_contract(text)
    result = spell_tricks(tricks)
    if contract and tricks.isdecimal() and len(tricks) < 3:
        result = spell_over(int(tricks) - contract.level - 6)
    return spell_contract(text) or text or None, result, declarer, None


class LineReader:
    """Reads the traveller lines of a file."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes = name, notes
        self.points: set[str] = set()
        """Kinds of points on the lines read so far: MATCH, CROSS, BUTLER."""

    def read(self, line: Node, board: int, *, of_match: bool) -> Result:
        """A result without its pairs; points on the lines of a team match are kept in `extra`."""
        get = line.fields.get
        text, tricks = get("CONTRACT", ""), get("TRICKS", "")
        outcome = read_contract(text, tricks, get("PLAYED_BY", ""))
        result = Result(board=board)
        result.contract, result.result, result.declarer, result.remarks = outcome
        result.lead_card = get("LEAD") or None
        extra: dict[str, object] = {}
        if tricks and result.contract and result.contract != PASS and not result.result:
            extra["TRICKS"] = tricks
        if (score := get("SCORE", "")) and not self._score(score, result):
            extra["SCORE"] = score
        if note := get("NOTES"):
            if result.remarks:
                extra["NOTES"] = note
            else:
                result.remarks = note
        for tag, field in POINTS.items():
            if points := get(tag):
                value = read_decimal(points)
                self.points.add(tag.split("_")[1])
                if of_match or value is None:
                    extra[tag] = points if value is None else value
                else:
                    setattr(result, field, value)
        if not _READ.issuperset(line.fields) or line.nodes or line.more or line.attributes:
            extra |= line.plain(*_READ)
        result.extra = extra or None
        return result

    def _score(self, text: str, result: Result) -> bool:
        """Set the score, remark or contract for which a text stands; False for an unknown text."""
        if _SCORE.fullmatch(text):
            result.score = int(float(text))
        elif awards := parse_awards(text):
            result.remarks = str(awards)
        elif text.upper() in _UNPLAYED:
            result.remarks = NOT_PLAYED
        elif text.upper() in _PASSED:
            result.contract, result.score = result.contract or PASS, 0
        else:
            place = f"{self.name}: board {result.board}: {text[:20]!r}"
            self.notes.repair("odd-score", place, "score{s} kept as written: not understood")
            return False
        return True
