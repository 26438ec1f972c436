"""Deals for a dealing machine: `bmconv select` with --renumber and --turn."""

import json

import bmconv
from bmconv.records import Evaluation, Hand
from tests.helpers.running import ROOT, quick

NORTH = {"north": "AKQ...", "east": "JT9...", "south": "876...", "west": "543..."}


def dealt(*words: str, records: list[dict[str, object]]) -> list[dict[str, object]]:
    lines = "".join(json.dumps(record) + "\n" for record in records).encode()
    return [json.loads(line) for line in quick("select", *words, stdin=lines).out.splitlines()]


def test_boards_are_numbered_in_the_order_of_those_asked_for_and_only_deals_stay():
    records = [
        {"type": "session", "id": 1, "name": "Thursday"},
        *({"type": "hand", "board": board, **NORTH} for board in (15, 13, 24)),
        {"type": "result", "board": 13, "contract": "PASS"},
        {"type": "evaluation", "board": 24, "north_hcp": 9},
    ]
    assert dealt("--board", "13-24", "--renumber", "1", records=records) == [
        *({"type": "hand", "board": board, **NORTH} for board in (3, 1, 12)),
        {"type": "evaluation", "board": 12, "north_hcp": 9},
    ]
    assert [r["board"] for r in dealt("--renumber", "31", records=records)] == [32, 31, 33, 33]


def test_hands_and_their_tricks_go_round_the_table_and_dealer_and_vulnerability_stay():
    hand = {"type": "hand", "board": 1, **NORTH, "dealer": "S", "vulnerable": "NS"}
    tricks = {"type": "evaluation", "board": 1, "north_spades": 10, "west_hcp": 3}
    quarter, evaluation = dealt("--turn", "quarter", records=[hand, tricks])
    assert quarter == {
        "type": "hand",
        "board": 1,
        "dealer": "S",
        "vulnerable": "NS",
        "north": "543...",
        "east": "AKQ...",
        "south": "JT9...",
        "west": "876...",
    }
    assert evaluation == {"type": "evaluation", "board": 1, "east_spades": 10, "north_hcp": 3}
    (half,) = dealt("--turn", "half", records=[hand])
    assert [half[s] for s in ("north", "east", "south", "west")] == [
        *("876...", "543...", "AKQ...", "JT9..."),
    ]
    (back,) = dealt("--turn", "three-quarters", records=[quarter])
    assert back == hand


def test_the_par_of_a_deal_that_moves_is_dropped_because_it_depends_on_the_board():
    par = {"type": "evaluation", "board": 1, "par_score": 420, "par_contract": "NS 4S="}
    assert dealt("--turn", "half", records=[par]) == [{"type": "evaluation", "board": 1}]
    assert dealt("--renumber", "2", records=[par]) == [{"type": "evaluation", "board": 2}]
    assert dealt("--renumber", "1", records=[par]) == [par]


def test_a_program_gets_the_same_deals(tmp_path):
    path = ROOT / "formats/pbn/samples/hands.pbn"
    quick("select", path, "--renumber", "5", "--turn", "half", "-o", tmp_path / "new.jsonl")
    event = bmconv.select(path, renumber=5, turn="half")
    assert list(event) == list(bmconv.read(tmp_path / "new.jsonl"))
    assert {type(record) for record in event} <= {Hand, Evaluation}
    assert min(hand.board or 0 for hand in event.of(Hand)) == 5


def test_numbers_beyond_a_board_are_refused():
    done = quick("select", "--renumber", "0", stdin=b'{"type":"hand","board":1}\n')
    assert (done.code, done.err) == (
        2,
        "bmconv: --renumber 0: expected board numbers from 1 to 9999\n",
    )
