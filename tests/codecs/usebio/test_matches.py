"""Matches of teams: their tables, rounds and points, read and written."""

import xml.etree.ElementTree as ET

import pytest

from bmconv import records as rec
from tests.codecs.test_usebio import board, file, line
from tests.helpers.coding import decode_bytes, encode_records

LINES = (line(ns="", ew="", tricks="11", score="450"), line(ns="", ew=""))
"""The home table, then the other one."""


def match(*boards: str, round: str = "1", home: str = "1", away: str = "2", more: str = "") -> str:
    return (
        f"<MATCH><ROUND_NUMBER>{round}</ROUND_NUMBER><TEAM>{home}</TEAM>"
        f"<OPPOSING_TEAM>{away}</OPPOSING_TEAM>{more}{''.join(boards)}</MATCH>"
    )


def of(kind: type, *matches: str, head: str = "") -> list:
    records, notes = decode_bytes(file("".join(matches), "TEAMS", head), "usebio")
    assert notes == []
    return [record for record in records if isinstance(record, kind)]


def test_tables_are_numbered_in_each_round_and_a_bye_has_one():
    pairs = [("1", "2", "1"), ("3", "0", "1"), ("4", "5", "1"), ("1", "3", "2"), ("2", "4", "2")]
    matches = [match(home=home, away=away, round=round) for home, away, round in pairs]
    found = [
        (r.round, r.table, r.ns_team, r.ew_team, r.mates_table) for r in of(rec.Round, *matches)
    ]
    assert found == [
        (1, 1, 1, 2, 2), (1, 2, 2, 1, 1), (1, 3, 3, 0, None), (1, 4, 4, 5, 5), (1, 5, 5, 4, 4),
        (2, 1, 1, 3, 2), (2, 2, 3, 1, 1), (2, 3, 2, 4, 4), (2, 4, 4, 2, 3),
    ]  # fmt: skip


@pytest.mark.parametrize(("text", "round"), [("12345", 12345), ("123456", 1), ("final", 1)])
def test_a_round_has_a_number_of_five_digits_at_most(text, round):
    assert [r.round for r in of(rec.Round, match(round=text))] == [round, round]


@pytest.mark.parametrize(
    ("method", "points", "home", "away"),
    [
        ("IMPS", {"IMPS": "5"}, (5, -5, None, None), (-5, 5, None, None)),
        ("BAM", {"IMPS": "0"}, (0, 0, None, None), (0, 0, None, None)),
        ("BAM", {"TEAM_POINTS": "1.5", "OPPOSING_TEAM_POINTS": "0.5"},
         (None, None, 1.5, 0.5), (None, None, 0.5, 1.5)),
        ("PAB", {"TEAM_POINTS": "2", "OPPOSING_TEAM_POINTS": "0"},
         (None, None, 2, 0), (None, None, 0, 2)),
        ("IMPS", {"TEAM_POINTS": "4", "OPPOSING_TEAM_POINTS": "1"},
         (4, 1, None, None), (1, 4, None, None)),
        ("BAM", {"TEAM_POINTS": "2"}, (None,) * 4, (None,) * 4),
        ("BAM", {"OPPOSING_TEAM_POINTS": "2"}, (None,) * 4, (None,) * 4),
    ],
)  # fmt: skip
def test_the_points_of_a_board_count_for_north_south_of_each_table(method, points, home, away):
    inside = "".join(f"<{name}>{value}</{name}>" for name, value in points.items())
    head = f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>"
    results = of(rec.Result, match(board(inside, *LINES)), head=head)
    assert [(r.table, r.score) for r in results] == [(1, 450), (2, 420)]
    found = [(r.imp_ns, r.imp_ew, r.mp_ns, r.mp_ew) for r in results]
    assert found == [home, away]


def test_the_direction_of_a_line_says_where_the_home_team_sat():
    turned = LINES[0].replace("<CONTRACT>", "<DIRECTION>E</DIRECTION><CONTRACT>")
    straight = LINES[1].replace("<CONTRACT>", "<DIRECTION>N</DIRECTION><CONTRACT>")
    results = of(rec.Result, match(board(turned, straight)))
    assert [(r.table, r.score, r.pair_ns) for r in results] == [(2, 450, 2), (1, 420, 1)]


@pytest.mark.parametrize(
    ("first", "last", "boards", "extra"),
    [
        ("3", "6", (3, 6, None), None),
        ("4", "5", (4, 5, None), None),
        ("5", "6", (4, 5, None), {"START_BOARD_NUMBER": "5", "END_BOARD_NUMBER": "6"}),
        ("6", "3", (4, 5, None), {"START_BOARD_NUMBER": "6", "END_BOARD_NUMBER": "3"}),
        ("3", "last", (4, 5, None), {"START_BOARD_NUMBER": "3", "END_BOARD_NUMBER": "last"}),
        ("3", "12345", (3, 12345, None), None),
        ("3", "123456", (4, 5, None), {"START_BOARD_NUMBER": "3", "END_BOARD_NUMBER": "123456"}),
    ],
)
def test_the_boards_of_a_match_are_those_stated_if_all_results_are_among_them(
    first, last, boards, extra
):
    ends = f"<START_BOARD_NUMBER>{first}</START_BOARD_NUMBER>"
    ends += f"<END_BOARD_NUMBER>{last}</END_BOARD_NUMBER>"
    played = [board(*LINES, number=number) for number in ("4", "5")]
    rounds = of(rec.Round, match(*played, more=ends))
    assert [(r.low_board, r.high_board, r.custom_boards) for r in rounds] == [boards] * 2
    assert [r.extra for r in rounds] == [extra] * 2


def test_boards_with_a_gap_are_a_list():
    (home, _) = of(rec.Round, match(*(board(*LINES, number=number) for number in "125")))
    assert (home.low_board, home.high_board, home.custom_boards) == (None, None, "1,2,5")


def teams(*results: rec.Result, method: int | None = None) -> ET.Element:
    """A file of a match of teams 1 and 2 at tables 1 and 2."""
    rounds = [
        rec.Round(section=1, table=t, round=1, ns_pair=t, ew_pair=3 - t, mates_table=3 - t)
        for t in (1, 2)
    ]
    group = [rec.ScoringGroup(session=None, number=1, method=method)] if method else []
    section = rec.Section(id=1, letter="A", scoring_type=4, scoring_group=1 if method else None)
    return ET.fromstring(encode_records([section, *group, *rounds, *results], "usebio")[0])


def played(table: int, **points: float) -> rec.Result:
    pairs = {"pair_ns": table, "pair_ew": 3 - table}
    return rec.Result(section=1, table=table, round=1, board=1, contract="PASS", **pairs, **points)


POINTS = ("IMPS", "TEAM_POINTS", "OPPOSING_TEAM_POINTS")


@pytest.mark.parametrize(
    ("results", "points"),
    [
        ([played(1, imp_ns=5, imp_ew=-5), played(2, imp_ns=-5, imp_ew=5)], ("5", None, None)),
        ([played(1, imp_ns=5), played(2)], ("5", None, None)),
        ([played(2, imp_ns=-5, imp_ew=5)], ("5", None, None)),
        ([played(1, imp_ns=4, imp_ew=1), played(2)], (None, "4", "1")),
        ([played(1, mp_ns=1.5, mp_ew=0.5), played(2)], (None, "1.5", "0.5")),
        ([played(2, mp_ns=0.5, mp_ew=1.5)], (None, "1.5", "0.5")),
        ([played(1, mp_ns=1.5), played(2)], (None, None, None)),
        ([played(1), played(2)], (None, None, None)),
    ],
)
def test_the_points_of_a_board_are_written_from_the_side_of_the_home_team(results, points):
    (inside,) = teams(*results).iter("BOARD")
    assert tuple(inside.findtext(name) for name in POINTS) == points
    assert [n.text for n in inside.iter("DIRECTION")] == [
        "NS" if result.table == 1 else "EW" for result in results
    ]


@pytest.mark.parametrize(
    ("method", "name"), [(None, "IMPS"), (40, "IMPS"), (60, "BAM"), (61, "PAB")]
)
def test_the_method_of_teams_is_that_of_their_scoring_group(method, name):
    assert teams(played(1), method=method).findtext(".//BOARD_SCORING_METHOD") == name
