"""Tests Ctrl-C under Wine in the commands that run until they are stopped.

Wine gives a console only to a program in a terminal, so `console.py` is run in one.
"""

import contextlib
import json
import os
import pty
import subprocess
import threading

from tests.tools.windows.wine import HOME, ROOT, end_programs, python_command, variables

LIMIT = 300
"""Seconds for all commands."""


def interrupt_commands() -> list[tuple[str, str]]:
    """Each command with what is wrong about how it ended; "" if nothing is."""
    answers = HOME / "console.json"
    answers.unlink(missing_ok=True)
    ours, theirs = pty.openpty()
    printed: list[bytes] = []
    reader = threading.Thread(target=read_terminal, args=(ours, printed), daemon=True)
    reader.start()
    streams = dict.fromkeys(("stdin", "stdout", "stderr"), theirs)
    command = python_command("tests.tools.windows.console", answers)
    with subprocess.Popen(command, cwd=ROOT, env=variables("console"), **streams) as program:
        os.close(theirs)
        with contextlib.suppress(subprocess.TimeoutExpired):
            program.wait(LIMIT)
        end_programs("console")
    reader.join(LIMIT)
    os.close(ours)
    if not answers.exists():
        return [("Ctrl-C", b"".join(printed).decode("utf-8", "replace"))]
    return [(command, problem) for command, problem in json.loads(answers.read_bytes())]


def read_terminal(terminal: int, printed: list[bytes]) -> None:
    """Collect what is printed in a terminal until no program has it open."""
    with contextlib.suppress(OSError):
        while part := os.read(terminal, 4096):
            printed.append(part)
