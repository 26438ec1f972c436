"""How `set` says what became of a result."""

import pytest

from bmconv.records import Result
from bmconv.reports.changes import outcome_text


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"contract": "4 H", "result": "=", "declarer": "N"}, "4 H= by N"),
        (
            {"contract": "4 H", "result": "-1", "declarer": "E", "remarks": "Wrong direction"},
            "4 H-1 by E, wrong direction",
        ),
        ({"contract": "PASS"}, "passed out"),
        ({"remarks": "Not played"}, "not played"),
        ({"remarks": "60%-40%"}, "60 % to N-S, 40 % to E-W"),
        ({"contract": "4 H", "remarks": "slow"}, "4 H slow"),
        ({}, "no contract"),
    ],
)
def test_a_result_is_said_in_words(fields, words):
    assert outcome_text(Result(board=1, pair_ns=1, pair_ew=2, **fields)) == words
