"""BMInput.txt: the sample, odd input that is read, bad input that is refused, and output."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.errors import BadInput
from bmconv.records import Client, Result, Round, Seat, Section, Table
from bmconv.rules import BWS
from tests.helpers import strategies as some
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records

SMALL = (
    b'"Clients",1\r\n0,"MBC01"\r\n"Section",1\r\n1,"A",1,0\r\n"Tables",1\r\n1,1,0,0,2,0,0,0\r\n'
    b'"RoundData",2\r\n1,1,1,1,2,1,4\r\n1,1,2,1,3,0,0,5,6,8\r\n'
    b'"PlayerNumbers",2\r\n1,1,"N","0"\r\n1,1,"E","0042"\r\n'
)
RECORDS = [
    Client(id=0, computer="MBC01"),
    Section(id=1, letter="A", tables=1, missing_pair=0),
    Table(
        section=1, table=1, computer_id=0, status=0, log_on_off=2,
        update_from_round=0, current_round=0, current_board=0,
    ),
    Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, low_board=1, high_board=4),
    Round(
        section=1, table=1, round=2, ns_pair=1, ew_pair=3, low_board=0, high_board=0,
        custom_boards="5,6,8",
    ),
    Seat(section=1, table=1, direction="N"),
    Seat(section=1, table=1, direction="E", number="0042"),
]  # fmt: skip


def test_the_sample_comes_back_as_the_same_bytes(bmpftp_files):
    sample = (bmpftp_files / "BMInput.txt").read_bytes()
    records, notes = decode_bytes(sample, "bminput")
    assert len(records) == 1 + 1 + 3 + 9 + 12
    assert codes_and_places(notes) == [("repair", "missing-pair", "file: section A: 6")]  # E-W 3
    assert encode_records(records, "bminput") == (sample, [])


def test_every_table_has_its_records_and_0_is_nobody():
    assert decode_bytes(SMALL, "bminput") == (RECORDS, [])


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(SMALL.replace(b"\r\n", b"\n"), id="LF"),
        pytest.param(SMALL.rstrip(), id="no last line end"),
        pytest.param(b"\xef\xbb\xbf" + SMALL, id="UTF-8 BOM"),
        pytest.param(SMALL.replace(b'"', b""), id="no quotes"),
        pytest.param(SMALL.replace(b",", b" , "), id="blanks around commas"),
        pytest.param(SMALL.replace(b"5,6,8", b'"5,6,8"'), id="quoted custom boards"),
        pytest.param(SMALL.replace(b"1,4\r\n", b'1,4,""\r\n'), id="empty custom boards"),
        pytest.param(SMALL.replace(b"1,4\r\n", b"1,4,#NULL#\r\n"), id="null custom boards"),
        pytest.param(SMALL.replace(b'"N"', b'"N "'), id="padded direction"),
        pytest.param(SMALL.replace(b'"N","0"', b'"N",""'), id="empty number"),
        pytest.param(SMALL.replace(b'"N","0"', b"n,0"), id="small letter, bare number"),
        pytest.param(SMALL.replace(b"PlayerNumbers", b"PlayersNumbers"), id="the guide's slip"),
        pytest.param(SMALL.replace(b"RoundData", b"ROUNDDATA"), id="case of a name"),
    ],
)
def test_other_spellings_of_the_file_are_read_as_the_same(data):
    assert decode_bytes(data, "bminput") == (RECORDS, [])


@pytest.mark.parametrize(
    ("old", "new", "lost", "code", "place"),
    [
        (
            b'"RoundData",2', b'"RoundData",3', [],
            "count-differs", "file:7: RoundData: header gives 3 rows, table has 2",
        ),
        (
            b'"RoundData",2', b'"RoundData"', [],
            "count-differs", "file:7: RoundData: header gives no number of rows, table has 2",
        ),
        (
            b'"RoundData",2', b'"RoundData",two', [],
            "count-differs", "file:7: RoundData: header gives no number of rows, table has 2",
        ),
        (
            b'"RoundData",2', b'"Rounds",2', [3, 4], "unknown-table",
            "file:7: 'Rounds', expected Clients, Section, Tables, RoundData, PlayerNumbers",
        ),
        (
            b'"Clients",1\r\n', b"", [0],
            "bad-line", "file:1: a row before the header of a table",
        ),
        (
            b"1,1,1,1,2,1,4", b"1,1,1,1,2,1", [3],
            "bad-line", "file:8: RoundData has 6 fields, expected 7",
        ),
        (
            b'1,"A",1,0', b'1,"A"', [1],
            "bad-line", "file:4: Section has 2 fields, expected 4",
        ),
        (
            b"1,1,1,1,2,1,4", b"1,1,1,1,x,1,4", [3],
            "bad-line", "file:8: ew_pair is 'x', expected a whole number",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_an_error_with_file_and_line(old, new, lost, code, place):
    records, notes = decode_bytes(SMALL.replace(old, new), "bminput")
    assert records == [r for number, r in enumerate(RECORDS) if number not in lost]
    assert codes_and_places(notes) == [("error", code, place)]


def test_a_file_cut_short_says_so():
    records, notes = decode_bytes(SMALL[: SMALL.index(b'1,1,"E"')], "bminput")
    assert records == RECORDS[:-1]
    assert codes_and_places(notes) == [
        ("error", "count-differs", "file:10: PlayerNumbers: header gives 2 rows, table has 1")
    ]


def test_fields_too_many_are_noted():
    records, notes = decode_bytes(SMALL.replace(b'0,"MBC01"', b'0,"MBC01",7'), "bminput")
    assert records == RECORDS
    assert codes_and_places(notes) == [("repair", "extra-fields", "file:2: '7'")]


def test_a_file_of_which_nothing_can_be_read_is_not_this_format():
    with pytest.raises(BadInput, match=r"file:1: .*expected tables of BMInput\.txt"):
        decode_bytes(b"1,2,3\r\n", "bminput")


def test_all_five_tables_are_written_when_there_is_nothing():
    empty = b'"Clients",0\r\n"Section",0\r\n"Tables",0\r\n"RoundData",0\r\n"PlayerNumbers",0\r\n'
    assert encode_records([], "bminput") == (empty, [])
    assert decode_bytes(empty, "bminput") == ([], [])


def test_unknown_numbers_are_written_as_the_guide_has_them():
    """LogOnOff 2 is logged off; the tables of a section are counted."""
    records = [Section(id=1, letter="A"), Table(section=1, table=1), Table(section=1, table=2)]
    data, notes = encode_records(records, "bminput")
    assert data == (
        b'"Clients",0\r\n"Section",1\r\n1,"A",2,0\r\n'
        b'"Tables",2\r\n1,1,0,0,2,0,0,0\r\n1,2,0,0,2,0,0,0\r\n"RoundData",0\r\n"PlayerNumbers",0\r\n'
    )
    assert notes == []


def test_rows_come_in_the_order_of_the_tables_however_they_came_in():
    assert encode_records(reversed(RECORDS), "bminput")[0].count(b"\r\n") == SMALL.count(b"\r\n")
    assert (
        decode_bytes(encode_records(reversed(RECORDS), "bminput")[0], "bminput")[0][0] == RECORDS[0]
    )


def test_what_has_no_place_is_a_loss():
    seat = Seat(section=1, table=1, direction="N", round=2, number="7")
    named = Seat(section=1, table=1, direction="S", name="A. Berg")
    data, notes = encode_records([seat, named, Result(section=1, board=1)], "bminput")
    assert data.endswith(b'"PlayerNumbers",1\r\n1,1,"S","0"\r\n')
    assert sorted(codes_and_places(notes)) == [
        ("loss", "field-lost", "seat A1 S"),
        ("loss", "later-seat-lost", "seat A1 N round 2"),
        ("loss", "record-lost", "result A board 1"),
    ]


def test_odd_custom_boards_cannot_break_a_line():
    round = Round(section=1, table=1, round=1, custom_boards='1"\r\n2')
    data, notes = encode_records([round], "bminput")
    assert b'1,1,1,0,0,0,0,"1\' 2"\r\n' in data
    assert [note.code for note in notes] == ["quote-replaced", "line-end-replaced"]


PLAIN = some.texts("cp1252", exclude='"\r\n').filter(lambda text: text not in ("#NULL#", "0"))
NUMBERS = st.lists(st.integers(1, 99), min_size=1, max_size=5)
UNIQUE = {
    "client": ("id",),
    "section": ("id",),
    "table": ("section", "table"),
    "round": ("section", "table", "round"),
    "seat": ("section", "table", "direction"),
}
FILLED = {
    "client": ("id",),
    "section": ("id", "tables", "missing_pair"),
    "table": (
        *("section", "table", "computer_id", "status", "log_on_off"),
        *("update_from_round", "current_round", "current_board"),
    ),
    "round": ("section", "table", "round", "ns_pair", "ew_pair", "low_board", "high_board"),
    "seat": ("section", "table", "direction"),
}
TEXTS = {"client": ("computer",), "section": ("letter",), "round": ("custom_boards",)}
TEXTS["seat"] = ("number",)


@st.composite
def movements(draw):
    """Records that the five tables hold, no two about the same thing, in the order of the file."""
    made = []
    for kind, names in FILLED.items():
        record = some.records(
            kind,
            scope=BWS, only=TEXTS.get(kind, ()), need=names, direction=some.SEATS,
            computer=PLAIN, number=PLAIN,
            custom_boards=NUMBERS.map(lambda boards: ",".join(map(str, boards))),
        )  # fmt: skip
        key = UNIQUE[kind]
        made += draw(
            st.lists(
                record,
                max_size=3,
                unique_by=lambda r, key=key: tuple(getattr(r, name) for name in key),
            )
        )
    return made


@given(movements())
def test_what_is_written_is_read_again_as_the_same(records):
    assert decode_bytes(encode_records(records, "bminput")[0], "bminput", encoding="cp1252") == (
        records,
        [],
    )
