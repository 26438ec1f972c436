"""Replace the names and numbers of people with invented ones, the same everywhere in an event.

Every text is replaced unless it is known to be technical (`KEPT`), so that a new field is safe. The
whole event is read first, because nothing invented may be, or contain, one of its words or numbers.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import copy
from hashlib import blake2b
from typing import Any

from msgspec.structs import astuple

from bmconv import records as rec
from bmconv.filters import Records
from bmconv.filters.facts import (
    KEPT,
    is_extra_fact,
    is_method_fact,
    is_table_word,
    is_tag_fact,
)
from bmconv.filters.keyed_pseudonyms import KeyedPseudonyms
from bmconv.filters.pseudonyms import Pseudonyms

KEPT_ON_PURPOSE = (
    "contracts, scores, cards, movement, dates, times, settings, and numbers of pairs and tables"
)
"""What is not replaced, as the command reports it."""

_TEXT = re.compile(r"(\d{1,18})|[^\W\d_]{1,30}")
"""Words and numbers; longer ones are replaced in pieces."""
_LONG = re.compile(r"[^\W\d_]{2,30}")
"""Words in text about movements; single letters there are compass points and switches."""
_BETWEEN_NAMES = re.compile(r"(\s*[&/+;]\s*|\s+-\s+)")
"""What separates two names in one text."""
_GUID = re.compile("[0-9A-F]{32}")
_DIRECTIVE = re.compile(r"% ?(?:PBN [\d.]+|EXPORT|IMPORT)")
_RANKING_FACTS = ("provisional", "imps", "penalty", "average")
"""The keys that `rank` puts into `extra` of a ranking."""


def anonymise(records: Records, key: bytes | None = None, club: str | None = None) -> Mask:
    """The mask for these records, which are read once to collect the words to replace.

    With a key (see keyed_pseudonyms.py), the same person of a club gets the same name in every
    event; unless `club` is given, it is the event's club. Without a key the secret is made from the
    event's own texts: the same event gives the same pseudonyms, and nobody can reverse them by
    trying names.
    """
    if key is not None:
        people = KeyedPseudonyms(key, _club(records) if club is None else club)
        for record in records():
            people.meet(record)
        return Mask(people)
    collector = WordCollector()
    mask = Mask(collector)
    for record in records():
        mask.edit(record)
    words = "\0".join(sorted(collector.taken)).encode("utf-8", "surrogatepass")
    return Mask(Pseudonyms(blake2b(words).digest(), collector.taken))


def _club(records: Records) -> str:
    """The club of an event, or else of its first player who has one."""
    clubs = (
        r.club_id for r in records() if isinstance(r, (rec.EventInfo, rec.Player)) and r.club_id
    )
    return next(clubs, "")


class WordCollector(Pseudonyms):
    """Collects every word and number, and replaces none."""

    def __init__(self) -> None:
        super().__init__(b"", set())

    def word(self, word: str) -> str:
        self.taken.add(word.lower())
        return word

    def number(self, digits: str) -> str:
        self.taken.add(digits)
        self.taken.add(digits.lstrip("0"))
        return digits

    def guid(self, guid: str) -> str:
        self.taken.add(guid)
        return guid


class Mask:
    """Replaces names, numbers and other texts of people in records."""

    def __init__(self, names: Pseudonyms) -> None:
        self.names = names

    def edit(self, record: rec.Record) -> rec.Record:
        """A copy of the record with every text replaced that may be a person's."""
        new = copy(record)
        pseudonyms: dict[str, str] = {}
        if isinstance(self.names, KeyedPseudonyms) and isinstance(record, (rec.Seat, rec.Player)):
            pseudonyms = self.names.person(record)
        for field, value in zip(record.__struct_fields__, astuple(record), strict=True):
            if value:
                setattr(new, field, pseudonyms.get(field) or self._mask(record, field, value))
        return new

    def _mask(self, record: rec.Record, field: str, value: Any) -> Any:
        if isinstance(record, (rec.Library, rec.Movement, rec.MovementRound)):
            return self._deep(value, self._movement_text, lambda number: number)
        if isinstance(value, str):
            if field == "guid":
                return self.names.guid(value)
            test = KEPT.get(field)
            return value if test and _passes(test, value) else self.text(value)
        if field == "id" and isinstance(record, rec.Player):
            return self.integer(value)
        if field == "names":
            return [self.text(name) for name in value]
        if field == "tags":
            return [(name, *(self._tag(name, part) for part in text)) for name, *text in value]
        if field == "sections":
            return [(n, name, [self._token(w) for w in words]) for n, name, words in value]
        if field == "comments":
            return [(at, c if _DIRECTIVE.fullmatch(c) else self.text(c)) for at, c in value]
        if field == "values":
            return {name: self._setting(name, inner) for name, inner in value.items()}
        if field == "method" and isinstance(value, dict):
            return {k: v if is_method_fact(k, v) else self._deep(v) for k, v in value.items()}
        if field == "extra":
            facts = _RANKING_FACTS if isinstance(record, rec.Ranking) else ()
            return {k: v if k in facts else self._deep({k: v})[k] for k, v in value.items()}
        return value

    def text(self, text: str) -> str:
        """Text with every word and every number replaced."""
        if _GUID.fullmatch(text):
            return self.names.guid(text)
        if not isinstance(self.names, KeyedPseudonyms):
            return self._words(text)
        parts = _BETWEEN_NAMES.split(text)  # names, and between them separators
        parts[::2] = [self.names.full_name(part) or self._words(part) for part in parts[::2]]
        return "".join(parts)

    def _words(self, text: str) -> str:
        return _TEXT.sub(lambda m: self.names.number(m[0]) if m[1] else self.names.word(m[0]), text)

    def integer(self, value: int) -> int:
        """The pseudonym of an integer; it fits into 32 bits."""
        if isinstance(self.names, KeyedPseudonyms):
            return self.names.integer(value)
        number = int(self.names.number(str(abs(value))))
        return (number if number < 2**31 else number % 10**9) * (-1 if value < 0 else 1)

    def _movement_text(self, text: str) -> str:
        """Text with the words replaced, and the numbers of a movement kept."""
        return _LONG.sub(lambda m: self.names.word(m[0]), text)

    def _setting(self, name: str, value: bool | int | str) -> bool | int | str:
        """The value to keep of a setting: 0000 for a PIN code, other texts replaced."""
        if name.upper().endswith("PINCODE"):
            return "0000"
        return self.text(value) if isinstance(value, str) else value

    def _tag(self, name: str, text: str) -> str:
        return text if is_tag_fact(name, text) else self.text(text)

    def _token(self, word: str) -> str:
        """A word of a PBN table, replaced unless it is about the game."""
        return word if is_table_word(word) else self.text(word)

    def _deep(
        self,
        value: Any,
        text: Callable[[str], str] | None = None,
        integer: Callable[[int], int] | None = None,
    ) -> Any:
        """A value of `extra`, its texts and numbers replaced at any depth; facts of the game stay.

        `text` and `integer` are the functions that replace them; by default, the mask's own.
        """
        if isinstance(value, dict):
            return {
                name: inner if is_extra_fact(name, inner) else self._deep(inner, text, integer)
                for name, inner in value.items()
            }
        if isinstance(value, (list, tuple)):
            return [self._deep(inner, text, integer) for inner in value]
        if isinstance(value, str):
            return (text or self.text)(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return (integer or self.integer)(value)
        if isinstance(value, float) and abs(value) >= 10_000 and value.is_integer():
            return float((integer or self.integer)(int(value)))  # Access stored an integer so
        return value


def _passes(test: Callable[[str], Any], value: str) -> bool:
    """Whether a test of `KEPT` accepts a text: its answer is not None or False, but can be 0."""
    answer = test(value)
    return answer is not None and answer is not False
