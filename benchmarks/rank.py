"""Ranking a large session from records, against importing click alone."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

from benchmarks.measure import BMCONV, PYTHON, compiled, in_turn, table
from bmconv.records import Record, Result, Round, Section, Table
from bmconv.stream import encode_lines

CLICK = "python -c 'import click'"
SESSION = "bmconv rank, 100 tables of 30 boards"


def session(tables: int, boards: int = 30, sets: int = 15) -> list[Record]:
    """A Mitchell: every table plays all boards, E-W move up and the boards down."""
    chance = random.Random(6)
    made: list[Record] = [Section(id=1, letter="A", tables=tables, winners=2)]
    made += [Table(section=1, table=table) for table in range(1, tables + 1)]
    each = boards // sets
    results: list[Record] = []
    for round in range(1, sets + 1):
        for at in range(1, tables + 1):
            low = (at + round - 2) % sets * each + 1
            ns, ew = at, (at - round) % tables + 1
            place = {"section": 1, "table": at, "round": round}
            made.append(
                Round(**place, ns_pair=ns, ew_pair=ew, low_board=low, high_board=low + each - 1)
            )
            for board in range(low, low + each):
                contract = f"{chance.randint(1, 4)} {chance.choice(['C', 'D', 'H', 'S', 'NT'])}"
                tricks = chance.choice(["=", "+1", "+2", "-1", "-2"])
                results.append(
                    Result(
                        id=len(results) + 1,
                        **place,
                        board=board,
                        pair_ns=ns,
                        pair_ew=ew,
                        declarer=chance.choice("NESW"),
                        contract=contract,
                        result=tricks,
                    )
                )
    return made + results


def main() -> None:
    """Measure a session of 100 tables, and sessions of two and four times as many."""
    compiled()
    with tempfile.TemporaryDirectory() as folder:
        jobs: dict[str, list[str] | str] = {CLICK: [PYTHON, "-c", "import click"]}
        for name, tables in (
            (SESSION, 100),
            ("the same, 200 tables", 200),
            ("the same, 400 tables", 400),
        ):
            path = Path(folder, f"{tables}.jsonl")
            path.write_bytes(b"".join(encode_lines(session(tables))))
            jobs[name] = [*BMCONV, "rank", str(path)]
        table("Ranking a session", CLICK, in_turn(jobs, 10), {SESSION: 2.5})


if __name__ == "__main__":
    main()
