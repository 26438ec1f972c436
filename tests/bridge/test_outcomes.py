"""What happened at the table according to a result record, and its N-S score."""

import itertools

import pytest
from msgspec.structs import replace

from bmconv.bridge.awards import Award, Awards
from bmconv.bridge.contracts import Contract
from bmconv.bridge.outcomes import (
    Kind,
    Outcome,
    Scorer,
    declaring_pair,
    is_special,
    known_score,
    outcome,
    score_ns,
)
from bmconv.records import Hand, Result

FOUR_SPADES = {"board": 1, "declarer": "N", "contract": "4 S", "result": "="}
PLAYED = Outcome(Kind.PLAYED, Contract(4, "S", 0), "N", 0)


def test_a_played_board():
    assert outcome(Result(**FOUR_SPADES)) == PLAYED
    assert score_ns(Result(**FOUR_SPADES)) == 420


def test_a_free_remark_changes_nothing():
    assert outcome(Result(**FOUR_SPADES, remarks="slow play")) == PLAYED


def test_a_passed_out_board_scores_0_whatever_its_tricks_say():
    result = Result(board=4, contract="PASS", declarer="W", result="+2")
    assert (outcome(result), score_ns(result)) == (Outcome(Kind.PASSED_OUT), 0)


@pytest.mark.parametrize("remark", ["Not played", "not played", " NOT PLAYED "])
def test_not_played_beside_a_contract_the_remark_decides(remark):
    result = Result(**FOUR_SPADES, remarks=remark)
    assert (outcome(result), score_ns(result)) == (Outcome(Kind.NOT_PLAYED), None)


@pytest.mark.parametrize(("ns", "ew"), list(itertools.product((40, 50, 60), repeat=2)))
def test_the_nine_adjustments(ns, ew):
    for text in (f"{ns}%-{ew}%", f"{ns}% - {ew}%", f"{ns}%/{ew}%", f"{ns}/{ew}", f"A{ns}{ew}"):
        result = Result(**FOUR_SPADES, remarks=text)
        assert outcome(result) == Outcome(Kind.ADJUSTED, awards=Awards(Award(ns), Award(ew)))
        assert score_ns(result) is None


@pytest.mark.parametrize("remark", ["40%", "40%-60% or so", "%-%", "70/30", "110%-10%"])
def test_what_is_not_an_award_for_both_sides_leaves_the_contract(remark):
    assert outcome(Result(**FOUR_SPADES, remarks=remark)) == PLAYED


def test_an_arbitral_score_is_undecided():
    result = Result(**FOUR_SPADES, remarks="Arbitral score")
    assert (outcome(result), score_ns(result)) == (Outcome(Kind.UNDECIDED), None)


def test_an_erased_result_is_none_but_what_was_entered_keeps_its_score():
    result = Result(**FOUR_SPADES, erased=True)
    assert (outcome(result), score_ns(result)) == (Outcome(Kind.ERASED), 420)


def test_in_the_wrong_direction_the_score_is_the_seats_and_only_the_remark_makes_it_so():
    result = Result(**FOUR_SPADES, pair_ns=1, pair_ew=2, declarer_pair=2)
    assert (outcome(result), score_ns(result)) == (PLAYED, 420)
    result.remarks = "Wrong direction"
    assert outcome(result) == replace(PLAYED, wrong_direction=True)
    assert score_ns(result) == 420


@pytest.mark.parametrize(
    "without", [{"contract": "9 S"}, {"result": "made"}, {"declarer": "X"}, {"contract": None}]
)
def test_what_does_not_parse_is_unknown(without):
    result = Result(**(FOUR_SPADES | without))
    assert (outcome(result), score_ns(result)) == (Outcome(Kind.UNKNOWN), None)


@pytest.mark.parametrize(
    ("declarer", "board", "score"),
    [
        ("N", 1, 420), ("S", 1, 420), ("E", 1, -420), ("W", 1, -420), ("NS", 1, 420),
        ("EW", 1, -420), ("N", 2, 620), ("E", 2, -420), ("E", 3, -620), ("W", 4, -620),
    ],
)  # fmt: skip
def test_the_score_is_n_s_s_view_with_the_boards_vulnerability(declarer, board, score):
    assert score_ns(Result(**(FOUR_SPADES | {"declarer": declarer, "board": board}))) == score


def test_without_a_board_there_is_no_vulnerability_and_no_score():
    assert score_ns(Result(**(FOUR_SPADES | {"board": None}))) is None


def test_a_score_without_a_contract_is_known_and_one_beside_it_is_not_needed():
    assert known_score(Result(board=1, score=-50)) == -50
    assert known_score(Result(**FOUR_SPADES, score=-50)) == 420
    assert known_score(Result(board=1, score=-50, remarks="60%-40%")) is None


def test_a_hands_vulnerability_wins_and_a_sections_own_over_that_of_all():
    scorer = Scorer()
    scorer.learn(Hand(board=1, vulnerable="All"))
    scorer.learn(Hand(section=2, board=1, vulnerable="EW"))
    scores = [scorer.score(Result(**FOUR_SPADES, section=section)) for section in (1, 2)]
    assert scores == [620, 420]


def test_a_sections_own_hand_may_say_what_the_board_says_anyway():
    scorer = Scorer()
    scorer.learn(Hand(board=1, vulnerable="All"))
    scorer.learn(Hand(section=2, board=1, vulnerable="None"))
    scores = [scorer.score(Result(**FOUR_SPADES, section=section)) for section in (1, 2)]
    assert scores == [620, 420]


def test_special_remarks_are_known():
    texts = ["Not played", "Arbitral score", "40%-60%", "Wrong direction", "slow", None, ""]
    assert [is_special(text) for text in texts] == [True, True, True, False, False, False, False]


@pytest.mark.parametrize("remark", ["np", "NP", "ng", "Niet gespeeld"])
def test_other_programs_words_for_not_played_decide_too(remark):
    assert outcome(Result(**FOUR_SPADES, remarks=remark)) == Outcome(Kind.NOT_PLAYED)
    assert is_special(remark)


@pytest.mark.parametrize("what", [{"contract": "PASS"}, {}])
def test_a_remark_about_the_direction_is_kept_with_a_pass_and_with_a_contract(what):
    found = outcome(Result(**(FOUR_SPADES | what), remarks="wrong direction"))
    assert (found.wrong_direction, found.kind is Kind.PASSED_OUT) == (True, bool(what))
    assert not is_special("slow play")


def test_undertricks_and_overtricks_count_for_the_declarers_side():
    down = Result(**(FOUR_SPADES | {"declarer": "E", "result": "-2", "board": 3}))  # E-W vulnerable
    over = Result(**(FOUR_SPADES | {"declarer": "W", "result": "+1", "board": 1}))
    assert (score_ns(down), score_ns(over)) == (200, -450)


@pytest.mark.parametrize(
    ("fields", "pair"),
    [
        ({"declarer": "S"}, 1),
        ({"declarer": "W"}, 2),
        ({"declarer": "EW"}, 2),
        ({"declarer": "N", "remarks": "Wrong direction"}, 2),
        ({"declarer": "E", "remarks": "Wrong direction"}, 1),
        ({"declarer": None}, None),
        ({"declarer": "N", "pair_ns": 0}, None),
    ],
)
def test_the_declaring_pair_is_the_one_that_sat_there(fields, pair):
    played = FOUR_SPADES | {"pair_ns": 1, "pair_ew": 2} | fields
    assert declaring_pair(Result(**played)) == pair
