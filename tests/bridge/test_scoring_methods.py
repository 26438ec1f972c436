"""The numbers of scoring methods in databases and documents."""

import pytest

from bmconv.bridge.scoring_methods import CODES, code_of, type_of

PAIRS_GAME, TEAM_GAME = 10, 30


@pytest.mark.parametrize(
    ("code", "game", "scoring_type"),
    [
        (10, PAIRS_GAME, 1), (10, TEAM_GAME, 1), (20, PAIRS_GAME, 2), (27, None, 2),
        (30, PAIRS_GAME, 3), (36, TEAM_GAME, 3), (40, PAIRS_GAME, 4), (50, None, 4), (51, None, 4),
        (70, None, 4), (60, PAIRS_GAME, 1), (60, TEAM_GAME, 4), (60, None, 1),
        (61, TEAM_GAME, None), (99, TEAM_GAME, None), (0, None, None), (None, TEAM_GAME, None),
    ],
)  # fmt: skip
def test_a_method_has_the_nearest_scoring_type(code, game, scoring_type):
    assert type_of(code, game) == scoring_type


@pytest.mark.parametrize(
    ("scoring_type", "group_method", "code"),
    [
        (1, None, 10), (2, None, 25), (3, None, 36), (4, None, 40), (0, None, 10), (None, None, 10),
        (2, 21, 21), (None, 60, 60), (2, 0, 25), (7, None, 7),
    ],
)  # fmt: skip
def test_the_method_of_a_scoring_group_wins_over_the_scoring_type(scoring_type, group_method, code):
    assert code_of(scoring_type, group_method) == code


def test_methods_differ_in_what_an_average_is_worth_and_how_points_are_divided():
    """20 to 22 and 30, 31 count 60 % as 2 IMPs; 30 and 35 are summed, as the guide lists them."""
    butler = {
        code: (CODES[code].options.get("average_imps", 3), CODES[code].options.get("datum_drop"))
        for code in (20, 21, 22, 25, 26, 27)
    }
    assert butler == {
        20: (2, None), 21: (2, "10%"), 22: (2, "0"), 25: (3, None), 26: (3, "10%"), 27: (3, "0"),
    }  # fmt: skip
    cross = {
        code: (CODES[code].options.get("average_imps", 3), CODES[code].options.get("cross"))
        for code in (30, 31, 35, 36)
    }
    assert cross == {30: (2, "sum"), 31: (2, None), 35: (3, "sum"), 36: (3, None)}
