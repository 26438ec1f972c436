"""Hide some people: in every text their names become "Player", and their numbers are left out.

A list has a number or a name in each line, or both. Within an event a listed number hides the names
that belong to it, and a listed name its number. Capitals, accents, punctuation and the order of
words in a name do not matter.
"""

import os
import re
import unicodedata
from collections.abc import Iterator
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from bmconv.errors import BadInput
from bmconv.event.person_names import WORD, NameKey, fold, name_key
from bmconv.filters.anonymise import Mask, WordCollector
from bmconv.filters.people import published_players
from bmconv.io.source import open_source
from bmconv.records import HIDDEN, Error, Player, Ranking, Record, Seat, name_of

SHORTEST = 4
"""The fewest characters of a number, or of a name that is not listed, to be hidden inside texts."""
_WITHIN_NAME = re.compile(r"[\s,.'’-]{0,3}")
"""What can be between two words of a name."""


class HiddenPeople(NamedTuple):
    """The people of a list."""

    numbers: frozenset[str]
    names: frozenset[NameKey]
    mark: str = ""
    """What tells this list from others, and no more."""

    def text(self, text: str) -> str:
        """A text without these people."""
        return HidingMask(self, []).text(text)

    def edit(self, records: list[Record]) -> list[Record]:
        """The records of an event without these people."""
        mask = HidingMask(self, records)
        return [
            record if isinstance(record, Error) else mask.edit(record)
            for record in records
            if not (isinstance(record, Player) and mask.is_hidden(record))
        ]


def read_hidden(path: str) -> HiddenPeople:
    """Read a list of people; lines that begin with # are comments."""
    numbers, names = set(), set()
    with open_source(path) as source:
        lines = list(source.text_lines())
    for at, line in enumerate(lines, 1):
        words = line.split()
        if not words or line.lstrip().startswith("#"):
            continue
        of_name = [word for word in words if not any(map(str.isdigit, word))]
        numbers |= {_number_key(word.strip(",;")) for word in words if word not in of_name}
        name = name_key(" ".join(of_name))
        if not name and len(of_name) == len(words):
            raise BadInput(f"{path}:{at}", f"{line.strip()[:40]!r}", "a number or a name")
        names |= {name} if name else set()
    changed = os.stat(path).st_mtime_ns
    # the time is nothing that others can guess, so nobody can try out names
    key = changed.to_bytes(8, "big", signed=True)
    text = "\n".join([*sorted(numbers), *(" ".join(name) for name in sorted(names))])
    mark = blake2b(text.encode(), key=key, digest_size=16).hexdigest()
    return HiddenPeople(frozenset(numbers), frozenset(names), mark)


class HidingMask(Mask):
    """Replaces the names of some people in the records of one event, and leaves out numbers."""

    def __init__(self, listed: HiddenPeople, records: list[Record]) -> None:
        super().__init__(WordCollector())
        people = [
            (_number_key(number or ""), name_key(name or "")) for number, name in _people(records)
        ]
        theirs = {number for number, name in people if name in listed.names}
        self.hidden_numbers = (theirs | listed.numbers) - {""}
        called = {name for number, name in people if number in self.hidden_numbers}
        self.hidden_names = (called | listed.names) - {()}
        self.names_in_text = {
            name
            for name in self.hidden_names
            if name in listed.names or len("".join(name)) >= SHORTEST
        }
        self.known_texts: dict[str, str] = {}

    def is_hidden(self, record: Seat | Player) -> bool:
        """Whether a record is about one of these people."""
        number, name = _number_key(record.number or ""), name_key(name_of(record))
        return number in self.hidden_numbers or name in self.hidden_names

    def edit(self, record: Record) -> Record:
        """A copy of the record in which nobody can recognise these people."""
        new = super().edit(record)
        if isinstance(record, Seat) and isinstance(new, Seat) and self.is_hidden(record):
            new.number = new.first_name = new.last_name = None
            new.name = HIDDEN
        return new

    def text(self, text: str) -> str:
        """A text with all names of these people replaced, and without their numbers."""
        if text not in self.known_texts:
            self.known_texts[text] = self._hide(text)
        return self.known_texts[text]

    def integer(self, value: int) -> int:
        """A number in `extra`: 0 for that of a hidden player."""
        return 0 if len(str(value)) >= SHORTEST and str(value) in self.hidden_numbers else value

    def _setting(self, name: str, value: bool | int | str) -> bool | int | str:
        return value  # settings are about terminals

    def _hide(self, text: str) -> str:
        if name_key(text) in self.hidden_names:
            return HIDDEN
        if _number_key(text) in self.hidden_numbers:
            return ""
        plain = unicodedata.normalize("NFC", text)
        words = list(WORD.finditer(plain))
        parts, end, at = [], 0, 0
        while at < len(words):
            count = self._hidden_at(plain, words, at)
            if count:
                single = words[at][0]
                parts.append(plain[end : words[at].start()])
                parts.append("" if _is_number(single, self.hidden_numbers) else HIDDEN)
                end = words[at + count - 1].end()
            at += count or 1
        return "".join([*parts, plain[end:]]) if parts else text

    def _hidden_at(self, text: str, words: list[re.Match[str]], at: int) -> int:
        """The number of words of a hidden name or number that begins at a word; 0 if none does."""
        if _is_number(words[at][0], self.hidden_numbers):
            return 1
        for size in sorted({len(name) for name in self.names_in_text}, reverse=True):
            span = words[at : at + size]
            if (
                len(span) == size
                and tuple(sorted(fold(word[0]) for word in span)) in self.names_in_text
            ):
                between = pairwise(span)
                if all(_WITHIN_NAME.fullmatch(text, a.end(), b.start()) for a, b in between):
                    return size
        return 0


def _number_key(number: str) -> str:
    return number.strip().lstrip("0").casefold()


def _is_number(word: str, numbers: set[str]) -> bool:
    return len(word) >= SHORTEST and _number_key(word) in numbers


def _people(records: list[Record]) -> Iterator[tuple[str | None, str | None]]:
    """The numbers and names that an event has together."""
    for record in records:
        if isinstance(record, (Seat, Player)):
            yield record.number, name_of(record)
        elif isinstance(record, Ranking):
            yield from published_players(record)
