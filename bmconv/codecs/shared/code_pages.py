"""The Windows code page of a list of names, which the file does not state.

cp1252 (Western Europe) is assumed. But if a name read in this way contains a symbol (£ukasz for
Łukasz), or letters that no western language has in the same word (Dvoøák for Dvořák), the list is
read as cp1250 (Central Europe).
"""

import codecs
import re

from bmconv.errors import Flag, Wording
from bmconv.io.source import Source
from bmconv.notes import Notes

CENTRAL_EUROPE = "cp1250"
EXAMINED = 1 << 20
"""How many bytes are examined."""
_SIGN_IN_NAME = re.compile(r"[^\W\d_âãäå][¹³£¯¿¥¼¾\x8d\x8f\x9d]|(?<![âãäå])[£¯¥¼\x8d\x8f][^\W\d_]")
"""In cp1252, Łukasz would be £ukasz. A sign after one of âãäå is more likely UTF-8."""
_IN_ONE_WORD = {"ø": "áíýéžš", "è": "áýžšæøìù", "ì": "áùøžšý", "æ": "šž", "õ": "áéíóû"}
"""Letters not found in one western word: Dvořák would be Dvoøák in cp1252, Kovačić Kovaèiæ."""
_HINT = Wording(Flag("encoding"), " names another")


def code_page(source: Source, notes: Notes) -> str | None:
    """cp1250, with a note, if the names are Central European; None for UTF-8 and Western Europe."""
    stream = source.seekable()
    here = stream.tell()
    data = stream.read(EXAMINED)
    stream.seek(here)
    if source.recoded or data.isascii() or _is_utf8(data):
        return None
    if not _is_central(data.decode("cp1252", "bmconv-c1").lower()):
        return None
    message = "file{s} read as cp1250: the names have letters of Central Europe"
    notes.repair("code-page", source.name, message, hint=_HINT)
    return CENTRAL_EUROPE


def _is_central(text: str) -> bool:
    """Whether names read as Western European are in fact Central European."""
    words = (set(word) for word in re.findall(r"\w+", text) if not word.isascii())
    return bool(_SIGN_IN_NAME.search(text)) or any(
        letter in word and word.intersection(others)
        for word in words
        for letter, others in _IN_ONE_WORD.items()
    )


def _is_utf8(data: bytes) -> bool:
    try:
        codecs.getincrementaldecoder("utf-8")().decode(data)
    except UnicodeDecodeError:
        return False
    return True
