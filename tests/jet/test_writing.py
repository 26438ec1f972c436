"""What is written is a whole database: every page accounted for, every value back."""

import io
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import bmconv.jet as jet
from bmconv.jet import ColumnSpec, IndexSpec, TableSpec
from bmconv.jet.header import MASK_KEY, rc4, sid_mask, xor
from bmconv.jet.layout import JET3, JET4
from tests.helpers import jet_tables
from tests.helpers.jet_accounting import audit
from tests.helpers.jet_judges import samples
from tests.helpers.running import SHARED, absent

VERSIONS = [3, 4]


def written(
    tables: list[TableSpec], version: int = 4, **options: Any
) -> tuple[bytes, jet.WriteReport]:
    target = io.BytesIO()
    report = jet.write(tables, target, version=version, **options)
    return target.getvalue(), report


def audited(data: bytes) -> jet.Database:
    database = jet.open(data)
    audit(data, [table.definition.page for table in database.tables.values()])
    assert database.problems == []
    return database


@pytest.mark.parametrize("version", VERSIONS)
def test_every_value_comes_back_and_every_page_is_claimed_once(version: int) -> None:
    data, report = written(jet_tables.tables(version, 4000), version, created=jet_tables.CREATED)
    assert report == jet.WriteReport([], [])
    database = audited(data)
    assert database.version == version
    assert database.created == (jet_tables.CREATED if version == 4 else None)
    specs = jet_tables.tables(version, 4000)
    assert list(database.tables) == sorted((s.name for s in specs), key=str.casefold)
    for spec in specs:
        table = database.tables[spec.name]
        assert [repr(row) for row in table.rows()] == [repr(row) for row in spec.rows]
        assert [(c.name, c.type, c.autonumber) for c in table.columns] == [
            (c.name, c.type, c.autonumber) for c in spec.columns
        ]
        assert sorted(
            (i.name, i.columns, i.unique, i.primary, i.ignore_nulls) for i in table.indexes
        ) == sorted(
            (i.name, i.columns, i.unique or i.primary, i.primary, i.ignore_nulls)
            for i in spec.indexes
        )
        assert jet_tables.properties(table) == spec.properties
        assert [jet_tables.properties(table, column) for column in table.columns] == [
            {
                name: value
                for name, value in (
                    ("Required", column.required),
                    ("AllowZeroLength", column.allow_zero_length),
                    ("DefaultValue", column.default),
                )
                if value is not None
            }
            for column in spec.columns
        ]


def plain_header(data: bytes) -> bytes:
    return data[:0x18] + xor(data[0x18:0x98], rc4(MASK_KEY, 128))


def permissions(data: bytes) -> list[tuple[Any, ...]]:
    """The rows of MSysACEs with the mask taken off."""
    database = jet.open(data)
    layout = JET4 if database.version == 4 else JET3
    mask = sid_mask(layout, plain_header(data), 2)
    rows = database.table_at(3, "MSysACEs").rows()
    return [(number, xor(sid, mask), access, inherit) for number, sid, access, inherit in rows]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_table_has_an_owner_and_permissions(version: int) -> None:
    data, _ = written([jet_tables.wide(), jet_tables.texts()], version, created=jet_tables.CREATED)
    database = jet.open(data)
    for table in database.tables.values():
        page = table.definition.page
        assert [ace[1:] for ace in permissions(data) if ace[0] == page] == [
            (b"\x03\x01", 0xFFEFF, False),
            (b"\x02\x01", 0xFFEFF, False),
        ]
    mask = sid_mask(JET4 if version == 4 else JET3, plain_header(data), 2)
    entries = list(database.table_at(2, "MSysObjects").dicts())
    owners = {entry["Name"]: xor(entry["Owner"], mask) for entry in entries}
    assert owners["Settings"] == owners["Texts"] == owners["MSysDb"] == b"\x03\x01"
    assert owners["MSysObjects"] == owners["Tables"] == b"\x02\x03"
    assert {entry["DateCreate"] for entry in entries} == {jet_tables.CREATED}
    assert {entry["DateUpdate"] for entry in entries} == {jet_tables.CREATED}


@pytest.mark.parametrize("version", VERSIONS)
def test_no_user_of_a_new_file_is_left_writing(version: int) -> None:
    data, _ = written([], version)
    end = 4096 if version == 4 else 2048
    assert data[end - 512 : end] == b"\1\1" + b"\0\1" * 255


def test_a_new_empty_file_has_the_system_tables_of_one_the_engine_made() -> None:
    path = SHARED / "real/access-made/adox_jet4.mdb"
    if not path.exists():
        absent(str(path))
    theirs, (ours, _) = path.read_bytes(), written([])
    assert len(ours) == len(theirs)
    assert permissions(ours) == permissions(theirs)
    for page, name in ((2, "MSysObjects"), (3, "MSysACEs"), (4, "MSysQueries"), (5, "MSysRel")):
        a, b = (jet.open(data).table_at(page, name) for data in (ours, theirs))
        assert [(c.name, c.type, c.number, c.size, c.flags, c.slot) for c in a.columns] == [
            (c.name, c.type, c.number, c.size, c.flags, c.slot) for c in b.columns
        ]
        assert [index[:7] for index in a.indexes] == [index[:7] for index in b.indexes]
        assert a.row_count == b.row_count
    catalogs = [
        [(e["Id"], e["ParentId"], e["Name"], e["Type"], e["Flags"]) for e in table.dicts()]
        for table in (jet.open(data).table_at(2, "MSysObjects") for data in (ours, theirs))
    ]
    assert catalogs[0] == catalogs[1]
    fields = slice(0x18, 0x42)  # what does not depend on the date
    assert plain_header(ours)[fields] == plain_header(theirs)[fields]
    assert plain_header(ours)[0x6A:0x72] == plain_header(theirs)[0x6A:0x72]
    assert ours[0x98:0xA0] == theirs[0x98:0xA0]


@pytest.mark.parametrize("version", VERSIONS)
def test_an_empty_database_is_one(version: int) -> None:
    data, _ = written([], version)
    assert len(data) == (65536 if version == 4 else 36864)
    assert audited(data).tables == {}


@pytest.mark.parametrize("version", VERSIONS)
def test_files_beyond_the_inline_maps_are_accounted_for(version: int) -> None:
    rows = 25_000 if version == 4 else 60_000
    data, _ = written([jet_tables.received(rows), jet_tables.all_types(version)], version)
    assert len(data) > 2 * 1024 * 1024
    database = audited(data)
    assert sum(1 for _ in database.tables["ReceivedData"].rows()) == rows


def test_a_global_map_too_large_for_its_page_is_accounted_for() -> None:
    blob = bytes(range(256)) * 4096  # 1 MB
    spec = TableSpec("Big", [ColumnSpec("O", "ole")], ((blob,) for _ in range(33)))
    data, _ = written([spec], 3)
    assert len(data) > 15_168 * 2048
    audited(data)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_same_input_gives_the_same_bytes(version: int) -> None:
    once, again = (
        written(jet_tables.tables(version), version, created=jet_tables.CREATED)[0] for _ in "12"
    )
    assert once == again


def test_writing_begins_where_the_target_stands() -> None:
    target = io.BytesIO()
    target.write(b"before")
    jet.write([jet_tables.wide()], target)
    assert target.getvalue()[6:] == written([jet_tables.wide()])[0]


@pytest.mark.parametrize("path", samples(), ids=lambda path: path.name)
@pytest.mark.parametrize("version", VERSIONS)
def test_a_real_file_written_anew_keeps_tables_columns_properties_and_rows(
    path: Path, version: int
) -> None:
    before = jet.open(path)
    data, report = written([jet.spec_of(table) for table in before.tables.values()], version)
    after = audited(data)
    lost = {(loss.table, loss.row, loss.column) for loss in report.replaced}
    assert list(after.tables) == list(before.tables)
    for name, old in before.tables.items():
        new = after.tables[name]
        assert jet_tables.properties(new) == jet_tables.properties(old)
        assert new.last_autonumber == old.last_autonumber
        assert [
            (c.name, c.type, c.size, c.autonumber, c.position, jet_tables.properties(new, c))
            for c in new.columns
        ] == [
            (c.name, c.type, c.size, c.autonumber, c.position, jet_tables.properties(old, c))
            for c in old.columns
        ]
        kept = [i.name for i in new.indexes]
        for index in old.indexes:
            left_out = f"table {name}: index {index.name} left out"
            assert (
                index.foreign
                or index.name in kept
                or any(line.startswith(left_out) for line in report.left_out)
            )
        for number, (a, b) in enumerate(zip(old.rows(), new.rows(), strict=True), 1):
            for column, x, y in zip(old.columns, a, b, strict=True):
                assert x == y or (name, number, column.name) in lost, (name, number, column.name)


def test_characters_the_code_page_lacks_are_reported_each_time() -> None:
    spec = TableSpec("T", [ColumnSpec("A", "text", 20), ColumnSpec("M", "memo")],
                     [("Łódź", None), ("plain", "Ж €"), ("Łódź", None)])  # fmt: skip
    data, report = written([spec], 3)
    assert report.replaced == [
        ("T", 1, "A", "Łź"), ("T", 2, "M", "Ж"), ("T", 3, "A", "Łź")
    ]  # fmt: skip
    assert list(jet.open(data).tables["T"].rows()) == [
        ("?ód?", None), ("plain", "? €"), ("?ód?", None)
    ]  # fmt: skip
    czech, report = written([spec._replace(rows=[("Łódź", None)])], 3, code_page=1250)
    assert report.replaced == []
    assert list(jet.open(czech).tables["T"].rows()) == [("Łódź", None)]


def test_characters_of_properties_that_the_code_page_lacks_are_reported() -> None:
    spec = TableSpec("T", [ColumnSpec("A", "long")], [], [], {"Description": "Łódź"})
    data, report = written([spec], 3)
    assert jet_tables.properties(jet.open(data).tables["T"]) == {"Description": "?ód?"}
    said = "table T: characters of its properties that the code page lacks: 'Łź'"
    assert report.left_out == [said]
    assert written([spec])[1].left_out == []


@pytest.mark.parametrize(
    ("kind", "size", "value", "says"),
    [
        ("byte", 0, 256, "256 is not a value of type byte"),
        ("integer", 0, 40000, "40000 is not a value of type integer"),
        ("integer", 0, "7", "'7' is not a value of type integer"),
        ("long", 0, 2**31, "is not a value of type long"),
        ("text", 3, "four", "4 characters; the column holds 3"),
        ("text", 3, 7, "7 is not a value of type text"),
        ("binary", 3, b"four", "4 bytes; the column holds 3"),
        ("date", 0, "2026", "'2026' is not a value of type date"),
        ("guid", 0, "{12}", "not a GUID"),
        ("numeric", 0, Decimal(10) ** 18, "more than 18 digits"),
        ("currency", 0, 10**15, "is not a value of type currency"),
        ("single", 0, 1e39, "is not a value of type single"),
    ],
)
def test_a_value_its_column_cannot_hold_is_named_with_its_place(
    kind: str, size: int, value: Any, says: str
) -> None:
    spec = TableSpec(
        "T", [ColumnSpec("A", "long"), ColumnSpec("B", kind, size)], [(1, None), (2, value)]
    )
    with pytest.raises(jet.JetError, match=says) as refused:
        written([spec])
    assert refused.value.place == "table T, row 2, column B"


def test_a_row_no_page_holds_is_named() -> None:
    columns = [ColumnSpec(f"C{i}", "text", 255, compressed=False) for i in range(10)]
    with pytest.raises(jet.JetError, match=r"table T, row 1: \d+ bytes; a row holds at most 4060"):
        written([TableSpec("T", columns, [("x" * 255,) * 10])])
    with pytest.raises(jet.JetError, match="3 values; expected 10"):
        written([TableSpec("T", columns, [("x",) * 3])])


def test_an_index_of_too_many_columns_or_long_text_is_left_out_and_reported() -> None:
    columns = [ColumnSpec(f"C{number}", "long") for number in range(11)]
    columns += [ColumnSpec("M", "memo"), ColumnSpec("O", "ole")]
    ten = [(f"C{number}", True) for number in range(10)]
    indexes = [
        IndexSpec("ten", ten),
        IndexSpec("eleven", [*ten, ("C10", True)]),
        IndexSpec("none", []),
        IndexSpec("memo", [("C0", True), ("M", True)]),
        IndexSpec("ole", [("O", True)]),
    ]
    data, report = written([TableSpec("T", columns, [(*range(11), None, None)], indexes)])
    assert report.left_out == [
        "table T: index eleven left out: it has 11 columns; at most 10",
        "table T: index none left out: it has 0 columns; at most 10",
        "table T: index memo left out: memo columns cannot be indexed",
        "table T: index ole left out: ole columns cannot be indexed",
    ]
    (index,) = audited(data).tables["T"].indexes
    assert (index.name, index.columns) == ("ten", ten)


def test_an_index_that_cannot_be_is_left_out_and_reported() -> None:
    columns = [ColumnSpec("N", "long"), ColumnSpec("T", "text", 9), ColumnSpec("B", "binary", 9)]
    indexes = [
        IndexSpec("double", [("N", True)], unique=True),
        IndexSpec("empty", [("T", True)], required=True),
        IndexSpec("odd", [("T", True), ("N", True)]),
        IndexSpec("void", [("B", True)]),
        IndexSpec("fine", [("N", False)]),
    ]
    rows = [(1, "a", b"x"), (1, None, b"y"), (3, "王", b"")]
    data, report = written([TableSpec("T", columns, rows, indexes)])
    assert [line.split(": ")[1:] for line in report.left_out] == [
        ["index double left out", "it must be unique and two rows have the same key"],
        ["index empty left out", "a row has no value in it"],
        ["index odd left out", "how Access sorts '王' is not known"],
        ["index void left out", "how Access sorts empty binary values is not known"],
    ]
    assert [index.name for index in audited(data).tables["T"].indexes] == ["fine"]


def test_a_table_name_of_unknown_sort_order_is_reported_and_still_found() -> None:
    data, report = written([TableSpec("Übersicht-1", [ColumnSpec("A", "long")], [(1,)])])
    assert report.left_out == [
        "table Übersicht-1: how Access sorts this name is not known; "
        "its place in the catalog's index is a guess"
    ]
    assert list(audited(data).tables["Übersicht-1"].rows()) == [(1,)]


@pytest.mark.parametrize(
    ("spec", "says"),
    [
        (TableSpec("T", []), "0 columns"),
        (TableSpec("T", [ColumnSpec("A", "long"), ColumnSpec("a", "long")]), "two columns"),
        (TableSpec("T", [ColumnSpec("A", "uuid")]), "unknown type"),
        (TableSpec("T", [ColumnSpec("A", "text", 256)]), "256 characters"),
        (TableSpec("T", [ColumnSpec("A", "numeric", precision=3, scale=4)]), "scale"),
        (TableSpec("T", [ColumnSpec("A" * 65, "long")]), "65 characters"),
        (TableSpec("T", [ColumnSpec("A", "long")], [], [IndexSpec("I", [("B", True)])]), "lacks"),
    ],
)
def test_a_table_that_cannot_be_is_refused(spec: TableSpec, says: str) -> None:
    with pytest.raises(jet.JetError, match=says):
        written([spec])


@pytest.mark.parametrize(
    ("tables", "version", "said"),
    [
        ([], 5, "version 5; expected 3 (Access 97) or 4 (Access 2000)"),
        (
            [TableSpec(name, [ColumnSpec("A", "long")]) for name in ("t", "T")],
            4,
            "two tables are called T",
        ),
        (
            [TableSpec("T", [ColumnSpec("Łódź", "long")])],
            3,
            "name 'Łódź' has characters that the code page lacks: Łź",
        ),
        (
            [TableSpec("T", [ColumnSpec("", "long")])],
            4,
            "name '' has 0 characters, not 1 to 64",
        ),
        (
            [TableSpec("T", [ColumnSpec(f"C{n}", "boolean") for n in range(256)])],
            4,
            "table T: 256 columns; expected 1 to 255",
        ),
        (
            [TableSpec("T", [ColumnSpec("A", "text", 9)], [("\ufeff\u0100",)])],
            4,
            "table T, row 1, column A: text that begins with U+FEFF cannot hold U+0100",
        ),
    ],
)
def test_what_cannot_be_written_is_refused_in_these_words(
    tables: list[TableSpec], version: int, said: str
) -> None:
    with pytest.raises(jet.JetError) as refused:
        written(tables, version)
    assert str(refused.value) == said


@pytest.mark.parametrize("version", VERSIONS)
def test_names_and_columns_go_up_to_the_limits_of_access(version: int) -> None:
    columns = [ColumnSpec(f"{n:064}", "boolean") for n in range(254)]
    columns.append(ColumnSpec("T", "text", 255, compressed=False))
    row = (*(n % 3 == 0 for n in range(254)), "é" * 255)
    table = audited(written([TableSpec("Wide", columns, [row])], version)[0]).tables["Wide"]
    assert [column.name for column in table.columns] == [column.name for column in columns]
    assert list(table.rows()) == [row]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_hyperlink_stays_one(version: int) -> None:
    columns = [ColumnSpec("Link", "memo", hyperlink=True), ColumnSpec("Plain", "memo")]
    data, _ = written([TableSpec("T", columns, [("#http://example.org#", "text")])], version)
    spec = jet.spec_of(jet.open(data).tables["T"])
    assert [column.hyperlink for column in spec.columns] == [True, False]
    again = jet.open(written([spec], version)[0]).tables["T"]
    assert [bool(column.flags & 0x80) for column in again.columns] == [True, False]


@pytest.mark.parametrize("version", VERSIONS)
def test_a_property_of_any_type_comes_back_as_it_was(version: int) -> None:
    width = {3: 1, 4: 2}[version]  # bytes of a character
    values = {
        "Flag": jet.Property(True, 1, 1, 1), "Byte": jet.Property(200, 2, 0, 1),
        "Width": jet.Property(-1, 3, 0, 4), "Short": jet.Property(-1, 3, 0, 2),
        "Long": jet.Property(-(2**31), 4, 0, 4), "Money": jet.Property(Decimal("-1.2500"), 5, 1, 8),
        "Single": jet.Property(0.5, 6, 0, 4), "Double": jet.Property(0.1, 7, 0, 8),
        "Date": jet.Property(datetime(2026, 11, 12, 19, 30), 8, 0, 8),
        "GUID": jet.Property("{00112233-4455-6677-8899-AABBCCDDEEFF}", 9, 0, 16),
        "Bytes": jet.Property(b"\0\1", 9, 0, 2), "Text": jet.Property("Zoë", 10, 1, 3 * width),
        "Ole": jet.Property(b"abc", 11, 0, 3),
        "Id": jet.Property("{00112233-4455-6677-8899-AABBCCDDEEFF}", 15, 0, 16),
    }  # fmt: skip
    others = values | {"GUID": jet.Property(b"\0\1", 9, 0, 2)}
    spec = TableSpec("T", [ColumnSpec("A", "long", properties=others)], [], [], values)
    table, columns = jet.open(written([spec], version)[0]).tables["T"].properties
    assert {name: tuple(entry) for name, entry in table.items()} == values
    assert {name: tuple(entry) for name, entry in columns["A"].items()} == others


def test_a_decimal_column_in_an_access_97_file_is_kept_and_reported() -> None:
    spec = TableSpec("T", [ColumnSpec("A", "numeric", scale=2)], [(Decimal("1.25"),)])
    data, report = written([spec], 3)
    assert list(jet.open(data).tables["T"].rows()) == [(Decimal("1.25"),)]
    assert len(report.left_out) == 1
    assert "column A keeps its Decimal type" in report.left_out[0]


def test_the_last_autonumber_is_the_highest_written_or_the_one_given() -> None:
    column = [ColumnSpec("ID", "long", autonumber=True)]
    tables = [TableSpec("A", column, [(7,), (3,)]), TableSpec("B", column, [], last_autonumber=99)]
    found = jet.open(written(tables)[0]).tables
    assert found["A"].last_autonumber == 7
    assert found["B"].last_autonumber == 99


def test_rows_may_come_from_an_iterator() -> None:
    rows = ((i,) for i in range(5))
    data, _ = written([TableSpec("T", [ColumnSpec("A", "byte")], rows)])
    assert [row[0] for row in jet.open(data).tables["T"].rows()] == [0, 1, 2, 3, 4]
    assert next(jet.open(data).tables["T"].dicts()) == {"A": 0}


def test_a_date_time_keeps_its_second() -> None:
    moments = [datetime(1899, 12, 30, 0, 0, s) for s in range(60)]
    moments += [
        datetime(1899, 12, 29, 23, 59, 59),
        datetime(1, 1, 1),
        datetime(2026, 2, 28, 23, 59, 59),
    ]
    data, _ = written([TableSpec("T", [ColumnSpec("A", "date")], [(m,) for m in moments])])
    assert [row[0] for row in jet.open(data).tables["T"].rows()] == moments
