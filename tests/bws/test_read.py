"""The Bridgemate database: what is read from real files, and the notes about it."""

import io
import json
from datetime import date, datetime, time
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

import bmconv
import bmconv.errors
import bmconv.rules.settings
from bmconv import jet
from bmconv.bws.layout import TABLES
from bmconv.jet.edit.editor import Editor
from bmconv.records import (
    Hand,
    Intermediate,
    Player,
    Record,
    Result,
    Seat,
    Section,
    Session,
    Settings,
    Table,
)
from tests.helpers import bws_sample
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick

SECTION = [Session(id=1), Section(id=1, letter="A", session=1, tables=1)]


def rows(data: bytes, table: str) -> list[dict[str, Any]]:
    """The rows of a table, as the engine has them."""
    with jet.open(data) as database:
        return list(database.tables[table].dicts())


def written(*records: Record, **options: Any) -> tuple[bytes, list[tuple[str, str, str]]]:
    data, notes = encode_records(records, "bws", **options)
    return data, codes_and_places(notes)


# Reading


@pytest.mark.parametrize("name", ["ReceivedData", "IntermediateData"])
def test_results_of_a_club_night_are_read_as_they_stand_in_the_database(
    shared: Path, name: str
) -> None:
    beside = json.loads((shared / "samples/jet/club.bws.json").read_text())
    (table,) = [t for t in beside["tables"] if t["name"] == name]
    names = [c["name"] for c in table["columns"]]
    expected = [
        bws_sample.result_fields(dict(zip(names, row, strict=True))) for row in table["rows"]
    ]
    kind = Result if name == "ReceivedData" else Intermediate
    event = bmconv.read(shared / "samples/jet/club.bws")
    found = [bws_sample.nonempty_fields(record) for record in event.of(kind)]
    assert found == expected
    assert len(found) > 600


def test_a_club_night_has_everything_else_too(shared: Path) -> None:
    event = bmconv.read(shared / "samples/jet/club.bws")
    assert event.counts() == {
        "client": 1,
        "session": 1,
        "section": 2,
        "table": 24,
        "round": 216,
        "settings": 2,
        "player": 502,
        "seat": 96,
        "hand": 72,
        "evaluation": 72,
        "result": 688,
        "intermediate": 621,
        "bid": 146,
        "card": 1404,
    }
    assert event.notes == []
    assert event.of(Hand)[0] == Hand(
        section=1,
        board=1,
        north="Q76.953.AJ752.K7",
        east="J93.AT.T8.AJ8652",
        south="AT8.KQ764.Q93.93",
        west="K542.J82.K64.QT4",
    )


def test_columns_go_by_name_in_any_case_order_and_kind_of_number() -> None:
    table = jet.TableSpec(
        "SECTION",
        [
            jet.ColumnSpec("letter", "text", 3),
            jet.ColumnSpec("WINNERS", "long"),
            jet.ColumnSpec("Id", "double"),
            jet.ColumnSpec("custom_Colour", "text", 10),
        ],
        [("A  ", 2, 7.0, "green")],
    )
    file = io.BytesIO()
    jet.write([table], file, version=3)
    records, notes = decode_bytes(file.getvalue(), "bws")
    extra = {"custom_Colour": "green"}
    assert (records, notes) == ([Section(id=7, letter="A", winners=2, extra=extra)], [])


def test_a_database_of_bridgepad_is_read_with_one_note(tmp_path: Path) -> None:
    letter = [jet.ColumnSpec("ID", "long"), jet.ColumnSpec("Letter", "text", 3)]
    lead = [jet.ColumnSpec(name, "long") for name in ("ID", "Section", "Table", "Round", "Board")]
    lead.append(jet.ColumnSpec("LeadCard", "text", 3))
    leads = [(at, 1, 1, 1, at, card) for at, card in enumerate(("AS", "10H", "2C"), 1)]
    with open(tmp_path / "pad.bws", "wb") as file:
        sections = jet.TableSpec("Section", letter, [(1, "A  ")])
        jet.write([sections, jet.TableSpec("ReceivedData", lead, leads)], file, version=3)
    done = quick("from", "bws", tmp_path / "pad.bws")
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [line["letter"] for line in lines if line["type"] == "section"] == ["A"]
    cards = [line["lead_card"] for line in lines if line["type"] == "result"]
    assert cards == ["SA", "H10", "C2"]
    assert done.err == (
        "bmconv: repair rank-first: 3 lead cards with the rank before the suit "
        "(first: result A1 round 1 board 1: AS)\n"
    )


def test_hands_and_numbers_of_any_kind_are_whole_or_left_out() -> None:
    hand = [
        *(jet.ColumnSpec("Section", "double"), jet.ColumnSpec("Board", "text", 5)),
        jet.ColumnSpec("NorthSpades", "text", 13),
    ]
    table = [jet.ColumnSpec("Section", "double"), jet.ColumnSpec("Table", "double")]
    file = io.BytesIO()
    jet.write(
        [jet.TableSpec("HandRecord", hand, [(1.0, "7", "AKQ")]),
         jet.TableSpec("Tables", table, [(1.0, 2.5)])],
        file,
    )  # fmt: skip
    records, notes = decode_bytes(file.getvalue(), "bws")
    assert records == [Table(section=1), Hand(section=1, board=7, north="AKQ...")]
    assert codes_and_places(notes) == [("repair", "odd-number", "Table: 2.5")]


def test_tables_that_no_bridgemate_database_has_are_noted() -> None:
    file = io.BytesIO()
    names = [jet.ColumnSpec("Name", "text", 9)]
    tables = [jet.TableSpec("Members", names, [("x",)]), jet.TableSpec("Session", names)]
    jet.write(tables, file)
    records, notes = decode_bytes(file.getvalue(), "bws")
    assert (records, codes_and_places(notes)) == ([], [("loss", "table-lost", "Members")])


def test_odd_text_is_kept_with_a_note_and_guids_lose_their_braces(shared: Path) -> None:
    event = bmconv.read(shared / "samples/jet/odd.bws")
    assert event.of(Session)[0].guid == "6F9619FF8B86D011B42D00C04FC964FF"
    assert {note.code for note in event.notes} == {
        *("guid-form", "odd-guid", "empty-row", "table-lost", "custom-boards", "session-status"),
        *("number-range", "board-number", "pair-number"),
    }


def test_a_row_without_values_is_not_counted_as_lost(tmp_path: Path) -> None:
    numbers = [jet.ColumnSpec(name, "integer") for name in ("Section", "Table", "Round", "Board")]
    with open(tmp_path / "night.bws", "wb") as file:
        rounds = jet.TableSpec("RoundData", numbers[:3], [(1, 1, 1), (None, None, None), (1, 1, 2)])
        jet.write([rounds, jet.TableSpec("ReceivedData", numbers, [(1, 1, 1, 1)])], file)
    done = quick("convert", tmp_path / "night.bws", tmp_path / "night.pbn")
    assert "loss record-lost: 2 round records left out" in done.err


def test_a_settings_row_that_is_alone_holds_for_all_sections() -> None:
    data, _ = written(*SECTION, Settings(values={"BM2PINcode": "1234", "MaximumResults": 3}))
    assert rows(data, "Settings") == [{"Section": 1, "MaximumResults": 3, "BM2PINcode": "1234"}]
    records, _ = decode_bytes(data, "bws")
    assert Settings(values={"MaximumResults": 3, "BM2PINcode": "1234"}) in records


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"section;table\n", "looks like text"),
        (b"\x00\x01\x00\x00Standard ACE DB\x00" + bytes(4000), "accdb"),
        (b"", "empty"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(100), "file"),
    ],
)
def test_what_is_no_such_database_is_told_in_one_line(data: bytes, said: str) -> None:
    with pytest.raises(bmconv.errors.BadInput) as error:
        decode_bytes(data, "bws")
    assert said in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("length", [0, 20, 22, 5000])
def test_a_file_that_was_cut_is_told_in_one_line_by_every_command(
    tmp_path: Path, length: int
) -> None:
    path = tmp_path / "cut.bws"
    path.write_bytes(written(*SECTION)[0][:length])
    for words in (
        *(("info", "-f", "bws", path), ("check", "--for", "bcs5", "-f", "bws", path)),
        *(("bws", "dump", path), ("bws", "command-line", path), ("bws", "upgrade", path, "-")),
        *(("bws", "apply", path, "-"), ("bws", "poll", path, "--state", tmp_path / "state")),
    ):
        done = quick(*words)
        assert done.code == 3, done.err
        assert done.err.count("\n") == 1


# In bulk


@pytest.mark.parametrize("kind", ["result", "intermediate"])
def test_columns_in_bulk_give_the_same_table_as_records(
    club_night: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    words = [
        "convert",
        str(club_night),
        "-t",
        "csv",
        "--to-opt",
        f"table={kind}",
    ]
    by_record = quick(*words)
    monkeypatch.setattr("bmconv.bws.codec.BULK", 0)
    in_bulk = quick(*words)
    assert in_bulk == by_record
    assert by_record.out.count(b"\n") > 300


@pytest.fixture(scope="module")
def with_empty_rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file of everything, with a row of nothing and a row of zeros in every table."""
    path = tmp_path_factory.mktemp("empty") / "night.bws"
    path.write_bytes(
        encode_records(bws_sample.EVENT, "bws", evaluation=True, keep_triggers=True)[0]
    )
    with Editor(path, durable=False) as editor:
        for name in editor.database.tables:
            table = editor.table(name)
            table.insert({column.name: None for column in table.columns})
            zeros = {c.name: 0 for c in table.columns if c.type in ("integer", "long")}
            table.insert(zeros | {c.name: "  " for c in table.columns if c.type == "text"})
    return path


@pytest.mark.parametrize("kind", [layout.kind for layout in TABLES.values()])
def test_every_table_is_the_same_in_bulk_with_its_empty_rows(
    with_empty_rows: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    words = ["convert", with_empty_rows, "-t", "csv", "--to-opt", f"table={kind}"]
    by_record = quick(*words)
    monkeypatch.setattr("bmconv.bws.codec.BULK", 0)
    assert quick(*words) == by_record
    assert (by_record.code, by_record.out.count(b"\n") > 1) == (0, True)


def test_bulk_notes_odd_text_as_records_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given = [
        Result(id=n, board=1, contract=c, remarks=r, time=time(19, 0), erased=n == 2)
        for n, (c, r) in enumerate(
            [("4 S", "a,b"), ("4S x", 'say "no"'), ("five", None), ("five", "NOT PLAYED")], 1
        )
    ]
    data, _ = encode_records(given, "bws")
    path = tmp_path / "x.bws"
    path.write_bytes(data)
    words = ["convert", str(path), "-t", "csv", "--to-opt", "table=result"]
    by_record = quick(*words)
    monkeypatch.setattr("bmconv.bws.codec.BULK", 0)
    assert quick(*words) == by_record
    assert by_record.err == (
        "bmconv: repair odd-contract: 2 contracts kept as written: not understood "
        "(first: result board 1: 'five')\n"
    )


def test_the_time_of_a_seat_is_a_whole_moment() -> None:
    seat = Seat(section=1, table=1, direction="N", time=datetime(2026, 3, 12, 19, 31))
    data, _ = written(*SECTION, seat)
    assert rows(data, "PlayerNumbers")[0]["TimeLog"] == datetime(2026, 3, 12, 19, 31)


@pytest.mark.parametrize(
    ("type", "value", "read", "kept"),
    [
        ("double", 7.0, 7, True),
        ("double", 7.5, None, False),
        ("double", float("inf"), None, False),
        ("text", "7", 7, True),
        ("text", " 7 ", 7, True),
        ("text", "7.0", None, False),
        ("text", "", None, True),
        ("currency", Decimal("7"), 7, True),
        ("currency", Decimal("7.0100"), None, False),
        ("date", datetime(2026, 1, 1), None, False),
        ("byte", 7, 7, True),
    ],
)
def test_a_number_in_a_column_of_another_type_is_whole_or_left_out(
    type: str, value: Any, read: int | None, kept: bool
) -> None:
    columns = [jet.ColumnSpec("ID", "long"), jet.ColumnSpec("Board", type)]
    file = io.BytesIO()
    jet.write([jet.TableSpec("ReceivedData", columns, [(1, value)])], file)
    records, notes = decode_bytes(file.getvalue(), "bws")
    assert records == [Result(id=1, board=read)]
    expected = [] if kept else [("repair", "odd-number", f"Board: {value!r}")]
    assert codes_and_places(notes) == expected


@pytest.mark.parametrize(
    ("type", "value", "read"),
    [
        ("long", 42, "42"), ("long", 0, None), ("double", 42.0, "42"), ("double", 4.5, "4.5"),
        ("text", "  42 ", "42"), ("text", "  ", None), ("boolean", True, "True"),
    ],
)  # fmt: skip
def test_text_in_a_column_of_another_type_is_text(type: str, value: Any, read: str | None) -> None:
    columns = [jet.ColumnSpec("ID", "long"), jet.ColumnSpec("Name", type)]
    file = io.BytesIO()
    jet.write([jet.TableSpec("PlayerNames", columns, [(1, value)])], file)
    assert decode_bytes(file.getvalue(), "bws")[0] == [Player(id=1, name=read)]


def test_values_of_every_type_in_columns_of_ones_own_are_kept_unless_they_are_empty() -> None:
    cells = {
        "custom_Date": ("date", datetime(2026, 1, 2, 3, 4)), "custom_Bytes": ("binary", b"\1\xff"),
        "custom_Money": ("currency", Decimal("1.5")), "custom_Zero": ("long", 0),
        "custom_Half": ("double", 0.5), "custom_Text": ("text", "a"),
        "custom_Flag": ("boolean", True), "custom_None": ("long", None),
        "custom_Empty": ("text", ""), "custom_Off": ("boolean", False),
    }  # fmt: skip
    columns = [jet.ColumnSpec("ID", "long")]
    columns += [jet.ColumnSpec(name, type) for name, (type, _) in cells.items()]
    row = (1, *(value for _, value in cells.values()))
    file = io.BytesIO()
    jet.write([jet.TableSpec("ReceivedData", columns, [row])], file)
    (result,), notes = decode_bytes(file.getvalue(), "bws")
    assert (result.extra, notes) == (
        {
            "custom_Date": "2026-01-02T03:04:00", "custom_Bytes": "01ff", "custom_Money": "1.5000",
            "custom_Half": 0.5, "custom_Text": "a", "custom_Flag": True,
        },
        [],
    )  # fmt: skip


def test_text_of_fixed_length_is_read_row_by_row(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = bytearray(written(Result(id=1, board=7))[0])
    with jet.open(bytes(data)) as database:
        table = database.tables["ReceivedData"]
        turn = [column.name for column in table.columns].index("Contract")
        flags = table.definition.page * 4096 + 63 + 25 * turn + 15
    data[flags] |= 1
    path = tmp_path / "fixed.bws"
    path.write_bytes(data)
    words = ("convert", path, "-t", "csv", "--to-opt", "table=result")
    by_record = quick(*words)
    monkeypatch.setattr("bmconv.bws.codec.BULK", 0)
    assert quick(*words) == by_record
    assert b",7," in by_record.out


@pytest.mark.parametrize(
    ("name", "given", "written", "code"),
    [
        ("BM2PINcode", 1234, "1234", "setting-kind"),
        ("BM3PINcode", 42, "0042", "setting-kind"),
        ("BM2NameSource", "2", 2, "setting-kind"),
        ("ShowResults", 1, True, "setting-kind"),
        ("ShowResults", "false", False, "setting-kind"),
        ("BM2NameSource", "two", None, "odd-setting"),
        ("BM2NameSource", 1.5, None, "odd-setting"),
        ("BM2NameSource", 40_000, None, "odd-setting"),
        ("BM2PINcode", [1], None, "odd-setting"),
        ("ShowResults", 7, None, "odd-setting"),
        ("BM2NameSource", 2, 2, None),
    ],
)
def test_a_setting_of_another_kind_is_put_right_or_left_out(
    name: str, given: Any, written: Any, code: str | None
) -> None:
    data, notes = encode_records([*SECTION, Settings(values={name: given})], "bws")
    assert [note.code for note in notes] == ([code] if code else [])
    (row,) = rows(data, "Settings")
    assert row.get(name) == written


@pytest.mark.parametrize("kind", ["bool", "int", "text"])
def test_no_setting_of_any_kind_is_a_crash(kind: str) -> None:
    odd = [True, -1, 2**40, 1.5, float("nan"), "", "x" * 300, None, [1], {"a": 1}]
    (name, *_) = [s.name for s in bmconv.rules.settings.SETTINGS if s.kind == kind]
    for value in odd:
        encode_records([*SECTION, Settings(values={name: value})], "bws")


def test_times_in_bulk_are_cut_to_seconds_within_their_day(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.bws"
    late = time(23, 59, 59, 750_000)
    results = [Result(id=1, board=1, date=date(2026, 1, 2), time=late), Result(id=2, board=2)]
    path.write_bytes(encode_records(results, "bws")[0])
    monkeypatch.setattr("bmconv.bws.codec.BULK", 0)
    done = quick("convert", path, tmp_path / "x.parquet")
    assert "loss fraction-lost: 1 time cut to whole seconds (result time)" in done.err
    first, _ = bmconv.read(tmp_path / "x.parquet").of(Result)
    assert (first.date, first.time) == (date(2026, 1, 2), time(23, 59, 59))
