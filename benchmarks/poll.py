"""What a look at a database of 3 MB costs when there is nothing new, against importing click."""

from __future__ import annotations

import io
import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

from benchmarks.measure import BMCONV, PYTHON, SHARED, compiled, in_turn, table
from bmconv import convert
from bmconv.notes import Notes
from bmconv.records import Record, Result, Section, Session, Table

CLICK = "python -c 'import click'"
POLL = "bmconv bws poll (3 MB, nothing new)"
RESULTS = 41_000


def main() -> None:
    """Measure a poll that finds the content it has delivered."""
    compiled()
    with tempfile.TemporaryDirectory() as folder:
        path, state = Path(folder, "night.bws"), Path(folder, "state")
        path.write_bytes(large())
        poll = [*BMCONV, "bws", "poll", str(path), "--state", str(state)]
        os.system(f"{' '.join(poll)} -o {folder}/out.jsonl")
        jobs: dict[str, list[str] | str] = {CLICK: [PYTHON, "-c", "import click"], POLL: poll}
        size = path.stat().st_size / 2**20
        table(f"Polling {size:.1f} MB with nothing new", CLICK, in_turn(jobs, 25), {POLL: 1.7})
    resting()


def resting() -> None:
    """Print what a watcher uses between two looks."""
    sample = SHARED / "samples/bmpftp/BMInput.txt"
    if not sample.exists() or not os.path.exists("/proc/self/stat"):
        return
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(sample, folder)
        command = [*BMCONV, "bws", "watch", folder, "--interval", "60"]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
            time.sleep(2)
            before = spent(process.pid)
            time.sleep(10)
            used = spent(process.pid) - before
            process.terminate()
    print(f"\nA watcher between two looks\n  {used / 10:.2%} of one processor")


def spent(pid: int) -> float:
    """Seconds of processor time that a process has had."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def large() -> bytes:
    """A database of many results."""
    records: list[Record] = [Session(id=1, name="Season"), Section(id=1, letter="A")]
    records += [Table(section=1, table=number) for number in range(1, 31)]
    records += [
        Result(
            id=i, section=1, table=i % 30 + 1, round=i // 30 % 200 + 1, board=i % 36 + 1,
            pair_ns=i % 30 + 1, pair_ew=i % 29 + 31, declarer="NESW"[i % 4], contract="4 S",
            result="=", lead_card="H10",
        )
        for i in range(1, RESULTS)
    ]  # fmt: skip
    memory = io.BytesIO()
    convert.encode(records, "bws", memory, {}, Notes())  # type: ignore[arg-type]
    return memory.getvalue()


if __name__ == "__main__":
    main()
