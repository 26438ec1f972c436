"""The messages of the catalogues: what code and templates have, what a catalogue lacks.

python -m tests.tools.catalogues            counts of messages that are missing in each language
python -m tests.tools.catalogues nl         the missing messages of one language
python -m tests.tools.catalogues --update   add them, untranslated, to every catalogue
"""

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from jinja2 import Environment

from bmconv.reports.catalogues import NAMES, Entry, entries, po_file
from tests.helpers.running import ROOT

TEXTS = {"_": 1, "gettext": 1, "mark": 1, "ngettext": 2, "pgettext": 2, "context": 2}
"""How many texts each function takes."""
ROOMS = ("reports", "exporting/site")


class Message(NamedTuple):
    """A text to translate."""

    context: str
    text: str
    plural: str = ""


def _message(function: str, texts: Iterable[object]) -> Message | None:
    """The message of a call; None if its texts are not written there."""
    count = TEXTS.get(function, 0)
    known = [text for text in list(texts)[:count] if isinstance(text, str)]
    if not count or len(known) < count:
        return None
    if count == 1:
        return Message("", known[0])
    return Message("", *known) if function == "ngettext" else Message(*known)


def in_code() -> Iterator[Message | None]:
    """The messages in the modules."""
    for room in ROOMS:
        for path in sorted((ROOT / "bmconv" / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    yield _message(name, [getattr(arg, "value", None) for arg in node.args])


def in_templates() -> Iterator[Message | None]:
    """The messages in the templates."""
    environment = Environment(
        extensions=["jinja2.ext.i18n"], autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    for path in sorted((ROOT / "bmconv/reports/html/templates").rglob("*.html")):
        for _, function, texts in environment.extract_translations(
            path.read_text(encoding="utf-8")
        ):
            yield _message(function, (texts,) if isinstance(texts, str) else texts or ())


def messages() -> list[Message]:
    """All messages, each once, in the order of the modules and templates."""
    return list(dict.fromkeys(m for found in (in_code(), in_templates()) for m in found if m))


def message_of(entry: Entry) -> Message:
    """The message that an entry of a catalogue translates."""
    return Message(entry.get("msgctxt", ""), entry["msgid"], entry.get("msgid_plural", ""))


def forms(entry: Entry) -> list[str]:
    """The translations of an entry: one, or one for each plural form."""
    return [entry[name] for name in sorted(entry) if name.startswith("msgstr")]


def translated(code: str) -> dict[Message, Entry]:
    """The entries of a catalogue that have a translation."""
    _, *rest = entries(po_file(code).read_text(encoding="utf-8"))
    return {message_of(entry): entry for entry in rest if all(forms(entry))}


def missing(code: str) -> list[Message]:
    """The messages that a catalogue does not translate."""
    known = translated(code)
    return [message for message in messages() if message not in known]


def spell(message: Message, texts: list[str]) -> str:
    """An entry of a catalogue as text."""
    lines = [f"msgctxt {quoted(message.context)}"] if message.context else []
    lines.append(f"msgid {quoted(message.text)}")
    if message.plural:
        lines.append(f"msgid_plural {quoted(message.plural)}")
        lines += [f"msgstr[{at}] {quoted(text)}" for at, text in enumerate(texts)]
    else:
        lines.append(f"msgstr {quoted(texts[0])}")
    return "\n".join(lines) + "\n"


def quoted(text: str) -> str:
    """A text between quotation marks."""
    return json.dumps(text, ensure_ascii=False)


def update(code: str) -> None:
    """Bring a catalogue into the order of the messages; drop those that are no longer used."""
    path = po_file(code)
    text = path.read_text(encoding="utf-8")
    head = text.partition("\n\n")[0]
    known, plurals = translated(code), int(head.partition("nplurals=")[2][0])
    blocks = [
        spell(m, forms(known[m]) if m in known else [""] * (plurals if m.plural else 1))
        for m in messages()
    ]
    path.write_text("\n".join([head + "\n", *blocks]), encoding="utf-8", newline="\n")


def main(words: list[str]) -> None:
    """Print what is missing, or update the catalogues."""
    for code in [word for word in words if word in NAMES] or list(NAMES)[1:]:
        print(f"{code}: {len(missing(code))} of {len(messages())} messages missing")
    if words == ["--update"]:
        for code in NAMES:
            if code != "en":
                update(code)
    elif words:
        for code in words:
            for message in missing(code):
                print(spell(message, [""]))


if __name__ == "__main__":
    main(sys.argv[1:])
