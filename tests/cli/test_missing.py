"""bmconv missing: results still to come, by table and round."""

import datetime
import json
from functools import partial

from bmconv import records as rec
from bmconv.io.stream import encode
from tests.helpers import checking
from tests.helpers.checking import movement, night, play, result
from tests.helpers.running import quick

run = partial(checking.run, "missing")


def results_at(*places):
    """A result for each table, round and board."""
    return [result(table=t, round=r, board=b) for t, r, b in places]


ALL = [(r.table, r.round, b) for r in movement() for b in range(r.low_board, r.high_board + 1)]


def test_boards_are_named_by_table_and_round():
    assert run(night(*results_at((1, 1, 1), (1, 1, 2), (1, 2, 5), (2, 1, 3)))) == (
        1,
        "section A  round 1  round 2\n"
        "table 1          .        6\n"
        "table 2          4      7-8\n"
        "\n"
        "A1 round 2 board 6: pairs 1-3\n"
        "A2 round 1 board 4: pairs 3-4\n"
        "A2 round 2 board 7: pairs 2-4\n"
        "A2 round 2 board 8: pairs 2-4\n"
        "\n"
        "stdin: 4 of 8 results missing\n",
    )


def test_nothing_missing_is_exit_0():
    assert run(night(*results_at(*ALL))) == (0, "stdin: none of 8 results missing\n")


def test_missing_results_are_printed_as_json():
    code, text = run(night(*results_at(*ALL[:-3])), "--json")
    assert (code, json.loads(text)) == (
        1,
        {
            "expected": 8,
            "entered": 5,
            "missing": 3,
            "tables": [
                {"section": 1, "letter": "A", "table": 1, "round": 2, "boards": [6]},
                {"section": 1, "letter": "A", "table": 2, "round": 2, "boards": [7, 8]},
            ],
        },
    )
    code, text = run(night(*results_at(*ALL)), "--json")
    assert (code, json.loads(text)["tables"]) == (0, [])


def test_sit_outs_are_not_expected():
    rounds = [play(1, 1, 1, 0, 1, 2), play(1, 2, 1, 4, 3, 4), play(1, 3, 1, 3, 5, 6)]
    code, text = run(night(section={"missing_pair": 4}, rounds=rounds, tables=(1,)))
    assert (code, text) == (
        1,
        "section A  round 1  round 2  round 3\n"
        "table 1          -        -      5-6\n"
        "\n"
        "A1 round 3 board 5: pairs 1-3\n"
        "A1 round 3 board 6: pairs 1-3\n"
        "\n"
        "stdin: 2 of 2 results missing\n",
    )


def test_custom_boards_replace_the_range_of_boards():
    code, text = run([play(1, 1, 1, 2, 1, 9, "1,3,4,9"), result(board=3)])
    assert code == 1
    assert "1, 4, 9" in text
    assert text.endswith("3 of 4 results missing\n")


def test_a_result_that_was_erased_is_missing():
    first, erased = result(id=1), result(id=2, erased=True)
    assert "none of 1 results missing" in run([play(1, 1, 1, 2, 1, 1), first])[1]
    assert run([play(1, 1, 1, 2, 1, 1), first, erased])[0] == 1


def test_a_board_marked_as_not_played_is_not_missing():
    not_played = result(contract=None, result=None, remarks="Not played")
    assert run([play(1, 1, 1, 2, 1, 1), not_played])[0] == 0


def test_results_of_other_boards_do_not_count():
    for other in (result(table=2), result(round=2), result(board=2), result(section=2)):
        assert run([play(1, 1, 1, 2, 1, 1), other])[0] == 1


def test_sections_that_are_complete_are_not_shown():
    two = [rec.Section(id=2, letter="B"), play(1, 1, 1, 2, 1, 1, section=2)]
    text = run([*night(*results_at(*ALL)), *two])[1]
    assert "section A" not in text
    assert text == (
        "section B  round 1\ntable 1          1\n\n"
        "B1 round 1 board 1: pairs 1-2\n\n"
        "stdin: 1 of 9 results missing\n"
    )


def test_a_grid_that_is_too_wide_is_transposed():
    rounds = [play(t, r, t, 9 - t, 4 * r + 1, 4 * r + 4) for t in (1, 2) for r in range(1, 16)]
    lines = run(rounds)[1].splitlines()
    assert lines[0] == "section A  table 1  table 2"
    assert lines[15] == "round 15     61-64    61-64"


def test_a_missing_result_is_listed_with_names_and_the_time_it_was_erased():
    erased = result(id=2, erased=True, time=datetime.time(20, 14, 3))
    names = zip("NSEW", ("Ada Lind", "Cleo Nygaard", "Bo Marsh", "Dora Olsen"), strict=True)
    sitting = [rec.Seat(section=1, table=1, direction=d, round=0, name=name) for d, name in names]
    text = run([play(1, 1, 1, 2, 1, 2), *sitting, result(id=1), erased])[1]
    assert text.splitlines()[3:5] == [
        "A1 round 1 board 1: pairs 1-2, Ada Lind & Cleo Nygaard against Bo Marsh & Dora Olsen, "
        "erased 20:14",
        "A1 round 1 board 2: pairs 1-2, Ada Lind & Cleo Nygaard against Bo Marsh & Dora Olsen",
    ]


def test_names_are_those_of_the_side_if_both_sides_have_the_same_numbers():
    names = zip("NE", ("Ada", "Bo"), strict=True)
    sitting = [rec.Seat(section=1, table=1, direction=d, round=0, name=name) for d, name in names]
    text = run([play(1, 1, 1, 1, 1, 1), *sitting])[1]
    assert "A1 round 1 board 1: pairs 1-1, Ada against Bo\n" in text


def test_a_missing_result_of_an_individual_has_four_numbers():
    assert ": pairs 1+3-2+4\n" in run([play(1, 1, 1, 2, 1, 1, south=3, west=4)])[1]


def test_more_than_a_screenful_is_only_counted():
    lines = run([play(1, 1, 1, 2, 1, 49)])[1].splitlines()
    assert lines[38:41] == ["A1 round 1 board 36: pairs 1-2", "and 13 more; --json has all", ""]


def test_a_result_without_table_and_round_is_recognised_by_its_pairs():
    rounds = [play(1, 1, 1, 2, 1, 1), play(2, 1, 3, 4, 1, 1)]
    text = run([*rounds, result(table=None, round=None)])[1]
    assert text.splitlines()[-3:] == [
        "A2 round 1 board 1: pairs 3-4", "", "stdin: 1 of 2 results missing"
    ]  # fmt: skip


def test_missing_results_are_unknown_without_a_movement(bmpftp):
    done = quick("missing", stdin=encode(result()))
    text = "bmconv: no movement in this input, so missing results are unknown"
    assert done == (1, b"", f"{text}\n")
    done = quick("missing", bmpftp / "BMRData.txt")
    hint = "try bmconv join BMInput.txt BMRData.txt | bmconv missing"
    assert done == (1, b"", f"{text}; {hint}\n")
