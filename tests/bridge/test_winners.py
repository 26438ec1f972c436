"""One winner or two: as a section says, else by who sits where; the rule of check, rank and all."""

import pytest

from bmconv.bridge.winners import Winners, infer_winners, pairs_at, winners
from bmconv.records import Result, Round

REPEAT = Winners(2, "pair numbers repeat across the directions")
CHANGE = Winners(1, "pairs change sides")
KEEP = Winners(2, "every pair keeps its side", guessed=True)

HOWELL = [
    *((1, 1, 2), (1, 3, 4), (1, 5, 6), (2, 1, 4), (2, 2, 6), (2, 3, 5), (3, 1, 6), (3, 4, 5)),
    *((3, 2, 3), (4, 1, 5), (4, 6, 3), (4, 4, 2), (5, 1, 3), (5, 5, 2), (5, 6, 4)),
]
"""Six pairs, five rounds: (round, N-S, E-W)."""


def mitchell(tables: int, rounds: int, more: int = 0) -> list[tuple[int, int, int, int]]:
    """Round, board, N-S pair and E-W pair; E-W numbers begin so much higher."""
    return [
        (turn + 1, (table + turn) % tables + 1, table + 1, (table - turn) % tables + 1 + more)
        for turn in range(rounds)
        for table in range(tables)
    ]


def by_round(played: list[tuple[int, int, int, int]]) -> list[tuple[int, int, int]]:
    return [(turn, ns, ew) for turn, _, ns, ew in played]


@pytest.mark.parametrize(
    ("meetings", "found"),
    [
        pytest.param(by_round(mitchell(5, 5)), REPEAT, id="the same numbers on both sides"),
        pytest.param(by_round(mitchell(13, 8, 10)), REPEAT, id="E-W plus 10, of which 3 repeat"),
        pytest.param(by_round(mitchell(5, 5, 10)), KEEP, id="numbers of their own"),
        pytest.param(HOWELL, CHANGE, id="changing sides"),
        pytest.param([*HOWELL[:-1], (5, 6, 6)], CHANGE, id="a slip"),
        pytest.param([(1, 1, 2), (1, 3, 1), (2, 1, 3), (2, 2, 4)], CHANGE, id="a slip of few"),
        pytest.param(
            [(turn, ns, 1 if ew == 2 else ew) for turn, ns, ew in HOWELL], CHANGE, id="many slips"
        ),
        pytest.param([(1, 1, 1)], REPEAT, id="against its own number"),
        pytest.param([(1, 0, 3), (1, 2, 0)], KEEP, id="nobody is no number"),
        pytest.param([], KEEP, id="nothing"),
    ],
)
def test_numbers_on_both_sides_tell_how_many_winners_there_are(meetings, found):
    assert infer_winners(meetings) == found


@pytest.mark.parametrize("rounds", range(1, 14))
@pytest.mark.parametrize("known", ["round", "board"])
def test_a_session_half_played_is_known_by_its_results_alone(rounds, known):
    results = [
        Result(board=board, pair_ns=ns, pair_ew=ew, round=turn if known == "round" else None)
        for turn, board, ns, ew in mitchell(13, rounds)
    ]
    assert winners(None, [], results) == REPEAT


def test_a_section_that_says_it_decides_and_an_individual_has_one_winner():
    rounds = [Round(round=1, ns_pair=1, ew_pair=1)]
    assert winners(1, rounds) == Winners(1, "as the section says")
    assert [winners(said, rounds) for said in (0, None, 3)] == [REPEAT] * 3
    alone = [Round(round=1, ns_pair=1, south=2, ew_pair=3, west=4)]
    assert winners(None, alone).number == 1


def test_a_number_is_a_pair_on_each_side_unless_that_is_a_guess():
    told = [found.by_side for found in (REPEAT, CHANGE, KEEP, Winners(2, "as the section says"))]
    assert told == [True, False, False, True]
    assert list(pairs_at(1, 1, True)) == [("NS", 1), ("EW", 1)]
    assert list(pairs_at(1, 2, False)) == [("", 1), ("", 2)]
    assert list(pairs_at(0, None, True)) == []
