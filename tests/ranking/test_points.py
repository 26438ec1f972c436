"""Matchpoints, IMPs and victory points: worked examples of the reference, and another program."""

import json
import math
import os
import random
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest

from bmconv.bridge.contracts import STRAINS, Contract
from bmconv.bridge.imps import cross_imps, datum, imps, scores_to_drop
from bmconv.bridge.matchpoints import matchpoints, scale_to_field, top
from bmconv.bridge.scores import score
from bmconv.bridge.victory_points import scale, victory_points
from bmconv.event import Event
from bmconv.ranking import rank
from bmconv.records import Result
from tests.helpers.running import ROOT, absent

SCORES = (420, 450, 170, -50, -100, 0, 110, 140, -620, -650, 1430)


def random_boards(count: int, seed: int) -> list[list[int]]:
    """N-S scores of boards with two to thirty tables, many of them equal."""
    chance = random.Random(seed)
    boards = []
    for _ in range(count):
        scores = []
        for _ in range(chance.randint(2, 30)):
            level, tricks = chance.randint(1, 5), chance.randint(4, 13)
            contract = Contract(level, chance.choice(STRAINS[:2]), chance.choice([0, 0, 0, 1]))
            points = score(contract, tricks - level - 6, vulnerable=chance.random() < 0.5)
            scores.append(chance.choice([points, -points, 0 if chance.random() < 0.1 else points]))
        boards.append(scores)
    return boards


def judged(boards: list[list[int]]) -> list[dict[str, list[float]]]:
    """What npm's bridge-scorer makes of boards."""
    modules = Path(os.environ.get("BMCONV_NODE_MODULES", ROOT / ".judges" / "node_modules"))
    if not shutil.which("node") or not (modules / "bridge-scorer").is_dir():
        absent("npm package bridge-scorer")
    script = ROOT / "tests" / "helpers" / "scorer.mjs"
    done = subprocess.run(
        ["node", str(script), str(modules)],
        input=json.dumps(boards).encode(),
        capture_output=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_points_of_random_boards_are_those_of_bridge_scorer():
    boards = random_boards(400, 6)
    for scores, theirs in zip(boards, judged(boards), strict=True):
        points = matchpoints(scores)
        assert [points[score] for score in scores] == theirs["matchpoints"]
        assert [points[score] / 2 for score in scores] == theirs["american"]
        assert cross_imps(scores, "comparisons") == pytest.approx(theirs["cross"])
        middle = datum(scores, "auto", "up")
        assert [imps(score - middle) for score in scores] == theirs["butler"]


@pytest.mark.parametrize("seed", range(5))
def test_a_random_session_is_ranked_as_bridge_scorer_ranks_it(seed):
    chance = random.Random(seed)
    tables = chance.randint(3, 16)
    boards = [[chance.choice(SCORES) for _ in range(tables)] for _ in range(24)]
    records = [
        Result(section=1, board=board, pair_ns=pair, pair_ew=pair, score=score)
        for board, scores in enumerate(boards, 1)
        for pair, score in enumerate(scores, 1)
    ]
    theirs = judged(boards)
    for name, key in (("matchpoints", "matchpoints"), ("cross-imps", "cross")):
        totals = [sum(board[key][pair] for board in theirs) for pair in range(tables)]
        places = judged([[round(total, 6) for total in totals]])[0]["ranks"]
        found = rank(Event(records), {"name": name}, winners=2).standings[0]
        ours = {t.who.number: (t.total, f"{t.place}{'=' * t.shared}") for t in found.tallies}
        for pair in range(1, tables + 1):
            assert ours[pair] == (pytest.approx(totals[pair - 1]), places[pair - 1])


def test_two_better_one_worse_one_equal():
    assert matchpoints([420, 450, 50, 420]) == {420: 3, 450: 6, 50: 0}
    assert matchpoints([-50]) == {-50: 0}
    assert matchpoints([]) == {}


@pytest.mark.parametrize(("points", "expected"), [(4, 4.8333), (9, 10.6667)])
def test_neuberg_as_in_the_worked_example_of_six_of_seven(points, expected):
    assert scale_to_field(points, 6, 7, "neuberg") == pytest.approx(expected, abs=5e-5)
    assert top(6, 7, "neuberg") == 12


def test_neuberg_keeps_the_two_sides_of_a_board_at_the_top():
    for points in range(11):
        both = scale_to_field(points, 6, 9, "neuberg") + scale_to_field(
            10 - points, 6, 9, "neuberg"
        )
        assert both == pytest.approx(top(6, 9, "neuberg"))


def test_a_score_alone_is_half_the_top_at_neuberg_and_nothing_else_elsewhere():
    assert scale_to_field(0, 1, 5, "neuberg") == 4
    assert top(1, 5, "neuberg") == 8
    assert [top(1, 5, factor) for factor in ("plain", "none")] == [0, 0]


def test_plain_factoring_is_in_proportion_to_the_tops():
    assert scale_to_field(3, 4, 7, "plain") == 6
    assert top(4, 7, "plain") == 12
    assert scale_to_field(3, 4, 7, "none") == 3
    assert top(4, 7, "none") == 6


BOUNDS = "20 50 90 130 170 220 270 320 370 430 500 600 750 900 1100 1300 1500 1750 2000 2250 2500 3000 3500 4000"  # noqa: E501


def test_imps_by_the_table_of_law_78b():
    for worth, bound in enumerate(map(int, BOUNDS.split()), 1):
        assert (imps(bound - 10), imps(bound), imps(-bound)) == (worth - 1, worth, -worth)
    assert (imps(0), imps(10), imps(9999)) == (0, 0, 24)


def test_cross_imps_of_the_worked_example():
    # +420 against E-W scores of -450, +100, +200, -400, -590 at the other tables
    scores = [420, 450, -100, -200, 400, 590]
    assert [cross_imps(scores, by)[0] for by in ("sum", "scores", "comparisons")] == [18, 3, 3.6]
    assert cross_imps([420], "comparisons") == [0]


def test_what_a_datum_leaves_out():
    scores = [100, 0, 0, 50, 1000, -2000, 50, 50]
    assert datum(scores, "0", "none") == pytest.approx(-93.75)
    assert datum(scores, "1", "none") == pytest.approx(250 / 6)
    assert datum(scores, "1", "away") == 40
    assert [scores_to_drop(n, "auto") for n in (3, 4, 10, 11, 25, 26)] == [0, 1, 1, 2, 2, 3]
    assert [scores_to_drop(n, "10%") for n in (1, 4, 5, 14, 15, 20)] == [0, 0, 1, 1, 2, 2]
    assert [scores_to_drop(n, "1") for n in (1, 2, 3)] == [0, 0, 1]
    assert [scores_to_drop(n, "50%") for n in (1, 2, 3, 4, 5)] == [0, 0, 1, 1, 2]
    assert [scores_to_drop(n, "2") for n in (4, 5)] == [0, 2]


@pytest.mark.parametrize(
    ("scores", "rounded"),
    [
        ([40, 50], {"away": 50, "up": 50, "even": 40, "none": 45}),
        ([-40, -50], {"away": -50, "up": -40, "even": -40, "none": -45}),
        ([50, 60], {"away": 60, "up": 60, "even": 60, "none": 55}),
    ],
)
def test_where_a_datum_that_ends_in_five_goes(scores, rounded):
    assert {way: datum(scores, "0", way) for way in rounded} == rounded


R = 0.2360679775
SIXTEEN_BOARDS = "10.00 10.31 10.61 10.91 11.20 11.48 11.76 12.03 12.29 12.55 12.80"


def test_victory_points_of_the_published_tables():
    assert (len(scale(4)), scale(4)[29] < 20) == (31, True)
    assert scale(16)[:11] == tuple(map(float, SIXTEEN_BOARDS.split()))
    assert scale(16).index(20) == 60
    in_print = {1: 10.33, 2: 10.66, 7: 12.16, 10: 12.97, 20: 15.26}
    assert {margin: scale(14)[margin] for margin in in_print} == in_print


@pytest.mark.parametrize("boards", range(1, 65))
def test_victory_points_rise_by_ever_smaller_steps(boards):
    points = scale(boards)
    steps = [round(after - before, 2) for before, after in pairwise(points)]
    assert len(points) == math.ceil(15 * math.sqrt(boards)) + 1
    assert steps == sorted(steps, reverse=True)
    curve = [
        (1 - R ** (margin / 15 / math.sqrt(boards))) / (1 - R) for margin in range(len(points))
    ]
    plain = [10 + 10 * min(part, 1) for part in curve]
    assert points == pytest.approx(plain, abs=0.03)
    assert (points[0], points[-1]) == (10, 20)


def test_the_loser_has_the_rest_of_twenty():
    assert (victory_points(-7, 14), victory_points(7, 14)) == (7.84, 12.16)
    assert (victory_points(500, 4), victory_points(-500, 4), victory_points(0, 4)) == (20, 0, 10)
