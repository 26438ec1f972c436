"""Workbooks: records exactly, sheets for people, lists of players, and hostile files."""

import contextlib
import datetime
import io
import zipfile

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.errors import BadInput, DataError
from bmconv.records import (
    TYPES,
    Evaluation,
    Game,
    Hand,
    Player,
    Ranking,
    Result,
    Round,
    Seat,
    Section,
    Session,
    Settings,
)
from tests.helpers import strategies as some
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.filled_records import filled_records
from tests.helpers.running import quick

TABLES = [kind for kind in TYPES if kind != "error"]


def book(data):
    return openpyxl.load_workbook(io.BytesIO(data))


def rows(data, sheet):
    return [tuple(row) for row in book(data)[sheet].iter_rows(values_only=True)]


def players_file(*sheets):
    workbook = openpyxl.Workbook()
    workbook.remove(workbook.active)
    for title, lines in sheets:
        sheet = workbook.create_sheet(title)
        for line in lines:
            sheet.append(line)
    file = io.BytesIO()
    workbook.save(file)
    return file.getvalue()


@pytest.mark.parametrize("kind", TABLES)
def test_records_come_back_as_they_were(kind):
    @settings(max_examples=5)
    @given(st.lists(some.records(kind), max_size=3))
    def holds(records):
        data, written = encode_records(records, "xlsx", sheets="records")
        assert (decode_bytes(data, "xlsx"), written) == ((records, []), [])

    holds()


def test_an_event_with_every_field_comes_back_as_it_was():
    data, written = encode_records(filled_records(), "xlsx")
    assert (decode_bytes(data, "xlsx"), written) == ((filled_records(), []), [])


def test_the_club_file_comes_back_as_it_was_and_the_same_bytes_twice(club_night):
    stream = quick("from", "bws", club_night).out
    first, second = (quick("to", "xlsx", club_night) for _ in range(2))
    assert first.out == second.out
    assert decode_bytes(first.out, "xlsx")[1] == []
    assert quick("from", "xlsx", "-", stdin=first.out).out == stream


def test_a_plain_workbook_has_a_sheet_per_type_that_has_rows():
    data, _ = encode_records([Result(board=1), Section(id=1)], "xlsx", sheets="records")
    assert book(data).sheetnames == ["section records", "result records"]


def event():
    """A board at two tables, named, ranked, with its hand."""
    return [
        Session(id=1, name="Thursday", date=datetime.date(2026, 3, 12)),
        Section(id=1, letter="A", winners=2),
        Round(section=1, table=1, round=1, ns_pair=1, ew_pair=1, low_board=1, high_board=2),
        Round(section=1, table=2, round=1, ns_pair=2, ew_pair=2, low_board=1, high_board=2),
        *(Seat(section=1, table=1, direction=d, name=f"{d} one") for d in "NSEW"),
        Hand(board=1, north="AKQJ.T98.765.432", dealer="N", vulnerable="None"),
        Evaluation(board=1, north_spades=9, north_notrump=7),
        Result(id=1, section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=1, declarer="N",
               contract="4 S x", result="-1", lead_card="H10", mp_ns=0.0, mp_ew=2.0),
        Result(id=2, section=1, table=2, round=1, board=1, pair_ns=2, pair_ew=2, declarer="E",
               contract="3 H", result="=", mp_ns=2.0, mp_ew=0.0),
        Result(id=3, section=1, table=2, round=1, board=2, pair_ns=2, pair_ew=2,
               remarks="60%-40%"),
        Ranking(section=1, direction="NS", pair=2, names=["=A", "B"], total=2.0, maximum=2.0,
                percentage=100.0, place=1, boards=1),
    ]  # fmt: skip


def test_the_sheets_people_want_come_first():
    data, _ = encode_records(event(), "xlsx")
    first = ["Ranking", "Results", "Travellers", "Scorecards", "Hands", "Movement"]
    assert book(data).sheetnames[:7] == [*first, "session records"]


def test_a_workbook_for_people_has_no_list_of_members_and_no_settings():
    secret = [Player(number="0042", name="Eva"), Settings(values={"BM2PINcode": "7531"})]
    data, notes = encode_records([*event(), *secret], "xlsx", sheets="people")
    titles = ["Ranking", "Results", "Travellers", "Scorecards", "Hands", "Movement"]
    assert (book(data).sheetnames, notes) == (titles, [])
    cells = {cell for title in titles for row in rows(data, title) for cell in row}
    assert cells.isdisjoint({"0042", "Eva", "7531"})
    with pytest.raises(BadInput, match="no sheet of records and none with names and numbers"):
        decode_bytes(data, "xlsx")
    with pytest.raises(DataError, match="no results, ranking, hands or movement"):
        encode_records(secret, "xlsx", sheets="people")


def test_every_page_for_people_has_the_session_above_it():
    sessions = [Session(id=2, name="A & B\x07", date=datetime.date(2026, 3, 13)), Session(id=3)]
    data, _ = encode_records([*event(), *sessions], "xlsx", sheets="people")
    above = {sheet.oddHeader.center.text for sheet in book(data)}
    assert above == {"Thursday, 2026-03-12; A && B, 2026-03-13"}


def test_a_ranking_has_a_block_per_list_as_the_report():
    def place(section, direction, pair, place, percentage, **more):
        return Ranking(section=section, direction=direction, pair=pair, place=place, boards=2,
                       total=1.5, maximum=8.0, percentage=percentage, **more)  # fmt: skip

    lists = [
        place(1, "NS", 2, 1, 62.5, names=["Ann", "Bo"]),
        place(2, "NS", 7, 2, 50.0),
        place(1, "NS", 1, 2, 50.0),
        place(1, "EW", 5, 1, 50.0, extra={"provisional": True}),
        Ranking(section=1, direction="EW", pair=6, boards=0),
    ]
    data, _ = encode_records([Section(id=1, letter="A"), Section(id=2, letter="C"), *lists], "xlsx")
    assert rows(data, "Ranking")[:9] == [
        ("Place", "Pair", "Names", "Boards", "Points", "Max", "%"),
        ("Sections A, C, North-South", *[None] * 6),
        (1, "A2", "Ann & Bo", 2, 1.5, 8, 0.625),
        (2, "C7", None, 2, 1.5, 8, 0.5),
        (2, "A1", None, 2, 1.5, 8, 0.5),
        (None,) * 7,
        ("Section A, East-West", *[None] * 6),
        ("Provisional: results are missing or not decided yet", *[None] * 6),
        (1, "A5", None, 2, 1.5, 8, 0.5),
    ]
    sheet = book(data)["Ranking"]
    shown = [sheet[cell].number_format for cell in ("A3", "A4", "F3", "G3")]
    assert shown == ["General", '0"="', "General", "0.00%"]


def test_a_ranking_of_pairs_in_imps_and_one_of_teams():
    pair = Ranking(section=1, pair=3, total=-2.5, boards=4, place=1)
    assert rows(encode_records([pair], "xlsx")[0], "Ranking")[:3:2] == [
        ("Place", "Pair", "Names", "Boards", "IMPs"), (1, 3, None, 4, -2.5),
    ]  # fmt: skip
    pair.extra = {"average": -0.625}
    assert rows(encode_records([pair], "xlsx")[0], "Ranking")[:3:2] == [
        ("Place", "Pair", "Names", "Boards", "IMPs", "Per board"), (1, 3, None, 4, -2.5, -0.625),
    ]  # fmt: skip
    team = Ranking(pair=3, total=12.5, boards=4, place=1, extra={"imps": 9.0})
    assert rows(encode_records([team], "xlsx")[0], "Ranking")[:3] == [
        ("Place", "Team", "Names", "Boards", "IMPs", "VPs"),
        ("All results", *[None] * 5),
        (1, 3, None, 4, 9, 12.5),
    ]


@pytest.mark.parametrize(("tables", "breaks"), [(3, 0), (12, 1), (28, 3), (45, 0)])
def test_boards_stay_together_unless_half_a_page_would_be_blank(tables, breaks):
    results = [
        Result(id=1 + board * 100 + table, section=1, table=table, round=1, board=board)
        for board in range(1, 5 if tables < 40 else 3)
        for table in range(tables)
    ]
    sheet = book(encode_records(results, "xlsx", sheets="people")[0])["Travellers"]
    assert len(sheet.row_breaks.brk) == breaks


def test_results_are_split_and_scored_with_names_and_percentages():
    lines = rows(encode_records(event(), "xlsx")[0], "Results")
    assert lines[0] == (
        "Section", "Board", "Round", "Table", "N-S", "North - South", "E-W", "East - West", "Level",
        "Suit", "Dbl", "By", "Tricks", "+/-", "Lead", "N-S score", "E-W score", "N-S %", "E-W %",
        "Remarks",
    )  # fmt: skip
    assert lines[1:] == [
        ("A", 1, 1, 1, 1, "N one & S one", 1, "E one & W one", 4, "♠", "x", "N", 9, -1, "♥10",
         -100, 100, 0, 1, None),
        ("A", 1, 1, 2, 2, "=A & B", 2, None, 3, "♥", None, "E", 9, 0, None, -140, 140, 1, 0, None),
        ("A", 2, 1, 2, 2, "=A & B", 2, None, *[None] * 11, "60%-40%"),
    ]  # fmt: skip


def test_travellers_have_a_block_per_board_best_first():
    lines = rows(encode_records(event(), "xlsx")[0], "Travellers")
    assert [line[0] for line in lines if isinstance(line[0], str)] == [
        "N-S",
        "Section A, Board 1    Dealer N    Vulnerable None",
        "Section A, Board 2    Dealer E    Vulnerable NS",
    ]
    assert lines[2][:9] == (1, "N one & S one", 1, "E one & W one", "4♠x -1", "N", "♥10", None, 100)
    assert lines[3][:9] == (2, "=A & B", 2, None, "3♥ =", "E", None, None, 140)
    assert lines[6][4] == "60%-40%"


def test_a_scorecard_has_opponents_score_and_the_percentage_so_far():
    lines = rows(encode_records(event(), "xlsx")[0], "Scorecards")
    assert lines[0] == (
        "Round", "Board", "As", "Versus", "Contract", "By", "Score", "MPs", "%", "So far",
    )  # fmt: skip
    assert lines[1][0].startswith("Pair 2 NS  =A & B    Place 1 of 1: 100.00 %")
    assert [line[1:7] for line in lines[2:3]] == [(1, "NS", "2", "3♥=", "E", -140)]


def test_hands_show_suits_points_and_tricks():
    lines = rows(encode_records(event(), "xlsx")[0], "Hands")
    assert [line[1] for line in lines[:5]] == [
        "Dealer N", "♠ AKQJ", "♥ 1098", "♦ 765", "♣ 432",
    ]  # fmt: skip
    assert [line[1] for line in lines[5:9]] == ["N", "W          E", None, "S"]
    assert lines[9][0] == "North 10 hcp"
    assert lines[9][2] == "N  NT7 ♠9 ♥– ♦– ♣– "


def test_only_the_signs_of_hearts_and_diamonds_are_red_among_tricks():
    data = io.BytesIO(encode_records(event(), "xlsx")[0])
    cell = openpyxl.load_workbook(data, rich_text=True)["Hands"]["C10"]
    red = [part.text for part in cell.value if part.font and part.font.color]
    assert red == ["♥", "♦"]


def test_the_movement_has_rounds_down_and_tables_across():
    assert rows(encode_records(event(), "xlsx")[0], "Movement")[:3] == [
        ("Section A", None, None),
        ("Round", "Table 1", "Table 2"),
        (1, "1 v 1\n1–2", "2 v 2\n1–2"),
    ]


def test_sheets_are_frozen_filtered_and_typed():
    data, _ = encode_records(event(), "xlsx")
    for title, pane in (("Results", "C2"), ("result records", "A2"), ("session records", "A2")):
        sheet = book(data)[title]
        assert sheet.freeze_panes == pane
        assert sheet.auto_filter.ref.startswith("A1:")
        assert sheet.column_dimensions["A"].width > 5
    day = book(data)["session records"]["D2"]
    assert (day.value, day.is_date) == (datetime.datetime(2026, 3, 12), True)


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "#N/A", "=", "'x"])
def test_nothing_becomes_a_formula(text):
    data, _ = encode_records(
        [Player(number="1", name=text), Ranking(pair=1, names=[text], place=1)], "xlsx"
    )
    cells = [
        cell
        for sheet in book(data)
        for row in sheet.iter_rows()
        for cell in row
        if isinstance(cell.value, str)
    ]
    assert {cell.data_type for cell in cells} == {"s"}
    found = [cell for cell in cells if cell.value == text]
    assert len(found) == 2
    if len(text) > 1 and text[0] in "=+-@":
        assert {bool(cell.quotePrefix) for cell in found if cell.parent.title != "Ranking"} == {
            True
        }
    assert decode_bytes(data, "xlsx")[0][0].name == text


def test_empty_text_is_an_empty_cell():
    data, notes = encode_records([Player(number="1", name=""), Result(board=1, result="")], "xlsx")
    assert (decode_bytes(data, "xlsx"), notes) == (([Player(number="1"), Result(board=1)], []), [])


@pytest.mark.parametrize("text", ["=", "+1", "-2", "=1+1", "@", "\x1b", "_x0041_"])
def test_a_result_is_written_as_it_is(text):
    data, notes = encode_records([Result(board=1, result=text)], "xlsx", sheets="records")
    assert (decode_bytes(data, "xlsx")[0], notes) == ([Result(board=1, result=text)], [])


def test_text_longer_than_a_cell_is_cut_with_a_note():
    long = "x" * 32_766
    data, notes = encode_records([Player(name=long + "é\x01y")], "xlsx")
    assert codes_and_places(notes) == [("loss", "text-cut", "sheet player records: name")]
    assert decode_bytes(data, "xlsx")[0] == [Player(name=long + "é")]


def test_a_list_longer_than_a_cell_is_left_out_with_a_note():
    data, notes = encode_records(
        [Game(board=1, tags=[("Event", "x" * 40_000)])], "xlsx", sheets="records"
    )
    assert codes_and_places(notes) == [("loss", "value-too-long", "sheet game records: tags")]
    assert decode_bytes(data, "xlsx")[0] == [Game(board=1)]


def test_more_rows_than_a_sheet_has_are_an_error(monkeypatch):
    monkeypatch.setattr("bmconv.reports.workbook.book.ROW_LIMIT", 3)
    with pytest.raises(DataError, match="more rows than the 3 of Excel"):
        encode_records([Result(board=n) for n in range(9)], "xlsx", sheets="records")


def test_no_records_make_a_workbook_that_reads_as_none():
    assert decode_bytes(encode_records([], "xlsx")[0], "xlsx") == ([], [])


def test_the_date_of_a_workbook_is_that_of_its_session_or_as_said(monkeypatch):
    data, _ = encode_records(event(), "xlsx")
    assert book(data).properties.created == datetime.datetime(2026, 3, 12)
    assert {i.date_time for i in zipfile.ZipFile(io.BytesIO(data)).infolist()} == {
        (2026, 3, 12, 0, 0, 0)
    }
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert book(encode_records(event(), "xlsx")[0]).properties.created == datetime.datetime(
        1970, 1, 2
    )


def test_a_sheet_of_players_is_read_by_its_headers():
    data = players_file(
        ("Notes", [["Members of the club"], []]),
        (
            "Members",
            [
                ["Club list 2026"],
                [],
                ["Member No", "First name", "Surname", "Phone"],
                [1204, "Anna", "Bos", "06-1"],
                [None, None, None, None],
                ["007", " Jan ", "Vis", None],
            ],
        ),
    )
    expected = [
        Player(number="1204", first_name="Anna", last_name="Bos"),
        Player(number="007", first_name="Jan", last_name="Vis"),
    ]
    for options in ({}, {"sheet": "members"}):
        records, notes = decode_bytes(data, "xlsx", **options)
        assert records == expected
        assert codes_and_places(notes) == [("loss", "column-left-out", "file: sheet Members row 4")]
    expected[0].extra = {"Phone": "06-1"}
    assert decode_bytes(data, "xlsx", extra=True) == (expected, [])


def test_a_number_given_again_is_noted_as_in_any_list():
    lines = [["Name", "Number"], ["A", 1], ["B", "1"], ["C", None], [None, None, "x"]]
    records, notes = decode_bytes(players_file(("Members", lines)), "xlsx")
    assert [record.name for record in records] == ["A", "B", "C"]
    assert codes_and_places(notes) == [
        ("repair", "duplicate-number", "file: sheet Members row 3: 1"),
        ("repair", "no-number", "file: sheet Members row 4"),
    ]


def test_which_sheet_must_be_said_when_two_have_players():
    lines = [["Name", "Number"], ["A", 1]]
    data = players_file(("One", lines), ("Two", lines))
    with pytest.raises(
        BadInput, match="players on the sheets One, Two; choose one with sheet=NAME"
    ):
        decode_bytes(data, "xlsx")
    assert decode_bytes(data, "xlsx", sheet="Two")[0] == [Player(name="A", number="1")]
    with pytest.raises(BadInput, match="no sheet 'Three'; expected one of One, Two"):
        decode_bytes(data, "xlsx", sheet="Three")


def test_a_sheet_of_a_record_type_is_read_when_named():
    data = players_file(("Boards", [["section", "board", "north"], [1, 2, "AK..."]]))
    assert decode_bytes(data, "xlsx", sheet="Boards")[0] == [
        Hand(section=1, board=2, north="AK...")
    ]
    with pytest.raises(BadInput, match="no sheet of records and none with names and numbers"):
        decode_bytes(data, "xlsx")


def test_a_row_that_does_not_fit_is_noted_and_skipped():
    data = players_file(("result records", [["board", "contract"], ["x", "4 S"], [3, "3 NT"]]))
    records, notes = decode_bytes(data, "xlsx")
    assert records == [Result(board=3, contract="3 NT")]
    assert [(n.level, n.code) for n in notes] == [("error", "bad-row")]


def test_a_zip_bomb_is_refused():
    data, _ = encode_records([Result(board=1)], "xlsx", sheets="records")
    bomb = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(bomb, "w", 8) as new:
        for part in old.infolist():
            if "sheet1" in part.filename:
                new.writestr(part.filename, b" " * (1 << 25))
            else:
                new.writestr(part.filename, old.read(part))
    with pytest.raises(BadInput, match=r"unpacks to .* times its size"):
        decode_bytes(bomb.getvalue(), "xlsx")


def test_broken_workbooks_are_bad_input():
    data, _ = encode_records(event(), "xlsx")
    for cut in (10, 100, len(data) // 2, len(data) - 5):
        with pytest.raises(BadInput):
            decode_bytes(data[:cut], "xlsx")
    with pytest.raises(BadInput):
        decode_bytes(b"PK\x03\x04" + b"x" * 100, "xlsx")
    for at in range(30, len(data), len(data) // 80):
        broken = data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :]
        with contextlib.suppress(BadInput):
            decode_bytes(broken, "xlsx")


def test_a_failure_leaves_no_files_behind(tmp_path, monkeypatch):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))

    def broken():
        yield Result(board=1)
        raise DataError("no more")

    with pytest.raises(DataError):
        encode_records(broken(), "xlsx", sheets="records")
    assert list(tmp_path.iterdir()) == []


def hand_made(sheet: str) -> bytes:
    """A workbook whose one sheet is this XML."""
    data = players_file(("Members", [["Name", "Number"], ["A", 1]]))
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(made, "w", 8) as new:
        for name in old.namelist():
            given = f"<worksheet xmlns='{MAIN}'><sheetData>{sheet}</sheetData></worksheet>"
            new.writestr(name, given if "sheet1" in name else old.read(name))
    return made.getvalue()


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEAD = (
    '<row r="1"><c r="A1" t="inlineStr"><is><t>Name</t></is></c>'
    '<c r="B1" t="inlineStr"><is><t>Number</t></is></c></row>'
)


@pytest.mark.parametrize(
    "row",
    [
        '<row r="2000000000"><c r="A2000000000"><v>1</v></c></row>',
        '<row r="1048577"><c r="A1048577"><v>1</v></c></row>',
        '<row r="2"><c r="XFE2"><v>1</v></c></row>',
        '<row r="0"><c><v>1</v></c></row>',
        '<row r="-5"><c><v>1</v></c></row>',
    ],
)
def test_cells_beyond_what_excel_has_are_bad_input(row):
    with pytest.raises(BadInput, match="beyond the limits of Excel"):
        decode_bytes(hand_made(HEAD + row), "xlsx")


def test_the_last_row_of_a_sheet_is_read_without_those_before_it():
    last = (
        '<row r="1048576"><c r="A1048576" t="str"><v>Bo</v></c><c r="B1048576"><v>8</v></c></row>'
    )
    assert decode_bytes(hand_made(HEAD + last), "xlsx") == ([Player(name="Bo", number="8")], [])


def test_a_cell_of_very_deep_json_is_a_bad_row():
    deep = "[" * 30_000 + "]" * 30_000
    row = f'<row r="2"><c r="A2" t="str"><v>{deep}</v></c><c r="B2" t="str"><v>8</v></c></row>'
    head = HEAD.replace("Name", "extra").replace("Number", "movement_type")
    records, notes = decode_bytes(hand_made(head + row), "xlsx", sheet="Members")
    assert (records, [note.code for note in notes]) == ([], ["bad-row"])


def test_the_ranking_of_an_individual_has_players():
    seated = {"section": 1, "round": 1, "low_board": 1, "high_board": 1}
    records = [
        Section(id=1, letter="A", tables=1, winners=1),
        Round(table=1, ns_pair=1, south=2, ew_pair=3, west=4, **seated),
        Ranking(section=1, pair=1, place=1, total=2, maximum=2, percentage=100),
    ]
    data, _ = encode_records(records, "xlsx", sheets="people")
    assert rows(data, "Ranking")[0][:3] == ("Place", "Player", "Names")
