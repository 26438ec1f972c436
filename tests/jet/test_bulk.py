"""Reading by columns gives what reading by rows gives."""

import io
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import bmconv.jet as jet
from bmconv.jet.edit.editor import Editor
from bmconv.jet.read.bulk import is_plain
from tests.helpers import jet_tables
from tests.helpers.jet_judges import samples


def by_columns(table: jet.AccessTable) -> list[tuple[Any, ...]]:
    """The rows of the plain columns of a table."""
    places = [place for place, column in enumerate(table.columns) if is_plain(column)]
    rows: list[tuple[Any, ...]] = []
    for part in table.batches([table.columns[place].name for place in places]):
        if isinstance(part, list):
            rows += (tuple(row[place] for place in places) for row in part)
        else:
            rows += zip(*(column.to_pylist() for column in part.columns), strict=True)
    return rows


def assert_the_same(table: jet.AccessTable) -> None:
    places = [place for place, column in enumerate(table.columns) if is_plain(column)]
    if places:
        rows = [tuple(row[place] for place in places) for row in table.rows()]
        assert [repr(row) for row in by_columns(table)] == [repr(row) for row in rows]


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.name)
def test_a_real_file_reads_the_same_by_columns(path: Path) -> None:
    for table in jet.open(path).tables.values():
        assert_the_same(table)


@pytest.mark.parametrize("version", [3, 4])
def test_odd_values_read_the_same_by_columns(version: int) -> None:
    target = io.BytesIO()
    jet.write(jet_tables.tables(version, 6000), target, version=version)
    for table in jet.open(target.getvalue()).tables.values():
        assert_the_same(table)


@pytest.mark.parametrize("version", [3, 4])
def test_texts_of_about_eight_bytes_are_told_apart(version: int) -> None:
    letters = "abcdefgh\x01\x07\x08\x0eÿ\xa0" + ("" if version == 3 else "ࠀ一\u0701")
    texts = [
        "",
        *(start * size + end for start in letters for size in range(10) for end in letters),
    ]
    spec = jet.TableSpec("T", [jet.ColumnSpec("A", "text", 20)], [(text,) for text in texts])
    target = io.BytesIO()
    jet.write([spec], target, version=version)
    table = jet.open(target.getvalue()).tables["T"]
    assert [text for (text,) in by_columns(table)] == texts


def test_most_groups_of_pages_are_read_the_fast_way(monkeypatch: Any) -> None:
    # or else the two ways would agree because they are one
    target = io.BytesIO()
    jet.write([jet_tables.received(6000)], target)
    table = jet.open(target.getvalue()).tables["ReceivedData"]
    monkeypatch.setattr("bmconv.jet.read.rows.TableRows.page_rows", None)
    assert len(by_columns(table)) == 6000


def test_reading_and_writing_need_no_numpy() -> None:
    code = (
        "import sys, io, bmconv.jet as jet; t = io.BytesIO(); "
        "jet.write([jet.TableSpec('T', [jet.ColumnSpec('A', 'text', 9)], [('x',)] * 999)], t); "
        "assert len(list(jet.open(t.getvalue()).tables['T'].rows())) == 999; "
        "heavy = {'numpy', 'decimal', 'uuid', 'dataclasses', 'inspect', 'bmconv.records'}; "
        "print(heavy & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


@pytest.mark.parametrize("version", [3, 4])
def test_a_table_whose_rows_are_all_deleted_is_read_as_empty(version: int, tmp_path: Path) -> None:
    path = tmp_path / "deleted.mdb"
    with path.open("wb") as file:
        jet.write([jet_tables.received(30)], file, version=version)
    with Editor(path) as editor:
        table = editor.table("ReceivedData")
        for pointer, _ in list(table.rows()):
            table.delete(pointer)
    assert by_columns(jet.open(path).tables["ReceivedData"]) == []


@pytest.mark.parametrize("version", [3, 4])
def test_more_shapes_and_texts_than_are_remembered_read_the_same(
    version: int, monkeypatch: Any
) -> None:
    monkeypatch.setattr("bmconv.jet.read.bulk.CACHE_SIZE", 3)
    monkeypatch.setattr("bmconv.jet.read.bulk.GROUP", 8192)
    target = io.BytesIO()
    jet.write(jet_tables.tables(version, 3000), target, version=version)
    for table in jet.open(target.getvalue()).tables.values():
        assert_the_same(table)
