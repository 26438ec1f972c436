"""A stand-in for Bridgemate Control Software that writes results and corrections into a .bws."""

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
"""A time as Access stores it, with its day zero as the date."""


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
    """Write an event to a file, as a scoring program does."""
    memory = io.BytesIO()
    contents = event(name) if records is None else records
    convert.encode(contents, "bws", memory, {"jet": str(version)}, Notes())  # type: ignore[arg-type]
    path.write_bytes(memory.getvalue())


def rows(path: Path, table: str) -> list[dict[str, Any]]:
    """The rows of a table, as dictionaries by column."""
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
        """Enter a result: of the given table, round and board, or of the next one still to play."""
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
        """Correct a random result: change it, erase it, enter it again, or delete its row."""
        with self.editor() as editor:
            table = editor.table("ReceivedData")
            results = list(table.dicts())
            if not results:
                return
            pointer, row = self.chance.choice(results)
            kind = self.chance.choice(["change", "erase", "erase and enter", "delete"])
            place = (row["Table"], row["Round"], row["Board"])
            if kind == "change":
                table.update(pointer, {"Contract": "3 NT", "Result": self.chance.choice("=+1")[0]})
            elif kind == "delete":
                table.delete(pointer)
            else:
                cells = {name: cell for name, cell in row.items() if name != "ID"}
                table.insert({**cells, "Erased": True, "Remarks": "Result erased"})
                if kind == "erase and enter":
                    table.insert(self.result(*place))

    def register(self, table: int, side: str, number: str, name: str | None = None) -> None:
        """A player enters a number at a seat."""
        with self.editor() as editor:
            seats = editor.table("PlayerNumbers")
            for pointer, row in seats.dicts():
                if (row["Table"], row["Direction"]) == (table, side):
                    seats.update(pointer, {"Number": number, "Name": name, "Processed": False})

    def take_up(self) -> dict[int, int]:
        """Act on every UpdateFromRound and reset it; the values that were set, by table."""
        triggers = {}
        with self.editor() as editor:
            tables = editor.table("Tables")
            for pointer, row in list(tables.dicts()):
                if row["UpdateFromRound"]:
                    triggers[row["Table"]] = row["UpdateFromRound"]
                    if row["UpdateFromRound"] == 999:  # the table was removed
                        tables.delete(pointer)
                    else:
                        tables.update(pointer, {"UpdateFromRound": 0})
        return triggers

    def standing(self) -> dict[tuple[int, int, int], tuple[Any, ...]]:
        """Contract and result by table, round and board: of the last row, unless it is erased."""
        last: dict[tuple[int, int, int], dict[str, Any]] = {}
        for row in sorted(rows(self.path, "ReceivedData"), key=lambda r: r["ID"]):
            last[row["Table"], row["Round"], row["Board"]] = row
        return {
            place: (row["Contract"], row["Result"])
            for place, row in last.items()
            if not row["Erased"]
        }
