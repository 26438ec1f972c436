"""Output for people: reports, suit symbols, and a progress bar."""

import os
import sys
import time
from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from bmconv.cli.job import Job
from bmconv.conversion import format_of_name
from bmconv.errors import UsageError
from bmconv.io.sink import Sink
from bmconv.registry import OWN, PRINTED

if TYPE_CHECKING:
    from bmconv.reports.layout import TextLayout


def has_suit_symbols(output: str | None = None) -> bool:
    """Whether suit symbols can be shown: in a file, and on UTF-8 terminals."""
    encoding = getattr(sys.stdout, "encoding", None) or ""
    return output is not None or encoding.lower().startswith("utf")


PAGE = 100
"""The width of a report in a file or a pipe, in characters; tables are placed side by side within
it."""
MARKED = (".md", ".markdown")
"""File name endings that ask for Markdown."""
MARKDOWN = click.Option(
    ["--markdown"], is_flag=True, help="print tables in Markdown (default for a .md file)"
)


def layout_for(output: str | None, *, markdown: bool) -> "TextLayout":
    """The layout of a report: Markdown if the option or the file name asks for it, else text."""
    from bmconv.reports.layout import Markdown, Plain

    if markdown or (output or "").lower().endswith(MARKED):
        return Markdown()
    width = terminal_width(output)
    return Plain(width or PAGE, is_cut=width is not None)


def terminal_width(output: str | None) -> int | None:
    """The width of the terminal to which the output goes; None for a file or a pipe."""
    if output is not None or not sys.stdout.isatty():
        return None
    from shutil import get_terminal_size  # shutil is slow to import

    return get_terminal_size().columns


REFUSED = tuple(
    end for entry in OWN.values() for end in entry.extensions if end not in (".txt", "/")
)
"""File name endings of other formats, refused for a report."""


def need_text(output: str | None) -> None:
    """Refuse a file name that belongs to another format."""
    if output and output.lower().endswith((*PRINTED, ".xls")):
        format_of_name(output, "")  # raises an error with an alternative
    if output and output.lower().endswith(REFUSED):
        raise UsageError(f"{output}: a report is text; name it .txt or .md")


def system_language(output: str | None) -> str:
    """The code of the language set in the user's terminal, if the output goes there; else empty."""
    if output is not None or not sys.stdout.isatty():
        return ""
    from bmconv.reports.language import language_of

    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    return language_of(next(filter(None, names), "")).code


def write_text(job: Job, lines: Iterable[str]) -> None:
    """Write a report; under --strict, fail first if there are losses or errors."""
    job.settle()
    with Sink(job.output) as sink:
        for line in lines:
            sink.write(line.encode() + b"\n")


WIDTH = 24
"""Characters of the progress bar, without its brackets."""


class Progress:
    """A bar on stderr, on a terminal only, for work that takes more than a second."""

    def __init__(self, unit: str) -> None:
        self.unit = unit
        self.began = time.monotonic()
        self.on_terminal = sys.stderr is not None and sys.stderr.isatty()
        self.drawn = False
        """Whether the cursor is behind the bar."""

    def clear(self) -> None:
        """Remove the bar, so that a line can be printed."""
        if self.on_terminal and self.drawn:
            stream = getattr(sys.stderr, "unguarded", sys.stderr)
            print("\r\033[K", end="", file=stream, flush=True)
            self.drawn = False

    def __call__(self, done: int, wanted: int) -> None:
        passed = time.monotonic() - self.began
        if not self.on_terminal or passed < 1 or not done:
            return
        rate = done / passed
        remaining = max(wanted - done, 0) / rate
        full = min(WIDTH, WIDTH * done // max(wanted, 1))
        bar = "#" * full + "." * (WIDTH - full)
        text = f"[{bar}] {done:,}/{wanted:,} {self.unit}  {rate:.0f}/s  {remaining:.0f} s left"
        end = "\n" if done >= wanted else ""
        self.drawn = not end
        stream = getattr(sys.stderr, "unguarded", sys.stderr)
        print(f"\r{text}\033[K", end=end, file=stream, flush=True)
