"""Parquet, Arrow, CSV and xlsx alike: what goes in comes out, the same bytes each time."""

import contextlib
import datetime
import gc
import io
import json
import struct

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv import conversion
from bmconv.errors import BadInput, DataError
from bmconv.notes import Notes
from bmconv.records import TYPES, Hand, Intermediate, Result, Seat, Section, type_name
from tests.helpers import strategies as some
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.filled_records import filled_records
from tests.helpers.running import HAS_FULL_DEVICE, quick

TABLES = [kind for kind in TYPES if kind != "error"]


@pytest.mark.parametrize("format", ["parquet", "arrow", "csv"])
@pytest.mark.parametrize("kind", TABLES)
def test_a_table_comes_back_as_it_was(format, kind):
    @settings(max_examples=25)
    @given(st.lists(some.records(kind), max_size=3))
    def holds(records):
        data, written = encode_records(records, format, table=kind)
        assert (decode_bytes(data, format, table=kind), written) == ((records, []), [])

    holds()


@pytest.mark.parametrize("format", ["parquet", "arrow", "csv"])
def test_an_event_with_every_field_goes_to_a_folder_and_back(format, tmp_path):
    stream = b"".join(_line(record) for record in filled_records())
    done = quick("to", format, "--out", tmp_path / "out", stdin=stream)
    assert (done.code, done.out, done.err) == (0, b"", "")
    assert sorted(p.stem for p in (tmp_path / "out").iterdir()) == sorted(TABLES)
    back = quick("from", format, tmp_path / "out")
    assert (back.code, back.out) == (0, stream)
    assert quick("convert", tmp_path / "out", "-t", "records").out == stream  # found by itself


@pytest.mark.parametrize("format", ["parquet", "arrow", "csv"])
def test_the_club_file_goes_to_a_folder_and_back(format, tmp_path, club_night):
    folder = tmp_path / "out"
    assert quick("to", format, club_night, "--out", folder).code == 0
    first = {p.name: p.read_bytes() for p in folder.iterdir()}
    assert quick("from", format, folder).out == quick("from", "bws", club_night).out
    assert quick("to", format, club_night, "--out", folder).code == 0
    assert {p.name: p.read_bytes() for p in folder.iterdir()} == first


def test_columns_worked_out_from_results():
    hand = Hand(board=1, vulnerable="All")
    results = [
        Result(board=2, declarer="N", contract="4 S", result="-2"),  # N-S vulnerable: -200
        Result(board=1, declarer="E", contract="3 NT", result="+1"),  # hand: all vulnerable
        Result(board=3, declarer="S", contract="2 H x", result="="),
        Result(board=4, contract="PASS"),
        Result(board=5, declarer="N", contract="4 S", result="=", remarks="Not played"),
        Result(board=6, declarer="N", contract="4 S", result="=", score=17),
    ]
    data, _ = encode_records([hand, *results], "parquet", table="result")
    table = pq.read_table(io.BytesIO(data))
    names = ["level", "strain", "doubled", "tricks", "score_ns"]
    assert [tuple(row.values()) for row in table.select(names).to_pylist()] == [
        (4, "S", 0, 8, -200),
        (3, "NT", 0, 10, -630),
        (2, "H", 1, 8, 470),
        (None, None, None, None, 0),
        (None, None, None, None, None),
        (4, "S", 0, 10, 17),
    ]
    assert table.schema.field("date").type == pa.date32()
    plain = pq.read_table(
        io.BytesIO(encode_records(results, "parquet", table="result", plain=True)[0])
    )
    assert plain.schema.names == [n for n in table.schema.names if n not in names]


def test_an_intermediate_result_has_a_level_and_no_tricks():
    going_on = Intermediate(board=2, declarer="N", contract="4 S")
    data, _ = encode_records([going_on], "csv", table="intermediate")
    assert data.decode().splitlines()[1].endswith(",4,S,0,,")


def test_the_file_says_of_what_type_it_is():
    data, _ = encode_records([Intermediate(board=2)], "parquet", table="intermediate")
    assert decode_bytes(data, "parquet")[0] == [Intermediate(board=2)]


def test_event_and_source_columns_are_passed_over_when_read():
    data, _ = encode_records(
        [Result(board=2)], "arrow", table="result", event_id="E1", source_file="a.bws"
    )
    table = pa.ipc.open_file(io.BytesIO(data)).read_all()
    assert table.select(["event_id", "source_file", "board"]).to_pylist() == [
        {"event_id": "E1", "source_file": "a.bws", "board": 2}
    ]
    assert decode_bytes(data, "arrow")[0] == [Result(board=2)]


def test_a_table_that_pandas_wrote_is_read():
    pd = pytest.importorskip("pandas")
    frame = pd.DataFrame(
        {
            "board": [1.0, None],
            "contract": ["4 S", None],
            "date": pd.to_datetime(["2026-03-12"] * 2),
        },
        index=["first", "second"],
    )
    data = frame.to_parquet()
    assert "__index_level_0__" in pq.read_schema(io.BytesIO(data)).names
    day = datetime.date(2026, 3, 12)
    assert decode_bytes(data, "parquet", table="result") == (
        [Result(board=1, contract="4 S", date=day), Result(date=day)],
        [],
    )


def test_a_stream_of_arrow_messages_is_read():
    sink = io.BytesIO()
    table = pa.table({"section": [1], "board": [2], "north": ["AK..."]})
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    assert decode_bytes(sink.getvalue(), "arrow")[0] == [Hand(section=1, board=2, north="AK...")]


def test_a_row_that_does_not_fit_is_noted_and_skipped():
    table = pa.table({"board": [1, 2**40], "contract": ["4 S", "3 NT"]})
    sink = io.BytesIO()
    pq.write_table(table, sink)
    records, notes = decode_bytes(sink.getvalue(), "parquet", table="result")
    assert records == [Result(board=1, contract="4 S")]
    assert [(n.level, n.code, n.place.split(":")[0]) for n in notes] == [
        ("error", "bad-row", "result row 2")
    ]


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_broken_files_are_bad_input(format):
    data, _ = encode_records(
        [Result(board=n, contract="4 S") for n in range(500)], format, table="result"
    )
    for cut in (4, 9, 100, len(data) // 2, len(data) - 1):
        with pytest.raises(BadInput):
            decode_bytes(data[:cut], format)
    for at in range(8, len(data), max(1, len(data) // 60)):
        broken = data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]
        with contextlib.suppress(BadInput):
            decode_bytes(broken, format)


def test_an_unknown_column_and_one_twice_are_errors():
    for columns, message in (
        (["board", "bord"], "column 'bord' is not a field of result"),
        (["board", "board"], "column 'board' appears twice"),
    ):
        sink = io.BytesIO()
        table = pa.Table.from_arrays([pa.array([1])] * 2, names=columns)
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        with pytest.raises(BadInput, match=message):
            decode_bytes(sink.getvalue(), "arrow", table="result")


@pytest.mark.parametrize("format", ["parquet", "arrow", "csv"])
class TestWhichTypeIsWritten:
    def test_results_unless_another_is_said_and_the_rest_is_noted(self, format):
        data, notes = encode_records([Section(id=1), Result(board=7), Seat(table=1)], format)
        assert decode_bytes(data, format)[0] == [Result(board=7)]
        assert [(n.code, n.place, n.what) for n in notes] == [
            ("record-lost", "section A", "section record{s}"),
            ("record-lost", "seat 1", "seat record{s}"),
        ]
        assert encode_records([Section(id=1), Result(board=7)], format, table="result") == (
            encode_records([Result(board=7)], format)[0],
            [],
        )

    def test_the_only_type_there_is(self, format):
        data, notes = encode_records([Seat(table=1, direction="N")] * 2, format)
        assert (decode_bytes(data, format)[0], notes) == ([Seat(table=1, direction="N")] * 2, [])

    def test_of_several_without_results_one_must_be_said(self, format):
        told = r"no result records in the input but section, seat; choose one with table=TYPE$"
        with pytest.raises(DataError, match=told):
            encode_records([Section(id=1), Seat(table=1)], format)

    def test_one_that_is_not_there_is_an_error(self, format):
        told = r"no ranking records in the input; bmconv rank makes them"
        with pytest.raises(DataError, match=told):
            encode_records([Result(board=7)], format, table="ranking")
        with pytest.raises(DataError, match=r"no result records in the input$"):
            encode_records([Section(id=1)], format, table="result")

    def test_a_folder_takes_all_types_and_nothing_else_is_named(self, format, tmp_path):
        for more in (("-o", tmp_path / "x"), ("--table", "result")):
            where = ("--out", tmp_path / "d", *more)
            done = quick("to", format, *where, stdin=_line(Result(board=1)))
            assert (done.code, list(tmp_path.iterdir())) == (2, [])


def test_a_database_says_what_it_lacks_and_loses(tmp_path, monkeypatch, club_night):
    for limit in (1, 1 << 30):
        monkeypatch.setattr("bmconv.bws.codec.BULK", limit)
        out = tmp_path / f"{limit}.csv"
        done = quick("convert", club_night, out)
        assert (done.code, done.err.count("\n")) == (0, 1)
        assert done.err.startswith("bmconv: loss record-lost: 1 client record, ")
        assert "left out: a table of result records does not hold them" in done.err
        done = quick("convert", club_night, out, "--to-opt", "table=ranking")
        assert (done.code, "no ranking records" in done.err) == (1, True)
    small, large = sorted(path.read_bytes() for path in tmp_path.iterdir())
    assert small == large


def test_the_excel_dialect_of_csv_has_a_mark_and_windows_line_ends():
    records = [Result(board=7, remarks="é\nx")]
    data, _ = encode_records(records, "csv", table="result", dialect="excel", plain=True)
    assert data.startswith(b"\xef\xbb\xbfid,section")
    assert data.count(b"\r\n") == 2
    assert decode_bytes(data, "csv", table="result")[0] == records


def test_a_folder_that_cannot_be_made_is_trouble(tmp_path):
    (tmp_path / "file").write_text("x")
    done = quick("to", "parquet", "--out", tmp_path / "file" / "out", stdin=_line(Result(board=1)))
    assert done.code == 4
    assert done.err.count("\n") == 1


def test_a_folder_needs_no_output_beside_it(tmp_path, monkeypatch):
    monkeypatch.setattr("tests.helpers.running.Pipe.isatty", lambda self: True)
    (tmp_path / "a.jsonl").write_bytes(_line(Result(board=1)))
    for number, words in enumerate((["to", "parquet", "--out"], ["convert", "-t", "parquet"])):
        out = tmp_path / str(number)
        where = [out] if words[-1] == "--out" else ["--to-opt", f"out={out}"]
        done = quick(*words, *where, tmp_path / "a.jsonl")
        assert (done.code, done.err, [p.name for p in out.iterdir()]) == (0, "", ["result.parquet"])


@pytest.mark.skipif(not HAS_FULL_DEVICE, reason="no /dev/full")
@pytest.mark.parametrize("format", ["parquet", "arrow", "xlsx"])
def test_a_full_disk_is_one_line(format):
    words = ["--table", "result"] if format != "xlsx" else []
    done = quick("to", format, "-o", "/dev/full", *words, stdin=_line(Result(board=1)))
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert "No space left" in done.err


def _line(record):
    from bmconv.io.stream import encode

    return encode(record) + b"\n"


def test_every_type_is_filled():
    kinds = {type_name(record) for record in filled_records()}
    assert kinds == set(TABLES)


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
def test_nulls_of_any_kind_in_texts_of_another_program_are_no_values(format, tmp_path):
    mask, places = pa.py_buffer(b"\x07"), struct.pack("<4i", 0, 1, 2, 99999)
    indices = pa.Array.from_buffers(pa.int32(), 4, [mask, pa.py_buffer(places)])
    distinct = pa.array(["4 S", None, "3 nt"])
    contracts = pa.DictionaryArray.from_arrays(indices, distinct, safe=False)
    batch = pa.record_batch([contracts, pa.array([1, 2, 3, 4], pa.int32())], ["contract", "board"])
    path, made = tmp_path / "other.arrow", tmp_path / f"made.{format}"
    with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, batch.schema) as writer:
        writer.write_batch(batch)
    asked = ["--from-opt", "table=result", "--to-opt", "table=result"]
    assert quick("convert", path, made, *asked) == (0, b"", "")
    back = quick("from", format, made, "--table", "result").out
    assert [json.loads(line).get("contract") for line in back.splitlines()] == [
        "4 S",
        None,
        "3 NT",
        None,
    ]


@pytest.mark.parametrize(("format", "ending"), [("parquet", b"PAR1"), ("arrow", bytes(4))])
def test_a_table_whose_records_fail_is_not_finished(format, ending):
    def failing():
        yield Hand(board=1)
        raise DataError("the rest cannot be read")

    sink = io.BytesIO()
    with pytest.raises(DataError):
        conversion.encode(failing(), format, sink, {"table": "hand"}, Notes())
    gc.collect()  # a writer that nobody closed closes itself
    assert not sink.getvalue()[4:].endswith(ending)  # Parquet begins with its mark, too
