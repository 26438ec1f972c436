"""Names and remarks come from anywhere: what a terminal would obey is shown instead.

Escape sequences, other control characters and marks that turn the direction of text are written as
`\\x1b` or `\\u202e`. Pipes and files get every byte; messages on standard error are for people, and
one line each, wherever they go.
"""

from __future__ import annotations

import codecs
import re
from typing import Any

_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)
"""Control characters but tab and line end, bidi controls, and what is no character."""
_OURS = "bmconv: "


def shown(text: str) -> str:
    """Text without anything that a terminal would obey."""
    return _OBEYED.sub(_escaped, text)


def _escaped(match: re.Match[str]) -> str:
    return repr(match[0])[1:-1] if match[0].isascii() else _code(match[0])


def _code(letter: str) -> str:
    return f"\\x{ord(letter):02x}" if ord(letter) < 256 else f"\\u{ord(letter):04x}"


def message(text: str) -> str:
    """What is written to standard error: our own messages are one line each."""
    if not text.startswith(_OURS):
        return shown(text)
    line = text.removesuffix("\n")
    return shown(line.replace("\n", "\\n")) + text[len(line) :]


class Guarded:
    """A text stream to which nothing is written that its reader must not obey."""

    def __init__(self, stream: Any, safe: Any = shown) -> None:
        self.unguarded = stream
        self._safe = safe
        self._buffer = GuardedBytes(stream.buffer) if safe is shown else None

    def write(self, text: str) -> int:
        self.unguarded.write(self._safe(text))
        return len(text)

    @property
    def buffer(self) -> Any:
        """The stream of bytes below, guarded too."""
        return self._buffer or self.unguarded.buffer

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)


class GuardedBytes:
    """A stream of bytes in UTF-8 to a terminal."""

    def __init__(self, stream: Any) -> None:
        self.unguarded = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")

    def write(self, data: bytes) -> int:
        self.unguarded.write(shown(self._decoder.decode(data)).encode())
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.unguarded, name)
