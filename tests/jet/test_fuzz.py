"""Whatever happened to a file, reading it ends well."""

import io
import struct
from collections import Counter
from pathlib import Path

import pytest

import bmconv.jet as jet
from bmconv.jet.edit.editor import Editor
from tests.helpers import jet_tables
from tests.tools.fuzz_jet import edit_one_table, run


def test_a_thousand_damaged_files_are_read_or_refused() -> None:
    outcomes = Counter(outcome for _, outcome in run(count=1000, seed=20260119))
    # were the damage never to matter, this test would prove nothing
    assert outcomes["refused"] > 50
    assert outcomes["read with problems"] > 75


def test_hundreds_of_damaged_files_are_edited_or_left_as_they_were() -> None:
    outcomes = Counter(outcome for _, outcome in run(count=600, seed=20261116, use=edit_one_table))
    assert outcomes["edited"] > 100
    assert outcomes["refused"] > 50


def insert_all(editor: Editor, good: list[dict[str, object]], bad: dict[str, object]) -> None:
    """Rows that need new pages, and one that is refused, as one change."""
    with editor.all_or_nothing():
        for values in (*good, bad):
            editor.table("ReceivedData").insert(values)


@pytest.mark.parametrize("version", [3, 4])
def test_changes_that_end_in_a_refusal_are_all_undone(version: int, tmp_path: Path) -> None:
    path = tmp_path / "x.mdb"
    with path.open("wb") as file:
        jet.write(jet_tables.tables(version, 100), file, version=version)
    before = path.read_bytes()
    with Editor(path) as editor:
        table = editor.table("ReceivedData")
        with pytest.raises(jet.JetError, match="no number"):
            insert_all(
                editor, [{"Section": 1, "Remarks": "r" * 200}] * 200, {"Section": "no number"}
            )
        assert path.read_bytes() == before
        pointer = table.insert({"Section": 7})
        assert table.row(pointer)[1] == 7
    assert sum(1 for _ in jet.open(path).tables["ReceivedData"].rows()) == 101


@pytest.mark.parametrize(("version", "number_at"), [(3, 43 + 18 * 2 + 1), (4, 63 + 25 * 2 + 5)])
def test_a_column_with_an_absurd_number_costs_its_table_only(version: int, number_at: int) -> None:
    target = io.BytesIO()
    columns = [jet.ColumnSpec(name, "long") for name in "abcd"]
    tables = [jet.TableSpec(name, columns, [(1, 2, 3, 4)]) for name in ("Good", "Odd")]
    jet.write(tables, target, version=version)
    data, size = bytearray(target.getvalue()), 4096 if version == 4 else 2048
    at = jet.open(bytes(data)).tables["Odd"].definition.page * size + number_at
    assert struct.unpack_from("<H", data, at) == (2,)
    struct.pack_into("<H", data, at, 20000)
    database = jet.open(bytes(data))
    assert [list(table.rows()) for table in database.tables.values()] == [[(1, 2, 3, 4)]]
    ((part, what),) = database.problems
    assert part == "table Odd"
    assert "20000" in what


@pytest.fixture(scope="module", params=[3, 4])
def data(request: pytest.FixtureRequest) -> bytes:
    target = io.BytesIO()
    jet.write(jet_tables.tables(request.param, 100), target, version=request.param)
    return target.getvalue()


def test_a_file_cut_at_any_page_is_refused_or_read_with_problems(data: bytes) -> None:
    size = 4096 if data[0x14] else 2048
    whole = {name: list(table.rows()) for name, table in jet.open(data).tables.items()}
    for length in range(0, len(data), size):
        try:
            database = jet.open(data[:length])
            rows = {name: list(table.rows()) for name, table in database.tables.items()}
        except jet.JetError:
            continue
        assert rows == whole or database.problems, f"cut at {length}"


def test_a_definition_whose_pages_run_in_a_circle_ends(data: bytes) -> None:
    size = 4096 if data[0x14] else 2048
    page = jet.open(data).tables["Settings"].definition.page
    copy = bytearray(data)
    struct.pack_into("<I", copy, page * size + 4, page)
    database = jet.open(bytes(copy))
    assert "Settings" not in database.tables
    assert any("circle" in what for _, what in database.problems)


def test_a_catalog_of_other_types_is_refused(data: bytes) -> None:
    size, first, width = (4096, 63 + 24, 25) if data[0x14] else (2048, 43 + 16, 18)
    refusals = []
    for column in range(17):
        for kind in (1, 8, 9, 12):
            copy = bytearray(data)
            copy[2 * size + first + width * column] = kind
            try:
                jet.open(bytes(copy))
            except jet.JetError as error:
                refusals.append(str(error))
    assert len(refusals) > 10
    assert all("catalog" in refusal for refusal in refusals)


def test_a_definition_without_columns_has_empty_rows(data: bytes) -> None:
    size, at = (4096, 45) if data[0x14] else (2048, 25)
    page = jet.open(data).tables["Flags"].definition.page
    copy = bytearray(data)
    copy[page * size + at : page * size + at + 2] = b"\0\0"
    table = jet.open(bytes(copy)).tables["Flags"]
    assert set(table.rows()) == {()}


@pytest.mark.parametrize(("word", "count"), [(0x1FFF, None), (4, None), (None, 0xFFFF)])
def test_a_bad_row_directory_costs_its_rows_only(
    data: bytes, word: int | None, count: int | None
) -> None:
    size, count_at = (4096, 12) if data[0x14] else (2048, 8)
    (page, *_) = jet.open(data).tables["ReceivedData"].scanner().owned_pages()
    copy = bytearray(data)
    if word is not None:
        struct.pack_into("<H", copy, page * size + count_at + 2 + 2 * 3, word)
    if count is not None:
        struct.pack_into("<H", copy, page * size + count_at, count)
    whole = list(jet.open(data).tables["ReceivedData"].rows())
    database = jet.open(bytes(copy))
    rows = [row for row in database.tables["ReceivedData"].rows() if row[0] in range(1, 101)]
    said = "begins outside its page" if count is None else "claims 65535 rows"
    assert any(
        part == "table ReceivedData" and said in what and what.startswith(f"page {page}:")
        for part, what in database.problems
    )
    if count is None:  # the row after it has lost its end, but not its beginning
        assert whole[3] not in rows
        assert [row for row in whole if row not in rows][1:] in ([], [whole[4]])


def test_long_values_that_run_in_a_circle_end(data: bytes) -> None:
    size = 4096 if data[0x14] else 2048
    head = 14 if data[0x14] else 10
    copy = bytearray(data)
    broken = 0
    for at in range(0, len(data), size):
        if copy[at + 4 : at + 8] == b"LVAL":
            (start,) = struct.unpack_from("<H", copy, at + head)
            if struct.unpack_from("<I", copy, at + start)[0] >> 8 < len(data) // size:
                struct.pack_into("<I", copy, at + start, at // size << 8)
                broken += 1
    assert broken
    database = jet.open(bytes(copy))
    for table in database.tables.values():
        list(table.rows())
    assert any("circle" in what for _, what in database.problems)


def test_rows_that_all_claim_one_huge_value_do_not_take_for_ever() -> None:
    blob = bytes(3_000_000)
    target = io.BytesIO()
    columns = [jet.ColumnSpec("A", "ole")]
    jet.write([jet.TableSpec("T", columns, [(blob,)] + [(b"x" * 100,)] * 2000)], target)
    data = bytearray(target.getvalue())
    database = jet.open(bytes(data))
    (page, *others) = database.tables["T"].scanner().owned_pages()
    row = database._pages.row(page << 8)
    for number in (page, *others):
        (count,) = struct.unpack_from("<H", data, number * 4096 + 12)
        for i in range(count):
            (start,) = struct.unpack_from("<H", data, number * 4096 + 14 + 2 * i)
            data[number * 4096 + start + 2 : number * 4096 + start + 10] = row[2:10]
    damaged = jet.open(bytes(data))
    assert sum(1 for _ in damaged.tables["T"].rows()) == 2001
    assert any("more than the whole file" in what for _, what in damaged.problems)


def test_a_last_page_that_no_table_has_loses_nothing_when_it_is_cut(data: bytes) -> None:
    whole = {name: list(table.rows()) for name, table in jet.open(data).tables.items()}
    database = jet.open(data + b"\x01\x02\x03")
    assert {name: list(table.rows()) for name, table in database.tables.items()} == whole
    assert database.problems == []
    size = 4096 if data[0x14] else 2048
    assert database.oddities == [f"the last page has only 3 of {size} bytes"]
