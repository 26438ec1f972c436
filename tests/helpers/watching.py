"""A folder under `bws watch`: its input, a scoring program, and a watcher in this process."""

import time
from pathlib import Path
from typing import Any

from bmconv.bws.live.folder import Folder
from bmconv.bws.live.watcher import Watch, WatchOptions
from tests.helpers import bcs

INPUT = """"Clients",1
0,"MBC01"
"Section",1
1,"A",4,0
"Tables",4
{tables}"RoundData",{count}
{rounds}"PlayerNumbers",16
{seats}"""


def bminput(rounds: int = bcs.ROUNDS, **updates: int) -> str:
    """BMInput.txt of the event that the simulator plays."""
    tables = "".join(f"1,{t},0,0,2,{updates.get(f't{t}', 0)},0,0\n" for t in range(1, 5))
    lines = []
    for t in range(1, 5):
        for r in range(1, rounds + 1):
            low = (t + r - 2) % 4 * 3 + 1
            lines.append(f"1,{t},{r},{t},{(t + r - 2) % 4 + 11},{low},{low + 2}\n")
    seats = "".join(f'1,{t},"{side}","0"\n' for t in range(1, 5) for side in "NSEW")
    return INPUT.format(tables=tables, count=len(lines), rounds="".join(lines), seats=seats)


def wait_until(is_true: Any, seconds: float = 300) -> None:
    """Wait until a condition is true; fail after a time limit."""
    deadline = time.time() + seconds
    while not is_true():
        assert time.time() < deadline, f"not true within {seconds} seconds"
        time.sleep(0.01)


class Scoring:
    """A scoring program: reads BMRData.txt and deletes it; the last line about a board counts."""

    def __init__(self, club: Path) -> None:
        self.path = club / "BMRData.txt"
        self.known: dict[tuple[int, ...], Any] = {}
        self.lines: list[str] = []
        self.batches: list[list[str]] = []

    def take(self) -> bool:
        """Read and delete the file; False if there is none."""
        try:
            text = self.path.read_text(encoding="cp1252")
        except FileNotFoundError:
            return False
        self.path.unlink()
        assert text.endswith("\n")
        self.batches.append(text.splitlines())
        for line in text.splitlines():
            fields = line.split(",")
            table, round, board = map(int, fields[2:5])
            assert fields[8] == '"N "'
            entered = (fields[9].strip('"'), fields[10].strip('"'))
            self.known[table, round, board] = None if fields[-1] == "#TRUE#" else entered
            self.lines.append(line)
        return True

    def standing(self) -> dict[tuple[int, ...], Any]:
        """Contract and tricks of the results that are not erased, by table, round and board."""
        return {place: score for place, score in self.known.items() if score is not None}


def stopping_after(function: Any) -> Any:
    """A function that calls another and then stops as Ctrl-C does."""

    def stop(*args: Any, **options: Any) -> None:
        function(*args, **options)
        raise KeyboardInterrupt

    return stop


def new_watch(club: Path, **options: Any) -> tuple[Watch, list[str]]:
    """A watcher of a folder, and the list of the messages that it prints."""
    messages: list[str] = []
    return Watch(Folder(str(club)), WatchOptions(**options), messages.append), messages
