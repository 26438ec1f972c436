"""Runs that are killed after any of their steps: the next one ends in the rows of a whole run.

The archives have every relation between files: results and hands apart, copies, corrections,
withdrawals, archives, files that cannot be read. BMCONV_KILLS=all kills after every step, as
`make kills` does; a number chooses that many of them.
"""

import datetime
import os
import shutil
import signal
from pathlib import Path

import pytest

from bmconv.exporting import run as exporting
from bmconv.exporting import workers
from bmconv.exporting.parquet import STATE
from bmconv.exporting.sql.dialects import SQLITE
from bmconv.exporting.sql.views import views
from bmconv.exporting.tables import NIGHTS, ledger_tables
from bmconv.io.stream import encode_lines
from bmconv.records import Hand, Session
from tests.helpers.datasets import sql
from tests.helpers.export_targets import TARGETS
from tests.helpers.mixed_archive import LABEL, SAMPLES, archive, write
from tests.io.test_archives import zipped

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="a run is killed in a fork")

KILLS = os.environ.get("BMCONV_KILLS", "1")
STEPS = ("open", "begin", "publish", "settle", "finish")
WEEK = datetime.timedelta(days=7)
DAY = datetime.date(2026, 2, 4)


@pytest.fixture(scope="module")
def weeks(tmp_path_factory):
    """The archives of two weeks; most relations are between files of different batches."""
    folder = tmp_path_factory.mktemp("weeks")
    first = archive(folder / "1")
    for number in range(6):  # results before and after the hands that complete them
        day = DAY + number * WEEK
        write(first / f"west/{'za'[number % 2]}{number} results.jsonl", 0, 24, day=day)
        if number < 4:
            write_hands(first / f"west/m{number} hands.jsonl", day)
        else:
            write(first / f"west/m{number} hands.jsonl", 30 + number, 23, hands=24, day=day)
    second = folder / "2"
    shutil.copytree(first, second, symlinks=True)
    correct(second)
    return folder


def write_hands(path: Path, day: datetime.date) -> None:
    """The hands of a night, without results."""
    hands = [Hand(board=board, north="AKQJT98765432...") for board in range(1, 25)]
    path.write_bytes(b"".join(encode_lines([Session(id=1, date=day), *hands])))


def correct(second: Path) -> None:
    """A week later: corrections, withdrawals, other hands, files that can be read now, or not."""
    north, south, east, west = (second / club for club in ("north", "south", "east", "west"))
    write(north / "corrected a.jsonl", 1, 41)
    (north / "fuller copy of a.jsonl").unlink()
    (north / "old.bws").unlink()
    write(south / "a.jsonl", 0, 40, letter="B", other=1)
    (south / "week3.pbn").unlink()
    write(south / "second.jsonl", 0, 24, day=datetime.date(2026, 1, 21), letter="C")
    write(east / "more results.jsonl", 7, 23, day=datetime.date(2024, 2, 2))
    (east / "hands.jsonl").unlink()
    shutil.copy(SAMPLES / "bws/samples/old.bws", east / "broken.bws")
    (east / "mail.eml").write_bytes(b"no mail any more")
    (east / "cut.zip").write_bytes(zipped({"n.jsonl": (north / "a.jsonl").read_bytes()}))
    for number in range(0, 6, 2):
        (west / f"m{number} hands.jsonl").unlink()
        write(west / f"later {number}.jsonl", 40 + number, 20, day=DAY + number * WEEK)
    for number in range(1, 6, 2):
        write(west / f"a{number} results.jsonl", 0, 24, day=DAY + number * WEEK, other=1)


class Steps:
    """Counts the steps of an export, and kills the process after one of them."""

    def __init__(self, last=None):
        self.last, self.count, self.run = last, 0, exporting.run

    def step(self):
        self.count += 1
        if self.count == self.last:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(self, destination, name):
        method = getattr(destination, name)

        def call(*given, **named):
            self.step()
            done = method(*given, **named)
            self.step()
            return done

        setattr(destination, name, call)

    def export(self, plan, destination, *more):
        for name in STEPS:
            self.watch(destination, name)
        return self.run(plan, destination, *more)


def exported(target, folder, steps=None):
    """Export an archive, two files at a time."""
    words = ("--label", LABEL, "--prune", "--jobs", "1", "--fail-on", "none")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workers, "ALONE", 2)
        patch.setattr(workers, "BATCH_FILES", 2)
        if steps:
            patch.setattr(exporting, "run", steps.export)
        return target.run(folder, *words)


def kill(target, folder, step):
    """Export an archive in a process that is killed after a step."""
    child = os.fork()
    if not child:
        exported(target, folder, Steps(step))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, step


def rows(target):
    """Everything but the number of a batch, which depends on the runs it took: tables, the ledger
    with what it has about nights, and views."""
    found = target.everything(["club"])
    known = [name for name in ledger_tables([])[NIGHTS].names if name != "hands_batch"]
    nights = f"SELECT {', '.join(known)} FROM {{}}{NIGHTS}"
    if target.name == "parquet":
        found[NIGHTS] = sorted(sql(target.place / STATE, nights.format("")), key=repr)
        return found
    found[NIGHTS] = sorted(target.ask(nights), key=repr)
    for view in views(["club"], SQLITE):
        columns = ", ".join(f'"{name}"' for name in view.columns)
        found[view.name] = sorted(target.ask(f'SELECT {columns} FROM {{}}"{view.name}"'), key=repr)
    return found


def chosen(steps):
    """After which steps runs are killed: after all, or some of them from the first to the last."""
    if KILLS == "all":
        return range(1, steps + 1)
    return sorted({(at + 1) * 4 * steps // 5 // int(KILLS) for at in range(int(KILLS))})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the run to be killed is a fork of the test")
@pytest.mark.parametrize("corrected", [False, True], ids=["new", "corrected"])
@pytest.mark.parametrize("kind", TARGETS)
def test_a_killed_run_and_the_next_end_in_the_rows_of_one_run(
    kind, corrected, weeks, make_target, tmp_path
):
    folder = tmp_path / "archive"

    def arranged():
        """A new target, with the rows of the first week if the second one is to be exported."""
        target = make_target(kind)
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(weeks / "1", folder, symlinks=True)
        if corrected:
            assert exported(target, folder).code == 0
            shutil.rmtree(folder)
            shutil.copytree(weeks / "2", folder, symlinks=True)
        return target

    steps, target = Steps(), arranged()
    assert exported(target, folder, steps).code == 0
    expected = rows(target)
    assert len(expected["hand"]) > 50
    assert kind == "parquet" or len(expected["player_season"]) > 10
    for step in chosen(steps.count):
        target = arranged()
        kill(target, folder, step)
        assert exported(target, folder).code == 0
        found = rows(target)
        for table, there in expected.items():
            assert found[table] == there, (table, step, steps.count)
        target.discard()
