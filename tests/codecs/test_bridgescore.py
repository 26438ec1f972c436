"""BridgeScore's files: the guide's example, every error it lists, and the report."""

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.codecs import load
from bmconv.codecs.bridgescore import possible_scores
from bmconv.errors import BadInput, DataError, UsageError
from bmconv.records import Result, Round, Section
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick

EXAMPLE = b"2\n2\n3\n1 1 2 -50\n1 2 1 0\n2 1 3 300\n2 2 1 100\nend\n"
"""The example of the guide."""

SECTION = Section(id=1, letter="A", derived=True, winners=2, boards=2, ns_pairs=2, ew_pairs=3)
RESULTS = [
    Result(section=1, board=board, pair_ns=ns, pair_ew=ew, score=score)
    for board, ns, ew, score in ((1, 1, 2, -50), (1, 2, 1, 0), (2, 1, 3, 300), (2, 2, 1, 100))
]

REPORT = """\
Board 1
   NS   EW    Score  Position
    2    1        0         1
    1    2      -50         2

Board 2
   NS   EW    Score  Position
    1    3      300         1
    2    1      100         2

Overall results
   NS  Percentage  Place         EW  Percentage  Place
    1       50.00     1=          2      100.00     1
    2       50.00     1=          1       50.00     2
                                  3        0.00     3

"""


def test_the_example_is_read_and_comes_back_as_the_same_bytes(shared):
    assert (shared / "samples" / "bridgescore" / "example.txt").read_bytes() == EXAMPLE
    assert decode_bytes(EXAMPLE, "bridgescore") == ([SECTION, *RESULTS], [])
    assert encode_records([SECTION, *RESULTS], "bridgescore") == (EXAMPLE, [])


def test_the_report_on_the_example():
    assert encode_records([SECTION, *RESULTS], "bridgescore", file="report") == (
        REPORT.encode(),
        [],
    )
    done = quick("rank", "--method", "bridgescore", "--report", stdin=EXAMPLE)
    assert done == (0, REPORT.encode(), "")


def test_looking_at_a_file_does_not_load_the_ranking():
    look = "import sys, bmconv.codecs.bridgescore as c; c.probe(b'', ''); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, check=True)
    assert not [name for name in done.stdout.split() if name.startswith(b"bmconv.ranking")]


def test_a_file_is_recognised_by_its_content():
    assert quick("info", stdin=EXAMPLE).out.startswith(b"stdin: bridgescore\n")
    assert quick("info", stdin=EXAMPLE.replace(b"\n", b"\r\n\r\n")).code == 0


@pytest.mark.parametrize(
    ("data", "likelihood"),
    [
        (EXAMPLE, 80),
        (b"2\n2\n3\n1 1 2\n", 60),
        (b"2\n2\n3\nEND\n", 60),
        (b"2\n2\n3", 60),
        (b"Ed 2.0\n" + EXAMPLE, 60),
        (b"Ed 2.0\n2\n2\n3", 40),
        (b"2\n2\n1 1 2 -50\n", 0),
        (b"2\n2\n3\nend of file\n", 60),
        (b"2\n2\n3\nTravellers\n", 0),
        (b"2\n2\n3\n1 1 2 4S\n", 0),
        (b"", 0),
    ],
)
def test_three_numbers_and_a_line_of_four_are_the_most_likely(data, likelihood):
    assert load("bridgescore").probe(data, "") == likelihood


def test_possible_scores_are_those_of_all_contracts():
    """The extremes by the laws: 13 down redoubled; 7 NT, or 1 NT with six more, redoubled."""
    assert [(min(s), max(s)) for s in map(possible_scores, ("None", "NS", "EW", "All", ""))] == [
        (-7000, 7000), (-7600, 7000), (-7000, 7600), (-7600, 7600), (-7600, 7600),
    ]  # fmt: skip
    for vulnerable, most in (("None", 2280), ("NS", 3160), ("All", 3160)):
        scores = possible_scores(vulnerable)
        assert max(score for score in scores if score % 50) == most
        assert {0, 70, 80, 90, -70, -80, -90} <= scores
        assert not {10, 20, 30, 40, 60} & scores


@pytest.mark.parametrize(
    "data",
    [
        EXAMPLE.replace(b"\n", b"\r\n"),
        EXAMPLE.replace(b"\n", b"\n\n"),
        EXAMPLE.replace(b" ", b"\t "),
        EXAMPLE.replace(b"300", b"+300"),
        EXAMPLE.replace(b"end", b"END"),
        EXAMPLE.rstrip(),
    ],
)
def test_other_spellings_are_read_as_the_same(data):
    assert decode_bytes(data, "bridgescore") == ([SECTION, *RESULTS], [])


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("3 1 1 50", "undeclared-board"),
        ("0 1 1 50", "undeclared-board"),
        ("2 3 3 50", "undeclared-pair"),
        ("2 1 4 50", "undeclared-pair"),
        ("50 2 1 2", "wrong-order"),
        ("2 1 -110 2", "wrong-order"),
        ("2 -110 1 2", "wrong-order"),
        ("1 3 2 110", "undeclared-pair"),
        ("2 x 2 100", "rogue-characters"),
        ("2 2 2 1OO", "rogue-characters"),
        ("2 2 2", "missing-score"),
        ("2 2", "wrong-count"),
        ("2 2 2 100 5", "wrong-count"),
        ("2 2 2 4", "impossible-score"),
        ("2 2 2 412", "impossible-score"),
        ("2 2 2 99999", "impossible-score"),
        ("2 1 2 100", "pair-twice"),
        ("2 2 3 100", "pair-twice"),
        ("2 2 2 99999999999999999999", "rogue-characters"),
    ],
)
def test_a_bad_line_is_reported_and_nothing_is_read(line, code):
    data = b"2\n2\n3\n\n2 1 3 300\n" + line.encode() + b"\nend\n"
    done = quick("from", "bridgescore", stdin=data)
    assert done.code == 1
    assert b'"type":"result"' not in done.out
    assert f"error {code}: 1 " in done.err
    assert "stdin:6" in done.err
    assert "stdin: errors in line 6; nothing was read" in done.err


def test_all_bad_lines_are_reported_at_once(tmp_path):
    bad, target = tmp_path / "bad.txt", tmp_path / "out.jsonl"
    bad.write_text("2\n2\n3\n1 1 2\n1 x 1 0\n2 1 3 300\n2 2 1 4\n2 2 9 50\nend\n")
    done = quick("convert", bad, target)
    assert (done.code, target.exists()) == (1, False)
    assert "bad.txt: errors in lines 4, 5, 7, 8; nothing was read" in done.err
    for code in ("missing-score", "rogue-characters", "impossible-score", "undeclared-pair"):
        assert f"error {code}: 1 " in done.err


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("4 1 1 50", None),
        ("5 1 1 50", "undeclared-board"),
        ("4 3 1 50", "undeclared-pair"),
        ("4 1 4 50", "undeclared-pair"),
    ],
)
def test_boards_and_pairs_are_those_declared(line, code):
    done = quick("from", "bridgescore", stdin=f"4\n2\n3\n{line}\nend\n".encode())
    told = [word.removesuffix(":") for word in done.err.split() if word.startswith("undeclared-")]
    assert (done.code, told) == ((1, [code]) if code else (0, []))


@pytest.mark.parametrize(
    ("count", "lines"),
    [(1, "4"), (2, "4, 5"), (10, "4, 5, 6, 7, 8, 9, 10, 11, 12, 13"),
     (11, "4, 5, 6, 7, 8, 9, 10, 11, 12, 13 ...")],
)  # fmt: skip
def test_ten_bad_lines_are_named(count, lines):
    with pytest.raises(DataError) as caught:
        decode_bytes(b"2\n2\n3\n" + b"x\n" * count + b"end\n", "bridgescore")
    plural = "s" if count > 1 else ""
    assert str(caught.value) == f"file: errors in line{plural} {lines}; nothing was read"


def test_a_score_impossible_only_at_this_vulnerability_is_a_note():
    # board 1, nobody vulnerable: 4 spades made are 420, and 620 is not a score
    records, notes = decode_bytes(b"1\n1\n1\n1 1 1 620\nend\n", "bridgescore")
    assert records[1].score == 620
    assert codes_and_places(notes) == [("repair", "score-vulnerability", "file:4")]


def test_a_number_of_pairs_that_cannot_sit_is_a_note():
    _, notes = decode_bytes(b"1\n2\n5\n1 1 1 50\nend\n", "bridgescore")
    assert codes_and_places(notes) == [("repair", "pair-counts", "file:3")]


def test_junk_around_the_data_is_left_out_with_a_note():
    data = b"\x1b[ Ed 2.0 ]\nTravellers 7\n" + EXAMPLE + b"\x1a\n1 1 1 50\n"
    records, notes = decode_bytes(data, "bridgescore")
    assert records == [SECTION, *RESULTS]
    assert codes_and_places(notes) == [
        ("repair", "junk-before", "file:1"),
        ("repair", "junk-before", "file:2"),
        ("repair", "junk-after-end", "file:12"),
    ]


def test_a_file_without_end_is_read_with_an_error():
    records, notes = decode_bytes(EXAMPLE[:-4], "bridgescore")
    assert (records, codes_and_places(notes)) == (
        [SECTION, *RESULTS],
        [("error", "no-end", "file:7")],
    )


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"nothing\n", "file:1: no number of boards"),
        (b"2\n2\n", "file:2: no number of E-W pairs"),
        (b"2\n2\n1 1 1 50\n", "file:3: '1 1 1 50'; expected the number of E-W pairs"),
        (b"1 1 1 50\n", "file:1: '1 1 1 50'; expected the number of boards"),
        (b"0\n2\n2\n", "file:1: 0 boards; expected 1 to 9999"),
        (b"99999999999\n2\n2\n", "expected 1 to 9999"),
    ],
)
def test_a_file_without_its_three_numbers_is_refused(data, said):
    with pytest.raises(BadInput) as caught:
        decode_bytes(data, "bridgescore")
    assert said in str(caught.value)


def test_more_boards_and_pairs_than_the_program_had_room_for():
    lines = [f"{board} {pair} {pair} 100" for board in range(1, 61) for pair in range(1, 41)]
    data = "\n".join(["60", "40", "40", *lines, "end", ""]).encode()
    records, notes = decode_bytes(data, "bridgescore")
    assert (len(records), notes) == (2401, [])
    text, lost = encode_records(records, "bridgescore")
    assert text == data
    assert [(note.code, note.place) for note in lost] == [
        ("over-limit", "section A: boards 60"),
        ("over-limit", "section A: ns_pairs 40"),
        ("over-limit", "section A: ew_pairs 40"),
    ]


def test_unplayed_boards_and_pairs_and_a_score_alone_are_blank():
    data = b"3\n2\n2\n1 1 1 50\nend\n"
    report = quick("to", "bridgescore", "--file", "report", stdin=data).out.decode()
    assert (
        report
        == """\
Board 1
   NS   EW    Score  Position
    1    1       50

Board 2
   NS   EW    Score  Position

Board 3
   NS   EW    Score  Position

Overall results
   NS  Percentage  Place         EW  Percentage  Place
    1                             1
    2                             2

"""
    )


def test_what_cannot_be_held_is_noted():
    def made(ns: int, **more: object) -> Result:
        return Result(section=1, table=ns, round=1, board=1, pair_ns=ns, pair_ew=ns, **more)

    played = {"declarer": "N", "contract": "4 S", "result": "="}
    records = [
        Section(id=1, letter="A", winners=2),
        made(1, id=1, **played),
        made(2, id=2, remarks="60%-40%"),
        made(3, id=3, remarks="Not played"),
        made(4, id=4, remarks="Wrong direction", **played),
        made(5, id=5, remarks="Arbitral score"),
        made(6, id=6, erased=True, **played),
        made(7, id=7, score=15),
        Result(section=1, table=9, round=1, pair_ns=9, pair_ew=9, **played),
        Result(section=1, table=8, round=1, board=1, pair_ns=1, pair_ew=8, score=50),
    ]
    data, notes = encode_records(records, "bridgescore")
    assert data == b"1\n1\n1\n1 1 1 420\nend\n"
    own = [note.code for note in notes if note.code != "field-lost"]
    assert own == [
        "adjusted-lost",
        "not-played-lost",
        "switched-lost",
        "undecided-lost",
        "history-lost",
        "result-lost",
        "result-lost",
        "pair-twice",
    ]


def test_one_winner_is_refused():
    with pytest.raises(DataError, match="section A has one winner"):
        encode_records([Section(id=1, winners=1), *RESULTS], "bridgescore")
    turned = [*RESULTS[:1], Result(section=1, board=2, pair_ns=2, pair_ew=1, score=0)]
    with pytest.raises(DataError, match="pairs change sides"):
        encode_records(turned, "bridgescore")


def test_of_several_sections_one_must_be_named():
    records = [*RESULTS, Result(section=2, board=1, pair_ns=1, pair_ew=1, score=0)]
    with pytest.raises(UsageError, match=r"the input has A, B; choose one with section$"):
        encode_records(records, "bridgescore")
    with pytest.raises(UsageError, match="the input has A, B;"):
        encode_records([Section(id=1), Section(id=2)], "bridgescore")
    data, notes = encode_records(records, "bridgescore", section="B")
    assert data == b"1\n1\n1\n1 1 1 0\nend\n"
    assert {note.code for note in notes} == {"section-lost"}


def test_results_without_a_section_are_written():
    played = Result(board=1, pair_ns=1, pair_ew=1, contract="1 C", declarer="N", result="=")
    assert encode_records([played], "bridgescore")[0] == b"1\n1\n1\n1 1 1 70\nend\n"


def test_nothing_to_write_is_an_error():
    with pytest.raises(DataError, match="no results"):
        encode_records([Round(section=1, table=1, round=1, ns_pair=1, ew_pair=1)], "bridgescore")
    with pytest.raises(DataError, match="no results"):
        encode_records([Section(id=1, winners=2, boards=3)], "bridgescore")


PLACES = st.sets(st.tuples(st.integers(1, 60), st.integers(1, 40)), min_size=1, max_size=40)


@given(PLACES, st.integers(0, 5))
def test_what_is_written_is_read_again(places, more):
    section = Section(id=1, letter="A", derived=True, winners=2)
    section.boards = max(board for board, _ in places) + more
    section.ns_pairs = section.ew_pairs = max(pair for _, pair in places) + more
    results = [
        Result(section=1, board=board, pair_ns=pair, pair_ew=pair, score=(50, -100, 0)[pair % 3])
        for board, pair in sorted(places)
    ]
    data, lost = encode_records([section, *results], "bridgescore")
    assert decode_bytes(data, "bridgescore")[0] == [section, *results]
    above = [section.boards > 45, section.ns_pairs > 30, section.ew_pairs > 30]
    assert [note.code for note in lost] == ["over-limit"] * sum(above)


def test_a_dos_end_ends_the_file():
    for end in (b"end\x1a", b"end\r\n\x1a", b"end\r\n\x1a\r\n"):
        data = EXAMPLE[: EXAMPLE.index(b"end")] + end
        assert decode_bytes(data, "bridgescore") == ([SECTION, *RESULTS], [])


def test_letters_counts_and_other_sections_are_noted():
    sections = [Section(id=2, letter="B", boards=1, ns_pairs=1, ew_pairs=1), Section(id=3)]
    result = Result(section=2, board=2, pair_ns=1, pair_ew=1, score=420)
    _, notes = encode_records([*sections, result], "bridgescore")
    assert [note.code for note in notes] == ["letter-lost", "count-changed", "section-lost"]
