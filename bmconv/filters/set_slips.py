"""Slips in what `set` is to do, each refused with the word that is wrong and the right form."""

import re

from bmconv.bridge.movements import ordinal
from bmconv.errors import UsageError, like
from bmconv.event.result_names import EXAMPLES
from bmconv.records import TYPES

_SPACED = re.compile(r"((?:\w+)(?:\[[^\]]*\]| +[^=\[\]]+?)?\.\w+) *= *(.*)", re.DOTALL)
_TARGET = re.compile(r"(\w+)(?:\[([^\]]*)\])?\.\w+=")
_NAME = re.compile(r"(SECTION|TABLE|ROUND|BOARD|PAIR|ID|N-?S|E-?W)?=?([A-Z]*)(\d*)")
"""A word of the name of a result."""


def correct_slips(word: str) -> str:
    """A change without blanks around its equals sign; UsageError for an unknown word in it."""
    spaced = _SPACED.fullmatch(word)
    text = f"{spaced[1]}={spaced[2]}" if spaced else word
    target = _TARGET.match(text)
    if target is None:
        return text
    kind, selector = target.groups()
    if kind not in TYPES and not like(kind, TYPES) and kind != "penalty":
        raise UsageError(f"{text!r}: no record type {kind!r}, such as result, player or section")
    if kind in ("result", "intermediate"):
        _refuse_unknown_words(text, selector or "")
    return text


def _refuse_unknown_words(text: str, selector: str) -> None:
    """Refuse a word that no name of a result has, and two tables."""
    tables = []
    for word in re.split(r"[\s,]+", selector.strip()):
        name = _NAME.fullmatch(word.upper())
        letters = name[2] if name else ""
        if name is None or (letters and ordinal(letters) is None):
            raise UsageError(f"{text!r}: {word!r} is not understood: expected {EXAMPLES}")
        if letters and name[3] and not name[1]:
            tables.append(word)
    if len(tables) > 1:
        raise UsageError(f"{text!r}: {tables[1]!r} is not understood: expected {EXAMPLES}")
