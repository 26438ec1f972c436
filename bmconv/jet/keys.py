"""Index keys: bytes that sort in the same order as the values."""

import struct
from collections.abc import Callable, Container
from typing import Any

from .layout import Layout
from .values import from_datetime, guid_digits

KEY_CHARACTERS = 255

Key = Callable[[Any], bytes]


class NoKey(Exception):
    """A value whose place in the sort order is not known; the message names its characters."""


class KeyRequired(Exception):
    """A row without a value in an index that requires one."""


class IndexKeys:
    """Makes the keys of rows from the key functions of an index's columns."""

    def __init__(
        self, columns: list[tuple[int, Key]], *, required: bool, ignore_nulls: bool
    ) -> None:
        self.columns, self.required, self.ignore_nulls = columns, required, ignore_nulls

    def values(self, row: tuple[Any, ...]) -> list[Any]:
        """The values of the indexed columns."""
        return [row[place] for place, _ in self.columns]

    def key(self, row: tuple[Any, ...]) -> bytes | None:
        """The key of a row; None if the index does not list it because it has no values."""
        if (self.required or self.ignore_nulls) and None in (values := self.values(row)):
            if self.required:
                raise KeyRequired
            if all(value is None for value in values):
                return None
        return b"".join([key(row[place]) for place, key in self.columns])


def alphabet(letters: str, digit: int, step: int, others: dict[str, bytes]) -> dict[str, bytes]:
    """The codes of letters (of either case), digits and other characters.

    `letters` has the codes of a to z in hex; `digit` is the code of 0, and `step` the distance
    from one digit to the next.
    """
    codes = {chr(97 + i): bytes((code,)) for i, code in enumerate(bytes.fromhex(letters))}
    codes |= {letter.upper(): code for letter, code in codes.items()}
    return codes | {str(i): bytes((digit + step * i,)) for i in range(10)} | others


# General (legacy) sort order of Jet 4 and of Jet 3; the order of other characters is not known
CODES_4 = alphabet(
    "4A4C4D4F51535557595B5C5E6062646668696B6D6F7173757678",
    0x36,
    2,
    {" ": b"\x07", "_": b"\x2b\x03", ".": b"\x1c", "/": b"\x1e"},
)
CODES_3 = alphabet("60616264666768696A6B6C6D6F70727374757677787A7B7C7D7E", 0x56, 1, {" ": b"\x11"})
# base letter and code of the accent
ACCENTS_4 = {"é": ("e", 0x0E), "è": ("e", 0x0F), "ê": ("e", 0x12), "ë": ("e", 0x13)}
ACCENTS_4 |= {"ñ": ("n", 0x19)}
ACCENTS_4 |= {char.upper(): code for char, code in ACCENTS_4.items()}
NO_ACCENT = 0x02
KNOWN_4 = CODES_4.keys() | ACCENTS_4.keys()


def sorted_part(text: str, known: Container[str]) -> str:
    """The part of a text that decides its order; NoKey if the order of a character is not known."""
    text = text[:KEY_CHARACTERS].rstrip(" ")
    unknown = "".join(dict.fromkeys(char for char in text if char not in known))
    if unknown:
        raise NoKey(repr(unknown))
    return text


def text_key_4(text: str) -> bytes:
    """Jet 4: a code per character, an end mark, and the accents up to the last one."""
    text = sorted_part(text, KNOWN_4)
    pairs = [ACCENTS_4.get(char, (char, NO_ACCENT)) for char in text]
    codes = b"".join([CODES_4[base] for base, _ in pairs])
    accents = bytes(accent for _, accent in pairs).rstrip(bytes((NO_ACCENT,)))
    return codes + b"\x01" + accents + b"\x00"


def text_key_3(text: str) -> bytes:
    """Jet 3: a code per character and an end mark."""
    return b"".join([CODES_3[char] for char in sorted_part(text, CODES_3)]) + b"\x00"


TEXT_KEYS: dict[int, Key] = {3: text_key_3, 4: text_key_4}


def guessed_text_key(layout: Layout, text: str) -> bytes:
    """A key in which characters whose order is not known are sorted like z."""
    codes, end = (CODES_4, b"\x01\x00") if layout.version == 4 else (CODES_3, b"\x00")
    return b"".join(codes.get(char, codes["z"]) for char in text.rstrip(" ")) + end


def is_guess(layout: Layout, text: str) -> bool:
    """Whether a text has characters whose order is not known."""
    try:
        TEXT_KEYS[layout.version](text)
    except NoKey:
        return True
    return False


def integer_key(size: int) -> Key:
    """The key function of integers: big-endian with the sign bit inverted."""
    offset = 1 << (8 * size - 1)
    pack = struct.Struct(">H" if size == 2 else ">I").pack
    return lambda value: pack(value + offset)


def float_key(fmt: str) -> Key:
    """The key function of floats: it inverts the sign bit, or all bits of a negative number."""
    pack = struct.Struct(fmt).pack

    def key(value: Any) -> bytes:
        raw = pack(from_datetime(value) if hasattr(value, "tzinfo") else value)
        if raw[0] & 0x80:
            return invert(raw)
        return bytes((raw[0] | 0x80,)) + raw[1:]

    return key


def binary_key(value: bytes) -> bytes:
    """The key of bytes: blocks of eight, each followed by 9 if more come, else by its length."""
    *most, last = [value[i : i + 8] for i in range(0, len(value), 8)] or [b""]
    if not last:
        raise NoKey("empty binary values")
    return b"".join(block + b"\x09" for block in most) + last.ljust(8, b"\0") + bytes((len(last),))


def invert(raw: bytes) -> bytes:
    """Invert all bits."""
    return bytes(255 - byte for byte in raw)


KEYS: dict[str, Key] = {
    "boolean": lambda value: b"\x00" if value else b"\xff",
    "byte": lambda value: bytes((value,)),
    "integer": integer_key(2),
    "long": integer_key(4),
    "currency": lambda value: int(round(value * 10000) + (1 << 63)).to_bytes(8, "big"),
    "single": float_key(">f"),
    "double": float_key(">d"),
    "date": float_key(">d"),
    "binary": binary_key,
    "guid": lambda value: binary_key(guid_digits(value)),
}


def invert_binary(raw: bytes) -> bytes:
    """Invert a binary key except for the marks between its blocks."""
    blocks = [raw[i : i + 9] for i in range(0, len(raw), 9)]
    return b"".join(
        [invert(block[:8]) + block[8:] for block in blocks[:-1]] + [invert(b) for b in blocks[-1:]]
    )


INVERTERS: dict[str, Callable[[bytes], bytes]] = {
    "text": lambda raw: invert(raw) + b"\x00",  # the same last byte as ascending
    "binary": invert_binary,
    "guid": invert_binary,
}


def column_key(layout: Layout, kind: str, *, ascending: bool) -> Key | None:
    """The function that makes keys of one column; None if its type cannot be indexed."""
    encode = TEXT_KEYS[layout.version] if kind == "text" else KEYS.get(kind)
    if encode is None:
        return None
    if ascending:
        return lambda v: b"\x00" if v is None else b"\x7f" + encode(v)
    inverted = INVERTERS.get(kind, invert)
    return lambda v: b"\xff" if v is None else b"\x80" + inverted(encode(v))
