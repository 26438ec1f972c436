"""Changed results: update the fields that depend on those set; refuse changes without effect."""

from collections.abc import Set

from msgspec import structs

from bmconv import records as rec
from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS, is_impossible, parse_contract, parse_tricks
from bmconv.bridge.outcomes import (
    WRONG_DIRECTION,
    Kind,
    awards_by_movement,
    declaring_pair,
    entered_outcome,
    is_special,
    outcome,
    score_of,
)
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.event.result_names import result_name
from bmconv.event.standing import standing_place
from bmconv.filters.assignments import Assignment
from bmconv.filters.record_names import Namer
from bmconv.notes import Notes
from bmconv.records import Record, Result

_PLAYED = ("contract", "result", "lead_card")
"""Fields that are empty if a remark replaces the result (guide, Retrieving results)."""
_COUNTED = ("contract", "result", "declarer", "score")
"""Fields that count only if no remark replaces the result."""
_PLACE = ("section", "table", "round", "board")
_PAIRS = ("pair_ns", "pair_ew")
Edit = tuple[Record, Record]
"""A record before and after the changes; the same object if unchanged."""


def update_dependent_fields(
    old: Result, new: Result, assignments: list[Assignment], event: Event
) -> None:
    """Update the other fields of a changed result; refuse changes that are useless or impossible.

    `event` has the movement and the hands.
    """
    changed = {assignment.field for assignment in assignments}
    last = assignments[-1]
    if changed & {"section", "table", "round"} and not changed & set(_PAIRS):
        _follow_movement(new, last, event)
    if "remarks" in changed and is_special(new.remarks):
        if awards := outcome(new).awards:
            new.remarks = str(awards_by_movement(old, awards))
        _clear(new, {*_PLAYED, "score"} - changed)
    if "contract" in changed and new.contract == PASS:
        _clear(new, {"result", "lead_card"} - changed)
    if last.selector is not None:
        _refuse_useless(new, changed, last)
    if "score" in changed and new.score is not None:
        _refuse_other_score(new, last, event)
    _refuse_unknown_pairs(new, assignments, event)
    _follow_declarer(old, new, changed, last.text)
    _refuse_impossible(new, changed, last)
    _refuse_incomplete(old, new, last.text)


def _clear(result: Result, fields: Set[str]) -> None:
    for field in fields:
        setattr(result, field, None)


def _follow_movement(result: Result, assignment: Assignment, event: Event) -> None:
    """Replace the pairs of a result that moves to another table by the pairs that play there."""
    if not event.of(rec.Round):
        return
    round = event.round(result.section, result.table, result.round)
    if round is None:
        place = f"round {result.round} at table {result.table}"
        raise DataError(f"{assignment.text!r}: the movement has no {place}")
    result.pair_ns, result.pair_ew = round.ns_pair, round.ew_pair


def _refuse_unknown_pairs(result: Result, assignments: list[Assignment], event: Event) -> None:
    """Refuse a pair that the movement of the section does not have."""
    rounds = event.rounds(result.section)
    known = {n for r in rounds for n in (r.ns_pair, r.ew_pair, r.south, r.west)}
    for assignment in assignments:
        is_new = assignment.value and assignment.value not in known
        if rounds and assignment.field in _PAIRS and is_new:
            raise DataError(f"{assignment.text!r}: the movement has no pair {assignment.value}")


def _refuse_useless(result: Result, changed: Set[str], assignment: Assignment) -> None:
    """Refuse a contract or score that would not count, and name what to add so that it counts."""
    text, target = assignment.text, assignment.target
    if not any(getattr(result, field) is not None for field in changed & {*_COUNTED}):
        return
    if is_special(result.remarks):
        raise DataError(
            f"{text!r}: the remark {result.remarks!r} replaces it: add '{target}.remarks='"
        )
    if result.erased and type(result) is Result:
        raise DataError(f"{text!r}: the result is erased: add '{target}.erased=false'")
    if result.contract == PASS and "contract" not in changed and changed & {"result", "declarer"}:
        lacking = [name for name in ("contract", "result", "declarer") if name not in changed]
        words = " ".join(f"'{target}.{name}=...'" for name in lacking)
        raise DataError(f"{text!r}: the board is passed out: to change that, add {words}")
    if "contract" in changed and type(result) is Result:
        lacking = [name for name in ("result", "declarer") if not getattr(result, name)]
        if result.contract and result.contract != PASS and lacking:
            words = " ".join(f"'{target}.{name}=...'" for name in lacking)
            raise DataError(f"{text!r}: a contract counts only with {words}")


def _refuse_other_score(result: Result, assignment: Assignment, event: Event) -> None:
    """Refuse a score other than the contract gives, because the contract would count."""
    board = result.board
    vulnerable = event.vulnerability(result.section, board) if board else None
    played = entered_outcome(result)
    score = score_of(played, board, vulnerable)
    if score is not None and score != result.score:
        by = f" by {played.declarer}" if played.declarer else ""
        raise DataError(
            f"{assignment.text!r}: {result.contract}{result.result or ''}{by} is {score:+d} to N-S "
            f"and counts: set contract, result or declarer of {assignment.target}"
        )


def _follow_declarer(old: Result, result: Result, changed: Set[str], text: str) -> None:
    """Make the declarer's seat or pair, whichever was not set, agree with the other."""
    pairs = {"NS": result.pair_ns, "EW": result.pair_ew}
    if outcome(result).wrong_direction:
        pairs = {"NS": result.pair_ew, "EW": result.pair_ns}
    side = SIDES.get(result.declarer or "")
    direction_changed = (old.remarks == WRONG_DIRECTION) != (result.remarks == WRONG_DIRECTION)
    pairs_changed = any(getattr(old, name) != getattr(result, name) for name in _PAIRS)
    if "declarer_pair" in changed and "declarer" not in changed:
        if result.declarer_pair and all(pairs.values()):
            sides = [name for name, pair in pairs.items() if pair == result.declarer_pair]
            if not sides:
                expected = f"{result.pair_ns} or {result.pair_ew}"
                raise DataError(f"{text!r}: expected pair {expected}, who play there")
            if side not in sides:
                result.declarer = sides[0]  # only the side is known, not the seat
    elif (
        "declarer" in changed or direction_changed or pairs_changed
    ) and "declarer_pair" not in changed:
        if pair := declaring_pair(result):
            result.declarer_pair = pair
        elif "declarer" in changed and not side:
            result.declarer_pair = None


def _refuse_impossible(result: Result, changed: Set[str], assignment: Assignment) -> None:
    """Refuse a number of tricks that is impossible in the contract."""
    if changed & {"contract", "result"} and result.contract and result.result:
        contract, tricks = parse_contract(result.contract), parse_tricks(result.result)
        if contract and tricks is not None and is_impossible(contract, tricks):
            lacking = {"contract", "result"} - changed
            raise DataError(
                f"{assignment.text!r}: {result.contract} {result.result} is impossible"
                + "".join(f": add '{assignment.target}.{name}=...'" for name in lacking)
            )


def _refuse_incomplete(old: Result, new: Result, text: str) -> None:
    """Refuse to empty a field without which the result counts for nobody."""
    for name in ("board", *_PAIRS):
        if getattr(old, name) and not getattr(new, name):
            raise DataError(
                f"{text!r}: without it the result counts for nobody: give a number, "
                "or remove the result with erased=true"
            )
    emptied = [name for name in _PLAYED if getattr(old, name) and not getattr(new, name)]
    lost = outcome(old).kind is not Kind.UNKNOWN and outcome(new).kind is Kind.UNKNOWN
    if emptied and lost and new.score is None:
        raise DataError(
            f"{text!r}: the result would count for nobody: expected remarks=Not played, "
            "an award, or erased=true"
        )


def carry_history(edited: list[Edit], namer: Namer) -> list[Edit]:
    """Move a result's earlier entries along with it; left behind, one of them would count."""
    moved: dict[object, Result] = {}
    for old, new in edited:
        if type(old) is Result and type(new) is Result and namer.stands(old):
            place = _place(old)
            if place is not None and place != _place(new):
                moved[place] = new
    if not moved:
        return edited
    return [
        (old, _move(old, moved[_place(old)]))
        if type(old) is Result and old is new and _place(old) in moved
        else (old, new)
        for old, new in edited
    ]


def _place(result: Result) -> tuple[int | None, ...] | None:
    return standing_place(
        result.section, result.table, result.round, result.board, result.pair_ns, result.pair_ew
    )


def _move(entry: Result, to: Result) -> Result:
    return structs.replace(entry, **{name: getattr(to, name) for name in (*_PLACE, *_PAIRS)})


def refuse_hidden(edited: list[Edit], namer: Namer) -> None:
    """Refuse a change after which another result would count in place of one that counted."""
    results = [(old, new) for old, new in edited if type(old) is Result and type(new) is Result]
    if all(old is new for old, new in results):
        return
    standing = {id(r) for r in Event((new for _, new in results), Notes()).standing_results()}
    hidden = [
        new
        for old, new in results
        if namer.stands(old) and id(new) not in standing and not new.erased
    ]
    if hidden:
        place = result_name(hidden[0], namer.letter).partition(" NS ")[0]
        swap = dict.fromkeys(
            f"'result[{place}].{name}={getattr(old, name)}'"
            for old, new in results
            if _place(old) != _place(new) == _place(hidden[0])
            for name in _PLACE
            if getattr(old, name) != getattr(new, name)
        )
        together = f"to swap the two add {' '.join(swap)}" if swap else "set both in one command"
        raise DataError(
            f"{place} has a result already: {together}, or first remove it "
            f"with 'result[{place}].erased=true'"
        )


def refuse_replaced(result: Result, assignments: list[Assignment], namer: Namer) -> None:
    """Refuse to change an entry that was corrected later: the change would have no effect."""
    counted = {*_COUNTED, *_PAIRS, *_PLACE, "remarks", "erased"}
    chosen = [a for a in assignments if a.selector is not None and a.field in counted]
    later = next((r for r in namer.standing if _place(r) == _place(result)), None)
    if not chosen or namer.stands(result) or (result.erased and later is None):
        return
    remedy = f"name {result_name(later, namer.letter)}" if later else "it was erased later"
    raise DataError(f"{chosen[0].text!r}: this entry was corrected later: {remedy}")
