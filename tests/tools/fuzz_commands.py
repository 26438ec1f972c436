"""Runs odd records and broken files through the commands that write, filter, compare or rank.

Each must end with exit code 0, 1, 2 or 3 and messages of one line, and leave no incomplete file.

Longer runs: python -m tests.tools.fuzz_commands --count N --seed S
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
"""A command that takes longer is taken to hang; the slowest takes a fraction of a second."""

ODD_VALUES: list[Any] = [
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
"""Commands that take one input, whose name is appended."""


def records(chance: random.Random) -> bytes:
    """An event in which some fields have odd values or are missing, and records are left out or
    doubled."""
    changed = []
    for kind in (kind for kind in TYPES if kind != "error"):
        for _ in range(chance.choice((0, 1, 1, 1, 2))):
            record = json.loads(encode(CONTEXT[kind]))
            for field in chance.sample(fields(kind), min(3, len(fields(kind)))):
                match chance.randrange(6):
                    case 0:
                        record.pop(field.name, None)
                    case 1 | 2:
                        record[field.name] = _valid_value(field.kind, field.name, chance)
                    case 3 if chance.randrange(4) == 0:
                        record[field.name] = chance.choice(ODD_VALUES)
                    case _:
                        pass
            changed.append(record)
    if chance.randrange(4) == 0:
        chance.shuffle(changed)
    return b"".join(json.dumps(record).encode() + b"\n" for record in changed)


def _valid_value(kind: str, name: str, chance: random.Random) -> Any:
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
    """A random command on an input, and the file it writes; "" if it writes none."""
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
def time_limit() -> Iterator[None]:
    """Raise TimeoutError if the block takes longer than SECONDS."""

    def stop(*_: object) -> None:
        raise TimeoutError(f"took more than {SECONDS} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def find_problem(name: str, data: bytes, words: list[str], target: str, folder: Path) -> str | None:
    """The problem when a command reads some bytes; None if there is none."""
    (folder / name).write_bytes(data)
    (folder / "other.jsonl").write_bytes(b"".join(encode(r) + b"\n" for r in CONTEXT.values()))
    inputs = {path.name for path in folder.iterdir()}
    command = [str(folder / word) if word in {*inputs, target} - {""} else word for word in words]
    try:
        with time_limit():
            done = quick(*command)
    except BaseException as error:
        return f"{words}: {error!r}"
    problem = _problem_of_exit(done)
    written = {path.name for path in folder.iterdir()} - inputs
    failed = done.code in (2, 3) or (done.code and "--strict" in words)
    if not problem and written - {target}:
        problem = f"wrote {sorted(written)}"
    if not problem and target in written and failed:
        problem = f"exit {done.code}, but it wrote a file"
    if not problem and (folder / name).read_bytes() != data:
        problem = "the input was changed"
    for path in folder.iterdir():
        path.unlink()
    return f"{words}: {problem}" if problem else None


def _problem_of_exit(done: Done) -> str:
    """What is wrong with an exit code and its messages; "" if nothing is."""
    if done.code not in (0, 1, 2, 3):
        return f"exit {done.code}: {done.err}"
    lines = done.err.splitlines()
    if "Traceback" in done.err or any(not line.startswith("bmconv: ") for line in lines):
        return f"exit {done.code}: {done.err!r}"
    if escape(done.err) != done.err:
        return f"a message with control characters: {done.err!r}"
    return "" if done.code in (0, 1) or lines else f"exit {done.code} without a message"


def attempt(chance: random.Random, folder: Path, samples: dict[str, bytes]) -> str | None:
    """Run a random command on a random odd input; the problem, with the input, or None."""
    if chance.randrange(3):
        name, data = "night.jsonl", records(chance)
    else:
        name = chance.choice(list(samples))
        (data,) = mutations(samples[name], 1, chance)
    words, target = commands(name, chance)
    problem = find_problem(name, data, words, target, folder)
    return f"{problem}\n  {data[:2000]!r}" if problem else None


def main() -> None:
    """Run odd records and broken samples through the commands, and print the problems."""
    samples = files()
    fuzz(__doc__ or "", "commands", lambda chance, folder: attempt(chance, folder, samples))


if __name__ == "__main__":
    main()
