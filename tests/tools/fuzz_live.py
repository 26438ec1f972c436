"""Runs bws apply and poll on damaged databases: each ends with an exit code and one-line messages.

Longer runs: python -m tests.tools.fuzz_live --count 20000 --seed 7
"""

import argparse
import json
import os
import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any
from unittest.mock import patch

from tests.helpers import bcs
from tests.helpers.running import ROOT, quick
from tests.tools.fuzz_jet import damage

ROUND = {"section": 1, "ns_pair": 9, "ew_pair": 19, "low_board": 1, "high_board": 3}
RECORDS: list[dict[str, Any]] = [
    {"type": "round", **ROUND, "table": 2, "round": 2},
    {"type": "round", **ROUND, "table": 9, "round": 1},
    {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada Lind"},
    {"type": "seat", "section": 1, "table": 3, "direction": "E", "number": "77"},
    {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1, "contract": "PASS"},
    {"type": "settings", "values": {"BM2PINcode": "1234", "ShowResults": False}},
    {"type": "hand", "section": 1, "board": 1, "north": "AKQJ.T98.765.432",
     "east": "T987.AKQJ.432.65", "south": "6543.765.AKQ.AJT", "west": "2.432.JT98.KQ987"},
]  # fmt: skip
LINES = "".join(json.dumps(record) + "\n" for record in RECORDS).encode()
COMMANDS: tuple[tuple[tuple[str, ...], bytes], ...] = (
    (("apply", "{}", "-", "--erase-results", "--last", "--allow-errors"), LINES),
    (("apply", "{}", "-", "--complete", "--erase-results", "--wait", "--allow-errors"), LINES),
    (("apply", "{}", "-", "--live"), LINES),
    (("apply", "{}", "-", "--rewrite", "--last"), LINES),
    (("apply", "{}", "-", "--reset-bridgemates"), b""),
    (("poll", "{}", "--all", "--accept", "--mark", "custom_x", "--add-column"), b""),
    (("poll", "{}", "--all", "--accept", "--mark", "Processed"), b""),
)


def originals(folder: Path) -> list[bytes]:
    """Undamaged files: an evening in both versions of Access, and the samples."""
    files = []
    for version in (3, 4):
        path = folder / f"made{version}.bws"
        bcs.write(path, version)
        control = bcs.Bcs(path, version)
        for place in ((1, 1, 1), (2, 1, 4), (3, 1, 7)):
            control.play(place)
        control.register(1, "N", "42", "Ada Lind")
        files.append(path.read_bytes())
    samples = sorted((ROOT / "formats/bws/samples").glob("*.bws"))
    return files + [sample.read_bytes() for sample in samples]


def redefine_tables(data: bytes, dice: random.Random) -> bytes:
    """A copy with changed bytes in table definitions, such as types and sizes of columns."""
    size = 4096 if data[0x14] else 2048
    pages = [at for at in range(0, len(data), size) if data[at] == 2]
    copy = bytearray(data)
    for _ in range(dice.choice((1, 2, 4))):
        at = dice.choice(pages) + dice.randrange(40, 700)
        copy[at] = dice.choice((*range(17), 0x80, 0xFF, copy[at] ^ 1 << dice.randrange(8)))
    return bytes(copy)


def attempt(path: Path, data: bytes, number: int) -> tuple[int, str]:
    """Run a command on a damaged file; its exit code, and the problem or ""."""
    words, stdin = COMMANDS[number % len(COMMANDS)]
    path.write_bytes(data)
    for state_file in path.parent.glob(f"{path.name}.*"):
        state_file.unlink()
    done = quick("bws", *(word.format(path) for word in words), stdin=stdin)
    if done.code not in (0, 1, 3, 4):
        return done.code, f"exit code {done.code}"
    if not all(line.startswith("bmconv: ") for line in done.err.splitlines()):
        return done.code, done.err
    if done.code == 3 and path.read_bytes() != data:
        return done.code, "a file that was refused has been changed"
    return done.code, ""


def hunt(count: int, seed: int) -> tuple[Counter[int], list[str]]:
    """Run commands on many damaged files; counts of the exit codes, and the problems."""
    dice, codes, wrong = random.Random(seed), Counter[int](), list[str]()
    with tempfile.TemporaryDirectory() as folder:
        files = originals(Path(folder))
        path = Path(folder) / "x.bws"
        with (
            patch.dict(os.environ, {"XDG_STATE_HOME": folder}),
            patch("os.fsync", lambda _: None),
            patch("bmconv.bws.live.change.SETTLING", 0),
            patch("bmconv.bws.live.snapshot.GAP", 0),
        ):
            for number in range(count):
                break_file = redefine_tables if number % 3 == 0 else damage
                data = break_file(dice.choice(files), dice)
                try:
                    code, trouble = attempt(path, data, number)
                except Exception as error:
                    at = error.__traceback__
                    while at is not None and at.tb_next is not None:
                        at = at.tb_next
                    place = f"{at.tb_frame.f_code.co_filename}:{at.tb_lineno}" if at else ""
                    code, trouble = -1, f"{type(error).__name__}: {error} ({place})"
                codes[code] += 1
                if trouble:
                    wrong.append(f"{number} of seed {seed}, {COMMANDS[number % 7][0]}: {trouble}")
    return codes, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    codes, wrong = hunt(options.count, options.seed)
    print(dict(codes), *wrong, sep="\n")
    sys.exit(bool(wrong))
