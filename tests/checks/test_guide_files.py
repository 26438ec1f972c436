"""Rules of `check` on databases that another engine wrote in the layout of the guide."""

import datetime
import json
from pathlib import Path
from typing import Any

from tests.helpers.guide_files import Rows, guide_file, two_sections
from tests.helpers.running import quick

NOON = datetime.datetime(1899, 12, 30, 12)
PLACE = {"Section": 1, "Table": 1, "Round": 1, "Board": 1}


def findings(shared: Path, folder: Path, tables: dict[str, Rows]) -> dict[str, set[str]]:
    """The rules that a file breaks, by level; empty seats are not of interest."""
    path = guide_file(folder / "g.bws", shared, tables)
    done = quick("check", path, "--json")
    found: dict[str, set[str]] = {}
    for finding in json.loads(done.out):
        if finding["rule"] != "empty-seat":
            found.setdefault(finding["level"], set()).add(finding["rule"])
    return found


def recorded(table: str, **cells: Any) -> Rows:
    row = {"ID": 1, **PLACE, "Counter": 1, "Direction": "N", "DateLog": NOON, "TimeLog": NOON}
    return [row | cells | ({"Bid": "1C"} if table == "BiddingData" else {"Card": "SA"}) | cells]


def test_an_event_as_the_guide_describes_it_has_no_findings(shared: Path, tmp_path: Path) -> None:
    assert findings(shared, tmp_path, two_sections()) == {}


def test_values_outside_the_guide_s_ranges_are_errors(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["Session"][0] |= {"Status": 9, "GUID": "A1"}
    tables["Section"][1] |= {"Letter": "B2"}
    tables["Tables"][0] |= {"Status": 7}
    tables["Tables"][1] |= {"LogOnOff": 5}
    tables["Tables"][2] |= {"UpdateFromRound": 2000}
    tables["RoundData"][0] |= {"CustomBoards": "1,2,"}
    tables["BiddingData"] = recorded("BiddingData", Bid="8C")
    tables["PlayData"] = recorded("PlayData", Card="X9")
    result = {"ID": 1, **PLACE, "PairNS": 1, "PairEW": 11, "Declarer": 1, "NS/EW": "N",
              "Contract": "4 S", "Result": "=", "SuspiciousContract": 7}  # fmt: skip
    tables["ReceivedData"] = [result]
    found = findings(shared, tmp_path, tables)
    assert found.pop("error") == {
        "session-status", "odd-guid", "section-letter", "table-status", "log-on-off",
        "update-from-round", "custom-boards", "odd-bid", "odd-card", "odd-suspicious-contract",
    }  # fmt: skip


def test_sessions_and_pairs_that_the_guide_forbids(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["Session"].append(tables["Session"][0] | {"ID": 2, "Name": "Other"})
    tables["Section"][1] |= {"Session": None}
    tables["Tables"][0] |= {"ComputerID": 7}
    assert findings(shared, tmp_path, tables) == {
        "error": {"session-guid-twice", "section-without-session", "unknown-client"}
    }


def test_pairs_that_move_between_sections(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["Session"][0] |= {"PairsMoveAcrossField": True, "EWReturnHome": True}
    assert findings(shared, tmp_path, tables) == {
        "error": {"pair-in-two-sections"},
        "info": {"ew-return-home"},
    }


def test_a_missing_pair_and_two_winners_where_the_guide_has_none(
    shared: Path, tmp_path: Path
) -> None:
    tables = two_sections()
    for row in tables["RoundData"]:
        if row["Section"] == 1:
            row["EWPair"] -= 10
        elif row["Round"] == 2:
            row["NSPair"], row["EWPair"] = row["EWPair"], row["NSPair"]
    tables["Section"][0] |= {"MissingPair": 2}
    assert findings(shared, tmp_path, tables) == {
        "error": {"pairs-change-sides"},
        "warning": {"missing-pair-of-both-sides"},
    }


def test_settings_that_contradict_each_other_or_the_tables(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    on = ("BM2GameSummary", "BM2FirstBoardManually", "MemberNumbers", "GroupSections",
          "BM2ValidateRecording", "BM2RecordPlay", "BM2ValidateLeadCard", "LeadCard")  # fmt: skip
    settings: dict[str, bool | int] = dict.fromkeys(on, True)
    settings |= {"BM2EnterHandRecord": False, "BM2EnterHandRecordWhen": 1}
    settings |= {"BM2Ranking": 0, "BM2AutoBoardNumber": False, "BM2NameSource": 0}
    tables["Settings"] = [{"Section": 1, **settings}]
    for at, row in enumerate(tables["Tables"]):
        row["Group"] = 1 + at // 2
    tables["PlayerNumbers"][0] |= {"Name": "Ada Lind"}
    found = findings(shared, tmp_path, tables)
    assert found == {
        "warning": {"summary-without-ranking", "names-and-number-entry",
                    "validation-without-hands"},
        "info": {"first-board-manually", "hand-record-when", "group-sections", "name-source",
                 "lead-check-without-hands"},
    }  # fmt: skip


def test_a_result_half_entered_a_late_seat_and_a_long_number(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["IntermediateData"] = [{"ID": 1, **PLACE, "PairNS": 1, "PairEW": 11, "Declarer": 1,
                                   "NS/EW": "N", "Contract": "4 S", "Result": "="}]  # fmt: skip
    tables["PlayerNumbers"].append({"Section": 1, "Table": 1, "Direction": "N", "Round": 9,
                                    "Number": "5"})  # fmt: skip
    tables["PlayerNames"] = [{"ID": 1, "strID": "1" * 17, "Name": "Ada Lind"}]
    found = findings(shared, tmp_path, tables)
    assert found == {
        "error": {"intermediate-with-result"},
        "warning": {"seat-round"},
        "info": {"number-too-long-for-seat", "number-without-name"},
    }


def test_hands_of_one_section_while_recordings_are_checked(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    suits = {"North": "Spades", "East": "Hearts", "South": "Diamonds", "West": "Clubs"}
    cards = {f"{seat}{suit}": "AKQJT98765432" for seat, suit in suits.items()}
    tables["HandRecord"] = [{"Section": 1, "Board": board, **cards} for board in (1, 2)]
    settings = {"BM2ValidateRecording": True, "BM2RecordPlay": True}
    tables["Settings"] = [{"Section": 1, **settings}]
    assert findings(shared, tmp_path, tables) == {
        "error": {"hands-of-one-section"},
        "warning": {"validation-without-hands"},
    }
