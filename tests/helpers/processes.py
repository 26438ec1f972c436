"""Processes of an evening: the simulator, and readers beside it."""

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
    """`bmconv WORDS`, not waited for."""
    command = [sys.executable, "-m", "bmconv", *map(os.fspath, words)]
    with open(folder / "output.txt", "ab") as said:
        return subprocess.Popen(command, stdout=said, stderr=said, cwd=folder)


def start_scoring_program(folder: Path) -> Process:
    """The program of docs/scoring-program.md, which reads the folder `club`."""
    text = (ROOT / "docs/scoring-program.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"^```python\n(import csv, os, time\n.*?)^```", text, re.M | re.S)
    with open(folder / "program.txt", "wb") as out:
        return subprocess.Popen([sys.executable, "-c", code], stdout=out, cwd=folder)


@contextlib.contextmanager
def killing_at_end(processes: list[Process]) -> Iterator[None]:
    """Whatever happens, no process is left behind."""
    try:
        yield
    finally:
        for process in processes:
            if process.poll() is None:
                process.kill()
            process.wait()


def wait_until(what: Callable[[], bool], seconds: float = 300) -> None:
    """Wait until something happens; fail after a time limit."""
    deadline = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < deadline, "never happened"
        time.sleep(0.05)


def rows(path: Path) -> dict[int, Result]:
    """The results of a file by id."""
    return {result.id or 0: result for result in bmconv.read(path).of(Result)}


def polled_results(path: Path) -> list[Result]:
    """What a poll has written."""
    if not path.exists():
        return []
    return [r for r in bmconv.read(path).of(Result) if isinstance(r, Result)]


def without_ids(results: Any) -> list[Any]:
    """Results, however they are numbered."""
    found = [structs.replace(result, id=None) for result in results]
    return sorted(found, key=lambda r: (r.table, r.round, r.board, r.time, r.erased))


def scores_by_place(path: Path) -> dict[tuple[str, ...], tuple[str, str]]:
    """Contract and tricks by section, table, round and board, as the program knows them."""
    found = bmconv.read(path).standing_results()
    return {
        (str(r.section), str(r.table), str(r.round), str(r.board)): (
            (r.contract or "").strip(), r.result or ""
        )
        for r in found
    }  # fmt: skip


def scores_of_program(folder: Path) -> dict[tuple[str, ...], tuple[str, str]]:
    """What the page's program knows: the last line of each board."""
    last: dict[tuple[str, ...], Any] = {}
    for line in (folder / "program.txt").read_text().splitlines():
        key, what = re.fullmatch(r"(\(.*?\)) (None|\(.*\))", line).groups()  # type: ignore[union-attr]
        place, entered = (json.loads(_json(text)) for text in (key, what))
        last[tuple(place)] = entered and (entered[0].strip(), entered[2].strip())
    return {place: what for place, what in last.items() if what}


def _json(text: str) -> str:
    """A tuple or None of Python as JSON."""
    if text == "None":
        return "null"
    return text.replace("(", "[").replace(")", "]").replace("'", '"').replace(",]", "]")
