"""Escape control sequences in text from files, so that terminals show them instead of obeying them.

Control characters and marks that change the direction of text are written as `\\x1b` or `\\u202e`.
Pipes and files get every byte unchanged; messages on standard error are always escaped, and one
line each.
"""

import codecs
import re
import signal
from typing import Any

_OBEYED = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
"""Control characters except tab and line end, bidi controls, and invalid characters."""
_OUR_PREFIX = "bmconv: "


def escape(text: str) -> str:
    """Text with everything escaped that a terminal would obey."""
    return re.sub(_OBEYED, lambda match: repr(match[0])[1:-1], text)


def message(text: str) -> str:
    """Text for standard error, escaped; our own messages are put on one line."""
    if not text.startswith(_OUR_PREFIX):
        return escape(text)
    line = text.removesuffix("\n")
    return escape(line.replace("\n", "\\n")) + text[len(line) :]


class Guarded:
    """A text stream that escapes what a terminal would obey."""

    def __init__(self, stream: Any, safe: Any = escape) -> None:
        self.unguarded = stream
        self._escape = safe
        self._buffer = GuardedBytes(stream.buffer) if safe is escape else None

    def write(self, text: str) -> int:
        self.unguarded.write(self._escape(text))
        return len(text)

    @property
    def buffer(self) -> Any:
        """The underlying stream of bytes, guarded too."""
        return self._buffer or self.unguarded.buffer

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


class GuardedBytes:
    """A stream of UTF-8 bytes to a terminal, escaped like `Guarded`."""

    def __init__(self, stream: Any) -> None:
        self.unguarded = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def write(self, data: bytes) -> int:
        self.unguarded.write(escape(self._decoder.decode(data)).encode())
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


def end_with_broken_pipes() -> None:
    """Let a write that nobody reads end the process, as usual in a pipeline."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)


def outlive_broken_pipes() -> None:
    """Turn a write that nobody reads into an error, so that it does not kill the process."""
    if hasattr(signal, "SIGPIPE"):
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
