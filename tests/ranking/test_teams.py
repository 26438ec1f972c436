"""Teams: two tables of a group make a match, IMPs and victory points."""

import pytest

from bmconv.errors import DataError
from bmconv.records import Result, Round, Seat, Section, Table
from tests.helpers.sessions import rank_records, result


def match(groups: tuple[int, int] = (1, 1), boards: int = 4) -> list:
    """Team 1 against team 2 over four boards, at tables A1 and A2."""
    rounds = [
        Round(section=1, table=t, round=1, ns_pair=t, ew_pair=3 - t, low_board=1, high_board=boards)
        for t in (1, 2)
    ]
    tables = [Table(section=1, table=t, group=g) for t, g in zip((1, 2), groups, strict=True)]
    here, there = {"table": 1, "round": 1}, {"table": 2, "round": 1}
    results = [
        result(1, 1, 2, "4 S N =", **here),  # +420
        result(1, 2, 1, "2 S N +2", **there),  # +170: 250 is 6 IMPs for team 1
        result(2, 1, 2, "4 H N -1", **here),  # -100, N-S vulnerable
        result(2, 2, 1, "4 H N =", **there),  # +620: 720 is 12 IMPs for team 2
        result(3, 1, 2, "PASS", **here),
        result(3, 2, 1, "PASS", **there),
        result(4, 1, 2, "60%-40%", **here),  # +3 for team 1, -3 for team 2
        result(4, 2, 1, "3 NT N =", **there),
    ]
    return [Section(id=1, letter="A", scoring_type=4, tables=2), *tables, *rounds, *results]


def lines(found) -> list:
    return [(r.pair, r.total, r.extra["imps"], r.boards, r.place) for r in found.rankings()]


def test_a_match_of_four_boards():
    found, notes = rank_records(match())
    # team 1 has 6 - 12 + 0 + 3 = -3 IMPs; 3 IMPs over 4 boards are 11.76 to 8.24
    assert (lines(found), notes) == ([(2, 11.76, 3, 4, 1), (1, 8.24, -3, 4, 2)], [])
    points = [(r.table, r.board, r.imp_ns, r.imp_ew) for r in found.event.of(Result)]
    assert points == [
        (1, 1, 6, -6),
        (2, 1, -6, 6),
        (1, 2, -12, 12),
        (2, 2, 12, -12),
        (1, 3, 0, 0),
        (2, 3, 0, 0),
        (1, 4, 3, -3),
        (2, 4, -3, 3),
    ]


def test_the_scale_goes_by_the_boards_that_are_scheduled():
    found, _ = rank_records(match(boards=16))
    # 16 boards: 3 IMPs are 10.91 to 9.09
    assert [line[:2] for line in lines(found)] == [(2, 10.91), (1, 9.09)]


def test_a_board_without_a_result_at_both_tables_does_not_count():
    records = [r for r in match() if not (isinstance(r, Result) and (r.table, r.board) == (2, 2))]
    found, _ = rank_records(records)
    assert [(line[0], line[2], line[3]) for line in lines(found)] == [(1, 9, 3), (2, -9, 3)]


def test_average_imps_can_be_two():
    found, _ = rank_records(match(), average_imps=2)
    assert [(line[0], line[2]) for line in lines(found)] == [(2, 4), (1, -4)]


def test_mates_of_the_movement_make_a_match_without_groups():
    records = match(groups=(0, 0))
    for record in records:
        if isinstance(record, Round):
            record.mates_section, record.mates_table, record.mates_round = 1, 3 - record.table, 1
            record.ns_team = 70 + record.table
    found, _ = rank_records(records)
    assert [line[:3] for line in lines(found)] == [(72, 11.76, 3), (71, 8.24, -3)]


def test_tables_without_a_group_are_no_match():
    with pytest.raises(DataError, match="no two tables make up a match"):
        rank_records(match(groups=(1, 2)))


def test_a_group_of_three_is_left_out_with_a_note():
    odd = [Table(section=1, table=t, group=9) for t in (3, 4, 5)]
    _, notes = rank_records([*match(), *odd])
    assert [(note.code, note.place) for note in notes] == [("group-size", "group 9: 3 tables")]


def test_a_board_in_the_wrong_direction_at_one_table_is_left_out():
    records = match()
    records[5].remarks = "Wrong direction"
    found, notes = rank_records(records)
    assert [note.code for note in notes] == ["wrong-direction"]
    assert [(line[0], line[2]) for line in lines(found)] == [(2, 9), (1, -9)]


def test_a_team_has_the_names_of_both_its_pairs():
    seats = [
        Seat(section=1, table=t, direction=d, round=0, name=f"{d}{t}")
        for t in (1, 2)
        for d in "NESW"
    ]
    found, _ = rank_records([*match(), *seats])
    names = {r.pair: r.names for r in found.rankings()}
    assert names == {1: ["N1", "S1", "E2", "W2"], 2: ["N2", "S2", "E1", "W1"]}


def test_without_a_movement_teams_go_by_the_pairs_and_boards_of_the_results():
    records = [r for r in match(boards=16) if not isinstance(r, Round)]
    found, notes = rank_records(records)
    # the scale is that of the 4 boards played: 3 IMPs are 11.76 to 8.24
    assert (lines(found), notes) == ([(2, 11.76, 3, 4, 1), (1, 8.24, -3, 4, 2)], [])


def test_a_board_in_the_wrong_direction_at_both_tables_counts_for_those_who_sat_there():
    records = match()
    for played in records[5:7]:  # +420 and +170 to N-S, who were team 2 and team 1 this time
        played.remarks = "Wrong direction"
    found, notes = rank_records(records)
    # team 1 has -6 - 12 + 0 + 3 IMPs
    assert ([(line[0], line[2]) for line in lines(found)], notes) == ([(2, 15), (1, -15)], [])
    first = [(r.pair_ns, r.imp_ns, r.imp_ew) for r in found.event.of(Result) if r.board == 1]
    assert first == [(1, -6, 6), (2, 6, -6)]


def test_an_undecided_board_makes_a_ranking_of_teams_provisional():
    records = match()
    records[-1] = result(4, 2, 1, "Arbitral score", table=2, round=1)
    found, _ = rank_records(records)
    assert [r.extra.get("provisional") for r in found.rankings()] == [True, True]
    assert [r.extra.get("provisional") for r in rank_records(match())[0].rankings()] == [None, None]


def test_a_board_with_an_award_for_one_team_and_no_score_for_the_other_does_not_count():
    records = match()
    records[-2] = result(4, 1, 2, "N-S 60%, E-W +50", table=1, round=1)
    records[-1] = result(4, 2, 1, "Not played", table=2, round=1)
    found, _ = rank_records(records)
    # team 1 has 6 - 12 + 0 IMPs
    assert [(line[0], line[2], line[3]) for line in lines(found)] == [(2, 6, 3), (1, -6, 3)]


def test_matches_are_in_the_order_of_their_tables():
    records = []
    for first in (3, 1):
        records += [Table(section=1, table=table, group=first) for table in (first, first + 1)]
        records += [
            result(1, ns, ew, "4 S N =", table=table, round=1)
            for table, ns, ew in ((first, first, first + 1), (first + 1, first + 1, first))
        ]
    found, _ = rank_records([Section(id=1, scoring_type=4), *records])
    assert [(m.place, m.mates) for m in found.matches] == [
        ((1, 1, 1), (1, 2, 1)), ((1, 3, 1), (1, 4, 1)),
    ]  # fmt: skip
