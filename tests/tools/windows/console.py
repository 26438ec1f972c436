"""Starts commands in a Windows console and sends Ctrl-C to it; `interrupt.py` runs this."""

import ctypes
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from tests.helpers.running import samples

PATIENCE = 60
"""Seconds that a command may take to start or to stop; without Ctrl-C, each would wait an hour."""


class Command(NamedTuple):
    """A command that waits, a file that exists once it does, and what it prints at its end."""

    words: str
    started_file: str
    printed: str
    code: int = 0


SILENT, REQUESTED = "bmconv-silent", "asked"
"""The pipe of a service that never answers, and the file that exists once it got a request."""
GUID = "0" * 32
COMMANDS = (
    Command(
        "bws simulate BMInput.txt -o evening.bws --speed 0.01", "evening.ldb", "results entered"
    ),
    Command("bws watch . --interval 3600", "BMInput.bws", " stopped"),
    Command("bws poll night.bws --interval 3600 --state state", "state", "}"),
    Command("bws follow night.bws --page now.html --interval 3600", "now.html", ""),
    Command("connector serve --pipe bmconv-console --log requests", "requests", "stand-in"),
    Command(
        f"connector poll --pipe {SILENT} --timeout 600 --session-guid {GUID}",
        REQUESTED,
        "",
        code=130,
    ),
)


def main() -> None:
    with TemporaryDirectory() as name:
        os.chdir(samples(Path(name)))
        with silent_service():
            answers = [(f"Ctrl-C in {command.words}", problem(command)) for command in COMMANDS]
        os.chdir(Path(__file__).parent)
    Path(sys.argv[1]).write_text(json.dumps(answers), encoding="utf-8")


@contextmanager
def silent_service() -> Iterator[None]:
    """Offer a pipe whose requests are not answered."""
    from bmconv.connector.pipe import serve_pipe  # it exists on Windows only

    end = threading.Event()

    def keep_waiting(request: bytes) -> bytes:
        Path(REQUESTED).touch()
        end.wait()
        return b""

    with serve_pipe(SILENT, keep_waiting, 1):
        yield
        end.set()


def problem(command: Command) -> str:
    """What is wrong when a command ends after Ctrl-C; "" if nothing is."""
    words = [sys.executable, "-m", "bmconv", *command.words.split()]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    end = time.monotonic() + PATIENCE
    while not os.path.exists(command.started_file) and time.monotonic() < end:
        time.sleep(0.1)
    time.sleep(1)  # until it waits
    interrupt(process)
    try:
        printed, _ = process.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return f"still running after {PATIENCE} s"
    text = printed.decode()
    left = [path.name for path in Path().glob("*.ldb")]
    right = process.returncode == command.code and command.printed in text and not left
    return "" if right else f"exit {process.returncode}, {left}\n{text}"


def interrupt(process: subprocess.Popen[bytes]) -> None:
    """Send Ctrl-C to every program in the console; this one ignores it."""
    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    kernel.SetConsoleCtrlHandler(None, True)
    sent = process.poll() is None and kernel.GenerateConsoleCtrlEvent(0, 0)
    assert sent, f"no Ctrl-C was sent: {process.poll()}"
    time.sleep(0.5)
    kernel.SetConsoleCtrlHandler(None, False)


if __name__ == "__main__":
    main()
