"""Invented words and numbers in place of people's, of the same length and script."""

import unicodedata
from collections import Counter
from functools import cache, cached_property
from hashlib import blake2b

VOWELS, CONSONANTS = "aeiou", "bdfgklmnprstvz"
_ALPHABETS = (
    "àáâäåæçèéêëìíîïðñòóôöøùúûüýþ",
    "ąćčďęěğłńňőřśşťůűźż",
    "абвгдежзиклмнопрстуфхцчшэюя",
    "αβγδεζηθικλμνξοπρστυφχψω",
    "山川木林石田雨雪月星花草竹松海江河湖春秋冬夏东西南北风云",
)
_ALPHABET_OF = {letter: alphabet for alphabet in _ALPHABETS for letter in alphabet}
_TRIES = 200
"""How often to draw when a word or number is taken or too much like a real one."""
MOST_TAKEN = 0.5
"""If the event has more than this share of all numbers of a length, invented ones are longer."""
FEW_TAKEN = 0.01
"""If the event has more than this share of all numbers of a length, invented numbers may contain
its numbers of that length."""
FEW_WORDS_TAKEN = 0.25
"""The same limit for words: as a share of all words of a length that can be invented."""


class Pseudonyms:
    """The pseudonyms of words, numbers and guids, drawn with a secret.

    Texts in `taken` are never drawn: the words of the event, in lower case, and its numbers.
    """

    def __init__(self, secret: bytes, taken: set[str]) -> None:
        self._keyed_hash = blake2b(key=secret[:64])
        self.taken = taken
        self.words: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.guids: dict[str, str] = {}
        self._drawn: set[str] = set()
        self._spellings: dict[str, str] = {}
        """The pseudonym of each word as capitalised in the event."""
        self._lengths: dict[tuple[bool, int, int], list[int]] = {}
        """The results of `_avoidable`, by its arguments."""

    def word(self, word: str) -> str:
        """A word of the same script and, if one is left, the same length.

        It is capitalised like the original: not at all, the first letter, or all letters.
        """
        pseudonym = self._spellings.get(word)
        if pseudonym is None:
            key = _in_lower_case(word)
            if key not in self.words:
                self.words[key] = self._new_word(key)
            capitals = len(word) if word.isupper() else int(word[:1].isupper())
            new = self.words[key]
            pseudonym = "".join(map(_capital, new[:capitals])) + new[capitals:]
            self._spellings[word] = pseudonym
        return pseudonym

    def number(self, digits: str) -> str:
        """A number of the same length with as many leading zeros; longer if none is left."""
        if digits not in self.numbers:
            plain = digits if digits.isascii() else "".join(str(int(c)) for c in digits)
            self.numbers[digits] = plain if not plain.strip("0") else self._new_number(plain)
        return self.numbers[digits]

    def guid(self, guid: str) -> str:
        """Another guid."""
        if guid not in self.guids:
            self.guids[guid] = f"{self._draw('guid', guid, 0):0128X}"[:32]
        return self.guids[guid]

    def _draw(self, kind: str, original: str, attempt: int) -> int:
        return int.from_bytes(self._digest(kind, original, attempt), "big")

    def _digest(self, kind: str, original: str, attempt: int) -> bytes:
        hash = self._keyed_hash.copy()
        hash.update(f"{kind}\0{original}\0{attempt}".encode("utf-8", "surrogatepass"))
        return hash.digest()

    def _new_word(self, word: str) -> str:
        """Draw until a word is new and contains no real one, which late attempts do not avoid."""
        pseudonym = word
        choices = [_letters_like(letter, place) for place, letter in enumerate(word)]
        for attempt in range(_TRIES):
            if attempt in (_TRIES // 2, _TRIES * 3 // 4):  # perhaps no word of this length is left
                choices.append(_letters_like(word[-1], len(choices)))
            drawn = zip(choices, self._digest("word", word, attempt), strict=False)
            pseudonym = "".join([choice[byte % len(choice)] for choice, byte in drawn])
            least = 2 if attempt < _TRIES // 4 else len(pseudonym)
            if pseudonym not in self._drawn and not self._contains_taken(pseudonym, least):
                break
        self._drawn.add(pseudonym)
        return pseudonym

    def _new_number(self, digits: str) -> str:
        """Draw until a number is new and contains no real one, which late attempts do not avoid."""
        zeros, pseudonym = len(digits) - len(digits.lstrip("0")), digits
        for attempt in range(_TRIES):
            leading = zeros if attempt < _TRIES // 4 else 0
            width = len(digits) - leading + (attempt >= _TRIES // 2)
            while self._share_taken(width) > MOST_TAKEN:
                width += 1
            first = 10 ** (width - 1)
            value = first + self._draw("number", digits, attempt) % (9 * first)
            pseudonym = "0" * leading + str(value)
            least = 3 if attempt < _TRIES * 3 // 4 else len(pseudonym)
            if (
                pseudonym not in self._drawn
                and not self._contains_taken(pseudonym, least)
                and not self._is_beside(digits, value)
            ):
                break
        self._drawn.add(pseudonym)
        return pseudonym

    def _contains_taken(self, pseudonym: str, least: int) -> bool:
        """Whether a pseudonym contains a real word or number of `least` or more characters.

        In scripts other than Latin, a single letter can be a word.
        """
        if pseudonym in self.taken or pseudonym.lstrip("0") in self.taken:
            return True
        size = len(pseudonym)
        if pseudonym.isascii():
            key = (pseudonym.isdecimal(), size, least)
            if key not in self._lengths:
                self._lengths[key] = self._avoidable(size, least, of_numbers=key[0])
            for length in self._lengths[key]:
                for start in range(size - length + 1):
                    if pseudonym[start : start + length] in self.taken:
                        return True
            return False
        return any(
            pseudonym[start:end] in self.taken
            for start in range(size)
            for end in range(start + 1, size + 1)
            if end - start >= least or ord(pseudonym[start]) > 0x2FF
        )

    def _avoidable(self, size: int, least: int, *, of_numbers: bool) -> list[int]:
        """The lengths of real words or numbers that a pseudonym of a size must not contain."""
        counts = self._numbers_by_length if of_numbers else self._words_by_length
        return [
            length
            for length in range(least, size)
            if counts[length] and self._is_rare(length, of_numbers=of_numbers)
        ]

    def _is_rare(self, width: int, *, of_numbers: bool) -> bool:
        """Whether real words or numbers of a length are so few that pseudonyms can avoid them."""
        if of_numbers:
            return self._share_taken(width) <= FEW_TAKEN
        vowels = width // 2
        possible = float(len(CONSONANTS)) ** (width - vowels) * float(len(VOWELS)) ** vowels
        return self._words_by_length[width] <= FEW_WORDS_TAKEN * possible

    def _share_taken(self, width: int) -> float:
        """The event's share of all numbers of a length."""
        return self._numbers_by_length[width] / float(10**width)

    @cached_property
    def _numbers_by_length(self) -> Counter[int]:
        return Counter(len(text) for text in self.taken if text.isdecimal())

    @cached_property
    def _words_by_length(self) -> Counter[int]:
        return Counter(len(text) for text in self.taken if not text.isdecimal())

    def _is_beside(self, digits: str, value: int) -> bool:
        """Whether two consecutive numbers would get consecutive pseudonyms."""
        width = len(digits)
        for step in (-1, 1):
            other = self.numbers.get(f"{int(digits) + step:0{width}}")
            if other is not None and abs(int(other) - value) <= 1:
                return True
        return False


def _in_lower_case(word: str) -> str:
    """A word in lower case, except for letters that would become two."""
    if word.isascii():
        return word.lower()
    return "".join(c if len(c.lower()) > 1 else c.lower() for c in word)


def _capital(letter: str) -> str:
    """A letter as a capital, unless that is two letters."""
    return letter.upper() if len(letter.upper()) == 1 else letter


@cache
def _letters_like(letter: str, place: int) -> str:
    """The letters that can replace a letter: of its script, and easy to pronounce."""
    if letter.isascii():
        return VOWELS if place % 2 else CONSONANTS
    alphabet = _ALPHABET_OF.get(letter)
    if alphabet is None and "CJK" in unicodedata.name(letter, ""):
        alphabet = _ALPHABETS[-1]
    if alphabet is None:
        block = ord(letter) & ~0x3F
        kind = unicodedata.category(letter)
        alphabet = "".join(
            c for c in map(chr, range(block, block + 64)) if unicodedata.category(c) == kind
        )
    return alphabet.replace(letter, "") or _ALPHABETS[1]
