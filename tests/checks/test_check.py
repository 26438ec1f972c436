"""bmconv check as a command: its output and its exit codes."""

import json
from functools import partial

import pytest

import bmconv
from bmconv.checks import check
from tests.helpers import checking
from tests.helpers.checking import night, play, result
from tests.helpers.running import quick

run = partial(checking.run, "check")


def test_a_clean_event_is_said_to_be_clean():
    assert run(night()) == (0, "stdin: no errors, no warnings\n")


def test_a_rule_is_one_line_with_count_and_first_place():
    low_high = [play(1, n, 1, n + 1, 0, 0, f"{n}") for n in (1, 2, 3)]
    line = "warning low-high-zero: 3 rounds with Low/High 0 beside CustomBoards "
    first = "(first: round A1 round 1: 0-0 beside 1)\n"
    assert run(low_high) == (0, line + first + "stdin: no errors, 1 warning\n")
    assert run(low_high[:1])[1].startswith(
        "warning low-high-zero: 1 round with Low/High 0 beside CustomBoards "
        "(round A1 round 1: 0-0 beside 1)\n"
    )


def test_all_names_every_place():
    low_high = [play(1, n, 1, n + 1, 0, 0, f"{n}") for n in (1, 2)]
    assert run(low_high, "--all")[1] == (
        "warning low-high-zero: 2 rounds with Low/High 0 beside CustomBoards\n"
        "  round A1 round 1: 0-0 beside 1\n"
        "  round A1 round 2: 0-0 beside 2\n"
        "stdin: no errors, 1 warning\n"
    )


def test_an_error_is_exit_1_and_comes_first():
    code, text = run(night(result(suspicious_contract=1), result(board=2, contract="8 S")))
    assert code == 1
    assert [line.split(":")[0] for line in text.splitlines()] == [
        "error odd-contract",
        "info suspicious-contract",
        "stdin",
    ]


def test_a_warning_is_exit_1_under_strict_and_an_info_is_not():
    assert run([play(1, 1, 1, 2, 0, 0)])[0] == 0
    assert run([play(1, 1, 1, 2, 0, 0)], "--strict")[0] == 1
    assert run([result(suspicious_contract=1)], "--strict")[0] == 0


def test_json_is_one_array_of_findings():
    code, text = run([play(1, 1, 1, 2, 0, 0, "1,3")], "--json")
    assert code == 0
    assert json.loads(text) == [
        {
            "level": "warning",
            "rule": "low-high-zero",
            "place": "round A1 round 1",
            "message": "round with Low/High 0 beside CustomBoards",
            "value": "0-0 beside 1,3",
        }
    ]
    assert json.loads(run(night(), "--json")[1]) == []


def test_a_value_is_safe_and_short_on_a_terminal():
    text = run([result(contract="\x1b[2J\n" + "x" * 500)])[1]
    lines = text.splitlines()
    assert len(lines) == 2
    assert lines[0].endswith("...)")
    assert len(lines[0]) < 200
    assert "\x1b" not in text


@pytest.mark.parametrize(("length", "printed"), [(93, "x" * 93), (94, "x" * 90 + "...")])
def test_a_place_and_its_value_have_120_characters(length, printed):
    place = "result A1 round 1 board 1: "  # 27 characters
    first = run([result(contract="x" * length)])[1].splitlines()[0]
    assert first.endswith(f" ({place}{printed})")
    assert json.loads(run([result(contract="x" * length)], "--json")[1])[0]["value"] == "x" * length


def test_totals_count_the_rules_that_are_broken_and_not_the_places():
    records = [result(board=board, contract="8 S", score=1) for board in (1, 2)]
    more = [result(board=3, remarks="Not played"), result(board=4, result=None)]
    _, text = run([*records, *more, result(board=5, declarer="X")])
    assert text.splitlines()[-1] == "stdin: 2 errors, 2 warnings"


def test_for_chooses_the_terminal():
    high = [play(1, 1, 1, 2, 64, 65)]
    assert run(high)[0] == 0
    assert run(high, "--for", "bm3")[0] == 0
    assert run(high, "--for", "pro")[0] == 1
    assert "winners-unset" in run(night(section={"winners": 0}), "--for", "bcs5")[1]


def test_what_cannot_be_read_is_an_error_too(bmpftp, tmp_path):
    damaged = tmp_path / "BMRData.txt"
    damaged.write_bytes((bmpftp / "BMRData.txt").read_bytes() + b"1,2,3\r\n")
    done = quick("check", damaged)
    assert (done.code, done.out.decode().splitlines()[-1]) == (
        1,
        f"{damaged}: 1 error (1 in reading it), no warnings",
    )
    assert done.err.startswith("bmconv: error bad-line: 1 unreadable line skipped")
    assert quick("check", damaged, "--json").code == 1


def test_strict_says_what_it_does_here():
    text = quick("check", "--help").out.decode()
    assert text.count("--strict") == 1
    assert "exit 1 also for warnings" in text


def test_the_sample_movement_ends_with_two_warnings_and_two_infos(bmpftp):
    found = check(bmconv.read(bmpftp / "BMInput.txt"))
    assert [(f.level, f.rule, f.place, f.value) for f in found if f.rule != "empty-seat"] == [
        ("warning", "low-high-zero", "round A2 round 3", "0-0 beside 1,2,3,4"),
        ("warning", "low-high-zero", "round A3 round 1", "0-0 beside 9,10,11,12"),
        ("warning", "low-high-zero", "round A3 round 2", "0-0 beside 1,2,3,4"),
        ("warning", "low-high-zero", "round A3 round 3", "0-0 beside 5,6,7,8"),
        ("warning", "missing-pair", "section A", 6),
        ("info", "winners-inferred", "section A", 2),
    ]
    assert [f.level for f in found if f.rule == "empty-seat"] == ["info"] * 12


def test_the_sample_results_have_nothing_above_info(bmpftp):
    found = check(bmconv.read(bmpftp / "BMRData.txt"))
    assert [(f.level, f.rule) for f in found] == [("info", "pass-with-result")] * 4
