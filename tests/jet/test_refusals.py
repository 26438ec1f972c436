"""Changes that the editor refuses: what it says, and that the file stays as it was."""

import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import bmconv.jet as jet
from bmconv.jet.edit.editor import CannotIndex, Editor, TableEditor

SIZES = {3: 2048, 4: 4096}
DUTCH, SWEDISH = 0x0413, 0x041D
"""Sort orders of a column of text."""


@pytest.fixture(params=[3, 4])
def version(request: pytest.FixtureRequest) -> int:
    return request.param


def file_of(path: Path, version: int, *tables: jet.TableSpec) -> Path:
    with path.open("wb") as file:
        jet.write(tables, file, version=version)
    return path


def refused(
    path: Path, change: Callable[[TableEditor], Any], kind: type[jet.JetError] = jet.JetError
) -> str:
    """What the editor says about a change of table T, which leaves every byte of the file."""
    before = path.read_bytes()
    with Editor(path, durable=False) as editor, pytest.raises(kind) as caught:
        change(editor.table("T"))
    assert path.read_bytes() == before
    return str(caught.value)


def test_a_table_that_the_file_lacks_is_refused_by_name(version: int, tmp_path: Path) -> None:
    path = file_of(tmp_path / "x.mdb", version)
    assert refused(path, lambda table: None) == "the file has no table T"


def test_rows_that_are_not_there_are_refused(version: int, tmp_path: Path) -> None:
    column = jet.ColumnSpec("N", "long")
    path = file_of(tmp_path / "x.mdb", version, jet.TableSpec("T", [column], [(1,), (2,)]))
    with Editor(path, durable=False) as editor:
        table = editor.table("T")
        first, second = (pointer for pointer, _ in table.rows())
        table.delete(first)
        page = editor.database.tables["T"].definition.page
    for pointer, said in (
        (first, "table T: there is no such row"),  # deleted
        (second + 1, "table T: there is no such row"),  # the page has two
        (page << 8, f"page {page} is not a data page (type 2)"),
        (1 << 8, "page 1 belongs to another table"),
    ):
        for change in (
            lambda table, pointer=pointer: table.row(pointer),
            lambda table, pointer=pointer: table.update(pointer, {"N": 3}),
            lambda table, pointer=pointer: table.delete(pointer),
        ):
            assert refused(path, change) == said


def test_a_row_holds_as_many_bytes_as_access_allows_and_not_one_more(
    version: int, tmp_path: Path
) -> None:
    # 2012 and 4060 bytes; a row of one binary column of null is measured first
    most, columns = {3: (2012, 8), 4: (4060, 8)}[version]
    names = [f"B{number}" for number in range(columns)]
    specs = [jet.ColumnSpec(name, "binary", 510) for name in names]
    path = file_of(tmp_path / "x.mdb", version, jet.TableSpec("T", specs))
    widest = {3: 255, 4: 510}[version]

    def cells(total: int) -> dict[str, bytes]:
        """Binary values of so many bytes together."""
        sizes = [min(widest, max(total - widest * turn, 0)) for turn in range(columns)]
        return {name: bytes(size) for name, size in zip(names, sizes, strict=True)}

    # two bytes of count, the values, nine offsets and their number, a byte of nulls; in Access 97
    # a byte each, and the jump table: one byte for each 256 bytes of the row
    frame = {3: 1 + 9 + 1 + 7 + 1, 4: 2 + 2 * 9 + 2 + 1}[version]
    said = f"table T: {most + 1} bytes; a row holds at most {most}"
    assert refused(path, lambda table: table.insert(cells(most + 1 - frame))) == said
    with Editor(path, durable=False) as editor:
        pointer = editor.table("T").insert(cells(most - frame))
        assert sum(map(len, editor.table("T").row(pointer))) == most - frame


def test_columns_that_cannot_be_added_are_refused(version: int, tmp_path: Path) -> None:
    def add(name: str, kind: str, **more: Any) -> Callable[[TableEditor], None]:
        return lambda table: table.add_column(jet.ColumnSpec(name, kind, **more))

    flags = [jet.ColumnSpec(f"F{number}", "boolean") for number in range(254)]
    path = file_of(tmp_path / "x.mdb", version, jet.TableSpec("T", flags, [(True,) * 254]))
    for change, said in (
        (add("New", "uuid"), "a column of type uuid cannot be added to a table"),
        (add("New", "memo"), "a column of type memo cannot be added to a table"),
        (add("New", "long", autonumber=True), "a column of type long cannot be added to a table"),
        (add("f253", "boolean"), "there is already a column f253"),
    ):
        assert refused(path, change) == said
    with Editor(path, durable=False) as editor:
        editor.table("T").add_column(jet.ColumnSpec("Last", "boolean"))
    said = "the table has 255 columns: no more can be added"
    assert refused(path, add("New", "boolean")) == said
    assert list(jet.open(path).tables["T"].rows()) == [(*[True] * 254, False)]


@pytest.mark.parametrize(
    ("index", "values", "said"),
    [
        ({"primary": True}, {"N": 1}, "index I: a value is required"),
        ({"required": True}, {"N": 1}, "index I: a value is required"),
        ({"unique": True}, {"K": "a", "N": 1}, "index I: there is already a row with 'a'"),
        ({"unique": True}, {"K": "A", "N": 1}, "index I: there is already a row with 'A'"),
    ],
)
def test_a_row_that_an_index_does_not_allow_is_refused(
    index: dict[str, bool], values: dict[str, Any], said: str, version: int, tmp_path: Path
) -> None:
    columns = [jet.ColumnSpec("K", "text", 9), jet.ColumnSpec("N", "long")]
    spec = jet.TableSpec("T", columns, [("a", 1)], [jet.IndexSpec("I", [("K", True)], **index)])
    path = file_of(tmp_path / "x.mdb", version, spec)
    assert refused(path, lambda table: table.insert(values)) == said
    assert refused(path, lambda table: table.check(values)) == said


def test_nulls_of_a_unique_index_are_all_different(version: int, tmp_path: Path) -> None:
    columns = [jet.ColumnSpec("K", "text", 9), jet.ColumnSpec("N", "long")]
    index = jet.IndexSpec("I", [("K", True)], unique=True)
    path = file_of(tmp_path / "x.mdb", version, jet.TableSpec("T", columns, [(None, 1)], [index]))
    with Editor(path, durable=False) as editor:
        editor.table("T").insert({"N": 2})
    assert list(jet.open(path).tables["T"].rows()) == [(None, 1), (None, 2)]


def sorted_in(path: Path, version: int, order: int) -> Path:
    """A table with an index over a column of text in a sort order, which has one row."""
    spec = jet.TableSpec(
        "T", [jet.ColumnSpec("K", "text", 9)], [("a",)], [jet.IndexSpec("I", [("K", True)])]
    )
    data = bytearray(file_of(path, version, spec).read_bytes())
    definition = jet.open(bytes(data)).tables["T"].definition
    at = definition.page * SIZES[version] + definition.column_names_at
    # the order is in the only column's record, which ends where the names begin
    at += {3: -18 + 9, 4: -25 + 11}[version]
    assert struct.unpack_from("<H", data, at) == (0x0409,)
    struct.pack_into("<H", data, at, order)
    path.write_bytes(data)
    return path


def test_an_index_in_an_unknown_order_is_not_changed(version: int, tmp_path: Path) -> None:
    path = sorted_in(tmp_path / "x.mdb", version, SWEDISH)
    said = "index I cannot be updated: how Access sorts column K is not known"
    assert refused(path, lambda table: table.insert({"K": "b"}), CannotIndex) == said


def test_dutch_text_is_sorted_like_any_other_but_for_ij(version: int, tmp_path: Path) -> None:
    path = sorted_in(tmp_path / "x.mdb", version, DUTCH)
    said = "index I cannot be updated: how Access sorts 'ij' in Dutch is not known"
    for text in ("ijs", "IJS", "bijl"):
        assert refused(path, lambda table, text=text: table.insert({"K": text})) == said
    with Editor(path, durable=False) as editor:
        table = editor.table("T")
        for text in ("j", "i", None):
            table.insert({"K": text})
        (tree,) = table.trees
        listed = [table.row(int.from_bytes(entry[-4:], "big")) for entry in tree.leaves[0][1]]
    assert listed == [(None,), ("a",), ("i",), ("j",)]


@pytest.mark.parametrize("fault", ["type", "next"])
def test_an_index_whose_pages_make_no_sense_is_refused(
    fault: str, version: int, tmp_path: Path
) -> None:
    spec = jet.TableSpec(
        "T", [jet.ColumnSpec("N", "long")], [(1,)], [jet.IndexSpec("I", [("N", True)])]
    )
    path = file_of(tmp_path / "x.mdb", version, spec)
    data = bytearray(path.read_bytes())
    root = jet.open(bytes(data)).tables["T"].definition.real_indexes[0].root
    at = root * SIZES[version]
    if fault == "type":
        data[at], said = 9, f"index I: page {root} is not an index page"
    else:
        next_at = {3: 12, 4: 16}[version]
        struct.pack_into("<I", data, at + next_at, root)
        said = "index I: its pages run in a circle"
    path.write_bytes(data)
    assert refused(path, lambda table: table.insert({"N": 2})) == said


def test_an_index_whose_entries_are_not_sorted_is_not_changed(version: int, tmp_path: Path) -> None:
    rows = [(1,), (2,), (3,)]
    spec = jet.TableSpec(
        "T", [jet.ColumnSpec("N", "long")], rows, [jet.IndexSpec("I", [("N", True)])]
    )
    path = file_of(tmp_path / "x.mdb", version, spec)
    data = bytearray(path.read_bytes())
    root = jet.open(bytes(data)).tables["T"].definition.real_indexes[0].root
    first = root * SIZES[version] + {3: 0xF8, 4: 0x1E0}[version]
    assert data[first : first + 5] == bytes([0x7F, 0x80, 0, 0, 1])
    data[first + 4] = 9
    path.write_bytes(data)
    said = "index I cannot be updated: its entries are in an unknown order"
    assert refused(path, lambda table: table.insert({"N": 4}), CannotIndex) == said


def test_a_file_whose_last_page_is_cut_off_is_not_changed(version: int, tmp_path: Path) -> None:
    path = file_of(tmp_path / "x.mdb", version)
    path.write_bytes(path.read_bytes() + b"\0")
    with pytest.raises(jet.JetError, match="the last page is cut off: such a file is not changed"):
        Editor(path)
    path.write_bytes(path.read_bytes()[:-1])
    Editor(path).close()  # the first one has left no lock


def test_what_can_be_changed_in_place_is_known_beforehand(version: int, tmp_path: Path) -> None:
    columns = [
        jet.ColumnSpec("Fixed", "long"), jet.ColumnSpec("Flag", "boolean"),
        jet.ColumnSpec("Text", "text", 9), jet.ColumnSpec("Memo", "memo"),
        jet.ColumnSpec("Key", "long"),
    ]  # fmt: skip
    index = jet.IndexSpec("I", [("Key", True)])
    spec = jet.TableSpec("T", columns, [(1, False, "a", "b", 5)], [index])
    path = file_of(tmp_path / "x.mdb", version, spec)
    before = path.read_bytes()
    with Editor(path, cells_only=True) as editor:
        table = editor.table("T")
        ((pointer, _),) = table.rows()
        answers = {
            name: table.is_in_place(pointer, {name: value})
            for name, value in (
                ("Fixed", 7), ("Flag", True), ("Text", "c"), ("Memo", "d" * 5000), ("Key", 6)
            )
        }  # fmt: skip
        table.check({"Memo": "d" * 5000}, pointer)
        table.check({"Memo": "d" * 5000})
    expected = {"Fixed": True, "Flag": True, "Text": False, "Memo": False, "Key": False}
    assert answers == expected
    assert path.read_bytes() == before
