"""A pytest plugin for `make mutants`: runs quick tests first, without other programs.

The file that BMCONV_TIMES names keeps how long each test takes. A test that takes much longer than
before fails, because a mistake can make a loop endless.
"""

import json
import os
import shutil
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

OTHER_PROGRAMS = {"chromium", "groff", "initdb", "java", "mdb-export", "mdb-schema", "node", "wine"}
"""Programs that tests do without: those tests are slow, and rarely the only ones to fail."""
STEPS = (0.05, 0.5, 5)
"""Limits in seconds: tests between two of them keep their order, so that they share fixtures."""
PATIENCE = 30
"""Seconds of processor time that any test may take; time spent waiting does not count."""


class QuickestFirst:
    """Sorts tests by the time they took, and measures them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = {}
        if file.exists():
            self.seconds = json.loads(file.read_text(encoding="utf-8"))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the quick tests first; a test that has not run yet counts as quick."""
        items.sort(key=lambda item: sum(self.seconds.get(item.nodeid, 0) > s for s in STEPS))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Fail a test that takes far longer than before."""
        limit = max(PATIENCE, 10 * self.seconds.get(item.nodeid, 0))
        signal.signal(signal.SIGPROF, lambda *_: pytest.fail(f"more than {limit:.0f} seconds"))
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note how long a passed test took without its fixtures, which other tests may share."""
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = round(report.duration, 3)

    def pytest_sessionfinish(self) -> None:
        """Save the times."""
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(self.seconds), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin if BMCONV_TIMES names a file, and hide other programs from the tests."""
    if times := os.environ.get("BMCONV_TIMES"):
        which = shutil.which
        shutil.which = lambda name, *more: None if name in OTHER_PROGRAMS else which(name, *more)
        config.pluginmanager.register(QuickestFirst(Path(times)))
