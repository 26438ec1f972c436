"""Finds messages of code and templates that the catalogues of translations lack.

python -m tests.tools.catalogues            prints how many messages each language lacks
python -m tests.tools.catalogues nl         prints the missing messages of a language
python -m tests.tools.catalogues --update   adds them to the end of every catalogue, untranslated
"""

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from jinja2 import Environment

from bmconv.reports.catalogues import NAMES, Entry, entries, po_file
from tests.helpers.running import ROOT

TEXTS = {"_": 1, "gettext": 1, "mark": 1, "ngettext": 2, "pgettext": 2, "context": 2}
"""How many texts each of the functions that mark a message takes."""
ROOMS = ("reports", "exporting/site")
"""The folders with messages."""


class Message(NamedTuple):
    """A text to translate."""

    context: str
    text: str
    plural: str = ""


def _message(function: str, texts: Iterable[object]) -> Message | None:
    """The message of a call; None if it marks no message, or its texts are not literals."""
    count = TEXTS.get(function, 0)
    literals = [text for text in list(texts)[:count] if isinstance(text, str)]
    if not count or len(literals) < count:
        return None
    if count == 1:
        return Message("", literals[0])
    return Message("", *literals) if function == "ngettext" else Message(*literals)


def code_messages() -> Iterator[Message | None]:
    """The messages in Python modules."""
    for room in ROOMS:
        for path in sorted((ROOT / "bmconv" / room).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    yield _message(name, [getattr(arg, "value", None) for arg in node.args])


def template_messages() -> Iterator[Message | None]:
    """The messages in the templates."""
    environment = Environment(
        extensions=["jinja2.ext.i18n"], autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    for path in sorted((ROOT / "bmconv/reports/html/templates").rglob("*.html")):
        for _, function, texts in environment.extract_translations(
            path.read_text(encoding="utf-8")
        ):
            yield _message(function, (texts,) if isinstance(texts, str) else texts or ())


@cache
def messages() -> list[Message]:
    """All messages, each once, in the order of the modules and templates."""
    return list(
        dict.fromkeys(m for found in (code_messages(), template_messages()) for m in found if m)
    )


def message_of(entry: Entry) -> Message:
    """The message that an entry of a catalogue translates."""
    return Message(entry.get("msgctxt", ""), entry["msgid"], entry.get("msgid_plural", ""))


def forms(entry: Entry) -> list[str]:
    """The translations of an entry: one, or one for each plural form."""
    return [entry[name] for name in sorted(entry) if name.startswith("msgstr")]


def translations(code: str) -> dict[Message, Entry]:
    """The entries of a catalogue that have a translation."""
    _, *rest = entries(po_file(code).read_text(encoding="utf-8"))
    return {message_of(entry): entry for entry in rest if all(forms(entry))}


def missing(code: str) -> list[Message]:
    """The messages that a catalogue does not translate."""
    known = translations(code)
    return [message for message in messages() if message not in known]


def entry_text(message: Message, texts: list[str]) -> str:
    """An entry of a catalogue as text."""
    lines = [f"msgctxt {quote(message.context)}"] if message.context else []
    lines.append(f"msgid {quote(message.text)}")
    if message.plural:
        lines.append(f"msgid_plural {quote(message.plural)}")
        lines += [f"msgstr[{at}] {quote(text)}" for at, text in enumerate(texts)]
    else:
        lines.append(f"msgstr {quote(texts[0])}")
    return "\n".join(lines) + "\n"


def quote(text: str) -> str:
    """A text between quotation marks."""
    return json.dumps(text, ensure_ascii=False)


def updated(code: str) -> str:
    """A catalogue with new messages at its end and without those that are no longer used.

    The others keep their places, so that moved code changes no catalogue.
    """
    text = po_file(code).read_text(encoding="utf-8")
    head = text.partition("\n\n")[0]
    known, plurals = translations(code), int(head.partition("nplurals=")[2][0])
    used = dict.fromkeys(messages())
    kept = [message for message in known if message in used]
    blocks = [entry_text(message, forms(known[message])) for message in kept]
    new = [message for message in used if message not in known]
    blocks += [entry_text(m, [""] * (plurals if m.plural else 1)) for m in new]
    return "\n".join([head + "\n", *blocks])


def main(words: list[str]) -> None:
    """Print what is missing, or update the catalogues."""
    for code in [word for word in words if word in NAMES] or list(NAMES)[1:]:
        print(f"{code}: {len(missing(code))} of {len(messages())} messages missing")
    if words == ["--update"]:
        for code in NAMES:
            if code != "en":
                po_file(code).write_text(updated(code), encoding="utf-8", newline="\n")
    elif words:
        for code in words:
            for message in missing(code):
                print(entry_text(message, [""]))


if __name__ == "__main__":
    main(sys.argv[1:])
