"""Look at a file again and again until told to stop; wait while it cannot be read."""

import time
from abc import abstractmethod
from collections.abc import Callable

from bmconv.errors import BadInput, EmptyInput, FileTrouble

PATIENCE = 5
"""A file that cannot be read is reported once per this number of attempts."""
TICK = 0.25
"""Seconds within which a signal to stop is noticed."""


class Repeated:
    """Looks at something until `stop` is called."""

    stopping = False

    @property
    @abstractmethod
    def succeeded(self) -> bool:
        """Whether the file could be read before: if not now, it is only half written."""

    @abstractmethod
    def once(self) -> None:
        """Look once."""

    def again_and_again(self, interval: float, report: Callable[[str], None]) -> None:
        """Look at intervals until `stop` is called.

        A file that is missing, empty or half written is waited for and reported with `report`.
        """
        failures = 0
        while not self.stopping:
            try:
                self.once()
                failures = 0
            except (FileTrouble, BadInput) as trouble:
                is_empty = isinstance(trouble, EmptyInput)
                if isinstance(trouble, BadInput) and not (is_empty or self.succeeded):
                    raise
                if failures % PATIENCE == 0:
                    problem = trouble.text if is_empty else trouble.for_command_line()
                    report(f"{problem}; trying again")
                failures += 1
            until = time.monotonic() + interval
            while not self.stopping and (seconds := until - time.monotonic()) > 0:
                time.sleep(min(TICK, seconds))

    def stop(self, *_: object) -> None:
        """End `again_and_again`; can be used as a signal handler."""
        self.stopping = True
