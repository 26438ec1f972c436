"""Evenings in files that another engine wrote in the layout of the guide."""

import datetime
from pathlib import Path
from typing import Any

import pytest

from bmconv.jet.edit.editor import Editor
from tests.helpers.bcs import rows
from tests.helpers.guide_files import guide_file, two_sections
from tests.helpers.running import quick

CALM = ("--corrections", "0", "--erasures", "0", "--late", "0", "--wrong-numbers", "0")
NOW = ("--speed", "0", *CALM)


def play(source: Path, *words: str, out: str = "out.bws") -> tuple[Path, str]:
    """The file of an evening, and what was printed."""
    path = source.parent / out
    done = quick("bws", "simulate", source, "-o", path, *NOW, *words)
    assert done.code == 0, done.err
    return path, done.err


def test_the_date_is_the_requested_one_or_the_session_s_or_today_s(
    shared: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = two_sections()
    dated = guide_file(tmp_path / "dated.bws", shared, tables)
    tables["Session"][0] |= {"Date": None, "GUID": None}
    undated = guide_file(tmp_path / "undated.bws", shared, tables)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")

    def days(path: Path) -> set[datetime.date]:
        return {row["DateLog"].date() for row in rows(path, "ReceivedData")}

    asked = ("--date", "2026-12-24")
    moved = play(dated, *asked, out="a.bws")[0]
    assert days(moved) == {datetime.date(2026, 12, 24)}
    sessions = {row["Date"].date() for row in rows(moved, "Session")}
    assert sessions == {datetime.date(2026, 12, 24)}
    resumed = quick("bws", "simulate", dated, "-o", moved, "--resume", *asked, *NOW)
    assert (resumed.code, resumed.err) == (0, f"bmconv: {moved}: 0 results entered\n")
    assert days(play(dated, out="b.bws")[0]) == {datetime.date(2026, 3, 5)}
    first = play(undated, out="c.bws")[0]
    assert days(first) == {datetime.date(2023, 11, 14)}
    monkeypatch.delenv("SOURCE_DATE_EPOCH")
    before = datetime.date.today()
    today = play(undated, out="d.bws")[0]
    assert days(today) <= {before, datetime.date.today()}
    again = play(undated, "--date", "2023-11-14", out="e.bws")[0]
    other = play(undated, "--date", "2023-11-14", "--seed", "2", out="f.bws")[0]
    guids = [rows(path, "Session")[0]["GUID"] for path in (first, again, today, other)]
    assert guids[0] == guids[1]
    assert len(set(guids)) == 3
    resumed = quick("bws", "simulate", undated, "-o", today, "--resume", *NOW)
    assert (resumed.code, resumed.err) == (0, f"bmconv: {today}: 0 results entered\n")


def test_a_missing_pair_enters_no_numbers(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["Section"][0]["MissingPair"] = 12
    path, _ = play(guide_file(tmp_path / "in.bws", shared, tables))
    seats = rows(path, "PlayerNumbers")
    empty = [(s["Section"], s["Direction"]) for s in seats if not s["Number"]]
    assert sorted(empty) == [(1, "E"), (1, "W")]


def test_a_long_name_is_cut_with_a_note(shared: Path, tmp_path: Path) -> None:
    source = guide_file(tmp_path / "in.bws", shared, two_sections())
    list_ = tmp_path / "players.csv"
    list_.write_text(
        "number;name\n" + "".join(f"{n};Maximiliana Longname {n}\n" for n in range(100, 116))
    )
    event = tmp_path / "event.jsonl"
    assert quick("join", source, list_, "-o", event).code == 0
    path, printed = play(event)
    assert {row["Name"] for row in rows(path, "PlayerNumbers")} == {"Maximiliana Longna"}
    assert "trunc-name" in printed


def test_settings_ask_for_cards_bids_and_hands(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    settings = {"BM2RecordBidding": True, "BM2RecordPlay": True, "BM2EnterHandRecord": True,
                "BM2EnterHandRecordWhen": 1}  # fmt: skip
    tables["Settings"] = [{"Section": 0, **settings}]
    path, _ = play(guide_file(tmp_path / "in.bws", shared, tables))
    results = rows(path, "ReceivedData")
    assert {row["SuspiciousContract"] for row in results} == {0}
    hands = {(row["Section"], row["Board"]): row for row in rows(path, "HandRecord")}
    assert len(hands) == len(rows(path, "HandRecord")) == 16
    evaluated = rows(path, "HandEvaluation")
    assert {(row["Section"], row["Board"]) for row in evaluated} == set(hands)
    assert all(sum(row[f"{s}Hcp"] for s in SEATS.values()) == 40 for row in evaluated)
    boards: dict[Any, list[Any]] = {}
    for card in rows(path, "PlayData"):
        boards.setdefault((card["Section"], card["Table"], card["Board"]), []).append(card)
    assert len(boards) > 8
    for result in results:
        key = (result["Section"], result["Table"], result["Board"])
        if key in boards:
            check_play(boards[key], result, hands[result["Section"], result["Board"]])
    assert {(b["Section"], b["Board"]) for b in rows(path, "BiddingData")} == set(hands)
    assert quick("check", path).code == 0


SEATS = {"N": "North", "E": "East", "S": "South", "W": "West"}
SUITS = {"S": "Spades", "H": "Hearts", "D": "Diamonds", "C": "Clubs"}


def check_play(cards: list[Any], result: dict[str, Any], hand: dict[str, Any]) -> None:
    """Everybody plays cards of his own, follows suit, and wins no more tricks than the result."""
    level, strain = result["Contract"].split()[:2]
    made = 6 + int(level) + (0 if result["Result"] == "=" else int(result["Result"]))
    held = {
        d: {suit + rank for suit, name in SUITS.items() for rank in hand[seat + name] or ""}
        for d, seat in SEATS.items()
    }
    won = {"NS": 0, "EW": 0}
    assert [card["Counter"] for card in cards] == list(range(1, len(cards) + 1))
    turn = "NESW"["NESW".index(result["NS/EW"]) - 3]
    for start in range(0, len(cards), 4):
        trick = [(card["Direction"], card["Card"]) for card in cards[start : start + 4]]
        led = trick[0][1][0]
        for direction, card in trick:
            assert direction == turn
            assert card in held[direction]
            assert card[0] == led or not any(c[0] == led for c in held[direction])
            held[direction].remove(card)
            turn = "NESW"["NESW".index(turn) - 3]
        best = [c for _, c in trick if c[0] == strain] or [c for _, c in trick if c[0] == led]
        top = min(best, key=lambda c: "AKQJT98765432".index(c[1]))
        turn = next(direction for direction, card in trick if card == top)
        won["NS" if turn in "NS" else "EW"] += 1
    side = "NS" if result["NS/EW"] in "NS" else "EW"
    assert won[side] <= made
    assert won["EW" if side == "NS" else "NS"] <= 13 - made


def test_an_impossible_contract_is_flagged_as_suspicious(shared: Path, tmp_path: Path) -> None:
    tables = two_sections(boards=6)
    deal = {"NorthSpades": "AKQJT98765432", "EastHearts": "AKQJT98765432",
            "SouthDiamonds": "AKQJT98765432", "WestClubs": "AKQJT98765432"}  # fmt: skip
    tables["HandRecord"] = [
        {"Section": section, "Board": board, **deal} for section in (1, 2) for board in range(1, 25)
    ]
    source = guide_file(tmp_path / "in.bws", shared, tables)
    path = tmp_path / "out.bws"
    done = quick("bws", "simulate", source, "-o", path, "--speed", "0", "--corrections", "1")
    assert done.code == 0
    trumps = {"S": "NS", "H": "EW", "D": "NS", "C": "EW"}
    flags = set()
    for row in rows(path, "ReceivedData"):
        if row["Contract"] and row["Contract"].split()[1] in trumps:
            ours = row["NS/EW"] in trumps[row["Contract"].split()[1]]
            assert row["SuspiciousContract"] == (0 if ours else 1)
            flags.add(row["SuspiciousContract"])
    assert flags == {0, 1}


def test_a_refused_table_does_not_stop_the_others_from_resuming(
    shared: Path, tmp_path: Path
) -> None:
    source = guide_file(tmp_path / "in.bws", shared, two_sections())
    path, _ = play(source, "--until-round", "1")
    with Editor(path) as editor:
        table = editor.table("RoundData")
        (pointer,) = (
            p for p, r in table.dicts() if (r["Section"], r["Table"], r["Round"]) == (1, 2, 2)
        )
        table.update(pointer, {"CustomBoards": "9,3"})
    done = quick("bws", "simulate", source, "-o", path, "--resume", *NOW)
    assert done.code == 0
    assert "A2: played only up to there: CustomBoards of round 2" in done.err
    played = {(r["Section"], r["Table"], r["Round"]) for r in rows(path, "ReceivedData")}
    assert played == {(s, t, r) for s in (1, 2) for t in (1, 2) for r in (1, 2)} - {(1, 2, 2)}
