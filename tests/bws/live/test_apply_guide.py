"""bws apply by the developer's guide, on an evening of two sections that Jackcess wrote."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv.bws.live.refusals import Refusal
from tests.helpers import bcs
from tests.helpers.jet_judges import make_with_jackcess
from tests.helpers.running import Done, quick

COUNT = 5
SETTINGS = {"Section": 0, "ShowResults": True, "LeadCard": False, "BM2PINcode": "1234",
            "BM2NameSource": 2, "MaximumResults": 7, "GroupSections": False}  # fmt: skip


def round_row(section: int, table: int, number: int) -> dict[str, Any]:
    """Mitchell: East-West move up, boards move down."""
    low = (table + number - 2) % COUNT * 2 + 1
    return {"Section": section, "Table": table, "Round": number, "NSPair": table,
            "EWPair": (table - number) % COUNT + 11, "LowBoard": low,
            "HighBoard": low + 1}  # fmt: skip


def result_row(id: int, table: int, number: int, board: int) -> dict[str, Any]:
    row = round_row(1, table, number)
    return {"ID": id, "Section": 1, "Table": table, "Round": number, "Board": board,
            "PairNS": row["NSPair"], "PairEW": row["EWPair"], "Declarer": row["NSPair"],
            "NS/EW": "N", "Contract": "4 S", "Result": "=", "LeadCard": "HA"}  # fmt: skip


def evening() -> dict[str, list[dict[str, Any]]]:
    """Round 1 has been played at A1."""
    tables = [(section, table) for section in (1, 2) for table in range(1, COUNT + 1)]
    return {
        "Clients": [{"ID": 1, "Computer": "CLUBPC"}],
        "Session": [{"ID": 1, "Name": "Thursday", "Status": 0}],
        "Section": [
            {"ID": id, "Letter": letter, "Tables": COUNT, "MissingPair": 0, "Session": 1,
             "ScoringType": 1, "Winners": 0, "EWMoveBeforePlay": 0}
            for id, letter in ((1, "A"), (2, "B"))
        ],
        "Tables": [
            {"Section": s, "Table": t, "ComputerID": 1, "Status": 1, "LogOnOff": 1,
             "UpdateFromRound": 0, "CurrentRound": 1, "CurrentBoard": 1, "Group": 1}
            for s, t in tables
        ],
        "RoundData": [round_row(s, t, r) for s, t in tables for r in (1, 2, 3)],
        "ReceivedData": [result_row(1, 1, 1, 1), result_row(2, 1, 1, 2)],
        "IntermediateData": [],
        "PlayerNumbers": [
            {"Section": s, "Table": t, "Direction": side, "Round": 0, "EntrySource": 0,
             "Number": "42" if (s, t, side) == (1, 1, "N") else None}
            for s, t in tables
            for side in "NSEW"
        ],
        "PlayerNames": [{"ID": 42, "Name": "Ada Lind", "strID": "42"}],
        "Settings": [SETTINGS],
        "HandRecord": [],
    }  # fmt: skip


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("jackcess") / "night.bws"
    make_with_jackcess(path, evening())
    return path


@pytest.fixture
def night(original: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(original, tmp_path / "night.bws"))


def apply(night: Path, *records: dict[str, Any], words: tuple[str, ...] = ()) -> Done:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    return quick("bws", "apply", night, "-", *words, stdin=lines.encode())


def cells(night: Path, table: str, *columns: str, **where: Any) -> list[tuple[Any, ...]]:
    rows = [r for r in bcs.rows(night, table) if all(r[n] == v for n, v in where.items())]
    return [tuple(row[name] for name in columns) for row in rows]


def triggers(night: Path) -> dict[tuple[int, int], int]:
    rows = bcs.rows(night, "Tables")
    return {(r["Section"], r["Table"]): r["UpdateFromRound"] for r in rows if r["UpdateFromRound"]}


def a_round(table: int, number: int, **fields: Any) -> dict[str, Any]:
    return {"type": "round", "section": 1, "table": table, "round": number, **fields}


def a_result(**fields: Any) -> dict[str, Any]:
    return {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1, **fields}


def a_seat(side: str, **fields: Any) -> dict[str, Any]:
    return {"type": "seat", "section": 1, "table": 1, "direction": side, **fields}


def refusal(done: Done) -> dict[str, str]:
    """The only refusal of a run with --json."""
    assert done.code == 1, done
    (found,) = json.loads(done.out)
    return dict(found)


def test_the_evening_has_no_errors_and_its_own_records_change_nothing(night: Path) -> None:
    assert [f for f in bmconv.check(night) if f.level == "error"] == []
    done = quick("bws", "apply", night, "-", stdin=quick("from", "bws", night).out)
    assert (done.code, done.err) == (0, "bmconv: nothing to change\n")


# absent means unchanged


def test_a_round_without_boards_keeps_its_boards(night: Path) -> None:
    swap = (a_round(2, 3, ew_pair=11), a_round(3, 3, ew_pair=15))
    assert apply(night, *swap, words=("--allow-errors",)).code == 0
    columns = ("NSPair", "EWPair", "LowBoard", "HighBoard")
    assert cells(night, "RoundData", *columns, Section=1, Table=2, Round=3) == [(2, 11, 7, 8)]
    assert triggers(night) == {(1, 2): 3, (1, 3): 3}


def test_null_is_absent_and_zero_is_a_value(night: Path) -> None:
    assert apply(night, a_round(2, 3, ns_pair=None, ew_pair=0)).code == 0
    columns = ("NSPair", "EWPair", "LowBoard")
    assert cells(night, "RoundData", *columns, Section=1, Table=2, Round=3) == [(2, 0, 7)]
    assert apply(night, a_round(2, 2, ns_pair=None)).err == "bmconv: nothing to change\n"


def test_part_of_a_result_is_corrected(night: Path) -> None:
    assert apply(night, a_result(result="-1")).code == 0
    columns = ("Contract", "Result", "NS/EW", "LeadCard", "ExternalUpdate")
    assert cells(night, "ReceivedData", *columns, ID=1) == [("4 S", "-1", "N", "HA", True)]
    assert apply(night, a_result(declarer="E")).code == 0
    assert cells(night, "ReceivedData", "NS/EW", "Declarer", ID=1) == [("E", 11)]


def test_a_field_is_emptied_by_clear(night: Path) -> None:
    assert apply(night, a_result(clear=["lead_card"])).code == 0
    assert cells(night, "ReceivedData", "Contract", "LeadCard", ID=1) == [("4 S", None)]
    done = apply(night, a_result(clear=["board"]), words=("--json",))
    assert refusal(done)["refused"] == "bad-clear"


@pytest.mark.parametrize(
    ("fields", "lacking"),
    [
        ({"ns_pair": 1, "low_board": 1, "high_board": 2}, "ew_pair"),
        ({"ns_pair": 1, "ew_pair": 11}, "low_board and high_board"),
    ],
)
def test_a_new_round_needs_what_the_guide_requires(
    night: Path, fields: dict[str, Any], lacking: str
) -> None:
    found = refusal(apply(night, a_round(1, 4, **fields), words=("--json", "--last")))
    assert (found["refused"], found["remedy"]) == ("incomplete-row", "never")
    assert found["message"].startswith(f"A1 round 4: a new round without {lacking}")


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"clear": ["low_board"]}, "two pairs without boards"),
        ({"low_board": 0, "high_board": 0}, "two pairs without boards"),
        ({"custom_boards": "3,9", "low_board": 0}, "LowBoard or HighBoard 0 beside CustomBoards"),
    ],
)
def test_a_round_does_not_lose_what_the_guide_requires(
    night: Path, fields: dict[str, Any], problem: str
) -> None:
    found = refusal(apply(night, a_round(1, 3, **fields), words=("--json",)))
    assert (found["refused"], found["remedy"]) == ("incomplete-row", "never")
    assert found["message"].startswith(f"A1 round 3: {problem}")


def test_what_set_empties_is_emptied_in_the_file(night: Path) -> None:
    assert apply(night, {"type": "session", "id": 1, "show_in_app": True}).code == 0
    words = ("result[A1,1,1].lead_card=", "seat[A1N].number=", "session.show_in_app=false")
    lines = quick("set", night, *words)
    assert quick("bws", "apply", night, "-", stdin=lines.out).code == 0
    assert cells(night, "ReceivedData", "Contract", "LeadCard", ID=1) == [("4 S", None)]
    where = {"Section": 1, "Table": 1, "Direction": "N"}
    assert cells(night, "PlayerNumbers", "Number", **where) == [(None,)]
    assert cells(night, "Session", "ShowInApp") == [(False,)]
    bmconv.apply(night, bmconv.set(night, "result[A1,1,2].lead_card="))
    assert cells(night, "ReceivedData", "LeadCard", ID=2) == [(None,)]
    lines = quick("set", night, "settings.LeadCard=")
    done = quick("bws", "apply", night, "-", "--json", stdin=lines.out)
    assert refusal(done)["refused"] == "bad-clear"


def test_what_set_empties_is_an_instruction_to_apply_only(night: Path, tmp_path: Path) -> None:
    lines = quick("set", night, "result[A1,1,1].lead_card=")
    done = quick("to", "bws", "-o", tmp_path / "new.bws", stdin=lines.out)
    assert (done.code, done.err) == (0, "")
    assert "clear" not in bcs.rows(tmp_path / "new.bws", "ReceivedData")[0]
    done = quick("diff", night, tmp_path / "new.bws")
    assert done.out.decode().splitlines()[0] == (
        '~ result A1 round 1 board 1: lead_card "HA" -> nothing'
    )


# errors are refused

ROUND = {"ns_pair": 6, "ew_pair": 16, "low_board": 11, "high_board": 12}


@pytest.mark.parametrize(
    ("records", "words"),
    [
        ([a_round(6, 3, **ROUND), a_round(6, 4, **ROUND)], ()),
        ([a_round(1, 3, ns_pair=4, ew_pair=4)], ()),
        ([a_round(1, 3, ew_pair=1)], ()),
        ([a_round(1, 3, low_board=20, high_board=3)], ()),
        ([a_round(1, 5, **ROUND)], ("--last",)),
        ([{**a_seat("N", number="7"), "table": 9}], ()),
        ([a_round(1, 3, custom_boards="9,3")], ()),
    ],
    ids=[
        "starts at 3",
        "twice",
        "against itself",
        "boards 20-3",
        "gap",
        "seat at no table",
        "board list",
    ],
)
def test_an_added_error_is_refused_by_name(
    night: Path, records: list[dict[str, Any]], words: tuple[str, ...]
) -> None:
    before = night.read_bytes()
    done = apply(night, *records, words=("--json", *words))
    found = json.loads(done.out)
    assert (done.code, night.read_bytes() == before) == (1, True)
    assert {item["remedy"] for item in found} <= {"needs --allow-errors", "never"}, found
    if all(item["remedy"] == "needs --allow-errors" for item in found):
        assert apply(night, *records, words=(*words, "--allow-errors")).code == 0
        errors = {f.rule for f in bmconv.check(night) if f.level == "error"}
        assert {item["refused"] for item in found} <= errors


def test_the_input_as_a_whole_is_judged(night: Path) -> None:
    """Either of two exchanged pairs alone would play twice in the round."""
    assert apply(night, a_round(2, 3, ew_pair=11)).code == 1
    swap = [a_round(2, 3, ew_pair=11, low_board=1, high_board=2),
            a_round(3, 3, ew_pair=15, low_board=3, high_board=4)]  # fmt: skip
    done = apply(night, *swap, words=("--json",))
    assert "pair-twice" not in done.out.decode()


def test_a_passed_out_board_has_no_result(night: Path) -> None:
    assert apply(night, a_result(contract="PASS")).code == 0
    columns = ("Contract", "Result", "LeadCard")
    assert cells(night, "ReceivedData", *columns, ID=1) == [("PASS", None, None)]


def test_a_contract_and_a_remark_instead_of_it_are_inconsistent(night: Path) -> None:
    done = apply(night, a_result(remarks="Not played"), words=("--json",))
    assert refusal(done)["refused"] == "inconsistent-score"
    record = a_result(remarks="Not played", clear=["contract", "result", "lead_card"])
    assert apply(night, record).code == 0
    done = apply(night, a_result(contract="3 NT", result="="), words=("--json",))
    assert refusal(done)["message"].endswith('"clear": ["remarks"]')
    record = a_result(contract="3 NT", result="=", clear=["remarks"])
    assert apply(night, record).code == 0
    assert cells(night, "ReceivedData", "Contract", "Remarks", ID=1) == [("3 NT", None)]


def test_there_is_a_way_out_of_a_trigger_that_is_not_processed(night: Path) -> None:
    assert apply(night, a_round(2, 3, ew_pair=0)).code == 0
    found = refusal(apply(night, a_round(2, 2, ew_pair=0), words=("--json",)))
    assert (found["refused"], found["remedy"]) == ("trigger-pending", "try again")
    assert apply(night, a_round(2, 2, ew_pair=0), words=("--replace-triggers",)).code == 0
    assert triggers(night) == {(1, 2): 2}
    withdrawn = {"type": "table", "section": 1, "table": 2, "update_from_round": 0}
    assert refusal(apply(night, withdrawn, words=("--json",)))["remedy"] == "try again"
    done = apply(night, withdrawn, words=("--replace-triggers",))
    assert (done.code, triggers(night), "trigger-withdrawn" in done.err) == (0, {}, True)


@pytest.mark.parametrize(
    "record",
    [
        {"type": "settings", "values": {"ShowResults": False}},
        {"type": "table", "section": 1, "table": 2, "update_from_round": 997},
    ],
)
def test_no_trigger_announces_both_rounds_and_settings(night: Path, record: dict) -> None:
    assert apply(night, a_round(2, 3, ew_pair=0)).code == 0
    found = refusal(apply(night, record, words=("--json", "--replace-triggers")))
    assert found == {
        "refused": "trigger-pending",
        "place": "A2",
        "message": "A2: UpdateFromRound 3 not processed yet; try again when the control software "
        "has acted",
        "remedy": "try again",
    }
    assert triggers(night) == {(1, 2): 3}


# nothing is ignored in silence


def test_a_late_pair_fills_a_half_table(night: Path) -> None:
    missing = {"type": "section", "id": 1, "missing_pair": 15}
    assert apply(night, missing).code == 0
    assert cells(night, "Section", "MissingPair", ID=1) == [(15,)]
    # pair 15 is at A5, A1 and A2; A1 has played round 1
    assert triggers(night) == {(1, 1): 2, (1, 2): 1, (1, 5): 1}
    bcs.Bcs(night).take_up()
    assert apply(night, {**missing, "missing_pair": 0}).code == 0
    assert cells(night, "Section", "MissingPair", ID=1) == [(0,)]
    assert triggers(night) == {(1, 1): 2, (1, 2): 1, (1, 5): 1}


@pytest.mark.parametrize(
    ("record", "code", "remedy"),
    [
        ({"type": "section", "id": 1, "tables": 7}, "section-tables", "never"),
        ({"type": "section", "id": 1, "letter": "C"}, "section-letter", "never"),
        ({"type": "table", "section": 1, "table": 1, "group": 3}, "closed-file-only",
         "needs --copy FILE"),
        ({"type": "table", "section": 1, "table": 1, "computer_id": 2}, "closed-file-only",
         "needs --copy FILE"),
        ({"type": "client", "id": 1, "computer": "OTHER"}, "closed-file-only",
         "needs --copy FILE"),
        ({"type": "table", "section": 1, "table": 8}, "no-rounds", "never"),
        (a_result(erased=True), "erased-result", "never"),
        (a_result(pair_ns=7), "other-pairs", "never"),
        (a_result(declarer_pair=11), "inconsistent-score", "never"),
        ({"type": "settings", "clear": ["values"]}, "bad-clear", "never"),
        (a_result(board=9, contract="PASS"), "no-result", "never"),
        ({"type": "settings", "section": 55, "values": {"LeadCard": True}}, "no-section", "never"),
        ({"type": "settings", "values": {"NoSuchThing": 1}}, "no-setting", "never"),
        ({"type": "settings", "section": 2, "values": {"MaximumResults": 3}}, "global-setting",
         "never"),
        ({**a_round(1, 1, **ROUND), "section": 9}, "no-section", "never"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_with_a_code(
    night: Path, record: dict[str, Any], code: str, remedy: str
) -> None:
    before = night.read_bytes()
    found = refusal(apply(night, record, words=("--json", "--live")))
    assert (found["refused"], found["remedy"]) == (code, remedy)
    assert night.read_bytes() == before


def test_a_wrong_name_is_cleared_and_a_player_removed(night: Path) -> None:
    assert apply(night, a_seat("N", name="Wrong")).code == 0
    assert apply(night, a_seat("N", clear=["name"])).code == 0
    columns = ("Number", "Name", "Updated", "EntrySource")
    where = {"Section": 1, "Table": 1, "Direction": "N"}
    assert cells(night, "PlayerNumbers", *columns, **where) == [("42", None, True, 0)]
    assert apply(night, a_seat("N", processed=True)).code == 0
    assert cells(night, "PlayerNumbers", "Processed", **where) == [(True,)]
    assert apply(night, a_seat("N", processed=False, removed=True)).code == 0
    assert cells(night, "PlayerNumbers", "Number", "Processed", **where) == [(None, False)]


def test_a_column_that_the_file_lacks_is_no_empty_change(tmp_path: Path) -> None:
    tables = evening()
    night = tmp_path / "old.bws"
    make_with_jackcess(night, tables, without={"Name", "CustomBoards", "LeadCard"})
    for record in (a_seat("S", name="Bo"), a_round(1, 3, custom_boards="3,9")):
        assert refusal(apply(night, record, words=("--json",)))["refused"] == "no-column"
    without_round = tmp_path / "older.bws"
    make_with_jackcess(without_round, tables, without={"Round"})
    substitute = a_seat("S", number="7", round=3)
    done = apply(without_round, substitute, words=("--json",))
    assert refusal(done)["refused"] == "no-column"
    settings = {"type": "settings", "values": {"LeadCard": True}}
    found = refusal(apply(night, settings, words=("--json", "--live")))
    assert (found["refused"], found["remedy"]) == ("no-column", "needs --copy FILE")
    for words in ((), ("--copy", str(tmp_path / "copy.bws"))):
        assert apply(night, settings, words=words).code == 0
    assert cells(night, "Settings", "LeadCard", "MaximumResults") == [(True, 7)]
    shutil.copyfile(night, tmp_path / "again.bws")


# an evening's updates


def test_values_without_a_trigger_take_effect_at_the_next_upload(night: Path) -> None:
    records = [{"type": "section", "id": 1, "winners": 2},
               {"type": "session", "id": 1, "name": "Friday", "show_in_app": True},
               {"type": "player", "number": "0017", "name": "Bo Ek"},
               {"type": "player", "number": "42", "name": "Ada Lynd"}]  # fmt: skip
    done = apply(night, *records, words=("--live", "--force"))
    assert (done.code, "repair next-upload" in done.err) == (0, True)
    assert cells(night, "Section", "Winners", ID=1) == [(2,)]
    assert cells(night, "Session", "Name", "ShowInApp") == [("Friday", True)]
    names = cells(night, "PlayerNames", "ID", "Name", "strID")
    assert names == [(42, "Ada Lynd", "42"), (17, "Bo Ek", "0017")]
    assert triggers(night) == {}
    assert apply(night, {"type": "player", "number": "17", "name": "Bo Eck"}).code == 0
    assert len(cells(night, "PlayerNames", "ID")) == 2  # BM2TextBasedNumber is off: 17 is 0017
    assert apply(night, {"type": "session", "id": 2, "name": "Late game"}).code == 0
    assert cells(night, "Session", "Status", ID=2) == [(0,)]


def test_a_new_section_comes_with_its_tables(night: Path) -> None:
    rounds = [
        {
            **a_round(
                t, r, ns_pair=t, ew_pair=10 + (t + r) % 2 + 1, low_board=2 * r - 1, high_board=2 * r
            ),
            "section": 3,
        }
        for t in (1, 2)
        for r in (1, 2)
    ]
    section = {"type": "section", "id": 3, "letter": "C", "winners": 2}
    found = refusal(apply(night, *rounds, words=("--json",)))
    assert (found["refused"], "section record" in found["message"]) == ("no-section", True)
    assert apply(night, section, *rounds).code == 0
    columns = ("Letter", "Tables", "Session", "Winners", "MissingPair")
    assert cells(night, "Section", *columns, ID=3) == [("C", 2, 1, 2, 0)]
    assert triggers(night) == {(3, 1): 1, (3, 2): 1}
    assert cells(night, "Tables", "ComputerID", Section=3) == [(1,), (1,)]


def test_a_new_table_of_a_team_game_needs_its_group(tmp_path: Path) -> None:
    tables = evening()
    for row in tables["Section"]:
        row["ScoringType"] = 4
    for row in tables["Tables"]:
        row["Group"] = row["Table"]
    tables["Tables"][0]["ComputerID"] = 2  # serves the first table, and so all new ones
    night = tmp_path / "teams.bws"
    make_with_jackcess(night, tables)
    rounds = [a_round(6, r, ns_pair=6, ew_pair=16, low_board=2 * r - 1, high_board=2 * r)
              for r in (1, 2, 3)]  # fmt: skip
    words = ("--json", "--allow-errors")
    assert refusal(apply(night, *rounds, words=words))["refused"] == "no-group"
    table = {"type": "table", "section": 1, "table": 6, "group": 6}
    assert apply(night, table, *rounds, words=words).code == 0
    columns = ("Group", "UpdateFromRound", "ComputerID")
    assert cells(night, "Tables", *columns, Section=1, Table=6) == [(6, 1, 2)]


def test_a_removed_table_leaves_its_seats_and_counts_no_more(night: Path) -> None:
    record = {"type": "table", "section": 1, "table": 5, "update_from_round": 999}
    assert apply(night, record, words=("--allow-errors",)).code == 0
    assert triggers(night) == {(1, 5): 999}
    assert cells(night, "Section", "Tables", ID=1) == [(4,)]
    assert cells(night, "RoundData", "Round", Section=1, Table=5) == []
    assert len(cells(night, "PlayerNumbers", "Direction", Section=1, Table=5)) == 4


def test_a_substitute_sits_from_a_round_on(night: Path) -> None:
    done = apply(night, a_seat("N", number="7", name="Cy"))
    assert ('"round": 3' in done.err, "number-kept" in done.err) == (True, True)
    assert apply(night, a_seat("N", number="7", name="Cy", round=2)).code == 0
    seats = cells(night, "PlayerNumbers", "Round", "Number", Section=1, Table=1, Direction="N")
    assert seats == [(0, "42"), (2, "7")]


def test_group_and_computer_change_in_a_closed_file(night: Path) -> None:
    record = {"type": "table", "section": 1, "table": 1, "group": 3, "computer_id": 2}
    client = {"type": "client", "id": 2, "computer": "OTHER"}
    assert apply(night, record, client).code == 0
    assert cells(night, "Tables", "Group", "ComputerID", Section=1, Table=1) == [(3, 2)]


# settings


def test_one_section_that_differs_gives_every_section_a_row(night: Path) -> None:
    record = {"type": "settings", "section": 2, "values": {"LeadCard": True}}
    assert apply(night, record).code == 0
    columns = ("Section", "LeadCard", "ShowResults", "BM2PINcode", "MaximumResults")
    assert cells(night, "Settings", *columns) == [
        (1, False, True, "1234", 7),
        (2, True, True, "1234", 7),
    ]
    assert triggers(night) == {(2, table): 997 for table in range(1, COUNT + 1)}
    bcs.Bcs(night).take_up()
    assert apply(night, {"type": "settings", "values": {"LeadCard": True}}).code == 0
    assert triggers(night) == {(1, table): 997 for table in range(1, COUNT + 1)}


def test_settings_without_any_row_are_written_for_every_section(tmp_path: Path) -> None:
    night = tmp_path / "night.bws"
    make_with_jackcess(night, evening() | {"Settings": []})
    done = apply(night, {"type": "settings", "section": 1, "values": {"LeadCard": True}})
    assert (done.code, "setting-default" in done.err) == (0, True)
    assert cells(night, "Settings", "Section", "LeadCard") == [(1, True), (2, False)]


def test_settings_for_all_sections_are_a_row_for_each_if_there_is_none(tmp_path: Path) -> None:
    night = tmp_path / "night.bws"
    make_with_jackcess(night, evening() | {"Settings": []})
    assert apply(night, {"type": "settings", "values": {"LeadCard": True}}).code == 0
    assert cells(night, "Settings", "Section", "LeadCard") == [(1, True), (2, True)]


# for programs


def test_notes_and_exceptions_carry_code_and_remedy(night: Path, tmp_path: Path) -> None:
    records = [a_result(erased=True), {"type": "section", "id": 1, "letter": "C"}]
    apply(night, *records, words=("--notes", str(tmp_path / "notes.jsonl")))
    notes = [json.loads(line) for line in (tmp_path / "notes.jsonl").read_text().splitlines()]
    expected = [("erased-result", "never"), ("section-letter", "never")]
    assert [(note["code"], note["remedy"]) for note in notes] == expected
    with pytest.raises(Refusal) as caught:
        bmconv.apply(night, records)
    assert [(r.code, r.remedy) for r in caught.value.refusals] == expected


def test_apply_takes_records_in_python(night: Path) -> None:
    seat = bmconv.records.Seat(section=1, table=1, direction="S", name="Bo Ek")
    outcome = bmconv.apply(night, [seat, a_result(clear=["lead_card"])])
    assert [change.table for change in outcome.changes] == ["PlayerNumbers", "ReceivedData"]


def test_a_dry_run_and_other_errors_are_json_too(night: Path, tmp_path: Path) -> None:
    done = apply(night, a_seat("S", name="Bo"), words=("--json", "--live", "--dry-run"))
    change, refused = json.loads(done.out)
    assert (done.code, change["table"], refused["refused"], refused["place"]) == (
        1,
        "PlayerNumbers",
        "open-elsewhere",
        str(night),
    )
    assert refused["remedy"] == "needs --copy FILE or --force"
    done = apply(tmp_path / "absent.bws", words=("--json", "--wait"))
    assert (done.code, refusal_code(done)) == (4, ("file-trouble", "never"))


def test_a_new_warning_of_check_is_in_the_answer_and_in_the_notes(night: Path) -> None:
    notes = night.with_name("notes.jsonl")
    missing = {"type": "section", "id": 1, "missing_pair": 99}
    done = apply(night, missing, words=("--json", "--notes", notes))
    warning = {
        "place": "section A",
        "message": "section with a missing pair that sits nowhere, so that no boards are "
        "skipped: 99",
    }
    assert json.loads(done.out)[-1] == {"warning": "missing-pair", **warning}
    note = {"level": "warning", "code": "missing-pair", **warning}
    assert note in map(json.loads, notes.read_text().splitlines())


def test_every_refusal_names_its_place(night: Path) -> None:
    assert [
        json.loads(apply(night, record, words=("--json", *words)).out)[0]["place"]
        for record, *words in (
            (a_round(1, 1, ew_pair=0),),
            (a_round(1, 4, ns_pair=1, ew_pair=2, low_board=7, high_board=8), "--allow-errors"),
            ({"type": "round", "section": 1, "table": True},),
            ({"type": "section", "id": 7, "missing_pair": 0},),
        )
    ] == ["A1", "A1", "stdin:1", "section 7"]


def refusal_code(done: Done) -> tuple[str, str]:
    (found,) = json.loads(done.out)
    return found["refused"], found["remedy"]
