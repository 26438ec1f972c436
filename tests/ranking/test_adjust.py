"""What a director decides and a results file cannot hold: the CSV of --adjust."""

import pytest
from msgspec import structs

from bmconv.errors import BadInput, DataError
from bmconv.io.stream import encode_lines
from bmconv.records import Result
from tests.helpers.running import ROOT, quick
from tests.helpers.sessions import (
    by_pair,
    places_of,
    rank_records,
    result_with_score,
    uneven_session,
)

BOARD = [
    result_with_score(1, 1, 11, 50),
    result_with_score(1, 2, 12, 0),
    result_with_score(1, 3, 13, -50),
]


def points(adjust: str, **options: object) -> list:
    found, _ = rank_records(BOARD, adjust, winners=2, **options)
    if options.get("name") == "butler":
        return [(r.imp_ns, r.imp_ew) for r in found.event.of(Result)]
    return [(r.mp_ns, r.mp_ew) for r in found.event.of(Result)]


def test_percentages_are_of_the_top_and_leave_fewer_scores():
    # two of three scores are left: 2 is 3*3/2-1 = 3.5 of 4, 0 is 1*3/2-1 = 0.5
    text = "section,board,ns,ew,ns_percentage,ew_percentage\nA,1,2,12,70,45%\n"
    assert points(text) == [(3.5, 0.5), (2.8, 1.8), (0.5, 3.5)]


def test_points_are_given_as_they_are():
    text = "section;board;ns;ew;ns_points;ew_points\nA;1;2;12;5;-2\n"
    assert points(text, name="butler", datum_drop="0") == [(2, -2), (5, -2), (-2, 2)]
    assert points(text)[1] == (5, -2)


def test_a_split_score_is_compared_on_each_side_with_its_own():
    # N-S compare 50, 60, -50: 60 is best. E-W compare 50, -60, -50: -60 is best for them.
    text = "section,board,ns,ew,ns_score,ew_score\nA,1,2,12,60,-60\n"
    assert points(text) == [(2, 0), (4, 4), (0, 2)]
    # E-W compare 50, -50, -50: two are equal, and better for them than the first
    text = "section,board,ns,ew,ns_score,ew_score\nA,1,2,12,60,-50\n"
    assert points(text) == [(2, 0), (4, 3), (0, 3)]


def test_a_score_for_one_side_and_a_percentage_for_the_other():
    # N-S compare 50, 60, -50. Of E-W two scores of three are left: 2 is 3*3/2-1 = 3.5 of 4.
    text = "section,board,ns,ew,ns_score,ew_percentage\nA,1,2,12,60,40\n"
    assert points(text) == [(2, 0.5), (4, 1.6), (0, 3.5)]


def test_points_have_four_decimals_and_less_than_10_000():
    text = "section,board,ns,ew,ns_points,ew_points\nA,1,2,12,{},-9999\n"
    assert points(text.format("1.23456"))[1] == (1.2346, -9999)
    with pytest.raises(BadInput, match="2: ns_points is '10000'; expected a number"):
        points(text.format("10000"))
    text = "section,board,ns,ew,ns_percentage,ew_percentage\nA,1,2,12,{},0\n"
    assert points(text.format("100"))[1] == (4, 0)
    with pytest.raises(BadInput, match=r"is '100\.1'; expected a percentage up to 100"):
        points(text.format("100.1"))


def test_without_a_section_there_must_be_only_one():
    text = "board,ns,ew,ns_percentage,ew_percentage\n1,2,12,50,50\n"
    assert points(text)[1] == (2, 2)
    with pytest.raises(BadInput, match=r"adjust.csv:2: no section"):
        rank_records([*BOARD, result_with_score(1, 1, 2, 0, section=2)], text, winners=2)


def test_pairs_are_named_as_rankings_of_several_sections_print_them():
    records = [*BOARD, result_with_score(1, 1, 2, 0, section=2)]
    text = "section,board,ns,ew,ns_points,ew_points\n{},1,{},12,5,-2\n"
    for section, pair in (("A", "A2"), ("", "a2"), ("1", "A2")):
        found, _ = rank_records(records, text.format(section, pair), winners=2)
        assert [(r.mp_ns, r.mp_ew) for r in found.event.of(Result)][1] == (5, -2)
    with pytest.raises(BadInput, match=r"2: ns is 'B2'; expected a pair of section A"):
        rank_records(records, text.format("A", "B2"), winners=2)
    penalised, _ = rank_records(records, "pair,direction,penalty\nA1,NS,1\n", winners=2)
    assert by_pair(penalised)[1, "NS", 1].total == 3


def test_a_decision_ends_an_undecided_board():
    records = [
        *uneven_session(winners=2),
        Result(section=1, board=3, pair_ns=4, pair_ew=2, remarks="Arbitral score"),
    ]
    text = "section,board,ns,ew,ns_percentage,ew_percentage\nA,3,4,2,45,55\n"
    found, _ = rank_records(records, text)
    assert {r.extra for r in found.rankings()} == {None}
    assert by_pair(found)[1, "NS", 4].total == pytest.approx(1 / 3 + 2.7, abs=1e-4)


def test_penalties_in_per_cent_of_a_top_and_in_points():
    text = "section,pair,direction,penalty\nA,1,NS,10%\nA,3,ew,1.5\n"
    found, _ = rank_records(uneven_session(winners=2), text)
    # the top is 6: NS 1 has 28/3 - 0.6, EW 3 has 6.4 - 1.5
    assert by_pair(found)[1, "NS", 1].total == pytest.approx(28 / 3 - 0.6, abs=1e-4)
    assert by_pair(found)[1, "EW", 3].total == pytest.approx(4.9)
    assert by_pair(found)[1, "EW", 3].place == 3


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("nonsense\n", BadInput, "adjust.csv:1: unknown column 'nonsense'; expected a header of"),
        ("par,penalty\n", BadInput, "1: unknown column 'par'; the nearest is 'pair'; expected"),
        ("board,award\n", BadInput, "adjust.csv:1: no column for pairs; expected a header of"),
        ("pair,par,penlty\n", BadInput, "1: unknown column 'par'; the nearest is 'pair'; expected"),
        (
            "section,board,ns,ew,award\nA,123456789,1,11,ave\n",
            DataError,
            "adjust.csv:2: no result of board 123456789 with",
        ),
        (
            "section,board,ns,ew,award\nA,1234567890,1,11,ave\n",
            BadInput,
            "adjust.csv:2: board is '1234567890'; expected a whole number",
        ),
        ("\n", BadInput, "adjust.csv:1: no header; expected a header of"),
        ("section,board,ns,ew,ns_score\nA,x,1,11,1\n", BadInput, "adjust.csv:2: board is 'x'"),
        ("section,board,ns,ew,ns_score\nA,1,1,11,1\n", BadInput, "adjust.csv:2: 0 values for EW"),
        ("section,board,ns,ew,ns_score,ns_points\nA,1,1,11,1,1\n", BadInput, "2 values for NS"),
        (
            "section,board,ns,ew,ns_score,ew_score\nA,1,1,11,1e99,1\n",
            BadInput,
            "adjust.csv:2: ns_score",
        ),
        (
            "section,board,ns,ew,ns_score,ew_score\nA,1,1,12,1,1\n",
            DataError,
            "adjust.csv:2: no result of board 1 with N-S 1 and E-W 12; on board 1 N-S and E-W were "
            "1-11, 2-12, 3-13",
        ),
        (
            "section,pair,penalty\nA,99,1\n",
            DataError,
            "adjust.csv:2: no pair 99 here; there are 1-3, 11-13",
        ),
        (
            "section,pair,direction,penalty\nA,11,NS,1\n",
            DataError,
            "adjust.csv:2: no pair 11 NS here; there are 1-3",
        ),
        (
            "section,board,ns,ew,award\nA,9,1,11,60/40\n",
            DataError,
            "adjust.csv:2: no result of board 9 with N-S 1 and E-W 11; the boards with "
            "results are 1",
        ),
        ("section,pair,penalty\nA,1,1,1\n", BadInput, "adjust.csv:2: 4 cells"),
        ("\nsection,pair,penalty\nA,1,1,1\n", BadInput, "adjust.csv:3: 4 cells"),
        ("section,pair,penalty\nA,1,2,5\n", BadInput, "write decimals with a point, such as 2.5"),
        (
            "section,pair,direction\nA,1,NS\n",
            BadInput,
            "adjust.csv:2: neither a board nor a penalty",
        ),
        (
            "section,board,ns,ew,award\nA,1,1,11,60/40\nA,1,1,11,40/60\n",
            DataError,
            "adjust.csv:3: board 1, 1 v 11 has an award in line 2 already",
        ),
        (
            # a board has a top of 4 (three scores), and pair 2 played one
            "section,pair,penalty\nA,2,3\nA,2,1.5\n",
            DataError,
            "adjust.csv:3: 4.5 points in all are more than pair 2 NS can get (4)",
        ),
        ("section,pair,penalty\nA,2,101%\n", BadInput, "'101%'; expected at most 100% of a top"),
        (f"section,pair,penalty\nA,{'1' * 200_000},1\n", BadInput, "adjust.csv: field larger"),
        (
            "section,pair,penalty\nZ,1,1\n",
            DataError,
            "adjust.csv:2: no section 'Z'; the sections are A (1)",
        ),
    ],
)
def test_a_bad_file_is_an_error_with_its_line(text, error, said):
    with pytest.raises(error) as caught:
        rank_records([*BOARD, *uneven_session(winners=2)[:1]], text, winners=2)
    assert said in str(caught.value)


def test_the_command_reads_the_file(tmp_path):
    file = tmp_path / "td.csv"
    file.write_text("section,pair,direction,penalty\nA,2,NS,10%\n")
    evening = b"".join(encode_lines(uneven_session(winners=2)))
    done = quick("rank", "--adjust", file, stdin=evening)
    assert (
        b'"pair":2,"boards":3,"total":14.4,"maximum":18.0,"percentage":80.0,"place":1' in done.out
    )
    missing = quick("rank", "--adjust", tmp_path / "none.csv", stdin=evening)
    assert (missing.code, missing.out.count(b'"type":"error"')) == (4, 1)


def test_one_line_says_what_was_applied(tmp_path):
    file = tmp_path / "td.csv"
    header = "section,board,ns,ew,award,pair,direction,penalty\n"
    night = ROOT / "formats/bws/samples/night.bws"

    def message(lines: str, *options: str) -> str:
        file.write_text(header + lines)
        return quick("rank", night, "--adjust", file, *options).err

    award, penalty = "A,4,2,2,60/40,,,\n", "A,,,,,{},EW,10%\n"
    both = award + penalty.format(3) + penalty.format(1)
    assert f"bmconv: {file}: 1 award, 2 penalties\n" in message(both)
    assert f"bmconv: {file}: 1 penalty\n" in message(penalty.format(3))
    assert f"bmconv: {file}: no awards or penalties\n" in message("")
    assert message(both, "-q") == ""
    checked = quick("publish", night, "--check", "--adjust", file, "--out", tmp_path / "out")
    assert f"bmconv: {file}: 1 award, 2 penalties\n" in checked.err


def test_at_imps_a_penalty_is_in_imps_and_at_most_24_a_board():
    text = "section,pair,direction,penalty\nA,2,NS,{}\n"
    found, _ = rank_records(BOARD, text.format(24), winners=2, name="butler", datum_drop="0")
    assert by_pair(found)[1, "NS", 2].total == -24
    with pytest.raises(DataError, match=r"25 points in all are more than pair 2 NS can get \(24\)"):
        rank_records(BOARD, text.format(25), winners=2, name="butler", datum_drop="0")
    with pytest.raises(DataError, match="2: at IMPs a penalty is in IMPs, not per cent"):
        rank_records(BOARD, text.format("10%"), winners=2, name="butler", datum_drop="0")


@pytest.mark.parametrize("sample", ["bws/samples/night.bws", "xlsx/samples/evening.xlsx"])
def test_a_file_that_is_not_csv_is_named(sample):
    night = ROOT / "formats/bws/samples/night.bws"
    done = quick("rank", night, "--adjust", ROOT / "formats" / sample)
    format = sample.partition("/")[0]
    assert done.code == 3
    assert f"{sample}: a file of the format {format}; expected CSV with a" in done.err


def test_an_award_has_the_words_that_remarks_have():
    text = "section,board,ns,ew,award\nA,1,2,12,{}\n"
    for words in ("60/40", "A+/A-", "A6040", "60%-40%"):
        found, _ = rank_records(BOARD, text.format(words), winners=2)
        remarks = [r.remarks for r in found.event.of(Result)]
        assert remarks == [None, "60%-40%", None]
    # 60 % of 4, and the others as two scores of three
    assert points(text.format("ave"))[1] == (2, 2)
    assert points(text.format("+60/+60")) == points(
        "section,board,ns,ew,ns_score,ew_score\nA,1,2,12,60,-60\n"
    )
    with pytest.raises(BadInput, match="award is '70/30'; expected 70%/30% or 70/30 points"):
        points(text.format("70/30"))


def test_60_and_40_are_averages_of_law_12c2_wherever_they_stand():
    # N-S 1 has 5.25 of 6 on board 1 and all of it on board 2; 60 % on board 3 becomes its own.
    as_remark = [*uneven_session(winners=2)]
    as_remark[-3] = structs.replace(as_remark[-3], remarks="60%-40%")
    adjusted = "section,board,ns,ew,ns_percentage,ew_percentage\nA,3,1,3,60,40\n"
    in_file, _ = rank_records(uneven_session(winners=2), adjusted)
    in_remark, _ = rank_records(as_remark)
    assert places_of(in_file) == places_of(in_remark)


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        (",,,,3,NS,,-10%", "penalty is '-10%'; expected points, or a percentage of a top"),
        (",,,,3,NS,,ten", "penalty is 'ten'"),
        (",1,1,11,,,,10%", "a board and a penalty; expected a line for each"),
        (",,,,3,NS,60/40,", "award without a board; expected board, ns and ew"),
        (",1,1,11,,,,", "0 values for NS; expected award, or one for each side"),
        (",,,,3,N,,1", "direction is 'N'; expected NS or EW"),
    ],
)
def test_no_part_of_a_line_is_ignored(line, problem):
    header = "section,board,ns,ew,pair,direction,award,penalty"
    with pytest.raises(BadInput) as caught:
        rank_records(BOARD, f"{header}\n{line}\n", winners=2)
    assert str(caught.value).startswith(f"adjust.csv:2: {problem}")


def test_one_pair_is_enough_to_find_a_result():
    assert points("board,ew,award\n1,12,ave\n")[1] == (2, 2)
    assert points("board,pair,direction,award\n1,2,NS,ave\n")[1] == (2, 2)
    with pytest.raises(DataError, match="3 results of board 1; ns and ew are the pairs"):
        points("section,board,award\nA,1,ave\n")


def test_records_usebio_page_and_report_say_what_was_decided(tmp_path):
    file = tmp_path / "td.csv"
    file.write_text("section,board,ns,ew,award,pair,direction,penalty\nA,4,2,2,60/40,,,\n"
                    "A,,,,,3,EW,10%\n")  # fmt: skip
    night = ROOT / "formats/bws/samples/night.bws"
    assert b'"remarks":"60%-40%"' in quick("rank", night, "--adjust", file).out
    for name in ("night.xml", "night.html", "night.txt"):
        done = quick("rank", night, "--adjust", file, "-o", tmp_path / name)
        assert done.code == 0
    lines = (tmp_path / "night.xml").read_text().split("<TRAVELLER_LINE>")
    assert [line.count("<SCORE>A6040</SCORE>") for line in lines if "A6040" in line] == [1]
    for name in ("night.html", "night.txt"):
        text = (tmp_path / name).read_text()
        assert "Board 4, N-S 2 and E-W 2: 60 % to N-S, 40 % to E-W" in text
        assert "Pair 3 E-W: penalty of 0.40 points" in text
    ranking = quick("rank", night, "--adjust", file, "--report", "--parts", "ranking").out.decode()
    (header,) = [line for line in ranking.splitlines() if "Penalty" in line]
    assert header.split() == ["Place", "Pair", "Names", "Boards", "Penalty", "Points", "Max", "%"]
