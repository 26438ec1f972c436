"""Reads text files that are cut anywhere or changed: they are read, or refused with an error.

Longer runs: python -m tests.tools.fuzz_text --count N --seed S
"""

import argparse
import random
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from bmconv.testing import mutations
from tests.helpers.running import ROOT, quick

RECORDS = b"""{"type":"section","id":1,"letter":"A","tables":2}
{"type":"round","section":1,"table":1,"round":1,"ns_pair":1,"ew_pair":2,"low_board":1,"high_board":2}
{"type":"seat","section":1,"table":1,"direction":"N","number":"007","name":"Jos\xc3\xa9"}
{"type":"result","section":1,"table":1,"board":1,"declarer":"N","contract":"4 S x","score":590}
{"type":"settings","section":1,"values":{"ShowResults":true,"BM2PINcode":"0000"}}
"""
PLAYERS = b"firstname;lastname;playernumber\r\nAnna;Berg;007\r\nJos\xe9;de Vries;12345\r\n"
TABLE = (
    b"section,table,direction,round,number,name,updated,time,extra\n"
    b'1,1,N,,007,"A ""B"", C",true,2026-11-19T19:30:00,"{""a"":1}"\n1,1,E,0,,,,,\n'
)


def samples() -> dict[str, tuple[str, bytes]]:
    """Small files of each text format: name, format, bytes."""
    folder = ROOT / "tests" / "material" / "bmpftp"
    rows = (folder / "BMRData.txt").read_bytes().splitlines(keepends=True)
    return {
        "BMRData.txt": ("bmrdata", b"".join(rows[:3])),
        "BMInput.txt": ("bminput", (folder / "BMInput.txt").read_bytes()),
        "BMPNums.txt": ("bmpnums", (folder / "BMPNums.txt").read_bytes()),
        "players.csv": ("players", PLAYERS),
        "seats.csv": ("csv", TABLE),
        "night.jsonl": ("records", RECORDS),
    }


def cuts(data: bytes) -> Iterator[bytes]:
    """A file cut at every byte."""
    for end in range(len(data)):
        yield data[:end]


def find_problem(name: str, format: str, data: bytes, folder: Path, how: int) -> str | None:
    """The problem when a command reads some bytes; None if there is none.

    `how` is the number of the command.
    """
    (folder / name).write_bytes(data)
    try:
        return _problem_of_command(name, format, folder, how)
    finally:
        for path in folder.iterdir():
            path.unlink()


def _problem_of_command(name: str, format: str, folder: Path, how: int) -> str | None:
    """The problem when a command reads a file; None if there is none."""
    source, target = folder / name, folder / "out.txt"
    ways: list[list[str]] = [
        ["from", format, str(source)],
        ["convert", str(source), "-f", format, str(target), "-t", "bminput"],
        ["convert", str(source), "-f", format, str(target), "-t", "bmrdata", "--strict"],
        ["info", str(source)],
        ["show", str(source), "-f", format],
        ["score", str(source)],
        ["join", str(source)],
        ["anonymise", str(source), "-f", format],
    ]
    words = ways[how % len(ways)]
    try:
        done = quick(*words)
    except BaseException as error:
        return f"{words}: {error!r}"
    if done.code not in (0, 1, 3):
        return f"{words}: exit {done.code}: {done.err}"
    if "Traceback" in done.err or (done.code and not done.err):
        return f"{words}: exit {done.code}: {done.err!r}"
    files = sorted(path.name for path in folder.iterdir())
    written = target.exists()
    if written and (done.code == 3 or ("--strict" in words and done.code)):
        return f"{words}: exit {done.code} and a file"
    if files != sorted([name, *(["out.txt"] if written else [])]):
        return f"{words}: the folder has {files}"
    if words[0] in ("from", "score", "join", "anonymise"):
        last = done.out.splitlines()[-1:]
        if done.code == 3 and not (last and last[0].startswith(b'{"type":"error"')):
            return f"{words}: exit 3 without an error record"
    return None


def fuzz(description: str, noun: str, attempt: Callable[[random.Random, Path], str | None]) -> None:
    """Make the number of attempts that the command line asks for, and print their problems.

    `noun` is what is tried, in the plural.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.count):
            if number and number % 1000 == 0:
                print(f"{number} {noun}, {failures} failures", file=sys.stderr)
            if problem := attempt(chance, Path(folder)):
                failures += 1
                print(f"{number}: {problem}")
    print(f"{options.count} {noun}, {failures} failures (seed {options.seed})")
    sys.exit(1 if failures else 0)


def main() -> None:
    """Break the samples, and print the problems with the bytes that caused them."""
    files = samples()

    def attempt(chance: random.Random, folder: Path) -> str | None:
        name = chance.choice(list(files))
        format, data = files[name]
        (broken,) = mutations(data, 1, chance)
        problem = find_problem(name, format, broken, folder, chance.randrange(8))
        return f"{problem}\n  {broken!r}" if problem else None

    fuzz(__doc__ or "", "files", attempt)


if __name__ == "__main__":
    main()
