"""A scoring program in another language runs a whole evening through the command line."""

import contextlib
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.running import absent, environment

PROGRAM = Path(__file__).with_name("evening.mjs")
CRASHES = ("rounds 1 and 2", "late pair", "setting", "correction", "rounds 3 and 4")


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    """The program's folder; the control software that it started does not outlive the test."""
    yield tmp_path
    pid = tmp_path / "control.pid"
    if pid.exists() and (tmp_path / "night.ldb").exists():
        with contextlib.suppress(OSError):
            os.kill(int(pid.read_text()), signal.SIGTERM)


def run_program(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    node = shutil.which("node")
    if node is None:
        absent("node")
    command = [str(node), str(PROGRAM), str(folder), *words]
    return subprocess.run(
        command, env=environment(), capture_output=True, encoding="utf-8", timeout=300
    )


def test_a_program_in_node_loses_no_result_and_no_change_over_five_crashes(folder: Path) -> None:
    for step in CRASHES:
        crashed = run_program(folder, "--crash", step)
        assert (crashed.returncode != 0, crashed.stderr) == (True, "")
    done = run_program(folder)
    assert (done.stderr, done.returncode, done.stdout) == ("", 0, "all results received\n")
