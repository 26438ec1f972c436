"""Tables made to do harm, and tables with unusual values."""

import csv
import datetime
import io
import os
import subprocess
import sys

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bmconv.errors import BadInput
from bmconv.records import Player, Result, Seat
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import ROOT, quick

FORMULAS = ["=1+1", "+1", "-1", "@SUM(1)", "\t=1", "\r=1", "'=1", "'", "''", "it's", "="]


def bomb(format: str, rows: int) -> bytes:
    table = pa.table({"board": pa.array([7] * rows, pa.int32())})
    made = io.BytesIO()
    if format == "parquet":
        pq.write_table(table, made)
    else:
        options = pa.ipc.IpcWriteOptions(compression="zstd")
        begun = pa.ipc.new_file if format == "arrow" else pa.ipc.new_stream
        with begun(made, table.schema, options=options) as writer:
            writer.write_table(table)
    return made.getvalue()


@pytest.mark.parametrize("format", ["parquet", "arrow", "stream"])
def test_a_small_file_of_millions_of_rows_is_refused(format, tmp_path):
    data = bomb(format, 2_000_000)
    assert len(data) < 60_000
    read = "parquet" if format == "parquet" else "arrow"
    with pytest.raises(BadInput, match=r"2,000,000 rows in [\d,]+ bytes"):
        decode_bytes(data, read, table="hand")
    path = tmp_path / f"bomb.{read}"
    path.write_bytes(data)
    done = quick("info", path)
    assert (done.code, done.err.count("\n")) == (3, 1)
    assert len(decode_bytes(bomb(format, 40_000), read, table="hand")[0]) == 40_000


def test_fractions_of_seconds_are_noted_where_they_are_lost():
    seat = Seat(section=1, time=datetime.datetime(2026, 1, 2, 3, 4, 5, 600_000))
    result = Result(board=1, time=datetime.time(3, 4, 5, 600_000))
    for format in ("parquet", "arrow"):
        assert codes_and_places(encode_records([seat], format)[1]) == [
            ("loss", "fraction-lost", "seat time")
        ]
        assert codes_and_places(encode_records([result], format)[1]) == [
            ("loss", "fraction-lost", "result time")
        ]
    for format in ("csv", "xlsx"):
        for record in (seat, result):
            data, notes = encode_records([record], format)
            assert (decode_bytes(data, format)[0], notes) == ([record], [])


def test_text_for_excel_is_guarded_and_comes_back():
    players = [Player(number=text, name=text) for text in FORMULAS]
    data, notes = encode_records(players, "csv", table="player", dialect="excel")
    assert notes == []
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))
    assert (rows[0]["number"], rows[0]["name"]) == ("'=1+1", "'=1+1")
    cells = [cell for row in rows for cell in row.values()]
    assert len(rows) == len(players)
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert decode_bytes(data, "csv")[0] == players
    plain = encode_records(players, "csv", table="player")[0]
    assert b"'=1+1" not in plain
    assert decode_bytes(plain, "csv")[0] == players


def test_numbers_stay_numbers_and_a_database_gives_the_same_bytes(tmp_path, monkeypatch):
    result = Result(id=1, section=1, board=1, contract="4 S", result="-1", score=-50, remarks="=x")
    data = encode_records([result], "csv", dialect="excel")[0].decode("utf-8-sig")
    (row,) = csv.DictReader(io.StringIO(data, newline=""))
    cells = [row[name] for name in ("contract", "result", "remarks", "score")]
    assert cells == ["4 S", "'-1", "'=x", "-50"]
    monkeypatch.setattr("bmconv.bws.codec.BULK", 0)
    words = ("convert", "formats/bws/samples/night.bws", "--to-opt", "dialect=excel", "-q")
    quick(*words, tmp_path / "bulk.csv")
    quick("to", "csv", "formats/bws/samples/night.bws", "--dialect", "excel", "-q",
          "-o", tmp_path / "records.csv")  # fmt: skip
    assert (tmp_path / "bulk.csv").read_bytes() == (tmp_path / "records.csv").read_bytes()


def test_sheets_for_people_mark_what_looks_like_a_formula_as_text():
    seats = [Seat(section=1, table=1, direction=d, name=f"=Anna {d}") for d in "NESW"]
    result = Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2,
                    declarer="N", contract="4 S", result="=", remarks="@x")  # fmt: skip
    data = encode_records([*seats, result], "xlsx", sheets="people")[0]
    book = openpyxl.load_workbook(io.BytesIO(data))
    cells = [c for sheet in book for row in sheet.iter_rows() for c in row if c.value is not None]
    risky = [c for c in cells if isinstance(c.value, str) and c.value[:1] in "=+-@" and c.value[1:]]
    assert risky
    assert {(c.data_type, bool(c.quotePrefix)) for c in risky} == {("s", True)}


THREADS = """\
import os, pyarrow.ipc, bmconv
count = lambda: len(os.listdir("/proc/self/task"))
before = count()
bmconv.read({!r})
print(count() - before)
"""


@pytest.mark.skipif(not os.path.isdir("/proc/self/task"), reason="counts threads in /proc")
def test_reading_an_arrow_file_starts_no_thread_that_could_outlive_python():
    """One that has a part of the file when the program ends would end it with an abort."""
    sample = str(ROOT / "formats/arrow/samples/boards.arrow")
    program = [sys.executable, "-c", THREADS.format(sample)]
    assert subprocess.run(program, capture_output=True, text=True).stdout == "0\n"


def test_an_arrow_file_whose_end_is_missing_is_refused(tmp_path):
    cut = tmp_path / "cut.arrow"
    cut.write_bytes((ROOT / "formats/arrow/samples/boards.arrow").read_bytes()[:-1])
    done = quick("info", cut)
    expected = f"bmconv: {cut}: the end of the Arrow file is missing; expected a complete file\n"
    assert (done.code, done.out, done.err) == (3, b"", expected)
