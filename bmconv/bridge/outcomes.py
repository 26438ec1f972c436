"""The outcome of a board at a table, interpreted from its result record.

Contract, declarer and vulnerability refer to the seats of the cards. If a board was played in the
wrong direction, the pairs are exchanged; only the remark shows this.
"""

from enum import Enum
from functools import lru_cache

from msgspec import Struct

from bmconv.bridge.awards import Awards, parse_awards, resembles_awards
from bmconv.bridge.boards import SIDES, is_vulnerable, vulnerability
from bmconv.bridge.contracts import PASS, Contract, parse_contract, parse_tricks
from bmconv.bridge.scores import score
from bmconv.records import Hand, Result

NOT_PLAYED = "Not played"
UNDECIDED = "Arbitral score"
WRONG_DIRECTION = "Wrong direction"
RESULT_ERASED = "Result erased"

OF_BOARDS = (NOT_PLAYED, UNDECIDED, WRONG_DIRECTION)
"""The special remarks about how a board was played, apart from awards."""
_WORDS = {text.lower(): text for text in (*OF_BOARDS, RESULT_ERASED)}
_NOT_PLAYED_ELSEWHERE = {"niet gespeeld", "np", "ng"}
"""Remarks of other programs for a board that was not played."""


class Kind(Enum):
    """How a board ended at a table."""

    PLAYED = "played"
    PASSED_OUT = "passed out"
    NOT_PLAYED = "not played"
    ADJUSTED = "adjusted"
    UNDECIDED = "undecided"
    ERASED = "erased"
    UNKNOWN = "unknown"
    """No contract, or text that does not parse."""


_PLAYED, _PASSED_OUT = Kind.PLAYED, Kind.PASSED_OUT
"""Two members as constants, because looking up members of an enumeration is slow."""


class Outcome(Struct, frozen=True):
    """The meaning of a result record."""

    kind: Kind
    contract: Contract | None = None
    declarer: str = ""
    """The seat, or NS or EW where only the side is known."""
    tricks: int = 0
    """The number of overtricks; undertricks are negative."""
    awards: Awards | None = None
    """The awards of N-S and E-W on an adjusted board."""
    wrong_direction: bool = False


@lru_cache(4096)
def spell_remark(text: str) -> str:
    """A remark; a remark of the control software gets its standard spelling."""
    text = text.strip()
    if word := _WORDS.get(text.lower()):
        return word
    awards = parse_awards(text)
    return str(awards) if awards else text


def understand_remark(text: str) -> str | None:
    """A remark in its standard spelling; None if it resembles an award but is not a valid one."""
    remark = spell_remark(text)
    is_odd = remark == text.strip() and resembles_awards(remark) and not parse_awards(remark)
    return None if is_odd else remark


def outcome(result: Result) -> Outcome:
    """The outcome of a result; a special remark takes precedence over a contract."""
    if result.erased:
        return Outcome(Kind.ERASED)
    return entered_outcome(result)


def entered_outcome(result: Result) -> Outcome:
    """The outcome as entered, even if the result was erased later."""
    return read_outcome(result.contract, result.result, result.declarer, result.remarks)


@lru_cache(4096)
def read_outcome(
    contract_text: str | None, tricks_text: str | None, declarer: str | None, remarks: str | None
) -> Outcome:
    """The outcome of a result with these four fields, cached because many results share them."""
    remark = spell_remark(remarks) if remarks else ""
    if remark and (special := _special(remark)):
        return special
    wrong = remark == WRONG_DIRECTION
    if contract_text == PASS:
        return Outcome(_PASSED_OUT, wrong_direction=wrong)
    contract = parse_contract(contract_text or "")
    tricks = parse_tricks(tricks_text or "")
    if contract is None or tricks is None or declarer not in SIDES:
        return Outcome(Kind.UNKNOWN)
    return Outcome(_PLAYED, contract, declarer or "", tricks, None, wrong)


def _special(remark: str) -> Outcome | None:
    """The outcome given by a remark alone."""
    if remark == NOT_PLAYED or remark.lower() in _NOT_PLAYED_ELSEWHERE:
        return Outcome(Kind.NOT_PLAYED)
    if remark == UNDECIDED:
        return Outcome(Kind.UNDECIDED)
    if awards := parse_awards(remark):
        return Outcome(Kind.ADJUSTED, awards=awards)
    return None


def awards_by_movement(result: Result, awards: Awards) -> Awards:
    """The awards for a remark, from the awards of the pairs that sat N-S and E-W.

    A remark names the pairs as in the movement, so both awards are exchanged if the board was
    played in the wrong direction. The new remark replaces the one about the wrong direction.
    """
    return Awards(awards.ew, awards.ns) if outcome(result).wrong_direction else awards


def declaring_pair(result: Result) -> int | None:
    """The pair that has the declarer's seat; None if the seat or the pair is unknown."""
    pairs = {"NS": result.pair_ns, "EW": result.pair_ew}
    if outcome(result).wrong_direction:
        pairs = {"NS": result.pair_ew, "EW": result.pair_ns}
    return pairs.get(SIDES.get(result.declarer or "", "")) or None


def is_special(remark: str | None) -> bool:
    """Whether a remark replaces the result, so that a contract is ignored."""
    return read_outcome(None, None, None, remark).kind is not Kind.UNKNOWN


def score_ns(result: Result, vulnerable: str | None = None) -> int | None:
    """The N-S score of a result as entered: 0 if passed out, None without a contract."""
    return score_of(entered_outcome(result), result.board, vulnerable)


def score_of(outcome: Outcome, board: int | None, vulnerable: str | None = None) -> int | None:
    """The N-S score of an outcome on a board; None if the board is unknown or was not played."""
    if outcome.contract is None or not board:  # only a board that was played has a contract
        return 0 if outcome.kind is _PASSED_OUT else None
    declarer_vulnerable = is_vulnerable(SIDES[outcome.declarer], vulnerable or vulnerability(board))
    return _score_ns(outcome, outcome.contract, vulnerable=declarer_vulnerable)


def scores_of(outcome: Outcome) -> tuple[int | None, int | None]:
    """The N-S scores of an outcome if the declaring side is not vulnerable, and if it is."""
    if outcome.contract is None:
        same = score_of(outcome, 1)
        return same, same
    not_vulnerable = _score_ns(outcome, outcome.contract, vulnerable=False)
    return not_vulnerable, _score_ns(outcome, outcome.contract, vulnerable=True)


def _score_ns(outcome: Outcome, contract: Contract, *, vulnerable: bool) -> int:
    points = score(contract, outcome.tricks, vulnerable=vulnerable)
    return points if SIDES[outcome.declarer] == "NS" else -points


def known_score(result: Result, vulnerable: str | None = None) -> int | None:
    """The N-S score of a result as entered; if it cannot be computed, the recorded score."""
    outcome = entered_outcome(result)
    if outcome.kind is Kind.UNKNOWN:
        return result.score
    return score_of(outcome, result.board, vulnerable)


def is_contract_score(result: Result, vulnerable: str | None = None) -> bool:
    """Whether the recorded score of a result, if any, is the score of its contract."""
    return result.score is None or result.score == score_ns(result, vulnerable)


class Scorer:
    """Scores a stream of results, with the vulnerability of hands that came earlier."""

    def __init__(self) -> None:
        self.vulnerable: dict[tuple[int | None, int | None], str] = {}

    def learn(self, hand: Hand) -> None:
        """Remember the vulnerability of a hand."""
        if hand.vulnerable:
            self.vulnerable[hand.section, hand.board] = hand.vulnerable

    def score(self, result: Result) -> int | None:
        """The N-S score; None without a contract."""
        if not self.vulnerable:
            return score_ns(result)
        everywhere = self.vulnerable.get((None, result.board))
        return score_ns(result, self.vulnerable.get((result.section, result.board), everywhere))
