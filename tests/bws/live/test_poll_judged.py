"""bws poll on files that another engine wrote in the layout of the guide."""

import datetime
import json
import os
from pathlib import Path
from typing import Any

import pytest

from bmconv.jet.edit.editor import Editor
from tests.helpers.bcs import rows
from tests.helpers.guide_files import Rows, guide_file, two_sections
from tests.helpers.running import quick

DEAL = {"NorthSpades": "AKQJT98765432", "EastHearts": "AKQJT98765432",
        "SouthDiamonds": "AKQJT98765432", "WestClubs": "AKQJT98765432"}  # fmt: skip


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def evening() -> dict[str, Rows]:
    """Two sections after the first round: a board at each table, some players."""
    tables = two_sections()
    logged = {"DateLog": datetime.datetime(2026, 3, 5),
              "TimeLog": datetime.datetime(1899, 12, 30, 19, 45)}  # fmt: skip
    tables["ReceivedData"] = [
        {"ID": number, "Section": section, "Table": table, "Round": 1, "Board": 2 * table - 1,
         "PairNS": table, "PairEW": 11 + (table + 1) % 2, "NS/EW": "E", "Contract": "3 NT",
         "Result": "=", **logged}
        for number, (section, table) in enumerate([(1, 1), (1, 2), (2, 1), (2, 2)], 1)
    ]  # fmt: skip
    for seat in tables["PlayerNumbers"]:
        seat["Number"] = f"{seat['Section']}{seat['Table']}{'NSEW'.index(seat['Direction'])}"
        seat["TimeLog"] = datetime.datetime(2026, 3, 5, 19, 30)
    return tables


def poll(path: Path, *words: str) -> list[dict[str, Any]]:
    done = quick("bws", "poll", path, "--accept", *words)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def change(path: Path, table: str, cells: dict[str, Any], **wanted: Any) -> None:
    """Change the rows that have these values, as the control software does."""
    with Editor(path) as editor:
        for pointer, row in list(editor.table(table).dicts()):
            if all(row[name] == value for name, value in wanted.items()):
                editor.table(table).update(pointer, cells)


def test_hands_that_players_enter_are_delivered(shared: Path, tmp_path: Path) -> None:
    tables = evening() | {"HandRecord": [{"Section": 1, "Board": 1, **DEAL}]}
    path = guide_file(tmp_path / "night.bws", shared, tables)
    assert {record["type"] for record in poll(path)} == {"result", "seat"}
    with Editor(path) as editor:
        editor.table("HandRecord").insert({"Section": 2, "Board": 1, **DEAL})
    (hand,) = poll(path)
    assert (hand["type"], hand["section"], hand["board"]) == ("hand", 2, 1)
    assert hand["north"] == "AKQJT98765432..."
    assert poll(path) == []
    assert len(poll(path, "--reader", "hands", "--type", "hand")) == 2


def test_hands_of_the_first_look_come_where_players_enter_them(
    shared: Path, tmp_path: Path
) -> None:
    hands = [{"Section": section, "Board": 1, **DEAL} for section in (1, 2)]
    settings = [{"Section": 1, "BM2EnterHandRecord": False},
                {"Section": 2, "BM2EnterHandRecord": True}]  # fmt: skip
    tables = evening() | {"HandRecord": hands, "Settings": settings}
    path = guide_file(tmp_path / "night.bws", shared, tables)
    assert [r["section"] for r in poll(path) if r["type"] == "hand"] == [2]


def test_a_flag_that_was_taken_back_is_set_again(shared: Path, tmp_path: Path) -> None:
    path = guide_file(tmp_path / "night.bws", shared, evening())
    assert len(poll(path, "--mark", "Processed")) == 20
    change(path, "PlayerNumbers", {"Processed": False}, Section=1, Table=2)
    change(path, "ReceivedData", {"Processed": False}, ID=3)
    assert poll(path, "--mark", "Processed") == []
    assert all(row["Processed"] for row in rows(path, "PlayerNumbers"))
    assert all(row["Processed"] for row in rows(path, "ReceivedData"))


def test_after_set_and_a_swap_only_what_changed_comes_again(shared: Path, tmp_path: Path) -> None:
    path = guide_file(tmp_path / "night.bws", shared, evening())
    assert len(poll(path)) == 20
    new = tmp_path / "new.bws"
    assert quick("set", path, "result[A2,1,3].contract=4 S", "-o", new).code == 0
    os.replace(new, path)
    (result,) = poll(path)
    assert (result["id"], result["contract"]) == (2, "4 S")


@pytest.mark.parametrize(
    "changes",
    [{"Name": "Another night"}, {"GUID": "B" * 32}, {"Date": datetime.datetime(2026, 3, 12)}],
    ids=["name", "guid", "date"],
)
def test_a_file_of_another_evening_is_refused(
    changes: dict[str, Any], shared: Path, tmp_path: Path
) -> None:
    path = guide_file(tmp_path / "night.bws", shared, evening())
    poll(path)
    change(path, "Session", changes)
    change(path, "ReceivedData", {"Contract": "4 S", "DateLog": datetime.datetime(2026, 3, 12)})
    done = quick("bws", "poll", path, "--accept")
    assert done.code == 1
    assert "not the event delivered so far; start with it using --new" in done.err


def test_an_evening_that_is_renamed_in_the_middle_goes_on(shared: Path, tmp_path: Path) -> None:
    path = guide_file(tmp_path / "night.bws", shared, evening())
    poll(path)
    change(path, "Session", {"Name": "Spring cup", "GUID": "B" * 32})
    change(path, "ReceivedData", {"Contract": "4 S"}, ID=2)
    (result,) = poll(path)
    assert (result["id"], result["contract"]) == (2, "4 S")
    assert poll(path) == []


def test_what_the_control_software_adds_to_a_session_makes_no_other_event(
    shared: Path, tmp_path: Path
) -> None:
    tables = evening()
    tables["Session"][0] |= {"Date": None, "GUID": None}
    path = guide_file(tmp_path / "night.bws", shared, tables)
    poll(path)
    change(path, "Session", {"Date": datetime.datetime(2026, 3, 5), "GUID": "C" * 32})
    assert poll(path) == []


def test_a_custom_flag_is_added_to_no_table_that_is_only_read(shared: Path, tmp_path: Path) -> None:
    tables = evening()
    recorded = {"Section": 1, "Table": 1, "Round": 1, "Board": 1, "Counter": 1, "Direction": "N"}
    tables |= {"BiddingData": [{"ID": 1, **recorded, "Bid": "PASS"}],
               "PlayData": [{"ID": 1, **recorded, "Card": "SA"}]}  # fmt: skip
    path = guide_file(tmp_path / "night.bws", shared, tables)
    assert len(poll(path, "--mark", "custom_Ours", "--add-column")) == 22
    for name in ("ReceivedData", "PlayerNumbers"):
        assert all(row["custom_Ours"] for row in rows(path, name))
    for name in ("BiddingData", "PlayData", "HandRecord"):
        assert not any("custom_Ours" in row for row in rows(path, name))
    assert poll(path, "--mark", "custom_Ours") == []
