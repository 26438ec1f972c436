"""The catalogues of other languages: .po files, compiled when a wheel is built or on first use."""

import re
import struct
from ast import literal_eval
from collections.abc import Iterator
from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

LOCALE = Path(__file__).parent / "locale"
"""The folder of the catalogues: one folder for each language."""
NAMES = {
    "en": "English",
    "nl": "Nederlands",
    "de": "Deutsch",
    "fr": "français",
    "es": "español",
    "it": "italiano",
    "pl": "polski",
    "sv": "svenska",
    "nb": "norsk",
    "da": "dansk",
    "tr": "Türkçe",
    "pt": "português",
}
"""The names of the languages, by code."""
Entry = dict[str, str]
"""The fields of an entry: msgctxt, msgid, msgid_plural, msgstr, msgstr[0], ..."""
MO_MAGIC, MO_HEAD, MO_ENTRY = 0x950412DE, 28, 8
"""The first number of a .mo file, and the sizes in bytes of its head and of a table's entry."""


def po_file(code: str) -> Path:
    """The catalogue of a language as text."""
    return LOCALE / code / "LC_MESSAGES" / "bmconv.po"


def entries(text: str) -> Iterator[Entry]:
    """The entries of a catalogue; the first has an empty msgid and describes the catalogue."""
    for block in re.split(r"\n\s*\n", text):
        fields: Entry = {}
        field = ""
        for line in block.splitlines():
            if line.startswith("#") or '"' not in line:
                continue
            word, _, rest = line.partition('"')
            field = word.strip() or field
            fields[field] = fields.get(field, "") + literal_eval(f'"{rest}')
        if fields:
            yield fields


def compile_catalogue(text: str) -> bytes:
    """A catalogue as gettext reads it (.mo), without the messages that are not translated."""
    compiled: dict[bytes, bytes] = {}
    for fields in entries(text):
        forms = [fields[name] for name in sorted(fields) if name.startswith("msgstr")]
        if not all(forms):
            continue
        context = f"{fields['msgctxt']}\x04" if "msgctxt" in fields else ""
        plural = f"\0{fields['msgid_plural']}" if "msgid_plural" in fields else ""
        compiled[f"{context}{fields['msgid']}{plural}".encode()] = "\0".join(forms).encode()
    ids = sorted(compiled)
    start, size = MO_HEAD, MO_ENTRY * len(ids)
    tables, strings = b"", b""
    for texts in (ids, [compiled[id] for id in ids]):
        for text_bytes in texts:
            tables += struct.pack("<2I", len(text_bytes), start + 2 * size + len(strings))
            strings += text_bytes + b"\0"
    head = struct.pack("<7I", MO_MAGIC, 0, len(ids), start, start + size, 0, start)
    return head + tables + strings


def catalogue(code: str) -> GNUTranslations:
    """The catalogue of a language: the compiled file of a wheel, or else from the source tree."""
    source = po_file(code)
    ready = source.with_suffix(".mo")
    if ready.exists():
        return GNUTranslations(BytesIO(ready.read_bytes()))
    return GNUTranslations(BytesIO(compile_catalogue(source.read_text(encoding="utf-8"))))
