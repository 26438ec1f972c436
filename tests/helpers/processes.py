"""Processes of an evening: bmconv commands, and the scoring program of the documentation."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from msgspec import structs

import bmconv
from bmconv.records import Result
from tests.helpers.running import ROOT

Process = subprocess.Popen[bytes]


def start(*words: Any, folder: Path) -> Process:
    """Start `bmconv WORDS` without waiting for its end; what it prints goes to output.txt."""
    command = [sys.executable, "-m", "bmconv", *map(os.fspath, words)]
    with open(folder / "output.txt", "ab") as output:
        return subprocess.Popen(command, stdout=output, stderr=output, cwd=folder)


def start_scoring_program(folder: Path) -> Process:
    """Start the program of docs/scoring-program.md, which reads the folder `club`."""
    text = (ROOT / "docs/scoring-program.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(import csv, os, time\n.*?)^```", text, re.M | re.S)
    with open(folder / "program.txt", "wb") as out:
        return subprocess.Popen([sys.executable, "-c", code], stdout=out, cwd=folder)


@contextlib.contextmanager
def killing_at_end(processes: list[Process]) -> Iterator[None]:
    """Kill the processes that still run when the block ends, also after a failure."""
    try:
        yield
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
            process.wait()


def wait_until(is_true: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until a condition is true; fail after a time limit."""
    deadline = time.monotonic() + seconds
    while not is_true():
        assert time.monotonic() < deadline, f"not true within {seconds} seconds"
        time.sleep(0.05)


def rows(path: Path) -> dict[int, Result]:
    """The results of a file by id."""
    return {result.id or 0: result for result in bmconv.read(path).of(Result)}


def polled_results(path: Path) -> list[Result]:
    """The results that `bws poll` has written to a file."""
    if not path.exists():
        return []
    return [r for r in bmconv.read(path).of(Result) if isinstance(r, Result)]


def without_ids(results: Any) -> list[Any]:
    """Results without their ids, in an order that does not depend on them."""
    plain = [structs.replace(result, id=None) for result in results]
    return sorted(plain, key=lambda r: (r.table, r.round, r.board, r.time, r.erased))


def scores_by_place(path: Path) -> dict[tuple[str, ...], tuple[str, str]]:
    """Contract and tricks of the standing results by section, table, round and board, as text."""
    return {
        (str(r.section), str(r.table), str(r.round), str(r.board)): (
            (r.contract or "").strip(), r.result or ""
        )
        for r in bmconv.read(path).standing_results()
    }  # fmt: skip


def scores_of_program(folder: Path) -> dict[tuple[str, ...], tuple[str, str]]:
    """The same scores from the output of the scoring program: its last line about each board."""
    last: dict[tuple[str, ...], Any] = {}
    for line in (folder / "program.txt").read_text().splitlines():
        key, score = re.fullmatch(r"(\(.*?\)) (None|\(.*\))", line).groups()  # type: ignore[union-attr]
        place, entered = (json.loads(_json(text)) for text in (key, score))
        last[tuple(place)] = entered and (entered[0].strip(), entered[2].strip())
    return {place: score for place, score in last.items() if score}


def _json(text: str) -> str:
    """Turn the Python text of a tuple or None into JSON."""
    if text == "None":
        return "null"
    return text.replace("(", "[").replace(")", "]").replace("'", '"').replace(",]", "]")
