"""The Python interface, and the schemas that are derived from the records."""

import io
import json

import pytest

import bmconv
from bmconv import records as rec
from bmconv.errors import BadInput, DataError, FileTrouble, UsageError
from bmconv.rules.schemas import json_schema
from bmconv.schema import fields


def test_a_file_is_read_by_its_content(bmpftp):
    event = bmconv.read(bmpftp / "BMInput.txt")
    assert event.counts() == {"client": 1, "section": 1, "table": 3, "round": 9, "seat": 12}
    assert [note.code for note in event.notes] == ["missing-pair"]  # E-W 3 as 6


def test_bytes_are_read_and_the_format_can_be_named():
    line = b'{"type":"section","id":1,"letter":"A"}\n'
    assert list(bmconv.read(line)) == list(bmconv.read(line, "records"))
    assert bmconv.read(line).section(1) == rec.Section(id=1, letter="A")


def test_notes_of_reading_and_of_writing_are_kept_with_the_event(tmp_path):
    event = bmconv.read(b"A;B;7\nC;D;7\n", "players")
    assert [note.code for note in event.notes] == [
        "duplicate-number",
        "number-shared",
    ]
    event.of(rec.Player)[0].country = "NL"
    bmconv.write(event, tmp_path / "list.csv", "players", header=False)
    assert (tmp_path / "list.csv").read_bytes() == b"A;B;7\nC;D;7\n"
    assert [note.code for note in event.notes][-1] == "field-lost"


def test_an_event_is_written_to_bytes_and_to_an_open_file(bmpftp):
    event = bmconv.read(bmpftp / "BMRData.txt")
    data = bmconv.write(event, format="bmrdata", pad=True)
    assert data == (bmpftp / "BMRData.txt").read_bytes()
    file = io.BytesIO()
    bmconv.write(event, file, "bmrdata", pad=True)
    assert (file.getvalue(), file.closed) == (data, False)


def test_an_open_file_is_read_and_left_open(bmpftp):
    with open(bmpftp / "BMRData.txt", "rb") as file:
        event = bmconv.read(file)
        assert not file.closed
    assert list(event) == list(bmconv.read(bmpftp / "BMRData.txt"))


def test_a_failed_output_leaves_nothing_in_an_open_file():
    file = io.BytesIO()
    with pytest.raises(DataError):
        bmconv.write(bmconv.read(b"A;B;7\n", "players"), file, "bmrdata")
    assert file.getvalue() == b""


def test_other_libraries_read_a_table(bmpftp):
    table = bmconv.read(bmpftp / "BMRData.txt").table("result")
    pyarrow = pytest.importorskip("pyarrow")
    assert pyarrow.RecordBatchReader.from_stream(table).read_all().num_rows == 36


def test_a_file_is_written_in_the_format_of_its_name(bmpftp, tmp_path):
    event = bmconv.read(bmpftp / "BMRData.txt")
    bmconv.write(event, tmp_path / "BMRData.txt", pad=True)
    assert (tmp_path / "BMRData.txt").read_bytes() == (bmpftp / "BMRData.txt").read_bytes()
    bmconv.write(event, tmp_path / "night.jsonl")
    assert list(bmconv.read(tmp_path / "night.jsonl")) == list(event)
    with pytest.raises(UsageError, match="name the format with format="):
        bmconv.write(event, tmp_path / "night.txt")


@pytest.mark.parametrize(
    ("data", "format", "options", "error"),
    [
        (b"\x00\x01\x02", None, {}, BadInput),
        (b"x", "bmrdata", {}, BadInput),
        (b"", "nonsense", {}, UsageError),
        (b"", "bmrdata", {"colour": 1}, UsageError),
        (b'{"type":"error","message":"boom"}\n', None, {}, DataError),
        ("no/such/file", None, {}, FileTrouble),
    ],
)
def test_a_failure_raises_an_exception_of_bmconv(data, format, options, error):
    with pytest.raises(error):
        bmconv.read(data, format, **options)


def test_arrow_columns_have_the_types_of_the_fields(bmpftp):
    table = bmconv.read(bmpftp / "BMRData.txt").to_arrow("result")
    kinds = {name: str(table.schema.field(name).type) for name in table.schema.names}
    assert table.num_rows == 36
    assert kinds.items() >= {
        "board": "int32", "contract": "string", "date": "date32[day]", "time": "time32[s]",
        "erased": "bool", "mp_ns": "double", "extra": "string",
    }.items()  # fmt: skip
    assert table.schema.names == [field.name for field in fields("result")]


def test_to_arrow_gives_all_tables_with_rows_by_name(bmpftp):
    tables = bmconv.read(bmpftp / "BMInput.txt").to_arrow()
    assert {name: table.num_rows for name, table in tables.items()} == {
        "client": 1, "section": 1, "table": 3, "round": 9, "seat": 12
    }  # fmt: skip


def test_whole_numbers_stay_whole_in_pandas_when_some_are_missing():
    event = bmconv.read(b'{"type":"result","board":7}\n{"type":"result"}\n')
    frame = event.to_pandas("result")
    assert (str(frame.dtypes["board"]), frame["board"][0], frame["board"].isna()[1]) == (
        "int32[pyarrow]",
        7,
        True,
    )


def test_results_in_pandas_have_the_columns_that_csv_and_parquet_have():
    event = bmconv.read(
        b'{"type":"hand","board":1,"vulnerable":"All"}\n'
        b'{"type":"result","board":1,"declarer":"E","contract":"3 NT","result":"+1"}\n'
        b'{"type":"result","board":4,"contract":"PASS"}\n'
    )
    frame = event.to_pandas("result")
    names = ["level", "strain", "doubled", "tricks", "score_ns"]
    assert list(frame.columns[-5:]) == names
    assert frame[names].iloc[0].tolist() == [3, "NT", 0, 10, -630]
    assert (frame["score_ns"][1], frame["level"].isna()[1]) == (0, True)
    assert list(bmconv.Event().to_pandas("result").columns) == list(frame.columns)
    assert bmconv.read(frame, table="result").counts() == {"result": 2}


def test_fractions_of_a_second_are_dropped_in_a_table():
    event = bmconv.read(
        b'{"type":"result","time":"10:00:01.5"}\n{"type":"seat","time":"2026-01-01T10:00:01.5"}\n'
    )
    tables = event.to_arrow()
    assert str(tables["result"]["time"][0]) == "10:00:01"
    assert str(tables["seat"]["time"][0]) == "2026-01-01 10:00:01"


@pytest.mark.parametrize("kind", list(rec.TYPES))
def test_every_schema_has_the_fields_of_the_records(kind):
    batches = pytest.importorskip("bmconv.columns.batches")
    names = list(rec.TYPES[kind].__struct_encode_fields__)
    schema = json_schema(kind)
    own = schema["$defs"][schema["$ref"].split("/")[-1]]
    assert [field.name for field in fields(kind)] == names
    assert batches.schema(kind).names == names
    assert set(own["properties"]) == {"type", "clear", *names}
    assert own["properties"]["type"] == {"enum": [kind]}
    assert own["additionalProperties"] is False


def test_the_schema_of_a_stream_has_all_types():
    schema = json.dumps(json_schema())
    assert all(f'"enum": ["{kind}"]' in schema for kind in rec.TYPES)
