"""Decode and encode text: Access 97 uses a Windows code page, Access 2000 UTF-16.

Access 2000 compresses most texts: one byte per character, with switches to two bytes and back.
"""

import codecs

from .errors import JetError
from .layout import Layout

COMPRESSED = b"\xff\xfe"  # the first bytes of compressed text (Jet 4)
COMPRESS_FROM, COMPRESS_TO = 3, 1024  # the lengths in characters that Access compresses
DEFAULT_CODEC = "cp1252"


def codec_of(code_page: int) -> str:
    """Python's name for a Windows code page; cp1252 if Python does not know the page."""
    name = f"cp{code_page}"
    try:
        codecs.lookup(name)
    except LookupError:
        return DEFAULT_CODEC
    return name


def decode_code_page(data: bytes, codec: str) -> str:
    """Decode Jet 3 text; bytes undefined in the code page become control characters."""
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        if len(data) == 1:
            return data.decode("latin-1")
        return "".join(decode_code_page(bytes((byte,)), codec) for byte in data)


def decode_utf16(data: bytes) -> str:
    """Decode UTF-16; faster than bytes.decode, which has to look up the codec."""
    return codecs.utf_16_le_decode(data, "replace", True)[0]


def decode_name(layout: Layout, data: bytes, codec: str) -> str:
    """Decode a name or the text of a property, which are never compressed."""
    if layout.char_size == 2:
        return decode_utf16(data)
    return decode_code_page(data, codec)


def encode_name(layout: Layout, text: str, codec: str) -> tuple[bytes, str]:
    """Encode a name or the text of a property; also return the characters the code page lacks."""
    if layout.char_size == 2:
        return text.encode("utf-16-le", "surrogatepass"), ""
    return encode_code_page(text, codec)


def decode_unicode(data: bytes) -> str:
    """Decode Jet 4 text."""
    if data[:2] != COMPRESSED:
        return decode_utf16(data)
    if 0 not in data:
        return data[2:].decode("latin-1")
    return decode_switched(data[2:])


def decode_switched(data: bytes) -> str:
    """Decode compressed text; a zero byte switches to two bytes per character, and back."""
    parts = []
    at = 0
    while True:
        end = data.find(0, at)
        if end < 0:
            parts.append(data[at:].decode("latin-1"))
            break
        parts.append(data[at:end].decode("latin-1"))
        at = end + 1
        end = at
        # the switch back is a zero byte where a two-byte character would begin
        while end + 1 < len(data) and data[end]:
            end += 2
        if end < len(data) and data[end]:  # half a character is left
            end = len(data)
        parts.append(decode_utf16(data[at:end]))
        at = end + 1
        if at >= len(data):
            break
    return "".join(parts)


def encode_unicode(text: str, *, compress: bool) -> bytes:
    """Encode Jet 4 text as Access does."""
    if compress and COMPRESS_FROM <= len(text) <= COMPRESS_TO:
        try:
            data = text.encode("latin-1")
        except UnicodeEncodeError:
            pass
        else:
            if 0 not in data:
                return COMPRESSED + data
    data = text.encode("utf-16-le", "surrogatepass")
    # U+FEFF first would be taken for the mark of compressed text
    return encode_switched(text) if data[:2] == COMPRESSED else data


def encode_switched(text: str) -> bytes:
    """Encode as compressed text, with two bytes for characters outside Latin-1."""
    data = bytearray(COMPRESSED)
    wide = False
    for char in text:
        code = char.encode("utf-16-le", "surrogatepass")
        narrow = len(code) == 2 and code[1] == 0
        if 0 in code[:1] or (not narrow and 0 in code):
            raise JetError(f"text that begins with U+FEFF cannot hold U+{ord(char):04X}")
        if wide is narrow:
            data.append(0)
            wide = not wide
        data += code[:1] if narrow else code
    return bytes(data)


def encode_code_page(text: str, codec: str) -> tuple[bytes, str]:
    """Encode Jet 3 text with '?' for characters the code page lacks; also return them."""
    try:
        return text.encode(codec), ""
    except UnicodeEncodeError:
        pass
    data = bytearray()
    lost = []
    for char in text:
        try:
            data += char.encode(codec)
        except UnicodeEncodeError:
            # a byte that the code page does not define was decoded as a control character
            if decode_code_page(latin := char.encode("latin-1", "replace"), codec) == char:
                data += latin
            else:
                data += b"?"
                lost.append(char)
    return bytes(data), "".join(dict.fromkeys(lost))
