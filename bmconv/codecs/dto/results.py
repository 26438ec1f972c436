"""ResultDTO and result records, read and written: contracts, lead cards and special scores."""

from bmconv.bridge.auction import TURN
from bmconv.bridge.awards import PERCENTAGE
from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import spell_card
from bmconv.bridge.contracts import PASS, STRAINS, Contract, parse_contract, spell_over
from bmconv.bridge.outcomes import (
    NOT_PLAYED,
    RESULT_ERASED,
    WRONG_DIRECTION,
    Kind,
    Outcome,
    entered_outcome,
    is_contract_score,
    spell_remark,
)
from bmconv.codecs.shared.losses import SCORE_LOST
from bmconv.connector.schema import ResultDTO
from bmconv.notes import Notes
from bmconv.records import Result

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
BOTH = 3
"""ScoringDirection of a score that counts for both sides."""
EW_ONLY = 2
UNPLAYED = -10
"""Level of a board that was not played."""
FILLED_IN = "missing pair{s} of declarer filled in"
NO_CONTRACT = "result{s} skipped: invalid level, denomination, stake or seat"
_SHARES = (40, 50, 60)
PERCENTAGES: dict[tuple[float, ...], int] = {
    (ns, ew): -1 - 3 * a - b for a, ns in enumerate(_SHARES) for b, ew in enumerate(_SHARES)
}
"""Levels -1 to -9 by percentages: N-S first, or E-W first if ScoringDirection is E-W."""
_PERCENTAGES_OF = {level: shares for shares, level in PERCENTAGES.items()}


def result_of(dto: ResultDTO, section: int, place: str, notes: Notes) -> Result | None:
    """The record of a DTO; None, with an error, if it is neither a contract nor a known score."""
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
        lead_card=_read_lead(dto, place, notes),
    )
    if dto.IsDeleted:
        result.remarks = RESULT_ERASED
        if not (dto.DeclaringPair or dto.Level):  # a deletion from BCS, with the place alone
            result.scoring_direction = dto.ScoringDirection or None
            _note_idle(dto, place, notes)
            return result
    if dto.Level >= 1:
        if _read_contract(dto, result):
            _fill_declarer(dto, result, place, notes)
            return result
    elif _read_special_level(dto, result):
        result.declarer = "N"  # as BCS writes rows without a contract
        _note_idle(dto, place, notes)
        _fill_declarer(dto, result, place, notes)
        return result
    if not dto.IsDeleted:
        notes.error("odd-contract", place, NO_CONTRACT)
        return None
    notes.loss("odd-contract", place, "deletion{s} read without the invalid contract")
    return result


def _fill_declarer(dto: ResultDTO, result: Result, place: str, notes: Notes) -> None:
    """Fill in or check declarer's pair; the opponents' pair means play in the wrong direction."""
    side, other = dto.PairNorthSouth, dto.PairEastWest
    if dto.DeclarerDirection in (2, 4) and dto.Level >= 1:
        side, other = other, side
    if not dto.DeclaringPair:
        if side:
            result.declarer_pair = side
            notes.repair("declarer", place, FILLED_IN)
    elif dto.DeclaringPair not in (side, other):
        text = "pair{s} of declarer kept: not one of the pairs at the table"
        notes.repair("declarer", f"{place}: {dto.DeclaringPair}", text)
    elif dto.DeclaringPair != side and dto.Level >= 1 and not dto.IsDeleted:
        result.remarks = WRONG_DIRECTION


def _note_idle(dto: ResultDTO, place: str, notes: Notes) -> None:
    """Note parts of a contract in a DTO without a contract."""
    if dto.DeclarerDirection:
        notes.repair("decl-seat", place, "declarer seat{s} left out: no contract")
    if dto.Denomination or dto.Stake or dto.TotalTricks:
        text = "denomination{s}, stake or tricks left out: no contract"
        notes.loss("idle-contract", place, text)


def _read_special_level(dto: ResultDTO, result: Result) -> bool:
    """Fill in a passed-out or unplayed board or an artificial score; false for another level."""
    if dto.Level == 0:
        result.contract = PASS
    elif dto.Level == UNPLAYED:
        result.remarks = NOT_PLAYED
    elif dto.Level in _PERCENTAGES_OF:
        first, second = _PERCENTAGES_OF[dto.Level]
        ns, ew = (second, first) if dto.ScoringDirection == EW_ONLY else (first, second)
        result.remarks = f"{ns}%-{ew}%"
    return dto.Level in (0, UNPLAYED, *_PERCENTAGES_OF)


def _read_contract(dto: ResultDTO, result: Result) -> bool:
    """Fill in the contract; false if it is impossible."""
    is_possible = (
        dto.Level <= 7
        and 1 <= dto.Denomination <= 5
        and 0 <= dto.Stake <= 2
        and 1 <= dto.DeclarerDirection <= 4
    )
    if is_possible:
        result.contract = str(Contract(dto.Level, STRAINS[dto.Denomination - 1], dto.Stake))
        result.result = spell_over(dto.TotalTricks - dto.Level - 6)
        result.declarer = TURN[dto.DeclarerDirection - 1]
    return is_possible


def _read_lead(dto: ResultDTO, place: str, notes: Notes) -> str | None:
    if not (dto.LeadCardRank or dto.LeadCardSuit):
        return None
    if not (2 <= dto.LeadCardRank <= 14 and 1 <= dto.LeadCardSuit <= 4):
        notes.loss("lead-card", place, "invalid lead card{s} left out")
        return None
    return STRAINS[dto.LeadCardSuit - 1] + RANKS[dto.LeadCardRank - 2]


def result_dto(
    result: Result, guid: str, letters: str, vulnerable: str, place: str, notes: Notes
) -> ResultDTO | None:
    """The DTO of a record; None, with a note, if a DTO cannot express it."""
    if not (result.table and result.round and result.board):
        notes.error("no-place", place, "result{s} without table, round or board skipped")
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
    result_notes = _ResultNotes(result, place, notes)
    if result.erased:
        _fill_erased(dto, result, result_notes)
    else:
        if not (result.pair_ns and result.pair_ew):
            notes.error("no-pairs", place, "result{s} without both pairs skipped")
            return None
        if not _fill(dto, result, entered_outcome(result), result_notes):
            return None
    result_notes.note_losses(vulnerable)
    return dto


class _ResultNotes:
    """Makes notes about one result, with its place."""

    def __init__(self, result: Result, place: str, notes: Notes) -> None:
        self.result, self.place, self.notes = result, place, notes

    def loss(self, code: str, text: str) -> None:
        self.notes.loss(code, self.place, text)

    def error(self, code: str, text: str) -> bool:
        """Note why the result is skipped; always false."""
        self.notes.error(code, self.place, text)
        return False

    def note_declarer(self) -> None:
        """Note that declarer's pair is filled in, or replaced if it is not at the table."""
        text = "pair{s} of declarer replaced: not one of the pairs at the table"
        self.notes.repair(
            "declarer", self.place, FILLED_IN if self.result.declarer_pair is None else text
        )

    def note_losses(self, vulnerable: str) -> None:
        """Note times, marks and scores that a ResultDTO cannot hold."""
        result = self.result
        if result.date or result.time:
            self.loss("timestamps", "date{s} and time{s} of entry left out")
        if result.suspicious_contract:
            self.loss("suspicious", "mark{s} of a suspicious contract left out")
        if not is_contract_score(result, vulnerable):
            self.loss("score-lost", SCORE_LOST)


def _fill_erased(dto: ResultDTO, result: Result, notes: _ResultNotes) -> None:
    """Send the contract of an erased result where possible, although BCS ignores it."""
    outcome = entered_outcome(result)
    if outcome.kind in (Kind.PLAYED, Kind.PASSED_OUT, Kind.NOT_PLAYED, Kind.ADJUSTED):
        quiet = _ResultNotes(result, notes.place, Notes())
        if result.pair_ns and result.pair_ew and _fill(dto, result, outcome, quiet):
            notes.loss("erased-contract", "contract{s} of erased results sent that BCS ignores")
        else:
            dto.Level = dto.Denomination = dto.Stake = dto.TotalTricks = dto.DeclaringPair = 0
            notes.loss("erased-lost", "contract{s} of erased results left out: not valid")


def _fill(dto: ResultDTO, result: Result, outcome: Outcome, notes: _ResultNotes) -> bool:
    """Fill in the outcome; false, with a note, if a DTO cannot express it."""
    _fill_lead(dto, result, notes)
    if outcome.kind is Kind.PLAYED:
        filled = _fill_contract(dto, result, outcome, notes)
        if filled:
            _note_remark(result, notes)
        return filled
    if outcome.kind is Kind.UNDECIDED:
        return notes.error("arbitral", "result{s} skipped: arbitral score not decided yet")
    if outcome.kind is Kind.UNKNOWN:
        return _note_unknown(result, notes)
    if outcome.kind is Kind.NOT_PLAYED:
        dto.Level = UNPLAYED
    elif outcome.awards:
        shares = [award.value for award in outcome.awards if award.unit == PERCENTAGE]
        both = tuple(reversed(shares) if dto.ScoringDirection == EW_ONLY else shares)
        if both not in PERCENTAGES:
            return notes.error("award", "result{s} skipped: award other than 40, 50 and 60 %")
        dto.Level = PERCENTAGES[both]
    elif outcome.wrong_direction:
        notes.loss("wrong-dir-pass", "wrong-direction remark{s} left out on passed-out boards")
    pairs = (dto.PairNorthSouth, dto.PairEastWest)
    if result.declarer_pair in pairs:
        dto.DeclaringPair = result.declarer_pair or 0
    else:
        dto.DeclaringPair = dto.PairNorthSouth
        notes.note_declarer()
    if outcome.kind is Kind.PASSED_OUT and not outcome.wrong_direction:
        _note_remark(result, notes)
    return True


def _fill_contract(dto: ResultDTO, result: Result, outcome: Outcome, notes: _ResultNotes) -> bool:
    contract = outcome.contract
    assert contract is not None
    tricks = contract.level + 6 + outcome.tricks
    if not 0 <= tricks <= 13:
        return notes.error("tricks", "result{s} skipped: not between 0 and 13 tricks")
    if outcome.declarer in ("NS", "EW"):
        notes.loss("decl-seat", "declarer{s} known by side only sent as N or E")
    dto.DeclarerDirection = TURN.index(outcome.declarer[0]) + 1
    dto.Level, dto.Stake, dto.TotalTricks = contract.level, contract.doubled, tricks
    dto.Denomination = STRAINS.index(contract.strain) + 1
    declarer_pair, other_pair = dto.PairNorthSouth, dto.PairEastWest
    if SIDES[outcome.declarer] == "EW":
        declarer_pair, other_pair = other_pair, declarer_pair
    stated_pair = result.declarer_pair
    if outcome.wrong_direction and (declarer_pair == other_pair or stated_pair == declarer_pair):
        text = "result{s} skipped: declarer's seat and pair cannot show the wrong direction"
        return notes.error("wrong-dir", text)
    if stated_pair in (declarer_pair, other_pair):
        dto.DeclaringPair = stated_pair or 0
        if stated_pair != declarer_pair and not outcome.wrong_direction:
            notes.loss(
                "seat-mismatch", "result{s} sent that will count as played in the wrong direction"
            )
    else:
        dto.DeclaringPair = other_pair if outcome.wrong_direction else declarer_pair
        notes.note_declarer()
    return True


def _fill_lead(dto: ResultDTO, result: Result, notes: _ResultNotes) -> None:
    if not result.lead_card:
        return
    card = spell_card(result.lead_card)
    if card is None:
        notes.loss("lead-card", "invalid lead card{s} left out")
        return
    dto.LeadCardSuit = STRAINS.index(card[0]) + 1
    dto.LeadCardRank = RANKS.index(card[1:]) + 2


def _note_remark(result: Result, notes: _ResultNotes) -> None:
    """Note a remark on a contract: a DTO has no place for it."""
    remark = spell_remark(result.remarks or "")
    if remark and remark not in (WRONG_DIRECTION, RESULT_ERASED):
        notes.loss("remark", "remark{s} left out")


def _note_unknown(result: Result, notes: _ResultNotes) -> bool:
    """Note a result without a valid contract or without tricks; always false."""
    contract = result.contract or ""
    if not contract:
        gap = "with only a remark" if result.remarks else "without a contract"
        notes.loss("remark", f"result{{s}} {gap} left out")
        return False
    if parse_contract(contract) is None:
        return notes.error("odd-contract", "result{s} skipped: invalid contract")
    if not result.result:
        notes.loss("no-result", "result{s} left out: contract without tricks")
        return False
    return notes.error("odd-result", "result{s} skipped: invalid tricks or declarer")
