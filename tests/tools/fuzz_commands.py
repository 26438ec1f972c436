"""Odd records and broken files through every command that writes, filters, compares or ranks.

Nothing but exit 0, 1, 2 or 3, messages of one line, and no file that is not whole.

python -m tests.tools.fuzz_commands --count N --seed S   a longer run
"""

import json
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bmconv.cli.terminal import escape
from bmconv.io.stream import encode
from bmconv.records import TYPES
from bmconv.registry import OWN as FORMATS
from bmconv.schema import fields
from tests.helpers.running import ROOT, Done, quick
from tests.tools.fuzz_text import fuzz, mutations
from tests.tools.losses import CONTEXT, SHAPES, VALUES

SECONDS = 20
"""A command that takes longer hangs; the slowest takes a fraction of one."""

ODD: list[Any] = [
    *(0, 1, -1, 7, 300, 70_000, 2**31 - 1, -(2**31), 2**40, 1.5, -0.0, 1e300, True, False, None),
    *("", " ", "A", "7", "NS", "PASS", "4 S x", "4Z", "=", "-2", "+99", "S10", "2026-03-12"),
    *("19:30:00", "2026-03-12T19:30:00", "a\nb", "\x1b[2J\u202e", "é", "王", "🂡", '"', "\ud800"),
    *("x" * 5000, "1,2,5", "1-3,x", "AKQJT98765432...", "AK..", "40%-60%", "Not played", "0" * 32),
    *([], {}, [[]], ["a", "b"], [["Board", "1"]], [["1", "Auction", ["1C"]]], {"a": {"b": [1]}}),
    *({"ShowResults": "x"}, {"BM2PINcode": 1234}, {"BM2NameSource": "two"}, [1, None], [["3"]]),
]
FILTERS = [
    *(["score"], ["rank"], ["rank", "--report"], ["anonymise"], ["missing"], ["check"], ["show"]),
    *(["info"], ["info", "--json"], ["select", "--standing"], ["select", "--setup"]),
    *(["select", "--type", "result", "--board", "1"], ["set", "session.name=Night"]),
    *(["set", "section[A].winners=2"], ["join"], ["rank", "--method", "imp"]),
]
"""Commands that take one input, which is named behind them."""


def records(chance: random.Random) -> bytes:
    """An event with some fields odd, missing or of another kind, some records double or gone."""
    made = []
    for kind in (kind for kind in TYPES if kind != "error"):
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            record = json.loads(encode(CONTEXT[kind]))
            for field in chance.sample(fields(kind), min(3, len(fields(kind)))):
                match chance.randrange(6):
                    case 0:
                        record.pop(field.name, None)
                    case 1 | 2:
                        record[field.name] = _usual(field.kind, field.name, chance)
                    case 3 if chance.randrange(4) == 0:
                        record[field.name] = chance.choice(ODD)
                    case _:
                        pass
            made.append(record)
    if chance.randrange(4) == 0:
        chance.shuffle(made)
    return b"".join(json.dumps(record).encode() + b"\n" for record in made)


def _usual(kind: str, name: str, chance: random.Random) -> Any:
    """A value that the schema allows, as JSON has it."""
    value = chance.choice(list((SHAPES[name] if kind == "json" else VALUES[kind]).values()))
    return value.isoformat() if hasattr(value, "isoformat") else value


def files() -> dict[str, bytes]:
    """The samples of all formats by name."""
    return {
        path.name: path.read_bytes()
        for path in sorted(ROOT.glob("formats/*/samples/*"))
        if path.stat().st_size < 200_000
    }


def commands(name: str, chance: random.Random) -> tuple[list[str], str]:
    """A command on an input, and the file it writes, if any."""
    if chance.randrange(3) == 0:
        return ["diff", name, chance.choice([name, "other.jsonl"])], ""
    if chance.randrange(2) == 0:
        words = list(chance.choice(FILTERS))
        return [*words, name] if words[0] != "set" else [words[0], name, *words[1:]], ""
    target = chance.choice(list(FORMATS))
    more = ["--to-opt", f"table={chance.choice(list(TYPES))}"] if target in _TABLES else []
    strict = chance.choice(([], [], ["--strict"]))
    return ["convert", name, "out.bin", "-t", target, *more, *strict], "out.bin"


_TABLES = ("csv", "parquet", "arrow")


@contextmanager
def limited() -> Iterator[None]:
    """Stop what hangs."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"took more than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def wrong(name: str, data: bytes, words: list[str], target: str, folder: Path) -> str | None:
    """What goes wrong when a command reads some bytes; None if nothing does."""
    (folder / name).write_bytes(data)
    (folder / "other.jsonl").write_bytes(b"".join(encode(r) + b"\n" for r in CONTEXT.values()))
    there = {path.name for path in folder.iterdir()}
    within = [str(folder / word) if word in {*there, target} - {""} else word for word in words]
    try:
        with limited():
            done = quick(*within)
    except BaseException as error:
        return f"{words}: {error!r}"
    told = _told(done)
    left = {path.name for path in folder.iterdir()} - there
    if not told and left - {target}:
        told = f"left {sorted(left)}"
    if not told and target in left and (done.code in (2, 3) or (done.code and "--strict" in words)):
        told = f"exit {done.code} and a file"
    if not told and (folder / name).read_bytes() != data:
        told = "the input was changed"
    for path in folder.iterdir():
        path.unlink()
    return f"{words}: {told}" if told else None


def _told(done: Done) -> str:
    if done.code not in (0, 1, 2, 3):
        return f"exit {done.code}: {done.err}"
    lines = done.err.splitlines()
    if "Traceback" in done.err or any(not line.startswith("bmconv: ") for line in lines):
        return f"exit {done.code}: {done.err!r}"
    if escape(done.err) != done.err:
        return f"a message that a terminal would obey: {done.err!r}"
    return "" if done.code in (0, 1) or lines else f"exit {done.code} without a word"


def attempt(chance: random.Random, folder: Path, samples: dict[str, bytes]) -> str | None:
    """One odd input through one command."""
    if chance.randrange(3):
        name, data = "night.jsonl", records(chance)
    else:
        name = chance.choice(list(samples))
        (data,) = mutations(samples[name], 1, chance)
    words, target = commands(name, chance)
    told = wrong(name, data, words, target, folder)
    return f"{told}\n  {data[:2000]!r}" if told else None


def main() -> None:
    """Run odd records and broken samples through the commands, and print what is wrong."""
    samples = files()
    fuzz(__doc__ or "", "commands", lambda chance, folder: attempt(chance, folder, samples))


if __name__ == "__main__":
    main()
