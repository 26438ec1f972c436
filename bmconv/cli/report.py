"""Reports on the command line: where they go, and whether suit symbols can be shown."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from bmconv.cli.job import Job
from bmconv.errors import UsageError
from bmconv.registry import FORMATS
from bmconv.sink import Sink


def with_symbols(output: str | None = None) -> bool:
    """Whether the symbols of the suits can be shown: in a file, and on most terminals."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    return output is not None or encoding.lower().startswith("utf")


REFUSED = tuple(
    end for entry in FORMATS.values() for end in entry.extensions if end not in (".txt", "/")
)
"""Endings that promise something else than text for eyes."""


def need_text(output: str | None) -> None:
    """Refuse a file whose name says that it is of another format."""
    if output and output.lower().endswith(REFUSED):
        raise UsageError(f"{output}: a report is text; name it .txt")


def write_text(job: Job, lines: Iterable[str]) -> None:
    """Write a report; by then everything has been read, and every note made."""
    job.settle()
    with Sink(job.output) as sink:
        for line in lines:
            sink.write(line.encode() + b"\n")
