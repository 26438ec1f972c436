"""bmconv evaluate: double-dummy tricks, judged by a .bws, another solver and what is known."""

import json
import sys

import pytest

import bmconv
from bmconv.bridge.double_dummy import TRICK_FIELDS, points, solve
from bmconv.io.stream import encode
from bmconv.records import Evaluation, Hand
from tests.helpers.running import judge, quick

COLD = Hand(
    board=1, north="AKQJT98765432...", east=".AKQJT98765432..", south="..AKQJT98765432.",
    west="...AKQJT98765432",
)  # fmt: skip
"""Each seat has a suit: it makes 13 tricks as trumps whoever declares, notrump makes none."""


def lines(*records):
    return b"".join(encode(record) + b"\n" for record in records)


def evaluations(data: bytes) -> list[dict]:
    return [r for r in map(json.loads, data.splitlines()) if r["type"] == "evaluation"]


@pytest.fixture(scope="module")
def club(shared):
    judge("endplay.dds")
    return bmconv.read(shared / "samples" / "jet" / "club.bws")


def test_the_evaluations_of_the_sample_are_found(club):
    hands = [hand for hand in club.of(Hand) if hand.section == 1][::3]
    known = {e.board: e for e in club.of(Evaluation) if e.section == 1}
    found = [evaluation for batch in solve(hands) for evaluation in batch]
    assert found == [known[hand.board] for hand in hands]
    assert len(found) == 12


def test_another_solver_finds_the_same_for_12_boards(club):
    other = judge("ddstable.ddstable")
    strains = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C", "notrump": "NT"}
    for known in club.of(Evaluation)[:36:3]:
        hand = club.hand(known.section, known.board)
        text = f"N:{hand.north} {hand.east} {hand.south} {hand.west}"
        table = other.get_ddstable(text.encode())
        for field in TRICK_FIELDS:
            seat, strain = field.split("_")
            assert getattr(known, field) == table[seat[0].upper()][strains[strain]]


def test_hands_that_have_none_get_one_and_others_keep_theirs():
    judge("endplay.dds")
    other = Hand(board=2, north=COLD.west, east=COLD.south, south=COLD.east, west=COLD.north)
    kept = Evaluation(board=1, north_spades=5)
    done = quick("evaluate", stdin=lines(COLD, kept, other))
    assert (done.code, done.err) == (0, "")
    first, second = evaluations(done.out)
    assert first == {
        "type": "evaluation", "board": 1, "north_spades": 5,
        "north_hcp": 10, "east_hcp": 10, "south_hcp": 10, "west_hcp": 10,
    }  # fmt: skip
    tricks = {field: second.pop(field) for field in TRICK_FIELDS}
    assert (tricks["west_spades"], tricks["north_clubs"], tricks["north_notrump"]) == (13, 13, 0)
    assert second["board"] == 2


def test_a_deal_that_sections_share_is_evaluated_for_each():
    judge("endplay.dds")
    hands = [Hand(section=n, board=1, north=COLD.north, east=COLD.east, south=COLD.south,
                  west=COLD.west) for n in (1, 2)]  # fmt: skip
    first, second = evaluations(quick("evaluate", stdin=lines(*hands)).out)
    assert (first.pop("section"), second.pop("section")) == (1, 2)
    assert first == second


def test_check_tells_of_those_that_differ_and_changes_nothing():
    judge("endplay.dds")
    wrong = Evaluation(board=1, north_spades=12, east_hearts=13)
    data = lines(COLD, wrong)
    done = quick("evaluate", "--check", stdin=data)
    assert (done.code, done.out) == (1, data)
    assert done.err == (
        "bmconv: error evaluation-differs: 1 evaluation contradicted by the solver "
        "(evaluation board 1: north_spades 12, solver 13)\n"
    )
    right = lines(COLD, Evaluation(board=1, north_spades=13))
    assert quick("evaluate", "--check", stdin=right) == (0, right, "")


def test_a_hand_that_is_no_deal_is_an_error():
    judge("endplay.dds")
    done = quick("evaluate", stdin=lines(Hand(board=3, north="A..."), COLD))
    assert (done.code, len(evaluations(done.out))) == (1, 1)
    assert "error hand-incomplete: 1 incomplete hand not evaluated" in done.err


def test_nothing_to_solve_needs_no_solver(monkeypatch):
    monkeypatch.setitem(sys.modules, "endplay.dds", None)
    data = lines(Evaluation(board=1, north_spades=7))
    assert quick("evaluate", "-q", stdin=data) == (0, data, "")


def test_a_missing_solver_names_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "endplay.dds", None)
    done = quick("evaluate", stdin=lines(COLD))
    text = "bmconv: evaluate needs a double-dummy solver; install the extra dd with: "
    assert (done.code, done.err[: len(text)]) == (5, text)


@pytest.mark.parametrize(("hand", "count"), [("AKQJ.AK.Q32.J432", 20), ("T98...", 0), (None, None)])
def test_high_card_points(hand, count):
    assert points(hand) == count


def test_an_input_without_hands_is_said_to_have_none():
    data = lines(Evaluation(board=1, north_spades=7))
    said = "bmconv: no hands in this input, so nothing is evaluated\n"
    assert quick("evaluate", stdin=data) == (0, data, said)
    assert quick("evaluate", "-q", stdin=data) == (0, data, "")


def test_par_is_added_to_evaluations_new_and_old():
    judge("endplay.dds")
    tricks = {field: 13 if field.endswith("hearts") else 0 for field in TRICK_FIELDS}
    old = Evaluation(board=2, **tricks)  # everybody makes 7 hearts; nobody 7 spades or 7 NT
    kept = Evaluation(board=3, par_score=90, **tricks)
    done = quick("evaluate", "--par", stdin=lines(COLD, old, kept))
    assert (done.code, done.err) == (0, "")
    by_board = {record["board"]: record for record in evaluations(done.out)}
    # N-S have all spades: 7 spades makes, 7 NT does not; nobody is vulnerable
    assert (by_board[1]["par_score"], by_board[1]["par_contract"]) == (1510, "NS 7S=")
    # east deals and bids 7 hearts first; N-S, vulnerable, have nothing better
    assert (by_board[2]["par_score"], by_board[2]["par_contract"]) == (-1510, "EW 7H=")
    assert by_board[3]["par_score"] == 90
    assert "par_score" not in evaluations(quick("evaluate", stdin=lines(old)).out)[0]
    refused = quick("evaluate", "--par", "--check", stdin=lines(old))
    assert (refused.code, refused.err) == (2, "bmconv: --check adds nothing: leave out --par\n")
