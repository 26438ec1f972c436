"""What a look at a database of 3 MB costs when there is nothing new, against importing click."""

from __future__ import annotations

import io
import os
import tempfile
from pathlib import Path

from benchmarks.measure import BMCONV, PYTHON, compiled, in_turn, table
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
