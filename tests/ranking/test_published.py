"""What a file published, compared with what is worked out: each difference names the way out."""

from copy import copy

import pytest

from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking import rank
from bmconv.records import Ranking, Result, Section
from tests.helpers.running import SHARED, quick

RESULTS = [
    Result(section=1, board=1, pair_ns=1, pair_ew=3, score=620, mp_ns=1, mp_ew=0),
    Result(section=1, board=1, pair_ns=2, pair_ew=4, score=170, mp_ns=0, mp_ew=1),
]
AMERICAN = {"name": "matchpoints", "scale": 1}
KEPT = "bmconv rank --keep writes what was published"


def lines(*published: Ranking) -> list[str]:
    """The notes of an evening of one board with a published ranking."""
    notes = Notes()
    rank(Event([Section(id=1, letter="A", winners=2), *map(copy, RESULTS), *published], notes))
    return [line for line in notes.lines() if "published" in line]


def place(pair: int, place: int | None, total: float, **more: object) -> Ranking:
    fields = {"section": 1, "direction": "NS", "method": AMERICAN} | more
    return Ranking(pair=pair, place=place, total=total, **fields)


def test_the_scale_that_a_file_names_is_used() -> None:
    assert lines(place(1, 1, 1.0), place(2, 2, 0.0)) == []


@pytest.mark.parametrize("scale", [[1], {"of": 1}, True, 1.0, "1", 3])
def test_anything_but_1_or_2_is_no_scale(scale: object) -> None:
    method = {"name": "matchpoints", "scale": scale}
    noted = lines(place(1, 1, 2.0, method=method), place(2, 2, 0.0, method=method))
    assert [line for line in noted if "total-differs" in line] == []


def test_a_published_penalty_is_named() -> None:
    penalised = place(1, 1, 0.75, extra={"penalty": 0.25})
    assert lines(penalised, place(2, 2, 0.0)) == [
        f"repair total-differs: 1 total not as published ({KEPT}) "
        "(ranking A1 NS: 1.00, published 0.75)",
        f"repair penalty-differs: 1 penalty not as published ({KEPT}; --adjust FILE adds "
        "penalties) (ranking A1 NS: none, published 0.25)",
    ]


def test_a_pair_that_was_published_without_a_place_is_named() -> None:
    assert lines(place(1, None, 1.0), place(2, 1, 0.0)) == [
        f"repair place-differs: 2 places not as published ({KEPT}) "
        "(first: ranking A1 NS: 1, published none)"
    ]


def test_a_ranking_without_any_places_is_not_compared() -> None:
    assert lines(place(1, None, 1.0), place(2, None, 0.0)) == []


def test_published_imps_are_not_ranked_by_matchpoints_in_silence() -> None:
    imps = [
        place(1, 1, 5.0, method=None, direction=None),
        place(2, 2, -5.0, method=None, direction=None),
    ]
    assert lines(*imps)[:1] == [
        "repair method-differs: 1 published total below 0, as in IMPs, but ranked by matchpoints "
        f"(choose --method butler or cross-imps; {KEPT}) (ranking A2: -5)"
    ]


@pytest.mark.skipif(not (SHARED / "samples").exists(), reason="files of other engines are missing")
def test_a_game_of_acblscore_differs_by_its_penalty_alone() -> None:
    game = f"{SHARED / 'samples/acblscore/two-events-penalty.ACM'}#1"
    err = quick("rank", game).err
    assert "penalty-differs: 1 penalty" in err
    assert "ranking A3 NS: none, published 12" in err
    assert "points-differ" not in err
