"""Ranking as other programs do it: rounded boards, factors, board-a-match, own scales."""

import pytest

from bmconv.bridge.victory_points import points_on_scale
from bmconv.errors import BadInput, UsageError
from bmconv.event import Event
from bmconv.ranking.methods import CROSS_IMPS, Method
from bmconv.ranking.options import method_fields, method_map
from bmconv.ranking.plays import Contestant
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.ranking.vp_scale import read_scale
from bmconv.records import Ranking, Result, Round, ScoringGroup, Section
from bmconv.reports.language import ENGLISH
from bmconv.reports.scoring import method_text
from tests.helpers.coding import decode_bytes
from tests.helpers.running import ROOT, SHARED, absent, quick
from tests.helpers.sessions import rank_records, result, result_with_score
from tests.ranking.test_teams import match

SAMPLES = ROOT / "formats" / "usebio" / "samples"


def shared(name: str) -> str:
    path = SHARED / "samples" / "usebio" / f"{name}.xml"
    if not path.exists():
        absent(str(path))
    return str(path)


def totals(found) -> dict:
    return {(r.direction, r.pair): r.total for r in found.rankings()}


@pytest.mark.parametrize(
    ("name", "first", "second", "most"),
    [("board-a-match", 2.1, 1.9, 4), ("point-a-board", 4.2, 3.8, 8)],
)
def test_boards_that_count_by_themselves(name, first, second, most):
    # team 1 wins board 1, loses board 2, halves board 3, and has 60 % of board 4
    found, notes = rank_records(match(), name=name)
    assert notes == []
    assert [(r.pair, r.total, r.maximum, r.place) for r in found.rankings()] == [
        (1, first, most, 1),
        (2, second, most, 2),
    ]
    won = next(r for r in found.event.of(Result) if (r.table, r.board) == (1, 1))
    assert (won.mp_ns, won.mp_ew, won.imp_ns) == (most / 4, 0, None)


def test_a_scoring_group_can_ask_for_board_a_match():
    records = [ScoringGroup(session=None, number=1, method=60), *match()]
    next(r for r in records if isinstance(r, Section)).scoring_group = 1
    found, _ = rank_records(records)
    assert found.fields[0].method.name == "board-a-match"


SCALE = "imps,winner,loser\n0,10,10\n1,11,9\n3-5,12.5,7\n6,20,0\n"


@pytest.mark.parametrize(
    ("margin", "points"),
    [(0, 10), (1, 11), (2, 11), (3, 12.5), (5, 12.5), (6, 20), (40, 20), (-1, 9), (-5, 7)],
)
def test_a_scale_holds_up_to_the_next_margin(margin, points):
    assert points_on_scale(margin, read_scale("x", iter(SCALE.splitlines()))) == points


def test_without_the_losers_points_both_teams_share_twice_those_of_a_draw():
    assert read_scale("x", iter(["imps,winner", "0,15", "1,16", "8,25", ""])) == (
        (0, 15, 15), (1, 16, 14), (8, 25, 5),
    )  # fmt: skip


@pytest.mark.parametrize("drop", ["x", "x%", "1000", "-1", "1.5", "%"])
def test_a_datum_drop_is_a_number_a_percentage_or_auto(drop):
    with pytest.raises(UsageError, match=r"datum drop .*: expected a number, a percentage or auto"):
        method_fields({"datum_drop": drop})


def test_options_that_were_given_become_fields_of_the_method():
    assert method_fields({"method": "butler", "datum_drop": 2, "group": "all", "winners": 1}) == {
        "name": "butler",
        "datum_drop": "2",
    }
    assert method_fields({"scale": 1, "total": False, "round": None}) == {"scale": 1}


def test_a_record_of_a_method_has_the_options_that_apply_and_those_that_are_not_usual():
    plain = {"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"}
    assert method_map(Method(), "auto", None) == plain
    assert method_map(Method(), "section", 2) == plain | {"group": "section", "winners": 2}
    teams = Method("teams", vp_scale=((0, 10, 10),), scale_name="x.csv")
    assert method_map(teams, "auto", None) == {
        "name": "teams", "average_imps": 3, "vp_scale": [[0, 10, 10]], "scale_name": "x.csv",
    }  # fmt: skip


def test_a_scale_may_have_decimal_commas():
    commas = SCALE.replace(",", ";").replace(".", ",")
    assert read_scale("x", iter(commas.splitlines())) == read_scale("x", iter(SCALE.splitlines()))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n0,1\n", "imps,winner"),
        ("imps,winner\n1,11\n", "rise from 0"),
        ("imps,winner\n0,10\n3,12\n3,13\n", "rise from 0"),
        ("imps,winner\n0,ten\n", "points"),
        ("imps,winner\nnil,10\n", "margin"),
        ("imps,winner\n", "rise"),
    ],
)
def test_a_faulty_scale_is_refused(text, message):
    with pytest.raises(BadInput, match=message):
        read_scale("scale.csv", iter(text.splitlines()))


def test_teams_on_a_scale_of_the_club():
    scale = read_scale("x", iter(SCALE.splitlines()))
    found, _ = rank_records(match(), vp_scale=scale)  # team 1 loses by 3 IMPs
    assert totals(found) == {(None, 2): 12.5, (None, 1): 7}


TWENTY = "imps,winner\n0,10\n1,11\n2,12\n3,13\n5,14\n7,15\n9,16\n11,17\n14,18\n17,19\n20,20\n"


def thirds() -> list:
    """Two boards on which the best score is worth (6 + 7 + 7) / 3 IMPs."""
    scores = (420, 170, 140, 140)
    lines = [result_with_score(b, p, p, s) for b in (1, 2) for p, s in enumerate(scores, 1)]
    return [Section(id=1, letter="A", scoring_type=3, winners=2), *lines]


@pytest.mark.parametrize(("unit", "total"), [(None, 13.3333), ("0.01", 13.34), ("0.1", 13.4)])
def test_boards_are_rounded_before_they_are_added(unit, total):
    found, _ = rank_records(thirds(), **({"round": unit} if unit else {}))
    assert totals(found)["NS", 1] == total
    assert totals(found)["EW", 1] == -total


@pytest.mark.parametrize(("unit", "places"), [("", [1, 2]), ("0.01", [1, 1])])
def test_with_rounded_boards_equal_figures_are_ties(unit, places):
    standings = Standings([1], "", Method(CROSS_IMPS, round=unit))
    # 6.67 IMPs from 16 boards are 0.4169 a board, 10 from 24 are 0.4167: both printed as 0.42
    for pair, boards, total in ((1, 16, 6.67), (2, 24, 10.0)):
        standings.tallies.append(
            ContestantTally(Contestant(1, "", pair), boards=boards, total=total)
        )
    standings.settle()
    assert [tally.place for tally in standings.tallies] == places


def test_a_board_with_an_award_can_stay_unfactored():
    lines = [
        result_with_score(1, 1, 1, 100),
        result_with_score(1, 2, 2, 50),
        result_with_score(1, 3, 3, 0),
    ]
    lines += [result(1, 4, 4, "60%-40%")]
    lines += [result_with_score(2, p, p, 10 * p) for p in (1, 2, 3, 4)]
    section = Section(id=1, letter="A", winners=2)
    found, _ = rank_records([section, *lines], factor="no-awards", averages="plain")
    best = {(r.board, r.pair_ns): r.mp_ns for r in found.event.of(Result)}
    assert [best[1, p] for p in (1, 2, 3, 4)] == [4, 2, 0, 2.4]  # three scores: a top of 4
    assert best[2, 4] == 6
    usual, _ = rank_records([section, *lines], averages="plain")
    assert next(r.mp_ns for r in usual.event.of(Result)) == pytest.approx(5.6667)  # 5 * 4/3 - 1
    assert "boards with an award" in method_text(found.fields[0].method, ENGLISH)


def test_published_percentages_and_places_are_worked_out_the_same():
    done = quick("rank", shared("pairsscorer-mp"))
    assert (done.code, done.err) == (0, "")


def test_published_victory_points_follow_from_the_scale_of_the_club(tmp_path):
    (tmp_path / "scale.csv").write_text(TWENTY)
    words = ("rank", shared("teamsscorer"), "--vp-scale", tmp_path / "scale.csv")
    assert quick(*words).err == ""
    assert "victory points of scale.csv" in quick(*words, "--report").out.decode()
    assert "total-differs" in quick("rank", shared("teamsscorer")).err


def test_differences_from_what_was_published_are_noted():
    done = quick("rank", SAMPLES / "federation.xml")
    # The law raises the 60 % of pair 1 to its 100 % elsewhere; 40 % of pair 2 stay: it has 100 %.
    assert "percentage-differs: 1 percentage not as published" in done.err
    assert "ranking A1 NS: 100, published 80" in done.err
    assert "points-differ" in done.err
    assert quick("rank", SAMPLES / "federation.xml", "--averages", "plain").err == ""


def test_points_and_places_that_differ_are_named_with_both_figures():
    """Two pairs on one board: 620 beats 170, so pair 1 has 2 points and pair 2 none."""
    results = [
        Result(section=1, board=1, pair_ns=1, pair_ew=3, score=620, mp_ns=0),
        Result(section=1, board=1, pair_ns=2, pair_ew=4, score=170, mp_ns=2),
    ]
    published = [
        Ranking(section=1, direction="NS", pair=pair, place=place)
        for pair, place in ((1, 2), (2, 1))
    ]
    _, notes = rank_records([Section(id=1, letter="A", winners=2), *results, *published])
    assert [(note.code, note.place) for note in notes if "as published" in str(note)] == [
        ("place-differs", "ranking A1 NS: 1, published 2"),
        ("place-differs", "ranking A2 NS: 2, published 1"),
        ("points-differ", "result A board 1 mp_ns: 2, published 0"),
        ("points-differ", "result A board 1 mp_ns: 0, published 2"),
    ]
    assert {str(note).split(" (")[0] for note in notes} >= {
        "repair place-differs: 1 place not as published",
        "repair points-differ: 1 point not as published",
    }


def test_keep_passes_the_published_ones_through():
    name = SAMPLES / "federation.xml"
    assert quick("rank", name, "--keep").out == quick("from", "usebio", name).out
    shown = quick("rank", name, "--keep", "--report", "--parts", "ranking").out.decode()
    lines = [line.split() for line in shown.splitlines() if line.startswith("   ")]
    assert [(line[0], line[1], line[-1]) for line in lines] == [
        ("1", "1", "80.00"), ("2", "2", "25.00"), ("1", "2", "70.00"), ("2", "1", "25.00"),
    ]  # fmt: skip


def test_worked_out_places_keep_names_and_national_numbers():
    event = Event(decode_bytes(quick("rank", SAMPLES / "federation.xml").out, "records")[0])
    first = event.of(Ranking)[0]
    assert first.names == ["Ada Lind", "Bo Stone"]
    assert first.extra == {"numbers": ["100001", "100002"], "number": "1 NS"}


def test_the_file_for_upload_takes_options_of_its_format(tmp_path):
    out = tmp_path / "night.xml"
    night = ROOT / "formats" / "bws" / "samples" / "night.bws"
    words = ("--to-opt", "numbers=national", "--to-opt", "club_name=Oak")
    assert quick("rank", night, "-o", out, *words).code == 0
    assert b"<CLUB_NAME>Oak</CLUB_NAME>" in out.read_bytes()


def test_rounds_of_a_match_are_found_by_mates():
    event = Event(decode_bytes((SAMPLES / "teams.xml").read_bytes(), "usebio")[0])
    assert [(r.table, r.mates_table) for r in event.of(Round)] == [(1, 2), (2, 1)]
    assert quick("rank", SAMPLES / "teams.xml").err == ""


def test_the_file_of_the_club_goes_into_the_federations_file(tmp_path):
    club, made = tmp_path / "club.toml", tmp_path / "night.xml"
    club.write_text('club_name = "Oak Bridge Club"\n')
    night = ROOT / "formats/bws/samples/night.bws"
    assert quick("rank", night, "--club", club, "-o", made).code == 0
    assert b"<CLUB_NAME>Oak Bridge Club</CLUB_NAME>" in made.read_bytes()
    done = quick("rank", night, "--club", club)
    assert (done.code, " a file in another format" in done.err) == (2, True)
