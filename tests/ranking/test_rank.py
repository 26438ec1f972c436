"""Ranking pairs: a session worked out by hand, and every rule that decides a place."""

import re

import pytest

from bmconv.errors import UsageError
from bmconv.io.stream import encode_lines
from bmconv.records import Ranking, Result, Round, ScoringGroup, Section, Settings, Table
from tests.helpers.running import quick
from tests.helpers.sessions import (
    by_pair,
    places_of,
    rank_records,
    result,
    result_with_score,
    uneven_session,
)

# Worked out on paper for sessions.uneven(): the field is 4, so the top is 6 on every board.
#   board 1, four scores: +420 twice 5, +170 2, -50 0
#   board 2, three: +100 twice 3, -110 0; by Neuberg (3+1)*4/3-1 = 13/3 and (0+1)*4/3-1 = 1/3
#   board 3, two: +90 2, -100 0; by Neuberg 3*4/2-1 = 5 and 1*4/2-1 = 1
#   NS 2 has (5+5)/12 = 83.33 % elsewhere, so not 60 %: 5 of 6. EW 3 has 4/6, so 40 %: 2.4.
LAW = [
    ("NS", 2, 83.3333, 1),  # 5 + 5 + 5 of 18
    ("NS", 1, 77.7778, 2),  # 5 + 13/3 of 12
    ("NS", 3, 40.7407, 3),  # 2 + 13/3 + 1 of 18
    ("NS", 4, 2.7778, 4),  # 0 + 1/3 of 12
    ("EW", 1, 64.8148, 1),  # 1 + 17/3 + 5 of 18
    ("EW", 3, 53.3333, 2),  # 4 + 2.4 of 12
    ("EW", 4, 48.1481, 3),  # 6 + 5/3 + 1 of 18
    ("EW", 2, 22.2222, 4),  # 1 + 5/3 of 12
]


def test_a_session_with_adjusted_scores_unequal_plays_and_ties():
    found, notes = rank_records(uneven_session(winners=2))
    assert (places_of(found), notes) == (LAW, [])
    points = [(r.board, r.pair_ns, r.mp_ns, r.mp_ew) for r in found.event.of(Result)]
    assert points == [
        (1, 1, 5, 1),
        (1, 2, 5, 1),
        (1, 3, 2, 4),
        (1, 4, 0, 6),
        (2, 1, 4.3333, 1.6667),
        (2, 2, 5, 2.4),
        (2, 3, 4.3333, 1.6667),
        (2, 4, 0.3333, 5.6667),
        (3, 1, None, None),
        (3, 2, 5, 1),
        (3, 3, 1, 5),
    ]
    pair = by_pair(found)[1, "NS", 1]
    assert (pair.boards, pair.total, pair.maximum) == (2, 9.3333, 12)


def test_plain_averages_are_sixty_and_forty():
    found, _ = rank_records(uneven_session(winners=2), averages="plain")
    assert by_pair(found)[1, "NS", 2].total == 13.6
    assert by_pair(found)[1, "EW", 3].total == 6.4


def test_the_american_scale_has_half_the_points_and_the_same_percentages():
    found, _ = rank_records(uneven_session(winners=2), scale=1)
    assert places_of(found) == LAW
    assert by_pair(found)[1, "NS", 1].maximum == 6


def test_plain_factoring_and_none():
    # board 2: 3 of 4 is 4.5 of 6; board 3: 2 of 2 is 6 of 6
    plain, _ = rank_records(uneven_session(winners=2), factor="plain")
    assert by_pair(plain)[1, "NS", 1].total == 9.5
    assert by_pair(plain)[1, "NS", 3].total == 6.5
    none, _ = rank_records(uneven_session(winners=2), factor="none")
    first = by_pair(none)[1, "NS", 1]
    assert (first.total, first.maximum) == (8, 10)


def test_an_undecided_score_is_left_out_and_makes_the_ranking_provisional():
    records = [*uneven_session(winners=2), result(3, 4, 2, "Arbitral score")]
    found, _ = rank_records(records)
    assert places_of(found) == LAW
    assert {str(r.extra) for r in found.rankings()} == {"{'provisional': True}"}


def test_an_undecided_score_alone_makes_the_ranking_provisional():
    records = [result_with_score(1, 1, 11, 50), result_with_score(1, 2, 12, 0)]
    assert {str(r.extra) for r in rank_records(records, winners=2)[0].rankings()} == {"None"}
    undecided = [*records, result(1, 3, 13, "Arbitral score")]
    found, _ = rank_records(undecided, winners=2)
    assert {str(r.extra) for r in found.rankings()} == {"{'provisional': True}"}


def test_pairs_that_a_section_declares_are_listed_even_if_they_did_not_play():
    section = Section(id=1, winners=2, ns_pairs=3, ew_pairs=2)
    found, _ = rank_records(
        [section, result_with_score(1, 1, 1, 50), result_with_score(1, 2, 2, 0)]
    )
    assert [(r.direction, r.pair, r.boards, r.total, r.place) for r in found.rankings()] == [
        ("NS", 1, 1, 2, 1), ("NS", 2, 1, 0, 2), ("NS", 3, 0, None, None),
        ("EW", 2, 1, 2, 1), ("EW", 1, 1, 0, 2),
    ]  # fmt: skip


def test_without_a_movement_the_field_is_the_most_played_board():
    records = [r for r in uneven_session(winners=2) if not isinstance(r, Round)]
    assert places_of(rank_records(records)[0]) == LAW


def test_what_the_movement_schedules_is_the_field_before_all_have_played():
    records = [r for r in uneven_session(winners=2) if not isinstance(r, Result)]
    found, _ = rank_records(
        [*records, result_with_score(1, 1, 1, 50), result_with_score(1, 2, 2, 0)]
    )
    # two of four scores: 3*4/2-1 = 5 and 1*4/2-1 = 1 of 6
    assert [(r.pair, r.total) for r in found.rankings() if r.direction == "NS"] == [(1, 5), (2, 1)]


def test_a_sit_out_is_not_scheduled():
    rounds = [
        Round(section=1, table=t, round=1, ns_pair=t, ew_pair=t + 10, low_board=1, high_board=1)
        for t in (1, 2, 3)
    ]
    section = Section(id=1, winners=1, missing_pair=13)
    found, _ = rank_records(
        [section, *rounds, result_with_score(1, 1, 11, 50), result_with_score(1, 2, 12, 0)]
    )
    assert [r.maximum for r in found.rankings()] == [2, 2, 2, 2]


def test_equal_results_share_a_place_and_the_next_is_skipped():
    records = [
        result_with_score(1, 1, 4, 50),
        result_with_score(1, 2, 5, 50),
        result_with_score(1, 3, 6, -50),
    ]
    assert places_of(rank_records(records, winners=2)[0]) == [
        ("NS", 1, 75.0, 1),
        ("NS", 2, 75.0, 1),
        ("NS", 3, 0.0, 3),
        ("EW", 6, 100.0, 1),
        ("EW", 4, 25.0, 2),
        ("EW", 5, 25.0, 2),
    ]


def test_in_the_wrong_direction_the_pairs_are_exchanged():
    records = [
        result_with_score(1, 1, 3, 50),
        result(1, 2, 4, "1 NT N =", remarks="Wrong direction"),
    ]
    found, _ = rank_records(records, winners=1)
    # N-S's 90 is the top, and pair 4 sat N-S
    assert places_of(found) == [
        (None, 3, 100.0, 1),
        (None, 4, 100.0, 1),
        (None, 1, 0.0, 3),
        (None, 2, 0.0, 3),
    ]
    switched = found.event.of(Result)[1]
    assert (switched.mp_ns, switched.mp_ew) == (0, 2)


@pytest.mark.parametrize(
    ("rows", "winners", "guessed"),
    [
        ([(1, 1, 1), (1, 2, 2), (2, 1, 2), (2, 2, 1)], 2, False),
        ([(1, 1, 2), (1, 3, 4), (2, 3, 1), (2, 4, 2)], 1, False),
        ([(1, 1, 3), (1, 2, 4), (2, 1, 4), (2, 2, 3)], 2, True),
    ],
)
def test_unset_winners_are_told_by_who_sits_where(rows, winners, guessed):
    rounds = [
        Round(section=1, table=at, round=round, ns_pair=ns, ew_pair=ew, low_board=1, high_board=1)
        for at, (round, ns, ew) in enumerate(rows, 1)
    ]
    found, notes = rank_records(
        [Section(id=1, winners=0), *rounds, result_with_score(1, rows[0][1], rows[0][2], 0)]
    )
    assert found.layout.winners(1).number == winners
    assert [note.code for note in notes] == (["winners-guessed"] if guessed else [])


def test_winners_can_be_asked_for():
    assert {
        r.direction for r in rank_records(uneven_session(winners=2), winners=1)[0].rankings()
    } == {None}
    assert {
        r.direction for r in rank_records(uneven_session(winners=1), winners=2)[0].rankings()
    } == {"NS", "EW"}


def two_sections() -> list:
    """A board in two sections, one table each."""
    return [
        result_with_score(1, 1, 2, 50),
        result_with_score(1, 3, 4, 0),
        result_with_score(1, 1, 2, 100, section=2),
        result_with_score(1, 3, 4, 110, section=2),
    ]


APART = {(1, "NS", 1): 2, (1, "NS", 3): 0, (2, "NS", 1): 0, (2, "NS", 3): 2}
TOGETHER = {(1, "NS", 1): 2, (1, "NS", 3): 0, (2, "NS", 1): 4, (2, "NS", 3): 6}


@pytest.mark.parametrize(
    ("setup", "group", "expected"),
    [
        pytest.param([], "auto", APART, id="nothing said"),
        pytest.param([], "all", TOGETHER, id="asked for"),
        pytest.param(
            [
                Section(id=1, scoring_group=7),
                Section(id=2, scoring_group=7),
                ScoringGroup(number=7, method=10),
            ],
            "auto",
            TOGETHER,
            id="scoring group",
        ),
        pytest.param(
            [Table(section=1, table=1, group=3), Table(section=2, table=1, group=3)],
            "auto",
            TOGETHER,
            id="Tables.Group",
        ),
        pytest.param(
            [Table(section=1, table=1, group=1), Table(section=2, table=1, group=2)],
            "auto",
            APART,
            id="a group for each",
        ),
        pytest.param(
            [Settings(values={"Groupsections": True})], "auto", TOGETHER, id="GroupSections"
        ),
        pytest.param(
            [Settings(values={"GroupSections": True})], "section", APART, id="apart again"
        ),
    ],
)
def test_sections_are_compared_as_the_event_says(setup, group, expected):
    found, _ = rank_records([*setup, *two_sections()], group=group, winners=2)
    totals = {key: r.total for key, r in by_pair(found).items() if r.direction == "NS"}
    assert totals == expected


def test_tables_of_one_section_in_two_groups_are_compared_apart_and_listed_together():
    tables = [Table(section=1, table=t, group=1 + t // 3) for t in (1, 2, 3, 4)]
    scores = [result_with_score(1, t, t + 10, 100 * t, table=t, round=1) for t in (1, 2, 3, 4)]
    found, _ = rank_records([*tables, *scores], winners=2)
    assert [(r.pair, r.total, r.place) for r in found.rankings()][:4] == [
        (2, 2, 1),
        (4, 2, 1),
        (1, 0, 3),
        (3, 0, 3),
    ]


def test_butler_with_its_datum_options():
    scores = [
        result_with_score(1, n, n + 10, s) for n, s in enumerate((420, 450, 420, -50, 170), 1)
    ]
    found, _ = rank_records(scores, winners=2, name="butler")
    # the mean of 420, 420, 170 is 336.67, so 340: 80, 110, 80, -390, -170
    assert [(r.pair_ns, r.imp_ns, r.imp_ew) for r in found.event.of(Result)] == [
        (1, 2, -2),
        (2, 3, -3),
        (3, 2, -2),
        (4, -9, 9),
        (5, -5, 5),
    ]
    found, _ = rank_records(scores, winners=2, name="butler", datum_drop="0")
    # the mean of all is 282, so 280: 140, 170, 140, -330, -110
    assert [r.imp_ns for r in found.event.of(Result)] == [4, 5, 4, -8, -3]


@pytest.mark.parametrize(
    ("cross", "plus"), [("sum", 3 * 3), ("scores", 3 * 3 / 4), ("comparisons", 3)]
)
def test_cross_imps_and_what_an_average_is_worth(cross, plus):
    scores = [result_with_score(1, n, n + 10, s) for n, s in ((1, 100), (2, 0), (3, 0))]
    records = [*scores, result(1, 4, 14, "60%-40%")]
    found, _ = rank_records(records, winners=2, name="cross-imps", cross=cross)
    sums = {"sum": 1, "scores": 3, "comparisons": 2}[cross]
    points = [(r.imp_ns, r.imp_ew) for r in found.event.of(Result)]
    # 100 is worth 3 IMPs, twice
    assert points == [
        (pytest.approx(6 / sums), pytest.approx(-6 / sums)),
        (pytest.approx(-3 / sums), pytest.approx(3 / sums)),
        (pytest.approx(-3 / sums), pytest.approx(3 / sums)),
        (plus, -plus),
    ]
    two, _ = rank_records(
        records, winners=2, name="cross-imps", cross="comparisons", average_imps=2
    )
    assert two.event.of(Result)[3].imp_ns == 2


@pytest.mark.parametrize(
    ("code", "name", "worth"),
    [(10, "matchpoints", 3), (21, "butler", 2), (25, "butler", 3), (30, "cross-imps", 2)],
)
def test_the_method_is_that_of_the_scoring_group(code, name, worth):
    setup = [Section(id=1, winners=2, scoring_group=1), ScoringGroup(number=1, method=code)]
    found, _ = rank_records([*setup, result_with_score(1, 1, 1, 0)])
    method = found.fields[0].method
    assert (method.name, method.average_imps) == (name, worth)


@pytest.mark.parametrize(("type", "name"), [(1, "matchpoints"), (2, "butler"), (3, "cross-imps")])
def test_the_method_is_that_of_the_scoring_type(type, name):
    found, _ = rank_records(
        [Section(id=1, winners=2, scoring_type=type), result_with_score(1, 1, 1, 0)]
    )
    assert (found.fields[0].method.name, found.fields[0].method.average_imps) == (name, 3)


@pytest.mark.parametrize(
    ("code", "word"),
    [(50, "discrete WBF scale"), (70, "Patton"), (99, "99")],
)
def test_methods_that_are_not_offered_are_refused_by_name(code, word):
    lines = [*encode_lines([Section(id=1, scoring_group=1), result_with_score(1, 1, 1, 0)])]
    group = b'{"type":"scoring_group","number":1,"method":%d}\n' % code
    done = quick("rank", stdin=group + b"".join(lines))
    assert done.code == 1
    assert re.search(f"section A: .*{word}", done.err)


@pytest.mark.parametrize("name", ["patton", "vp-discrete"])
def test_a_method_that_is_not_offered_cannot_be_asked_for(name):
    with pytest.raises(UsageError, match=r"is not supported.*the methods are matchpoints"):
        rank_records([result_with_score(1, 1, 1, 0)], name=name)
    assert quick("rank", "--method", name, stdin=b"").code == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "--method butler --scale 1",
            "scale applies only to matchpoints; the method used is butler",
        ),
        ("--average-imps 2", "average imps applies only to butler, cross-imps, teams; "),
        ("--method cross-imps --datum-drop 2", "datum drop applies only to butler; "),
        ("--method bridgescore --parts ranking", "--parts: BridgeScore's report has no parts"),
    ],
)
def test_an_option_that_the_method_does_not_heed_is_refused(words, said):
    done = quick("rank", *words.split(), stdin=b"".join(encode_lines(uneven_session(winners=2))))
    assert (done.code, said in done.err) == (2, True)


def test_an_option_is_heeded_where_one_section_of_several_has_its_method():
    sections = [Section(id=id, winners=2, scoring_type=id) for id in (1, 2)]
    records = [*sections, result_with_score(1, 1, 1, 0), result_with_score(1, 1, 1, 0, section=2)]
    words = ("--factor", "none", "--datum-round", "up")
    assert quick("rank", *words, stdin=b"".join(encode_lines(records))).code == 0


def test_a_section_of_damaged_rows_only_is_not_ranked():
    strays = [result_with_score(1, 1, 2, 50, section=9), Round(section=9, table=1, round=1)]
    tables = [Table(section=id, table=1) for id in (1, 2)]
    of_sections = [result_with_score(1, 1, 2, 50, section=id) for id in (1, 2)]
    found, notes = rank_records([Section(id=1), *tables, *of_sections, *strays], winners=1)
    assert {ranking.section for ranking in found.rankings()} == {1, 2}
    assert [field.sections for field in found.fields] == [{1}, {2}]
    assert [note.code for note in notes] == ["no-section"]


def test_results_alone_say_which_sections_there_are():
    results = [result_with_score(1, 1, 2, 50, section=id) for id in (1, 3, -29182)]
    done = quick("rank", "--winners", "1", stdin=b"".join(encode_lines(results)))
    rankings = re.findall(rb'{"type":"ranking","section":(-?\d+)', done.out)
    assert rankings == [b"1", b"1", b"3", b"3"]
    assert "loss no-section: 1 result not ranked" in done.err


def test_results_that_say_nothing_are_left_out_with_a_note():
    records = [
        result_with_score(1, 1, 11, 50),
        result_with_score(1, 2, 12, 0),
        Result(section=1, board=1, pair_ns=3, pair_ew=13),
        Result(section=1, board=1, pair_ns=4, score=10),
        result(1, 5, 15, "1 NT N =", score=120),
    ]
    found, notes = rank_records(records, winners=2)
    assert [(note.level, note.code) for note in notes] == [
        ("loss", "no-score"),
        ("loss", "no-pair"),
        ("repair", "score-differs"),
    ]
    assert [(r.pair, r.total) for r in found.rankings() if r.direction == "NS"] == [
        (5, 5.6667),
        (1, 3),
        (2, 0.3333),
        (3, None),
    ]


def test_a_corrected_result_counts_once_and_an_old_ranking_goes():
    records = [
        result_with_score(1, 1, 11, -50, id=1, table=1, round=1),
        result_with_score(1, 1, 11, 50, id=3, table=1, round=1),
        result_with_score(1, 2, 12, 0, id=2, table=2, round=1),
        Ranking(section=1, pair=9),
    ]
    found, _ = rank_records(records, winners=2)
    out = list(found.records())
    assert [(r.id, r.mp_ns) for r in out if isinstance(r, Result)] == [(1, None), (3, 2), (2, 0)]
    assert [r.pair for r in out if isinstance(r, Ranking)] == [1, 2, 12, 11]


def test_players_of_an_individual_each_have_their_side():
    movement = [
        Round(
            section=1,
            table=1,
            round=1,
            ns_pair=1,
            south=2,
            ew_pair=3,
            west=4,
            low_board=1,
            high_board=1,
        ),
        Round(
            section=1,
            table=2,
            round=1,
            ns_pair=5,
            south=6,
            ew_pair=7,
            west=8,
            low_board=1,
            high_board=1,
        ),
    ]
    results = [
        result_with_score(1, 1, 3, 50, table=1, round=1),
        result_with_score(1, 5, 7, 0, table=2, round=1),
    ]
    found, _ = rank_records([Section(id=1, winners=1), *movement, *results])
    assert [(r.pair, r.percentage) for r in found.rankings()] == [
        (1, 100),
        (2, 100),
        (7, 100),
        (8, 100),
        (3, 0),
        (4, 0),
        (5, 0),
        (6, 0),
    ]


def test_the_command_writes_all_records_and_the_ranking():
    done = quick("rank", stdin=b"".join(encode_lines(uneven_session(winners=2))))
    kinds = [line.split(b'"')[3] for line in done.out.splitlines()]
    assert (done.code, done.err) == (0, "")
    assert kinds == [b"section"] + [b"round"] * 12 + [b"result"] * 11 + [b"ranking"] * 8


def test_nothing_to_rank_is_nothing():
    section = b'{"type":"section","id":1,"letter":"A"}\n'
    told = "bmconv: no results in this input (bmconv info shows what it contains)\n"
    assert quick("rank", stdin=section) == (0, section, told)
    assert quick("rank", "-q", stdin=section) == (0, section, "")


def uneven_imps() -> list:
    """N-S 1 and 2 meet on two boards, 3 and 4 on one.

    On boards 1 and 2 the difference is 100, worth 3 IMPs; on board 3 it is 200, worth 5.
    """
    scores = ((1, 1, 100), (1, 2, 0), (2, 1, 100), (2, 2, 0), (3, 3, 200), (3, 4, 0))
    played = [result_with_score(board, pair, pair + 10, score) for board, pair, score in scores]
    return [Section(id=1, letter="A", winners=2, scoring_type=3), *played]


def test_pairs_with_unequal_numbers_of_boards_are_ranked_by_their_average():
    found, _ = rank_records(uneven_imps())
    assert [(r.pair, r.boards, r.total, r.extra, r.place) for r in found.rankings()][:4] == [
        (3, 1, 5, {"average": 5}, 1),
        (1, 2, 6, {"average": 3}, 2),
        (2, 2, -6, {"average": -3}, 3),
        (4, 1, -5, {"average": -5}, 4),
    ]
    found, _ = rank_records(uneven_imps(), total=True)
    assert [(r.pair, r.total, r.extra, r.place) for r in found.rankings()][:4] == [
        (1, 6, None, 1),
        (3, 5, None, 2),
        (4, -5, None, 3),
        (2, -6, None, 4),
    ]


def test_butler_goes_by_the_average_too_and_an_equal_average_shares_a_place():
    # The datum of two scores with none left out is their mean: 50 from it is 2 IMPs each.
    scores = ((1, 1, 100), (1, 2, 0), (2, 1, 100), (2, 2, 0), (3, 3, 100), (3, 4, 0))
    played = [result_with_score(board, pair, pair + 10, score) for board, pair, score in scores]
    found, _ = rank_records(played, winners=2, name="butler", datum_drop="0")
    assert [(r.pair, r.total, r.place) for r in found.rankings()][:4] == [
        (1, 4, 1),
        (3, 2, 1),
        (2, -4, 3),
        (4, -2, 3),
    ]
    found, _ = rank_records(played, winners=2, name="butler", datum_drop="0", total=True)
    assert [(r.pair, r.place) for r in found.rankings()][:4] == [(1, 1), (3, 2), (4, 3), (2, 4)]


@pytest.mark.parametrize(
    ("words", "boards", "by", "first"),
    [
        ((), 6, "average per board", ["1", "3", "1", "5.00", "5.00"]),
        (("--total",), 6, "total", ["1", "1", "2", "6.00"]),
        ((), 4, "total", ["1", "1", "2", "6.00"]),  # all have two boards
    ],
)
def test_the_report_says_what_places_go_by(words, boards, by, first):
    records = uneven_imps()[: boards + 1]
    done = quick(
        *("rank", "--report", "--parts", "ranking", *words), stdin=b"".join(encode_lines(records))
    )
    lines = done.out.decode().splitlines()
    assert lines[0].endswith(f"two winners (as the section says), ranked by {by}")
    assert lines[4].split() == first
    assert ("Per board" in lines[3]) == ("average" in by)


def test_the_total_is_an_option_of_imps_only():
    done = quick("rank", "--total", stdin=b"".join(encode_lines(uneven_session(winners=2))))
    said = "bmconv: total applies only to butler, cross-imps; the method used is matchpoints\n"
    assert (done.code, done.err) == (2, said)
