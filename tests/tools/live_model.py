"""Kills `bws apply` at any write, while a model of the control software acts on triggers.

The model knows only what triggers made it read. In the end it must know what is in the file, and no
trigger may ever have been set that makes the server erase results.

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
    """Stands for the end of the process."""


class Writes:
    """Permits a number of writes (None: all of them), then raises an error at each."""

    def __init__(self, permitted: int | None, error: BaseException) -> None:
        self.permitted, self.error = permitted, error

    def __call__(self) -> None:
        if self.permitted is not None:
            if self.permitted <= 0:
                raise self.error
            self.permitted -= 1

    def before(self, function: Any) -> Any:
        """A function that counts a write and then calls another."""

        def wrapped(*args: Any, **options: Any) -> Any:
            self()
            return function(*args, **options)

        return wrapped


def run(path: Path, plan: tuple[list[Record], MovementOptions], writes: Writes) -> str:
    """Apply a plan; how that ended."""
    records, options = plan
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
            apply(str(path), requested, options, WriteOptions(allow_errors=True), notes)
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
    """The control software: what it has read so far, and ways to read the file."""

    def __init__(self, path: Path, dice: random.Random) -> None:
        self.path, self.dice = path, dice
        self.last_read: tuple[bytes, dict[str, list[dict[str, Any]]]] = (b"", {})
        self.rounds = self.file_rounds()
        self.settings, self.hands = self.file_settings(), self.file_hands()
        self.names = self.file_names()

    def table(self, name: str) -> list[dict[str, Any]]:
        """The rows of a table; a file that has not changed is read once."""
        data = self.path.read_bytes()
        if data != self.last_read[0]:
            names = ("RoundData", "Settings", "HandRecord", "PlayerNumbers", "Tables")
            with jet.open(self.path) as database:
                tables = {n: list(database.tables[n].dicts()) for n in (*names, "ReceivedData")}
            self.last_read = (data, tables)
        return self.last_read[1][name]

    def file_rounds(self) -> dict[int, dict[int, tuple[Any, ...]]]:
        rounds: dict[int, dict[int, tuple[Any, ...]]] = {}
        for row in self.table("RoundData"):
            cells = tuple(row[name] or 0 for name in CELLS)
            rounds.setdefault(row["Table"], {})[row["Round"]] = cells
        return rounds

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
        """Act on triggers: on each with this probability."""
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
        """Read again what a trigger announces."""
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
    """One evening: applied plans, kills, control software, and the checks."""

    def __init__(self, path: Path, seed: int) -> None:
        self.path, self.dice, self.seed = path, random.Random(seed), seed
        bcs.write(path, self.dice.choice((3, 4)))
        Path(f"{path}.unfinished").unlink(missing_ok=True)
        self.control = Control(path, self.dice)
        self.plan: tuple[list[Record], MovementOptions] = ([], MovementOptions())
        self.log: list[Any] = []

    def fail(self, problem: str) -> None:
        raise AssertionError(f"seed {self.seed}: {problem}\n" + "\n".join(map(str, self.log)))

    def new_plan(self) -> tuple[list[Record], MovementOptions]:
        """Records and options that a scoring program might give to apply."""
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
        if flag and dice.random() < 0.3:  # for a table without other records
            records.append(Table(section=1, table=dice.choice(free), update_from_round=flag))
        reset = dice.random() < 0.05
        return records, MovementOptions(wait, last, complete, dice.random() < 0.1, reset)

    def some_rounds(self) -> list[Record]:
        """New contents for rounds of some tables, which may not exist yet."""
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
        """Let one thing happen; its outcome."""
        event = self.dice.choice(("apply", "again", "kill", "kill", "kill", "take", "take", "play"))
        if event == "take":
            self.control.take_up(self.dice.choice((0.5, 1)))
        elif event == "play":
            self.control.play()
        else:
            if event != "again":
                self.plan = self.new_plan()
            error = Killed() if self.dice.random() < 0.7 else OSError(28, "No space left on device")
            writes = Writes(self.dice.randrange(20) if event == "kill" else None, error)
            return self.run(writes)
        self.log.append(event)
        return event

    def run(self, writes: Writes) -> str:
        """Apply the plan, and check that it set no trigger that erases results."""
        before, bytes_before = self.control.triggers(), self.path.read_bytes()
        results = self.control.results()
        outcome = run(self.path, self.plan, writes)
        lines = [msgspec.json.encode(record).decode() for record in self.plan[0]]
        options = {name for name, value in self.plan[1]._asdict().items() if value}
        self.log.append(
            f"{outcome} {options} {before} -> {self.control.triggers()} {sorted(results)}"
        )
        self.log += [f"    {line}" for line in lines]
        if outcome == "refused" and self.path.read_bytes() != bytes_before:
            self.fail("a refused run changed the file")
        for table, value in self.control.triggers().items():
            if value == before.get(table):
                continue
            if before.get(table):
                self.fail(f"table {table}: trigger {before[table]} overwritten by {value}")
            first = first_round(value)
            if not self.plan[1].erase_results and any(
                first and t == table and r >= first for t, r in results
            ):
                self.fail(f"table {table}: {value} erases results")
        return outcome

    def settle(self, erase: bool) -> None:
        """Run apply without a plan until all changes are announced."""
        self.control.take_up()
        for _ in range(4):
            if self.pending():
                self.plan = ([], MovementOptions(erase_results=erase))
                self.run(Writes(None, Killed()))
                self.control.take_up()

    def pending(self) -> list[dict[str, Any]]:
        """The triggers still to be set, from the file in which apply notes them."""
        try:
            text = Path(f"{self.path}.unfinished").read_bytes()
        except FileNotFoundError:
            return []
        triggers: list[dict[str, Any]] = msgspec.json.decode(text)["news"]
        return triggers

    def judge(self) -> None:
        """Check that the control software knows what is in the file, but for pending triggers."""
        control = self.control
        excused = {trigger.get("table") for trigger in self.pending()}
        in_file, known = control.file_rounds(), control.rounds
        for table in {*control.triggers(), *in_file} - excused:
            if in_file.get(table, {}) != known.get(table, {}):
                self.fail(
                    f"table {table}: {in_file.get(table)} in the file, known {known.get(table)}"
                )
        if control.settings != control.file_settings():
            self.fail("settings were not announced")
        if control.hands != control.file_hands():
            self.fail("hands were not announced")
        if control.names != control.file_names():
            self.fail("names were not announced")

    def evening(self, steps: int = 12) -> Counter[str]:
        """Run the evening; counts of the outcomes of its steps."""
        counts = Counter(self.step() for _ in range(steps))
        self.settle(erase=False)
        self.judge()
        for trigger in self.pending():
            results = any(t == trigger["table"] for t, _ in self.control.results())
            if not (trigger.get("new") or results):
                self.fail(f"not announced without a reason: {trigger}")
        self.settle(erase=True)
        self.judge()
        if [trigger for trigger in self.pending() if not trigger.get("new")]:
            self.fail(f"never announced: {self.pending()}")
        return counts


def hunt(count: int, seed: int) -> Counter[str]:
    """Run many evenings; counts of the outcomes of their steps."""
    outcomes: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            outcomes += Model(Path(folder) / "night.bws", number).evening()
    return outcomes


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(hunt(options.count, options.seed))
    sys.exit(0)
