"""Rules for the numbers that a terminal has: each applies where it should, and only there."""

import pytest

from bmconv import records as rec
from tests.helpers.checking import broken_rules, findings, play, result


@pytest.mark.parametrize(
    ("terminal", "rule", "bad", "good"),
    [
        ("pro", "table-number", 512, 511),
        ("bm2", "table-number", 4096, 4095),
        ("bm3", "table-number", 0, 1),
        ("bm2", "table-number", -1, 4095),
    ],
)
def test_table_numbers(terminal, rule, bad, good):
    def one(number):
        return [rec.Table(section=1, table=number), play(number, 1, 1, 2, 1, 2)]

    assert findings(one(bad), terminal) == [("error", rule, f"table A{bad}", bad)]
    assert findings(one(good), terminal) == []


@pytest.mark.parametrize(
    ("terminal", "pair", "board"), [("pro", 999, 63), ("bm2", 4095, 127), ("bm3", 4095, 127)]
)
def test_pair_and_board_numbers(terminal, pair, board):
    good = play(1, 1, pair, 1, board, board)
    assert findings([good], terminal) == []
    bad = play(1, 1, pair + 1, 1, board, board + 1)
    assert findings([bad], terminal) == [
        ("error", "pair-number", "round A1 round 1", pair + 1),
        ("error", "board-number", "round A1 round 1", board + 1),
    ]
    custom = play(1, 1, 1, 2, 1, 2, f"1,{board + 1}")
    place = "round A1 round 1"
    assert findings([custom], terminal) == [("error", "custom-boards", place, f"1,{board + 1}")]


@pytest.mark.parametrize(("terminal", "last"), [("pro", 63), ("bm2", 255), ("bm3", 255)])
def test_round_numbers(terminal, last):
    rounds = [play(1, number, 1, 0, 0, 0) for number in range(1, last + 1)]
    assert findings(rounds, terminal) == []
    got = findings([*rounds, play(1, last + 1, 1, 0, 0, 0)], terminal)
    assert ("error", "round-number", f"round A1 round {last + 1}", last + 1) in got


def test_numbers_of_results_and_hands_are_looked_at_too():
    got = findings([result(board=128, pair_ew=0), rec.Hand(board=129)])
    assert got == [
        ("error", "board-number", "hand board 129", 129),
        ("error", "board-number", "result A1 round 1 board 128", 128),
        ("error", "pair-number", "result A1 round 1 board 128", 0),
    ]


def test_a_number_out_of_range_is_told_once_for_a_section():
    got = findings([result(board=500), result(board=500, table=2, pair_ns=3, declarer_pair=3)])
    assert got == [("error", "board-number", "result A1 round 1 board 500", 500)]


@pytest.mark.parametrize(("terminal", "most"), [("pro", 32), ("bm2", 54), ("bm3", 54)])
def test_boards_per_round(terminal, most):
    assert findings([play(1, 1, 1, 2, 1, most)], terminal) == []
    got = findings([play(1, 1, 1, 2, 1, most + 1)], terminal)
    assert got == [("error", "boards-per-round", "round A1 round 1", most + 1)]


def full(boards, empty=0):
    """A table with this many boards, and rounds in which nobody plays."""
    rounds, left = [], boards
    while left:
        high = min(left, 32)
        rounds.append(play(1, len(rounds) + 1, 1, 0, 0, 0))
        rounds[-1].ew_pair, rounds[-1].low_board, rounds[-1].high_board = 1 + len(rounds), 1, high
        left -= high
    return rounds + [play(1, len(rounds) + n + 1, 0, 0, 0, 0) for n in range(empty)]


def test_rounds_and_boards_of_a_table_fit_together():
    # Pro: 3 x 4 + 4 x 116 = 476; one round more 479; another 482.
    assert "rounds-and-boards" not in broken_rules(full(116, empty=1), "pro")
    place = "table A1"
    got = [f for f in findings(full(116, empty=2), "pro") if f[1] == "rounds-and-boards"]
    assert got == [("error", "rounds-and-boards", place, "6 rounds, 116 boards")]
    # II: 8 + 248 = 256; III: the guide does not say, so only a warning.
    assert "rounds-and-boards" not in broken_rules(full(248))
    for terminal, level in (("bm2", "error"), ("bm3", "warning")):
        got = [f for f in findings(full(248, empty=1), terminal) if f[1] == "rounds-and-boards"]
        assert got == [(level, "rounds-and-boards", place, "9 rounds, 248 boards")]


def test_more_tables_than_a_server_holds_are_a_warning():
    def tables(section, number):
        return [rec.Table(section=section, table=n) for n in range(1, number + 1)]

    assert findings(tables(1, 129), "bm2") == []
    assert ("warning", "tables-per-server", "event", 129) in findings(tables(1, 129), "pro")
    assert findings(tables(1, 256)) == []
    assert findings(tables(1, 257)) == [("warning", "tables-per-server", "event", 257)]
    # Three sections on a Pro: 64 tables each, and what is the largest counts.
    three = [*tables(2, 1), *tables(3, 1)]
    assert findings([*tables(1, 64), *three], "pro") == []
    got = findings([*tables(1, 65), *three], "pro")
    assert got == [("warning", "tables-per-section", "section A", 65)]
