"""A rule: which values of a field are valid, and in which scope."""

import re
from collections.abc import Callable, Collection
from typing import Any, NamedTuple

from msgspec import Struct

from bmconv.rules.terminals import WIDEST, Limits

ERROR, WARNING = "error", "warning"


CONTROL = re.compile(r"[\x00-\x1f\x7f]")
"""The characters that a text of a .bws must not have: other programs end it at the first of them,
or show a name in two lines."""


class Scope(Struct, frozen=True, cache_hash=True):
    """Where a value is used: in a format whose guide limits it, and for a terminal."""

    format: str = ""
    """`bws` (also for BMPFTP files) or `dto`; empty for records and all other formats."""
    limits: Limits = WIDEST


RECORDS, BWS, DTO = Scope(), Scope("bws"), Scope("dto")
SCOPES = {scope.format: scope for scope in (RECORDS, BWS, DTO)}
"""The scopes by `Format.scope`."""


class Verdict(NamedTuple):
    """The standard spelling of a valid value; or an invalid value itself, with a code."""

    value: Any
    code: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the value may be used, as it is or respelled."""
        return not self.code


class Form(NamedTuple):
    """Another spelling of a value that is worth a note when it is read."""

    code: str
    text: str
    """The text of the note, after the noun: how the values were written, or are written now."""
    pattern: str = ".*"
    """A regular expression for the spelling."""
    format: str = ""
    """The only format in which it is noted; empty for all."""

    def fits(self, value: Any, scope: Scope) -> bool:
        """Whether a value that is respelled has this spelling."""
        in_scope = self.format in ("", scope.format)
        return in_scope and bool(re.fullmatch(self.pattern, value, re.IGNORECASE | re.DOTALL))


class Rule(Struct, frozen=True, kw_only=True):
    """The valid values: numbers in a range, texts with a standard spelling or a maximum length."""

    code: str
    """The code of the note or finding about an invalid value."""
    noun: str
    """The word for the value in messages: `board number`."""
    low: int | None = None
    high: int | None = None
    limit: str = ""
    """The field of Limits with the highest number, in the scope of a format (bws, dto)."""
    further: tuple[int, ...] = ()
    """Numbers outside the range that are valid too."""
    lacking: dict[str, tuple[int, ...]] = {}
    """Those of `further` that are not valid in a format."""
    formats: dict[str, tuple[int, int]] = {}
    """The range in a format, if it is not `low` to `high`."""
    spell: Callable[[str], str | None] | None = None
    """The standard spelling of a text: None if it is invalid, empty if it means no value."""
    ordinal: Callable[[str], int | None] | None = None
    """The number that a text stands for, such as 27 for section AA, for comparison with `limit`."""
    choices: Collection[str] = ()
    """All valid texts in their standard spelling, if they can be listed."""
    pattern: str = ""
    """A regular expression for the standard spelling, if they cannot."""
    expected: str = ""
    """The description of a valid text for messages: `a card such as S10 or DA`."""
    size: int = 0
    """The maximum number of characters in a .bws; 0 if there is none."""
    nothing: str = ""
    """A text that means no value in a .bws and in the BMPFTP files."""
    form: Form | None = None
    """Another spelling that is noted when it is read; None if respelling is not worth a note."""
    names_field: bool = False
    """Whether messages name the field, because several fields of a record have the rule."""
    level: str = ERROR
    """The level of a finding of `check` for targets that are not in `strict_for`."""
    strict_for: tuple[str, ...] = ()
    """Formats for which an invalid value is an error in any case."""

    def range(self, scope: Scope) -> tuple[int | None, int | None]:
        """The lowest and the highest number in a scope; None if there is no limit."""
        if scope.format in self.formats:
            return self.formats[scope.format]
        high = getattr(scope.limits, self.limit) if self.limit and scope.format else self.high
        return self.low, high

    def judge(self, value: Any, scope: Scope) -> Verdict:
        """Whether a value is valid, and its standard spelling."""
        if isinstance(value, str):
            return self._judge_text(value, scope)
        low, high = self.range(scope)
        inside = (low is None or low <= value) and (high is None or value <= high)
        if value in self.further:
            inside = value not in self.lacking.get(scope.format, ())
        return Verdict(value, "" if inside else self.code)

    def _judge_text(self, text: str, scope: Scope) -> Verdict:
        """Whether a text is valid, and its standard spelling."""
        if not text.strip():
            return Verdict(None)  # empty is unknown
        spelling = self.spell(text) if self.spell else text
        if spelling is None or not self._has_room(spelling, scope):
            return Verdict(text, self.code)
        no_value = scope.format == "bws" and spelling == self.nothing
        return Verdict(None if no_value else spelling or None)

    def allows_all(self, texts: list[str], scope: Scope) -> bool:
        """Whether all texts are certainly valid as they are; false also means not known.

        For columns of names, which would need too many verdicts: only lengths are compared.
        """
        if self.spell or self.ordinal or self.nothing or not texts:
            return False
        return all(map(str.strip, texts)) and self._has_room(max(texts, key=len), scope)

    def _has_room(self, text: str, scope: Scope) -> bool:
        """Whether a text is within the size in a .bws, and its number within a terminal's limit."""
        if self.size and scope.format == "bws" and len(text) > self.size:
            return False
        number = self.ordinal(text) if self.ordinal and scope.format else None
        return number is None or number <= getattr(scope.limits, self.limit)

    def problem(self, scope: Scope) -> str:
        """What is wrong with an invalid value: `outside 0-2`."""
        if self.ordinal:
            return f"not {self.expected} ({scope.limits.name})"
        if self.spell is not None:
            return "not understood"
        if self.size:
            return f"over {self.size} characters"
        low, high = self.range(scope)
        if high is None:
            return f"below {low}"
        if self.further:
            return f"not {self.expectation(scope)}"
        to = "-" if low is not None and low >= 0 else " to "
        return f"outside {low}{to}{high}" + (f" ({scope.limits.name})" if self.limit else "")

    def expectation(self, scope: Scope) -> str:
        """What is expected instead of an invalid value: `0 to 2`."""
        if self.spell is not None:
            return self.expected
        if self.size:
            return f"at most {self.size} characters"
        low, high = self.range(scope)
        if high is None:
            return "a whole number" if low is None else f"{low} or more"
        numbers = range(low or 0, high + 1)
        words = [*map(str, numbers)] if len(numbers) < 3 else [f"{low} to {high}"]
        lacking = self.lacking.get(scope.format, ())
        *most, last = [*words, *(str(number) for number in self.further if number not in lacking)]
        return f"{', '.join(most)} or {last}" if most else last
