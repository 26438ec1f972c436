"""Pseudonyms drawn with a key: a person gets the same one in every file and every night.

A person is a number within its club, or else a name. Invented words are syllables of three letters
and invented numbers groups of three digits, with hyphens between them, so none can contain a real
name or number that is longer.
"""

import re
import unicodedata
from typing import Any

from bmconv.filters.pseudonyms import CONSONANTS, VOWELS, Pseudonyms
from bmconv.records import Player, Seat, name_of

SYLLABLES = [a + b + c for a in CONSONANTS for b in VOWELS for c in CONSONANTS]
_PEOPLE = len(SYLLABLES) ** 4
"""The number of pseudonyms, of four syllables each: about 922 billion."""
_HALF_BITS = 20
"""A pseudonym's number has 40 bits, which are encrypted as two halves."""
_LETTERS = str.maketrans("0123456789", "ABCDEFABCD")
"""Replaces each digit of a guid with a letter."""
_WORD = re.compile(r"[^\W\d_]+")


class KeyedPseudonyms(Pseudonyms):
    """The pseudonyms that a key gives the words, numbers and people of one club."""

    def __init__(self, key: bytes, club: str = "") -> None:
        super().__init__(key, set())
        self.club = club
        self.codes_by_name: dict[tuple[str, ...], int] = {}
        """For each person with a name, the number that their pseudonym is made from."""
        self.integers: dict[int, int] = {}

    def meet(self, record: Any) -> None:
        """Remember the name of a player, with the number if there is one."""
        if isinstance(record, (Seat, Player)) and (name := _name_key(name_of(record))):
            if _has_number(record.number):
                self.codes_by_name[name] = self._code(record.number or "")
            else:
                self.codes_by_name.setdefault(name, self._hash("name", " ".join(name)))

    def person(self, record: Seat | Player) -> dict[str, str]:
        """The fields that identify a person and have a value, with their pseudonyms."""
        name = _name_key(name_of(record))
        has_number = _has_number(record.number)
        code = self._code(record.number or "") if has_number else self.codes_by_name.get(name, 0)
        first, last = self._names(code)
        fields = {"name": f"{first} {last}", "first_name": first, "last_name": last}
        if has_number:
            fields["number"] = self.number(record.number or "")
        return {field: text for field, text in fields.items() if getattr(record, field)}

    def full_name(self, text: str) -> str | None:
        """The pseudonym for a text that is a name of `meet`; None for any other text."""
        code = self.codes_by_name.get(_name_key(text))
        return None if code is None else " ".join(self._names(code))

    def word(self, word: str) -> str:
        if (key := word.casefold()) not in self.words:
            drawn = self._hash("word", key)
            if SYLLABLES[drawn % len(SYLLABLES)] == key:
                drawn += 1  # never the word itself
            count = 2 if len(word) > 3 else 1
            parts = [drawn, drawn // len(SYLLABLES)][:count]
            self.words[key] = "-".join(SYLLABLES[part % len(SYLLABLES)] for part in parts)
        pseudonym = self.words[key]
        if len(word) > 1 and word.isupper():
            return pseudonym.upper()
        return pseudonym.title() if word[:1].isupper() else pseudonym

    def number(self, digits: str) -> str:
        if not digits.strip("0"):
            return digits
        if digits not in self.numbers:
            code = f"{self._code(digits):012}"
            self.numbers[digits] = "-".join(code[at : at + 3] for at in range(0, 12, 3))
        return self.numbers[digits]

    def guid(self, guid: str) -> str:
        """Another guid without digits, so that no number can be in it."""
        if guid not in self.guids:
            drawn = f"{self._draw('guid', guid, 0):0128X}"[:32]
            self.guids[guid] = drawn.translate(_LETTERS)
        return self.guids[guid]

    def integer(self, value: int) -> int:
        """A number in `extra`: replaced by 1, 2, 3 ... in the order of appearance."""
        return self.integers.setdefault(value, len(self.integers) + 1) if value else 0

    def _names(self, code: int) -> tuple[str, str]:
        parts = []
        for _ in range(4):
            code, at = divmod(code, len(SYLLABLES))
            parts.append(SYLLABLES[at].title())
        return "-".join(parts[:2]), "-".join(parts[2:])

    def _code(self, number: str) -> int:
        """The number that a player's pseudonym is made from: another for every number of a club.

        Numbers that are too large or have other characters than digits are hashed like names: two
        of these may by chance get the same pseudonym.
        """
        plain = number.strip().lstrip("0")
        if not (plain.isascii() and plain.isdigit()) or int(plain) >= _PEOPLE:
            return self._hash("other", plain.casefold())
        code = int(plain)
        low_half = (1 << _HALF_BITS) - 1
        # A Feistel network permutes 40-bit numbers; it is repeated until the number is in range.
        while True:
            for turn in range(8):
                high, low = code >> _HALF_BITS, code & low_half
                mixed = self._draw("turn", f"{self.club}\0{turn}\0{low}", 0)
                code = (low << _HALF_BITS) | (high ^ (mixed & low_half))
            if code < _PEOPLE:
                return code

    def _hash(self, kind: str, text: str) -> int:
        return self._draw(kind, f"{self.club}\0{text}", 0) % _PEOPLE


def _name_key(name: str) -> tuple[str, ...]:
    """A name without capitals, accents, punctuation and the order of its words."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    return tuple(sorted(_WORD.findall(plain)))


def _has_number(number: str | None) -> bool:
    return bool(number and number.strip(" 0"))
