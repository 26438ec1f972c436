"""Random changes to random evenings through apply, against a model that knows only the guide.

After each change the tables are, cell by cell, what the model says, or the change was refused with
a code and the file is as it was. No error of the rule book is added.

Longer runs: python -m tests.tools.guide_model --count 300 --seed 7
"""

import argparse
import random
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import bmconv
from bmconv import jet
from bmconv.bws.live.refusals import Refusal
from bmconv.records import Client, Record, Result, Round, Seat, Section, Session, Settings, Table
from tests.helpers import bcs

NAMES = ("Section", "Tables", "RoundData", "ReceivedData", "PlayerNumbers", "PlayerNames",
         "Settings", "Session")  # fmt: skip
CONTRACTS = ("4 S", "3 NT", "2 H x", "PASS", "6 C")
Row = dict[str, Any]
Tables = dict[str, list[Row]]
Expected = Callable[[Tables], None]


def evening(dice: random.Random) -> list[Record]:
    """A Mitchell movement in one or two sections, with the first results."""
    records: list[Record] = [Client(id=1, computer="CLUBPC"), Session(id=1, name="Thursday")]
    values: dict[str, bool | int | str] = {
        "BM2NameSource": 2,
        "ShowResults": True,
        "LeadCard": False,
    }
    records.append(Settings(values=values))
    for section in range(1, dice.choice((2, 3))):
        count = dice.choice((5, 7))
        records.append(Section(id=section, letter="ABC"[section - 1], session=1, tables=count))
        for table in range(1, count + 1):
            records.append(Table(section=section, table=table, group=1, computer_id=1))
            records += [Seat(section=section, table=table, direction=side) for side in "NSEW"]
            for number in (1, 2, 3):
                low = (table + number - 2) % count * 2 + 1
                ew = (table - number) % count + 11
                place = {"section": section, "table": table, "round": number}
                pairs = {"ns_pair": table, "ew_pair": ew}
                records.append(Round(**place, **pairs, low_board=low, high_board=low + 1))
                if number == 1 and dice.random() < 0.5:
                    seat = {
                        "pair_ns": table,
                        "pair_ew": ew,
                        "declarer": "N",
                        "declarer_pair": table,
                    }
                    score = {"contract": "4 S", "result": "=", "lead_card": "HA"}
                    records.append(Result(**place, board=low, **seat, **score))
    return records


def read(path: Path) -> Tables:
    with jet.open(path) as database:
        return {name: list(database.tables[name].dicts()) for name in NAMES}


def find(rows: list[Row], **cells: Any) -> list[Row]:
    return [row for row in rows if all(row[name] == value for name, value in cells.items())]


def trigger(tables: Tables, section: int, table: int, value: int) -> None:
    (row,) = find(tables["Tables"], Section=section, Table=table)
    row["UpdateFromRound"] = value


class GuideModel:
    """One evening and the changes to it."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.dice, self.seed = path, random.Random(seed), seed
        bcs.write(path, self.dice.choice((3, 4)), records=evening(self.dice))
        self.errors = self.file_errors()
        assert self.errors == set(), self.errors
        self.log: list[Any] = []

    def file_errors(self) -> set[tuple[str, str]]:
        return {(f.rule, f.place) for f in bmconv.check(self.path) if f.level == "error"}

    def some_round(self) -> Row:
        return dict(self.dice.choice(read(self.path)["RoundData"]))

    # each gives records, and what the guide says becomes of the tables

    def exchange(self) -> tuple[list[Row], Expected]:
        """Two tables exchange opponents and boards; a record names only what changes."""
        row = self.some_round()
        others = find(read(self.path)["RoundData"], Section=row["Section"], Round=row["Round"])
        other = self.dice.choice(others)
        names = {"ew_pair": "EWPair", "low_board": "LowBoard", "high_board": "HighBoard"}
        records = [
            {"type": "round", "section": a["Section"], "table": a["Table"], "round": a["Round"],
             **{field: b[column] for field, column in names.items()}}
            for a, b in ((row, other), (other, row))
        ]  # fmt: skip

        def expected(tables: Tables) -> None:
            for a, b in ((row, other), (other, row)):
                place = {name: a[name] for name in ("Section", "Table", "Round")}
                (there,) = find(tables["RoundData"], **place)
                cells = {column: b[column] for column in names.values()}
                if any(there[name] != value for name, value in cells.items()):
                    there |= cells
                    trigger(tables, a["Section"], a["Table"], a["Round"])

        return records, expected

    def one_cell(self) -> tuple[list[Row], Expected]:
        """One cell of a round, with a value that may be wrong."""
        row = self.some_round()
        field, column = self.dice.choice((("ns_pair", "NSPair"), ("ew_pair", "EWPair"),
                                          ("low_board", "LowBoard")))  # fmt: skip
        value = self.dice.choice((0, 1, 11, 16, 99, row[column]))
        record = {"type": "round", "section": row["Section"], "table": row["Table"],
                  "round": row["Round"], field: value, "custom_boards": None}  # fmt: skip

        def expected(tables: Tables) -> None:
            place = {name: row[name] for name in ("Section", "Table", "Round")}
            (there,) = find(tables["RoundData"], **place)
            if there[column] != value:
                there[column] = value
                trigger(tables, row["Section"], row["Table"], row["Round"])

        return [record], expected

    def correction(self) -> tuple[list[Row], Expected]:
        """Part of a score, and perhaps a field that is emptied."""
        rows = read(self.path)["ReceivedData"]
        if not rows:
            return [], lambda tables: None
        row = self.dice.choice(rows)
        fields: Row = {}
        if self.dice.random() < 0.6:
            fields["contract"] = self.dice.choice(CONTRACTS)
        if self.dice.random() < 0.6:
            fields["result"] = self.dice.choice(("=", "-1", "+1"))
        if self.dice.random() < 0.3:
            fields["declarer"] = self.dice.choice("NESW")
        clear = ["lead_card"] if self.dice.random() < 0.3 else []
        record = {"type": "result", "section": row["Section"], "table": row["Table"],
                  "round": row["Round"], "board": row["Board"], **fields,
                  "clear": clear}  # fmt: skip

        def expected(tables: Tables) -> None:
            (there,) = find(tables["ReceivedData"], ID=row["ID"])
            before = dict(there)
            names = {"contract": "Contract", "result": "Result", "declarer": "NS/EW"}
            there |= {names[name]: value for name, value in fields.items()}
            there |= {"LeadCard": None} if clear else {}
            if there["Contract"] == "PASS" and fields:
                there |= {"Result": None, "LeadCard": None}
            if there["NS/EW"] != before["NS/EW"]:
                there["Declarer"] = there["PairNS" if there["NS/EW"] in "NS" else "PairEW"]
            if there != before:
                there["ExternalUpdate"] = True

        return [record], expected

    def seat(self) -> tuple[list[Row], Expected]:
        """A name, a number, or a player who goes."""
        row = self.dice.choice(read(self.path)["PlayerNumbers"])
        change = self.dice.choice(
            ({"name": "Ada Lind"}, {"number": "17"}, {"clear": ["name"]}, {"removed": True},
             {"processed": True}, {"processed": False}, {"number": "18", "name": "Bo Ek"})
        )  # fmt: skip
        record = {"type": "seat", "section": row["Section"], "table": row["Table"],
                  "direction": row["Direction"], **change}  # fmt: skip

        def expected(tables: Tables) -> None:
            place = {name: row[name] for name in ("Section", "Table", "Direction")}
            (there,) = find(tables["PlayerNumbers"], **place)
            if change.get("number") and there["Number"] not in (None, change["number"]):
                return
            name = there["Name"]
            if change.get("removed"):
                there["Number"] = name = None
            there["Number"] = change.get("number", there["Number"])
            name = None if "clear" in change else change.get("name", name)
            if name != there["Name"]:
                there |= {"Name": name, "Updated": True, "EntrySource": 0}
            there["Processed"] = change.get("processed", there["Processed"])

        return [record], expected

    def missing_pair(self) -> tuple[list[Row], Expected]:
        """A pair that comes or goes: its tables reload from their first round without results."""
        tables_now = read(self.path)
        section = self.dice.choice(tables_now["Section"])
        pair = self.dice.choice((0, 11, 12, 15))
        record = {"type": "section", "id": section["ID"], "missing_pair": pair}

        def expected(tables: Tables) -> None:
            (there,) = find(tables["Section"], ID=section["ID"])
            pairs = {pair, there["MissingPair"] or 0} - {0}
            if (there["MissingPair"] or 0) == pair:
                return
            there["MissingPair"] = pair
            for row in find(tables["RoundData"], Section=section["ID"]):
                place = {"Section": row["Section"], "Table": row["Table"]}
                results = find(tables["ReceivedData"], **place)
                played = max((result["Round"] for result in results), default=0)
                if {row["NSPair"], row["EWPair"]} & pairs and row["Round"] > played:
                    trigger(tables, row["Section"], row["Table"], played + 1)

        return [record], expected

    def setting(self) -> tuple[list[Row], Expected]:
        """A setting for all sections or for one."""
        tables_now = read(self.path)
        ids = [row["ID"] for row in tables_now["Section"]]
        section = self.dice.choice((None, *ids))
        name, value = self.dice.choice((("LeadCard", True), ("LeadCard", False),
                                        ("ShowResults", False), ("ShowResults", True)))  # fmt: skip
        record = {"type": "settings", "values": {name: value}}
        record |= {"section": section} if section else {}

        def expected(tables: Tables) -> None:
            rows = tables["Settings"]
            if len(rows) == 1 and section and len(ids) > 1 and rows[0][name] != value:
                rows[0]["Section"] = ids[0]
                rows += [dict(rows[0]) | {"Section": id} for id in ids[1:]]
            for row in rows:
                if section in (None, row["Section"]) or len(rows) == 1:
                    concerned = ids if len(rows) == 1 else [row["Section"]]
                    if row[name] != value:
                        row[name] = value
                        for table in tables["Tables"]:
                            if table["Section"] in concerned:
                                table["UpdateFromRound"] = 997

        return [record], expected

    def plain(self) -> tuple[list[Row], Expected]:
        """Values without a trigger: winners, the session's name, the list of players."""
        winners = self.dice.choice((0, 1))
        name = self.dice.choice(("Thursday", "Friday"))
        records = [{"type": "section", "id": 1, "winners": winners},
                   {"type": "session", "id": 1, "name": name},
                   {"type": "player", "number": "17", "name": "Bo Ek"}]  # fmt: skip

        def expected(tables: Tables) -> None:
            find(tables["Section"], ID=1)[0]["Winners"] = winners
            tables["Session"][0]["Name"] = name
            if not tables["PlayerNames"]:
                tables["PlayerNames"].append({"ID": 17, "Name": "Bo Ek", "strID": "17"})

        return records, expected

    def step(self) -> str:
        """One change; what became of it."""
        kinds = (self.exchange, self.one_cell, self.correction, self.seat, self.missing_pair,
                 self.setting, self.plain)  # fmt: skip
        kind = self.dice.choice(kinds)
        records, expected = kind()
        before, data = read(self.path), self.path.read_bytes()
        self.log.append(records)
        erase = self.dice.random() < 0.3
        try:
            bmconv.apply(self.path, records, erase_results=erase)
        except Refusal as refused:
            if self.path.read_bytes() != data:
                self.fail("a refused change changed the file")
            for refusal in refused.refusals:
                remedy = str(refusal.remedy)
                if not refusal.code or not remedy.startswith(("try again", "never", "needs ")):
                    self.fail(f"{refusal.code}: {remedy}")
            return f"{kind.__name__} refused"
        expected(before)
        self.compare(before, read(self.path))
        if added := self.file_errors() - self.errors:
            self.fail(f"errors added: {added}")
        if self.dice.random() < 0.7:
            self.take_up()
        return f"{kind.__name__} done"

    def take_up(self) -> None:
        """The control software acts on all signals."""
        with bcs.Bcs(self.path).editor() as editor:
            signals = (("Tables", "UpdateFromRound", 0), ("ReceivedData", "ExternalUpdate", False),
                       ("PlayerNumbers", "Updated", False))  # fmt: skip
            for name, column, unset in signals:
                table = editor.table(name)
                for pointer, row in list(table.dicts()):
                    if row[column]:
                        table.update(pointer, {column: unset})

    def compare(self, expected: Tables, found: Tables) -> None:
        for name in NAMES:
            rows = [sorted(map(repr, map(plain_row, side[name]))) for side in (expected, found)]
            if rows[0] != rows[1]:
                differing = {*rows[0]} ^ {*rows[1]}
                self.fail(
                    f"{name}: expected {len(rows[0])} rows; differing {sorted(differing)[:4]}"
                )

    def fail(self, problem: str) -> None:
        raise AssertionError(f"seed {self.seed}: {problem}\n{self.log[-1]}")


def plain_row(row: Row) -> Row:
    """A row in which empty cells are alike."""
    return {name: value for name, value in sorted(row.items()) if value not in (None, 0, False, "")}


def hunt(count: int, seed: int, steps: int = 25) -> Counter[str]:
    """Many evenings; how their changes ended."""
    counts: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("os.fsync", lambda _: None),
        patch("bmconv.bws.live.change.SETTLING", 0),
    ):
        for number in range(seed, seed + count):
            model = GuideModel(Path(folder) / f"{number}.bws", number)
            counts.update(model.step() for _ in range(steps))
    return counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    print(hunt(arguments.count, arguments.seed))
