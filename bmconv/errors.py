"""The exceptions, each with its exit code; the command line prints them as one line."""

import errno
import ntpath
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple, Self

EXIT_CODES = {
    0: "done",
    1: "the data has errors (also: diff found differences, missing found gaps, check found errors)",
    2: "wrong usage",
    3: "the input is not in the expected format",
    4: "file or network trouble",
    5: "an optional part is not installed; the message names it",
}
"""The meaning of each exit code, for README and the man pages."""


class Flag(NamedTuple):
    """An option as a word of a message: `--copy FILE` or, for programs, `copy=FILE`."""

    name: str
    """The name as the keyword of a function: `erase_results`."""
    value: str = ""
    typed: str = ""
    """The option as it is typed, where that is not `--name value`."""

    def __str__(self) -> str:
        """The option as a keyword of a function."""
        return f"{self.name}={self.value}" if self.value else self.name

    def with_dashes(self) -> str:
        """The option as it is typed."""
        return self.typed or f"--{self.name.replace('_', '-')} {self.value}".rstrip()


class Wording(tuple[str | Flag, ...]):
    """A text with options in it, which the command line and programs spell differently."""

    def __new__(cls, *parts: str | Flag) -> Self:
        return super().__new__(cls, parts)

    def __getnewargs__(self) -> tuple[str | Flag, ...]:
        return tuple(self)

    def __str__(self) -> str:
        """The text for a program, with options as keywords."""
        return "".join(map(str, self))


Words = str | Wording


def for_command_line(words: Words) -> str:
    """A text as the command line prints it, with options as flags."""
    if isinstance(words, str):
        return words
    return "".join(part.with_dashes() if isinstance(part, Flag) else part for part in words)


TRY_AGAIN = "try again"
"""The same request can succeed later, once another program has acted."""
NEVER = "never"
"""The request itself must change."""
ABSENT = (errno.ENOENT, errno.ENOTDIR, errno.EISDIR, errno.EBADF)
"""Errors about a missing file: trying again does not help."""


class BmconvError(Exception):
    """Base class of all errors that bmconv reports; `str` gives text and hint for a program."""

    exit_code = 1
    code = "failed"
    text: Words = ""
    hint: Words = ""
    """What to do next."""
    remedy: Words = NEVER
    """Whether the same request can succeed: `try again`, `needs OPTION` or `never`."""
    in_stream = False
    """Whether the error was written as the last record of the output stream."""
    origin: tuple[str, str] | None = None
    """The name and the format of the input of a reader that failed."""

    def __init__(self, text: Words = "", *, hint: Words = "") -> None:
        super().__init__(text)
        self.text = text
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.text}; {self.hint}" if self.hint else str(self.text)

    def for_command_line(self) -> str:
        """Text and hint as the command line prints them."""
        text, hint = for_command_line(self.text), for_command_line(self.hint)
        return f"{text}; {hint}" if hint else text


class DataError(BmconvError):
    """The data has errors that prevent the work."""

    code = "bad-data"


class BadRecord(DataError):
    """A record made by a program has a value of a wrong type."""

    code = "bad-record"

    def __init__(self, place: str, field: str, value: object, expected: str) -> None:
        self.place, self.field, self.value, self.expected = place, field, value, expected
        super().__init__(f"{place}: {field} is {brief(value)}; expected {expected}")


class UsageError(BmconvError):
    """A wrong option, argument or combination."""

    exit_code = 2
    code = "usage"


class NeedsHelp(UsageError):
    """Wrong usage that the help page of the command explains; the command line names the page."""

    command = ""
    """The command that was used wrongly, as typed: `bmconv rank`."""


class BadInput(BmconvError):
    """The input is not in the expected format."""

    exit_code = 3
    code = "bad-input"

    def __init__(self, place: str, what: str, expected: str = "", *, hint: Words = "") -> None:
        self.place = place
        self.what = what
        self.expected = expected
        text = f"{place}: {what}" + (f"; expected {expected}" if expected else "")
        super().__init__(text, hint=hint)


class NotOurs(BadInput):
    """A valid file that is not bridge data."""


class EmptyInput(BadInput):
    """An empty or blank file, or a pipe through which nothing came."""

    def __init__(self, place: str, *, piped: bool = False) -> None:
        what, hint = "the file is empty", "look for the original or a backup"
        if piped:
            what, hint = "nothing came in", "see whether the command before it failed"
        super().__init__(place, what, hint=hint)


class FileTrouble(BmconvError, OSError):
    """A file or network error; `errno` is the system's number of the error, where it is known, and
    `place` the file."""

    exit_code = 4
    code = "file-trouble"

    def __init__(
        self, text: Words, cause: OSError | None = None, *, place: str = "", hint: Words = ""
    ) -> None:
        super().__init__(text, hint=hint)
        self.errno = cause.errno if cause else None
        self.place = place
        self.remedy = NEVER if self.errno in ABSENT else TRY_AGAIN


@contextmanager
def file_errors(name: str) -> Iterator[None]:
    """Turn errors of the system into FileTrouble about the file with this name."""
    try:
        yield
    except FileTrouble:
        raise
    except OSError as error:
        raise FileTrouble(f"{name}: {reason_of(error)}", error, place=name) from None


IN_USE = (32, 33)
"""Windows' numbers of errors for a file, or a part of it, that another program has open."""

LONG_PATH = 247
"""The longest path of a file or folder, in characters, that every Windows accepts."""


def reason_of(error: OSError) -> str:
    """Why the system refused something, without the name of the file.

    Windows calls a file that is open in another program "Access denied" or "Permission denied".
    """
    reason = error.strerror or str(error).partition("\n")[0]
    if error.errno == errno.ENOENT and (drive := missing_drive(str(error.filename))):
        return f"there is no {drive}"
    if os.name == "nt" and error.errno == errno.ENOENT and len(str(error.filename)) > LONG_PATH:
        return f"{reason}; Windows takes paths of {LONG_PATH} characters at most"
    if os.name != "nt" or error.errno != errno.EACCES:
        return reason
    if getattr(error, "winerror", None) in IN_USE:
        return "another program has it open; close it there"
    return f"{reason}; if another program has it open, close it there"


def missing_drive(path: str) -> str:
    """The drive, or the server's folder, of a path that Windows does not have; else empty."""
    drive = ntpath.splitdrive(path)[0] if os.name == "nt" else ""
    return drive if drive and not os.path.isdir(f"{drive}\\") else ""


class MissingExtra(BmconvError):
    """An optional dependency is not installed."""

    exit_code = 5
    code = "missing-extra"

    def __init__(self, text: str, extra: str) -> None:
        hint = f"install the extra {extra} with: {install_command(extra)}"
        if is_zip_for_windows():
            hint = (
                "the zip file for Windows does not have it; with an installed Python: "
                f"pip install bmconv[{extra}]"
            )
        super().__init__(text, hint=hint)


def is_zip_for_windows() -> bool:
    """Whether this is the zip file's own Python, into which nothing can be installed."""
    import sys
    from pathlib import Path

    return any(Path(sys.prefix).glob("python*._pth"))


def install_command(extra: str) -> str:
    """The command that adds an extra to this installation: pip, pipx or uv.

    It names the packages of the extra, not `bmconv[extra]`, so that it also works in a clone.
    """
    import json
    import sys
    from importlib import metadata
    from importlib.util import find_spec
    from pathlib import Path

    try:
        ours = metadata.distribution("bmconv")
    except metadata.PackageNotFoundError:  # bmconv is not installed, only on the import path
        needed, origin = [], None
    else:
        of_extra = re.compile(rf"""extra == ['"]{extra}['"]""")
        needed = [
            line.split(";")[0].strip() for line in ours.requires or () if of_extra.search(line)
        ]
        origin = ours.read_text("direct_url.json")
    needed = needed or [f"bmconv[{extra}]"]
    home = Path(sys.prefix)
    if (home / "pipx_metadata.json").exists():
        words = ["pipx", "inject", "bmconv", *needed]
    elif (home / "uv-receipt.toml").exists():
        source = f" @ {json.loads(origin)['url']}" if origin else ""
        words = ["uv", "tool", "install", f"bmconv[{extra}]{source}"]
    elif find_spec("pip"):
        words = [sys.executable, "-m", "pip", "install", *needed]
    else:
        words = ["uv", "pip", "install", "-p", sys.executable, *needed]
    return for_shell(*words)


def for_shell(*words: str) -> str:
    """Words for a hint, quoted where the shell of this system needs it.

    Windows' cmd knows no single quotes.
    """
    import shlex
    import sys

    return shlex.join(words) if sys.platform != "win32" else " ".join(map(_for_cmd, words))


def _for_cmd(word: str) -> str:
    return f'"{word}"' if re.search(r"[ <>\[&|^,;]", word) else word


class BrokenPlugin(BmconvError):
    """A format of another package cannot be imported, or fails."""

    exit_code = 5
    code = "broken-plugin"


def brief(value: object, most: int = 60) -> str:
    """A value for a message: in one line, not too long, whatever it is."""
    try:
        text = " ".join(ascii(value).split())
    except Exception:
        text = f"<{type(value).__name__}>"
    return text if len(text) <= most else f"{text[: most - 3]}..."


ALIKE = 0.75
"""The similarity, from 0 to 1, above which one word is probably the other, mistyped."""


def like(name: str, known: Iterable[str]) -> str:
    """A hint for a mistyped word: the known word closest to it, or nothing."""
    close = close_to(name, known)
    return f"; the nearest is {close!r}" if close else ""


def close_to(name: str, known: Iterable[str]) -> str:
    """The known word closest to a mistyped one; empty if none is close."""
    from difflib import get_close_matches

    words = list(known)
    for word in (name, name.lower()):
        if close := get_close_matches(word, words, n=1, cutoff=ALIKE):
            return close[0]
    return ""
