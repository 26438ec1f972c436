"""`bmconv set` enters results that the movement has and that are missing or erased."""

import json

import pytest

import bmconv
from bmconv.records import Result
from tests.helpers.filtering import lines
from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"
PLACE = "result[A1 round 2 board 4]"
"""Pair 1 plays it N-S against pair 3; all are vulnerable."""
NEW = {
    "type": "result", "section": 1, "table": 1, "round": 2, "board": 4, "pair_ns": 1, "pair_ew": 3,
    "declarer": "N", "declarer_pair": 1, "contract": "3 NT", "result": "+1",
}  # fmt: skip


def records(of=NIGHT) -> list[dict]:
    return [json.loads(line) for line in quick("from", "bws", of).out.splitlines()]


def is_there(record: dict) -> bool:
    place = tuple(record.get(name) for name in ("table", "round", "board"))
    return record["type"] == "result" and place == (1, 2, 4)


def without_result() -> bytes:
    return lines(*(record for record in records() if not is_there(record)))


def assigned(target: str = PLACE, **values: str) -> list[str]:
    values = values or {"contract": "3 NT", "declarer": "N", "result": "+1"}
    return [f"{target}.{name}={value}" for name, value in values.items()]


@pytest.mark.parametrize(
    "target",
    [PLACE, "result[board 4 NS 1]", "result[A1,2,4]", "result A1 round 2 board 4",
     "result[A board 4 EW 3]"],
)  # fmt: skip
def test_a_missing_result_of_the_movement_is_entered_with_its_pairs_and_the_next_id(target):
    stream = without_result()
    done = quick("set", *assigned(target), stdin=stream)
    before = [json.loads(line) for line in stream.splitlines()]
    after = [json.loads(line) for line in done.out.splitlines()]
    highest = max(r["id"] for r in before if r["type"] == "result")
    assert after == [*before, NEW | {"id": highest + 1}]
    assert done.err.startswith("bmconv: A1 round 2 board 4: entered 3 NT+1 by N, N-S 630; ")


def test_an_erased_result_is_entered_again_and_the_erased_entry_stays(tmp_path):
    erased = tmp_path / "erased.bws"
    assert quick("set", NIGHT, f"{PLACE}.erased=true", "-o", erased).code == 0
    entered = tmp_path / "entered.bws"
    done = quick("set", erased, *assigned(), "-o", entered)
    assert (done.code, "A1 round 2 board 4: entered 3 NT+1 by N" in done.err) == (0, True)
    entries = [record for record in records(entered) if is_there(record)]
    assert [(e["contract"], e.get("erased", False)) for e in entries] == [
        ("4 H", True), ("3 NT", False),
    ]  # fmt: skip
    assert quick("missing", entered).code == 0


def test_erased_false_brings_the_erased_entry_back():
    erased = quick("set", NIGHT, f"{PLACE}.erased=true", "-q").out
    done = quick("set", f"{PLACE}.erased=false", "-q", stdin=erased)
    (entry,) = [record for record in map(json.loads, done.out.splitlines()) if is_there(record)]
    assert (entry["contract"], entry.get("erased", False)) == ("4 H", False)
    both = quick("set", f"{PLACE}.erased=false", f"{PLACE}.result=+1", "-q", stdin=erased)
    (entry,) = [record for record in map(json.loads, both.out.splitlines()) if is_there(record)]
    assert (entry["result"], entry.get("erased", False)) == ("+1", False)


def test_erased_false_brings_the_last_entry_back_if_results_have_no_ids():
    entries = [NEW | {"erased": True, "contract": contract} for contract in ("1 NT", "2 NT")]
    stream = without_result() + lines(*entries)
    done = quick("set", f"{PLACE}.erased=false", f"{PLACE}.result=+2", "-q", stdin=stream)
    after = [record for record in map(json.loads, done.out.splitlines()) if is_there(record)]
    back = {name: value for name, value in entries[1].items() if name != "erased"}
    clear = {"extra": {"clear": ["erased"]}}
    assert (done.code, after) == (0, [entries[0], back | {"result": "+2"} | clear])


def test_erased_false_is_refused_where_results_of_several_tables_fit():
    erased = quick("set", NIGHT, f"{PLACE}.erased=true", "-q").out
    done = quick("set", "result[board 4].erased=false", "-q", stdin=erased)
    assert (done.code, "3 results match: " in done.err) == (1, True)


def test_a_score_without_a_contract_is_entered_where_the_output_holds_it(tmp_path):
    score = assigned(score="420")
    done = quick("set", *score, stdin=without_result())
    assert done.err.startswith("bmconv: A1 round 2 board 4: entered N-S 420; ")
    file = tmp_path / "entered.bws"
    done = quick("set", *score, "-o", file, stdin=without_result())
    assert (done.code, done.err, file.exists()) == (
        1,
        f"bmconv: {score[0]!r}: to enter this missing result, add '{PLACE}.contract=...' "
        f"'{PLACE}.result=...' '{PLACE}.declarer=...'\n",
        False,
    )


@pytest.mark.parametrize("target", ["bws", "bmrdata", "csv", "dto", "usebio", "html"])
def test_every_writer_takes_an_entered_result(target, tmp_path):
    file = tmp_path / "entered.jsonl"
    assert quick("set", *assigned(), "-q", "-o", file, stdin=without_result()).code == 0
    out = tmp_path / "out"
    assert quick("to", target, "-o", out, stdin=file.read_bytes()).code == 0
    assert out.stat().st_size > 0


def test_a_result_is_entered_into_a_file_without_any(tmp_path):
    setup = tmp_path / "setup.bws"
    stream = quick("select", NIGHT, "--setup").out
    assert quick("to", "bws", "-o", setup, stdin=stream).code == 0
    entered = tmp_path / "entered.bws"
    assert quick("set", setup, *assigned(), "-o", entered).code == 0
    assert [r for r in records(entered) if r["type"] == "result"] == [
        NEW | {"id": 1, "suspicious_contract": 0}
    ]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"contract": "3 NT"}, f"a contract counts only with '{PLACE}.result=...' "
         f"'{PLACE}.declarer=...'"),
        ({"contract": "3 NT", "declarer": "N"}, "a contract counts only with "
         f"'{PLACE}.result=...'"),
        ({"lead_card": "SA"}, f"to enter this missing result, add '{PLACE}.contract=...' "
         f"'{PLACE}.result=...' '{PLACE}.declarer=...'"),
        ({"result": "+1", "declarer": "N"}, "to enter this missing result, add "
         f"'{PLACE}.contract=...'"),
    ],
)  # fmt: skip
def test_an_incomplete_result_is_refused_with_what_is_lacking(values, message):
    words = assigned(**values)
    done = quick("set", *words, stdin=without_result())
    assert (done.code, done.err.count("\n")) == (1, 1)
    assert done.err.endswith(f": {message}\n")


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"remarks": "60/40"}, "entered 60 % to N-S, 40 % to E-W"),
        ({"remarks": "not played"}, "entered not played"),
        ({"contract": "pass"}, "entered passed out"),
    ],
)
def test_an_award_or_a_pass_is_entered_as_it_is(values, words):
    done = quick("set", *assigned(**values), stdin=without_result())
    assert done.err.startswith(f"bmconv: A1 round 2 board 4: {words}")


@pytest.mark.parametrize(
    "target", ["result[A1 round 2 board 40]", "result[A1 round 2 board 4 NS 2]", "result[id=999]"]
)
def test_what_the_movement_does_not_have_is_not_entered(target):
    done = quick("set", *assigned(target), stdin=without_result())
    assert (done.code, "there is no result " in done.err) == (1, True)


def test_a_board_with_a_result_of_other_pairs_gets_no_second_one():
    wrong = lines(*(r | {"pair_ns": 2} if is_there(r) else r for r in records()))
    done = quick("set", *assigned("result[board 4 NS 1]"), stdin=wrong)
    assert (done.code, "there is no result board 4 NS 1" in done.err) == (1, True)


def test_several_missing_results_are_listed():
    bare = lines(*(r for r in records() if r["type"] != "result"))
    done = quick("set", *assigned("result[board 4]"), stdin=bare)
    assert done.err == (
        "bmconv: 'result[board 4].contract=3 NT': 3 missing results match: "
        "A1 round 2 board 4 NS 1, A2 round 1 board 4 NS 2, A3 round 3 board 4 NS 3; "
        "name one of them, or enter all with --all\n"
    )


def test_all_missing_results_that_match_are_entered_if_asked_for():
    bare = lines(*(r for r in records() if r["type"] != "result"))
    done = quick("set", "--all", "result[A1 round 2].remarks=Not played", stdin=bare)
    results = [r for r in map(json.loads, done.out.splitlines()) if r["type"] == "result"]
    assert [(r["table"], r["round"], r["board"], r["remarks"]) for r in results] == [
        (1, 2, board, "Not played") for board in (3, 4)
    ]


def test_a_result_is_missing_for_set_if_missing_lists_it():
    """An entry without its round does not say which board of the movement it is."""
    without_round = {name: value for name, value in NEW.items() if name != "round"}
    stream = without_result() + lines(without_round)
    assert "A1 round 2 board 4" in quick("missing", "-f", "records", stdin=stream).out.decode()
    done = quick("set", *assigned(), stdin=stream)
    after = [json.loads(line) for line in done.out.splitlines()]
    assert (done.code, [r["contract"] for r in after if is_there(r)]) == (0, ["3 NT"])


def test_a_program_enters_a_missing_result_too():
    event = bmconv.read(NIGHT)
    (old,) = [r for r in event.of(Result) if (r.table, r.round, r.board) == (1, 2, 4)]
    event.remove(old)
    standing = bmconv.set(event, *assigned()).standing_results()
    assert [r.contract for r in standing if (r.table, r.round, r.board) == (1, 2, 4)] == ["3 NT"]
