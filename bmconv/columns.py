"""Tables of records: which types have one, and the columns besides their fields.

Results have derived columns (level, strain, ...) after their fields. Any table can have the event
and the file that its rows come from before the fields.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from bmconv.bridge.contracts import parse_contract
from bmconv.bridge.outcomes import Kind, Outcome, Scorer, entered, score_of
from bmconv.records import TYPES, Hand, Record

TABLES = tuple(kind for kind in TYPES if kind != "error")
RESULTS = ("result", "intermediate")

Values = tuple[int | str | None, ...]


class ExtraColumn(NamedTuple):
    """A column that is not a field of the record."""

    name: str
    kind: str
    """int or text."""
    description: str


ORIGIN = (
    ExtraColumn("event_id", "text", "the event: GUID of its session, or else the path of its file"),
    ExtraColumn("source_file", "text", "the file it comes from"),
)
DERIVED = (
    ExtraColumn("level", "int", "of the contract, 1 to 7"),
    ExtraColumn("strain", "text", "of the contract: C, D, H, S or NT"),
    ExtraColumn("doubled", "int", "0 undoubled, 1 doubled, 2 redoubled"),
    ExtraColumn("tricks", "int", "that declarer took, 0 to 13"),
    ExtraColumn("score_ns", "int", "from N-S's side: `score`, else worked out from the contract"),
)
BESIDE = frozenset(column.name for column in (*ORIGIN, *DERIVED))


class Deriver:
    """Computes the derived columns of results, with the vulnerability of hands seen before."""

    def __init__(self) -> None:
        self.scorer = Scorer()

    def learn(self, record: Record) -> None:
        """Remember the vulnerability of a hand."""
        if isinstance(record, Hand):
            self.scorer.learn(record)

    def values(self, result: Any) -> Values:
        """The values of DERIVED."""
        what = entered(result)
        score = result.score if result.score is not None else self.scorer.score(result)
        return (*_bid_and_taken(result, what), score)


def values_on(boards: Iterable[int], result: Any) -> list[Values]:
    """The values of DERIVED for the same result on each of these boards."""
    what = entered(result)
    first = _bid_and_taken(result, what)
    return [(*first, score_of(what, board)) for board in boards]


def _bid_and_taken(result: Any, what: Outcome) -> Values:
    """Level, strain, doubled and tricks."""
    contract = what.contract
    if what.kind is Kind.UNKNOWN:
        contract = parse_contract(result.contract or "")
    if contract is None:
        return (None, None, None, None)
    taken = contract.level + 6 + what.tricks if what.kind is Kind.PLAYED else None
    return (*contract, taken)
