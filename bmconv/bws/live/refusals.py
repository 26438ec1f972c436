"""Refusals of apply: each has a stable code, the place, the problem and the remedy."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from bmconv.errors import NEVER, DataError, Flag, Wording, Words

ADD_SECTION = "give a section record with id and letter to add one"


class Refusal(DataError):
    """A change that is refused; then nothing of the request is written."""

    def __init__(
        self,
        code: str,
        place: str,
        problem: str,
        *,
        hint: Words = "",
        remedy: Words | Flag = NEVER,
    ) -> None:
        super().__init__(f"{place}: {problem}" if place else problem, hint=hint)
        self.code, self.place, self.problem = code, place, problem
        self.remedy = Wording("needs ", remedy) if isinstance(remedy, Flag) else remedy
        self.refusals: list[Refusal] = [self]


def no_section(section: int | None, hint: str = "") -> Refusal:
    """The refusal of a change to a section that does not exist."""
    return Refusal("no-section", f"section {section}", "the file has no such section", hint=hint)


class Refusals(Refusal):
    """Several refusals; code, place and remedy are taken from the first."""

    def __init__(self, refusals: list[Refusal]) -> None:
        first = refusals[0]
        super().__init__(first.code, first.place, first.problem, hint=first.hint)
        self.remedy = first.remedy
        self.refusals = refusals
        parts: list[str | Flag] = []
        for refusal in refusals[:5]:
            parts += ["; " if parts else "", str(refusal.text)]
            if refusal.hint:
                hint = refusal.hint if isinstance(refusal.hint, Wording) else (refusal.hint,)
                parts += [" (", *hint, ")"]
        more = len(refusals) - 5
        self.text = Wording(*parts, *([f"; and {more} more"] if more > 0 else []))
        self.hint = ""


class RefusalList:
    """Collects refusals, so that all of them are reported at once."""

    def __init__(self) -> None:
        self.refusals: list[Refusal] = []

    @contextmanager
    def collect(self) -> Iterator[None]:
        """Keep a refusal raised in the block instead of passing it on."""
        try:
            yield
        except Refusal as refusal:
            self.refusals += refusal.refusals

    def extend(self, refusals: Iterable[Refusal]) -> None:
        """Add refusals that were not raised."""
        self.refusals += refusals

    def raise_any(self) -> None:
        """Raise the refusals collected so far, if any."""
        if len(self.refusals) == 1:
            raise self.refusals[0]
        if self.refusals:
            raise Refusals(self.refusals)
