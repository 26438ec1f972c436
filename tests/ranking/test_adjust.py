"""What a director decides and a results file cannot hold: the CSV of --adjust."""

import pytest

from bmconv.cli.rank import command
from bmconv.errors import BadInput, BmconvError, DataError
from bmconv.io.stream import encode_lines
from bmconv.records import Result
from tests.helpers.running import ROOT, quick
from tests.helpers.sessions import by_pair, ranked, scored, uneven

BOARD = [scored(1, 1, 11, 50), scored(1, 2, 12, 0), scored(1, 3, 13, -50)]


def points(adjust: str, **options: object) -> list:
    found, _ = ranked(BOARD, adjust, winners=2, **options)
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


def test_without_a_section_there_must_be_only_one():
    text = "board,ns,ew,ns_percentage,ew_percentage\n1,2,12,50,50\n"
    assert points(text)[1] == (2, 2)
    with pytest.raises(BadInput, match=r"adjust.csv:2: no section"):
        ranked([*BOARD, scored(1, 1, 2, 0, section=2)], text, winners=2)


def test_a_decision_ends_an_undecided_board():
    records = [
        *uneven(winners=2),
        Result(section=1, board=3, pair_ns=4, pair_ew=2, remarks="Arbitral score"),
    ]
    text = "section,board,ns,ew,ns_percentage,ew_percentage\nA,3,4,2,40,60\n"
    found, _ = ranked(records, text)
    assert {r.extra for r in found.rankings()} == {None}
    assert by_pair(found)[1, "NS", 4].total == pytest.approx(1 / 3 + 2.4, abs=1e-4)


def test_penalties_in_per_cent_of_a_top_and_in_points():
    text = "section,pair,direction,penalty\nA,1,NS,10%\nA,3,ew,1.5\n"
    found, _ = ranked(uneven(winners=2), text)
    # the top is 6: NS 1 has 28/3 - 0.6, EW 3 has 6.4 - 1.5
    assert by_pair(found)[1, "NS", 1].total == pytest.approx(28 / 3 - 0.6, abs=1e-4)
    assert by_pair(found)[1, "EW", 3].total == pytest.approx(4.9)
    assert by_pair(found)[1, "EW", 3].place == 3


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("nonsense\n", BadInput, "adjust.csv:1: no column 'nonsense'"),
        ("\n", BadInput, "adjust.csv:1: no column ''"),
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
            "adjust.csv:2: no result",
        ),
        ("section,pair,penalty\nA,99,1\n", DataError, "adjust.csv:2: no pair 99"),
        ("section,pair,penalty\nA,1,1,1\n", BadInput, "adjust.csv:2: 4 cells"),
        (
            "section,pair,direction\nA,1,NS\n",
            BadInput,
            "adjust.csv:2: neither a board nor a penalty",
        ),
        (f"section,pair,penalty\nA,{'1' * 200_000},1\n", BadInput, "adjust.csv: field larger"),
        ("section,pair,penalty\nZ,1,1\n", BmconvError, "Z"),
    ],
)
def test_a_bad_file_is_an_error_with_its_line(text, error, said):
    with pytest.raises(error) as caught:
        ranked([*BOARD, *uneven(winners=2)[:1]], text, winners=2)
    assert said in str(caught.value)


def test_the_command_reads_the_file(tmp_path):
    file = tmp_path / "td.csv"
    file.write_text("section,pair,direction,penalty\nA,2,NS,10%\n")
    done = quick("rank", "--adjust", file, stdin=b"".join(encode_lines(uneven(winners=2))))
    assert (
        b'"pair":2,"boards":3,"total":14.4,"maximum":18.0,"percentage":80.0,"place":1' in done.out
    )
    missing = quick("rank", "--adjust", tmp_path / "none.csv", stdin=b"")
    assert (missing.code, missing.out.count(b'"type":"error"')) == (4, 1)


def test_the_sample_in_the_help_is_a_file_that_works(tmp_path):
    sample = [line.strip() for line in command.help.splitlines() if line.count(",") == 8]
    file = tmp_path / "adjust.csv"
    file.write_text("\n".join(sample))
    night = ROOT / "formats/bws/samples/night.bws"
    plain, adjusted = quick("rank", night), quick("rank", night, "--adjust", file)
    assert (len(sample), plain.code, adjusted.code) == (3, 0, 0)
    assert plain.out != adjusted.out
