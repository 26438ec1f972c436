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
        ({"contract": "2 S x", "result": "-5"}, "board 1: 1100 at A1 among part scores"),
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
