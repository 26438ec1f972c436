"""Travellers: the lines of a board, the same for every report."""

import pytest
from msgspec.structs import astuple

from bmconv import records as rec
from bmconv.event import Event
from bmconv.event.travellers import by_board, dealer_and_vulnerability, traveller_lines
from bmconv.ranking import rank
from tests.helpers.checking import night, result, seats


def board_1() -> list[rec.Record]:
    """1NT by North: 7, 8 and 6 tricks; the pairs of table 3 sat the wrong way round."""
    return night(
        result(table=1, pair_ns=1, pair_ew=2, contract="1NT", declarer="N", result="="),
        result(table=2, pair_ns=3, pair_ew=4, contract="1NT", declarer="N", result="+1"),
        result(
            table=3, pair_ns=5, pair_ew=6, contract="1NT", declarer="N", result="-1",
            remarks="Wrong direction",
        ),
        result(table=4, pair_ns=7, pair_ew=8, contract=None, result=None, remarks="Not played"),
        *seats(1, "Ada", "Bo", "Cleo", "Dora"),
    )  # fmt: skip


def test_the_best_for_north_south_comes_first_and_a_board_without_score_last():
    lines = by_board(traveller_lines(Event(board_1())))[1, 1]
    assert [(line.numbers, line.score) for line in lines] == [
        (((3,), (4,)), 120),
        (((1,), (2,)), 90),
        (((6,), (5,)), -50),
        (((7,), (8,)), None),
    ]


def test_a_ranking_gives_the_same_lines_with_its_points():
    event = Event(board_1())
    plain = by_board(traveller_lines(event))[1, 1]
    ranked = rank(event)
    lines = ranked.traveller(ranked.fields[0], 1)
    assert [astuple(line)[:5] for line in lines] == [astuple(line)[:5] for line in plain]
    # Neuberg, 3 scores of 4: (4 / 3) x (matchpoints + 1) - 1
    assert [line.points[0] for line in lines[:3]] == pytest.approx([17 / 3, 3, 1 / 3])
    assert lines[3].points == (None, None)


def test_points_on_file_are_matchpoints_or_else_imps():
    points = ({"mp_ns": 3, "mp_ew": 1}, {"imp_ew": -2}, {"mp_ns": 3}, {"mp_ew": 1}, {})
    results = [result(board=n, **({"imp_ns": 2} | fields)) for n, fields in enumerate(points, 1)]
    lines = traveller_lines(Event(results))
    assert [line.points for line in lines] == [(3, 1), (2, -2), (3, None), (None, 1), (2, None)]


def test_points_on_file_change_sides_with_the_pairs():
    (line,) = traveller_lines(Event([result(remarks="Wrong direction", mp_ns=4, mp_ew=0)]))
    assert (line.numbers, line.points) == (((2,), (1,)), (0, 4))


def test_an_unknown_pair_has_no_number():
    lines = traveller_lines(Event([result(pair_ns=None), result(board=2, pair_ew=None)]))
    assert [line.numbers for line in lines] == [((), (2,)), ((1,), ())]


def test_a_score_that_the_contract_does_not_give_is_not_shown():
    lines = traveller_lines(Event([result(contract="1NT", declarer="N", result="=", score=400)]))
    assert [line.score for line in lines] == [90]
    lines = traveller_lines(Event([result(contract=None, result=None, score=400)]))
    assert [line.score for line in lines] == [400]


def test_dealer_and_vulnerability_are_those_of_the_hand():
    event = Event([rec.Hand(board=2, dealer="W", vulnerable="All")])
    assert dealer_and_vulnerability(event, 1, 2) == ("W", "All")
    assert dealer_and_vulnerability(event, 1, 3) == ("S", "EW")
    assert dealer_and_vulnerability(event, 1, 0) == ("?", "?")
