"""Runs of bws apply that are cut off anywhere, beside control software that takes up triggers.

The model of the control software knows what it was told and nothing else. In the end it must know
what the file says, and no trigger may ever have been set that lets the server erase results.

Longer runs: python -m tests.tools.live_model --count 10000 --seed 7
"""

import argparse
import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from bmconv import jet
from bmconv.bws.live import change, unfinished
from bmconv.bws.live.applying import WriteOptions, apply
from bmconv.bws.live.movement import MovementOptions
from bmconv.bws.live.requests import requested_records
from bmconv.errors import BmconvError, DataError
from bmconv.event import Event
from bmconv.jet.edit.pages import EditablePages
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Round, Seat, Settings, Table
from tests.helpers import bcs

HANDS = (
    ("AKQJ.T98.765.432", "T987.AKQJ.432.65", "6543.765.AKQ.AJT", "2.432.JT98.KQ987"),
    ("T987.AKQJ.432.65", "AKQJ.T98.765.432", "6543.765.AKQ.AJT", "2.432.JT98.KQ987"),
)
CELLS = ("NSPair", "EWPair", "LowBoard", "HighBoard")


class Killed(BaseException):
    """The process was killed."""


class Writes:
    """Lets a number of writes through, then fails for good."""

    def __init__(self, left: int | None, error: BaseException) -> None:
        self.left, self.error = left, error

    def __call__(self) -> None:
        if self.left is not None:
            if self.left <= 0:
                raise self.error
            self.left -= 1

    def before(self, real: Any) -> Any:
        def wrapped(*given: Any, **more: Any) -> Any:
            self()
            return real(*given, **more)

        return wrapped


def run(path: Path, plan: tuple[list[Record], MovementOptions], writes: Writes) -> str:
    """One apply; how it ended."""
    records, wishes = plan
    copies = [msgspec.convert(msgspec.to_builtins(r), type(r)) for r in records]
    notes = Notes()
    with (
        patch.object(EditablePages, "_put", writes.before(EditablePages._put)),
        patch.object(unfinished, "replace_file", writes.before(unfinished.replace_file)),
        patch.object(unfinished, "remove_file", writes.before(unfinished.remove_file)),
        patch.object(os, "fsync", lambda _: None),
        patch.object(change, "SETTLING", 0),
    ):
        try:
            requested = requested_records(Event(copies, notes), notes)
            apply(str(path), requested, wishes, WriteOptions(allow_errors=True), notes)
        except Killed:
            return "killed"
        except DataError:
            return "refused"
        except BmconvError:
            return "failed"
    return "done"


def first_round(value: int) -> int:
    """The round from which results are erased (guide, "Updating movement information")."""
    if value in (996, 997, 998):
        return 0
    return 1 if value == 999 else abs(value) % 256


class Control:
    """What the control software knows, and what is in the file."""

    def __init__(self, path: Path, dice: random.Random) -> None:
        self.path, self.dice = path, dice
        self.read: tuple[bytes, dict[str, list[dict[str, Any]]]] = (b"", {})
        self.rounds = self.file_rounds()
        self.settings, self.hands = self.file_settings(), self.file_hands()
        self.names = self.file_names()

    def table(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table; a file that has not changed is read once."""
        data = self.path.read_bytes()
        if data != self.read[0]:
            names = ("RoundData", "Settings", "HandRecord", "PlayerNumbers", "Tables")
            with jet.open(self.path) as database:
                tables = {n: list(database.tables[n].dicts()) for n in (*names, "ReceivedData")}
            self.read = (data, tables)
        return self.read[1][name]

    def file_rounds(self) -> dict[int, dict[int, tuple[Any, ...]]]:
        found: dict[int, dict[int, tuple[Any, ...]]] = {}
        for row in self.table("RoundData"):
            cells = tuple(row[name] or 0 for name in CELLS)
            found.setdefault(row["Table"], {})[row["Round"]] = cells
        return found

    def file_settings(self) -> list[Any]:
        return [row["BM2PINcode"] for row in self.table("Settings")]

    def file_hands(self) -> dict[int, Any]:
        return {r["Board"]: r["NorthSpades"] for r in self.table("HandRecord")}

    def file_names(self) -> dict[tuple[int, str], Any]:
        rows = self.table("PlayerNumbers")
        return {(r["Table"], r["Direction"]): r["Name"] for r in rows if r["Name"]}

    def triggers(self) -> dict[int, int]:
        return {r["Table"]: r["UpdateFromRound"] or 0 for r in self.table("Tables")}

    def results(self) -> set[tuple[int, int]]:
        return {(r["Table"], r["Round"]) for r in self.table("ReceivedData")}

    def take_up(self, chance: float = 1.0) -> None:
        """Act on triggers, some or all."""
        with bcs.Bcs(self.path).editor() as editor:
            tables = editor.table("Tables")
            for pointer, row in list(tables.dicts()):
                value = row["UpdateFromRound"]
                if value and self.dice.random() < chance:
                    self.act(row["Table"], value)
                    if value == 999:
                        tables.delete(pointer)
                    else:
                        tables.update(pointer, {"UpdateFromRound": 0})
            seats = editor.table("PlayerNumbers")
            for pointer, row in list(seats.dicts()):
                if row["Updated"] and self.dice.random() < chance:
                    self.names[row["Table"], row["Direction"]] = row["Name"]
                    seats.update(pointer, {"Updated": False})

    def act(self, table: int, value: int) -> None:
        if value == 997:
            self.settings = self.file_settings()
        elif value == 996:
            self.hands = self.file_hands()
        elif value == 999:
            self.rounds.pop(table, None)
        elif first := first_round(value):
            known = {n: c for n, c in self.rounds.get(table, {}).items() if n < first}
            now = self.file_rounds().get(table, {}) if value > 0 else {}
            self.rounds[table] = known | {n: c for n, c in now.items() if n >= first}

    def play(self) -> None:
        """A result arrives from a table that the server has, in a round that it knows."""
        places = [(t, r) for t in self.rounds for r in self.rounds[t] if t in self.triggers()]
        if places:
            table, round = self.dice.choice(places)
            bcs.Bcs(self.path, self.dice.randrange(99)).play((table, round, 1))


class Model:
    """One evening: plans, kills, control software, and what must hold."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.dice, self.seed = path, random.Random(seed), seed
        bcs.write(path, self.dice.choice((3, 4)))
        Path(f"{path}.unfinished").unlink(missing_ok=True)
        self.control = Control(path, self.dice)
        self.plan: tuple[list[Record], MovementOptions] = ([], MovementOptions())
        self.log: list[Any] = []

    def fail(self, what: str) -> None:
        raise AssertionError(f"seed {self.seed}: {what}\n" + "\n".join(map(str, self.log)))

    def new_plan(self) -> tuple[list[Record], MovementOptions]:
        """What somebody may ask for."""
        dice, records = self.dice, list[Record]()
        plain = [(False, False)] * 6
        wait, last = dice.choice((*plain, (False, True), (True, False)))
        tables = sorted(self.control.triggers())
        complete, flag = False, 0
        kinds = dice.sample(("rounds", "settings", "hand", "name"), dice.choice((1, 2, 3)))
        kinds += ["flag"] if dice.random() < 0.3 else []
        for kind in kinds:
            if kind == "rounds":
                records += self.some_rounds()
                if any(isinstance(r, Round) and r.round == 4 for r in records):
                    wait, last = dice.choice(((False, True), (True, False)))
                complete = dice.random() < 0.15
            elif kind == "settings":
                records.append(Settings(values={"BM2PINcode": str(dice.randrange(1000, 9999))}))
            elif kind == "hand":
                deal = dict(
                    zip(("north", "east", "south", "west"), dice.choice(HANDS), strict=True)
                )
                records.append(Hand(section=1, board=dice.randrange(1, 4), **deal))
            elif kind == "name":
                side, table = dice.choice("NSEW"), dice.randrange(1, 5)
                name = dice.choice(("Ada Lind", "Bo Ek", "Cy"))
                records.append(Seat(section=1, table=table, direction=side, name=name))
            elif free := sorted({*tables} - {getattr(r, "table", None) for r in records}):
                flag = dice.choice((1, 2, 3, 256, -256, 258))
        if flag and dice.random() < 0.3:  # for a table of which nothing else is asked
            records.append(Table(section=1, table=dice.choice(free), update_from_round=flag))
        reset = dice.random() < 0.05
        return records, MovementOptions(wait, last, complete, dice.random() < 0.1, reset)

    def some_rounds(self) -> list[Record]:
        dice = self.dice
        records: list[Record] = []
        for table in dice.sample((1, 2, 3, 4, 4, 5), dice.choice((1, 1, 2, 3))):
            for number in dice.sample((1, 2, 3, 3, 4), dice.choice((1, 1, 2, 3))):
                pair = dice.randrange(1, 4)
                records.append(
                    Round(section=1, table=table, round=number, ns_pair=pair, ew_pair=pair + 10,
                          low_board=1, high_board=3)
                )  # fmt: skip
        return records

    def step(self) -> str:
        """One thing that happens."""
        what = self.dice.choice(("apply", "again", "kill", "kill", "kill", "take", "take", "play"))
        if what == "take":
            self.control.take_up(self.dice.choice((0.5, 1)))
        elif what == "play":
            self.control.play()
        else:
            if what != "again":
                self.plan = self.new_plan()
            error = Killed() if self.dice.random() < 0.7 else OSError(28, "No space left on device")
            writes = Writes(self.dice.randrange(20) if what == "kill" else None, error)
            return self.run(writes)
        self.log.append(what)
        return what

    def run(self, writes: Writes) -> str:
        """One apply, and that it set no trigger that it must not set."""
        before, bytes_before = self.control.triggers(), self.path.read_bytes()
        lost = self.control.results()
        how = run(self.path, self.plan, writes)
        asked = [msgspec.json.encode(record).decode() for record in self.plan[0]]
        wishes = {name for name, value in self.plan[1]._asdict().items() if value}
        self.log.append(f"{how} {wishes} {before} -> {self.control.triggers()} {sorted(lost)}")
        self.log += [f"    {line}" for line in asked]
        if how == "refused" and self.path.read_bytes() != bytes_before:
            self.fail("a refused run changed the file")
        for table, value in self.control.triggers().items():
            if value == before.get(table):
                continue
            if before.get(table):
                self.fail(f"table {table}: trigger {before[table]} overwritten by {value}")
            first = first_round(value)
            if not self.plan[1].erase_results and any(
                first and t == table and r >= first for t, r in lost
            ):
                self.fail(f"table {table}: {value} erases results")
        return how

    def settle(self, erase: bool) -> None:
        """Run until nothing is left to be announced."""
        self.control.take_up()
        for _ in range(4):
            if self.left():
                self.plan = ([], MovementOptions(erase_results=erase))
                self.run(Writes(None, Killed()))
                self.control.take_up()

    def left(self) -> list[dict[str, Any]]:
        """What the record still holds."""
        try:
            text = Path(f"{self.path}.unfinished").read_bytes()
        except FileNotFoundError:
            return []
        found: list[dict[str, Any]] = msgspec.json.decode(text)["news"]
        return found

    def judge(self) -> None:
        """The control software knows what the file says."""
        control, left = self.control, self.left()
        excused = {news.get("table") for news in left}
        there, known = control.file_rounds(), control.rounds
        for table in {*control.triggers(), *there} - excused:
            if there.get(table, {}) != known.get(table, {}):
                self.fail(
                    f"table {table}: {there.get(table)} in the file, known {known.get(table)}"
                )
        if control.settings != control.file_settings():
            self.fail("settings were not announced")
        if control.hands != control.file_hands():
            self.fail("hands were not announced")
        if control.names != control.file_names():
            self.fail("names were not announced")

    def evening(self, steps: int = 12) -> Counter[str]:
        counts = Counter(self.step() for _ in range(steps))
        self.settle(erase=False)
        self.judge()
        for news in self.left():
            results = any(t == news["table"] for t, _ in self.control.results())
            if not (news.get("new") or results):
                self.fail(f"left over without need: {news}")
        self.settle(erase=True)
        self.judge()
        if [news for news in self.left() if not news.get("new")]:
            self.fail(f"left over for ever: {self.left()}")
        return counts


def hunt(count: int, seed: int) -> Counter[str]:
    """Many evenings; how their steps ended."""
    found: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            found += Model(Path(folder) / "night.bws", number).evening()
    return found


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    print(hunt(given.count, given.seed))
    sys.exit(0)
