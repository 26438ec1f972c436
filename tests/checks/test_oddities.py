"""What looks odd before an evening is published."""

import pytest

from bmconv.checks.oddities import oddities
from bmconv.event import Event
from bmconv.records import Hand, Record, Result, Round, Seat
from tests.helpers.simulated_event import event


def evening(**changes: str) -> list[Record]:
    """Four tables play two boards in each of four rounds; board 1 is changed at table 1."""
    records = event(4, 4, 2)
    for at, seat in enumerate(r for r in records if isinstance(r, Seat)):
        seat.name = f"Player {at}"
    sittings = [r for r in records if isinstance(r, Round)]
    for at, sitting in enumerate(sittings):
        records += [
            Result(
                id=2 * at + more, section=1, table=sitting.table, round=sitting.round,
                board=(sitting.low_board or 0) + more, pair_ns=sitting.ns_pair,
                pair_ew=sitting.ew_pair, declarer="N", contract="2 S", result="=",
            )
            for more in (0, 1)
        ]  # fmt: skip
    first = next(r for r in records if isinstance(r, Result))
    for name, value in changes.items():
        setattr(first, name, value)
    return records


def test_nothing_is_odd_in_a_plain_evening():
    assert oddities(Event(evening())) == []


@pytest.mark.parametrize(
    ("changes", "line"),
    [
        (
            {"remarks": "Arbitral score", "contract": None, "result": None},
            "board A1: not decided yet (pairs 1 and 1); the ranking is provisional",
        ),
        # 2 spades doubled, five down, not vulnerable: 100 + 200 + 200 + 300 + 300 = 1100
        ({"contract": "2 S x", "result": "-5"}, "board 1: 1100 at A1, part scores elsewhere"),
        ({"contract": "4 S"}, None),  # 420 is a game that somebody bid
        ({"declarer": "E"}, "board 1: 2 S by E at A1, everywhere else by the other side"),
        (
            {"result": "+6"},
            "result A1 round 1 board 1: impossible number of tricks (2 S +6)",
        ),
    ],
)
def test_a_result_that_differs_from_all_others(changes, line):
    assert oddities(Event(evening(**changes))) == ([line] if line else [])


def board_1(records: list[Record]) -> tuple[Result, list[Result]]:
    """The result of board 1 at table 1, and the others of the board."""
    first, *others = [r for r in records if isinstance(r, Result) and r.board == 1]
    return first, others


@pytest.mark.parametrize(
    ("tricks", "other_tricks", "line"),
    [
        # doubled and not vulnerable, two down is 300, three 500, four 800, five 1100
        ("-4", "-1", "board 1: 800 at A1, part scores elsewhere"),
        ("-3", "-1", None),
        ("-5", "-2", None),
    ],
)
def test_a_score_from_800_on_is_large_and_one_below_300_small(tricks, other_tricks, line):
    records = evening(contract="2 S x", result=tricks)
    for other in board_1(records)[1]:
        other.contract, other.result = "2 S x", other_tricks
    assert oddities(Event(records)) == ([line] if line else [])


def test_two_other_results_say_nothing_about_one():
    records = evening(contract="2 S x", result="-5")
    gone = board_1(records)[1][0]
    records.remove(gone)
    line = f"table A{gone.table} round {gone.round}: no result of board 1"
    assert oddities(Event(records)) == [line]


@pytest.mark.parametrize("changes", [{"declarer": "W"}, {"contract": "2 H"}])
def test_a_side_is_odd_only_if_all_others_agree_on_the_strain_and_the_side(changes):
    records = evening(declarer="E")
    for name, value in changes.items():
        setattr(board_1(records)[1][0], name, value)
    assert not [line for line in oddities(Event(records)) if "everywhere else" in line]


def test_a_result_without_a_table_is_at_one_table_and_passed_out_boards_have_no_side():
    records = [r for r in evening(declarer="S") if not isinstance(r, Round)]
    first, others = board_1(records)
    first.declarer, first.table, first.round = "W", None, None
    line = "board 1: 2 S by W at one table, everywhere else by the other side"
    assert oddities(Event(records)) == [line]
    for result in (first, *others):
        result.contract, result.declarer, result.result = "PASS", None, None
    assert oddities(Event(records)) == []


def test_names_are_missed_only_if_somebody_played():
    records = evening()
    for seat in records:
        if isinstance(seat, Seat):
            seat.name = None
    assert oddities(Event(records)) == ["nobody has a name"]
    assert oddities(Event(r for r in records if isinstance(r, Seat))) == []


def test_a_pair_without_any_result_is_pointed_out_once():
    records = [r for r in evening() if not (isinstance(r, Result) and r.pair_ns == 4)]
    assert oddities(Event(records)) == [
        "section A: pair NS 4 has no result anywhere and is taken as missing"
    ]


def test_a_seat_without_a_name_and_a_result_that_is_missing():
    records = evening()
    seat = next(r for r in records if isinstance(r, Seat) and (r.table, r.direction) == (3, "E"))
    seat.name = None
    gone = next(r for r in records if isinstance(r, Result) and (r.table, r.round) == (2, 3))
    records.remove(gone)
    assert oddities(Event(records)) == [
        f"table A2 round 3: no result of board {gone.board}",
        "seat A3 East has no name",
    ]


def test_boards_without_hands_where_others_have_them():
    records = evening()
    suit = "AKQJT98765432"
    for board in range(1, 7):
        hands = {"north": f"{suit}...", "east": f".{suit}..", "south": f"..{suit}."}
        records.append(Hand(board=board, west=f"...{suit}", **hands))
    assert oddities(Event(records)) == ["2 boards have results but no hands: 7, 8"]
    last = [record for record in records if getattr(record, "board", 0) != 8]
    assert "1 board has results but no hands: 7" in oddities(Event(last))
