"""What a scoring program writes during the evening takes effect as the guide says."""

from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv import jet
from bmconv.bws.simulation.control import Control
from bmconv.bws.simulation.entries import Rates
from bmconv.bws.simulation.evening import Evening
from bmconv.bws.simulation.running import start_of
from bmconv.jet.edit.editor import Editor
from bmconv.records import Round, Session
from tests.helpers.guide_files import guide_file, two_sections
from tests.helpers.simulated_event import event, sitting, write

CALM = Rates(0, 0, 0, 0, 0, 0)
END = 1e9


class Play:
    """An evening step by step, with changes in between."""

    def __init__(self, path: Path, records: list | None = None) -> None:
        self.path, self.said = write(path, records) if records else path, list[str]()
        given = bmconv.read(path)
        self.evening = Evening(given, "1", CALM)
        self.control = Control(str(path), self.evening, start_of(given), self.said.append)
        self.control.begin()
        self.now = 0.0

    def until(self, at: float = END) -> "Play":
        """Let time pass: to the end of what is known, or to a moment."""
        self.control._looked = 0.0
        self.control.look(self.now)
        while (next_at := self.evening.next_at()) is not None and next_at <= at:
            self.now = next_at
            step = self.evening.pop()
            if step.arrival:
                self.control.write([step.arrival])
        return self

    def edit(self, table: str, where: dict, values: dict | None) -> None:
        """Change or delete (None) rows as a scoring program does."""
        with Editor(self.path, durable=False) as editor:
            rows = editor.table(table)
            for pointer, row in list(rows.dicts()):
                if all(row[name] == value for name, value in where.items()):
                    if values is None:
                        rows.delete(pointer)
                    else:
                        rows.update(pointer, values)

    def insert(self, *rounds: Round) -> None:
        with Editor(self.path, durable=False) as editor:
            for r in rounds:
                editor.table("RoundData").insert(
                    {"Section": 1, "Table": r.table, "Round": r.round, "NSPair": r.ns_pair,
                     "EWPair": r.ew_pair, "LowBoard": r.low_board, "HighBoard": r.high_board}
                )  # fmt: skip

    def trigger(self, value: int, *tables: int) -> None:
        for table in tables or (1, 2, 3, 4):
            self.edit("Tables", {"Table": table}, {"UpdateFromRound": value})

    def rows(self, table: str) -> list[dict[str, Any]]:
        with jet.open(self.path) as database:
            return list(database.tables[table].dicts())

    def triggers(self) -> list[int]:
        return [row["UpdateFromRound"] for row in self.rows("Tables")]

    def boards(self, round: int) -> int:
        return sum(row["Round"] == round for row in self.rows("ReceivedData"))


@pytest.fixture
def swiss(tmp_path: Path) -> Play:
    """Four tables, one round so far."""
    return Play(tmp_path / "night.bws", event(rounds=1))


def test_tables_wait_for_a_round_that_is_added_and_play_it(swiss):
    swiss.trigger(257)
    swiss.until()
    assert swiss.triggers() == [0, 0, 0, 0]
    assert (swiss.boards(1), len(swiss.evening.waiting())) == (8, 4)
    assert {row["LogOnOff"] for row in swiss.rows("Tables")} == {1}
    swiss.insert(*(sitting(table, 2) for table in range(1, 5)))
    swiss.until()
    assert swiss.boards(2) == 0  # not announced yet
    swiss.trigger(2)
    swiss.until()
    assert (swiss.boards(2), swiss.triggers()) == (8, [0, 0, 0, 0])
    assert swiss.evening.is_over()
    assert {row["LogOnOff"] for row in swiss.rows("Tables")} == {2}


def test_waiting_is_switched_on_and_off_without_a_round(swiss):
    swiss.trigger(256)
    swiss.until()
    assert len(swiss.evening.waiting()) == 4
    swiss.trigger(-256)
    swiss.until()
    assert swiss.evening.is_over()


def test_a_round_after_a_gap_is_refused_and_its_trigger_stays(swiss):
    swiss.trigger(257)
    swiss.until()
    swiss.insert(sitting(1, 3))
    swiss.trigger(259, 1)
    swiss.until()
    assert swiss.triggers() == [259, 0, 0, 0]
    assert swiss.said[-1:] == [
        "A1: UpdateFromRound 259 not processed: round 3 is there, but round 2 is not"
    ]
    swiss.insert(sitting(1, 2))
    swiss.until()
    assert swiss.triggers() == [259, 0, 0, 0]  # the server still has no round 2
    swiss.trigger(258, 1)
    swiss.until()
    assert (swiss.triggers(), swiss.boards(2), swiss.boards(3)) == ([0, 0, 0, 0], 2, 2)


def test_boards_out_of_order_are_refused(swiss):
    swiss.edit("RoundData", {"Table": 2}, {"CustomBoards": "4,3"})
    swiss.trigger(1, 2)
    swiss.until(60)
    assert swiss.triggers() == [0, 1, 0, 0]
    assert "CustomBoards of round 1 are not numbers in ascending order" in swiss.said[-1]


def test_changed_rounds_are_played_as_changed_and_what_was_played_of_them_again(tmp_path):
    play = Play(tmp_path / "night.bws", event())
    play.until(3000)
    before = len(play.rows("ReceivedData"))
    assert play.boards(1) == 8
    play.edit("RoundData", {"Table": 1, "Round": 1}, {"LowBoard": 21, "HighBoard": 22})
    play.edit("RoundData", {"Table": 1, "Round": 3}, {"EWPair": 99})
    play.until(3001)
    assert len(play.rows("ReceivedData")) - before <= 1
    play.trigger(1, 1)
    play.until()
    rows = [row for row in play.rows("ReceivedData") if row["Table"] == 1]
    assert {(r["Board"], r["PairEW"]) for r in rows if r["ID"] > before + 1} >= {
        (21, 1), (22, 1), (5, 99), (6, 99)
    }  # fmt: skip


def test_rounds_and_tables_are_removed_and_added(tmp_path):
    play = Play(tmp_path / "night.bws", event())
    play.until(100)
    play.edit("RoundData", {"Round": 3}, None)
    play.trigger(-3, 1, 2, 3)
    play.edit("RoundData", {"Table": 4}, None)
    play.trigger(999, 4)
    play.until()
    assert [row["Table"] for row in play.rows("Tables")] == [1, 2, 3]
    assert (play.boards(3), play.boards(2)) == (0, 6)
    assert not any(row["Table"] == 4 for row in play.rows("ReceivedData"))
    with Editor(play.path, durable=False) as editor:
        editor.table("Tables").insert({"Section": 1, "Table": 9, "UpdateFromRound": 1})
    play.insert(Round(table=9, round=1, ns_pair=41, ew_pair=42, low_board=1, high_board=3))
    play.until()
    late = [row["Board"] for row in play.rows("ReceivedData") if row["Table"] == 9]
    assert (late, play.triggers()) == ([1, 2, 3], [0, 0, 0, 0])


def test_a_late_pair_plays_as_soon_as_it_is_announced(shared: Path, tmp_path: Path) -> None:
    tables = two_sections()
    tables["Section"][0]["MissingPair"] = 12
    play = Play(guide_file(tmp_path / "night.bws", shared, tables))
    play.until(600)
    bmconv.apply(play.path, [{"type": "section", "id": 1, "missing_pair": 0}])
    play.until()
    assert play.triggers() == [0, 0, 0, 0]
    results = [row for row in play.rows("ReceivedData") if row["Section"] == 1]
    late = [(row["Table"], row["Round"]) for row in results if row["PairEW"] == 12]
    assert sorted(late) == [(1, 2), (1, 2), (2, 1), (2, 1)]
    assert play.evening.is_over()


def test_a_new_section_enters_its_numbers_and_plays(shared: Path, tmp_path: Path) -> None:
    play = Play(guide_file(tmp_path / "night.bws", shared, two_sections()))
    play.until(2000)
    rounds = [
        {"type": "round", "section": 3, "table": 1, "round": number, "ns_pair": 1, "ew_pair": 11,
         "low_board": 2 * number - 1, "high_board": 2 * number}
        for number in (1, 2)
    ]  # fmt: skip
    bmconv.apply(play.path, [{"type": "section", "id": 3, "letter": "C", "winners": 2}, *rounds])
    play.until()
    boards = [row["Board"] for row in play.rows("ReceivedData") if row["Section"] == 3]
    assert (sorted(boards), play.triggers()) == ([1, 2, 3, 4], [0] * 5)
    seats = [row for row in play.rows("PlayerNumbers") if row["Section"] == 3]
    assert [bool(row["Number"]) for row in seats] == [True] * 4


def test_names_scores_settings_and_hands_are_taken_up_and_their_signals_cleared(tmp_path):
    play = Play(tmp_path / "night.bws", event(settings={"LeadCard": False}))
    play.until(1300)
    assert not any(row["LeadCard"] for row in play.rows("ReceivedData"))
    play.edit("PlayerNumbers", {"Table": 1, "Direction": "N"}, {"Name": "Ada", "Updated": True})
    play.edit("ReceivedData", {"ID": 1}, {"Contract": "3 NT", "ExternalUpdate": True})
    play.edit("Settings", {}, {"LeadCard": True})
    play.trigger(997, 1)
    play.trigger(996, 2)
    play.trigger(998, 3)
    play.until()
    assert play.triggers() == [0, 0, 0, 0]
    assert not any(row["Updated"] for row in play.rows("PlayerNumbers"))
    rows = play.rows("ReceivedData")
    assert not any(row["ExternalUpdate"] for row in rows)
    assert next(row for row in rows if row["ID"] == 1)["Contract"] == "3 NT"
    assert any(row["LeadCard"] for row in rows)
    (seat,) = [r for r in play.rows("PlayerNumbers") if r["Name"] == "Ada"]
    assert (seat["Table"], seat["Direction"]) == (1, "N")


def test_a_session_without_date_and_guid_gets_them(tmp_path):
    records = [Session(id=1, name="Thursday") if isinstance(r, Session) else r for r in event()]
    play = Play(tmp_path / "night.bws", records)
    assert play.rows("Session")[0]["Date"] is not None
    assert len(play.rows("Session")[0]["GUID"].strip("{}").replace("-", "")) == 32
