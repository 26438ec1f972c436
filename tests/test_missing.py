"""bmconv missing: results still to come, by table and round."""

import json

import pytest
from checking import movement, night, play, result
from click.testing import CliRunner

from bmconv import records as rec
from bmconv.cli.missing_cmd import command
from bmconv.errors import DataError
from bmconv.stream import encode


def run(records, *args):
    """Exit code and output for these records."""
    lines = b"".join(encode(record) + b"\n" for record in records)
    done = CliRunner().invoke(command, ["-f", "records", *args], input=lines, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.return_value, done.stdout


def entered(*places):
    return [result(table=t, round=r, board=b) for t, r, b in places]


ALL = [(r.table, r.round, b) for r in movement() for b in range(r.low_board, r.high_board + 1)]


def test_boards_are_named_by_table_and_round():
    assert run(night(*entered((1, 1, 1), (1, 1, 2), (1, 2, 5), (2, 1, 3)))) == (
        1,
        "section A  round 1  round 2\n"
        "table 1          .        6\n"
        "table 2          4      7-8\n"
        "\n"
        "stdin: 4 of 8 results missing\n",
    )


def test_nothing_missing_is_exit_0():
    assert run(night(*entered(*ALL))) == (0, "stdin: none of 8 results missing\n")


def test_the_answer_as_json():
    code, text = run(night(*entered(*ALL[:-3])), "--json")
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
    code, text = run(night(*entered(*ALL)), "--json")
    assert (code, json.loads(text)["tables"]) == (0, [])


def test_sit_outs_are_not_expected():
    rounds = [play(1, 1, 1, 0, 1, 2), play(1, 2, 1, 4, 3, 4), play(1, 3, 1, 3, 5, 6)]
    code, text = run(night(section={"missing_pair": 4}, rounds=rounds, tables=(1,)))
    assert (code, text) == (
        1,
        "section A  round 1  round 2  round 3\n"
        "table 1          -        -      5-6\n"
        "\n"
        "stdin: 2 of 2 results missing\n",
    )


def test_custom_boards_are_what_is_played():
    code, text = run([play(1, 1, 1, 2, 1, 9, "1,3,4,9"), result(board=3)])
    assert code == 1
    assert "1, 4, 9" in text
    assert text.endswith("3 of 4 results missing\n")


def test_an_erased_last_result_is_still_to_come():
    first, erased = result(id=1), result(id=2, erased=True)
    assert "none of 1 results missing" in run([play(1, 1, 1, 2, 1, 1), first])[1]
    assert run([play(1, 1, 1, 2, 1, 1), first, erased])[0] == 1


def test_a_board_that_was_not_played_is_entered():
    not_played = result(contract=None, result=None, remarks="Not played")
    assert run([play(1, 1, 1, 2, 1, 1), not_played])[0] == 0


def test_results_elsewhere_do_not_count():
    for other in (result(table=2), result(round=2), result(board=2), result(section=2)):
        assert run([play(1, 1, 1, 2, 1, 1), other])[0] == 1


def test_sections_that_are_complete_are_not_shown():
    two = [rec.Section(id=2, letter="B"), play(1, 1, 1, 2, 1, 1, section=2)]
    text = run([*night(*entered(*ALL)), *two])[1]
    assert "section A" not in text
    assert text == "section B  round 1\ntable 1          1\n\nstdin: 1 of 9 results missing\n"


def test_a_grid_too_wide_is_turned():
    rounds = [play(t, r, t, 9 - t, 4 * r + 1, 4 * r + 4) for t in (1, 2) for r in range(1, 16)]
    lines = run(rounds)[1].splitlines()
    assert lines[0] == "section A  table 1  table 2"
    assert lines[15] == "round 15     61-64    61-64"


def test_a_movement_is_needed():
    with pytest.raises(DataError, match=r"bmconv join BMInput\.txt BMRData\.txt \| bmconv missing"):
        run([result()])
