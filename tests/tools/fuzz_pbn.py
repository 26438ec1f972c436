"""Reads, writes and reads again mutated PBN files, without a crash.

Longer runs: python -m tests.tools.fuzz_pbn --count 10000 --seed 1
"""

import argparse
import io
import random
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

from bmconv import conversion as convert
from bmconv.errors import BadInput, BmconvError
from bmconv.io import stream
from bmconv.io.source import from_bytes
from bmconv.notes import Notes
from tests.helpers.running import ROOT

CORPUS = ROOT / "tests" / "material" / "pbn"
SECONDS = 60
"""The processor time that a file may take; not that of the clock, as other programs run too."""

PIECES = [
    b"[", b"]", b'"', b"\\", b"{", b"}", b";", b"%", b"\n%", b"\n\n", b"\r", b"\x00", b"\x1a",
    b"#", b"##", b'"#"', b"^", b"^S", b"^I 1C", b"$255", b"=1=", b"!?", b"AP", b"*", b"+", b"-",
    b"\xff", b"\xc3", b"\xef\xbb\xbf", b"9" * 400, b"A" * 400, b'[Board "1"]', b'[Board "0"]',
    b'[Board "99999999999999999999"]', b'[Deal "N:... ... ... ..."]', b'[Auction "N"]\n',
    b'[Play "W"]\n', b'[ScoreTable "Contract;Declarer;Result"]\n', b"\xd9\xa3", b"\xc2\xb2",
    b'[Table "1"]', b'[Round "1"]', b'[Section "A"]', b'[Contract "3NT"]', b'[Result "9"]',
    b'[Declarer "S"]', b'[DoubleDummyTricks "', b'[Note "1:x"]', b"<PBN>", b"</PBN>",
]  # fmt: skip


def seeds() -> list[bytes]:
    """The files that are mutated."""
    return [path.read_bytes() for path in sorted(CORPUS.glob("*.pbn"))]


def _flip(data: bytearray, dice: random.Random) -> None:
    if data:
        data[dice.randrange(len(data))] = dice.randrange(256)


def _insert(data: bytearray, dice: random.Random) -> None:
    at = dice.randint(0, len(data))
    data[at:at] = dice.choice(PIECES)


def _cut(data: bytearray, dice: random.Random) -> None:
    at = dice.randint(0, len(data))
    del data[at : at + dice.choice([1, 2, 10, 200, len(data)])]


def _copy(data: bytearray, dice: random.Random) -> None:
    start, at = dice.randint(0, len(data)), dice.randint(0, len(data))
    data[at:at] = data[start : start + dice.randint(1, 300)]


def _shuffle_lines(data: bytearray, dice: random.Random) -> None:
    lines = data.split(b"\n")
    dice.shuffle(lines)
    data[:] = b"\n".join(lines)


CHANGES: list[Callable[[bytearray, random.Random], None]] = [
    *[_flip, _insert, _insert, _cut, _copy] * 3,
    _shuffle_lines,
]


def mutants(count: int, seed: int) -> Iterator[bytes]:
    """Files, each with a few changes."""
    dice = random.Random(seed)
    originals = seeds()
    for _ in range(count):
        data = bytearray(dice.choice(originals))
        for _ in range(dice.randint(1, 6)):
            dice.choice(CHANGES)(data, dice)
        yield bytes(data)


def run(data: bytes) -> None:
    """Read a file, write its records as PBN, and read that; what is not PBN may be refused."""
    began = time.process_time()
    try:
        records = list(convert.decode(from_bytes(data, "file"), "pbn", {}, Notes()))
    except BmconvError:
        return
    lines = b"".join(stream.encode_lines(records))
    for options in ({}, {"results": "per-result"}, {"results": "none", "auction": False}):
        sink = io.BytesIO()
        again = stream.decode(from_bytes(lines, "records"))
        convert.encode(again, "pbn", sink, options, Notes())  # type: ignore[arg-type]
        with suppress(BadInput):  # a file of comments only
            list(convert.decode(from_bytes(sink.getvalue(), "again"), "pbn", {}, Notes()))
    if time.process_time() - began > SECONDS:
        raise AssertionError(f"took more than {SECONDS} seconds")


def main() -> None:
    """Try mutated files until one causes an error; that one is kept."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for number, data in enumerate(mutants(arguments.count, arguments.seed), 1):
        try:
            run(data)
        except Exception:
            Path("broken.pbn").write_bytes(data)
            print(f"mutant {number} of seed {arguments.seed} is in broken.pbn")
            raise
    print(f"{arguments.count} mutants without an error")


if __name__ == "__main__":
    main()
