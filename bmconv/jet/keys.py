"""Index keys: bytes that sort as the values do."""

import struct
from collections.abc import Callable
from typing import Any

from .dates import from_datetime
from .layout import Layout

KEY_CHARACTERS = 255

Key = Callable[[Any], bytes]


class NoKey(Exception):
    """A value whose place in the sort order is not known; says what of it."""


# Jet 4, General (legacy) order: letters of either case, digits, and what else is known
LETTERS_4 = bytes.fromhex("4A4C4D4F51535557595B5C5E6062646668696B6D6F7173757678")
CODES_4: dict[str, bytes] = {
    **{chr(97 + i): bytes((code,)) for i, code in enumerate(LETTERS_4)},
    **{chr(65 + i): bytes((code,)) for i, code in enumerate(LETTERS_4)},
    **{chr(48 + i): bytes((0x36 + 2 * i,)) for i in range(10)},
    " ": b"\x07",
    "_": b"\x2b\x03",
    ".": b"\x1c",
    "/": b"\x1e",
}
ACCENTS_4 = {"é": ("e", 0x0E), "è": ("e", 0x0F), "ê": ("e", 0x12), "ë": ("e", 0x13)}
ACCENTS_4 |= {"ñ": ("n", 0x19)}
ACCENTS_4 |= {char.upper(): code for char, code in ACCENTS_4.items()}
NO_ACCENT = 0x02

# Jet 3, General order
LETTERS_3 = bytes.fromhex("60616264666768696A6B6C6D6F70727374757677787A7B7C7D7E")
CODES_3: dict[str, bytes] = {
    **{chr(97 + i): bytes((code,)) for i, code in enumerate(LETTERS_3)},
    **{chr(65 + i): bytes((code,)) for i, code in enumerate(LETTERS_3)},
    **{chr(48 + i): bytes((0x56 + i,)) for i in range(10)},
    " ": b"\x11",
}


def text_key_4(text: str) -> bytes:
    """Jet 4: a code per character, an end mark, the accents up to the last one."""
    codes = bytearray()
    accents = bytearray()
    unknown = []
    for char in text[:KEY_CHARACTERS].rstrip(" "):
        base, accent = ACCENTS_4.get(char, (char, NO_ACCENT))
        code = CODES_4.get(base)
        if code is None:
            unknown.append(char)
            continue
        codes += code
        accents.append(accent)
    if unknown:
        raise NoKey(repr("".join(dict.fromkeys(unknown))))
    while accents and accents[-1] == NO_ACCENT:
        del accents[-1]
    return bytes(codes + b"\x01" + accents + b"\x00")


def text_key_3(text: str) -> bytes:
    """Jet 3: a code per character and an end mark."""
    text = text[:KEY_CHARACTERS].rstrip(" ")
    unknown = "".join(dict.fromkeys(char for char in text if char not in CODES_3))
    if unknown:
        raise NoKey(repr(unknown))
    return b"".join(CODES_3[char] for char in text) + b"\x00"


def text_key(layout: Layout) -> Key:
    """How text becomes a key."""
    return text_key_4 if layout.version == 4 else text_key_3


def guessed_text_key(layout: Layout, text: str) -> bytes:
    """A key in which characters of unknown place stand at the end of the alphabet."""
    codes, end = (CODES_4, b"\x01\x00") if layout.version == 4 else (CODES_3, b"\x00")
    return b"".join(codes.get(char, codes["z"]) for char in text.rstrip(" ")) + end


def integer_key(size: int) -> Key:
    """Big-endian with the sign turned."""
    offset = 1 << (8 * size - 1)
    pack = struct.Struct(">H" if size == 2 else ">I").pack
    return lambda value: pack(value + offset)


def float_key(fmt: str) -> Key:
    """Positive numbers with the sign turned, negative ones all turned."""
    pack = struct.Struct(fmt).pack

    def key(value: Any) -> bytes:
        raw = pack(from_datetime(value) if hasattr(value, "tzinfo") else value)
        if raw[0] & 0x80:
            return invert(raw)
        return bytes((raw[0] | 0x80,)) + raw[1:]

    return key


def currency_key(value: Any) -> bytes:
    """As a 64-bit integer."""
    return int(round(value * 10000) + (1 << 63)).to_bytes(8, "big")


def boolean_key(value: Any) -> bytes:
    """True before false."""
    return b"\x00" if value else b"\xff"


def byte_key(value: Any) -> bytes:
    """The byte itself."""
    return bytes((value,))


def binary_key(value: bytes) -> bytes:
    """Blocks of eight bytes, each followed by 9 when more come, else by its length."""
    parts = []
    blocks = [value[i : i + 8] for i in range(0, len(value), 8)]
    if not blocks:
        raise NoKey("empty binary values")
    for block in blocks[:-1]:
        parts.append(block + b"\x09")
    parts.append(blocks[-1].ljust(8, b"\0") + bytes((len(blocks[-1]),)))
    return b"".join(parts)


def guid_key(value: str) -> bytes:
    """A GUID in the order it is written."""
    return binary_key(bytes.fromhex(value.strip("{}").replace("-", "")))


def invert(raw: bytes) -> bytes:
    """All bits turned."""
    return bytes(255 - byte for byte in raw)


def value_key(layout: Layout, kind: str) -> Key | None:
    """How values of a type become keys; None for types that cannot be indexed here."""
    return text_key(layout) if kind == "text" else KEYS.get(kind)


KEYS: dict[str, Key] = {
    "boolean": boolean_key,
    "byte": byte_key,
    "integer": integer_key(2),
    "long": integer_key(4),
    "currency": currency_key,
    "single": float_key(">f"),
    "double": float_key(">d"),
    "date": float_key(">d"),
    "binary": binary_key,
    "guid": guid_key,
}


def column_key(layout: Layout, kind: str, ascending: bool) -> Key | None:
    """The key of one column of an index, with its flag."""
    encode = value_key(layout, kind)
    if encode is None:
        return None
    if ascending:
        return lambda v: b"\x00" if v is None else b"\x7f" + encode(v)
    turn = TURNED.get(kind, invert)
    return lambda v: b"\xff" if v is None else b"\x80" + turn(encode(v))


def invert_text(raw: bytes) -> bytes:
    """A descending text key ends as an ascending one does."""
    return invert(raw) + b"\x00"


def invert_binary(raw: bytes) -> bytes:
    """In a descending binary key the marks between the blocks stay as they are."""
    blocks = [raw[i : i + 9] for i in range(0, len(raw), 9)]
    return b"".join(
        [invert(block[:8]) + block[8:] for block in blocks[:-1]] + [invert(b) for b in blocks[-1:]]
    )


TURNED: dict[str, Callable[[bytes], bytes]] = {
    "text": invert_text,
    "binary": invert_binary,
    "guid": invert_binary,
}


def is_guess(layout: Layout, text: str) -> bool:
    """Whether the key of a name can only be guessed."""
    try:
        text_key(layout)(text)
    except NoKey:
        return True
    return False
