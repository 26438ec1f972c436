"""Read and build page 0, the header: version, code page, password and creation date, masked."""

import struct
from datetime import datetime

from . import codes
from .errors import JetError
from .layout import LAYOUTS, Layout, Named
from .values import to_datetime

MAGIC, ACE_MAGIC = b"Standard Jet DB\0", b"Standard ACE DB\0"
VERSION_AT, MASK_AT = 0x14, 0x18
FIRST_VERSION = 3  # Jet 3 is stored as 0
MASK_KEY = b"\xc7\xda\x39\x6b"
CODE_PAGE_AT, DATABASE_KEY_AT, PASSWORD_AT, CREATED_AT = 0x3C, 0x3E, 0x42, 0x72
HEADER_BYTES = 0xA0
SIGNATURES = (  # first bytes of other files
    (b"PK\x03\x04", "a zip archive or Office document"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
    (b"SQLite format 3\0", "an SQLite database"),
    (b"%PDF", "a PDF document"),
    (b"\x1f\x8b", "a gzip archive"),
    (b"Rar!", "a rar archive"),
    (b"7z\xbc\xaf", "a 7z archive"),
)


class Header(Named):
    """The fields of page 0."""

    layout: Layout
    code_page: int
    sort_order: int
    created: datetime | None


def rc4(key: bytes, length: int) -> bytes:
    """The first bytes of the RC4 keystream of a key."""
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) & 255
        state[i], state[j] = state[j], state[i]
    stream = bytearray()
    i = j = 0
    for _ in range(length):
        i = (i + 1) & 255
        j = (j + state[i]) & 255
        state[i], state[j] = state[j], state[i]
        stream.append(state[(state[i] + state[j]) & 255])
    return bytes(stream)


def xor(one: bytes, other: bytes) -> bytes:
    """XOR two byte strings; the result is as long as the shorter one."""
    return bytes(a ^ b for a, b in zip(one, other, strict=False))


def day_mask(created: float) -> bytes:
    """The mask of a Jet 4 password, made from the creation date in whole days."""
    days = int(created) if -1e9 < created < 1e9 else 0
    return struct.pack("<i", days) * 10


def read_header(first: bytes) -> Header:
    """Read page 0; JetError if the file is not a readable Access 97 or 2000 file."""
    if first[4:20] == ACE_MAGIC:
        raise JetError("an Access 2007 file (.accdb); save it as Access 2000 (.mdb) first")
    if first[4:20] != MAGIC:
        raise JetError(
            f"not an Access file: {apparent_kind(first)}; expected an Access 97 or 2000 file"
        )
    if len(first) < HEADER_BYTES:
        raise JetError(f"truncated: {len(first)} bytes, less than a header; expected a whole file")
    (version,) = struct.unpack_from("<I", first, VERSION_AT)
    layout = LAYOUTS.get(version + FIRST_VERSION)
    if layout is None:
        raise JetError(f"unknown file version {version}; expected Access 97 or 2000")
    end = MASK_AT + layout.mask_length
    plain = first[:MASK_AT] + xor(first[MASK_AT:end], rc4(MASK_KEY, layout.mask_length))
    if struct.unpack_from("<I", plain, DATABASE_KEY_AT)[0]:
        raise JetError("the file is page-encoded (encrypted); decode it in Access first")
    password = plain[PASSWORD_AT : PASSWORD_AT + layout.password_length]
    created = None
    if layout.dated:
        (date,) = struct.unpack_from("<d", plain, CREATED_AT)
        password = xor(password, day_mask(date))
        created = to_datetime(date)
    if any(password):
        codec = "utf-16-le" if layout.char_size == 2 else "latin-1"
        if is_plausible_password(password.decode(codec, "replace").rstrip("\0")):
            raise JetError("the file is password-protected; remove the password in Access first")
        raise JetError(
            "the file is damaged (perhaps transferred as text) or password-protected: copy it "
            "again, or remove the password in Access"
        )
    code_page, sort_order = (
        struct.unpack_from("<H", plain, at)[0] for at in (CODE_PAGE_AT, layout.sort_order_at)
    )
    return Header(layout=layout, code_page=code_page, sort_order=sort_order, created=created)


def is_plausible_password(password: str) -> bool:
    """Whether somebody may have typed this password; otherwise the header is damaged.

    It has two characters or more, of alphabets before Arabic: Latin, Greek, Cyrillic, Hebrew.
    """
    return len(password) > 1 and password.isprintable() and max(password) < "\u0600"


def build_header(layout: Layout, created: float, code_page: int) -> bytes:
    """Page 0 of a new file."""
    page = bytearray(layout.page_size)
    plain = plain_area(layout, created, code_page)
    page[: len(plain)] = plain[:MASK_AT] + xor(plain[MASK_AT:], rc4(MASK_KEY, layout.mask_length))
    page[len(plain) : len(plain) + len(layout.after_mask)] = layout.after_mask
    # idle users; all zero would mean that someone was interrupted while writing
    page[layout.commit_at :] = b"\1\1" + b"\0\1" * 255
    return bytes(page)


def plain_area(layout: Layout, created: float, code_page: int) -> bytes:
    """The header up to the end of the mask: system tables, code page, empty password, date."""
    plain = bytearray(MASK_AT + layout.mask_length)
    plain[:4] = b"\0\1\0\0"
    plain[4:20] = MAGIC
    struct.pack_into("<I", plain, VERSION_AT, layout.version - FIRST_VERSION)
    struct.pack_into("<6I", plain, MASK_AT, 0x100, 0x101, 2, 3, 4, 5)
    struct.pack_into("<H", plain, CODE_PAGE_AT, code_page)
    struct.pack_into("<H", plain, layout.sort_order_at, codes.SORT_ORDER)
    for at, value in layout.header_words:
        struct.pack_into("<H", plain, at, value)
    if layout.dated:
        plain[PASSWORD_AT : PASSWORD_AT + layout.password_length] = day_mask(created)
        struct.pack_into("<d", plain, CREATED_AT, created)
    return bytes(plain)


def sid_mask(layout: Layout, plain: bytes, length: int) -> bytes:
    """The mask that hides security identifiers (SIDs), made from the plain header.

    Jet 3 does not hide them: its mask is zero. The RC4 key is the low half of the creation date,
    combined with every second of 80 header bytes.
    """
    if not layout.dated:
        return bytes(length)
    date = plain[CREATED_AT : CREATED_AT + 8]
    (key,) = struct.unpack_from("<I", date)
    size = layout.password_length
    password = plain[PASSWORD_AT : PASSWORD_AT + size]
    folded = xor(password, day_mask(struct.unpack("<d", date)[0]))
    folded += plain[PASSWORD_AT + size : PASSWORD_AT + 80]
    for i in range(40):
        key ^= folded[2 * i] << (i % 24)
    return rc4(struct.pack("<I", key & 0xFFFFFFFF), length)


def apparent_kind(first: bytes) -> str:
    """What a file that is not an Access database appears to be, from its first bytes."""
    if not first:
        return "it is empty"
    if b"MSISAM Database" in first[:24]:
        return "a Microsoft Money file"
    for magic, kind in SIGNATURES:
        if first.startswith(magic):
            return kind
    head = first[:512]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return "it looks like text (UTF-16)"
    if all(byte >= 32 or byte in (9, 10, 12, 13, 26) for byte in head):
        return "it looks like text"
    if not any(head):
        return "it begins with zeros"
    return "unknown binary content"
