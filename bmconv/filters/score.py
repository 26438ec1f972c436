"""Add the N-S score to results."""

from collections.abc import Iterator
from copy import copy

from bmconv.bridge.outcomes import Scorer
from bmconv.bridge.places import place
from bmconv.filters import Records
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Result

TYPES = ("result", "hand")
"""The record types that `Scoring.edit` takes."""


def score(records: Records, notes: Notes) -> Iterator[Record]:
    """The records, results with their score."""
    edit = Scoring(notes).edit
    for record in records():
        yield edit(record) if type(record) in (Result, Hand) else record  # type: ignore[arg-type]


class Scoring:
    """Scores results one by one, with the vulnerability that earlier hands state."""

    def __init__(self, notes: Notes) -> None:
        self._notes = notes
        self._scorer = Scorer()

    def edit(self, record: Result | Hand) -> Result | Hand:
        """A result with its score; a hand unchanged, once its vulnerability is remembered."""
        if isinstance(record, Hand):
            self._scorer.learn(record)
            return record
        score = self._scorer.score(record)
        if score is None or score == record.score:
            return record
        if record.score is not None:
            text = "score{s} replaced: not what the contract gives"
            self._notes.repair("score-differs", place(record), text)
        scored = copy(record)
        scored.score = score
        return scored
