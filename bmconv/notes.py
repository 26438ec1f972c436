"""Notes of a conversion: losses, repairs and errors, each with a stable code and a place.

They are printed once per code and subject, with a count and the first place. A listener gets every
note; otherwise only the counts are kept, so that a stream of any length fits in memory.
"""

import re
from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from bmconv.errors import DataError, Flag, Wording, Words, for_command_line

LOSS, REPAIR, ERROR = "loss", "repair", "error"
_FORMS = re.compile(r"\{([\w ]*)\|([\w ]+)\}")
"""`{does|do}`: the words for a count of one, and for any other count."""


class Note(NamedTuple):
    """A loss, a repair or an error, in words that `agree` with its number.

    Where one code counts several kinds of things, `what` names the kind and the text follows it.
    """

    level: str
    code: str
    place: str
    text: str
    what: str = ""
    many: int = 1
    """The number of things that the note counts; `place` is the place of the first."""
    hint: Words = ""
    """What would avoid the loss, repair or error."""

    def __str__(self) -> str:
        """The note for a program, such as `loss name-cut: 1 name cut (seat A5 N)`."""
        first = self.place if self.many == 1 or not self.place else f"first: {self.place}"
        place = f" ({first})" if first else ""
        return f"{self.level} {self.code}: {self.many} {self.message}{place}"

    @property
    def message(self) -> str:
        """What happened, in words: `name cut to 18 characters`."""
        return self._message(str(self.hint))

    def _message(self, hint: str) -> str:
        return agree(f"{self.what} {self.text}".strip() + _in_brackets(hint), self.many)

    def line(self) -> str:
        """The note as a line of `--notes FILE`, with a count if it counts several."""
        import json

        fields: dict[str, object] = {"level": self.level, "code": self.code, "place": self.place}
        message = self._message(for_command_line(self.hint))
        fields |= {"message": message, **({"count": self.many} if self.many > 1 else {})}
        return json.dumps(fields, ensure_ascii=False)


class Tally:
    """How often a note was made, for which kinds of things, and where first."""

    __slots__ = ("count", "first", "kinds")

    def __init__(self, first: Note) -> None:
        self.first = first
        self.count = 0
        self.kinds: dict[str, int] = {}

    def line(self) -> str:
        """The printed line, such as `loss name-cut: 3 names cut (first: seat A5 N)`."""
        note = self.first
        counts = ", ".join(f"{n} {agree(kind, n)}".rstrip() for kind, n in self.kinds.items())
        first = note.place if self.count == 1 else f"first: {note.place}"
        place = f" ({first})" if note.place else ""
        text = agree(note.text + _in_brackets(for_command_line(note.hint)), self.count)
        return f"{note.level} {note.code}: {counts} {text}{place}"


def quantity(count: int, noun: str) -> str:
    """A number with its noun: 1 result, 2,000 results."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def losses_or_errors(count: int) -> str:
    """A number of losses and errors in words."""
    return "1 loss or error" if count == 1 else f"{count:,} losses or errors"


def refusal(count: int) -> DataError:
    """The error of a strict run with this number of losses and errors."""
    return DataError(
        Wording("nothing written: ", Flag("strict"), f", and {losses_or_errors(count)}")
    )


def _in_brackets(hint: str) -> str:
    return f" ({hint})" if hint else ""


def agree(text: str, count: int) -> str:
    """A text whose words agree with a number: `name{s} that {does|do} not fit`."""
    form = 1 if count == 1 else 2
    return _FORMS.sub(lambda match: match[form], text.replace("{s}", "{|s}"))


class Notes:
    """Collects the notes of one conversion; with `keep`, every note stays in `kept`."""

    def __init__(
        self, listener: Callable[[Note], None] | None = None, *, keep: bool = False
    ) -> None:
        self.kept: list[Note] = []
        self.listener = self.kept.append if keep else listener
        self.tallies: dict[tuple[str, str, str], Tally] = {}
        self.summary = ""
        """A line that is printed in place of the losses with the codes in `summarised`."""
        self.summarised: frozenset[str] = frozenset()

    def add(
        self,
        level: str,
        code: str,
        place: str,
        text: str,
        count: int = 1,
        what: str = "",
        *,
        hint: Words = "",
    ) -> None:
        """Add a note; notes with the same code and text are counted together."""
        self.take(Note(level, code, place, text, what, count, hint))

    def take(self, note: Note) -> None:
        """Add a note that was made elsewhere."""
        key = (note.level, note.code, note.text)
        tally = self.tallies.get(key)
        if tally is None:
            tally = self.tallies[key] = Tally(note)
        tally.count += note.many
        tally.kinds[note.what] = tally.kinds.get(note.what, 0) + note.many
        if self.listener:
            self.listener(note)

    def loss(
        self, code: str, place: str, text: str, count: int = 1, what: str = "", *, hint: Words = ""
    ) -> None:
        """Note something the target cannot hold."""
        self.add(LOSS, code, place, text, count, what, hint=hint)

    def repair(self, code: str, place: str, text: str, count: int = 1, *, hint: Words = "") -> None:
        """Note a fault of the input that could be read anyway."""
        self.add(REPAIR, code, place, text, count, hint=hint)

    def error(self, code: str, place: str, text: str, *, hint: Words = "") -> None:
        """Note a record that cannot be converted and is skipped."""
        self.add(ERROR, code, place, text, hint=hint)

    def drop_repairs(self, codes: Container[str]) -> None:
        """Forget the repairs with some codes, which are reported in another way."""
        self.tallies = {
            key: tally
            for key, tally in self.tallies.items()
            if key[0] != REPAIR or key[1] not in codes
        }

    def count(self, *levels: str) -> int:
        """The number of notes of these levels."""
        return sum(t.count for t in self.tallies.values() if t.first.level in levels)

    def refuse_losses(self) -> None:
        """Fail if there are losses or errors, before anything is written."""
        if count := self.count(LOSS, ERROR):
            raise refusal(count)

    def summarise(self, line: str, codes: Iterable[str]) -> None:
        """Print one line in place of all losses with these codes.

        The losses still count, and a listener gets them.
        """
        self.summary, self.summarised = line, frozenset(codes)

    def lines(self) -> list[str]:
        """All notes as lines, one per code and text, with options as they are typed."""
        return [tally.line() for tally in self.tallies.values()]

    def summary_lines(self) -> list[str]:
        """The lines that the command line prints: the summary, if there is one, comes last."""
        if not self.summary:
            return self.lines()
        rest = [
            tally.line()
            for (level, code, _), tally in self.tallies.items()
            if level != LOSS or code not in self.summarised
        ]
        return [*rest, self.summary]
