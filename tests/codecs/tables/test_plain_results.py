"""Results in a table whose header has the usual words: what a club types, or another program."""

import pytest

import bmconv
from bmconv.errors import BadInput
from bmconv.records import Result, Section
from tests.helpers.coding import codes_and_places, decode_bytes
from tests.helpers.running import quick

HEADER = "Section,Board,NS,EW,Contract,By,Tricks,Lead,Score"
PAIRS = {"board": 1, "pair_ns": 3, "pair_ew": 4}


def only_result(text: str) -> Result:
    records, notes = decode_bytes(text.encode(), "csv")
    assert notes == []
    (result,) = records
    assert isinstance(result, Result)
    return result


def test_a_table_is_recognised_by_its_words_and_ranked(tmp_path):
    rows = ["A,1,1,2,4S,N,10,HA,420", "A,1,3,4,3NT x,E,7,S4,500", "B,1,1,2,Pass,,,,0"]
    path = tmp_path / "results.csv"
    path.write_text("\n".join([HEADER, *rows]), encoding="utf-8")
    event = bmconv.read(path)
    assert event.notes == []
    letters = [(section.id, section.letter, section.derived) for section in event.of(Section)]
    assert letters == [(1, "A", True), (2, "B", True)]
    assert [
        (r.pair_ns, r.contract, r.declarer, r.result, r.lead_card, r.score)
        for r in event.of(Result)
    ] == [
        (1, "4 S", "N", "=", "HA", 420),
        (3, "3 NT x", "E", "-2", "S4", 500),
        (1, "PASS", None, None, None, 0),
    ]
    assert quick("rank", path).code == 0


@pytest.mark.parametrize(
    "header",
    [
        "Bd;NS;EW;Contract;By;Result;Lead",
        "Board No.\tNS Pair\tEW Pair\tCon\tDecl\t+/-\tLd",
        "BOARD,Pair NS,Pair EW,CONTRACT,Played by,Res,Opening lead",
        "board,ns,ew,contract,declarer,result,lead",
    ],
)
def test_words_and_separators_differ(header):
    mark = next(mark for mark in ";\t," if mark in header)
    row = mark.join(["1", "3", "4", "4Hx", "s", "+1", "CK"])
    expected = {"contract": "4 H x", "declarer": "S", "result": "+1", "lead_card": "CK"}
    assert only_result(f"{header}\n{row}\n") == Result(**PAIRS, **expected)


@pytest.mark.parametrize(
    ("cell", "contract", "declarer", "result"),
    [
        ("4SN", "4 S", "N", None),
        ("3NT by W", "3 NT", "W", None),
        ("3N-1", "3 NT", None, "-1"),
        ("2H* E +2", "2 H x", "E", "+2"),
        ("5C**S=", "5 C xx", "S", "="),
        ("4S", "4 S", None, None),
        ("Passed out", "PASS", None, None),
    ],
)
def test_a_contract_may_have_declarer_and_result_in_its_cell(cell, contract, declarer, result):
    expected = {"contract": contract, "declarer": declarer, "result": result}
    assert only_result(f"Board,NS,EW,Contract\n1,3,4,{cell}\n") == Result(**PAIRS, **expected)


@pytest.mark.parametrize(
    ("word", "cell", "result"),
    [("Tricks", "9", "-1"), ("Tricks", "6", "-4"), ("Tricks", "+1", "+1"), ("Result", "11", "+1")],
)
def test_tricks_are_counted_from_the_contract(word, cell, result):
    text = f"Board,NS,EW,Contract,By,{word}\n1,3,4,4 S,N,{cell}\n"
    assert only_result(text).result == result


@pytest.mark.parametrize(
    ("result", "tricks", "expected"),
    [
        ("1", "11", "+1"),
        ("0", "10", "="),
        ("-1", "9", "-1"),
        ("=", "", "="),
        ("", "9.0", "-1"),
        ("7", "", "-3"),
        ("6", "", "6"),
        ("1", "+1", "1"),
    ],
)
def test_of_a_result_and_tricks_the_number_of_tricks_is_certain(result, tricks, expected):
    """A result without a sign may be overtricks; up to six it is not taken for all tricks."""
    text = f"Board,NS,EW,Contract,By,Result,Tricks\n1,3,4,4 S,N,{result},{tricks}\n"
    records, _ = decode_bytes(text.encode(), "csv")
    assert [record.result for record in records if isinstance(record, Result)] == [expected]


def test_ns_and_ew_beside_pairs_are_scores():
    text = "Board,NS Pair,EW Pair,NS,EW\n1,3,4,420,\n1,5,6,,50\n"
    records, notes = decode_bytes(text.encode(), "csv")
    assert notes == []
    assert [record.score for record in records if isinstance(record, Result)] == [420, -50]


def test_other_columns_are_noted_and_bad_rows_are_skipped():
    text = f"{HEADER},Weather\nA,1,1,2,4S,N,10,,,fine\nA,x,1,2,4S,N,10,,\n"
    records, notes = decode_bytes(text.encode(), "csv")
    assert len(records) == 2  # a section and a result
    level_and_code = [(level, code) for level, code, _ in codes_and_places(notes)]
    assert level_and_code == [("loss", "column-lost"), ("error", "bad-line")]
    assert notes[0].place == "file: 'Weather'"
    assert notes[1].place.startswith("file:3: ")


def test_a_table_of_pairs_alone_is_no_table_of_results():
    with pytest.raises(BadInput, match="fits no record type"):
        decode_bytes(b"Board,NS,EW\n1,3,4\n", "csv")
