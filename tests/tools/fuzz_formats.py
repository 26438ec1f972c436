"""Reads broken files of every registered format that has no fuzzer of its own.

Run: python -m tests.tools.fuzz_formats --count N --seed S
"""

import random
from functools import cache
from pathlib import Path

from bmconv.registry import OWN as FORMATS
from bmconv.testing import mutations
from tests.helpers.running import ROOT, quick
from tests.tools import fuzz_text
from tests.tools.fuzz_text import find_problem, fuzz

ELSEWHERE = {"pbn", "bws"} | {format for format, _ in fuzz_text.samples().values()}
"""The formats of fuzz_pbn, fuzz_jet and fuzz_text."""
NAMES = [name for name, entry in FORMATS.items() if entry.reads and name not in ELSEWHERE]
SPICE = [
    b"<", b"&", b"&a;", b"&#0;", b"</", b"<X Y='", b"]]>", b"<![CDATA[", b"<!--", b"<BOARD>",
    b"<!DOCTYPE USEBIO [<!ENTITY a 'b'>]>", b"<!DOCTYPE x SYSTEM 'file:///etc/passwd'>",
    b"<SECTION>", b"</SECTION>", b"(A) 7 NS", b"3-1-2", b"A6040", b"-", b"=", b"10", b"1e99",
    b"md|1S", b"mb|7N|", b"pc|SA|", b"|", b"%7C", b"vg|", b"rs|4SN=,,|", b"\x06", b"\x03", b"\0",
    b"Board 99=", b"99999999999", b"\xff\xfe", b"\xe9",
]  # fmt: skip
"""Pieces of these formats, which are inserted at random."""


@cache
def samples() -> list[tuple[str, str, bytes]]:
    """Name, format and bytes of all samples."""
    files = []
    for format in NAMES:
        for path in sorted((ROOT / "formats" / format / "samples").iterdir()):
            if path.suffix in FORMATS[format].extensions:
                files.append((path.name, format, path.read_bytes()))
    return files


def damage(data: bytes, chance: random.Random) -> bytes:
    """Change a file in one of the ways of bmconv.testing, or insert pieces of these formats."""
    if chance.random() < 0.5:
        return next(mutations(data, 1, chance))
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(data) + 1)
        data = data[:at] + chance.choice(SPICE) + data[at + chance.choice((0, 0, 1, 9)) :]
    return data


def attempt(chance: random.Random, folder: Path) -> str | None:
    """Read a broken file; the problem, with its bytes, or None."""
    name, format, sample = chance.choice(samples())
    data = damage(sample, chance)
    told = find_problem(name, format, data, folder, chance.randrange(8)) or _problem_of_writing(
        format, data, folder
    )
    return f"{told}\n  {data!r}" if told else None


def _problem_of_writing(format: str, data: bytes, folder: Path) -> str | None:
    """The problem when a broken file is converted or ranked; None if there is none."""
    source, target = folder / f"in{FORMATS[format].extensions[0]}", folder / "out.xml"
    source.write_bytes(data)
    try:
        for words in (("convert", source, target, "-f", format), ("rank", source, "-f", format)):
            done = quick(*words, "-q")
            if done.code not in (0, 1, 2, 3) or "Traceback" in done.err:
                return f"{words}: exit {done.code}: {done.err}"
    except BaseException as error:
        return f"{format}: {error!r}"
    finally:
        for path in folder.iterdir():
            path.unlink()
    return None


def main() -> None:
    """Break the samples, and print the problems with the bytes that caused them."""
    fuzz(__doc__ or "", "files", attempt)


if __name__ == "__main__":
    main()
