"""Thousands of club files to Parquet, against mdb-export and access-parser; a large workbook."""

from __future__ import annotations

import datetime
import os
import random
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from benchmarks.measure import BMCONV, PYTHON, SHARED, Run, compiled, in_turn, run, table

FILES = 100
RESULTS = 20_000
LOOP = """
for file in "$1"/*.bws; do
  for table in {tables}; do mdb-export "$file" $table > "$2"/out.csv; done
done
"""
PARSE = """
import sys
from pathlib import Path
import pandas as pd
from access_parser import AccessParser
for path in sorted(Path(sys.argv[1]).glob("*.bws"))[:int(sys.argv[3])]:
    database = AccessParser(str(path))
    for name in sys.argv[4].split():
        try:
            pd.DataFrame(database.parse_table(name)).to_parquet(f"{sys.argv[2]}/{name}.parquet")
        except Exception:
            pass  # a table it cannot read
"""
OPENPYXL = """
import sys
from openpyxl import Workbook
from bmconv.codecs.columns import TABLES
from bmconv.schema import fields
from bmconv.source import open_source
from bmconv.stream import decode
names = [field.attribute for field in fields("result")]
book = Workbook(write_only=True)
sheet = book.create_sheet("result records")
sheet.append(names)
for record in decode(open_source(sys.argv[1])):
    if hasattr(record, "contract"):
        sheet.append([value or None for value in (getattr(record, name) for name in names)])
book.save(sys.argv[2])
"""


def one_file(folder: str, number: int) -> None:
    """A club file: the sample's event with other names, results and session."""
    import bmconv
    from bmconv import records as rec

    event = bmconv.read(str(SHARED / "samples" / "jet" / "club.bws"))
    chance = random.Random(number)
    for session in event.of(rec.Session):
        session.guid = f"{number:032X}"
        session.name = f"Session {number}"
        session.date = datetime.date(2016, 1, 1) + datetime.timedelta(days=number % 3650)
    for player in event.of(rec.Player):
        player.name = f"Player {chance.randrange(10**6)}"
    for result in event.of(rec.Result):
        if result.contract and result.contract != "PASS":
            result.contract = f"{chance.randint(1, 7)} {chance.choice(('C', 'D', 'H', 'S', 'NT'))}"
            result.result = chance.choice(("=", "+1", "-1", "-2"))
    bmconv.write(event, f"{folder}/club{number:05d}.bws")


def make_files(folder: str, count: int) -> None:
    """Write club files on all cores."""
    with ProcessPoolExecutor() as pool:
        for _ in pool.map(one_file, [folder] * count, range(count), chunksize=4):
            pass


def total_memory(pid: int, most: list[float], done: threading.Event) -> None:
    """Watch the memory of a process and its children together."""
    while not done.wait(0.1):
        listed = subprocess.run(
            ["ps", "-o", "rss=", "--ppid", str(pid), "-p", str(pid)], capture_output=True, text=True
        )
        most[0] = max(most[0], sum(map(int, listed.stdout.split())) / 1024)


def export(folder: str, out: str) -> Run:
    """Run bmconv export, with the memory of all its processes."""
    shutil.rmtree(out, ignore_errors=True)
    began = time.perf_counter()
    words = [*BMCONV, "export", folder, "--to", "parquet", "--out", out, "-q"]
    child = subprocess.Popen(words)
    most, done = [0.0], threading.Event()
    watch = threading.Thread(target=total_memory, args=(child.pid, most, done))
    watch.start()
    child.wait()
    done.set()
    watch.join()
    if child.returncode:
        raise SystemExit(f"benchmark: export ended with {child.returncode}")
    return Run(time.perf_counter() - began, most[0])


def archive(count: int) -> None:
    """Many files: the shell loop is the base, and is to take four times as long or more."""
    if shutil.which("mdb-export") is None or not (SHARED / "samples" / "jet").is_dir():
        print("\nExport of an archive: mdb-export or the sample file is missing")
        return
    with tempfile.TemporaryDirectory() as folder:
        files, half = f"{folder}/files", f"{folder}/half"
        os.mkdir(files)
        os.mkdir(half)
        make_files(files, count)
        for path in sorted(Path(files).iterdir())[: count // 2]:
            os.link(path, f"{half}/{path.name}")
        listed = subprocess.run(
            ["mdb-tables", "-1", f"{files}/club00000.bws"], capture_output=True, text=True
        )
        tables = " ".join(listed.stdout.split())
        loop = ["bash", "-c", LOOP.format(tables=tables), "loop", files, folder]
        runs = {"mdb-export in a loop": run(loop)}
        runs["bmconv export"] = export(files, f"{folder}/out")
        runs["the same, half the files"] = export(half, f"{folder}/out2")
        again = [*BMCONV, "export", files, "--to", "parquet", "--out", f"{folder}/out"]
        runs["bmconv export again"] = run(again)
        part = max(2, count // 50)
        parse = [PYTHON, "-c", PARSE, files, folder, str(part), tables]
        took = run(parse)
        runs["access-parser and pandas"] = Run(took.seconds * count / part, took.megabytes)
        limits = {"bmconv export": 1 / 4}
        table(f"{count:,} club files to Parquet", "mdb-export in a loop", runs, limits)
        ratio = runs["access-parser and pandas"].seconds / runs["bmconv export"].seconds
        print(f"  access-parser and pandas take {ratio:.0f} times as long (at least 30)")


def workbook(rows: int) -> None:
    """A large sheet, against openpyxl writing the same cells."""
    from benchmarks.bws import MAKE

    with tempfile.TemporaryDirectory() as folder:
        records = f"{folder}/records.jsonl"
        in_turn({"records": [PYTHON, "-c", MAKE, str(rows), records]}, 1)
        base = "openpyxl, write-only"
        words = [*BMCONV, "to", "xlsx", records, "-o", f"{folder}/b.xlsx", "--plain"]
        jobs: dict[str, list[str] | str] = {
            base: [PYTHON, "-c", OPENPYXL, records, f"{folder}/a.xlsx"],
            "bmconv to xlsx --plain": words,
        }
        runs = in_turn(jobs, 2)
        table(f"{rows:,} results to xlsx", base, runs, {"bmconv to xlsx --plain": 1.2})


def main(files: int = FILES, rows: int = RESULTS) -> None:
    """Measure both."""
    compiled()
    archive(files)
    workbook(rows)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
