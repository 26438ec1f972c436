"""`bmconv join` adds results that somebody typed into a table to an evening."""

import json
from pathlib import Path

import pytest

from tests.helpers.filtering import lines
from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"
TYPED = {
    "type": "result", "section": 1, "table": 1, "round": 2, "board": 4, "pair_ns": 1, "pair_ew": 3,
    "declarer": "N", "contract": "3 NT", "result": "+1",
}  # fmt: skip


def is_there(record: dict) -> bool:
    place = tuple(record.get(name) for name in ("table", "round", "board"))
    return record["type"] == "result" and place == (1, 2, 4)


def evening(*entries: dict) -> bytes:
    """The night with only these entries at table 1 in round 2 on board 4."""
    records = map(json.loads, quick("from", "bws", NIGHT).out.splitlines())
    return lines(*(record for record in records if not is_there(record)), *entries)


def added(folder: Path, header: str, row: str, *entries: dict) -> tuple[list[dict], str]:
    """The entries of that place after a table is joined, and what is printed."""
    (folder / "evening.jsonl").write_bytes(evening(*entries))
    (folder / "add.csv").write_text(f"{header}\n{row}\n", encoding="utf-8")
    done = quick("join", folder / "evening.jsonl", folder / "add.csv")
    assert done.code == 0, done.err
    records = map(json.loads, done.out.splitlines())
    return [record for record in records if is_there(record)], done.err


HEADER = "section,table,round,board,pair_ns,pair_ew,contract,declarer,result"


@pytest.mark.parametrize(
    ("header", "row"),
    [
        (HEADER, "1,1,2,4,1,3,3NT,N,+1"),
        ("table,round,board,pair_ns,pair_ew,contract,declarer,result", "1,2,4,1,3,3NT,N,+1"),
        ("section,table,round,board,contract,declarer,result", "1,1,2,4,3NT,N,+1"),
        ("table,round,board,contract,declarer,result", "1,2,4,3NT,N,+1"),
        ("Sec,Table,Round,Board,NS,EW,Contract,By,Result", "A,1,2,4,1,3,3NT,N,+1"),
    ],
)
def test_a_missing_result_gets_the_only_section_and_the_pairs_of_the_movement(
    tmp_path, header, row
):
    assert added(tmp_path, header, row) == ([TYPED], "")


@pytest.mark.parametrize("count", [1, 2])
def test_a_result_that_replaces_an_erased_one_is_no_difference(tmp_path, count):
    erased = [
        TYPED | {"id": 90 + n, "contract": f"{n} H", "result": "=", "erased": True}
        for n in range(1, count + 1)
    ]
    entries, printed = added(tmp_path, HEADER, "1,1,2,4,1,3,3NT,N,+1", *erased)
    assert (entries, printed) == ([*erased, TYPED], "")
    both = tmp_path / "both.bws"
    joined = quick("join", tmp_path / "evening.jsonl", tmp_path / "add.csv", "-o", both)
    assert (joined.code, quick("missing", both).code) == (0, 0)


def test_an_older_copy_of_an_erased_result_does_not_bring_it_back(tmp_path):
    erased = TYPED | {"id": 90, "erased": True}
    entries, printed = added(tmp_path, HEADER, "1,1,2,4,1,3,3NT,N,+1", erased)
    assert (entries, printed) == (
        [erased],
        "bmconv: loss result-erased: 1 result erased in one file but not in another: "
        "still erased (bmconv set with erased=false brings it back) (result A1 round 2 board 4)\n",
    )


def test_a_result_beside_corrected_ones_that_differ_is_still_noted(tmp_path):
    known = [TYPED | {"id": 90 + n, "contract": f"{n} H", "result": "="} for n in (1, 2)]
    entries, printed = added(tmp_path, HEADER, "1,1,2,4,1,3,3NT,N,+1", *known)
    assert (len(entries), "all kept, since one was corrected" in printed) == (3, True)


def test_a_result_of_one_of_two_sections_is_not_assigned_to_any(tmp_path):
    other = {"type": "section", "id": 2, "letter": "B"}
    header = "table,round,board,contract,declarer,result"
    entries, _ = added(tmp_path, header, "1,2,4,3NT,N,+1", other)
    assert [("section" in entry, "pair_ns" in entry) for entry in entries] == [(False, False)]


def test_tricks_without_a_sign_are_noted_as_not_understood(tmp_path):
    for header in (HEADER, "Sec,Table,Round,Board,NS,EW,Contract,By,Result"):
        (entry,), printed = added(tmp_path, header, "1,1,2,4,1,3,3NT,N,1")
        assert (entry["result"], "odd-result: 1 result kept as written" in printed) == ("1", True)
