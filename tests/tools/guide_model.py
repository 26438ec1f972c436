"""Compares random changes by `bws apply` with a model that knows only the guide.

After each change, every cell of the tables is as the model says, or the change was refused with a
code and the file did not change. No change adds an error of the rule book, and the simulator, which
uploaded the event at the start, acts on every trigger.

Longer runs: python -m tests.tools.guide_model --count 300 --seed 7 --jackcess
"""

import argparse
import random
import tempfile
from collections import Counter
from copy import deepcopy
from pathlib import Path
from unittest.mock import patch

import bmconv
from bmconv import jet
from bmconv.bws.live.refusals import Refusal
from bmconv.bws.simulation.control import Control
from bmconv.bws.simulation.entries import Rates
from bmconv.bws.simulation.evening import Evening
from bmconv.bws.simulation.running import start_of
from bmconv.records import Client, Record, Result, Round, Seat, Section, Session, Settings, Table
from tests.helpers import bcs
from tests.helpers.guide_files import guide_file
from tests.helpers.running import SHARED
from tests.tools.guide_changes import KINDS, TEAMS, Row, Tables

CALM = Rates(0, 0, 0, 0, 0, 0)
"""The rates of a simulation in which nothing unusual happens."""


def evening(dice: random.Random) -> list[Record]:
    """A Mitchell movement in one or two sections, with the first results."""
    records: list[Record] = [Client(id=1, computer="CLUBPC"), Session(id=1, name="Thursday")]
    values: dict[str, bool | int | str] = {
        "BM2NameSource": 2,
        "ShowResults": True,
        "LeadCard": False,
    }
    records.append(Settings(values=values))
    teams = dice.random() < 0.2
    for section in range(1, dice.choice((2, 3))):
        count = dice.choice((4, 6)) if teams else dice.choice((5, 7))
        method = TEAMS if teams else 1
        records.append(
            Section(id=section, letter="ABC"[section - 1], session=1, tables=count,
                    scoring_type=method)
        )  # fmt: skip
        for table in range(1, count + 1):
            group = 10 * section + (table + 1) // 2 if teams else 1
            records.append(Table(section=section, table=table, group=group, computer_id=1))
            records += [Seat(section=section, table=table, direction=side) for side in "NSEW"]
            for number in (1, 2, 3):
                records += one_round(dice, section, table, number, count)
    return records


def one_round(
    dice: random.Random, section: int, table: int, number: int, count: int
) -> list[Record]:
    """A round of a Mitchell movement, sometimes with a result."""
    low = (table + number - 2) % count * 2 + 1
    ew = (table - number) % count + 11
    place = {"section": section, "table": table, "round": number}
    round = Round(**place, ns_pair=table, ew_pair=ew, low_board=low, high_board=low + 1)
    if number > 1 or dice.random() < 0.5:
        return [round]
    pairs = {"pair_ns": table, "pair_ew": ew, "declarer": "N", "declarer_pair": table}
    score = {"contract": "4 S", "result": "=", "lead_card": "HA"}
    return [round, Result(**place, board=low, **pairs, **score)]


def read(path: Path) -> Tables:
    """All tables of a file."""
    with jet.open(path) as database:
        return {name: list(table.dicts()) for name, table in database.tables.items()}


class GuideModel:
    """One evening and the changes to it."""

    def __init__(self, path: Path, seed: int, *, jackcess: bool = False) -> None:
        self.path, self.dice, self.seed = path, random.Random(seed), seed
        bcs.write(path, self.dice.choice((3, 4)), records=evening(self.dice))
        if jackcess:
            tables = read(path)
            path.unlink()
            guide_file(path, SHARED, tables)
        self.errors = self.file_errors()
        assert self.errors == set(), self.errors
        self.messages: list[str] = []
        event = bmconv.read(path)
        self.control = Control(
            str(path), Evening(event, "1", CALM), start_of(event), self.messages.append
        )
        self.control.begin()

    def file_errors(self) -> set[tuple[str, str]]:
        """Rule and place of the errors that check finds in the file."""
        return {(f.rule, f.place) for f in bmconv.check(self.path) if f.level == "error"}

    def step(self) -> str:
        """Make one change; its outcome."""
        kind = self.dice.choice(KINDS)
        before, data = read(self.path), self.path.read_bytes()
        request = kind(self.dice, deepcopy(before))
        self.last = f"{request.records} {request.options}"
        erase = self.dice.random() < 0.3
        try:
            options = dict.fromkeys(request.options, True)
            bmconv.apply(self.path, request.records, erase_results=erase, **options)
        except Refusal as refused:
            if self.path.read_bytes() != data:
                self.fail("a refused change changed the file")
            for refusal in refused.refusals:
                remedy = str(refusal.remedy)
                if not refusal.code or not remedy.startswith(("try again", "never", "needs ")):
                    self.fail(f"{refusal.code}: {remedy}")
            return f"{kind.__name__} refused: {refused.refusals[0].code}"
        after = read(self.path)
        request.expected(before, after)
        self.compare(before, after)
        if added := self.file_errors() - self.errors:
            self.fail(f"errors added: {added}")
        if self.dice.random() < 0.7:
            self.take_up()
        return f"{kind.__name__} done"

    def take_up(self) -> None:
        """Let the simulator act on all triggers, and check that it did."""
        self.messages.clear()
        self.control.look(0.0)
        after = read(self.path)
        signals = (("Tables", "UpdateFromRound"), ("ReceivedData", "ExternalUpdate"),
                   ("PlayerNumbers", "Updated"))  # fmt: skip
        pending = [row for name, column in signals for row in after[name] if row[column]]
        if pending:
            self.fail(f"not taken up: {pending} {self.messages}")

    def compare(self, expected: Tables, actual: Tables) -> None:
        """Fail where the rows of a table differ, in whatever order."""
        for name in actual:
            rows = [sorted(map(repr, map(plain_row, side[name]))) for side in (expected, actual)]
            if rows[0] != rows[1]:
                differing = [sorted({*rows[a]} - {*rows[1 - a]})[:3] for a in (0, 1)]
                self.fail(f"{name}: expected {differing[0]}\n  not {differing[1]}")

    def fail(self, problem: str) -> None:
        raise AssertionError(f"seed {self.seed}: {problem}\n{self.last}")


def plain_row(row: Row) -> Row:
    """A row without empty cells; null, 0, "" and false are all empty."""
    return {name: value for name, value in sorted(row.items()) if value not in (None, 0, False, "")}


def hunt(count: int, seed: int, steps: int = 25, *, jackcess: bool = False) -> Counter[str]:
    """Run many evenings; counts of the outcomes of their changes."""
    counts: Counter[str] = Counter()
    with (
        tempfile.TemporaryDirectory() as folder,
        patch("os.fsync", lambda _: None),
        patch("bmconv.bws.live.change.SETTLING", 0),
        patch("bmconv.bws.simulation.control.SOON", 0),
        patch("bmconv.bws.simulation.play.solve", side_effect=ImportError),  # no cards are played
    ):
        for number in range(seed, seed + count):
            model = GuideModel(Path(folder) / f"{number}.bws", number, jackcess=jackcess)
            counts.update(model.step() for _ in range(steps))
    return counts


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jackcess", action="store_true", help="let Jackcess write the files")
    arguments = parser.parse_args()
    counts = hunt(arguments.count, arguments.seed, jackcess=arguments.jackcess)
    for name, number in sorted(counts.items()):
        print(f"{number:6} {name}")
