"""Compare names of people, ignoring capitals, accents, punctuation and the order of words."""

import re
import unicodedata

WORD = re.compile(r"[^\W_]+")

NameKey = tuple[str, ...]


def name_key(name: str) -> NameKey:
    """The words of a name without capitals and accents, sorted: equal for the same name."""
    return tuple(sorted(_folded_words(name)))


def fold(word: str) -> str:
    """A word without capitals and accents."""
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def are_alike(name: str, other: str) -> bool:
    """Whether two names can be of one person: words may be missing, shortened or initials."""
    few, many = sorted((_folded_words(name), _folded_words(other)), key=len)
    if _is_beginning("".join(few), "".join(many)):
        return True
    rest = sorted(many, key=len, reverse=True)
    for word in sorted(few, key=len, reverse=True):
        same = next((other for other in rest if _is_beginning(word, other)), None)
        if same is None:
            return False
        rest.remove(same)
    return True


def _is_beginning(word: str, other: str) -> bool:
    """Whether one of two words begins with the other."""
    return word.startswith(other) or other.startswith(word)


def _folded_words(name: str) -> list[str]:
    return [fold(word) for word in WORD.findall(unicodedata.normalize("NFC", name))]
