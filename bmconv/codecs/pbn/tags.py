"""The tags of one PBN game: what each says, with what it takes from earlier games."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from bmconv.codecs.pbn.facts import MANDATORY
from bmconv.codecs.pbn.file import File
from bmconv.codecs.pbn.notes import check_values
from bmconv.codecs.pbn.sections import HIGHEST_NOTE
from bmconv.codecs.pbn.text import SECTIONS, Tag, Text, unescape
from bmconv.codecs.pbn.values import is_known

SINGLE = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *SECTIONS))
"""Tags whose value is never taken from another game."""

WORDLESS = frozenset(MANDATORY) | {
    *("Section", "Table", "Round", "PairNS", "PairEW", "DoubleDummyTricks", "Ability"),
    *("Generator", "Description", "Competition", "Room", "Stage", "DealId", "Time", "Score"),
}
"""Tags behind which no section stands."""

V = TypeVar("V")


class Tagged:
    """A game's tags, and what has been made of them."""

    def __init__(self, file: File, text: Text) -> None:
        self.file = file
        self.text = text
        self.tags: dict[str, Tag] = {}
        """The first tag of each name."""
        self.values: dict[str, str] = {}
        """What each tag says, with what it takes from earlier games."""
        self.noted: dict[str, set[int]] = {name: set() for name in SECTIONS}
        """The numbers of the notes to auction and play."""
        self.contract = ""
        self.declarer = ""
        self.cards: dict[str, str | None] = {}
        """The hands by seat."""
        self._take_tags()

    def tell(self, code: str, at: int, what: str = "") -> None:
        """Make a note about a place in this game."""
        self.file.tell(self.text, code, at, what)

    def at(self, name: str) -> int:
        """Where a tag stands."""
        return self.tags[name].at if name in self.tags else 0

    def value(self, name: str) -> str:
        """What a tag says; nothing when that is unknown."""
        text = self.values.get(name, "")
        return unescape(text) if is_known(text) else ""

    def read(
        self, name: str, parse: Callable[[str], V | None], code: str, *, known: bool = True
    ) -> V | None:
        """The value of a tag, with a note when it has none that it may have."""
        text = self.values.get(name, "")
        if not text.strip() or text.strip() == "?" or (known and not is_known(text)):
            return None
        value = parse(text)
        if value is None:
            self.tell(code, self.at(name), text[:40])
        return value

    def _take_tags(self) -> None:
        text, file = self.text, self.file
        for names, values in file.latest.values():
            file.last.update(zip(names, values, strict=True))
        file.latest.clear()
        for at, what in text.faults:
            self.tell("bad-text", at, what)
        if text.stray:
            self.tell("stray-text", text.stray[0].at, text.stray[0].text[:40])
        part = ""
        for tag in text.tags:
            if tag.name == "Note":
                self._note(tag, part)
                continue
            part = tag.name
            if tag.name in self.tags:
                self.tell("tag-twice", tag.at, tag.name)
                continue
            self.tags[tag.name] = tag
            self.values[tag.name] = self._inherited(tag)
            if tag.words and tag.name in WORDLESS:
                self.tell("stray-text", tag.words[0].at, tag.words[0].text[:40])
        for name, value in file.standing.items():
            self.values.setdefault(name, value)
        check_values(self.tags.values(), self.values, self.tell)

    def _inherited(self, tag: Tag) -> str:
        file, name, value = self.file, tag.name, tag.value
        if value.startswith("#") and name in SINGLE:
            self.tell("bad-inheritance", tag.at, f'{name} "{value[:20]}"')
            return ""
        if value.startswith("##"):
            file.standing[name] = file.last[name] = value[2:]
            return value[2:]
        file.standing.pop(name, None)
        if value == "#":
            return file.last.get(name, "")
        file.last[name] = value
        return value

    def _note(self, tag: Tag, part: str) -> None:
        """The number of a note of the auction or the play."""
        match = re.match(r"\s*(\d{1,3})\s*:", tag.value)
        if part not in self.noted:
            self.tell("note-outside", tag.at, tag.value[:40])
        elif match is None or not 1 <= int(match[1]) <= HIGHEST_NOTE:
            self.tell("odd-mark", tag.at, tag.value[:40])
        else:
            self.noted[part].add(int(match[1]))
