"""What breaks a rule, and the tests that the rules of many DTOs share.

A path starts at the DTO that is looked at.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Any, NamedTuple

LETTERS = frozenset(chr(c) * n for c in range(ord("A"), ord("Z") + 1) for n in (1, 2, 3))
LETTERS_FORM = "A to Z, AA to ZZ or AAA to ZZZ"
GUID_FORM = "32 of 0-9 and A-F"
_GUID = re.compile(r"[0-9A-F]{32}")


class Finding(NamedTuple):
    """A rule that is broken, and where."""

    rule: str
    path: str
    message: str
    causes: tuple[Finding, ...] = ()
    """What is wrong inside, for a rule that only passes that on."""

    def __str__(self) -> str:
        """The rule with those inside, as `SE12[TA10[RO5]]`."""
        return f"{self.rule}[{','.join(map(str, self.causes))}]" if self.causes else self.rule


Found = Iterator[Finding]


def inside(rule: str, path: str, causes: Iterable[Finding], what: str) -> Found:
    """Something inside that must be valid."""
    found = tuple(causes)
    if found:
        yield Finding(rule, path, f"{what} is not valid", found)


def at_least(rule: str, name: str, number: int, least: int = 1) -> Found:
    """A number that may not be lower."""
    if number < least:
        yield Finding(rule, f".{name}", f"is {number}, expected {least} or more")


def in_range(rule: str, name: str, number: int, low: int, high: int) -> Found:
    """A number between two others, both allowed."""
    if not low <= number <= high:
        yield Finding(rule, f".{name}", f"is {number}, expected {low} to {high}")


def one_of(rule: str, name: str, number: int, known: Collection[int]) -> Found:
    """A number of a list."""
    if number not in known:
        *most, last = map(str, known)
        expected = f"{', '.join(most)} or {last}"
        yield Finding(rule, f".{name}", f"is {number}, expected {expected}")


def guid_of(rule: str, dto: Any) -> Found:
    """A strict session guid."""
    if not strict(dto.SessionGuid):
        yield Finding(rule, ".SessionGuid", f"is {shown(dto.SessionGuid)}, expected {GUID_FORM}")


def null_or_guid(rule: str, path: str, guid: str | None) -> Found:
    """A guid that need not be there, but if it is must be strict."""
    if guid is not None and not strict(guid):
        yield Finding(rule, path, f"is {shown(guid)}, expected null or {GUID_FORM}")


def letters_of(rule: str, name: str, letters: str | None) -> Found:
    """Letters of a section."""
    if letters not in LETTERS:
        yield Finding(rule, f".{name}", f"is {shown(letters)}, expected {LETTERS_FORM}")


def differs(rule: str, path: str, name: str, value: object, expected: object) -> Found:
    """A value that must be that of the DTO around."""
    if value != expected:
        text = f"is {shown(value)}, expected {shown(expected)} as around it"
        yield Finding(rule, f"{path}.{name}", text)


def strict(guid: str | None) -> bool:
    """Whether a guid is 32 upper-case hexadecimal digits."""
    return guid is not None and _GUID.fullmatch(guid) is not None


def blank(text: str | None) -> bool:
    """Whether a text says nothing."""
    return text is None or not text.strip()


def twice(values: Iterable[object]) -> list[object]:
    """The values that occur more than once."""
    return [value for value, count in Counter(values).items() if count > 1]


def shown(value: object) -> str:
    """A value for a message, short enough for a line."""
    if value is None:
        return "null"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
