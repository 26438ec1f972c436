"""The Bridgemate database: what is written, and the notes about it."""

import copy
import csv
import io
import shutil
import subprocess
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import bmconv
import bmconv.errors
import bmconv.rules.settings
from bmconv import jet
from bmconv.records import (
    Client,
    Evaluation,
    EventInfo,
    Hand,
    Player,
    Result,
    Round,
    Seat,
    Section,
    Session,
    Settings,
    Table,
)
from tests.bws.test_read import SECTION, rows, written
from tests.helpers import bws_sample
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.guide_files import guide_layout
from tests.helpers.jet_tables import properties
from tests.helpers.running import absent


def test_the_written_tables_are_those_of_the_guide(shared: Path) -> None:
    values = {s.name: s.default for s in bmconv.rules.settings.SETTINGS}
    data, _ = written(*SECTION, Settings(values=values))
    types = {"long integer, autonumber": "long", "long integer": "long", "true/false": "boolean"}
    types |= {"integer": "integer", "text": "text", "date/time": "date"}
    with jet.open(data) as database:
        for name, columns in guide_layout(shared).items():
            found = database.tables[name].columns
            assert [c.name for c in found] == [c[0] for c in columns], name
            for column, cells in zip(found, columns, strict=True):
                assert column.type == types[cells[1]], (name, column.name)
                given = properties(database.tables[name], column)
                assert column.autonumber == ("autonumber" in cells[1])
                numbers = [cell for cell in cells[2:] if cell.isdigit()]
                if column.type == "text":
                    assert column.size == int(numbers[0]), (name, column.name)
                if "yes" in cells[2:] or "no" in cells[2:]:
                    assert given["AllowZeroLength"] == ("yes" in cells[2:])
                default = cells[-1] if cells[-1] not in ("", "yes", "no") else None
                if column.type != "text" or (default or "").startswith('"'):
                    assert given.get("DefaultValue") == default, (name, column.name)
                assert given["Required"] is False
    assert len(guide_layout(shared)) == 14


@pytest.mark.parametrize("version", ["3", "4"])
def test_a_whole_event_comes_back_as_it_was(version: str) -> None:
    records = bws_sample.EVENT
    data, notes = encode_records(records, "bws", jet=version, evaluation=True, keep_triggers=True)
    found, read_notes = decode_bytes(data, "bws")
    assert codes_and_places(notes) == []
    assert read_notes == []
    assert found == records


def test_the_same_event_gives_the_same_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    once, twice = (encode_records(bws_sample.EVENT, "bws")[0] for _ in range(2))
    assert once == twice
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    assert encode_records(bws_sample.EVENT, "bws")[0] != once


def test_an_empty_stream_is_a_blank_database() -> None:
    data, notes = written()
    assert notes == []
    with jet.open(data) as database:
        assert len(database.tables) == 14
        assert [t.live_rows() for t in database.tables.values()] == [0] * 14


def test_only_needed_tables_are_written_when_asked() -> None:
    data, _ = written(*SECTION, Player(number="7", name="Lind"), write_tables="needed")
    with jet.open(data) as database:
        assert set(database.tables) == {
            *("Clients", "Session", "Section", "Tables", "RoundData", "ReceivedData"),
            *("PlayerNumbers", "PlayerNames"),
        }


def test_every_table_has_four_seats_and_unset_text_is_null() -> None:
    seat = Seat(section=1, table=1, direction="E", number="0017")
    data, _ = written(*SECTION, Table(section=1, table=1), seat)
    assert [
        (r["Direction"], r["Number"], r["Name"], r["Round"]) for r in rows(data, "PlayerNumbers")
    ] == [
        ("N", None, None, 0),
        ("S", None, None, 0),
        ("E", "0017", None, 0),
        ("W", None, None, 0),
    ]


def test_names_are_signalled_before_play_and_triggers_cleared_after_it() -> None:
    named = Seat(section=1, table=1, direction="N", name="Ada Lind")
    table = Table(section=1, table=1, update_from_round=2)
    data, notes = written(*SECTION, table, named, computer="DESK")
    assert rows(data, "PlayerNumbers")[0]["Updated"] is True
    assert rows(data, "Tables")[0]["UpdateFromRound"] == 2
    assert notes == []
    played = Result(section=1, table=1, round=1, board=1, external_update=True)
    left = Seat(section=1, table=1, direction="N", name="Ada Lind", updated=True)
    data, notes = written(*SECTION, table, left, played)
    assert rows(data, "PlayerNumbers")[0]["Updated"] is False
    assert rows(data, "Tables")[0]["UpdateFromRound"] == 0
    assert rows(data, "ReceivedData")[0]["ExternalUpdate"] is False
    assert notes == [
        ("repair", "trigger-cleared", "table A1"),
        ("repair", "trigger-cleared", "seat A1 N"),
        ("repair", "trigger-cleared", "result A1 round 1 board 1"),
    ]
    data, notes = written(*SECTION, table, left, played, keep_triggers=True)
    assert rows(data, "PlayerNumbers")[0]["Updated"] is True
    assert rows(data, "ReceivedData")[0]["ExternalUpdate"] is True
    assert notes == []


def test_client_ids_become_true_together_with_those_of_the_tables() -> None:
    clients = [Client(id=0, computer="MBC01"), Client(id=9, computer="SPARE")]
    tables = [Table(section=1, table=1, computer_id=9), Table(section=1, table=2, computer_id=0)]
    data, notes = written(*SECTION, *clients, *tables)
    assert rows(data, "Clients") == [{"ID": 1, "Computer": "MBC01"}, {"ID": 2, "Computer": "SPARE"}]
    assert [r["ComputerID"] for r in rows(data, "Tables")] == [2, 1]
    assert notes == [
        ("repair", "client-renumbered", "table A1"),
        ("repair", "client-renumbered", "table A2"),
    ]
    data, _ = written(*SECTION, *clients[:1], *tables[1:], computer="CLUBPC")
    assert rows(data, "Clients") == [{"ID": 1, "Computer": "CLUBPC"}]


def test_low_and_high_board_come_from_custom_boards_where_they_are_0() -> None:
    gap = Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, custom_boards="3,4,7")
    data, notes = written(*SECTION, gap)
    (row,) = rows(data, "RoundData")
    assert (row["LowBoard"], row["HighBoard"], row["CustomBoards"]) == (3, 7, "3,4,7")
    assert notes == [("repair", "low-high-filled", "round A1 round 1")]


def test_the_guide_s_missing_pair_6_is_repaired_when_asked(bmpftp: Path) -> None:
    event = bmconv.read(bmpftp / "BMInput.txt")
    data, _ = encode_records(event, "bws", repair_missing_pair=True)
    assert rows(data, "Section")[0]["MissingPair"] == 0
    sitting_out = {(r["Table"], r["Round"]) for r in rows(data, "RoundData") if r["EWPair"] == 0}
    assert sitting_out == {(1, 2), (2, 3), (3, 1)}  # where the input has E-W pair 3
    data, _ = encode_records(bmconv.read(bmpftp / "BMInput.txt"), "bws")
    assert rows(data, "Section")[0]["MissingPair"] == 6


def test_hands_without_section_are_written_for_every_section() -> None:
    two = [*SECTION, Section(id=2, letter="B", session=1)]
    data, notes = written(*two, Hand(board=1, **bws_sample.HANDS))
    found = rows(data, "HandRecord")
    assert [(r["Section"], r["Board"]) for r in found] == [(1, 1), (2, 1)]
    assert found[0]["NorthSpades"] == "AKQJ"
    assert found[1]["WestClubs"] == "KQ987"
    assert notes == []


def test_a_void_is_null_and_a_deal_that_is_not_whole_is_an_error() -> None:
    void = {"north": "AKQJT98765432...", "east": ".AKQJT98765432..",
            "south": "..AKQJT98765432.", "west": "...AKQJT98765432"}  # fmt: skip
    data, notes = written(*SECTION, Hand(section=1, board=1, **void))
    assert rows(data, "HandRecord")[0]["NorthHearts"] is None
    assert notes == []
    short = bws_sample.HANDS | {"north": "AKQ.T98.765.432"}
    data, notes = written(*SECTION, Hand(section=1, board=2, **short))
    assert rows(data, "HandRecord") == []
    where = "hand A board 2: north has 12 cards: expected 13"
    assert notes == [("error", "hand-incomplete", where)]


def test_evaluations_are_left_to_the_control_software_unless_asked_for() -> None:
    figures = Evaluation(section=1, board=1, north_spades=7, west_hcp=10)
    data, notes = written(*SECTION, figures)
    assert rows(data, "HandEvaluation") == []
    assert notes == [("loss", "evaluation-lost", "evaluation A board 1")]
    data, notes = written(*SECTION, figures, evaluation=True)
    assert rows(data, "HandEvaluation")[0]["NorthSpades"] == 7
    assert notes == []


def test_what_does_not_fit_is_cut_or_refused_with_a_note() -> None:
    long_name = Seat(section=1, table=1, direction="N", name="Maximiliana Featherstone")
    long_number = Seat(section=1, table=1, direction="E", number="12345678901234567")
    too_high = Round(section=1, table=1, round=40000)
    data, notes = written(*SECTION, long_name, long_number, too_high)
    assert rows(data, "PlayerNumbers")[0]["Name"] == "Maximiliana Feathe"
    assert rows(data, "RoundData") == []
    assert [(level, code) for level, code, _ in notes] == [
        ("repair", "round-number"),
        ("error", "number-length"),
        ("error", "out-of-range"),
        ("loss", "trunc-name"),
    ]


def test_characters_count_as_access_counts_them() -> None:
    seat = Seat(section=1, table=1, direction="N", name="🂡" * 12)
    data, notes = written(*SECTION, seat)
    assert rows(data, "PlayerNumbers")[0]["Name"] == "🂡" * 9
    assert [code for _, code, _ in notes] == ["trunc-name"]


def test_a_number_beyond_its_column_costs_its_record_only() -> None:
    data, notes = written(Result(id=2**40, board=1), Result(id=7, board=2))
    assert [(r["ID"], r["Board"]) for r in rows(data, "ReceivedData")] == [(7, 2)]
    assert [(level, code) for level, code, _ in notes] == [("error", "out-of-range")]


def test_what_is_written_is_left_as_it_was() -> None:
    given = [
        *(Session(), Section(id=1, letter="A", keep_alive=True), Table(section=1, table=1)),
        Seat(section=1, table=1, direction="N", number="5", removed=True),
        Settings(values={"BM3ViewResults": 3}),
    ]
    before = copy.deepcopy(given)
    written(*given)
    assert given == before


def test_results_keep_their_ids_and_get_new_ones_where_they_have_none() -> None:
    given = [Result(id=9, board=1), Result(board=2), Result(id=9, board=3), Result(id=4, board=4)]
    data, notes = written(*given)
    assert [(r["ID"], r["Board"]) for r in rows(data, "ReceivedData")] == [
        (9, 1),
        (10, 2),
        (11, 3),
        (4, 4),
    ]
    assert [code for _, code, _ in notes] == ["id-twice"]


def test_extra_values_become_columns_at_the_end() -> None:
    given = [
        Result(id=1, extra={"custom_Vue": True}),
        Result(id=2, extra={"Umpire": "Ulrich", "n": 3}),
    ]
    data, notes = written(*given)
    with jet.open(data) as database:
        columns = database.tables["ReceivedData"].columns[23:]
        assert [(c.name, c.type) for c in columns] == [
            ("custom_Vue", "boolean"),
            ("Umpire", "text"),
            ("n", "long"),
        ]
    assert notes == []
    records, _ = decode_bytes(data, "bws")
    assert [r.extra for r in records] == [{"custom_Vue": True}, {"Umpire": "Ulrich", "n": 3}]


def test_an_extra_text_may_be_long_and_may_not_have_the_name_of_a_column() -> None:
    given = Result(id=1, board=4, extra={"story": "x" * 300, "BOARD": 5})
    data, notes = written(given, Settings(section=1, values={"Ambience": 3}))
    (row,) = rows(data, "ReceivedData")
    assert (row["story"], row["Board"]) == ("x" * 300, 4)
    assert notes == [
        ("loss", "setting-lost", "settings A Ambience"),
        ("loss", "field-lost", "result board 4 BOARD"),
    ]


@pytest.mark.parametrize(
    ("value", "type", "stored"),
    [
        (2**31 - 1, "long", 2**31 - 1),
        (2**31, "double", 2.0**31),
        (-(2**31) - 1, "double", -(2.0**31) - 1),
        (2**53, "double", 2.0**53),
        (2**53 + 1, "text", "9007199254740993"),  # the first that a double does not hold
        (-(2**53) - 1, "text", "-9007199254740993"),
        (10**400, "memo", "1" + "0" * 400),
        (2.5, "double", 2.5),
        ([1, "a"], "text", '[1,"a"]'),
        (False, "boolean", False),
    ],
    ids=lambda value: str(value)[:20],
)
def test_an_extra_value_gets_a_column_that_holds_it(value: Any, type: str, stored: Any) -> None:
    data, notes = written(Result(id=1, extra={"custom_N": value}))
    with jet.open(data) as database:
        assert database.tables["ReceivedData"].column("custom_N").type == type
    assert rows(data, "ReceivedData")[0]["custom_N"] == stored
    assert notes == []


def test_characters_that_access_97_lacks_are_replaced_and_noted() -> None:
    player = Player(number="7", id=7, name="Łukasz Ångström")
    data, notes = written(player, jet="3")
    assert rows(data, "PlayerNames")[0]["Name"] == "?ukasz Ångström"
    assert [(level, code) for level, code, _ in notes] == [("loss", "character-replaced")]
    data, notes = written(player)
    assert rows(data, "PlayerNames")[0]["Name"] == "Łukasz Ångström"
    assert notes == []


def test_records_without_a_place_are_told_of() -> None:
    _, notes = written(EventInfo(name="League"), Session(id=1, name="x", date=date(2026, 1, 2)))
    assert notes == [("loss", "record-lost", "event")]


def test_mdbtools_reads_the_movement_of_the_guide_from_what_we_write(
    bmpftp: Path, tmp_path: Path
) -> None:
    if shutil.which("mdb-export") is None:
        absent("mdb-export")
    bmconv.write(bmconv.read(bmpftp / "BMInput.txt"), tmp_path / "x.bws")
    command = ["mdb-export", "-H", str(tmp_path / "x.bws"), "RoundData"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    found = [row[:5] for row in csv.reader(io.StringIO(printed))]
    text = (bmpftp / "BMInput.txt").read_text().split('"RoundData",9\n')[1]
    assert found == [line.split(",")[:5] for line in text.splitlines()[:9]]


def test_a_new_file_has_every_cell_that_the_guide_asks_for() -> None:
    data, notes = written(
        *SECTION,
        Table(section=1, table=1),
        Round(section=1, table=1, round=1, ns_pair=3),
        Session(id=1, name="Club night"),
    )
    assert rows(data, "Session")[0]["Status"] == 0
    (round,) = rows(data, "RoundData")
    assert (round["NSPair"], round["EWPair"]) == (3, 0)
    assert ("repair", "no-client", "Clients") in notes
    data, notes = written(*SECTION, Table(section=1, table=1), computer="DESK")
    assert "no-client" not in [code for _, code, _ in notes]
    assert rows(data, "Clients") == [{"ID": 1, "Computer": "DESK"}]


@pytest.mark.parametrize(("declarer", "pair"), [("N", 3), ("S", 3), ("E", 14), ("W", 14)])
def test_declarer_is_the_number_of_the_pair_that_declares(declarer: str, pair: int) -> None:
    result = Result(section=1, table=1, round=1, board=1, pair_ns=3, pair_ew=14, contract="3 NT")
    result.declarer, result.result = declarer, "="
    data, _ = written(*SECTION, result)
    assert rows(data, "ReceivedData")[0]["Declarer"] == pair
    result.remarks = "Wrong direction"
    data, _ = written(*SECTION, result)
    assert rows(data, "ReceivedData")[0]["Declarer"] == 17 - pair  # the pairs sat the other way
    result.declarer_pair = 9
    data, _ = written(*SECTION, result)
    assert rows(data, "ReceivedData")[0]["Declarer"] == 9


def test_needed_tables_include_those_that_settings_let_the_control_software_fill() -> None:
    names = {"IntermediateResults": "IntermediateData", "BM2RecordBidding": "BiddingData",
             "BM2RecordPlay": "PlayData"}  # fmt: skip
    for setting, table in names.items():
        for value in (True, False):
            data, _ = written(*SECTION, Settings(values={setting: value}), write_tables="needed")
            with jet.open(data) as database:
                assert {*names.values()} & {*database.tables} == ({table} if value else set())
