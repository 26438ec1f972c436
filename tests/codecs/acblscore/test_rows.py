"""The rows of a board: scores, averages, fouled boards, and pairs that do not exist."""

import pytest

from bmconv.records import Result, Round, ScoringGroup, Section
from tests.helpers.coding import codes_and_places, decode_bytes
from tests.helpers.game_files import MASTER, small_game

ROW, DETAILS = 18, MASTER + 742
PLACE = "file: section A board 4 round 2 table 1"


@pytest.mark.parametrize(
    ("ns", "ew", "fields", "note"),
    [
        (42, -42, {"score": 420}, None),
        (-999, 998, {"remarks": "N-S -9990, E-W +9980"}, None),
        (11, -14, {"remarks": "N-S +110, E-W -140"}, None),
        (2040, 2060, {"remarks": "40%-60%"}, None),
        (2050, 2050, {"remarks": "50%-50%"}, None),
        (2060, -5, {"remarks": "N-S 60%, E-W -50"}, None),
        (950, 11, {"remarks": "Not played"}, None),
        (11, 950, {"remarks": "Not played"}, None),
        (4042, 3958, {"score": 420}, ("loss", "fouled-board", PLACE)),
        (3989, 4011, {"score": -110}, ("loss", "fouled-board", PLACE)),
        (6011, 5989, {"score": 110}, ("loss", "fouled-board", PLACE)),
        (900, 11, None, ("repair", "late-play", PLACE)),
        (11, 900, None, ("repair", "late-play", PLACE)),
        (999, 999, None, None),
    ],
)
def test_the_scores_of_a_row(ns, ew, fields, note):
    """They are tens; from 3000 on they are those of a group, each 2000 above the one before."""
    maker = small_game()
    maker.put(len(maker.data) - ROW + 4, "hI", ns, 75)
    maker.put(len(maker.data) - ROW + 12, "hI", ew, 25)
    records, notes = decode_bytes(maker.finish(), "acblscore")
    results = [r for r in records if isinstance(r, Result)]
    assert len(results) == 7 + (fields is not None)
    assert codes_and_places(notes) == ([note] if note else [])
    if fields:
        points = {} if fields.get("remarks") == "Not played" else {"mp_ns": 0.75, "mp_ew": 0.25}
        place = {"section": 1, "table": 1, "round": 2, "board": 4, "pair_ns": 1, "pair_ew": 2}
        assert results[-1] == Result(**place, **points, **fields)


@pytest.mark.parametrize(
    ("movement", "phantom", "missing", "pairs"),
    [
        (0, 2, (2, "NS"), [(1, 1), (1, 2), (None, 2), (None, 1)]),
        (0, -2, (2, "EW"), [(1, 1), (1, None), (2, None), (2, 1)]),
        (1, 2, (2, None), [(1, 1), (1, None), (None, None), (None, 1)]),
        (7, 2, (2, None), [(1, 1), (1, None), (None, None), (None, 1)]),
        (0, 0, (None, None), [(1, 1), (1, 2), (2, 2), (2, 1)]),
    ],
)
def test_a_pair_that_does_not_exist_is_missing_from_the_rounds(movement, phantom, missing, pairs):
    """In a Mitchell the sign of its number is its side; in a Howell a number is there once."""
    maker = small_game()
    maker.data[DETAILS + 0x018] = movement
    maker.put(DETAILS + 0x043, "h", phantom)
    records, _ = decode_bytes(maker.finish(), "acblscore")
    (section,) = (r for r in records if isinstance(r, Section))
    assert (section.missing_pair, section.missing_side) == missing
    assert section.winners == (2 if movement == 0 else 1)
    assert [(r.ns_pair, r.ew_pair) for r in records if isinstance(r, Round)] == pairs


def test_sections_scored_together_are_a_group_that_has_the_number_of_the_first():
    maker = small_game()
    facts = {"tables": 2, "rounds": 0, "boards": 4, "pairs": 0, "boards_per_round": 2}
    for slot in (2, 3):
        maker.section(slot, 1, "ABC"[slot - 1], maximum=4, **facts)
    maker.data[0x13E + 22 + 0x0F] = 1  # the second section is scored after the first
    records, _ = decode_bytes(maker.finish(), "acblscore")
    groups = [r for r in records if isinstance(r, ScoringGroup)]
    assert groups == [ScoringGroup(session=1, number=1)]
    assert [r.scoring_group for r in records if isinstance(r, Section)] == [1, 1, None]
