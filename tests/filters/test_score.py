"""`bmconv score`: the score of every result."""

import json

from tests.helpers.filtering import PLAYED, filtered, lines
from tests.helpers.running import quick


def test_score_adds_the_n_s_score_with_the_vulnerability_of_hands_before():
    hand = {"type": "hand", "board": 1, "vulnerable": "NS"}
    passed = {"type": "result", "board": 2, "contract": "PASS"}
    adjusted = PLAYED | {"remarks": "60%-40%"}
    assert filtered("score", PLAYED, hand, PLAYED, passed, adjusted) == [
        PLAYED | {"score": 420}, hand, PLAYED | {"score": 620}, passed | {"score": 0}, adjusted
    ]  # fmt: skip


def test_score_replaces_a_score_that_disagrees_with_a_note():
    done = quick("score", stdin=lines(PLAYED | {"score": 500}))
    assert json.loads(done.out) == PLAYED | {"score": 420}
    assert done.err == (
        "bmconv: repair score-differs: 1 score replaced: not what the contract gives "
        "(result A1 round 1 board 1)\n"
    )
