"""Which two tables play a match: by their groups, or by the mates that rounds name."""

from bmconv.bridge.team_matches import mates_by_group, mates_by_round
from bmconv.records import Round, Table


def test_two_tables_of_a_group_are_a_match_and_other_groups_are_listed():
    groups = {1: 7, 2: 7, 3: 8, 4: 9, 5: 9, 6: 9, 7: 0}
    tables = [Table(section=1, table=table, group=group) for table, group in groups.items()]
    assert mates_by_group(tables) == (
        {(1, 1): (1, 2), (1, 2): (1, 1)},
        {8: [(1, 3)], 9: [(1, 4), (1, 5), (1, 6)]},
    )


def mates(*rounds: tuple[int, ...]) -> tuple[dict, list]:
    """Of rounds given as table, mates' table, round, mates' round and mates' section."""
    names = ("table", "mates_table", "round", "mates_round", "mates_section")
    return mates_by_round(Round(section=1, **dict(zip(names, at, strict=False))) for at in rounds)


def test_tables_that_name_each_other_in_all_rounds_are_a_match():
    both = {(1, 1): (1, 2), (1, 2): (1, 1)}
    assert mates((1, 2), (2, 1)) == (both, [])
    assert mates((1, 2, 1, 1, 1), (2, 1, 1, 1, 1), (1, 2, 2, 2), (2, 1, 2, 2)) == (both, [])
    assert mates((1, 0, 1), (2, 0, 1)) == ({}, [])


def test_tables_with_several_mates_or_none_that_name_them_are_listed():
    assert mates((1, 2)) == ({}, [(1, 1)])
    assert mates((1, 1)) == ({}, [(1, 1)])
    assert mates((1, 2, 1), (2, 1, 1), (1, 3, 2), (3, 1, 2)) == ({}, [(1, 1), (1, 2), (1, 3)])
    assert mates((1, 2, 1, 1, 2), (2, 1, 1, 1, 1)) == ({}, [(1, 1), (1, 2)])


def test_tables_that_play_their_match_at_different_times_are_listed():
    assert mates((1, 2, 1, 2), (2, 1, 2, 1)) == ({}, [(1, 1), (1, 2)])
    assert mates((1, 2, 1, 1), (2, 1, 1, 2)) == ({}, [(1, 1), (1, 2)])
