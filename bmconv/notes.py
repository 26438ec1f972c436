"""What a conversion has to say: losses, repairs and errors, each with a stable code and a place.

A note is told once per code and subject, with a count and its first place. All of them go to a
listener, if there is one; nothing else is kept, so that a stream of any length fits in memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

LOSS, REPAIR, ERROR = "loss", "repair", "error"


class Note(NamedTuple):
    """One thing to say: `{s}` in the text is the plural of what is counted.

    Where many kinds of things are counted under one code, `what` names the kind, and the text
    goes on from there.
    """

    level: str
    code: str
    place: str
    text: str
    what: str = ""
    many: int = 1
    """So many it stands for; the place is that of the first."""

    def line(self) -> str:
        """The note as a line of JSON, with a count where it stands for many."""
        import json

        message = _plural(f"{self.what} {self.text}".strip(), self.many)
        shown: dict[str, object] = {"level": self.level, "code": self.code, "place": self.place}
        shown |= {"message": message, **({"count": self.many} if self.many > 1 else {})}
        return json.dumps(shown, ensure_ascii=False)


class Tally:
    """How often a note was made, of which kinds of things, and where first."""

    __slots__ = ("count", "first", "kinds")

    def __init__(self, first: Note) -> None:
        self.first = first
        self.count = 0
        self.kinds: dict[str, int] = {}

    def line(self) -> str:
        """The line a person reads, as `loss name-cut: 3 names cut (first: seat A5 N)`."""
        note = self.first
        counted = ", ".join(f"{n} {_plural(what, n)}".rstrip() for what, n in self.kinds.items())
        where = note.place if self.count == 1 else f"first: {note.place}"
        place = f" ({where})" if note.place else ""
        return f"{note.level} {note.code}: {counted} {_plural(note.text, self.count)}{place}"


def _plural(text: str, count: int) -> str:
    return text.replace("{s}", "" if count == 1 else "s")


class Notes:
    """Collects the notes of one conversion."""

    def __init__(self, listener: Callable[[Note], None] | None = None) -> None:
        self.listener = listener
        self.tallies: dict[tuple[str, str, str], Tally] = {}

    def add(
        self, level: str, code: str, place: str, text: str, count: int = 1, what: str = ""
    ) -> None:
        """Make a note, once for many of a kind; those of one code and text are told together."""
        note = Note(level, code, place, text, what, count)
        tally = self.tallies.get((level, code, text))
        if tally is None:
            tally = self.tallies[level, code, text] = Tally(note)
        tally.count += count
        tally.kinds[what] = tally.kinds.get(what, 0) + count
        if self.listener:
            self.listener(note)

    def loss(self, code: str, place: str, text: str, count: int = 1, what: str = "") -> None:
        """The target cannot hold something."""
        self.add(LOSS, code, place, text, count, what)

    def repair(self, code: str, place: str, text: str, count: int = 1) -> None:
        """The input was off and was read anyway."""
        self.add(REPAIR, code, place, text, count)

    def error(self, code: str, place: str, text: str) -> None:
        """A record could not be converted and is skipped."""
        self.add(ERROR, code, place, text)

    def count(self, *levels: str) -> int:
        """How many notes of these levels there are."""
        return sum(t.count for t in self.tallies.values() if t.first.level in levels)

    def lines(self) -> list[str]:
        """A line per code and text, in the order in which they first came up."""
        return [tally.line() for tally in self.tallies.values()]
