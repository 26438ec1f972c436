"""Reading and writing .bws files, against mdb-export and access-parser on the same file."""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

from benchmarks.measure import BMCONV, PYTHON, compiled, in_turn, table

MDB = "mdb-export ReceivedData"
MAKE = """
import datetime, sys
from bmconv.records import Result, Section
from bmconv.stream import encode_lines
def records(n):
    yield Section(id=1, letter="A", tables=100)
    for i in range(n):
        yield Result(
            id=i + 1, section=1 + i % 4, table=1 + i % 100, round=1 + i % 30, board=1 + i % 36,
            pair_ns=1 + i % 99, pair_ew=1 + i % 98, declarer="NESW"[i % 4],
            declarer_pair=1 + i % 99, contract=("4 S", "3 NT", "2 H x", "5 C")[i % 4],
            result=("=", "+1", "-2")[i % 3],
            lead_card=("S10", "DA", "C4")[i % 3], date=datetime.date(2026, 3, 12),
            time=datetime.time(19, i % 60, i % 59))
with open(sys.argv[2], "wb") as file:
    file.writelines(encode_lines(records(int(sys.argv[1]))))
"""
PARSE = """
import sys
from access_parser import AccessParser
AccessParser(sys.argv[1]).parse_table("ReceivedData")
"""


def main(rows: int = 200_000) -> None:
    """Measure a file of many results that bmconv makes itself, and one of half as many."""
    if shutil.which("mdb-export") is None:
        print("\nReading and writing .bws: mdb-export is missing (Debian package mdbtools)")
        return
    compiled()
    with tempfile.TemporaryDirectory() as folder:
        files = {}
        for size, count in (("whole", rows), ("half", rows // 2)):
            records = str(Path(folder, f"{size}.jsonl"))
            files[size] = str(Path(folder, f"{size}.bws"))
            in_turn({"records": [PYTHON, "-c", MAKE, str(count), records]}, 1)
            in_turn({"bws": [*BMCONV, "to", "bws", records, "-o", files[size]]}, 1)
        to_csv = ["-t", "csv", "--to-opt", "table=result"]
        jobs: dict[str, list[str] | str] = {
            MDB: ["mdb-export", files["whole"], "ReceivedData"],
            "bmconv convert -t csv": [*BMCONV, "convert", files["whole"], *to_csv],
            "the same, half the rows": [*BMCONV, "convert", files["half"], *to_csv],
            "bmconv to bws (writing)": [
                *(*BMCONV, "to", "bws", str(Path(folder, "whole.jsonl"))),
                *("-o", str(Path(folder, "again.bws"))),
            ],
        }
        limits = {"bmconv convert -t csv": 1.0, "bmconv to bws (writing)": 5.0}
        runs = in_turn(jobs, 5)
        if _has_access_parser():
            jobs = {"access-parser": [PYTHON, "-c", PARSE, files["whole"]]}
            runs |= in_turn(jobs, 1)
        table(f"A .bws file with {rows:,} results", MDB, runs, limits)


def _has_access_parser() -> bool:
    try:
        import access_parser  # noqa: F401
    except ImportError:
        return False
    return True


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
