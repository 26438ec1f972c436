"""Comparing two files: which record is compared with which."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.running import quick

RESULT = {"type": "result", "section": 1, "board": 7, "pair_ns": 3, "pair_ew": 4}
PLACED = RESULT | {"table": 2, "round": 1}


def differences(folder: Path, old: list[Any], new: list[Any]) -> list[str]:
    """The lines of diff without the sum at their end."""
    for name, records in (("a", old), ("b", new)):
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    done = quick("diff", "-q", str(folder / "a.jsonl"), str(folder / "b.jsonl"))
    lines = done.out.decode().splitlines()
    assert (done.code, done.err) == (int(bool(lines)), "")
    return lines[:-1]


def test_events_without_a_key_are_compared(tmp_path):
    first, second = ({"type": "event", "name": name} for name in ("Spring", "Autumn"))
    assert differences(tmp_path, [first], [first]) == []
    assert differences(tmp_path, [first], [second]) == ['~ event: name "Spring" -> "Autumn"']


@pytest.mark.parametrize(
    ("field", "value", "lines"),
    [
        ("declarer_pair", 0, []),
        ("declarer_pair", 3, ["~ result A2 round 1 board 7: declarer_pair nothing -> 3"]),
        ("score", 0, ["~ result A2 round 1 board 7: score nothing -> 0"]),
        ("remarks", "", []),
    ],
)
def test_a_0_is_as_good_as_nothing_except_for_a_score(tmp_path, field, value, lines):
    assert differences(tmp_path, [PLACED], [PLACED | {field: value}]) == lines


def test_a_map_in_extra_equals_its_json_in_a_database(tmp_path):
    there = PLACED | {"extra": {"acblscore": '{"late":true,"rank":2}'}}
    assert differences(tmp_path, [PLACED | {"extra": {"acblscore": {"rank": 2}}}], [there]) != []
    here = PLACED | {"extra": {"acblscore": {"rank": 2, "late": True}}}
    assert differences(tmp_path, [here], [there]) == []


def test_the_order_of_a_map_does_not_matter(tmp_path):
    first, second = (RESULT | {"extra": {"a": value, "b": 2}} for value in (1, 3))
    turned = [RESULT | {"extra": {"b": 2, "a": value}} for value in (3, 1)]
    assert differences(tmp_path, [first, second], turned) == []


def test_a_full_name_equals_first_and_last_name(tmp_path):
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
    apart, full = seat | {"first_name": "Ann", "last_name": "B"}, seat | {"name": "Ann B"}
    assert differences(tmp_path, [apart], [full]) == differences(tmp_path, [full], [apart]) == []
    assert differences(tmp_path, [apart], [full | {"name": "Ann C"}]) != []
    assert differences(tmp_path, [apart], [apart | {"first_name": "Ann B", "last_name": ""}]) != []


@pytest.mark.parametrize("swapped", [False, True])
def test_results_without_table_and_round_are_told_by_board_and_pairs(tmp_path, swapped):
    here = [PLACED | {"contract": "4 S"}, PLACED | {"board": 8, "contract": "1 C"}]
    there = [RESULT | {"board": 8, "contract": "1 C"}, RESULT | {"contract": "5 S"}]
    lines = differences(tmp_path, *((there, here) if swapped else (here, there)))
    assert sorted(line.split(":")[0] for line in lines) == (
        ["~ result A board 7", "~ result A board 8"]
        if swapped
        else ["~ result A2 round 1 board 7", "~ result A2 round 1 board 8"]
    )
    assert ["contract" in line for line in sorted(lines)] == [True, False]


def test_of_a_corrected_result_the_record_that_agrees_is_compared(tmp_path):
    history = [PLACED | {"contract": "4 S"}, PLACED | {"contract": "5 S", "id": 2}]
    assert differences(tmp_path, history, [PLACED | {"contract": "5 S"}]) == [
        "- result A2 round 1 board 7: section 1, table 2, round 1, board 7, pair_ns 3, pair_ew 4, "
        'contract "4 S"',
        "~ result A2 round 1 board 7: id 2 -> nothing",
    ]


def test_a_player_among_those_of_one_number_is_missed(tmp_path):
    ann, bea, cleo = (
        {"type": "player", "number": "5M", "name": name} for name in ("Ann", "Bea", "Cleo")
    )
    assert differences(tmp_path, [ann, bea, cleo], [cleo, ann]) == [
        '- player 5M: number "5M", name "Bea"'
    ]
    assert differences(tmp_path, [ann], [bea]) == ['~ player 5M: name "Ann" -> "Bea"']
    assert differences(tmp_path, [ann, bea], [bea, cleo]) == ['~ player 5M: name "Ann" -> "Cleo"']


def test_a_night_keeps_all_players_of_one_number_through_a_database(tmp_path):
    names = ("Ann", "Bea", "Cleo")
    text = "".join(f'{{"type":"player","number":"5M","name":"{name}"}}\n' for name in names)
    (tmp_path / "a.jsonl").write_text(text)
    for old, new in (("a.jsonl", "b.bws"), ("b.bws", "c.bws"), ("c.bws", "d.xlsx")):
        assert quick("convert", "-q", str(tmp_path / old), str(tmp_path / new)).code == 0
        done = quick("select", "-q", str(tmp_path / new), "--type", "player")
        assert [json.loads(line)["name"] for line in done.out.splitlines()] == list(names)
