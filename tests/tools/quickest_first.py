"""A plug-in of pytest for `make mutants`: quick tests run first, other programs are not asked.

How long a test takes is remembered in the file that BMCONV_TIMES names. A test that takes much
longer than before fails: a mistake can make a loop endless.
"""

import json
import os
import shutil
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

OTHER_PROGRAMS = {"chromium", "groff", "initdb", "java", "mdb-export", "mdb-schema", "node", "wine"}
"""Their tests are slow, and few of them fail alone."""
STEPS = (0.05, 0.5, 5)
"""Seconds. Tests between two of them keep their order, so that they share their fixtures."""
PATIENCE = 30
"""Seconds of processor time that any test may take: other programs may keep it waiting."""


class QuickestFirst:
    """Sorts tests by the time they took, and measures them."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.seconds: dict[str, float] = {}
        if file.exists():
            self.seconds = json.loads(file.read_text(encoding="utf-8"))

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Put the quick tests first; one that never ran is taken for a quick one."""
        items.sort(key=lambda item: sum(self.seconds.get(item.nodeid, 0) > s for s in STEPS))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None]:
        """Let a test fail that takes far longer than it did."""
        limit = max(PATIENCE, 10 * self.seconds.get(item.nodeid, 0))
        signal.signal(signal.SIGPROF, lambda *_: pytest.fail(f"more than {limit:.0f} seconds"))
        signal.setitimer(signal.ITIMER_PROF, limit)
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Measure a test that passed, without its fixtures: others may need them too."""
        if report.when == "call" and report.passed:
            self.seconds[report.nodeid] = round(report.duration, 3)

    def pytest_sessionfinish(self) -> None:
        """Remember all times."""
        self.file.parent.mkdir(exist_ok=True)
        self.file.write_text(json.dumps(self.seconds), encoding="utf-8")


def pytest_configure(config: pytest.Config) -> None:
    """Take part in a run whose times are wanted, without other programs."""
    if times := os.environ.get("BMCONV_TIMES"):
        which = shutil.which
        shutil.which = lambda name, *more: None if name in OTHER_PROGRAMS else which(name, *more)
        config.pluginmanager.register(QuickestFirst(Path(times)))
