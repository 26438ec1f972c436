"""bmconv with Windows' own Python under Wine: `make windows-test`.

The zip file for Windows is made and used as a volunteer would; what it makes of the samples is
compared with Linux's bytes; then the tests run, folder by folder.

    python -m tests.tools.windows.trial                     everything
    python -m tests.tools.windows.trial --quick             the selection of .ci/run
    python -m tests.tools.windows.trial tests/io            only these tests: folders, files or
    python -m tests.tools.windows.trial tests/io/test_input.py::test_name

What a part prints can be read in `.windows/*.txt` while it runs.
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
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests.helpers.running import ROOT
from tests.tools.windows.volunteer import use_zip
from tests.tools.windows.wine import HOME, TimeIsUp, as_seen, python, set_up, stop

QUICK = ("io", "bws/live", "filters", "connector", "joining", "event", "rules", "cli", "bridge")
ALL = (
    *(
        "bws/live",
        "exporting",
        "codecs",
        "bws",
        "jet",
        "reports",
        "cli",
        "connector",
        "io",
        "checks",
    ),
    *("ranking", "movements", "rules", "filters", "joining", "event", "bridge", "test_cases.py"),
    *("test_library.py", "test_api.py", "test_notes.py", "test_samples.py", "test_errors.py"),
)
"""Folders of tests for .ci/run and for `make windows-test`, those that take longest first."""
LIMIT = 3600
"""Seconds for a folder of tests."""
QUIET = 900
"""Seconds after which a test is taken to hang."""


class Outcome(NamedTuple):
    """What became of a part."""

    part: str
    passed: int
    failures: list[str]
    skipped: Counter[str]
    """Reasons, with the number of tests."""

    def __str__(self) -> str:
        counts = (self.passed, len(self.failures), self.skipped.total())
        return "{} passed, {} failed, {} skipped".format(*counts)


Part = tuple[str, Callable[[], Outcome]]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="a selection of about ten minutes")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="parts at a time")
    parser.add_argument("tests", nargs="*", help="only these, such as tests/bws/live")
    words = parser.parse_args()
    if not shutil.which("wine"):
        sys.exit("Wine is missing: apt-get install wine")
    parts: list[Part] = [("the zip file", try_zip), ("bytes", compare_bytes)]
    if words.tests:
        parts = []
    for name in words.tests or [f"tests/{name}" for name in (QUICK if words.quick else ALL)]:
        parts.append((name, lambda name=name: run_tests(name)))
    try:
        set_up()
        with ThreadPoolExecutor(words.jobs) as pool:
            outcomes = list(pool.map(attempt, parts))
    finally:
        stop()
    return report(outcomes)


def attempt(part: Part) -> Outcome:
    """Run a part, and print what became of it."""
    name, run = part
    began = time.monotonic()
    try:
        outcome = run()
    except TimeIsUp as error:
        outcome = Outcome(name, 0, [f"{name}: {error}"], Counter())
    print(f"{name}: {outcome}, {time.monotonic() - began:.0f} s", flush=True)
    for failure in outcome.failures:
        print(f"FAILED {failure}", flush=True)
    return outcome


def report(outcomes: list[Outcome]) -> int:
    """Print the reasons of what was skipped, and the sum."""
    skipped = sum((outcome.skipped for outcome in outcomes), Counter())
    for reason, count in skipped.most_common():
        print(f"{count} skipped: {reason}")
    failures = [failure for outcome in outcomes for failure in outcome.failures]
    print(Outcome("", sum(outcome.passed for outcome in outcomes), failures, skipped))
    return 1 if failures else 0


def try_zip() -> Outcome:
    """The zip file as a volunteer uses it."""
    problems = use_zip()
    failures = [f"{command}: {problem}" for command, problem in problems if problem]
    return Outcome("the zip file", len(problems) - len(failures), failures, Counter())


def compare_bytes() -> Outcome:
    """Samples in every format, and commands of the documents: the same bytes as on Linux."""
    module = "tests.tools.windows.same_bytes"
    here = subprocess.run(
        [sys.executable, "-m", module], cwd=ROOT, capture_output=True, check=True, timeout=LIMIT
    )
    code, there = python(module, limit=LIMIT, log="bytes")
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
    return Outcome("bytes", passed, failures, Counter())


def run_tests(name: str) -> Outcome:
    """The tests of a folder."""
    log = re.sub(r"[^\w-]+", "-", name.removeprefix("tests/"))
    results = HOME / f"{log}.xml"
    results.unlink(missing_ok=True)
    code, printed = python(
        *("pytest", "-v", "-p", "no:cacheprovider", "--tb=short", name),
        *("-o", f"faulthandler_timeout={QUIET}", "-o", "faulthandler_exit_on_timeout=true"),
        f"--junit-xml={as_seen(results)}",
        limit=LIMIT,
        log=log,
    )
    if not results.exists():
        return Outcome(name, 0, [f"{name}: exit {code}\n{printed[-5000:]}"], Counter())
    return outcome_of(name, results)


def outcome_of(part: str, results: Path) -> Outcome:
    """What pytest reports in a file of JUnit's format."""
    passed, failures, skipped = 0, [], Counter[str]()
    for case in ElementTree.parse(results).iter("testcase"):
        trouble = [*case.iter("failure"), *case.iter("error")]
        reasons = [reason.get("message") or "" for reason in case.iter("skipped")]
        skipped.update(reasons)
        passed += not trouble and not reasons
        place = f"{case.get('classname')}.{case.get('name')}"
        failures += [f"{place}\n{element.text}" for element in trouble[:1]]
    return Outcome(part, passed, failures, skipped)


if __name__ == "__main__":
    sys.exit(main())
