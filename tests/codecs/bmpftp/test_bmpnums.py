"""BMPNums.txt: the sample, odd input that is read, bad input that is refused, and output."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.errors import BadInput
from bmconv.records import Seat
from bmconv.rules import BWS
from tests.helpers import strategies as some
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records

LINES = b'1,1,"N ","65"\r\n1,1,"E ","0"\r\n1,1,"S ","007"\r\n'
SEATS = [
    Seat(section=1, table=1, direction="N", number="65"),
    Seat(section=1, table=1, direction="E"),
    Seat(section=1, table=1, direction="S", number="007"),
]


def test_the_sample_comes_back_as_the_same_bytes(bmpftp_files):
    sample = (bmpftp_files / "BMPNums.txt").read_bytes()
    records, notes = decode_bytes(sample, "bmpnums")
    assert (len(records), notes) == (12, [])
    assert encode_records(records, "bmpnums", pad=True) == (sample, [])
    assert encode_records(records, "bmpnums") == (sample.replace(b' "', b'"'), [])


def test_a_seat_a_line_and_0_is_nobody():
    assert decode_bytes(LINES, "bmpnums") == (SEATS, [])


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(LINES.replace(b"\r\n", b"\n"), id="LF"),
        pytest.param(LINES.rstrip(), id="no last line end"),
        pytest.param(b"\xef\xbb\xbf" + LINES, id="UTF-8 BOM"),
        pytest.param(LINES.replace(b'"', b""), id="no quotes"),
        pytest.param(LINES.replace(b",", b" , "), id="blanks around commas"),
        pytest.param(LINES.lower(), id="small letters"),
        pytest.param(LINES.replace(b'"0"', b"#NULL#"), id="#NULL#"),
        pytest.param(LINES.replace(b'"0"', b'""'), id="empty"),
    ],
)
def test_other_spellings_of_the_lines_are_read_as_the_same(data):
    assert decode_bytes(data, "bmpnums") == (SEATS, [])


@pytest.mark.parametrize(
    ("line", "what"),
    [
        (b'1,1,"N "', "3 fields, expected 4"),
        (b'1,1,"N ","65",1', "5 fields, expected 4"),
        (b'A,1,"N ","65"', "Section is 'A', expected a whole number"),
        (b'1,1.5,"N ","65"', "Table is '1.5', expected a whole number"),
    ],
)
def test_a_line_that_cannot_be_read_is_an_error_with_its_place(line, what):
    records, notes = decode_bytes(LINES + line + b"\r\n", "bmpnums")
    assert records == SEATS
    assert codes_and_places(notes) == [("error", "bad-line", f"file:4: {what}")]


def test_a_direction_that_is_none_is_kept_with_a_note():
    records, notes = decode_bytes(b'1,1,"Q","65"', "bmpnums")
    assert records == [Seat(section=1, table=1, direction="Q", number="65")]
    assert codes_and_places(notes) == [("repair", "odd-direction", "seat A1 Q: 'Q'")]


def test_a_file_of_which_nothing_can_be_read_is_not_this_format():
    with pytest.raises(BadInput, match=r"file:1: .*expected section, table, direction and number"):
        decode_bytes(b"hello\n", "bmpnums")


def test_seats_of_later_rounds_and_names_are_losses():
    later = Seat(section=1, table=1, direction="N", round=2, number="66")
    named = Seat(section=1, table=1, direction="W", round=0, number="5", name="A. Berg")
    data, notes = encode_records([*SEATS, later, named], "bmpnums", pad=True)
    assert data == LINES + b'1,1,"W ","5"\r\n'
    assert sorted(codes_and_places(notes)) == [
        ("loss", "field-lost", "seat A1 W"),
        ("loss", "later-seat-lost", "seat A1 N round 2"),
    ]


NUMBERS = some.texts("cp1252", exclude='"\r\n').filter(lambda text: text not in ("#NULL#", "0"))


@given(
    st.lists(
        some.records(
            "seat",
            scope=BWS, only={"section", "table", "direction", "number"},
            direction=some.SEATS, number=NUMBERS,
        ),
        min_size=1, max_size=5,
    ),
    st.booleans(),
)  # fmt: skip
def test_what_is_written_is_read_again_as_the_same(seats, pad):
    data, _ = encode_records(seats, "bmpnums", pad=pad)
    assert decode_bytes(data, "bmpnums", encoding="cp1252") == (seats, [])
