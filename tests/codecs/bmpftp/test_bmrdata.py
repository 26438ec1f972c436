"""BMRData.txt: the sample, odd input that is read, bad input that is refused, and output."""

import datetime
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.bridge.awards import resembles_awards
from bmconv.codecs import load
from bmconv.errors import BadInput
from bmconv.records import Hand, Intermediate, Result
from bmconv.rules import BWS
from tests.helpers import strategies as some
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records

LINE = (
    b'1,1,2,8,1,3,3,"W ","5 D","-3","D10",150,"",#2006-01-27#,#1899-12-30 10:00:32#,'
    b"#FALSE#,#FALSE#,#FALSE#,#FALSE#,#FALSE#,#FALSE#\r\n"
)
"""A line of the guide's example: table 1, round 2, board 8, 5 D by West three down."""

RESULT = Result(
    section=1, table=1, round=2, board=8, pair_ns=1, pair_ew=3, declarer_pair=3, declarer="W",
    contract="5 D", result="-3", lead_card="D10", score=150,
    date=datetime.date(2006, 1, 27), time=datetime.time(10, 0, 32),
)  # fmt: skip


def changed(**fields: object) -> Result:
    """RESULT with other values."""
    return Result(**{name: getattr(RESULT, name) for name in RESULT.__struct_fields__} | fields)


def test_the_sample_comes_back_as_the_same_bytes(bmpftp_files):
    sample = (bmpftp_files / "BMRData.txt").read_bytes()
    records, notes = decode_bytes(sample, "bmrdata")
    assert (len(records), notes) == (36, [])
    assert encode_records(records, "bmrdata", pad=True) == (sample, [])
    assert encode_records(records, "bmrdata")[0] == re.sub(rb'"([NESW]) "', rb'"\1"', sample)


def test_all_36_scores_of_the_sample_are_recomputed_equal(bmpftp_files):
    sample = (bmpftp_files / "BMRData.txt").read_bytes()
    without = re.sub(rb'("[A-Z0-9]+"),-?\d+,""', rb'\1,0,""', sample)
    records, _ = decode_bytes(without, "bmrdata")
    assert [record.score for record in records] == [0] * 36
    for record in records:
        record.score = None
    assert encode_records(records, "bmrdata", pad=True) == (sample, [])


def test_the_four_passed_out_boards_of_the_sample_keep_their_tricks(bmpftp):
    records, _ = decode_bytes((bmpftp / "BMRData.txt").read_bytes(), "bmrdata")
    passed = [(r.board, r.result, r.score) for r in records if r.contract == "PASS"]
    assert passed == [(5, "+2", 0), (6, "-3", 0), (3, "-2", 0), (4, "+1", 0)]


def test_a_line_is_read():
    assert decode_bytes(LINE, "bmrdata") == ([RESULT], [])


def test_a_line_with_id_and_one_without_are_read_in_one_file():
    records, notes = decode_bytes(b"77," + LINE + LINE, "bmrdata")
    assert (records, notes) == ([changed(id=77), RESULT], [])


def test_the_id_is_written_where_there_is_one_or_as_asked():
    with_id, without = b'77,1,1,2,8,1,3,3,"W"', b'1,1,2,8,1,3,3,"W"'
    records = [changed(id=77), RESULT]

    def starts(**options: object) -> list[bytes]:
        lines = encode_records(records, "bmrdata", **options)[0].splitlines()
        return [line[: line.index(b'"W"') + 3] for line in lines]

    assert starts() == [with_id, without]
    assert starts(id=True) == [with_id, b"#NULL#," + without]
    assert starts(id=False) == [without, without]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LINE.replace(b"\r\n", b"\n"), id="LF"),
        pytest.param(LINE.replace(b"\r\n", b"\r"), id="CR"),
        pytest.param(LINE.rstrip(), id="no last line end"),
        pytest.param(b"\xef\xbb\xbf" + LINE, id="UTF-8 BOM"),
        pytest.param(b"\r\n" + LINE + b" \r\n\r\n", id="blank lines"),
        pytest.param(LINE.replace(b'"', b""), id="no quotes"),
        pytest.param(LINE.replace(b",", b" ,\t "), id="blanks around commas"),
        pytest.param(LINE.replace(b"1,1,2,8", b"1,\t1,2,8"), id="a tab before a number"),
        pytest.param(LINE.replace(b"1,1,2,8", b" 1,1 ,2,8"), id="a blank around a number"),
        pytest.param(LINE.replace(b",150,", b", 150,"), id="a blank before the score"),
        pytest.param(LINE.replace(b"#,#", b"# ,#"), id="blanks among the last fields"),
        pytest.param(LINE.replace(b"#,#", b"#,\t#"), id="tabs among the last fields"),
        pytest.param(LINE.replace(b"\r\n", b" \r\n"), id="a blank at the end"),
        pytest.param(LINE.replace(b'"W "', b'"w"'), id="small letter"),
        pytest.param(LINE.replace(b'"W "', b'" W  "'), id="padded direction"),
        pytest.param(LINE.replace(b"#FALSE#", b"FALSE"), id="FALSE"),
        pytest.param(LINE.replace(b"#FALSE#", b"false"), id="false"),
        pytest.param(LINE.replace(b"#FALSE#", b"#False#"), id="#False#"),
        pytest.param(LINE.replace(b"#FALSE#", b"0"), id="0"),
        pytest.param(LINE.replace(b"#FALSE#", b"#NULL#"), id="#NULL#"),
        pytest.param(LINE.replace(b"#FALSE#", b""), id="empty flags"),
        pytest.param(LINE.replace(b"#1899-12-30 10:00:32#", b"#10:00:32#"), id="#hh:mm:ss#"),
        pytest.param(LINE.replace(b"#1899-12-30 10:00:32#", b"10:00:32"), id="hh:mm:ss"),
        pytest.param(LINE.replace(b"1899-12-30", b"2006-01-27"), id="day twice"),
        pytest.param(LINE.replace(b"#2006-01-27#", b'"2006-01-27"'), id="quoted date"),
        pytest.param(LINE.replace(b"5 D", b"5D"), id="5D"),
        pytest.param(LINE.replace(b"5 D", b" 5  d "), id="5  d"),
        pytest.param(LINE.replace(b"D10", b"DT"), id="DT"),
        pytest.param(LINE.replace(b',""', b",#NULL#"), id="remark #NULL#"),
    ],
)
def test_other_spellings_of_the_line_are_read_as_the_same(data):
    assert decode_bytes(data, "bmrdata") == ([RESULT], [])


def test_a_lead_with_the_rank_first_is_read_and_noted():
    records, notes = decode_bytes(LINE.replace(b"D10", b"10D"), "bmrdata")
    assert (records, [note.code for note in notes]) == ([RESULT], ["rank-first"])


@pytest.mark.parametrize("word", ["#TRUE#", "TRUE", "True", "true", "1", "-1"])
def test_every_word_for_true_is_read(word):
    data = LINE.replace(b"#FALSE#", word.encode())
    flags = dict.fromkeys(
        ("processed", "processed1", "processed2", "processed3", "processed4", "erased"), True
    )
    assert decode_bytes(data, "bmrdata") == ([changed(**flags)], [])


def test_an_erased_row_is_marked_and_keeps_its_contracts_score():
    data = LINE[: LINE.rindex(b"#FALSE#")] + b"#TRUE#\r\n"
    records, notes = decode_bytes(data, "bmrdata")
    assert (records, notes) == ([changed(erased=True)], [])
    records[0].score = None
    assert encode_records(records, "bmrdata", pad=True) == (data, [])


def test_empty_fields_are_unknown():
    data = b'1,#NULL#,,8,0,3,#NULL#,"","","","",0,"",#NULL#,#NULL#' + b",#FALSE#" * 6
    assert decode_bytes(data, "bmrdata") == ([Result(section=1, board=8, pair_ns=0, pair_ew=3)], [])


@pytest.mark.parametrize("remark", ["Not played", "40%-60%", "50%-50%", "Arbitral score"])
def test_a_special_remark_decides_and_scores_nothing(remark):
    result = changed(remarks=remark, score=None)
    data, notes = encode_records([result], "bmrdata")
    assert (data.count(b"," + b"0," + f'"{remark}"'.encode()), notes) == (1, [])


def test_wrong_direction_scores_as_the_seat_says():
    result = changed(remarks="Wrong direction", score=None)
    assert b',150,"Wrong direction",' in encode_records([result], "bmrdata")[0]


def test_a_given_score_that_disagrees_is_noted_and_replaced():
    data, notes = encode_records([changed(score=-150)], "bmrdata", pad=True)
    assert data == LINE
    assert codes_and_places(notes) == [("repair", "score-differs", "result A1 round 2 board 8")]


def test_a_given_score_beside_an_adjustment_is_noted_and_replaced():
    data, notes = encode_records([changed(remarks="60%-40%", score=150)], "bmrdata")
    assert b',0,"60%-40%",' in data
    assert codes_and_places(notes) == [("repair", "score-differs", "result A1 round 2 board 8")]


def test_the_vulnerability_of_a_hand_wins_over_that_of_the_board():
    hand = Hand(board=8, vulnerable="EW")
    data, notes = encode_records([hand, changed(score=None)], "bmrdata", pad=True)
    assert data == LINE.replace(b",150,", b",300,")
    assert codes_and_places(notes) == [("loss", "record-lost", "hand board 8")]


def test_a_contract_that_makes_no_sense_keeps_its_text_and_its_score():
    data = LINE.replace(b"5 D", b"8 D")
    records, notes = decode_bytes(data, "bmrdata")
    assert records == [changed(contract="8 D")]
    assert codes_and_places(notes) == [
        ("repair", "odd-contract", "result A1 round 2 board 8: '8 D'")
    ]
    assert encode_records(records, "bmrdata", pad=True) == (data, [])


PLACE = "result A1 round 2 board 8"


def test_what_is_odd_is_noted_where_it_stands():
    data = LINE + LINE.replace(b'"-3"', b'"three"').replace(b"D10", b"D1").replace(b'"W "', b'"X"')
    records, notes = decode_bytes(data, "bmrdata")
    assert records == [RESULT, changed(result="three", lead_card="D1", declarer="X")]
    assert sorted(codes_and_places(notes)) == [
        ("repair", "odd-direction", f"{PLACE}: 'X'"),
        ("repair", "odd-lead-card", f"{PLACE}: 'D1'"),
        ("repair", "odd-result", f"{PLACE}: 'three'"),
    ]


def test_odd_dates_times_and_flags_are_left_out_with_a_note():
    data = LINE.replace(b"2006-01-27", b"2006-02-30").replace(b"10:00:32", b"25:00:32")
    data = data[: data.rindex(b"#FALSE#")] + b"#MAYBE#\r\n"
    records, notes = decode_bytes(data, "bmrdata")
    assert records == [changed(date=None, time=None)]
    assert [note[1] for note in codes_and_places(notes)] == ["odd-date", "odd-flag"]


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b"1,2,3\r\n", "3 fields, expected 21, or 22 with ID"),
        (b"1," * 22 + b"1\r\n", "23 fields, expected 21, or 22 with ID"),
        (LINE.replace(b"1,1,2,8", b"A,1,2,8"), "Section is 'A', expected a whole number"),
        (LINE.replace(b"1,1,2,8", b"1,1,2,8.5"), "Board is '8.5', expected a whole number"),
        (
            LINE.replace(b"1,1,2,8", b"1,1,2,99999999999"),
            "Board is '99999999999', expected a whole number",
        ),
        (
            LINE.replace(b"1,1,2,8", b"1,1,2,2147483648"),
            "Board is '2147483648', expected a whole number",
        ),
        (
            b"77," + LINE.replace(b'1,3,3,"W "', b'1,3,5,"W '),
            "NS/EW is '5', expected a direction",
        ),
        (LINE.replace(b"150", b"much"), "Score is 'much', expected a whole number"),
        (LINE.replace(b'"W "', b'"W '), "20 fields, expected 21, or 22 with ID"),
        (b"77," + LINE.replace(b'"W "', b'"W '), "NS/EW is '3', expected a direction"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error_with_its_place(line, what):
    records, notes = decode_bytes(LINE + line + LINE, "bmrdata")
    assert records == [RESULT, RESULT]
    assert codes_and_places(notes) == [("error", "bad-line", f"file:2: {what}")]


@pytest.mark.parametrize(
    ("line", "likelihood"),
    [
        (LINE, 80),
        (b"77," + LINE, 80),
        (b"7,77," + LINE, 0),
        (LINE.replace(b"1,1,2,8,", b"1,1,2,"), 0),
        (LINE.replace(b"1,3,3", b"1,3,N"), 0),
        (LINE.replace(b"1,3,3", b"1,#NULL#,"), 80),
    ],
)
def test_a_file_is_recognised_by_the_number_of_fields_and_seven_numbers(line, likelihood):
    assert load("bmrdata").probe(line, "x.txt") == likelihood


def test_a_file_of_which_nothing_can_be_read_is_not_this_format():
    with pytest.raises(BadInput, match=r"file:1: .*; expected the 21 or 22 fields"):
        decode_bytes(b"<html>\n", "bmrdata")


def test_intermediate_records_have_the_same_layout():
    record = Intermediate(section=1, table=1, round=1, board=3, declarer="E", contract="2 H xx")
    line = (
        b'1,1,1,3,#NULL#,#NULL#,#NULL#,"E","2 H xx","","",0,"",#NULL#,#NULL#,'
        b"#FALSE#,#FALSE#,#FALSE#,#FALSE#,#FALSE#,#FALSE#\r\n"
    )
    assert encode_records([record], "bmrdata", table="intermediate") == (line, [])
    record.score = 0
    assert decode_bytes(line, "bmrdata", table="intermediate") == ([record], [])


def test_records_of_the_other_table_are_a_loss():
    data, notes = encode_records(
        [RESULT, Intermediate(section=1, table=1, board=3)], "bmrdata", pad=True
    )
    assert data == LINE
    assert codes_and_places(notes) == [("loss", "record-lost", "intermediate A1 board 3")]


def test_text_that_would_break_a_line_is_replaced_with_a_note():
    data, notes = encode_records([changed(remarks='a "b"\r\nc')], "bmrdata")
    assert b",150,\"a 'b' c\",#2006" in data
    assert [note[1] for note in codes_and_places(notes)] == ["quote-replaced", "line-end-replaced"]


def test_parts_of_a_second_are_a_loss():
    data, notes = encode_records(
        [changed(time=datetime.time(10, 0, 32, 500000))], "bmrdata", pad=True
    )
    assert data == LINE
    assert codes_and_places(notes) == [("loss", "fraction-lost", "result A1 round 2 board 8")]


def test_fields_without_a_place_are_a_loss():
    result = changed(mp_ns=2.5, suspicious_contract=0)
    data, notes = encode_records([result], "bmrdata", pad=True)
    assert data == LINE
    assert [(n.code, n.what, n.text) for n in notes] == [
        ("field-lost", "result.mp_ns value{s}", "left out: bmrdata does not hold {it|them}")
    ]


PLAIN = some.texts("cp1252", exclude='"\r\n').filter(
    lambda text: text != "#NULL#" and not resembles_awards(text)
)
"""Text that stands in quotes without an escape, and is read without a note."""


@given(
    st.lists(
        some.records(
            "result",
            scope=BWS,
            only={
                "id", "section", "table", "round", "board", "pair_ns", "pair_ew", "declarer_pair",
                "declarer", "contract", "result", "lead_card", "remarks", "date", "time",
                "processed", "processed1", "processed2", "processed3", "processed4", "erased",
            },
            declarer=some.SIDES, contract=some.CONTRACTS, result=some.TRICKS,
            lead_card=some.CARDS, remarks=PLAIN,
        ),
        min_size=1, max_size=5,
    ),
    st.booleans(),
)  # fmt: skip
def test_what_is_written_is_read_again_as_the_same(records, pad):
    """Except the score, which is computed: here it is taken from the written file."""
    data, _ = encode_records(records, "bmrdata", pad=pad)
    again, notes = decode_bytes(data, "bmrdata", encoding="cp1252")
    for record in again:
        record.score = None
    assert (again, notes) == (records, [])
