"""Movements made to measure: judged by a checker of its own, and compared with tables by hand."""

import pytest

import bmconv
from bmconv.bridge.movement_plan import comparisons
from bmconv.errors import UsageError
from bmconv.movements import make
from tests.movements.judge import judge


def grid(made) -> list[str]:
    """A line per round: `N-S pair-E-W pair:board set` of each table."""
    plan = sorted(made.chosen.plan)
    rounds = {at.round: [] for at in plan}
    for at in plan:
        rounds[at.round].append(f"{at.ns}-{at.ew}:{at.board_set}")
    return [" ".join(cells) for cells in rounds.values()]


# Worked out by hand. A Mitchell: N-S stay, E-W come from the table below, boards from the one
# above. In the last round the pairs of each table change sides.
MITCHELL_7 = [
    "1-8:1 2-9:2 3-10:3 4-11:4 5-12:5 6-13:6 7-14:7",
    "1-14:2 2-8:3 3-9:4 4-10:5 5-11:6 6-12:7 7-13:1",
    "1-13:3 2-14:4 3-8:5 4-9:6 5-10:7 6-11:1 7-12:2",
    "1-12:4 2-13:5 3-14:6 4-8:7 5-9:1 6-10:2 7-11:3",
    "1-11:5 2-12:6 3-13:7 4-14:1 5-8:2 6-9:3 7-10:4",
    "1-10:6 2-11:7 3-12:1 4-13:2 5-14:3 6-8:4 7-9:5",
    "9-1:7 10-2:1 11-3:2 12-4:3 13-5:4 14-6:5 8-7:6",
]
# After round 4 E-W skip a table: pair 9, at table 4, goes to table 6.
SKIP_8 = [
    "1-9:1 2-10:2 3-11:3 4-12:4 5-13:5 6-14:6 7-15:7 8-16:8",
    "1-16:2 2-9:3 3-10:4 4-11:5 5-12:6 6-13:7 7-14:8 8-15:1",
    "1-15:3 2-16:4 3-9:5 4-10:6 5-11:7 6-12:8 7-13:1 8-14:2",
    "1-14:4 2-15:5 3-16:6 4-9:7 5-10:8 6-11:1 7-12:2 8-13:3",
    "1-12:5 2-13:6 3-14:7 4-15:8 5-16:1 6-9:2 7-10:3 8-11:4",
    "1-11:6 2-12:7 3-13:8 4-14:1 5-15:2 6-16:3 7-9:4 8-10:5",
    "1-10:7 2-11:8 3-12:1 4-13:2 5-14:3 6-15:4 7-16:5 8-9:6",
]
# Tables 1 and 8 share; set 5 begins between tables 4 and 5, and comes to table 4 in round 2.
RELAY_8 = [
    "1-9:1 2-10:2 3-11:3 4-12:4 5-13:6 6-14:7 7-15:8 8-16:1",
    "1-16:2 2-9:3 3-10:4 4-11:5 5-12:7 6-13:8 7-14:1 8-15:2",
    "1-15:3 2-16:4 3-9:5 4-10:6 5-11:8 6-12:1 7-13:2 8-14:3",
    "1-14:4 2-15:5 3-16:6 4-9:7 5-10:1 6-11:2 7-12:3 8-13:4",
    "1-13:5 2-14:6 3-15:7 4-16:8 5-9:2 6-10:3 7-11:4 8-12:5",
    "1-12:6 2-13:7 3-14:8 4-15:1 5-16:3 6-9:4 7-10:5 8-11:6",
    "1-11:7 2-12:8 3-13:1 4-14:2 5-15:4 6-16:5 7-9:6 8-10:7",
    "1-10:8 2-11:1 3-12:2 4-13:3 5-14:5 6-15:6 7-16:7 8-9:8",
]
# Pair 4 stays; whoever is not its opponent meets at table 2, necessarily with the same boards.
HOWELL_2 = ["4-1:1 2-3:1", "4-2:2 3-1:2", "4-3:3 1-2:3"]
# Round 1: the differences 5-4, 2-7, 3-6 are 1, 2 and 4 modulo 7, so with their opposites all six;
# set minus pair is 0, then 4 and 5, 1 and 3, 2 and 6: all seven. Then one higher every round.
HOWELL_4 = [
    "8-1:1 5-4:2 2-7:3 3-6:5",
    "8-2:2 6-5:3 3-1:4 4-7:6",
    "8-3:3 7-6:4 4-2:5 5-1:7",
    "8-4:4 1-7:5 5-3:6 6-2:1",
    "8-5:5 2-1:6 6-4:7 7-3:2",
    "8-6:6 3-2:7 7-5:1 1-4:3",
    "8-7:7 4-3:1 1-6:2 2-5:4",
]


@pytest.mark.parametrize(
    ("kind", "tables", "boards", "more", "expected"),
    [
        ("mitchell", 7, 28, {}, MITCHELL_7),
        ("mitchell", 8, 21, {"switches": 0}, SKIP_8),
        ("skip-mitchell", 8, 21, {"switches": 0}, SKIP_8),
        ("share-and-relay", 8, 24, {"switches": 0}, RELAY_8),
        ("howell", 2, 24, {}, HOWELL_2),
        ("howell", 4, 28, {}, HOWELL_4),
    ],
)
def test_a_movement_is_the_one_worked_out_by_hand(kind, tables, boards, more, expected):
    made = make(kind, tables=tables, boards=boards, **more)
    assert grid(made) == expected
    assert made.boards_per_set * len(expected) == boards


def test_the_balance_of_the_7_table_mitchell_is_the_one_worked_out_by_hand():
    # Two pairs that start on the same side differ in direction on the two sets that one of them
    # plays switched: 5 - 2 = 3. Opponents of round 7 compare 6 where they meet, -1 on the other
    # six sets: 0. Other opponents 6, then 1 on two switched sets and -1 on four: 4.
    weights = comparisons(make("mitchell", tables=7, boards=28).chosen.plan)
    assert sorted(weights) == [0] * 7 + [3] * 42 + [4] * 42


def test_the_balance_of_the_4_table_howell_is_the_one_worked_out_by_hand():
    # Set minus pair of the moving N-S pairs is 1, 2 or 4, a difference set modulo 7: two moving
    # pairs have the same direction on three sets and opposite ones on four, -1 in all; meeting
    # counts 3 instead of -1. Pair 8 sits N-S; its opponents three times on other sets, and
    # three times E-W: 0; where they meet 3.
    assert comparisons(make("howell", tables=4, boards=28).chosen.plan) == [3] * 28


PER_ROUND = (1, 2, 3, 4)


@pytest.mark.parametrize("tables", range(2, 41))
def test_mitchells_are_sound(tables):
    kinds = ["mitchell", "share-and-relay"] if tables % 2 == 0 else ["mitchell"]
    for kind in kinds:
        most = tables - (kind == "mitchell" and tables % 2 == 0)
        for rounds in sorted({1, most // 2, 8, 9, 12, 13, most} & set(range(1, most + 1))):
            for per_round in PER_ROUND:
                made = make(kind, tables=tables, boards=rounds * per_round, rounds=rounds)
                if per_round * tables > 127:
                    with pytest.raises(UsageError, match="boards up to 127"):
                        made.session()
                    continue
                found = judge(made.session())
                assert found.wrong == []
                shares = kind == "share-and-relay"
                assert found.shared == (dict.fromkeys(range(1, rounds + 1), 1) if shares else {})
                assert found.played == dict.fromkeys(range(1, 2 * tables + 1), rounds)
                assert found.meetings == rounds * tables


SHARED = {(2, 3): 3, (3, 5): 2, (4, 5): 5, (4, 6): 6, (5, 8): 8, (6, 7): 7, (8, 9): 9} | {
    (n, n + 1): n + 1 for n in (10, 12, 14)
}
"""Howells in which tables share boards, by tables and rounds: how often."""


@pytest.mark.parametrize("tables", range(2, 15))
def test_howells_are_sound(tables):
    full = 2 * tables - 1
    for rounds in range(1, full + 1):
        found = judge(make("howell", tables=tables, boards=2 * rounds, rounds=rounds).session())
        assert found.wrong == []
        assert found.played == dict.fromkeys(range(1, 2 * tables + 1), rounds)
        assert found.meetings == rounds * tables
        if rounds > tables:
            assert sum(found.shared.values()) == SHARED.get((tables, rounds), 0)
            assert len(found.boards) == 2 * rounds
    assert found.meetings == tables * full  # everybody has met everybody


@pytest.mark.parametrize("tables", [4, 6, 8, 10, 12])
def test_the_howells_of_an_even_number_of_tables_are_in_perfect_balance(tables):
    made = make("howell", tables=tables, boards=2 * (2 * tables - 1))
    assert set(comparisons(made.chosen.plan)) == {tables - 1}


@pytest.mark.parametrize(
    ("kind", "tables", "missing", "pair", "sits_out"),
    [
        ("mitchell", 5, "NS3", 3, {6, 7, 8, 9, 10}),
        ("mitchell", 5, "ew3", 8, {1, 2, 3, 4, 5}),
        ("mitchell", 5, "8", 8, {1, 2, 3, 4, 5}),
        ("howell", 3, "NS1", 6, {1, 2, 3, 4, 5}),
        ("howell", 3, "EW1", 1, {2, 3, 4, 5, 6}),
    ],
)
def test_at_a_half_table_everyone_who_comes_by_sits_out(kind, tables, missing, pair, sits_out):
    made = make(kind, tables=tables, boards=20, missing=missing)
    found = judge(made.session())
    assert (made.missing, found.wrong) == (pair, [])
    assert {who for who, rounds in found.played.items() if rounds == 4} == sits_out
    assert set(found.played.values()) <= {4, 5}


@pytest.mark.parametrize(
    ("rounds", "switched"), [(1, 0), (2, 1), (7, 1), (11, 1), (12, 2), (20, 3)]
)
def test_about_one_eighth_of_the_rounds_is_switched(rounds, switched):
    made = make("mitchell", tables=21, boards=2 * rounds, rounds=rounds)
    last = {at.round for at in made.chosen.plan if at.switched}
    assert last == set(range(rounds - switched + 1, rounds + 1))
    assert made.chosen.movement.winners == (1 if switched else 2)


@pytest.mark.parametrize(
    ("kind", "tables", "boards", "rounds", "per_round"),
    [
        ("mitchell", 9, 27, 9, 3),
        ("mitchell", 12, 24, 8, 3),
        ("mitchell", 13, 26, 13, 2),
        ("mitchell", 4, 24, 3, 8),
        ("share-and-relay", 4, 24, 4, 6),
        ("howell", 5, 24, 8, 3),
        ("howell", 14, 23, 23, 1),
    ],
)
def test_boards_are_divided_into_as_many_rounds_as_possible(
    kind, tables, boards, rounds, per_round
):
    made = make(kind, tables=tables, boards=boards)
    assert (made.chosen.movement.rounds, made.boards_per_set) == (rounds, per_round)


@pytest.mark.parametrize(
    ("kind", "wanted", "said"),
    [
        ("mitchell", {"tables": 7, "boards": 26}, "use 25 or 28 boards"),
        ("mitchell", {"tables": 7, "boards": 28, "rounds": 8}, "8 rounds: this Mitchell has 1 to"),
        ("mitchell", {"tables": 7, "boards": 28, "switches": 7}, "expected 0 to 6"),
        ("mitchell", {"tables": 7, "boards": 28, "missing": "NS8"}, "no such pair"),
        ("mitchell", {"tables": 7, "boards": 28, "missing": "x"}, "such as 6, NS6 or EW6"),
        ("mitchell", {"tables": 1, "boards": 28}, "no Mitchell for 1 table"),
        ("share-and-relay", {"tables": 7, "boards": 28}, "an even number of tables, 2 to 98"),
        ("howell", {"tables": 15, "boards": 28}, "tables, 2 to 14"),
        ("howell", {"tables": 5, "boards": 27, "switches": 1}, "no arrow switches"),
        ("bowman", {"tables": 5, "boards": 27}, "the kinds are mitchell"),
    ],
)
def test_what_cannot_be_made_is_named(kind, wanted, said):
    with pytest.raises(UsageError, match=said):
        make(kind, **wanted)


def test_what_is_made_is_written_as_any_other_event(tmp_path):
    made = bmconv.movements.make("mitchell", tables=5, boards=25, missing="EW5")
    bmconv.write(bmconv.Event(made.session("B", 11)), tmp_path / "next.bws")
    event = bmconv.read(tmp_path / "next.bws")
    (section,) = event.of(bmconv.records.Section)
    assert (section.letter, section.tables, section.missing_pair) == ("B", 5, 10)
    assert judge(event).wrong == []
