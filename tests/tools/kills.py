"""Kills the simulator, the poller and the watcher again and again, and checks that nothing is lost.

Run: python -m tests.tools.kills --count 30
"""

import argparse
import random
import tempfile
import time
from pathlib import Path

from tests.helpers.processes import (
    killing_at_end,
    polled_results,
    rows,
    scores_by_place,
    scores_of_program,
    start,
    start_scoring_program,
    wait_until,
    without_ids,
)
from tests.helpers.simulated_event import event, write

EVENING = 9000.0
"""About how many seconds the evening of this event takes in real time."""
LIFE = 0.5
"""Seconds that a process lives before it is killed, on average."""


def evening(folder: Path, count: int, seed: int, tables: int = 24) -> dict[str, int]:
    """Run an evening in which each of the three is killed this many times."""
    dice = random.Random(seed)
    source = write(folder / "in.bws", event(tables, 5, 3))
    club = folder / "club"
    club.mkdir()
    out, polled = club / "BMInput.bws", folder / "polled.jsonl"
    alone = folder / "alone.bws"
    speed = EVENING / (count + 2) / LIFE / 2
    commands = {
        "simulate": ("bws", "simulate", source, "-o", out, "--resume", "--speed", str(speed)),
        "poll": ("bws", "poll", out, "-o", polled, "--interval", "0.1", "--state",
                 folder / "state.jsonl", "--type", "result"),
        "watch": ("bws", "watch", club, "--interval", "0.2"),
    }  # fmt: skip
    living = {"simulate": start(*commands["simulate"], folder=folder)}
    without_kills = start("bws", "simulate", source, "-o", alone, "--speed", "0", folder=folder)
    others = [start_scoring_program(folder), without_kills]
    kills = dict.fromkeys(commands, 0)
    with killing_at_end(others):
        try:
            wait_until(out.exists)
            living |= {name: start(*commands[name], folder=folder) for name in ("poll", "watch")}
            while min(kills.values()) < count:
                name = dice.choice([name for name, times in kills.items() if times < count])
                time.sleep(dice.uniform(0.3, 2 * LIFE + 0.3))
                living[name].kill()
                living[name].wait()
                kills[name] += 1
                living[name] = start(*commands[name], folder=folder)
            wait_until(lambda: living["simulate"].poll() is not None, 300)
            assert living["simulate"].returncode == 0, (folder / "output.txt").read_text()
            wait_until(lambda: without_kills.poll() is not None)
            judge(folder, out, alone, polled)
        finally:
            with killing_at_end(list(living.values())):
                pass
    return kills


def judge(folder: Path, out: Path, alone: Path, polled: Path) -> None:
    """Check that the evening is complete, and that poller, watcher and program have all of it."""
    entered = rows(out)
    assert without_ids(entered.values()) == without_ids(rows(alone).values())
    wait_until(lambda: {r.id for r in polled_results(polled)} == entered.keys(), 30)
    last = {r.id: r for r in polled_results(polled)}
    wait_until(lambda: {r.id: r for r in polled_results(polled)} == entered, 30)
    assert last.keys() == entered.keys()
    wait_until(lambda: scores_of_program(folder) == scores_by_place(out), 30)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        print(evening(Path(name), options.count, options.seed))
