"""The derived columns of results (DERIVED), record by record."""

from typing import Any

from bmconv.bridge.contracts import parse_contract
from bmconv.bridge.outcomes import Kind, Outcome, Scorer, entered_outcome, read_outcome, score_of
from bmconv.records import Hand, Record

Values = tuple[int | str | None, ...]
"""A value for each column of DERIVED."""
TEXTS = ("contract", "result", "declarer", "remarks")
"""The fields of a result that determine its outcome."""
Texts = tuple[str | None, str | None, str | None, str | None]
"""The values of TEXTS."""


class Deriver:
    """Computes the derived columns of results, with the vulnerability of hands it has learnt."""

    def __init__(self) -> None:
        self.scorer = Scorer()

    def learn(self, record: Record) -> None:
        """Remember the vulnerability of a hand."""
        if isinstance(record, Hand):
            self.scorer.learn(record)

    def values(self, result: Any) -> Values:
        """The values of DERIVED."""
        outcome = entered_outcome(result)
        score = result.score if result.score is not None else self.scorer.score(result)
        return (*_bid_and_taken(result.contract, outcome), score)


def values_on(boards: list[tuple[int, str | None]], texts: Texts) -> list[Values]:
    """The values of DERIVED for a result with the same TEXTS on each of some boards.

    A board is given by its number, and by its vulnerability if that is not the usual one.
    """
    outcome = read_outcome(*texts)
    first = _bid_and_taken(texts[0], outcome)
    return [(*first, score_of(outcome, board, vulnerable)) for board, vulnerable in boards]


def _bid_and_taken(text: str | None, outcome: Outcome) -> Values:
    """Level, strain, doubled and tricks taken."""
    contract = outcome.contract
    if outcome.kind is Kind.UNKNOWN:
        contract = parse_contract(text or "")
    if contract is None:
        return (None, None, None, None)
    taken = contract.level + 6 + outcome.tricks if outcome.kind is Kind.PLAYED else None
    return (*contract, taken)
