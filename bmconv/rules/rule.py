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
"""The scopes by the value of `Format.scope`."""


class Verdict(NamedTuple):
    """A valid value in its standard spelling; or an invalid value as it is, with a code."""

    value: Any
    code: str = ""

    @property
    def is_valid(self) -> bool:
        """Whether the value may be used, as it is or respelled."""
        return not self.code


class Form(NamedTuple):
    """A spelling other than the standard one, which is noted when it is read."""

    code: str
    text: str
    """The note after its first word, the noun of the rule: `written without braces and dashes`."""
    pattern: str = ".*"
    """A regular expression for the spelling."""
    format: str = ""
    """The only format in which the spelling is noted; empty for all formats."""

    def fits(self, value: Any, scope: Scope) -> bool:
        """Whether a respelled value had this spelling, which is noted in this scope."""
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
    """For each format the numbers of `further` that are not valid in it."""
    formats: dict[str, tuple[int, int]] = {}
    """For each format its range, if that is not `low` to `high`."""
    spell: Callable[[str], str | None] | None = None
    """A function for the standard spelling of a text: None if invalid, empty for no value."""
    ordinal: Callable[[str], int | None] | None = None
    """A function for the number of a text, such as 27 for section AA, to compare with `limit`."""
    choices: Collection[str] = ()
    """All valid texts in their standard spelling, if they can be listed."""
    pattern: str = ""
    """A regular expression for the standard spelling, if valid texts cannot be listed."""
    expected: str = ""
    """The description of a valid text for messages: `a card such as S10 or DA`."""
    size: int = 0
    """The maximum number of characters in a .bws; 0 if there is none."""
    nothing: str = ""
    """A text that means no value in a .bws and in the BMPFTP files."""
    form: Form | None = None
    """A spelling that is noted when it is read; None if no spelling is worth a note."""
    names_field: bool = False
    """Whether messages name the field, because several fields of a record have the rule."""
    level: str = ERROR
    """The level of a finding of `check` for targets that are not in `strict_for`."""
    strict_for: tuple[str, ...] = ()
    """Targets of `check` for which an invalid value is an error, whatever `level` is."""

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
