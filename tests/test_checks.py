"""bmconv check as a command: what it says, and how it ends."""

import json
import time
from pathlib import Path

import pytest
from checking import night, play, result
from click.testing import CliRunner

import bmconv
from bmconv import records as rec
from bmconv.checks import check
from bmconv.cli.check_cmd import command
from bmconv.stream import encode

SAMPLES = Path(__file__).parents[2] / "shared" / "samples" / "bmpftp"
sample = pytest.mark.skipif(not SAMPLES.exists(), reason="the sample files are not here")


def run(records, *args):
    """Exit code and output of a check of these records."""
    lines = b"".join(encode(record) + b"\n" for record in records)
    done = CliRunner().invoke(command, ["-f", "records", *args], input=lines, standalone_mode=False)
    if done.exception:
        raise done.exception
    return done.return_value, done.stdout


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
        "error impossible-contract",
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


def test_for_chooses_the_device():
    high = [play(1, 1, 1, 2, 64, 65)]
    assert run(high)[0] == 0
    assert run(high, "--for", "bm3")[0] == 0
    assert run(high, "--for", "pro")[0] == 1
    assert "winners-unset" in run(night(section={"winners": 0}), "--for", "bcs5")[1]


@sample
def test_the_sample_movement_ends_with_two_warnings_and_two_infos():
    found = check(bmconv.read(SAMPLES / "BMInput.txt"))
    assert [(f.level, f.rule, f.place, f.value) for f in found if f.rule != "empty-seat"] == [
        ("warning", "low-high-zero", "round A2 round 3", "0-0 beside 1,2,3,4"),
        ("warning", "low-high-zero", "round A3 round 1", "0-0 beside 9,10,11,12"),
        ("warning", "low-high-zero", "round A3 round 2", "0-0 beside 1,2,3,4"),
        ("warning", "low-high-zero", "round A3 round 3", "0-0 beside 5,6,7,8"),
        ("warning", "missing-pair", "section A", 6),
        ("info", "winners-inferred", "section A", 2),
    ]
    assert [f.level for f in found if f.rule == "empty-seat"] == ["info"] * 12


@sample
def test_the_sample_results_have_nothing_above_info():
    found = check(bmconv.read(SAMPLES / "BMRData.txt"))
    assert [(f.level, f.rule) for f in found] == [("info", "pass-with-result")] * 4


def test_a_large_event_takes_well_under_a_second():
    tables, rounds = 100, 30
    records: list[rec.Record] = [rec.Section(id=1, letter="A", tables=tables, winners=2)]
    records += [rec.Table(section=1, table=t) for t in range(1, tables + 1)]
    for t in range(tables):
        for r in range(rounds):
            low = 4 * ((t + r) % 31) + 1
            records.append(play(t + 1, r + 1, t + 1, (t - r) % tables + 1, low, low + 3))
            records += [
                result(
                    table=t + 1, round=r + 1, board=board,
                    pair_ns=t + 1, pair_ew=(t - r) % tables + 1, declarer_pair=t + 1,
                )
                for board in range(low, low + 4)
            ]  # fmt: skip
    began = time.perf_counter()
    found = check(records)
    assert time.perf_counter() - began < 1
    assert {f.rule for f in found} == {"board-twice"}
