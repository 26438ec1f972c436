"""The folder shared by a scoring program and a watcher: BMPFTP's files, and how they are delivered.

A file is written under a temporary name, its content is saved as the pending state, the file is
renamed, and the pending state becomes the state. If the process is killed in between, a temporary
file that still exists was not delivered; one that is gone was.
"""

import json
import os
from contextlib import suppress
from typing import Any

from bmconv.errors import FileTrouble, file_errors
from bmconv.io.files import Taken, remove_stale, replace_file
from bmconv.live.reader_state import State

INPUT, DATABASE, RESULTS, NUMBERS = "BMInput.txt", "BMInput.bws", "BMRData.txt", "BMPNums.txt"
OWN = ".bmconv-watch"
"""The watcher's own folder inside the shared one."""


class Folder:
    """The shared folder, which one watcher can open at a time."""

    def __init__(self, path: str) -> None:
        self.path = path
        if not os.path.isdir(path):
            raise FileTrouble(f"{path}: not a folder")
        self.own = os.path.join(path, OWN)
        self.commands = os.path.join(self.own, "commands")

    def __call__(self, name: str) -> str:
        """The path of a file in the folder."""
        return os.path.join(self.path, name)

    def has(self, name: str) -> bool:
        """Whether the folder has a file of this name."""
        return os.path.exists(self(name))

    def open_state(self) -> State:
        """The watcher's state, locked until it is closed."""
        with file_errors(self.own):
            os.makedirs(self.commands, exist_ok=True)
        return State(os.path.join(self.own, "state.jsonl"), f"{self.path}: already being watched")

    def is_watched(self) -> bool:
        """Whether a running watcher has locked the state."""
        try:
            self.open_state().close()
        except Taken:
            return True
        return False

    def clear_commands(self) -> None:
        """Delete commands left over from an earlier watcher."""
        for name in os.listdir(self.commands):
            with suppress(OSError):
                os.unlink(os.path.join(self.commands, name))

    def recover(self, state: State) -> str:
        """Complete or drop a delivery that was interrupted; return a message about it, or ""."""
        pending = state.prepared()
        told = ""
        if pending is not None:
            if os.path.exists(self(pending["temporary"])):
                state.drop()
                told = f"{pending['file']} was not delivered by the last run; it comes again"
            else:
                state.confirm()
                told = f"{pending['file']} was delivered by the last run"
        for name in (RESULTS, NUMBERS):
            remove_stale(self(name))
        return told

    def deliver(
        self, name: str, data: bytes, state: State, rows: dict[str, dict[str, str]], head: Any
    ) -> None:
        """Write a file, which appears only when complete, and remember what it contained."""

        def ready(temporary: str) -> None:
            state.prepare(rows, **{**head, "temporary": os.path.basename(temporary), "file": name})

        try:
            replace_file(self(name), data, ready)
        except FileTrouble:
            state.drop()
            raise
        state.confirm()

    def send(self, command: dict[str, Any]) -> str:
        """Leave a command for the watcher; return the command's name."""
        name = f"{os.getpid()}-{command['send']}"
        replace_file(os.path.join(self.commands, name), json.dumps(command).encode())
        return name

    def sent(self) -> list[tuple[str, dict[str, Any]]]:
        """The commands not yet answered, with their names."""
        found = []
        try:
            names = sorted(os.listdir(self.commands))
        except OSError:
            return []  # network share unavailable: reported when a file is next read
        for name in names:
            path = os.path.join(self.commands, name)
            if not name.endswith((".tmp", ".done")):
                with suppress(OSError, ValueError), open(path, encoding="utf-8") as file:
                    found.append((name, json.load(file)))
        return found

    def answer(self, name: str, text: str) -> None:
        """Leave the answer to a command for its sender, and delete the command."""
        path = os.path.join(self.commands, name)
        with suppress(FileTrouble):
            replace_file(f"{path}.done", text.encode())
        with suppress(OSError):
            os.unlink(path)

    def answered(self, name: str) -> str | None:
        """The answer to a command, which is then deleted; None if there is none yet."""
        path = os.path.join(self.commands, f"{name}.done")
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except OSError:
            return None
        with suppress(OSError):
            os.unlink(path)
        return text
