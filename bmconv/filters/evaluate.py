"""Double-dummy tricks and high-card points for hands that have none, by a solver."""

from collections.abc import Callable, Iterator

from msgspec import structs

from bmconv.bridge.cards import SEATS
from bmconv.bridge.double_dummy import HCP_FIELDS, TRICK_FIELDS, has_solver, is_whole, points, solve
from bmconv.bridge.par import par_of_board
from bmconv.bridge.places import place
from bmconv.errors import MissingExtra
from bmconv.filters import Records
from bmconv.notes import Notes
from bmconv.records import Evaluation, Hand, Record

SectionBoard = tuple[int | None, int | None]
Progress = Callable[[int, int], None]
"""Called with the number of deals solved so far, and of all deals to solve."""
_HCP = tuple(HCP_FIELDS.values())


def evaluate(
    records: Records, notes: Notes, progress: Progress, *, with_par: bool = False
) -> Iterator[Record]:
    """The records, with an evaluation after each hand that has none; `with_par` adds par to all."""
    deals = KnownHands(records())
    evaluations = _evaluations(deals.unevaluated(), notes, progress)

    def complete(evaluation: Evaluation) -> Evaluation:
        counted = _with_points(evaluation, deals)
        return _with_par(counted, deals) if with_par else counted

    for record in records():
        yield complete(record) if isinstance(record, Evaluation) else record
        if isinstance(record, Hand) and _key(record) in evaluations:
            yield complete(evaluations.pop(_key(record)))


def check_evaluations(records: Records, notes: Notes, progress: Progress) -> Iterator[Record]:
    """The records unchanged; an evaluation that differs from the solver's is noted as an error."""
    deals = KnownHands(records())
    for key, solved in _evaluations(deals.evaluated(), notes, progress).items():
        known = deals.evaluations[key]
        for field in (*TRICK_FIELDS, *_HCP):
            value, solution = getattr(known, field), getattr(solved, field)
            if value is not None and value != solution:
                text = "evaluation{s} contradicted by the solver"
                location = f"{place(known)}: {field} {value}, solver {solution}"
                notes.error("evaluation-differs", location, text)
                break
    yield from records()


class KnownHands:
    """The hands of a stream and their evaluations."""

    def __init__(self, records: Iterator[Record]) -> None:
        self.hands: dict[SectionBoard, Hand] = {}
        self.evaluations: dict[SectionBoard, Evaluation] = {}
        for record in records:
            if isinstance(record, Hand) and any(getattr(record, seat) for seat in SEATS):
                self.hands[_key(record)] = record
            elif isinstance(record, Evaluation):
                self.evaluations[_key(record)] = record

    def hand(self, evaluation: Evaluation) -> Hand | None:
        """The hand of an evaluation: its section's hand, else the hand for all sections."""
        return self.hands.get(_key(evaluation)) or self.hands.get((None, evaluation.board))

    def evaluated(self) -> list[Hand]:
        """The hands that have an evaluation of their own."""
        return [hand for key, hand in self.hands.items() if key in self.evaluations]

    def unevaluated(self) -> list[Hand]:
        """The hands with no evaluation of their own, and none for all sections of the same deal."""
        hands = []
        for (section, board), hand in self.hands.items():
            for_all = self.hands.get((None, board))
            is_same_deal = for_all is None or _cards(for_all) == _cards(hand)
            if (section, board) in self.evaluations or (
                is_same_deal and (None, board) in self.evaluations
            ):
                continue
            hands.append(hand)
        return hands


def _evaluations(
    hands: list[Hand], notes: Notes, progress: Progress
) -> dict[SectionBoard, Evaluation]:
    """The evaluations of hands; a deal of several sections is solved once."""
    by_cards: dict[tuple[str | None, ...], list[Hand]] = {}
    for hand in hands:
        if is_whole(hand):
            by_cards.setdefault(_cards(hand), []).append(hand)
        else:
            text = "incomplete hand{s} not evaluated"
            notes.error("hand-incomplete", place(hand), text)
    evaluations: dict[SectionBoard, Evaluation] = {}
    try:
        for batch in solve([same[0] for same in by_cards.values()]) if by_cards else ():
            evaluations |= {_key(evaluation): evaluation for evaluation in batch}
            progress(len(evaluations), len(by_cards))
    except ImportError:
        raise _missing_solver() from None
    for first, *others in by_cards.values():
        for other in others:
            solved = evaluations[_key(first)]
            values = {field: getattr(solved, field) for field in (*TRICK_FIELDS, *_HCP)}
            evaluations[_key(other)] = Evaluation(
                section=other.section, board=other.board, **values
            )
    return evaluations


def require_solver() -> None:
    """Fail if the solver is not installed, before any work is done."""
    if not has_solver():
        raise _missing_solver()


def _missing_solver() -> MissingExtra:
    return MissingExtra("evaluate needs a double-dummy solver", "dd")


def _with_points(evaluation: Evaluation, deals: KnownHands) -> Evaluation:
    """A copy with high-card points, if the evaluation has none and its hand is known."""
    hand = deals.hand(evaluation)
    if hand is None or any(getattr(evaluation, field) is not None for field in _HCP):
        return evaluation
    hcp = {field: points(getattr(hand, seat)) for seat, field in HCP_FIELDS.items()}
    return structs.replace(evaluation, **hcp)


def _with_par(evaluation: Evaluation, deals: KnownHands) -> Evaluation:
    """A copy with par, if the evaluation has none and all tricks are known."""
    if evaluation.par_score is not None:
        return evaluation
    par = par_of_board(evaluation, deals.hand(evaluation))
    if par is None:
        return evaluation
    return structs.replace(evaluation, par_score=par.score, par_contract=par.contracts_text())


def _key(record: Hand | Evaluation) -> SectionBoard:
    return record.section, record.board


def _cards(hand: Hand) -> tuple[str | None, ...]:
    return hand.north, hand.east, hand.south, hand.west
