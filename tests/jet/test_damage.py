"""One thing is wrong in a file: what is reported, and that everything else is read, by rows and by
columns."""

import io
import struct
from pathlib import Path
from typing import Any

import pytest

import bmconv.jet as jet
from bmconv.jet.edit.editor import Editor
from tests.jet.test_bulk import by_columns

VERSIONS = [3, 4]
SIZES = {3: 2048, 4: 4096}
DIRECTORY = {3: 10, 4: 14}
"""Where the row directory of a data page begins."""
COUNTS = {3: 21, 4: 41}
"""Where a definition has its numbers of columns: the highest ever, of variable ones, of all."""
MOVED, TARGET, DELETED = 0x4000, 0x8000, 0xC000
"""Flags in the row directory."""
OLD = ("x" * 100,)


def written(version: int, *tables: jet.TableSpec) -> bytearray:
    target = io.BytesIO()
    jet.write(tables, target, version=version)
    return bytearray(target.getvalue())


def numbers(name: str = "T", count: int = 3) -> jet.TableSpec:
    """A table with the rows (1,), (2,) and so on."""
    rows = [(number,) for number in range(1, count + 1)]
    return jet.TableSpec(name, [jet.ColumnSpec("N", "long")], rows)


def pages_of(data: bytes, name: str = "T") -> list[int]:
    return jet.open(data).tables[name].scanner().owned_pages()


def word_at(data: bytes, version: int, page: int, index: int) -> int:
    """The word of a row in the directory of its page: flags, and where the row begins."""
    at = page * SIZES[version] + DIRECTORY[version] + 2 * index
    return int.from_bytes(data[at : at + 2], "little")


def set_word(data: bytearray, version: int, page: int, index: int, word: int) -> None:
    struct.pack_into("<H", data, page * SIZES[version] + DIRECTORY[version] + 2 * index, word)


def rows_and_problems(data: bytes, name: str = "T") -> tuple[list[Any], list[str]]:
    """The rows of a table and the problems of its file, which reading by columns has as well."""
    database, bulk = jet.open(data), jet.open(data)
    rows = list(database.tables[name].rows())
    assert by_columns(bulk.tables[name]) == rows
    assert bulk.problems == database.problems
    return rows, [str(problem) for problem in database.problems]


# Rows


@pytest.fixture(params=VERSIONS)
def moved(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[int, bytearray, int, int, int]:
    """A file whose last row of the first page has moved: its version and bytes, the page, the
    row's number there, and the pointer to its new place."""
    version, path = request.param, tmp_path / "moved.mdb"
    text = jet.TableSpec("T", [jet.ColumnSpec("A", "text", 255)], [OLD] * 90)
    path.write_bytes(written(version, text))
    page = pages_of(path.read_bytes())[0]
    with Editor(path, durable=False) as editor:
        table = editor.table("T")
        last = max(pointer for pointer, _ in table.rows() if pointer >> 8 == page)
        table.update(last, {"A": "y" * 255})
    data = bytearray(path.read_bytes())
    word = word_at(data, version, page, last & 0xFF)
    assert word & DELETED == MOVED
    (pointer,) = struct.unpack_from("<I", data, page * SIZES[version] + (word & 0x1FFF))
    assert word_at(data, version, pointer >> 8, pointer & 0xFF) & DELETED == TARGET
    return version, data, page, last & 0xFF, pointer


@pytest.mark.parametrize(
    ("flags", "state"),
    [
        (DELETED, "is deleted"),
        (MOVED, "has moved again"),
        (0, "is not the target of a move"),
    ],
)
def test_a_moved_row_whose_new_place_is_not_one_is_reported(
    moved: Any, flags: int, state: str
) -> None:
    version, data, page, _, pointer = moved
    place, index = pointer >> 8, pointer & 0xFF
    start = word_at(data, version, place, index) & 0x1FFF
    set_word(data, version, place, index, flags | start)
    database = jet.open(bytes(data))
    rows = list(database.tables["T"].rows())
    assert str(database.problems[0]) == (
        f"table T: page {page}: a moved row cannot be found: row {index} of page {place} {state}"
    )
    assert rows.count(OLD) == 89


def test_a_moved_row_in_a_page_of_another_table_is_reported(moved: Any) -> None:
    version, data, page, index, _ = moved
    start = word_at(data, version, page, index) & 0x1FFF
    struct.pack_into("<I", data, page * SIZES[version] + start, 1 << 8)
    rows, problems = rows_and_problems(bytes(data))
    assert rows == [OLD] * 89
    assert problems == [
        f"table T: page {page}: a moved row cannot be found: page 1 does not belong to the table"
    ]


def test_the_pointer_of_a_moved_row_that_is_cut_off_is_reported(moved: Any) -> None:
    version, data, page, index, _ = moved
    end = word_at(data, version, page, index - 1) & 0x1FFF
    set_word(data, version, page, index, MOVED | end - 3)
    rows, problems = rows_and_problems(bytes(data))
    assert rows == [OLD] * 89
    said = "the pointer of a moved row is cut off; skipped"
    assert problems == [f"table T: page {page}: {said}"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_row_without_columns_is_reported_and_the_others_are_read(version: int) -> None:
    data = written(version, numbers())
    (page,) = pages_of(data)
    start = page * SIZES[version] + word_at(data, version, page, 1)
    length = {3: 6, 4: 7}[version]  # the number of columns, four bytes, and a byte of nulls
    data[start] = 0
    rows, problems = rows_and_problems(bytes(data))
    assert rows == [(1,), (3,)]
    said = f"a row of length {length} with column count 0; skipped"
    assert problems == [f"table T: page {page}: {said}"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_text_without_a_place_is_reported_and_read_as_null(version: int) -> None:
    text = jet.TableSpec("T", [jet.ColumnSpec("A", "text", 9)], [("one",), ("two",), ("three",)])
    data = written(version, text)
    (page,) = pages_of(data)
    end = page * SIZES[version] + word_at(data, version, page, 0)  # where the second row ends
    # before the byte of nulls is the number of texts: a byte in Access 97, else a word
    at = end - 1 - {3: 1, 4: 2}[version]
    assert data[at] == 1
    data[at] = 0
    rows, problems = rows_and_problems(bytes(data))
    assert rows == [("one",), (None,), ("three",)]
    said = "column A of a row has a value but no place"
    assert problems == [f"table T: page {page}: {said}"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_page_that_is_not_the_tables_is_reported_and_the_others_are_read(version: int) -> None:
    data = written(version, numbers(count=2000))
    first, second, *_ = pages_of(data)
    whole = list(jet.open(bytes(data)).tables["T"].rows())
    (count,) = struct.unpack_from("<H", data, first * SIZES[version] + DIRECTORY[version] - 2)
    data[second * SIZES[version] + 4] ^= 0xFF  # the page of the owner's definition
    rows, problems = rows_and_problems(bytes(data))
    assert rows == whole[:count] + whole[2 * count :]
    said = "is listed as a data page of the table but is not one; skipped"
    assert problems == [f"table T: page {second}: {said}"]


@pytest.mark.parametrize("version", VERSIONS)
def test_pages_beyond_the_end_are_reported_with_the_first_of_them(version: int) -> None:
    data = written(version, numbers(count=2000))
    _, second, *_ = pages_of(data)
    data = data[: second * SIZES[version]]
    rows, problems = rows_and_problems(bytes(data))
    assert 0 < len(rows) < 2000
    assert rows == [(number,) for number in range(1, len(rows) + 1)]
    said = f"page {second} lies beyond the end of the file ({second} pages)"
    assert problems == [f"table T: {said}"]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_table_whose_pages_all_lie_beyond_the_end_is_empty(version: int) -> None:
    data = written(version, numbers("Other", 2000), numbers(count=2000))
    first = pages_of(data)[0]
    rows, problems = rows_and_problems(bytes(data[: (first - 1) * SIZES[version]]))
    said = f"page {first} lies beyond the end of the file ({first - 1} pages)"
    assert (rows, problems) == ([], [f"table T: {said}"])


# Definitions, maps and the catalog


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("at", "format", "value", "claim"),
    [
        (4, "<H", 256, "256 columns; expected at most 255"),
        (0, "<H", 1021, "1021 columns; expected at most 255"),  # Access counts deleted ones as well
        (6, "<I", 10**6, "1000000 indexes"),
        (10, "<I", 10**6, "1000000 indexes"),
    ],
)
def test_a_definition_that_claims_too_much_costs_its_table_only(
    version: int, at: int, format: str, value: int, claim: str
) -> None:
    data = written(version, numbers("Good"), numbers("Odd"))
    page = jet.open(bytes(data)).tables["Odd"].definition.page
    struct.pack_into(format, data, page * SIZES[version] + COUNTS[version] + at, value)
    database = jet.open(bytes(data))
    assert list(database.tables) == ["Good"]
    said = f"page {page}: the table definition claims {claim}"
    assert database.problems == [("table Odd", f"its definition cannot be read: {said}")]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_table_whose_list_of_pages_is_of_an_unknown_kind_is_read_all_the_same(
    version: int,
) -> None:
    data = written(version, numbers())
    pointer = jet.open(bytes(data)).tables["T"].definition.owned_map
    page, index = pointer >> 8, pointer & 0xFF
    data[page * SIZES[version] + (word_at(data, version, page, index) & 0x1FFF)] = 2
    rows, problems = rows_and_problems(bytes(data))
    assert rows == [(1,), (2,), (3,)]
    said = f"table T: unknown kind of usage map at page {page}"
    assert problems == [f"table T: its list of pages is damaged: {said}"]


@pytest.mark.parametrize("version", VERSIONS)
def test_of_two_tables_of_one_name_the_first_is_read(version: int) -> None:
    data = written(version, numbers("Tab1", 1), numbers("Tab2", 2))
    catalog = jet.open(bytes(data)).table_at(2, "MSysObjects").scanner().owned_pages()
    size = SIZES[version]
    for page in catalog:
        content = bytes(data[page * size : (page + 1) * size])
        codec = {3: "cp1252", 4: "utf-16-le"}[version]
        content = content.replace("Tab2".encode(codec), "Tab1".encode(codec))
        data[page * size : (page + 1) * size] = content
    rows, problems = rows_and_problems(bytes(data), "Tab1")
    assert rows == [(1,)]
    assert problems == ["table Tab1: twice in the catalog; the second is left out"]


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("number", [float("inf"), float("nan"), 1e9, -1e9, 2958466.0])
def test_a_date_outside_the_calendar_reads_the_same_by_columns(version: int, number: float) -> None:
    rows: list[tuple[Any, ...]] = [(2.5,)] * 500 + [(number,)] + [(None,)] * 500
    data = written(version, jet.TableSpec("T", [jet.ColumnSpec("D", "date")], rows))
    table = jet.open(bytes(data)).tables["T"]
    found = list(table.rows())
    assert repr(found[500]) == repr((number,))
    assert [repr(row) for row in by_columns(table)] == [repr(row) for row in found]
