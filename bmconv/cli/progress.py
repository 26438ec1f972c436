"""A bar on standard error for work that takes more than a second, on a terminal only."""

from __future__ import annotations

import sys
import time

WIDTH = 24


class Progress:
    """Shows how much of something is done, when it is called."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.began = time.monotonic()
        self.shown = sys.stderr is not None and sys.stderr.isatty()

    def __call__(self, done: int, wanted: int) -> None:
        passed = time.monotonic() - self.began
        if not self.shown or passed < 1 or not done:
            return
        rate = done / passed
        left = max(wanted - done, 0) / rate
        full = min(WIDTH, WIDTH * done // max(wanted, 1))
        bar = "#" * full + "." * (WIDTH - full)
        text = f"[{bar}] {done:,}/{wanted:,} {self.what}  {rate:.0f}/s  {left:.0f} s left"
        end = "\n" if done >= wanted else ""
        stream = getattr(sys.stderr, "unguarded", sys.stderr)
        print(f"\r{text}\033[K", end=end, file=stream, flush=True)
