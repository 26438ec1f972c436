"""`bmconv score`: the score of every result."""

import json

from bmconv.filters.score import score
from bmconv.notes import Notes
from bmconv.records import Result
from tests.helpers.filtering import RESULT, filter_records, lines
from tests.helpers.running import quick


def test_score_adds_the_n_s_score_with_the_vulnerability_of_hands_before():
    hand = {"type": "hand", "board": 1, "vulnerable": "NS"}
    passed = {"type": "result", "board": 2, "contract": "PASS"}
    adjusted = RESULT | {"remarks": "60%-40%"}
    assert filter_records("score", RESULT, hand, RESULT, passed, adjusted) == [
        RESULT | {"score": 420}, hand, RESULT | {"score": 620}, passed | {"score": 0}, adjusted
    ]  # fmt: skip


def test_score_replaces_a_score_that_disagrees_with_a_note():
    done = quick("score", stdin=lines(RESULT | {"score": 500}))
    assert json.loads(done.out) == RESULT | {"score": 420}
    assert done.err == (
        "bmconv: repair score-differs: 1 score replaced: not what the contract gives "
        "(result A1 round 1 board 1)\n"
    )


def test_score_leaves_the_records_that_it_gets_as_they_are():
    new = Result(board=1, declarer="N", contract="4 S", result="=")
    wrong, right = (Result(board=1, contract="PASS", score=points) for points in (50, 0))
    scored = list(score(lambda: iter([new, wrong, right]), Notes()))
    assert [result.score for result in scored] == [420, 0, 0]
    assert (new.score, wrong.score) == (None, 50)
    assert scored[2] is right
