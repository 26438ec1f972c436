"""The tags of one PBN game: what each says, with what it takes from earlier games."""

from __future__ import annotations

import re
from typing import Any, Protocol

from bmconv.codecs.pbn_facts import (
    MANDATORY,
)
from bmconv.codecs.pbn_notes import check_values
from bmconv.codecs.pbn_sections import (
    HIGHEST_NOTE,
)
from bmconv.codecs.pbn_text import Tag, Text, unescape
from bmconv.codecs.pbn_values import (
    is_known,
)
from bmconv.records import Evaluation, Game, Hand, Result, Session

SINGLE = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"))
"""Tags whose value is never taken from another game."""

_WHOLE = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_PAIR = re.compile(r"\D*?(\d{1,6})\D*", re.ASCII)
_TRUMP = re.compile(r"NT|[SHDC]", re.IGNORECASE)
_SIDE = re.compile(r"(NS|EW)?\s*([+-]?\d{1,12}(?:\.\d*)?)", re.IGNORECASE | re.ASCII)


class File(Protocol):
    """What games share: what the file has said so far."""

    own_section: int | None
    session: Session | None
    event_tags: dict[str, str]
    """What the session says, as tags."""
    sections: set[int]
    hands: dict[tuple[int | None, int], Hand]
    evaluations: dict[tuple[int | None, int], Evaluation]
    seats: dict[tuple[int | None, int, int | None, str], str]
    last: dict[str, str]
    latest: dict[int, tuple[tuple[str, ...], tuple[str, ...]]]
    """Names and values of the games that `last` has not yet taken up, one of each shape."""
    lines: dict[str, tuple[str, ...]]
    """What pbn_quick has made of lines."""
    shapes: dict[tuple[str, ...], Any]
    """What pbn_quick makes of the names of a game's tags."""
    standing: dict[str, str]
    results: dict[tuple[int | None, ...], list[Result]]
    recorded: set[tuple[int | None, ...]]
    """Section, table, round and board of the auctions and plays so far."""
    highest: dict[tuple[int | None, ...], int]
    """The last number of a table that was given to one, by section, round and board."""
    boards: set[int]
    board: int | None
    waiting: list[Game] | None

    def tell(self, text: Text, code: str, at: int, what: str) -> None: ...

    def placed(self, result: Result) -> tuple[Result, bool]: ...


class Tagged:
    """A game's tags."""

    def __init__(self, file: File, text: Text) -> None:
        self.file = file
        self.text = text
        self.tags: dict[str, Tag] = {}
        self.values: dict[str, str] = {}
        """What each tag says, with what it takes from earlier games."""
        self.contract = ""
        self.declarer = ""
        self.cards: dict[str, str | None] = {}
        """The hands by seat."""
        self.noted: dict[str, set[int]] = {"Auction": set(), "Play": set()}

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

    def _read(self, name: str, parse: Any, code: str, *, known: bool = True) -> Any:
        """The value of a tag, with a note when it has none that it may have."""
        text = self.values.get(name, "")
        if not text.strip() or text.strip() == "?" or (known and not is_known(text)):
            return None
        value = parse(text)
        if value is None:
            self.tell(code, self.at(name), text[:40])
        return value

    def _take_tags(self) -> None:
        """The first tag of each name, and its value with what is inherited."""
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
            if tag.words and tag.name in _WORDLESS:
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


_WORDLESS = frozenset(MANDATORY) | {
    *("Section", "Table", "Round", "PairNS", "PairEW", "DoubleDummyTricks", "Ability"),
    *("Generator", "Description", "Competition", "Room", "Stage", "DealId", "Time", "Score"),
}
"""Tags behind which no section stands."""
