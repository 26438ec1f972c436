"""A batch of new rows on its way out: in a format, to the end of a file or to a pipe."""

from __future__ import annotations

import io
import os
import sys
from typing import Any, cast

from bmconv.codecs import load
from bmconv.convert import encode
from bmconv.errors import FileTrouble, UsageError
from bmconv.live.poll import Batch
from bmconv.notes import Notes
from bmconv.records import Record, type_name
from bmconv.sink import Sink
from bmconv.stream import encode_lines


def encoded(batch: Batch, target: str, options: tuple[str, ...], notes: Notes) -> bytes:
    """The batch in a format; what that format looks at besides comes from the rest of the event."""
    if target == "records":
        return b"".join(encode_lines(batch.records))
    given = dict(_pair(text) for text in options)
    info = load(target).INFO
    wanted = set(info.consults)
    if target == "dto":
        given.setdefault("kind", "results")
        wanted |= set(info.holds)
    context: list[Record] = [r for r in batch.context if type_name(r) in wanted]
    memory = io.BytesIO()
    encode([*context, *batch.records], target, cast(Sink, memory), given, notes)
    data = memory.getvalue()
    return data if data.endswith(b"\n") or not data else data + b"\n"


def _pair(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals:
        raise UsageError(f"{text!r}: expected NAME=VALUE")
    return name.replace("-", "_"), value


def append(output: str | None, data: bytes) -> None:
    """Add to a file, on disk when this returns, or write to the pipe."""
    if output is None or output == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    try:
        with open(output, "ab+") as file:
            end = file.seek(0, os.SEEK_END)
            start = _after_last_line(file, end)
            if start != end:
                file.truncate(start)  # what a crash left unfinished comes again
            try:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            except OSError:
                file.truncate(start)
                raise
    except OSError as error:
        raise FileTrouble(f"{output}: {error.strerror}") from None


def _after_last_line(file: Any, end: int) -> int:
    """Where the last whole line ends."""
    start, tail = end, b""
    while start and b"\n" not in tail:
        step = min(1 << 16, start)
        start -= step
        file.seek(start)
        tail = file.read(step) + tail
    return int(start + tail.rfind(b"\n") + 1)
