"""Measures commands: the best time of several runs, which take turns, and the memory."""

from __future__ import annotations

import os
import resource
import shlex
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import NamedTuple

from benchmarks.tools import ROOT

MOST_RUNS = 25
ENOUGH = 2.0
"""Seconds after which a command is not run again, if it ran twice."""
INTERVAL = 0.02
"""Seconds between two readings of the memory."""
PAGE = os.sysconf("SC_PAGE_SIZE")
SLOWED = ("PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Environment variables to leave out, because they slow Python down and users do not set them."""
UNIT = 1 if sys.platform == "darwin" else 1024
"""Bytes in the unit in which the system reports the memory of a process that has ended."""


class Failed(Exception):
    """A command could not be started or failed."""


class Run(NamedTuple):
    """What a command took; 0 MB means that it ended before its memory was read."""

    seconds: float
    """Processor time, including that of child processes."""
    wall: float
    """Time by the clock."""
    megabytes: float


def run(command: str, inside: bool = False) -> Run:
    """Run a command or a shell line; with `inside`, it prints its seconds itself."""
    plain = not set("|;>&") & set(command)
    words = shlex.split(command) if plain else ["bash", "-o", "pipefail", "-c", command]
    with tempfile.TemporaryFile("w+") as out, tempfile.TemporaryFile("w+") as err:
        quiet = out if inside else subprocess.DEVNULL
        env = {name: value for name, value in os.environ.items() if name not in SLOWED}
        own_peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        began = time.perf_counter()
        try:
            child = subprocess.Popen(words, stdout=quiet, stderr=err, cwd=ROOT, env=env)
        except OSError as problem:
            raise Failed(str(problem)) from None
        readings: list[int] = []
        ended = threading.Event()
        watcher = threading.Thread(target=watch, args=(str(child.pid), readings, ended))
        watcher.start()
        _, status, usage = os.wait4(child.pid, 0)
        wall = time.perf_counter() - began
        ended.set()
        watcher.join()
        child.returncode = os.waitstatus_to_exitcode(status)
        if usage.ru_maxrss > own_peak:  # a child's figure begins with the memory of its parent
            readings.append(usage.ru_maxrss * UNIT)
        for file in (out, err):
            file.seek(0)
        if child.returncode:
            raise Failed((err.read().splitlines() or [f"exit {child.returncode}"])[-1])
        seconds = float(out.read()) if inside else usage.ru_utime + usage.ru_stime
        return Run(seconds, wall, max(readings, default=0) / 2**20)


def watch(pid: str, readings: list[int], ended: threading.Event) -> None:
    """Append readings of the memory of a process until it has ended."""
    while not ended.wait(INTERVAL):
        readings.append(resident(pid))


def resident(pid: str) -> int:
    """The bytes of memory of a process and its children; 0 where there is no /proc."""
    process = Path("/proc", pid)
    try:
        own = int((process / "statm").read_text().split()[1]) * PAGE
        tasks = [(task / "children").read_text() for task in (process / "task").iterdir()]
    except OSError:
        return 0
    return own + sum(resident(child) for child in " ".join(tasks).split())


def in_turn(
    commands: dict[str, str], new: Path, inside: bool = False, most_runs: int = MOST_RUNS
) -> dict[str, Run | Failed]:
    """The best run of each command; they take turns, so that a busy moment affects all of them.

    What they write to `new` is removed before each run.
    """
    best: dict[str, Run | Failed] = {}
    spent = dict.fromkeys(commands, 0.0)
    for turn in range(most_runs):
        for name, command in commands.items():
            before = best.get(name, Run(float("inf"), float("inf"), 0))
            if isinstance(before, Failed) or (turn >= 2 and spent[name] > ENOUGH):
                continue
            shutil.rmtree(new, ignore_errors=True)
            new.unlink(missing_ok=True)
            began = time.perf_counter()
            try:
                took = run(command, inside)
            except Failed as failed:
                best[name] = failed
                continue
            spent[name] += time.perf_counter() - began
            best[name] = Run(
                min(took.seconds, before.seconds),
                min(took.wall, before.wall),
                max(took.megabytes, before.megabytes),
            )
    return best
