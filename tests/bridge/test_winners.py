"""One winner or two: as a section declares, else by who sits where, for check and rank alike."""

import pytest

from bmconv.bridge.winners import Winners, infer_winners, pairs_at, winners
from bmconv.records import Result, Round

REPEAT = Winners(2, "pair numbers repeat across the directions")
CHANGE = Winners(1, "pairs change sides")
KEEP = Winners(2, "every pair keeps its side", is_guessed=True)

HOWELL = [
    *((1, 1, 2), (1, 3, 4), (1, 5, 6), (2, 1, 4), (2, 2, 6), (2, 3, 5), (3, 1, 6), (3, 4, 5)),
    *((3, 2, 3), (4, 1, 5), (4, 6, 3), (4, 4, 2), (5, 1, 3), (5, 5, 2), (5, 6, 4)),
]
"""Six pairs, five rounds: (round, N-S, E-W)."""


def mitchell(tables: int, rounds: int, more: int = 0) -> list[tuple[int, int, int, int]]:
    """Round, board, N-S pair and E-W pair; E-W numbers are `more` higher."""
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
    assert list(pairs_at(1, 1, by_side=True)) == [("NS", 1), ("EW", 1)]
    assert list(pairs_at(1, 2, by_side=False)) == [("", 1), ("", 2)]
    assert list(pairs_at(0, None, by_side=True)) == []


def rounds_of(meetings: list[tuple[int, int, int]]) -> list[Round]:
    return [Round(round=turn, ns_pair=ns, ew_pair=ew) for turn, ns, ew in meetings]


def results_of(meetings: list[tuple[int, int, int]], boards: int = 2) -> list[Result]:
    """Boards 1 and 2 in round 1, 3 and 4 in round 2 and so on."""
    return [
        Result(round=turn, board=boards * turn - extra, pair_ns=ns, pair_ew=ew)
        for turn, ns, ew in meetings
        for extra in range(boards)
    ]


def rotated(pairs: int) -> list[tuple[int, int, int]]:
    """Everybody against everybody: pair 1 sits N-S, of the others both sides are taken in turn."""
    others = list(range(2, pairs + 1))
    found = []
    for turn in range(pairs - 1):
        ring = others[turn:] + others[:turn]
        found += [(turn + 1, 1, ring[0])]
        found += [(turn + 1, ring[k], ring[-k]) for k in range(1, pairs // 2)]
    return found


ALL_PLAY_ALL = rotated(12)
FIRST_ROUND = [at for at in ALL_PLAY_ALL if at[0] == 1]
SHOWN = "in the results, though not in the movement"


def test_a_stray_round_of_a_howell_does_not_make_two_winners():
    found = winners(None, rounds_of(FIRST_ROUND), results_of(ALL_PLAY_ALL))
    assert infer_winners(FIRST_ROUND) == KEEP
    assert found == Winners(1, "pairs change sides", against_movement=True)
    assert found.explanation() == f"pairs change sides {SHOWN}"
    # eleven pairs: the one that would be the twelfth has no results
    eleven = [at for at in ALL_PLAY_ALL if 12 not in at]
    assert winners(0, rounds_of(FIRST_ROUND), results_of(eleven)) == found


def test_results_of_a_mitchell_count_against_rounds_left_of_a_howell():
    shared = winners(None, rounds_of(ALL_PLAY_ALL), results_of(by_round(mitchell(6, 6))))
    repeat = "pair numbers repeat across the directions"
    assert shared == Winners(2, repeat, against_movement=True)
    apart = winners(None, rounds_of(ALL_PLAY_ALL), results_of(by_round(mitchell(6, 6, 20))))
    assert apart == Winners(2, "every pair keeps its side", True, True)
    howell = winners(None, rounds_of(by_round(mitchell(6, 6))), results_of(ALL_PLAY_ALL))
    assert howell == Winners(1, "pairs change sides", against_movement=True)


@pytest.mark.parametrize("entered", range(1, 37))
def test_a_mitchell_half_played_is_what_its_movement_says(entered):
    movement = by_round(mitchell(6, 6))
    for some in (movement[:entered], movement[-entered:], movement[entered - 1 :: 5]):
        assert winners(None, rounds_of(movement), results_of(some)) == REPEAT
    # the last two rounds with an arrow switch
    switched = [(turn, ew, ns) if turn > 4 else (turn, ns, ew) for turn, ns, ew in movement]
    assert winners(None, rounds_of(switched), results_of(switched[-entered:])) == REPEAT
    assert winners(None, rounds_of(movement), results_of(switched[-entered:])) == REPEAT


@pytest.mark.parametrize("entered", range(1, 66))
def test_a_howell_half_played_is_what_its_movement_says(entered):
    for some in (ALL_PLAY_ALL[:entered], ALL_PLAY_ALL[-entered:]):
        assert winners(None, rounds_of(ALL_PLAY_ALL), results_of(some)) == CHANGE


def test_a_number_on_both_sides_in_a_quarter_of_its_rounds_is_two_pairs():
    four = [(1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 1, 5), (4, 6, 1)]
    assert infer_winners(four) == REPEAT
    assert infer_winners([*four, (5, 1, 7)]) == CHANGE


def test_results_of_one_round_elsewhere_do_not_count_against_the_movement():
    elsewhere = [(1, 1, 3), (1, 2, 4), (1, 5, 7), (1, 6, 8)]
    assert not {frozenset(at[1:]) for at in elsewhere} & {frozenset(at[1:]) for at in FIRST_ROUND}
    movement = rounds_of(ALL_PLAY_ALL)
    assert winners(None, movement, results_of(elsewhere)) == CHANGE
    more = [*elsewhere, *((2, ns, ew) for _, ns, ew in elsewhere)]
    assert winners(None, movement, results_of(more)).against_movement


def test_a_slip_in_the_results_does_not_make_one_winner():
    movement = by_round(mitchell(7, 7, 10))
    results = results_of(movement)
    results[5].pair_ns, results[5].pair_ew = results[5].pair_ew, results[5].pair_ns
    found = winners(None, rounds_of(movement), results)
    assert found == Winners(2, "nearly every pair keeps its side", is_guessed=True)
    assert winners(None, rounds_of(movement), results_of(movement)) == KEEP


def test_a_last_round_with_the_sides_changed_in_the_results_makes_one_winner():
    movement = by_round(mitchell(7, 7, 10))
    switched = [(turn, ew, ns) if turn == 7 else (turn, ns, ew) for turn, ns, ew in movement]
    assert winners(None, rounds_of(movement), results_of(switched)).number == 1
    assert winners(None, rounds_of(switched), results_of(switched)) == CHANGE


def test_results_without_pairs_or_with_odd_numbers_are_no_trouble():
    rounds = [Round(), Round(ns_pair=-3, ew_pair=2**40)]
    results = [Result(), Result(round=1, pair_ns=-3), Result(board=-1, pair_ns=2**40, pair_ew=7)]
    assert winners(None, rounds, results).number == 2
    assert winners(None, [], results).number == 2
