"""Start commands in a console of Windows and send Ctrl-C to it; `interrupt.py` runs this."""

import ctypes
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.helpers.running import samples

PATIENCE = 60
"""Seconds after which a command is taken not to start, or not to stop: each waits for an hour."""


class Command(NamedTuple):
    """A command that waits, a file that shows that it does, and what it prints at its end."""

    words: str
    at_work: str
    printed: str


COMMANDS = (
    Command(
        "bws simulate BMInput.txt -o evening.bws --speed 0.01", "evening.ldb", "results entered"
    ),
    Command("bws watch . --interval 3600", "BMInput.bws", " stopped"),
    Command("bws poll night.bws --interval 3600 --state state", "state", "}"),
)


def main() -> None:
    with TemporaryDirectory() as name:
        os.chdir(samples(Path(name)))
        answers = [(f"Ctrl-C in {command.words}", problem(command)) for command in COMMANDS]
        os.chdir(Path(__file__).parent)
    Path(sys.argv[1]).write_text(json.dumps(answers), encoding="utf-8")


def problem(command: Command) -> str:
    """What is wrong about how a command ends after Ctrl-C, or nothing."""
    words = [sys.executable, "-m", "bmconv", *command.words.split()]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    end = time.monotonic() + PATIENCE
    while not os.path.exists(command.at_work) and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(1)  # and it waits
    interrupt(process)
    try:
        printed, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return f"still running after {PATIENCE} s"
    text = printed.decode()
    left = [path.name for path in Path().glob("*.ldb")]
    right = process.returncode == 0 and command.printed in text and not left
    return "" if right else f"exit {process.returncode}, {left}\n{text}"


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Press Ctrl-C: every program in the console gets it, and this one ignores it."""
    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    kernel.SetConsoleCtrlHandler(None, True)
    sent = process.poll() is None and kernel.GenerateConsoleCtrlEvent(0, 0)
    assert sent, f"no Ctrl-C was sent: {process.poll()}"
    time.sleep(0.5)
    kernel.SetConsoleCtrlHandler(None, False)


if __name__ == "__main__":
    main()
