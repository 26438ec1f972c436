"""Plays Bridgemate Control Software on a .bws: results in any order, corrections of every kind."""

import io
import random
from datetime import datetime
from pathlib import Path
from typing import Any

from bmconv import conversion as convert
from bmconv import jet
from bmconv.jet.edit.editor import Editor
from bmconv.notes import Notes
from bmconv.records import Record, Round, Seat, Section, Session, Settings, Table

TABLES, ROUNDS, BOARDS = 4, 3, 3
NOON = datetime(1899, 12, 30, 12)


def event(name: str = "Thursday") -> list[Record]:
    """A small event before play."""
    records: list[Record] = [
        Session(id=1, name=name),
        Section(id=1, letter="A", session=1, tables=TABLES),
        Settings(section=1, values={"BM2NameSource": 2, "BM2PINcode": "0000", "ShowResults": True}),
    ]
    for table in range(1, TABLES + 1):
        records.append(Table(section=1, table=table, group=1))
        for round in range(1, ROUNDS + 1):
            low = (table + round - 2) % TABLES * BOARDS + 1
            ew = (table + round - 2) % TABLES + 11
            records.append(
                Round(section=1, table=table, round=round, ns_pair=table, ew_pair=ew,
                      low_board=low, high_board=low + BOARDS - 1)
            )  # fmt: skip
        records += [Seat(section=1, table=table, direction=side) for side in "NSEW"]
    return records


def write(
    path: Path, version: int = 4, name: str = "Thursday", records: list[Record] | None = None
) -> None:
    """The file as a scoring program makes it."""
    memory = io.BytesIO()
    given = event(name) if records is None else records
    convert.encode(given, "bws", memory, {"jet": str(version)}, Notes())  # type: ignore[arg-type]
    path.write_bytes(memory.getvalue())


def rows(path: Path, table: str) -> list[dict[str, Any]]:
    with jet.open(path) as database:
        return list(database.tables[table].dicts())


class Bcs:
    """The control software at work on a file."""

    def __init__(self, path: Path, seed: int = 0) -> None:
        self.path, self.chance = path, random.Random(seed)
        self.to_play = [
            (table, round, board)
            for table in range(1, TABLES + 1)
            for round in range(1, ROUNDS + 1)
            for board in range(1, BOARDS + 1)
        ]
        self.chance.shuffle(self.to_play)

    def editor(self) -> Editor:
        return Editor(self.path, durable=False)

    def play(self, place: tuple[int, int, int] | None = None) -> None:
        """A result comes in."""
        table, round, board = place or self.to_play.pop()
        with self.editor() as editor:
            editor.table("ReceivedData").insert(self.result(table, round, board))

    def result(self, table: int, round: int, board: int, **more: Any) -> dict[str, Any]:
        return {
            "Section": 1, "Table": table, "Round": round, "Board": board, "PairNS": table,
            "PairEW": table + 10, "Declarer": table, "NS/EW": "N",
            "Contract": f"{self.chance.randrange(1, 8)} {self.chance.choice(['C', 'H', 'NT'])}",
            "Result": self.chance.choice(["=", "-1", "-2"]), "DateLog": datetime(2026, 11, 16),
            "TimeLog": NOON, **more,
        }  # fmt: skip

    def correct(self) -> None:
        """A score is corrected: in place, by erasing and entering anew, or its row is deleted."""
        with self.editor() as editor:
            table = editor.table("ReceivedData")
            found = list(table.dicts())
            if not found:
                return
            pointer, row = self.chance.choice(found)
            way = self.chance.choice(["in place", "erase", "again", "delete"])
            place = (row["Table"], row["Round"], row["Board"])
            if way == "in place":
                table.update(pointer, {"Contract": "3 NT", "Result": self.chance.choice("=+1")[0]})
            elif way == "delete":
                table.delete(pointer)
            else:
                gone = {n: v for n, v in row.items() if n != "ID"}
                table.insert({**gone, "Erased": True, "Remarks": "Result erased"})
                if way == "again":
                    table.insert(self.result(*place))

    def register(self, table: int, side: str, number: str, name: str | None = None) -> None:
        """A player enters a number."""
        with self.editor() as editor:
            seats = editor.table("PlayerNumbers")
            for pointer, row in seats.dicts():
                if (row["Table"], row["Direction"]) == (table, side):
                    seats.update(pointer, {"Number": number, "Name": name, "Processed": False})

    def take_up(self) -> dict[int, int]:
        """Act on UpdateFromRound; what was there by table."""
        found = {}
        with self.editor() as editor:
            tables = editor.table("Tables")
            for pointer, row in list(tables.dicts()):
                if row["UpdateFromRound"]:
                    found[row["Table"]] = row["UpdateFromRound"]
                    if row["UpdateFromRound"] == 999:
                        tables.delete(pointer)
                    else:
                        tables.update(pointer, {"UpdateFromRound": 0})
        return found

    def standing(self) -> dict[tuple[int, int, int], tuple[Any, ...]]:
        """What stands, by place: contract and result of the last row that is not erased."""
        last: dict[tuple[int, int, int], dict[str, Any]] = {}
        for row in sorted(rows(self.path, "ReceivedData"), key=lambda r: r["ID"]):
            last[row["Table"], row["Round"], row["Board"]] = row
        return {
            place: (row["Contract"], row["Result"])
            for place, row in last.items()
            if not row["Erased"]
        }
