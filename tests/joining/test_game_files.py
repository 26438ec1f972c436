"""A database beside the game file of the same evening: contracts for scores, and disagreements."""

import json

import bmconv
from bmconv.records import Result
from tests.helpers.game_files import small_game
from tests.helpers.running import quick

NIGHT = [
    {"type": "session", "id": 1, "name": "Oak Pairs", "date": "2017-07-24"},
    {"type": "section", "id": 1, "letter": "A", "session": 1, "tables": 2},
    *(
        {"type": "result", "section": 1, "table": table, "round": round, "board": board}
        | {"pair_ns": table, "pair_ew": pair}
        | dict(zip(("declarer", "contract", "result"), play.split(","), strict=False))
        for table, round, board, pair, play in [
            (1, 1, 1, 1, "N,4 S,="),
            (2, 2, 1, 1, "N,4 S,-2"),
            (2, 1, 3, 2, "S,2 H,="),
            (2, 1, 4, 2, ",PASS"),
        ]
    ),
]
"""As the terminals have it; the game file has -50, not -100, for 4 S by N on board 1 at table 2."""


def files(folder):
    (folder / "game.ACA").write_bytes(small_game().finish())
    lines = "".join(json.dumps(record) + "\n" for record in NIGHT).encode()
    assert quick("to", "bws", "-q", "-o", folder / "night.bws", stdin=lines).code == 0
    return folder / "night.bws", folder / "game.ACA"


def test_contracts_and_scores_of_one_evening_become_one_result(tmp_path):
    done = quick("join", *files(tmp_path))
    results = [json.loads(line) for line in done.out.splitlines() if b'"result"' in line[:20]]
    assert [(r["contract"], r.get("score"), r.get("mp_ns")) for r in results[:4]] == [
        ("4 S", 420, 1.0),
        ("4 S", None, None),
        ("2 H", 110, 0.5),
        ("PASS", 0, 0.5),
    ]
    assert len(results) == 8
    expected = "result-differs: 1 result that two files report differently: the first file's stays"
    assert f"{expected} (result A2 round 2 board 1)" in done.err


def test_diff_shows_only_where_the_two_disagree(tmp_path):
    night, game = files(tmp_path)
    done = quick("diff", "--common", night, game)
    assert done.code == 1
    assert done.out.decode().splitlines()[0] == "~ result A2 round 2 board 1: score -100 -> -50"
    assert [line[0] for line in done.out.decode().splitlines()] == ["~", "+", "+", "+", "+", "5"]
    changes = bmconv.diff(night, game, common=True)
    assert [change["change"] for change in changes] == ["changed"] + 4 * ["added"]


def test_a_corrected_result_is_compared_as_it_stands(tmp_path):
    _, game = files(tmp_path)
    event = bmconv.read(game)
    entered = Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=1, id=1)
    entered.declarer, entered.contract, entered.result = "N", "4 S", "+1"
    corrected = Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=1, id=2)
    corrected.declarer, corrected.contract, corrected.result = "N", "4 S", "="
    others = [r for r in event if not (isinstance(r, Result) and (r.board, r.table) == (1, 1))]
    night = bmconv.Event([*others, entered, corrected])
    assert bmconv.diff(night, event, common=True) == []


def test_a_database_made_from_a_game_file_agrees_with_it(tmp_path):
    _, game = files(tmp_path)
    quick("convert", "-q", game, tmp_path / "made.bws")
    assert bmconv.diff(game, tmp_path / "made.bws", common=True) == []
    changes = bmconv.diff(game, tmp_path / "made.bws")
    lost = {"score", "mp_ns", "mp_ew", "game_type", "boards", "id"}
    for change in changes:
        if change["change"] == "changed":
            assert set(change["fields"]) <= lost
        else:
            assert change["record"]["type"] in ("event", "ranking")
