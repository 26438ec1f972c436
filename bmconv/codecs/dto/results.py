"""ResultDTO and result records: levels, seats, lead cards and special scores."""

from __future__ import annotations

from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import spell_card
from bmconv.bridge.contracts import PASS, STRAINS, Contract, parse_contract
from bmconv.bridge.outcomes import (
    NOT_PLAYED,
    RESULT_ERASED,
    WRONG_DIRECTION,
    Kind,
    Outcome,
    entered,
    score_ns,
    spell_remark,
)
from bmconv.connector.schema import ResultDTO
from bmconv.notes import Notes
from bmconv.records import Result

SEATS = "NESW"
SUITS = "CDHS"
RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BOTH = 3
"""ScoringDirection of a score that is not split."""
EW_ONLY = 2
UNPLAYED = -10
FILLED_IN = "pair{s} of declarer made the one that must be given"
NO_CONTRACT = "result{s} left out: level, denomination, stake or seat is none"
_SHARES = (40, 50, 60)
PERCENTAGES = {
    (ns, ew): -1 - 3 * a - b for a, ns in enumerate(_SHARES) for b, ew in enumerate(_SHARES)
}
"""Level of what N-S and E-W get, N-S first; where ScoringDirection is E-W, theirs comes first."""
_SHARED = {level: shares for shares, level in PERCENTAGES.items()}


def result_of(dto: ResultDTO, section: int, place: str, notes: Notes) -> Result | None:
    """The record of a DTO; None, with an error, for one that says nothing that is known."""
    result = Result(
        section=section,
        table=dto.TableNumber,
        round=dto.RoundNumber,
        board=dto.BoardNumber,
        pair_ns=dto.PairNorthSouth or None,
        pair_ew=dto.PairEastWest or None,
        declarer_pair=dto.DeclaringPair or None,
        scoring_direction=None if dto.ScoringDirection == BOTH else dto.ScoringDirection,
        erased=dto.IsDeleted,
        lead_card=_lead(dto, place, notes),
    )
    if dto.IsDeleted:
        result.remarks = RESULT_ERASED
        if not dto.DeclaringPair:  # a deletion from BCS: only the place
            result.scoring_direction = dto.ScoringDirection or None
            return result
    if dto.Level >= 1:
        if not _contract(dto, result):
            notes.error("odd-contract", place, NO_CONTRACT)
            return None
        if not dto.IsDeleted and _switched(dto):
            result.remarks = WRONG_DIRECTION
        return result
    if dto.DeclarerDirection:
        text = "seat{s} of a declarer left out where there is no contract"
        notes.repair("decl-seat", place, text)
    result.declarer = "N"  # as BCS writes rows without a contract
    if dto.Level == 0:
        result.contract = PASS
    elif dto.Level == UNPLAYED:
        result.remarks = NOT_PLAYED
    elif dto.Level in _SHARED:
        first, second = _SHARED[dto.Level]
        ns, ew = (second, first) if dto.ScoringDirection == EW_ONLY else (first, second)
        result.remarks = f"{ns}%-{ew}%"
    else:
        notes.error("odd-contract", place, NO_CONTRACT)
        return None
    return result


def _switched(dto: ResultDTO) -> bool:
    """Whether a board was played in the wrong direction: seat and pair of declarer disagree."""
    side = dto.PairNorthSouth if dto.DeclarerDirection in (1, 3) else dto.PairEastWest
    return dto.DeclaringPair != side


def _contract(dto: ResultDTO, result: Result) -> bool:
    """Fill in a contract that is played; false for one that cannot be."""
    known = (
        dto.Level <= 7
        and 1 <= dto.Denomination <= 5
        and 0 <= dto.Stake <= 2
        and 1 <= dto.DeclarerDirection <= 4
    )
    if known:
        result.contract = str(Contract(dto.Level, STRAINS[dto.Denomination - 1], dto.Stake))
        over = dto.TotalTricks - dto.Level - 6
        result.result = f"{over:+d}" if over else "="
        result.declarer = SEATS[dto.DeclarerDirection - 1]
    return known


def _lead(dto: ResultDTO, place: str, notes: Notes) -> str | None:
    if not dto.LeadCardRank:
        return None
    if not (2 <= dto.LeadCardRank <= 14 and 1 <= dto.LeadCardSuit <= 4):
        notes.loss("lead-card", place, "lead card{s} left out: no card")
        return None
    return SUITS[dto.LeadCardSuit - 1] + RANKS[dto.LeadCardRank - 2]


def result_dto(
    result: Result, guid: str, letters: str, vulnerable: str, place: str, notes: Notes
) -> ResultDTO | None:
    """The DTO of a record; None, with a note, for one that a DTO cannot say."""
    if not (result.table and result.round and result.board):
        notes.error("no-place", place, "result{s} left out without table, round or board")
        return None
    dto = ResultDTO(
        SessionGuid=guid,
        SectionLetters=letters,
        TableNumber=result.table,
        RoundNumber=result.round,
        BoardNumber=result.board,
        ScoringDirection=BOTH if result.scoring_direction is None else result.scoring_direction,
        PairNorthSouth=result.pair_ns or 0,
        PairEastWest=result.pair_ew or 0,
        IsDeleted=result.erased,
    )
    said = _Said(result, place, notes)
    if result.erased:
        _fill_erased(dto, result, said)
    else:
        if not (result.pair_ns and result.pair_ew):
            notes.error("no-pairs", place, "result{s} left out without its two pairs")
            return None
        if not _fill(dto, result, entered(result), said):
            return None
    said.lost(vulnerable)
    return dto


class _Said:
    """What is said about one result on its way."""

    def __init__(self, result: Result, place: str, notes: Notes) -> None:
        self.result = result
        self.place = place
        self.notes = notes

    def loss(self, code: str, text: str) -> None:
        self.notes.loss(code, self.place, text)

    def repair(self, code: str, text: str) -> None:
        self.notes.repair(code, self.place, text)

    def error(self, code: str, text: str) -> bool:
        self.notes.error(code, self.place, text)
        return False

    def declarer(self) -> None:
        """Declarer's pair was not known, or not one of the two."""
        known = self.result.declarer_pair is not None
        text = "pair{s} of declarer replaced: not one of the two" if known else FILLED_IN
        self.repair("declarer", text)

    def lost(self, vulnerable: str) -> None:
        """What no ResultDTO holds."""
        result = self.result
        if result.date or result.time:
            self.loss("timestamps", "date{s} and time{s} of entry left out")
        if result.suspicious_contract:
            self.loss("suspicious", "mark{s} of a suspicious contract left out")
        if result.score is not None:
            computed = score_ns(result, vulnerable)
            if computed is not None and computed != result.score:
                self.loss("score-lost", "score{s} left out that the contract does not give")


def _fill_erased(dto: ResultDTO, result: Result, said: _Said) -> None:
    """What was entered goes along where it can be said, though BCS does not look at it."""
    what = entered(result)
    if what.kind in (Kind.PLAYED, Kind.PASSED_OUT, Kind.NOT_PLAYED, Kind.ADJUSTED):
        said.loss("erased-contract", "contract{s} of erased results that BCS passes over")
        quiet = _Said(result, said.place, Notes())
        if not (result.pair_ns and result.pair_ew) or not _fill(dto, result, what, quiet):
            dto.Level = dto.Denomination = dto.Stake = dto.TotalTricks = dto.DeclaringPair = 0


def _fill(dto: ResultDTO, result: Result, what: Outcome, said: _Said) -> bool:
    """Fill in what happened; false, with a note, where that cannot be said."""
    _fill_lead(dto, result, said)
    if what.kind is Kind.PLAYED:
        filled = _fill_contract(dto, result, what, said)
        if filled:
            _lose_remark(result, said)
        return filled
    if what.kind is Kind.UNDECIDED:
        return said.error("arbitral", "result{s} left out: an arbitral score not decided yet")
    if what.kind is Kind.UNKNOWN:
        return _unknown(result, said)
    if what.kind is Kind.NOT_PLAYED:
        dto.Level = UNPLAYED
    elif what.percentages:
        ns, ew = what.percentages
        dto.Level = PERCENTAGES[(ew, ns) if dto.ScoringDirection == EW_ONLY else (ns, ew)]
    elif what.wrong_direction:
        said.loss("wrong-dir-pass", "remark{s} of a wrong direction left out on a passed board")
    pairs = (dto.PairNorthSouth, dto.PairEastWest)
    if result.declarer_pair in pairs:
        dto.DeclaringPair = result.declarer_pair or 0
    else:
        dto.DeclaringPair = dto.PairNorthSouth
        said.declarer()
    if what.kind is Kind.PASSED_OUT and not what.wrong_direction:
        _lose_remark(result, said)
    return True


def _fill_contract(dto: ResultDTO, result: Result, what: Outcome, said: _Said) -> bool:
    contract = what.contract
    assert contract is not None
    tricks = contract.level + 6 + what.tricks
    if not 0 <= tricks <= 13:
        return said.error("tricks", "result{s} left out: not between 0 and 13 tricks")
    if what.declarer in ("NS", "EW"):
        said.loss("decl-seat", "declarer{s} of whom only the side is known, sent as N or E")
    dto.DeclarerDirection = SEATS.index(what.declarer[0]) + 1
    dto.Level, dto.Stake, dto.TotalTricks = contract.level, contract.doubled, tricks
    dto.Denomination = STRAINS.index(contract.strain) + 1
    own, other = dto.PairNorthSouth, dto.PairEastWest
    if SIDES[what.declarer] == "EW":
        own, other = other, own
    given = result.declarer_pair
    if what.wrong_direction and (own == other or given == own):
        text = "result{s} left out: a wrong direction that declarer's seat and pair cannot show"
        return said.error("wrong-dir", text)
    if given in (own, other):
        dto.DeclaringPair = given or 0
        if given != own and not what.wrong_direction:
            said.loss("seat-mismatch", "result{s} that will count as played in the wrong direction")
    else:
        dto.DeclaringPair = other if what.wrong_direction else own
        said.declarer()
    return True


def _fill_lead(dto: ResultDTO, result: Result, said: _Said) -> None:
    if not result.lead_card:
        return
    card = spell_card(result.lead_card)
    if card is None:
        said.loss("lead-card", "lead card{s} left out: no card")
        return
    dto.LeadCardSuit = SUITS.index(card[0]) + 1
    dto.LeadCardRank = RANKS.index(card[1:]) + 2


def _lose_remark(result: Result, said: _Said) -> None:
    """Free text beside a contract has no place."""
    remark = spell_remark(result.remarks or "")
    if remark and remark not in (WRONG_DIRECTION, RESULT_ERASED):
        said.loss("remark", "remark{s} left out")


def _unknown(result: Result, said: _Said) -> bool:
    """A result without a contract that can be read, or without tricks."""
    contract = result.contract or ""
    if not contract:
        what = "that is only a remark" if result.remarks else "without a contract"
        said.loss("remark", f"result{{s}} left out {what}")
        return False
    if parse_contract(contract) is None:
        return said.error("odd-contract", "result{s} left out: a contract not understood")
    if not result.result:
        said.loss("no-result", "result{s} left out: a contract without tricks")
        return False
    return said.error("odd-result", "result{s} left out: tricks or declarer not understood")
