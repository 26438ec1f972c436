"""What goes wrong, each kind with its exit code; the command line turns one into one line."""

from __future__ import annotations

from collections.abc import Iterable

EXIT_CODES = {
    0: "done",
    1: "done or not, but the data has errors (or `diff`, `missing`, `check` found something)",
    2: "wrong usage",
    3: "the input is not what it was said to be",
    4: "file or network trouble",
    5: "an optional part is not installed; the message names it",
}
"""What an exit code means, for README and the man pages."""


class BmconvError(Exception):
    """Any failure that is told to the user in one line."""

    exit_code = 1
    code = "failed"
    in_stream = False
    """Whether the stream that was being written has been ended with it."""


class DataError(BmconvError):
    """The data has errors, so what was asked for was not done."""

    code = "bad-data"


class UsageError(BmconvError):
    """The command was asked for something it cannot do."""

    exit_code = 2
    code = "usage"


class BadInput(BmconvError):
    """The input is not what it was said to be."""

    exit_code = 3
    code = "bad-input"

    def __init__(self, place: str, what: str, expected: str = "") -> None:
        self.place = place
        self.what = what
        self.expected = expected
        super().__init__(f"{place}: {what}" + (f"; expected {expected}" if expected else ""))


class NotOurs(BadInput):
    """The input is sound, and of another trade than bridge."""


class FileTrouble(BmconvError):
    """A file or the network did not do what it should."""

    exit_code = 4
    code = "file-trouble"


class MissingExtra(BmconvError):
    """An optional dependency is not installed."""

    exit_code = 5
    code = "missing-extra"

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what}: pip install 'bmconv[{extra}]'")


def like(name: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word: the known word closest to it, or nothing."""
    from difflib import get_close_matches

    words = list(known)
    close = get_close_matches(name, words, n=1) or get_close_matches(name.lower(), words, n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
