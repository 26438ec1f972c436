"""How a benchmark measures: whole commands in turn, the best of several runs, their memory."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
PYTHON = sys.executable
BMCONV = [PYTHON, "-m", "bmconv"]


class Run(NamedTuple):
    """What a command took."""

    seconds: float
    megabytes: float


def run(command: list[str] | str) -> Run:
    """Run a command (a string goes to the shell) and say what it took; it must succeed."""
    words = command if isinstance(command, list) else ["bash", "-o", "pipefail", "-c", command]
    began = time.perf_counter()
    with open(os.devnull, "w") as null:
        child = subprocess.Popen(words, stdout=null, stderr=null, cwd=ROOT)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode not in (0, 1):
        raise SystemExit(f"benchmark: {command} ended with {child.returncode}")
    scale = 1024 if sys.platform != "darwin" else 1024 * 1024
    return Run(time.perf_counter() - began, usage.ru_maxrss / scale)


def in_turn(jobs: dict[str, list[str] | str], times: int) -> dict[str, Run]:
    """The best run of each job, the jobs taking turns so that a busy moment hits them alike."""
    best: dict[str, Run] = {}
    for _ in range(times):
        for name, command in jobs.items():
            took = run(command)
            if name not in best or took.seconds < best[name].seconds:
                best[name] = took
    return best


def best_of(work: Callable[[], object], times: int) -> float:
    """Seconds of the best of several calls in this process."""
    best = float("inf")
    for _ in range(times):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


def table(title: str, base: str, runs: dict[str, Run], limits: dict[str, float]) -> None:
    """Print the runs as ratios to one of them, beside what they may take at most."""
    print(f"\n{title}")
    for name, took in runs.items():
        ratio = took.seconds / runs[base].seconds
        limit = f"  at most {limits[name]:g}" if name in limits else ""
        over = "  OVER" if name in limits and ratio > limits[name] else ""
        print(f"  {name:44} {ratio:7.2f} x  {took.megabytes:6.0f} MB{limit}{over}")


def compiled() -> None:
    """Byte-compile the package, as an installed one is."""
    subprocess.run([PYTHON, "-m", "compileall", "-q", str(ROOT / "bmconv")], check=True)


def self_memory() -> float:
    """The most memory this process has had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
