"""Small files that would take much memory are refused, or read within 300 MB."""

import io
import os
import struct
import zipfile

import openpyxl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bmconv import jet
from bmconv.columns.batches import TYPE_KEY
from tests.helpers.running import judge, run_measuring_memory

pytestmark = pytest.mark.skipif(os.name != "posix", reason="memory is measured by Linux")

HEAD = '<?xml version="1.0" encoding="UTF-8"?>'


def usebio(inside: str, declared: str = "") -> bytes:
    return f"{HEAD}{declared}<USEBIO><EVENT>{inside}</EVENT></USEBIO>".encode()


def defaults() -> bytes:
    """Each of 20,000 elements gets an attribute of 100 kB."""
    declared = f'<!DOCTYPE USEBIO [<!ATTLIST A B CDATA "{"x" * 100_000}">]>'
    return usebio("<A/>" * 20_000, declared)


def elements() -> bytes:
    return usebio('<A B="C"/>' * 2_000_000)


def text_between() -> bytes:
    return usebio("some text<A/>" * 400_000)


USEBIO = {
    "defaults": (defaults, 3, "declares attributes; expected XML without declared attributes"),
    "elements": (elements, 3, "more than 500,000 elements; expected a USEBIO file"),
    "text": (text_between, 0, ""),
}


@pytest.mark.parametrize("name", USEBIO)
def test_usebio(name, tmp_path):
    make, code, problem = USEBIO[name]
    path = tmp_path / "x.xml"
    path.write_bytes(make())
    done, megabytes = run_measuring_memory("from", "usebio", path, "-q")
    assert done.code == code, done.err
    assert problem in done.err
    assert done.err.count("\n") == bool(code)
    assert megabytes < 300


def workbook(replaced: str, data: bytes) -> bytes:
    """A workbook with one of its parts replaced."""
    small, made = io.BytesIO(), io.BytesIO()
    openpyxl.Workbook().save(small)
    with zipfile.ZipFile(small) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, data if name == replaced else old.read(name))
    return made.getvalue()


def noise(count: int, text: str) -> bytes:
    """Text that shrinks to more than a 400th."""
    return "".join(f"{text.format(number * 7919 % 1_000_003)}" for number in range(count)).encode()


def large_styles() -> bytes:
    fonts = noise(500_000, '<font><sz val="{}"/></font>')
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    return workbook(
        "xl/styles.xml", b'<styleSheet xmlns="%s"><fonts>%s</fonts></styleSheet>' % (main, fonts)
    )


def large_row() -> bytes:
    cells = noise(1_000_000, '<c r="A1"><v>{}</v></c>')
    main = b"http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    head = b'<worksheet xmlns="%s"><sheetData><row r="1">' % main
    return workbook("xl/worksheets/sheet1.xml", head + cells + b"</row></sheetData></worksheet>")


XLSX = {
    "styles": (large_styles, "xl/styles.xml unpacks to more than 4 MB"),
    "row": (large_row, "a row, or the part around the rows, of more than 4 MB"),
}


@pytest.mark.parametrize("name", XLSX)
def test_xlsx(name, tmp_path):
    make, problem = XLSX[name]
    path = tmp_path / "x.xlsx"
    path.write_bytes(make())
    done, megabytes = run_measuring_memory("from", "xlsx", path, "-q")
    assert done.code == 3
    assert problem in done.err
    assert done.err.count("\n") == 1
    assert megabytes < 300


@pytest.mark.parametrize("format", ["parquet", "arrow"])
def test_a_long_word_in_many_rows_is_held_once(format, tmp_path):
    indices = pa.array([0] * 20_000, pa.int32())
    names = pa.DictionaryArray.from_arrays(indices, pa.array(["x" * 200_000]))
    table = pa.table({"number": [str(number) for number in range(20_000)], "name": names})
    table = table.replace_schema_metadata({TYPE_KEY: "player"})
    path = tmp_path / f"player.{format}"
    if format == "parquet":
        pq.write_table(table, path)
    else:
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)
    assert path.stat().st_size < 1_000_000
    done, megabytes = run_measuring_memory("info", path)
    assert (done.code, done.err) == (0, "")
    assert b"players   20000 in the list" in done.out
    assert megabytes < 300


def test_verify_ends_where_another_engine_runs_in_a_circle(tmp_path):
    judge("access_parser")
    target = io.BytesIO()
    columns = [jet.ColumnSpec("A", "memo"), jet.ColumnSpec("N", "long")]
    rows = [("x" * 9000, number) for number in range(3)]
    jet.write([jet.TableSpec("T", columns, rows)], target, version=4)
    data, size = bytearray(target.getvalue()), 4096
    for at in range(0, len(data), size):
        if data[at + 4 : at + 8] == b"LVAL":
            (start,) = struct.unpack_from("<H", data, at + 14)
            if struct.unpack_from("<I", data, at + start)[0]:
                struct.pack_into("<I", data, at + start, at // size << 8)  # the next page: itself
    path = tmp_path / "circle.bws"
    path.write_bytes(data)
    done, megabytes = run_measuring_memory("bws", "verify", path, "-q")
    assert b"T: cannot be read (takes too long or too much memory)" in done.out
    assert b"mdbtools" not in done.out or b"mdbtools: the same in all tables" in done.out
    assert megabytes < 300
