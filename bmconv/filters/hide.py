"""Hide some people: in every text their names become "Player", and their numbers are left out.

A list has a person in each line: a number or a name, or both. Within an event a listed number hides
the names that belong to it, and a listed name its number. A number that is listed with a name does
not hide a person with a quite different name: at another club it may be somebody else's number.
Capitals, accents, punctuation and the order of words in a name do not matter.
"""

import os
import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher
from hashlib import blake2b
from itertools import pairwise
from typing import NamedTuple

from bmconv.errors import BadInput
from bmconv.event.person_names import WORD, NameKey, fold, name_key
from bmconv.event.seating import published_players
from bmconv.filters.anonymise import Mask, WordCollector
from bmconv.io.source import open_source
from bmconv.records import HIDDEN_NAME, Error, Player, Ranking, Record, Seat, name_of

SHORTEST = 4
"""The fewest characters of a number that is hidden inside a text, and of a name that is not itself
listed."""
_WITHIN_NAME = re.compile(r"[\s,.'’-]{0,3}")
"""What can be between two words of a name."""
_LEAST_SIMILARITY = 0.75
"""Two words at least this similar (1 is equal) may be spellings of one name."""
_SHORTEST_BEGINNING = 3
"""The fewest letters of a word that may be the beginning of another."""
_RULES_VERSION = "2"
"""Raise this number when the rules for hiding change, so that exports read their files again."""


class ListedPerson(NamedTuple):
    """The person in a line of a list."""

    numbers: frozenset[str]
    name: NameKey = ()
    line: int = 0
    text: str = ""
    """The line as it is written."""

    def may_be_called(self, name: NameKey) -> bool:
        """Whether a name may be this person's: either name is missing, or they have similar words.

        More names pass than with `are_alike`: to hide one person too many is the smaller mistake.
        """
        mine, theirs = _telling_words(self.name), _telling_words(name)
        return not (mine and theirs) or any(
            _is_alike(one, other) for one in mine for other in theirs
        )


class HiddenPeople(NamedTuple):
    """The people of a list."""

    people: tuple[ListedPerson, ...]
    path: str = ""
    mark: str = ""
    """A mark that identifies the list without revealing it."""

    def text(self, text: str) -> str:
        """A text without these people."""
        return HidingMask(self, []).text(text)

    def edit(self, records: list[Record]) -> tuple[list[Record], frozenset[int]]:
        """The records with these people hidden, and the lines of the list that matched."""
        mask = HidingMask(self, records)
        edited = [
            record if isinstance(record, Error) else mask.edit(record)
            for record in records
            if not (isinstance(record, Player) and mask.is_hidden(record))
        ]
        return edited, mask.matched_lines()


def read_hidden(path: str) -> HiddenPeople:
    """Read a list of people; lines that begin with # are comments."""
    with open_source(path) as source:
        lines = list(source.text_lines())
    people = [
        _listed_person(line.strip(), number, path)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.lstrip().startswith("#")
    ]
    modified = os.stat(path).st_mtime_ns
    # The key is hard to guess, so that nobody can find out by trying names who is listed.
    key = modified.to_bytes(8, "big", signed=True)
    listed = [(one.line, *sorted(one.numbers), *one.name) for one in people]
    text = f"{_RULES_VERSION} {listed}"
    mark = blake2b(text.encode(), key=key, digest_size=16).hexdigest()
    return HiddenPeople(tuple(people), path, mark)


def _listed_person(line: str, line_number: int, path: str) -> ListedPerson:
    """The person in a line: a number, a name or both."""
    place, quoted = f"{path}:{line_number}", f"{line[:40]!r}"
    words = re.sub("[,;:|]", r"\g<0> ", line).split()
    of_name = [word for word in words if not any(map(str.isdigit, word))]
    numbers = {_number_key(word.strip(',;:|"')) for word in words if word not in of_name}
    name = name_key(" ".join(of_name))
    if not name and not numbers:
        raise BadInput(place, quoted, "a number or a name")
    if _has_several_names(" ".join(of_name)):
        raise BadInput(place, quoted, "one person per line, such as 4711 Ada Lind")
    return ListedPerson(frozenset(numbers), name, line_number, line)


def _has_several_names(text: str) -> bool:
    """Whether a text seems to contain several names; `Lind, Ada` is one name."""
    if sum(bool(name_key(part)) for part in re.split("[;&]", text)) > 1:
        return True
    return sum(len(name_key(part)) > 1 for part in text.split(",")) > 1


class HidingMask(Mask):
    """Hides some people in the records of one event: replaces names and leaves out numbers."""

    def __init__(self, listed: HiddenPeople, records: list[Record]) -> None:
        super().__init__(WordCollector())
        self.people = listed.people
        self.listed_names = {person.name for person in self.people} - {()}
        self.listed_by_number: dict[str, list[ListedPerson]] = {}
        for person in self.people:
            for number in person.numbers - {""}:
                self.listed_by_number.setdefault(number, []).append(person)
        people = [
            (_number_key(number or ""), name_key(name or "")) for number, name in _people(records)
        ]
        numbers_of_listed = {number for number, name in people if name in self.listed_names}
        named = {(number, name) for number, name in people if name}
        numbers_of_others = {number for number, _ in named} - {
            number for number, name in named if not self._is_other(number, name)
        }
        """Numbers that here belong only to people with other names than are listed with them."""
        listed_numbers = self.listed_by_number.keys() - numbers_of_others
        self.hidden_numbers = (numbers_of_listed | listed_numbers) - {""}
        names_of_hidden_numbers = {
            name
            for number, name in people
            if number in self.hidden_numbers and not self._is_other(number, name)
        }
        self.hidden_names = (names_of_hidden_numbers | self.listed_names) - {()}
        self.names_in_text = {
            name
            for name in self.hidden_names
            if name in self.listed_names or len("".join(name)) >= SHORTEST
        }
        self.known_texts: dict[str, str] = {}
        self.met: set[str | NameKey] = {part for person in people for part in person if part}
        """Numbers and names found in this event, of hidden people and of others."""

    def _is_other(self, number: str, name: NameKey) -> bool:
        """Whether a number is listed, but only with names that are quite unlike this name."""
        listed = self.listed_by_number.get(number)
        return bool(listed) and not any(person.may_be_called(name) for person in listed or ())

    def is_hidden(self, record: Seat | Player) -> bool:
        """Whether a record is about one of these people."""
        number, name = _number_key(record.number or ""), name_key(name_of(record))
        if name in self.hidden_names:
            return True
        return number in self.hidden_numbers and not self._is_other(number, name)

    def matched_lines(self) -> frozenset[int]:
        """The lines of the list that match somebody in the records edited so far."""
        return frozenset(
            person.line
            for person in self.people
            if person.name in self.met or person.numbers & self.hidden_numbers & self.met
        )

    def edit(self, record: Record) -> Record:
        """A copy of the record in which nobody can recognise these people."""
        new = super().edit(record)
        if isinstance(record, Seat) and isinstance(new, Seat) and self.is_hidden(record):
            new.number = new.first_name = new.last_name = None
            new.name = HIDDEN_NAME
        return new

    def text(self, text: str) -> str:
        """A text with all names of these people replaced, and without their numbers."""
        if text not in self.known_texts:
            self.known_texts[text] = self._hide(text)
        return self.known_texts[text]

    def integer(self, value: int) -> int:
        """A number in `extra`; 0 in place of a hidden player's number."""
        return 0 if len(str(value)) >= SHORTEST and str(value) in self.hidden_numbers else value

    def _setting(self, name: str, value: bool | int | str) -> bool | int | str:
        return value  # settings are about terminals

    def _hide(self, text: str) -> str:
        if (name := name_key(text)) in self.hidden_names:
            self.met.add(name)
            return HIDDEN_NAME
        if (number := _number_key(text)) in self.hidden_numbers:
            self.met.add(number)
            return ""
        plain = unicodedata.normalize("NFC", text)
        words = list(WORD.finditer(plain))
        parts, end, at = [], 0, 0
        while at < len(words):
            count = self._hidden_at(plain, words, at)
            if count:
                single = words[at][0]
                parts.append(plain[end : words[at].start()])
                parts.append("" if _is_number(single, self.hidden_numbers) else HIDDEN_NAME)
                end = words[at + count - 1].end()
            at += count or 1
        return "".join([*parts, plain[end:]]) if parts else text

    def _hidden_at(self, text: str, words: list[re.Match[str]], at: int) -> int:
        """The number of words of the hidden name or number that begins here; 0 if none does."""
        if _is_number(words[at][0], self.hidden_numbers):
            self.met.add(_number_key(words[at][0]))
            return 1
        for size in sorted({len(name) for name in self.names_in_text}, reverse=True):
            span = words[at : at + size]
            name = tuple(sorted(fold(word[0]) for word in span))
            if len(span) == size and name in self.names_in_text:
                between = pairwise(span)
                if all(
                    _WITHIN_NAME.fullmatch(text, one.end(), next_one.start())
                    for one, next_one in between
                ):
                    self.met.add(name)
                    return size
        return 0


def _telling_words(name: NameKey) -> list[str]:
    """The words of a name that tell people apart (no initials), and all of them joined."""
    words = [word for word in name if len(word) > 1 and not word.isdigit()]
    return [*words, "".join(words)] if words else []


def _is_alike(one: str, other: str) -> bool:
    """Whether two words may be spellings of one name, or one is the beginning of the other."""
    if min(len(one), len(other)) >= _SHORTEST_BEGINNING and (
        one.startswith(other) or other.startswith(one)
    ):
        return True
    return SequenceMatcher(None, one, other).ratio() >= _LEAST_SIMILARITY


def _number_key(number: str) -> str:
    return number.strip().lstrip("0").casefold()


def _is_number(word: str, numbers: set[str]) -> bool:
    return len(word) >= SHORTEST and _number_key(word) in numbers


def _people(records: list[Record]) -> Iterator[tuple[str | None, str | None]]:
    """The number and name of each person in an event, as far as records have them."""
    for record in records:
        if isinstance(record, (Seat, Player)):
            yield record.number, name_of(record)
        elif isinstance(record, Ranking):
            yield from published_players(record)
