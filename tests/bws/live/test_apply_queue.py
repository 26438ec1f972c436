"""A queue of changes as one input of bws apply: none, or several records about one thing."""

import json
from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv.notes import Notes
from tests.helpers import bcs
from tests.helpers.running import Done, quick

RESULT = {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1}
SEAT = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
ROUND = {"type": "round", "section": 1, "table": 1, "round": 3}
HAND = {"type": "hand", "section": 1, "board": 1, "north": "AKQJ.T98.765.432",
        "east": "T987.AKQJ.432.65", "south": "6543.765.AKQ.AJT",
        "west": "2.432.JT98.KQ987"}  # fmt: skip


@pytest.fixture
def night(tmp_path: Path) -> Path:
    """An evening with a result at A1 round 1 board 1: 2 H by North, just made."""
    path = tmp_path / "night.bws"
    bcs.write(path)
    control = bcs.Bcs(path)
    with control.editor() as editor:
        row = {**control.result(1, 1, 1), "Contract": "2 H", "Result": "="}
        editor.table("ReceivedData").insert(row)
    return path


def apply(night: Path, *records: dict[str, Any], words: tuple[str, ...] = ()) -> Done:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    return quick("bws", "apply", night, "-", "--json", *words, stdin=lines.encode())


def changes(done: Done) -> dict[str, dict[str, list[Any]]]:
    """The changed cells by table."""
    assert done.code == 0, done
    return {change["table"]: change["cells"] for change in json.loads(done.out)}


def replaced(place: str) -> str:
    """What is printed about a value that a later line replaces."""
    return f"loss value-replaced: 1 value replaced by a later one that differs ({place})"


def test_two_corrections_of_one_result_are_both_made(night: Path) -> None:
    done = apply(night, {**RESULT, "contract": "4 S"}, {**RESULT, "lead_card": "HA"})
    assert changes(done) == {
        "ReceivedData": {
            "Contract": ["2 H", "4 S"], "LeadCard": [None, "HA"], "ExternalUpdate": [False, True],
        }
    }  # fmt: skip
    assert done.err == ""


def test_of_two_contradicting_corrections_the_later_counts_with_a_loss(night: Path) -> None:
    records = ({**RESULT, "contract": "4 S"}, {**RESULT, "contract": "3 NT"})
    before = night.read_bytes()
    strict = apply(night, *records, words=("--strict",))
    assert (strict.code, night.read_bytes()) == (1, before)
    done = apply(night, *records)
    assert changes(done)["ReceivedData"]["Contract"] == ["2 H", "3 NT"]
    assert replaced("result A1 round 1 board 1 contract") in done.err


def test_corrections_with_and_without_the_id_are_of_the_same_result(night: Path) -> None:
    done = apply(night, {**RESULT, "id": 1, "contract": "4 S"}, {**RESULT, "lead_card": "HA"})
    assert [*changes(done)["ReceivedData"]] == ["Contract", "LeadCard", "ExternalUpdate"]


def test_a_result_with_a_higher_id_is_another_entry_wherever_it_is_in_the_input(
    night: Path,
) -> None:
    older, newer = {**RESULT, "id": 1, "lead_card": "HA"}, {**RESULT, "id": 2, "contract": "4 S"}
    for records in ((older, newer), (newer, older)):
        (refused,) = json.loads(apply(night, *records).out)
        assert refused["refused"] == "other-result"


def test_an_entry_after_an_erased_one_counts_alone(night: Path) -> None:
    erased = {**RESULT, "lead_card": "HA", "erased": True}
    done = apply(night, erased, {**RESULT, "contract": "4 S"})
    assert changes(done) == {
        "ReceivedData": {"Contract": ["2 H", "4 S"], "ExternalUpdate": [False, True]}
    }


def test_a_history_in_another_format_gives_its_last_entry(night: Path, tmp_path: Path) -> None:
    history = tmp_path / "history.csv"
    history.write_text(
        "section,table,round,board,contract,result,lead_card\n1,1,1,1,4 S,=,HA\n1,1,1,1,3 NT,+1,\n"
    )
    notes = Notes(keep=True)
    made = bmconv.apply(night, history, notes=notes, dry_run=True).changes
    assert [change.values for change in made] == [
        {"Contract": "3 NT", "Result": "+1", "ExternalUpdate": True}
    ]
    assert notes.kept == []


@pytest.mark.parametrize(
    "entries",
    [
        ("4 S,=,HA,", "3 NT,+1,,"),
        (",,,Not played", "3 NT,+1,,"),
        ("4 S,=,,", "PASS,,,"),
        ("3 NT,+1,,", "4 S,=,,", "3 NT,+1,,"),
    ],
)
def test_records_from_a_history_change_what_the_history_changes(
    night: Path, tmp_path: Path, entries: tuple[str, ...]
) -> None:
    history = tmp_path / "history.csv"
    header = "section,table,round,board,contract,result,lead_card,remarks\n"
    history.write_text(header + "".join(f"1,1,1,1,{entry}\n" for entry in entries))
    of_file = quick("bws", "apply", night, history, "--dry-run", "--json", "--allow-errors")
    stream = quick("from", "csv", history).out
    words = ("bws", "apply", night, "--dry-run", "--json", "--allow-errors")
    of_records = quick(*words, stdin=stream)
    assert of_file.code == 0
    assert (of_records.out, of_records.err) == (of_file.out, of_file.err)


def test_a_remark_after_a_clear_of_what_it_replaces_is_applied_with_it(night: Path) -> None:
    clear = {**RESULT, "clear": ["contract", "result"]}
    done = apply(night, clear, {**RESULT, "remarks": "Not played"})
    assert changes(done)["ReceivedData"]["Contract"] == ["2 H", None]


@pytest.mark.parametrize(
    ("value", "cleared", "table", "column"),
    [
        ({**SEAT, "name": "Ada"}, {**SEAT, "clear": ["name"]}, "PlayerNumbers", "Name"),
        ({**RESULT, "lead_card": "HA"}, {**RESULT, "clear": ["lead_card"]},
         "ReceivedData", "LeadCard"),
        ({"type": "session", "id": 1, "date": "2026-11-19"},
         {"type": "session", "id": 1, "clear": ["date"]}, "Session", "Date"),
        ({**ROUND, "ns_pair": 3}, {**ROUND, "clear": ["ns_pair"]}, "RoundData", "NSPair"),
    ],
)  # fmt: skip
def test_of_a_value_and_a_clear_the_later_line_counts(
    night: Path, value: dict[str, Any], cleared: dict[str, Any], table: str, column: str
) -> None:
    (name,) = cleared["clear"]
    last_empties = apply(night, value, cleared, words=("--dry-run", "--allow-errors"))
    assert not changes(last_empties).get(table, {column: [None, None]})[column][1]
    assert f"{name})" in last_empties.err
    assert "loss value-replaced: 1 value" in last_empties.err
    last_fills = apply(night, cleared, value, words=("--dry-run", "--allow-errors"))
    assert changes(last_fills)[table][column][1] not in (None, 0)
    assert "value-replaced" not in last_fills.err


def test_a_hand_cleared_after_it_was_given_is_no_complete_deal(night: Path) -> None:
    cleared = {"type": "hand", "section": 1, "board": 1, "clear": ["north"]}
    (refused,) = json.loads(apply(night, HAND, cleared).out)
    assert refused["refused"] == "bad-deal"


@pytest.mark.parametrize(
    ("first", "second", "place"),
    [
        ({"type": "player", "number": "7", "name": "Ada"},
         {"type": "player", "number": "7", "name": "Bo"}, "player 7 name"),
        ({"type": "session", "id": 1, "name": "One"},
         {"type": "session", "id": 1, "name": "Two"}, "session 1 name"),
        ({"type": "table", "section": 1, "table": 2, "group": 3},
         {"type": "table", "section": 1, "table": 2, "group": 4}, "table A2 group"),
        ({"type": "settings", "values": {"ShowResults": False}},
         {"type": "settings", "values": {"ShowResults": True}}, "settings ShowResults"),
        ({**HAND, "west": "2.432.JT98.KQ98"}, HAND, "hand A board 1 west"),
    ],
)  # fmt: skip
def test_a_value_that_a_later_line_contradicts_is_a_loss(
    night: Path, first: dict[str, Any], second: dict[str, Any], place: str
) -> None:
    done = apply(night, first, second)
    assert done.code == 0
    assert replaced(place) in done.err
    assert "number-shared" not in done.err


def test_an_input_from_which_nothing_comes_is_refused(night: Path) -> None:
    done = quick("bws", "apply", night, "-", "--json", stdin=b"")
    why = "stdin: nothing came in; see whether the command before it failed"
    assert (done.code, done.err) == (3, f"bmconv: {why}\n")
    assert [item["refused"] for item in json.loads(done.out)] == ["bad-input"]


@pytest.mark.parametrize("option", ["--wait", "--last", "--reset-bridgemates"])
def test_an_option_that_sets_triggers_needs_no_records(night: Path, option: str) -> None:
    assert quick("bws", "apply", night, "-", option, stdin=b"").code == 0
