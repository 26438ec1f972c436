"""Result rows have the double-dummy tricks and the par of their board."""

import shutil

import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Evaluation, Hand, Result, Section, Session
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import judge

STRAINS = ("clubs", "diamonds", "hearts", "spades", "notrump")
NS_MAKE = {"spades": 10, "notrump": 9, "hearts": 8, "diamonds": 8, "clubs": 8}
"""Tricks of N-S; E-W take the others. Board 1, nobody vulnerable: E-W's best sacrifice over 4 S
is 5 C or 5 D doubled, eight tricks short of eleven by six, far worse than 420: par is 420."""


def evaluation(section=None, board=1):
    tricks = {
        f"{seat}_{strain}": count if seat in ("north", "south") else 13 - count
        for strain, count in NS_MAKE.items()
        for seat in ("north", "east", "south", "west")
    }
    return Evaluation(section=section, board=board, **tricks)


@pytest.fixture
def folder(tmp_path):
    records = [
        Session(id=1, guid=f"{1:032X}"),
        Section(id=1, letter="A"),
        Hand(board=1, north="AKQJT98765432...", dealer="N", vulnerable="None"),
        evaluation(),
        Result(id=1, section=1, board=1, declarer="S", contract="4 S", result="="),
        Result(id=2, section=1, board=1, declarer="N", contract="3 NT", result="-1"),
        Result(id=3, section=1, board=1, declarer="E", contract="2 C", result="-3"),
        Result(id=4, section=1, board=1, contract="PASS"),
        Result(id=5, section=1, board=2, declarer="N", contract="3 NT", result="="),
    ]
    (tmp_path / "archive").mkdir()
    (tmp_path / "archive/a.jsonl").write_bytes(b"".join(encode_lines(records)))
    return tmp_path / "archive"


EXPECTED = [
    (1, 10, 420, 0),  # 4 S by South makes: 420
    (2, 9, 420, -470),  # one down in a contract that makes: -50
    (3, 5, 420, -270),  # East takes 13 - 8 tricks; three down: 150
    (4, None, 420, -420),  # passed out
    (5, None, None, None),  # a board that nobody evaluated
]


@pytest.mark.parametrize("kind", TARGETS)
def test_results_are_compared_with_the_evaluation_of_their_board(kind, folder, make_target):
    target = make_target(kind)
    assert target.run(folder).code == 0
    columns = ("id", "dd_tricks", "par_score", "score_against_par")
    assert target.rows_of("result", *columns) == EXPECTED


def test_a_file_without_evaluations_has_empty_columns(folder, make_target):
    text = (folder / "a.jsonl").read_text().splitlines(keepends=True)
    (folder / "a.jsonl").write_text("".join(line for line in text if "evaluation" not in line))
    target = make_target("parquet")
    assert target.run(folder).code == 0
    assert {row[1:] for row in target.rows_of("result", "id", "dd_tricks", "par_score")} == {
        (None, None)
    }
    shutil.rmtree(folder)


SLAM = {
    "north": "AKQ.AKQ.AKQ.AKQJ",
    "east": "JT9.JT9.JT9.T987",
    "south": "876.876.876.6543",
    "west": "5432.5432.5432.2",
}
"""N-S take 13 tricks in no-trump, by counting: 9 tops in three suits, four clubs, all from North.
Not vulnerable, 7 NT is 1520, and E-W have no sacrifice below that."""


@pytest.mark.parametrize("kind", TARGETS)
def test_hands_without_evaluations_are_solved_on_request(kind, folder, make_target):
    judge("endplay")
    text = (folder / "a.jsonl").read_text().splitlines(keepends=True)
    text = [line for line in text if '"evaluation"' not in line and '"hand"' not in line]
    hands = [Hand(board=1, **SLAM), Hand(board=2, north="AKQ.AKQ.AKQ.AKQJ")]
    text.append(b"".join(encode_lines(hands)).decode())
    (folder / "a.jsonl").write_text("".join(text))
    target = make_target(kind)
    assert target.run(folder).code == 0
    columns = ("id", "dd_tricks", "par_score", "score_against_par")
    assert {row[1:] for row in target.rows_of("result", *columns)} == {(None, None, None)}
    assert target.run(folder, "--evaluate").code == 0
    found = target.rows_of("result", *columns)
    assert found[0][2:] == (1520, 420 - 1520)
    assert found[1] == (2, 13, 1520, -50 - 1520)
    assert found[3] == (4, None, 1520, -1520)
    assert found[4] == (5, None, None, None)  # an incomplete hand
    assert [row[0] for row in target.rows_of("evaluation", "north_notrump")] == [13]
    assert b"nothing to do" in target.run(folder, "--evaluate").out
    assert target.run(folder).code == 2
