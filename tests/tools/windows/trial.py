"""Tests bmconv with Windows' own Python under Wine: `make windows-test`.

Builds the zip file for Windows and uses it as a club's volunteer would, compares converted samples
with the bytes that Linux writes, and runs the tests folder by folder.

    python -m tests.tools.windows.trial                     everything
    python -m tests.tools.windows.trial --quick             the selection of .ci/run
    python -m tests.tools.windows.trial tests/io            a folder of tests, a file or a test:
    python -m tests.tools.windows.trial tests/io/test_replacing.py
    python -m tests.tools.windows.trial zip bytes           other parts by their names

The output of a running part is in `.windows/*.txt`.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests.helpers.running import ROOT
from tests.tools.windows.interrupt import interrupt_commands
from tests.tools.windows.volunteer import use_zip
from tests.tools.windows.wine import HOME, TimeIsUp, python, set_up, stop, windows_path

QUICK = (
    "tests/bws/live/test_watch.py tests/bws/live/test_poll.py tests/bws/live/test_apply.py",
    "tests/io tests/filters/test_key_files.py tests/exporting/test_archive.py tests/test_errors.py",
    "tests/cli/test_process.py tests/cli/test_closed_pipe.py tests/cli/test_patterns.py"
    " tests/cli/bws tests/cli/test_completion.py tests/jet/test_editor.py",
)
ALL = (
    *("tests/bws/live", "tests/exporting", "tests/codecs", "tests/bws --ignore tests/bws/live"),
    *("tests/jet", "tests/reports", "tests/cli", "tests/connector", "tests/io", "tests/checks"),
    *("tests/ranking", "tests/movements", "tests/rules", "tests/filters", "tests/joining"),
    *("tests/event tests/columns", "tests/bridge"),
    "tests/test_cases.py tests/test_library.py tests/test_api.py",
    "tests/test_notes.py tests/test_samples.py tests/test_errors.py tests/test_masking.py",
)
"""Tests for .ci/run and for `make windows-test`, a process each, the longest first."""
OTHERS = ("zip", "bytes", "ctrl-c")
"""The parts that are not tests."""
LIMIT, QUICK_LIMIT = 3600, 900
"""Seconds for a part."""
HANGING = 600
"""Seconds that a test may take before it counts as hanging."""


class Outcome(NamedTuple):
    """The outcome of a part."""

    passed: int
    failures: list[str]
    skipped: Counter[str]
    """The number of skipped tests by reason."""

    def __str__(self) -> str:
        counts = (self.passed, len(self.failures), self.skipped.total())
        return "{} passed, {} failed, {} skipped".format(*counts)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a selection of about ten minutes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="parts at a time")
    parser.add_argument("parts", nargs="*", help=f"tests, or one of {', '.join(OTHERS)}")
    words = parser.parse_args()
    if not shutil.which("wine"):
        sys.exit("Wine is missing: apt-get install wine")
    tests, limit = (QUICK, QUICK_LIMIT) if words.quick else (ALL, LIMIT)
    parts = words.parts or [*OTHERS, *tests]
    try:
        set_up()
        with ThreadPoolExecutor(words.jobs) as pool:
            outcomes = list(pool.map(partial(attempt, limit=limit), parts))
    finally:
        stop()
    return report(outcomes)


def attempt(name: str, limit: float) -> Outcome:
    """Run a part and print its outcome."""
    began = time.monotonic()
    try:
        outcome = run_part(name, limit)
    except TimeIsUp as error:
        outcome = Outcome(0, [f"{name}: {error}"], Counter())
    print(f"{name}: {outcome}, {time.monotonic() - began:.0f} s", flush=True)
    for failure in outcome.failures:
        print(f"FAILED {failure}", flush=True)
    return outcome


def run_part(name: str, limit: float) -> Outcome:
    """The outcome of a part."""
    match name:
        case "zip":
            return outcome_of_uses(use_zip())
        case "ctrl-c":
            return outcome_of_uses(interrupt_commands())
        case "bytes":
            return compare_bytes(limit)
        case _:
            return run_tests(name, limit)


def report(outcomes: list[Outcome]) -> int:
    """Print why tests were skipped, and the totals; the exit code."""
    skipped = sum((outcome.skipped for outcome in outcomes), Counter())
    for reason, count in skipped.most_common():
        print(f"{count} skipped: {reason}")
    failures = [failure for outcome in outcomes for failure in outcome.failures]
    print(Outcome(sum(outcome.passed for outcome in outcomes), failures, skipped))
    return 1 if failures else 0


def outcome_of_uses(problems: list[tuple[str, str]]) -> Outcome:
    """The outcome of commands, each with its problem or ""."""
    failures = [f"{command}: {problem}" for command, problem in problems if problem]
    return Outcome(len(problems) - len(failures), failures, Counter())


def compare_bytes(limit: float) -> Outcome:
    """Check that converting samples and commands of documents give the same bytes as on Linux."""
    module = "tests.tools.windows.same_bytes"
    here = subprocess.run(
        [sys.executable, "-m", module], cwd=ROOT, capture_output=True, check=True, timeout=limit
    )
    code, there = python(module, limit=limit, log="bytes")
    ours, theirs = (
        dict(json.loads(line) for line in text.splitlines() if line.startswith("["))
        for text in (here.stdout.decode(), there)
    )
    failures = [
        f"{name}: {theirs.get(name)}, on Linux {digest}"
        for name, digest in ours.items()
        if theirs.get(name) != digest
    ]
    passed = len(ours) - len(failures)
    if code:
        failures.append(f"{module}: exit {code}\n{there[-2000:]}")
    return Outcome(passed, failures, Counter())


def run_tests(name: str, limit: float) -> Outcome:
    """Run the tests of a folder, or of several files and folders."""
    log = re.sub(r"[^\w-]+", "-", name.split()[0].removeprefix("tests/"))
    results = HOME / f"{log}.xml"
    results.unlink(missing_ok=True)
    code, printed = python(
        *("pytest", "-vv", "-p", "no:cacheprovider", "--tb=short", *name.split()),
        *("-o", f"faulthandler_timeout={HANGING}", "-o", "faulthandler_exit_on_timeout=true"),
        f"--junit-xml={windows_path(results)}",
        limit=limit,
        log=log,
    )
    if not results.exists():
        return Outcome(0, [f"{name}: exit {code}\n{printed[-5000:]}"], Counter())
    return outcome_of(results)


def outcome_of(results: Path) -> Outcome:
    """The outcome in a JUnit file that pytest wrote."""
    passed, failures, skipped = 0, [], Counter[str]()
    for case in ElementTree.parse(results).iter("testcase"):
        trouble = [*case.iter("failure"), *case.iter("error")]
        reasons = [reason.get("message") or "" for reason in case.iter("skipped")]
        skipped.update(reasons)
        passed += not trouble and not reasons
        place = f"{case.get('classname')}.{case.get('name')}"
        failures += [f"{place}\n{element.text}" for element in trouble[:1]]
    return Outcome(passed, failures, skipped)


if __name__ == "__main__":
    sys.exit(main())
