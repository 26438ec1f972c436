"""A test for the author of a format: broken files are read, or refused cleanly.

def test_broken_files():
    assert bmconv.testing.fuzz("shout", Path("deals.shout").read_bytes()) == []
"""

import io
import random
from collections.abc import Iterator

from bmconv.codecs import load
from bmconv.codecs.plugin_guard import fault_of
from bmconv.conversion import decode, encode
from bmconv.errors import BmconvError, BrokenPlugin, UsageError, brief
from bmconv.io.source import from_bytes
from bmconv.notes import Notes
from bmconv.registry import FORMATS

__all__ = ["fuzz"]

SPICE = [
    b'"', b",", b"\r\n", b"\n", b"\r", b"\0", b"#", b"#NULL#", b"\xff", b"\xc3\xa9", b"\xe9",
    b"\xef\xbb\xbf", b"99999999999", b"-1", b"{", b"}", b"[", b";", b"\t", b" " * 50, b'"a"b"',
    b"1e999", b"nan", b"true", b"null", b"\\ud800", b"\\", b"\x1a", b"9" * 400, b"Rounds,2\n",
]  # fmt: skip
"""Bytes that often break parsers, inserted at random."""


def fuzz(format: str, data: bytes, count: int = 1000, seed: int = 1) -> list[str]:
    """Read a sample that is cut or changed in `count` ways, and write what can be read.

    The sample is given as bytes.

    Returns a line for each way in which that fails other than with a BmconvError, or in which a
    record has a value of a wrong type.
    """
    if not isinstance(data, bytes):
        raise UsageError(f"fuzz needs the bytes of a sample, not {brief(data)}")
    load(format)  # to refuse an unknown format here, not at every copy
    chance = random.Random(seed)
    broken = [*mutations(data, count - count // 4, chance)]
    broken += [data[: chance.randrange(len(data) + 1)] for _ in range(count // 4)]
    return [f"{failure}: {part[:200]!r}" for part in broken for failure in _wrong(format, part)]


def _wrong(format: str, data: bytes) -> Iterator[str]:
    """What goes wrong when a format reads these bytes and writes them again."""
    try:
        records = list(decode(from_bytes(data), format, {}, Notes()))
        for record in records:
            if fault := fault_of(record):
                yield fault
        if FORMATS[format].writes:
            encode(records, format, io.BytesIO(), {}, Notes())
    except BrokenPlugin as error:
        yield str(error)
    except BmconvError:
        return
    except Exception as error:
        yield f"{type(error).__name__}: {error}"


def mutations(data: bytes, count: int, chance: random.Random) -> Iterator[bytes]:
    """Copies of a file with one to four changes: bytes changed, removed, repeated or inserted."""
    for _ in range(count):
        mutant = bytearray(data)
        for _ in range(chance.choice((1, 1, 1, 2, 4))):
            at = chance.randrange(len(mutant) + 1)
            match chance.randrange(5):
                case 0 if at < len(mutant):
                    mutant[at] = chance.randrange(256)
                case 1:
                    del mutant[at : at + chance.choice((1, 1, 5, 40))]
                case 2:
                    mutant[at:at] = chance.choice(SPICE)
                case 3:
                    mutant[at : at + 1] = chance.choice(SPICE)
                case _:
                    mutant[at:at] = mutant[at : at + chance.choice((1, 8, 60))]
            if not mutant:
                mutant[:] = b"\n"
        yield bytes(mutant)
