"""Runs that are killed at any moment: the next one completes them, nothing is lost or doubled.

BMCONV_KILLS=50 kills fifty runs for each target; with -s, it prints where the kills fell.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter

import pytest

from tests.helpers.datasets import mixed, write_event
from tests.helpers.export_targets import Target

KILLS = int(os.environ.get("BMCONV_KILLS", "2"))
TOLD = """
from bmconv.exporting import run
def told(destination, name, method):
    def call(*given, **named):
        print(name, flush=True)
        found = method(*given, **named)
        print("after " + name, flush=True)
        return found
    setattr(destination, name, call)
export = run.run
def all_told(plan, destination, *given):
    for name in ("open", "begin", "publish", "settle", "finish"):
        told(destination, name, getattr(destination, name))
    return export(plan, destination, *given)
run.run = all_told
from bmconv.cli import main
main()
"""
"""bmconv, with a line for every step of an export."""


@pytest.fixture(scope="module")
def weeks(tmp_path_factory):
    """An archive of two weeks: in the second some files are new, corrected, broken or gone."""
    folder = tmp_path_factory.mktemp("weeks")
    first = mixed(folder / "1")
    for number in range(20, 60):
        write_event(first / f"{number % 4}/{number}.jsonl", number, results=20)
        if number % 5 == 0:
            write_event(first / f"copies/{number}.jsonl", number, results=21)
    second = folder / "2"
    shutil.copytree(first, second)
    for number in range(20, 60, 3):
        write_event(second / f"{number % 4}/{number}.jsonl", number, results=22)
    for number in range(21, 60, 12):
        (second / f"{number % 4}/{number}.jsonl").unlink()
    for number in range(60, 80):
        write_event(second / f"new/{number}.jsonl", number, results=20)
    (second / "0/24.jsonl").write_bytes(b"{cut off")
    return folder


def put(weeks, number, archive):
    """What the archive has in a week."""
    shutil.rmtree(archive, ignore_errors=True)
    shutil.copytree(weeks / str(number), archive)


def started(target, archive):
    """A run that reports its steps."""
    words = target.words(archive, "--prune", "--jobs", "2", "--fail-on", "none", "-q")
    command = [sys.executable, "-c", TOLD, *words]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def killed(run, steps, pause):
    """Kill a run some time after one of its steps; the step."""
    at = ""
    for _ in range(steps):
        at = run.stdout.readline().strip()
    time.sleep(pause)
    run.send_signal(signal.SIGKILL)
    run.communicate()
    return at


def rows(target):
    """Everything but the number of a batch: a killed run may have used some up."""
    found = target.everything()
    found["events"] = [row[:-1] for row in found["events"]]
    return found


@pytest.fixture(scope="module")
def whole(weeks, tmp_path_factory):
    """The rows after a run that is left alone, into a new place and over the first week's; its
    steps; and how long each takes."""
    folder, expected, steps, began = tmp_path_factory.mktemp("whole"), [], [], time.monotonic()
    for before in (0, 1):
        target = Target("sqlite", folder / f"{before}.db")
        arrange(weeks, before, folder / "archive", target)
        steps.append(started(target, folder / "archive").communicate()[0].count("\n"))
        expected.append(rows(target))
    return expected, steps, (time.monotonic() - began) / 4 / min(steps)


def test_killed_runs_lose_and_double_nothing(target, weeks, whole, tmp_path):
    archive, fell, chance = tmp_path / "archive", Counter(), random.Random(KILLS)
    expected, steps, pause = whole
    for turn in range(KILLS):
        before = turn % 2
        arrange(weeks, before, archive, target)
        already = ledger(target)
        at = 1 + (turn + before) * steps[before] // (KILLS + 1)  # one after another, to the end
        run = started(target, archive)
        step = killed(run, at, chance.uniform(0, pause))
        fell[step, how_far(run, already, ledger(target), expected[before])] += 1
        assert target.run(archive, "--prune").code in (0, 1)
        assert rows(target) == expected[before], (turn, step)
        target.discard()
    print(f"\n{target.name}: {KILLS} kills over {steps} steps, up to {pause:.2f} s after one:")
    for (step, files), times in sorted(fell.items()):
        print(f"  {times:3} {step:14} {files}")


def arrange(weeks, before, archive, target):
    """The archive of the second week; the target may have the rows of the first."""
    if before:
        put(weeks, 1, archive)
        target.run(archive)
    put(weeks, 2, archive)


def ledger(target):
    """What a target remembers of the files, whether or not a run has ended."""
    if target.name == "parquet":
        target = Target("sqlite", target.place / "_state.sqlite")
    try:
        return set(target.listed("sources", "source_file", "changed", "status"))
    except Exception:  # there is no such table yet
        return set()


def how_far(run, already, now, expected):
    """Which part of its files a killed run had recorded."""
    if run.returncode != -signal.SIGKILL:
        return "after the end"
    todo = {(row[0], row[2], row[10]) for row in expected["sources"]} - already
    done = len(todo & now) / len(todo)
    return "before the first batch" if not done else f"with {int(done * 4) * 25} % of the files"
