"""The folder shared by a scoring program and a watcher: BMPFTP's files, and how they are delivered.

A file is written under a temporary name, its content is saved as the pending state, the file is
renamed, and the pending state becomes the state. If the process is killed in between, a temporary
file that still exists was not delivered; one that is gone was delivered.
"""

import json
import os
from contextlib import suppress
from typing import Any

from bmconv.bws.live.reader_state import State
from bmconv.errors import FileTrouble, file_errors
from bmconv.io.files import LockTaken, open_text, remove_file, remove_stale, replace_file, take_lock

INPUT, DATABASE, RESULTS, NUMBERS = "BMInput.txt", "BMInput.bws", "BMRData.txt", "BMPNums.txt"
WATCHER_FOLDER = ".bmconv-watch"
"""The watcher's own folder inside the shared one."""


class Folder:
    """The shared folder, which one watcher can open at a time."""

    def __init__(self, path: str) -> None:
        self.path = path
        if not os.path.isdir(path):
            raise FileTrouble(f"{path}: not a folder", place=path)
        self.watcher_folder = os.path.join(path, WATCHER_FOLDER)
        self.commands = os.path.join(self.watcher_folder, "commands")
        self.state_path = os.path.join(self.watcher_folder, "state.jsonl")

    def path_of(self, name: str) -> str:
        """The path of a file in the folder, where its name may have other letter case."""
        path = os.path.join(self.path, name)
        if not os.path.exists(path):
            with suppress(OSError):
                for known in sorted(os.listdir(self.path)):
                    if known.lower() == name.lower():
                        return os.path.join(self.path, known)
        return path

    def has(self, name: str) -> bool:
        """Whether the folder has a file of this name."""
        return os.path.exists(self.path_of(name))

    def open_state(self) -> State:
        """The watcher's state, locked until it is closed."""
        with file_errors(self.watcher_folder):
            os.makedirs(self.commands, exist_ok=True)
        return State(self.state_path, f"{self.path}: already being watched")

    def is_watched(self) -> bool:
        """Whether a running watcher has locked the state."""
        if not os.path.isdir(self.watcher_folder):
            return False
        try:
            os.close(take_lock(f"{self.state_path}.lock", ""))
        except LockTaken:
            return True
        return False

    def clear_commands(self) -> None:
        """Delete commands left over from an earlier watcher."""
        for name in os.listdir(self.commands):
            with suppress(OSError):
                remove_file(os.path.join(self.commands, name))

    def recover(self, state: State) -> str:
        """Complete or drop an interrupted delivery; return a message about it, or ""."""
        pending = state.pending_head()
        message = ""
        if pending is not None:
            if os.path.exists(self.path_of(pending["temporary"])):
                state.drop()
                message = f"{pending['file']} was not delivered by the last run; it comes again"
            else:
                state.confirm()
                message = f"{pending['file']} was delivered by the last run"
        for name in (RESULTS, NUMBERS):
            remove_stale(self.path_of(name))
        return message

    def deliver(
        self, name: str, data: bytes, state: State, rows: dict[str, dict[str, str]], head: Any
    ) -> None:
        """Write a file, which appears only when it is complete, and save `rows` as delivered."""

        def ready(temporary: str) -> None:
            state.prepare(rows, **{**head, "temporary": os.path.basename(temporary), "file": name})

        try:
            replace_file(self.path_of(name), data, ready)
        except FileTrouble:
            state.drop()
            raise
        state.confirm()

    def send(self, command: dict[str, Any]) -> str:
        """Leave a command for the watcher; return the command's name."""
        name = f"{os.getpid()}-{command['send']}"
        replace_file(os.path.join(self.commands, name), json.dumps(command).encode())
        return name

    def unanswered_commands(self) -> list[tuple[str, dict[str, Any]]]:
        """The commands not yet answered, with their names."""
        commands = []
        try:
            names = sorted(os.listdir(self.commands))
        except OSError:
            return []  # network share unavailable: reported when a file is next read
        for name in names:
            path = os.path.join(self.commands, name)
            if not name.endswith((".tmp", ".done")):
                with suppress(OSError, ValueError), open_text(path) as file:
                    command = json.load(file)
                    if isinstance(command, dict):
                        commands.append((name, command))
        return commands

    def answer(self, name: str, text: str) -> None:
        """Leave the answer to a command for its sender, and delete the command."""
        path = os.path.join(self.commands, name)
        with suppress(FileTrouble):
            replace_file(f"{path}.done", text.encode())
        with suppress(OSError):
            remove_file(path)

    def take_answer(self, name: str) -> str | None:
        """The answer to a command, which is then deleted; None if there is none yet."""
        path = os.path.join(self.commands, f"{name}.done")
        try:
            with open_text(path) as file:
                text = file.read()
        except OSError:
            return None
        with suppress(OSError):
            remove_file(path)
        return text
