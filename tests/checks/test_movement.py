"""Rules for sections, tables, rounds and pairs: each applies where it should, and only there."""

import pytest

from bmconv import records as rec
from bmconv.event import Event
from tests.helpers.checking import broken_rules, findings, movement, night, play, result


def test_a_night_in_good_order_has_no_findings():
    for terminal in ("pro", "bm2", "bm3"):
        assert findings(night(result()), terminal) == []
    assert findings([]) == []


# sections


def test_section_ids_are_1_to_78():
    assert findings([rec.Section(id=79, letter="A")]) == [("error", "section-id", "section A", 79)]
    assert findings([rec.Section(id=0, letter="A")]) == [("error", "section-id", "section A", 0)]
    assert findings([rec.Section(id=78, letter="A"), rec.Section(id=1, letter="B")]) == []


def test_a_section_id_is_given_to_one_letter():
    twice = [rec.Section(id=1, letter="A"), rec.Section(id=1, letter="B")]
    assert findings(twice) == [("error", "section-id-twice", "section B", "id 1 also of A")]
    assert findings([rec.Section(id=1, letter="A"), rec.Section(id=1, letter="A", winners=2)]) == []


@pytest.mark.parametrize("letter", ["AB", "AAAA", "1", "É"])
def test_section_letters_are_one_letter_up_to_three_times(letter):
    got = findings([rec.Section(id=1, letter=letter)])
    assert got == [("error", "section-letter", f"section {letter}", letter)]


def test_the_pro_has_only_single_letters():
    section = [rec.Section(id=1, letter="AA")]
    assert findings(section, "pro") == [("error", "section-letter", "section AA", "AA")]
    assert findings(section, "bm2") == []
    assert findings([rec.Section(id=27, letter="Z")], "pro") == []


def test_section_letters_are_used_once():
    two = [rec.Section(id=1, letter="A"), rec.Section(id=2, letter="A")]
    assert findings(two) == [("error", "section-letter-twice", "section A", "A of ids 1 and 2")]
    # A section without a letter has that of its id.
    assert broken_rules([rec.Section(id=1), rec.Section(id=2, letter="A")]) == {
        "section-letter-twice"
    }
    assert findings([rec.Section(id=1), rec.Section(id=2, letter="B")]) == []


def test_winners_and_scoring_type_are_documented_values():
    got = findings([rec.Section(id=1, letter="A", winners=3, scoring_type=5)])
    assert got == [("error", "scoring-type", "section A", 5), ("error", "winners", "section A", 3)]
    assert findings([rec.Section(id=1, letter="A", winners=0, scoring_type=4)]) == []


def test_a_section_belongs_to_a_session_that_exists():
    section = rec.Section(id=1, letter="A", session=2)
    got = findings([rec.Session(id=1), section])
    assert got == [("error", "unknown-session", "section A", 2)]
    assert findings([rec.Session(id=2), section]) == []
    assert findings([section]) == []


def test_what_belongs_to_a_section_has_one():
    strays = [
        rec.Table(section=2, table=1),
        play(1, 1, 1, 2, 1, 2, section=2),
        rec.Seat(section=2, table=1, direction="N", number="7"),
        rec.Hand(section=2, board=1),
        rec.Settings(section=2),
    ]
    got = {f[:3] for f in findings(night(*strays)) if f[1] == "unknown-section"}
    assert got == {
        ("error", "unknown-section", "table B1"),
        ("error", "unknown-section", "round B1 round 1"),
        ("warning", "unknown-section", "seat B1 N"),
        ("warning", "unknown-section", "hand B board 1"),
        ("warning", "unknown-section", "settings B"),
    }
    # Without sections there is nothing to refer to, and hands may be for all of them.
    assert "unknown-section" not in broken_rules(strays)
    assert findings(night(rec.Hand(board=1), rec.Settings(values={}))) == []


def test_one_row_of_settings_with_section_0_is_for_all():
    assert findings(night(rec.Settings(section=0))) == []
    assert broken_rules(night(rec.Settings(section=0), rec.Settings(section=1))) == {
        "unknown-section"
    }


def test_rounds_and_seats_are_at_tables_that_exist():
    more = [play(3, 1, 5, 6, 9, 10), play(3, 2, 5, 6, 11, 12)]
    got = findings(night(*more, rec.Seat(section=1, table=9, direction="N", number="7")))
    assert ("error", "unknown-table", "round A3 round 1", 3) in got
    assert ("warning", "unknown-table", "seat A9 N", 9) in got
    assert "unknown-table" not in broken_rules([*more, rec.Section(id=1, letter="A")])


# rounds and boards


def test_rounds_begin_at_1_and_have_no_gap():
    gap = [r for r in movement() if (r.table, r.round) != (2, 1)]
    got = findings(night(rounds=gap))
    assert got == [("error", "round-gap", "table A2", "no round 1 before round 2")]
    two_gaps = [play(1, number, 1, 0, 0, 0) for number in (2, 4)]
    assert findings(two_gaps) == [("error", "round-gap", "table A1", "no round 1 before round 2")]
    huge = [*movement(), play(1, 2**31 - 1, 0, 0, 0, 0)]
    got = findings(night(rounds=huge))
    assert ("error", "round-gap", "table A1", f"no round 3 before round {2**31 - 1}") in got


def test_a_table_has_the_rounds_that_others_have():
    short = [r for r in movement() if (r.table, r.round) != (2, 2)]
    assert findings(night(rounds=short)) == [("warning", "round-missing", "table A2", "round 2")]
    assert findings(night(rounds=[r for r in movement() if r.table == 1])) == [
        ("warning", "table-without-rounds", "table A2", "")
    ]
    # Tables without any movement are a list of tables, and 999 removes a table.
    assert findings(night(rounds=[])) == []
    leaving = rec.Table(section=1, table=3, update_from_round=999)
    assert findings(night(leaving, section={"tables": 3})) == []


def test_a_round_is_given_once():
    assert findings(night(play(1, 1, 1, 2, 1, 2))) == []
    got = findings(night(play(1, 1, 9, 2, 1, 2)))
    value = "1 v 2 boards 1-2 and 9 v 2 boards 1-2"
    assert ("error", "round-twice", "round A1 round 1", value) in got


def test_section_tables_is_the_number_of_tables():
    got = findings(night(section={"tables": 3}))
    assert got == [("warning", "table-count", "section A", "Section.Tables 3, tables 2")]
    assert findings([rec.Section(id=1, letter="A", tables=3)]) == []


@pytest.mark.parametrize(
    ("custom", "rule"),
    [
        ("1,3,2", "custom-boards-order"),
        ("1,1", "custom-boards-order"),
        ("1-3", "custom-boards"),
        ("1;3", "custom-boards"),
        ("1,3,", "custom-boards"),
    ],
)
def test_custom_boards_are_an_ascending_list(custom, rule):
    assert findings([play(1, 1, 1, 2, 1, 3, custom)])[0] == (
        "error",
        rule,
        "round A1 round 1",
        custom,
    )
    assert findings([play(1, 1, 1, 2, 1, 3, "1,3")]) == []


def test_low_board_is_not_above_high_board():
    got = findings([play(1, 1, 1, 2, 5, 4)])
    assert got == [("error", "board-order", "round A1 round 1", "5-4")]
    assert findings([play(1, 1, 1, 2, 5, 5)]) == []
    got = findings([play(1, 1, 1, 2, 1, None)])
    assert got == [("error", "board-order", "round A1 round 1", "1-0")]
    got = findings([play(1, 1, 1, 2, 0, 4)])
    assert got == [("error", "low-board-zero", "round A1 round 1", "0-4")]


def test_low_and_high_have_a_value_beside_custom_boards():
    got = findings([play(1, 1, 1, 2, 0, 0, "1,3")])
    assert got == [("warning", "low-high-zero", "round A1 round 1", "0-0 beside 1,3")]
    for low, high in ((0, 3), (1, 0)):
        (got,) = findings([play(1, 1, 1, 2, low, high, "1,3")])
        assert got[1::2] == ("low-high-zero", f"{low}-{high} beside 1,3")
    assert findings([play(1, 1, 1, 2, 1, 1, "1")]) == []
    assert findings([play(1, 1, 1, 2, 1, 3, "1,3")]) == []


def test_a_sit_out_has_no_boards():
    out = [play(1, 1, 1, 0, 1, 2)]
    value = "1 v 0, boards 1-2"
    assert findings(out) == [("warning", "sit-out-boards", "round A1 round 1", value)]
    assert findings(out, target="dto") == [("error", "sit-out-boards", "round A1 round 1", value)]
    assert findings([play(1, 1, 1, 0, 0, 0)]) == []
    for other, value in (
        (play(1, 1, 0, 2, 1, 3, "1,3"), "0 v 2, boards 1,3"),
        (play(1, 1, 1, None, None, 2), "1 v 0, boards 0-2"),
        (play(1, 1, None, 2, 3, None), "0 v 2, boards 3-0"),
    ):
        assert ("warning", "sit-out-boards", "round A1 round 1", value) in findings([other])
    # A missing pair keeps its boards: the terminals skip them.
    assert findings(night(section={"missing_pair": 4})) == []


def test_where_two_pairs_meet_there_are_boards():
    got = findings([play(1, 1, 1, 2, 0, 0)])
    assert got == [("warning", "round-without-boards", "round A1 round 1", "1 v 2")]
    # A rover's extra table, and a section's missing pair, have nothing to play.
    assert findings([play(1, 1, 1, 0, 0, 0)]) == []


def test_a_missing_pair_has_a_place():
    got = findings(night(section={"missing_pair": 6}))
    assert got == [("warning", "missing-pair", "section A", 6)]
    assert findings(night(section={"missing_pair": 3})) == []
    assert findings([rec.Section(id=1, letter="A", missing_pair=6)]) == []
    assert broken_rules(night(section={"missing_pair": 1, "missing_side": "EW"})) == {
        "missing-pair"
    }


# pairs


def mitchell():
    return [
        play(1, 1, 1, 1, 1, 2),
        play(2, 1, 2, 2, 3, 4),
        play(1, 2, 1, 2, 5, 6),
        play(2, 2, 2, 1, 7, 8),
    ]


def test_a_pair_sits_once_in_a_round():
    twice = movement()
    twice[1].ew_pair = 1
    got = findings(night(rounds=twice))
    assert got == [("error", "pair-twice", "round A2 round 1", "pair 1, also at table 1")]


def test_a_pair_that_meets_itself_sits_twice_where_there_is_one_winner():
    got = findings([rec.Section(id=1, letter="A", winners=1), play(1, 1, 1, 1, 1, 2)])
    assert got == [("error", "pair-twice", "round A1 round 1", "pair 1, also at table 1")]


def test_with_two_winners_a_number_is_one_pair_per_direction():
    assert findings(night(section={"winners": 2}, rounds=mitchell())) == []
    twice = mitchell()
    twice[1].ns_pair = 1
    got = findings(night(section={"winners": 2}, rounds=twice))
    assert ("error", "pair-twice", "round A2 round 1", "pair 1 NS, also at table 1") in got


@pytest.mark.parametrize("winners", [0, None])
def test_two_winners_are_inferred_where_both_sides_share_their_numbers(winners):
    got = findings(night(section={"winners": winners}, rounds=mitchell()))
    assert got == [("info", "winners-inferred", "section A", 2)]
    # Nothing to infer where numbers do not repeat, and a slip in one field is not a Mitchell.
    assert findings(night(section={"winners": winners})) == []
    slip = movement()
    slip[1].ew_pair = 1
    assert broken_rules(night(section={"winners": winners}, rounds=slip)) == {"pair-twice"}


@pytest.mark.parametrize("declared", [1, 2])
def test_declared_winners_are_not_reported_as_inferred(declared):
    assert "winners-inferred" not in broken_rules(
        night(section={"winners": declared}, rounds=mitchell())
    )


def test_zeros_are_no_pair():
    empty = [play(1, 1, 0, 0, 0, 0), play(2, 1, 0, 0, 0, 0)]
    assert findings(empty) == []


def test_players_of_an_individual_sit_once():
    individual = [play(1, 1, 1, 2, 1, 2, south=3, west=4), play(2, 1, 5, 6, 3, 4, south=7, west=4)]
    got = findings(individual)
    assert got == [("error", "pair-twice", "round A2 round 1", "pair 4, also at table 1")]


def test_a_pair_meets_a_board_once():
    again = movement()
    again[2].low_board, again[2].high_board = 2, 3
    got = findings(night(rounds=again))
    at = "round A1 round 2"
    assert got == [
        ("warning", "board-twice", at, "pair 1, board 2, also at table 1 round 1"),
        ("warning", "board-twice", at, "pair 3, board 3, also at table 2 round 1"),
    ]
    third = [*movement(), play(1, 3, 1, 4, 6, 8)]
    assert [f[3] for f in findings(third) if f[1] == "board-twice"] == [
        "pair 1, board 6, also at table 1 round 2",
        "pair 4, board 7-8, also at table 2 round 2",
    ]
    both = [play(1, 1, 1, 2, 1, 1), play(1, 2, 1, 3, 2, 2), play(1, 3, 1, 4, 1, 2)]
    assert [f[3] for f in findings(both)] == ["pair 1, board 1-2, also at table 1 round 1"]


def test_a_board_of_a_round_that_is_not_played_is_not_met():
    again = movement()
    again[2].low_board, again[2].high_board = 1, 2
    again[2].ew_pair = 9
    assert findings(night(section={"missing_pair": 9}, rounds=again)) == []


# teams


def team_tables(*groups):
    section = rec.Section(id=1, letter="A", scoring_type=4)
    tables = [rec.Table(section=1, table=n, group=g) for n, g in enumerate(groups, 1)]
    return [section, *tables]


def test_groups_are_0_to_127():
    table = [rec.Table(section=1, table=1, group=128)]
    assert findings(table) == [("error", "group", "table A1", 128)]
    assert findings([rec.Table(section=1, table=1, group=127)]) == []
    assert findings([rec.Table(section=1, table=1, group=-1)]) == [
        ("error", "group", "table A1", -1)
    ]


def test_a_team_match_has_two_tables():
    assert findings(team_tables(1, 1, 2, 2)) == []
    got = findings(team_tables(1, 1, 2))
    assert got == [("warning", "match-tables", "table A3", "group 2: A3")]
    got = findings(team_tables(1, 1, 1))
    assert got == [("warning", "match-tables", "table A1", "group 1: A1, A2, A3")]
    (six,), (seven,) = findings(team_tables(*[1] * 6)), findings(team_tables(*[1] * 7))
    assert (six[3], seven[3]) == (
        "group 1: A1, A2, A3, A4, A5, A6",
        "group 1: A1, A2, A3, A4, A5, A6, ...",
    )


def test_a_team_match_may_span_sections():
    other = [
        rec.Section(id=2, letter="B", scoring_type=4),
        rec.Table(section=2, table=101, group=1),
    ]
    assert findings([*team_tables(1), *other]) == []


def test_a_team_table_has_a_group_unless_its_mates_are_named():
    assert findings(team_tables(1, 1, 0)) == [("warning", "match-without-group", "table A3", "")]
    rounds = [play(1, 1, 1, 2, 1, 8, mates_table=2), play(2, 1, 2, 1, 1, 8, mates_table=1)]
    assert broken_rules([*team_tables(0, 0), *rounds]) <= {"winners-inferred"}
    # In a pairs game groups may be anything.
    pairs = [rec.Section(id=1, letter="A", scoring_type=1), rec.Table(section=1, table=1, group=3)]
    assert findings(pairs) == []


def test_east_west_move_no_further_than_there_are_tables():
    for move in (2, -2):
        assert findings(night(section={"ew_move_before_play": move})) == []
    got = findings(night(section={"ew_move_before_play": -3}))
    assert got == [("error", "ew-move", "section A", "-3 of 2 tables")]
    assert findings([rec.Section(id=1, letter="A", tables=0)]) == []
    got = findings([rec.Section(id=1, letter="A", tables=4, ew_move_before_play=5)])
    assert got == [("error", "ew-move", "section A", "5 of 4 tables")]


def test_an_event_is_checked_as_its_records_are():
    again = movement()
    again[1].ew_pair = 1
    assert findings(Event(night(rounds=again))) == findings(night(rounds=again))


def test_absurd_values_do_not_hang():
    most = 2**31 - 1
    assert "board-number" in broken_rules([play(1, 1, 1, 2, 1, most)])
    assert "board-number" in broken_rules(
        [play(-most, -most, -most, most, -most, most, "1,999999")]
    )


# pairs and their sides


def two_rounds(*numbers):
    """Two tables, two rounds, E-W moving; the numbers of the four pairs, N-S first."""
    ns, other_ns, ew, other_ew = numbers
    return [
        play(1, 1, ns, ew, 1, 2),
        play(2, 1, other_ns, other_ew, 3, 4),
        play(1, 2, ns, other_ew, 5, 6),
        play(2, 2, other_ns, ew, 7, 8),
    ]


def test_with_two_winners_a_pair_keeps_its_side():
    two = {"winners": 2}
    got = findings(night(section=two))
    assert got == [("error", "pairs-change-sides", "section A", "pair 2-3")]
    assert findings(night(section=two, rounds=two_rounds(1, 2, 3, 4))) == []
    # Numbers on both sides in one round are two pairs each; one of ten is a slip.
    assert findings(night(section=two, rounds=two_rounds(1, 2, 1, 2))) == []
    tables = [play(table, 1, table, table + 5, 2 * table - 1, 2 * table) for table in range(1, 6)]
    tables[0] = play(1, 1, 8, 8, 1, 2)
    got = {finding[:2] for finding in findings(night(section=two, rounds=tables))}
    assert ("error", "pairs-change-sides") in got


SLIP = ("pairs-change-sides", "pair 1")
TWICE = ("pair-twice", "pair 1, also at table 1")


@pytest.mark.parametrize(
    ("winners", "pairs", "problems"),
    [
        # one of three numbers on both sides: two pairs have it
        (2, [(1, 1), (2, 3)], []),
        (None, [(1, 1), (2, 3)], []),
        # one of four or more is a slip; a 0 is not a number
        (2, [(1, 1), (2, 3), (4, 0)], [SLIP]),
        (None, [(1, 1), (2, 3), (4, 0)], [TWICE]),
        (None, [(1, 1), (2, 3), (0, 0)], []),
        (None, [(1, 1), (2, 3), (0, None)], []),
        (2, [(2, 3), (4, 5), (0, 0)], []),
    ],
)
def test_a_number_on_both_sides_is_a_slip_where_few_numbers_are(winners, pairs, problems):
    numbers = range(1, len(pairs) + 1)
    rounds = [play(t, 1, *pair, 0, 0) for t, pair in zip(numbers, pairs, strict=True)]
    section = {"winners": winners, "tables": len(pairs)}
    got = findings(night(section=section, rounds=rounds, tables=numbers))
    errors = [(rule, value) for level, rule, _, value in got if level == "error"]
    assert errors == problems


def test_a_missing_pair_has_a_number_of_its_own():
    missing = {"winners": 2, "missing_pair": 2}
    got = findings(night(section=missing, rounds=two_rounds(1, 2, 1, 2)))
    assert got == [("warning", "missing-pair-of-both-sides", "section A", 2)]
    assert findings(night(section=missing, rounds=two_rounds(1, 2, 3, 4))) == []
    side = missing | {"missing_side": "EW"}
    assert findings(night(section=side, rounds=two_rounds(1, 2, 1, 2))) == []
    # With one winner a number is one pair, on whichever side it sits.
    assert findings(night(section={"winners": 1, "missing_pair": 2})) == []
