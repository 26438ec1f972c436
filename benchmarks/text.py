"""A million results through `from bmrdata | score | to bmrdata`, against the csv module alone."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import PYTHON, ROOT, compiled, in_turn, run, table

CSV = "csv module, read and write"
COPY = """
import csv, sys
with open(sys.argv[1], newline="", encoding="cp1252") as f, open(os.devnull, "w", newline="") as g:
    csv.writer(g).writerows(csv.reader(f))
"""


def main(lines: int = 1_000_000) -> None:
    """Measure the pipe, each of its parts alone with its memory, and half the lines for growth."""
    compiled()
    sample = (ROOT / "formats/bmrdata/samples/BMRData.txt").read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        whole, half = Path(folder, "whole.txt"), Path(folder, "half.txt")
        count = sample.count(b"\n")
        for path, wanted in ((whole, lines), (half, lines // 2)):
            with path.open("wb") as file:
                for _ in range(wanted // count + 1):
                    file.write(sample)
        pipe = "{0} -m bmconv from bmrdata {1} | {0} -m bmconv score | {0} -m bmconv to bmrdata"
        jobs: dict[str, list[str] | str] = {
            CSV: [PYTHON, "-c", f"import os{COPY}", str(whole)],
            "from bmrdata | score | to bmrdata": pipe.format(PYTHON, whole),
            "the same, half the lines": pipe.format(PYTHON, half),
        }
        limits = {"from bmrdata | score | to bmrdata": 8.0}
        table(f"{lines:,} results", CSV, in_turn(jobs, 2), limits)
        _memory(whole, Path(folder))


def _memory(whole: Path, folder: Path) -> None:
    """What each process of the pipe needs, one by one."""
    records, scored = folder / "records.jsonl", folder / "scored.jsonl"
    print("\n  memory of each process (at most 60 MB)")
    for name, words in {
        "from bmrdata": ["from", "bmrdata", str(whole), "-o", str(records)],
        "score": ["score", str(records), "-o", str(scored)],
        "to bmrdata": ["to", "bmrdata", str(scored), "-o", os.devnull],
    }.items():
        took = run([PYTHON, "-m", "bmconv", *words])
        print(f"  {name:44} {took.megabytes:16.0f} MB")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000)
