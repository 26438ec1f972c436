"""Rules of `check`: the standing results, by themselves and in the movement, and the hands."""

from collections.abc import Iterator

from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import SEATS, faults
from bmconv.bridge.contracts import PASS, is_impossible, parse_contract, parse_tricks
from bmconv.bridge.movements import boards_of
from bmconv.bridge.outcomes import Kind, entered_outcome, is_special, score_ns
from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.bridge.winners import pairs_at
from bmconv.checks.findings import ERROR, INFO, WARNING, CheckedEvent, Finding
from bmconv.checks.settings import validates_recording
from bmconv.event.leads import leads_beside_hands
from bmconv.records import Hand, Intermediate, Result, Round, Section, Table
from bmconv.rules.judging import judge


def entries(checked: CheckedEvent) -> Iterator[Finding]:
    """Contract, tricks and lead are possible, and together they make a complete result."""
    for result in checked.results:
        special = is_special(result.remarks) if result.remarks else False
        contract, tricks = result.contract, result.result
        if special and contract:
            text = "contract{s} ignored because of a remark"
            value = f"{contract} beside {result.remarks}"
            yield checked.find(WARNING, "remark-beside-contract", result, text, value)
        odd = _has_invalid_part(result)  # reported by another rule
        if tricks and contract and not odd and not _is_possible(contract, tricks):
            value = f"{contract} {tricks}"
            yield checked.find(
                ERROR, "impossible-tricks", result, "impossible number{s} of tricks", value
            )
        elif contract == PASS and tricks:
            yield checked.find(
                INFO, "pass-with-result", result, "passed-out board{s} with a result", tricks
            )
        elif not special and not odd and entered_outcome(result).kind is Kind.UNKNOWN:
            entry = (result.declarer, contract, tricks, result.remarks)
            value = " ".join(filter(None, entry)) or "nothing entered"
            text = "unclear result{s}: neither a complete contract nor a remark that replaces it"
            yield checked.find(WARNING, "result-unclear", result, text, value)
        if result.suspicious_contract == 1:
            text = "contract{s} flagged as suspicious"
            yield checked.find(INFO, "suspicious-contract", result, text, contract)


def _has_invalid_part(result: Result) -> bool:
    """Whether contract, tricks or declarer are invalid by themselves."""
    names = ("contract", "result", "declarer")
    return any(judge("result", name, getattr(result, name)).code for name in names)


def _is_possible(contract: str, tricks: str) -> bool:
    taken, level = parse_tricks(tricks), parse_contract(contract)
    return taken is None or level is None or not is_impossible(level, taken)


def undecided(checked: CheckedEvent) -> Iterator[Finding]:
    """No score awaits a director's decision: the Data Connector cannot represent it."""
    level = ERROR if checked.target == "dto" else WARNING
    for result in checked.results:
        if entered_outcome(result).kind is Kind.UNDECIDED:
            text = "arbitral score{s} not decided yet"
            yield checked.find(level, "undecided", result, text, result.remarks)


def leads(checked: CheckedEvent) -> Iterator[Finding]:
    """The lead is one of the leader's cards."""
    for lead in leads_beside_hands(checked.event, checked.results):
        if not lead.is_held:
            text = "lead{s} not in the leader's hand"
            value = f"{lead.card}, {lead.seat} has {lead.cards}"
            yield checked.find(WARNING, "lead-not-in-hand", lead.result, text, value)


def scores(checked: CheckedEvent) -> Iterator[Finding]:
    """A recorded score is the score of the contract."""
    for result in checked.results:
        if result.score is None or not result.board:
            continue
        computed = score_ns(result, checked.event.vulnerability(result.section, result.board))
        if computed is not None and computed != result.score:
            text = "score{s} that the contract does not give"
            value = f"{result.score}, computed {computed}"
            yield checked.find(WARNING, "score-differs", result, text, value)


def declarers(checked: CheckedEvent) -> Iterator[Finding]:
    """Declarer's seat and pair agree, unless the board was played in the wrong direction."""
    for result in checked.results:
        if not result.declarer_pair or not result.pair_ns or not result.pair_ew:
            continue
        outcome = entered_outcome(result)
        if outcome.kind is not Kind.PLAYED or outcome.wrong_direction:
            continue
        pair = result.pair_ns if SIDES[outcome.declarer] == "NS" else result.pair_ew
        if result.declarer_pair != pair:
            text = "declarer{s} whose seat and pair disagree without 'Wrong direction'"
            value = f"{outcome.declarer} is pair {pair}, not {result.declarer_pair}"
            yield checked.find(WARNING, "declarer-pair", result, text, value)


def intermediates(checked: CheckedEvent) -> Iterator[Finding]:
    """Data before the end of a board has no result (guide, IntermediateData)."""
    for entry in checked.event.of(Intermediate):
        if entry.result:
            text = "intermediate record{s} with a result"
            yield checked.find(ERROR, "intermediate-with-result", entry, text, entry.result)


def in_movement(checked: CheckedEvent) -> Iterator[Finding]:
    """Every result is in the movement; a table has one finding for all its other results."""
    rounds = checked.event.of(Round)
    tables = {(t.section, t.table) for t in checked.event.of(Table)}
    sections = {s.id for s in checked.event.of(Section)}
    misfits: dict[tuple[int | None, int | None], list[str]] = {}
    for result in checked.results:
        why = ""
        if rounds:
            if result.table is not None and result.round is not None:
                why = _misfit(
                    result, checked.event.round(result.section, result.table, result.round)
                )
        elif (tables and result.table is not None) and (result.section, result.table) not in tables:
            why = "no such table"
        elif sections and result.section not in sections:
            why = "no such section"
        if why:
            at_board = f"round {result.round} board {result.board}: {why}"
            misfits.setdefault((result.section, result.table), []).append(at_board)
    for (section, table), places in misfits.items():
        more = f", and {len(places) - 1} more" if len(places) > 1 else ""
        text = "table{s} with results that are not in the movement"
        at = Table(section=section, table=table)
        yield checked.find(WARNING, "result-not-in-movement", at, text, places[0] + more)


def _misfit(result: Result, round: Round | None) -> str:
    """Why a result does not belong to its round; empty if it belongs there."""
    if round is None:
        return "no such round"
    if result.board not in boards_of(round):
        return "not a board of the round"
    have = (result.pair_ns, result.pair_ew)
    if None not in have and have != (round.ns_pair or 0, round.ew_pair or 0):
        return f"pairs {have[0]} v {have[1]}, not {round.ns_pair or 0} v {round.ew_pair or 0}"
    return ""


def same_pairs(checked: CheckedEvent) -> Iterator[Finding]:
    """Two pairs have one result on a board, whichever way they sit, except in a team match."""
    ordered: dict[int | None, bool] = {}
    for section in {result.section for result in checked.results}:
        known = checked.event.section(section)
        teams = known is not None and known.scoring_type == TEAMS_TYPE
        sides_known = checked.event.rounds(section) or (known is not None and known.winners == 1)
        ordered[section] = teams or not sides_known or checked.event.winners(section).by_side
    standing: dict[tuple[int | None, ...], Result] = {}
    for result in checked.results:
        if not result.pair_ns or not result.pair_ew:
            continue
        pairs = (result.pair_ns, result.pair_ew)
        if not ordered[result.section]:
            pairs = (min(pairs), max(pairs))
        other = standing.setdefault((result.section, result.board, *pairs), result)
        if other is not result:
            text = "board{s} on which the same two pairs have two standing results"
            value = f"pairs {pairs[0]} and {pairs[1]}, also {checked.event.place(other)}"
            yield checked.find(WARNING, "two-results", result, text, value)


def two_tables(checked: CheckedEvent) -> Iterator[Finding]:
    """A pair of the movement has one result on a board, except in a team match.

    Two results against the same pair are left to `same_pairs`, and two results of the movement to
    `board_twice`.
    """
    ranked_by_side: dict[int | None, bool] = {}
    for section in {result.section for result in checked.results}:
        known = checked.event.section(section)
        if checked.event.rounds(section) and not (known and known.scoring_type == TEAMS_TYPE):
            ranked_by_side[section] = checked.event.winners(section).by_side
    standing: dict[tuple[int | None, int | None, str, int], Result] = {}
    for result in checked.results:
        if (by_side := ranked_by_side.get(result.section)) is None:
            continue
        for side, pair in pairs_at(result.pair_ns, result.pair_ew, by_side=by_side):
            other = standing.setdefault((result.section, result.board, side, pair), result)
            stray = next((one for one in (result, other) if _is_stray(checked, one)), None)
            if stray and {other.pair_ns, other.pair_ew} != {result.pair_ns, result.pair_ew}:
                text = "pair{s} with two standing results on one board"
                place = checked.event.place(other if stray is result else result)
                value = f"pair {side and side + ' '}{pair}, also {place}"
                yield checked.find(WARNING, "pair-at-two-tables", stray, text, value)


def _is_stray(checked: CheckedEvent, result: Result) -> bool:
    """Whether a result is not in the movement."""
    round = checked.event.round(result.section, result.table, result.round)
    return bool(_misfit(result, round))


def deals(checked: CheckedEvent) -> Iterator[Finding]:
    """A deal has 52 cards, 13 in each hand and suit."""
    level = checked.for_target("bws", "dto")
    for hand in checked.event.of(Hand):
        cards: list[str | None] = [getattr(hand, seat) for seat in SEATS]
        if not any(cards):
            continue
        if all(judge("hand", "north", hand_cards).is_valid for hand_cards in cards) and (
            wrong := faults(cards)
        ):
            text = "deal{s} without 52 cards, 13 in each hand"
            yield checked.find(level, "bad-deal", hand, text, "; ".join(wrong))


def hands_of_sections(checked: CheckedEvent) -> Iterator[Finding]:
    """If hands are stored by section, every section has some.

    A section without hands is an error if recorded cards are checked against hands. Otherwise it is
    a warning, as the section may play other boards, whose hands nobody has entered.
    """
    sections = {hand.section for hand in checked.event.of(Hand)}
    for section in checked.event.of(Section) if sections and None not in sections else ():
        if section.id not in sections:
            level = ERROR if validates_recording(checked, section) else WARNING
            text = "section{s} without hands, although another section has them"
            yield checked.find(level, "hands-of-one-section", section, text)
