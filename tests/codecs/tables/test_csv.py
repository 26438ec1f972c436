"""CSV: one record type, a column per field; and back."""

import datetime

import pytest

from bmconv.codecs import load
from bmconv.errors import BadInput
from bmconv.records import (
    TYPES,
    Intermediate,
    Movement,
    Player,
    Result,
    Seat,
    Settings,
    type_name,
)
from bmconv.schema import fields
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick


def test_a_table_has_a_column_for_every_field():
    seat = Seat(
        section=1, table=2, direction="N", number="007", name='A "B", C', updated=True,
        time=datetime.datetime(2026, 11, 19, 19, 30), extra={"custom_x": 1},
    )  # fmt: skip
    data, notes = encode_records([seat], "csv", table="seat")
    assert data.decode() == (
        "section,table,direction,round,number,name,first_name,last_name,country,updated,time,"
        "processed,entry_source,swapped,removed,extra\n"
        '1,2,N,,007,"A ""B"", C",,,,true,2026-11-19T19:30:00,,,,,"{""custom_x"":1}"\n'
    )
    assert notes == []


def test_the_name_of_a_column_is_the_name_of_the_field_in_the_stream():
    header = encode_records([Movement(class_=3)], "csv", table="movement")[0].split(b"\n")[0]
    assert b",class," in header


def test_the_header_determines_the_type():
    assert decode_bytes(b"section,board,north,east\n1,2,AK...,\n", "csv")[0] == [
        TYPES["hand"](section=1, board=2, north="AK...")
    ]


def test_a_result_and_an_intermediate_have_the_same_columns_and_one_more_tells_them_apart():
    for record in (Result(board=7), Intermediate(board=7)):
        data, _ = encode_records([record] * 2, "csv", table=type_name(record))
        assert decode_bytes(data, "csv") == ([record] * 2, [])
        assert decode_bytes(data, "csv", table=type_name(record)) == ([record] * 2, [])


def test_a_column_may_say_the_type_of_each_row():
    data = b"section,type,board\n1,hand,2\n1,result,3\n1,,4\n1,colour,5\n"
    records, notes = decode_bytes(data, "csv")
    first, last = (TYPES["hand"](section=1, board=board) for board in (2, 4))
    assert records == [first, Result(section=1, board=3), last]
    assert [(n.code, n.place) for n in notes] == [
        ("bad-line", "file:5: unknown record type 'colour'")
    ]
    assert decode_bytes(data, "csv", table="result")[0] == [
        Result(section=1, board=board) for board in (3, 4)
    ]


def test_columns_may_come_in_any_order_and_some_only():
    data = b"board,contract,erased,section\n7,4 S x,TRUE,1\n8,PASS,0,1\n"
    assert decode_bytes(data, "csv", table="result") == (
        [
            Result(section=1, board=7, contract="4 S x", erased=True),
            Result(section=1, board=8, contract="PASS"),
        ],
        [],
    )


@pytest.mark.parametrize("left_out", ["imp_ew", "id", "suspicious_contract"])
def test_a_table_of_results_can_lack_a_column_of_a_newer_version(left_out):
    names = [field.name for field in fields("result") if field.name != left_out]
    data = ",".join(names).encode() + b"\n"
    data += ",".join("7" if name == "board" else "" for name in names).encode() + b"\n"
    assert decode_bytes(data, "csv") == ([Result(board=7)], [])


def test_blank_lines_are_no_rows():
    data = b"\n\r\nsection,board\n\n1,7\n\n"
    assert decode_bytes(data, "csv", table="result") == ([Result(section=1, board=7)], [])


def test_text_is_never_taken_for_a_number():
    data = b"number,name\n007,null\n1e3,true\n"
    assert decode_bytes(data, "csv", table="player")[0] == [
        Player(number="007", name="null"),
        Player(number="1e3", name="true"),
    ]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"bord,contract\n", "file:1: .*fits no record type"),
        (b"section,board\n1,2\n", "file:1: the header fits .*; choose one with table=TYPE"),
    ],
)
def test_a_header_that_fits_no_type_or_several_is_an_error(data, message):
    with pytest.raises(BadInput, match=message):
        decode_bytes(data, "csv")


def test_an_unknown_column_and_a_column_twice_are_errors():
    with pytest.raises(BadInput, match="file:1: column 'bord' is not a field of result"):
        decode_bytes(b"bord\n1\n", "csv", table="result")
    with pytest.raises(BadInput, match="file:1: column 'board' appears twice"):
        decode_bytes(b"board,board\n1,2\n", "csv", table="result")


def test_a_header_with_types_has_fields_of_any_type_once():
    for header, message in (
        (b"type,board,name,colour\n", "file:1: column 'colour' is not a field of any record type"),
        (b"type,board,type\n", "file:1: column 'type' appears twice"),
    ):
        with pytest.raises(BadInput, match=message):
            decode_bytes(header + b"result,1,,\n", "csv")
    records, notes = decode_bytes(b"type,board,name\nresult,1,\nplayer,,Ann\n", "csv")
    assert (records, notes) == ([Result(board=1), Player(name="Ann")], [])


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
def test_a_folder_without_a_table_is_refused(format, tmp_path):
    (tmp_path / "notes.txt").write_text("x")
    done = quick("from", format, tmp_path)
    assert done.code == 3
    expected = f"no table in this folder; expected files such as result.{format}"
    assert done.err == f"bmconv: {tmp_path}: {expected}\n"


def test_decimals_have_a_comma_where_cells_are_separated_by_semicolons():
    ours, theirs = b"board,mp_ns\n1,1.5\n", b"board;mp_ns\n1;1,5\n"
    for data in (ours, theirs, theirs.replace(b"1,5", b"1.5")):
        assert decode_bytes(data, "csv", table="result") == ([Result(board=1, mp_ns=1.5)], [])


@pytest.mark.parametrize(
    ("header", "likelihood"),
    [
        (b"section,board", 60),
        (b"section,board,contract,result", 95),
        (b"section,board,north,east", 95),
        (b"type,board", 80),
        (b"type,colour", 0),
        (b"computer,id", 80),
        (b"number,name", 60),
        (b"Board,NS,EW,Contract", 92),
        (b"\xef\xbb\xbf\r\nBoard;NS;EW;Contract\r\n1;1;1;PASS", 92),
        (b"Alpha,Beta", 0),
        (b"", 0),
    ],
)
def test_a_header_is_the_more_likely_the_more_it_tells(header, likelihood):
    assert load("csv").probe(header + b"\n", "x.csv") == likelihood


def test_a_row_that_does_not_fit_is_an_error_with_its_place():
    data = b"section,board\n1,7\n1,seven\n1,8,9\n1\n"
    records, notes = decode_bytes(data, "csv", table="result")
    assert records == [Result(section=1, board=7), Result(section=1)]
    assert [(n.level, n.code, n.place.split(": ")[0]) for n in notes] == [
        ("error", "bad-line", "file:3"),
        ("error", "bad-line", "file:4"),
    ]


def test_characters_the_encoding_lacks_are_a_loss():
    data, notes = encode_records([Player(name="Žižek")], "csv", table="player", encoding="latin-1")
    assert data.split(b"\n")[1] == b",,?i?ek,,,,,,"
    assert codes_and_places(notes) == [("loss", "character-replaced", "line 2: 'Ž'")]


def test_a_byte_order_mark_is_written_once_when_asked_for():
    players = [Player(number=str(number)) for number in range(2000)]
    data, _ = encode_records(players, "csv", table="player", encoding="utf-8-sig")
    assert (data[:3], data.count(b"\xef\xbb\xbf")) == (b"\xef\xbb\xbf", 1)
    assert decode_bytes(data, "csv") == (players, [])


def test_settings_keep_their_kinds():
    settings = Settings(section=1, values={"BM2PINcode": "0042", "ShowResults": False, "X": 7})
    data, _ = encode_records([settings], "csv", table="settings")
    assert decode_bytes(data, "csv", table="settings")[0] == [settings]


def test_a_cell_of_very_deep_json_is_a_bad_line():
    deep = b"[" * 50_000 + b"]" * 50_000
    records, notes = decode_bytes(b"number,extra\n7,%s\n8,\n" % deep, "csv", table="player")
    assert (records, [note.code for note in notes]) == ([Player(number="8")], ["bad-line"])


@pytest.mark.parametrize("text", [b"nan", b"inf", b"-inf", b"1e999"])
def test_infinity_and_nan_are_bad_lines(text):
    records, notes = decode_bytes(b"total,place\n%s,1\n1e300,2\n" % text, "csv", table="ranking")
    assert ([r.total for r in records], [n.code for n in notes]) == ([1e300], ["bad-line"])
