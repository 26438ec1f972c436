"""Double-dummy tricks, computed by endplay (Bo Haglund's solver), and high-card points.

The solver is an optional dependency, loaded only when there are deals to solve.
"""

from collections.abc import Iterator, Sequence
from importlib.util import find_spec

from bmconv.bridge.cards import SEATS, faults
from bmconv.records import Evaluation, Hand

BATCH = 40
"""Number of deals solved at once; the solver spreads them over all processors."""

HCP_FIELDS = {seat: f"{seat}_hcp" for seat in SEATS}
_POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
_DENOMINATIONS = ("spades", "hearts", "diamonds", "clubs", "notrump")
"""The denominations in the solver's order; its seats are in the order of SEATS."""
TRICK_FIELDS = tuple(f"{seat}_{name}" for name in _DENOMINATIONS for seat in SEATS)


def points(hand: str | None) -> int | None:
    """High-card points of a hand; None if the hand is unknown."""
    return None if hand is None else sum(_POINTS.get(rank, 0) for rank in hand)


def is_whole(hand: Hand) -> bool:
    """Whether a deal is complete and can be solved: 52 cards, 13 in each hand."""
    return not faults([hand.north, hand.east, hand.south, hand.west])


def has_solver() -> bool:
    """Whether the solver is installed."""
    return find_spec("endplay") is not None


def solve(hands: Sequence[Hand]) -> Iterator[list[Evaluation]]:
    """Evaluate complete deals, batch by batch; the first batch loads the solver.

    Raises ImportError if the solver is not installed.
    """
    from endplay.dds import calc_all_tables
    from endplay.types import Deal

    for start in range(0, len(hands), BATCH):
        batch = hands[start : start + BATCH]
        deals = [Deal(f"N:{h.north} {h.east} {h.south} {h.west}") for h in batch]
        solved = calc_all_tables(deals)
        yield [_evaluation(hand, solved[index].to_list()) for index, hand in enumerate(batch)]


def _evaluation(hand: Hand, solved: list[list[int]]) -> Evaluation:
    """The evaluation of a deal, from the tricks in each denomination by seat."""
    evaluation = Evaluation(section=hand.section, board=hand.board)
    tricks = (count for row in solved for count in row)
    for field, count in zip(TRICK_FIELDS, tricks, strict=True):
        setattr(evaluation, field, count)
    for seat, field in HCP_FIELDS.items():
        setattr(evaluation, field, points(getattr(hand, seat)))
    return evaluation
