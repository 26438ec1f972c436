"""The state of a reader: which rows of a database were delivered to it.

It is a file with a line about the database, followed by a line for each row.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import sys
from contextlib import suppress
from typing import Any

from bmconv.bws.live.snapshot import snapshot
from bmconv.errors import BadInput, FileTrouble, Flag, Wording, Words, file_errors, reason_of
from bmconv.io.files import (
    move_over,
    open_text,
    remove_file,
    replace_file,
    resolve_links,
    take_signed_lock,
)

VERSION = 1
PENDING = ".pending"
"""Extension of a state that is saved before its rows are delivered."""


def digest(data: bytes) -> str:
    """A hash that identifies the content of a file."""
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def default_path(file: str, reader: str) -> str:
    """The path of a reader's state for a file, in the user's state folder."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        folder = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    name = hashlib.blake2b(resolve_links(file).encode(), digest_size=8).hexdigest()
    safe = "".join(c if c.isalnum() else "_" for c in reader)
    return os.path.join(folder, "bmconv", "poll", f"{name}-{safe}.jsonl")


def _absent(path: str) -> FileTrouble:
    """The error for a file or folder that does not exist, in the same words on every system."""
    cause = FileNotFoundError(errno.ENOENT, "No such file or directory")
    return FileTrouble(f"{path}: {cause.strerror}", cause, place=path)


def open_state(file: str, reader: str, path: str | None = None) -> State:
    """The state of a reader for a file, locked until it is closed."""
    if not os.path.exists(file):
        raise _absent(file)
    if path and not os.path.isdir(os.path.dirname(os.path.abspath(path))):  # perhaps mistyped
        raise _absent(path)
    option = Flag("state", "FILE") if path else Flag("reader", "NAME")
    taken = f"{path}: in use by another poll" if path else f"{file}: already polled as {reader}"
    hint = Wording("end that process; another ", option, " would deliver everything again")
    return State(path or default_path(file, reader), taken, hint)


class State:
    """The state of one reader; `rows` has the content last delivered, as JSON, by table and key.

    `taken` is the error message if another process has it open, and `hint` what to do then.
    """

    def __init__(self, path: str, taken: str, hint: Words = "") -> None:
        self.path = path
        with file_errors(path):
            os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        self._read()  # refuse other files before a lock file is made beside them
        self._lock: int | None = take_signed_lock(f"{path}.lock", taken, hint)
        try:
            self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        """Read the first line of the state file, if there is one."""
        self.head: dict[str, Any] = {}
        self._rows: dict[str, dict[str, str]] | None = None
        try:
            with open_text(self.path) as file:
                self.head = json.loads(file.readline())
            if self.head["version"] != VERSION:
                raise ValueError
        except FileNotFoundError:
            pass
        except OSError as error:
            raise FileTrouble(f"{self.path}: {reason_of(error)}", error, place=self.path) from None
        except (ValueError, KeyError, TypeError):
            raise self._broken() from None

    def _broken(self) -> BadInput:
        return BadInput(self.path, "not the state file of a reader", "a file that poll wrote")

    @property
    def rows(self) -> dict[str, dict[str, str]]:
        """What was delivered, read on first use."""
        if self._rows is None:
            delivered: dict[str, dict[str, str]] = {}
            if self.head:
                try:
                    with open_text(self.path) as file:
                        next(file)
                        for line in file:
                            table, key, content = json.loads(line)
                            delivered.setdefault(table, {})[key] = content
                except (ValueError, TypeError):
                    raise self._broken() from None
            self._rows = delivered
        return self._rows

    def covers(self, file: str, target: str, types: tuple[str, ...]) -> bool:
        """Whether the file's present content was delivered, in this format and with these types."""
        return self.head.get("asked") == [target, *types] and bool(
            self.head.get("digest") == digest(snapshot(file))
        )

    def remember(self, rows: dict[str, dict[str, str]], **head: Any) -> None:
        """Remember what was delivered, but only in this process; nothing is saved."""
        self.head, self._rows = {**head, "version": VERSION}, rows

    def save(self, rows: dict[str, dict[str, str]], **head: Any) -> None:
        """Save what was delivered; it is on disk when this returns."""
        replace_file(self.path, encode_state(rows, head))
        self.remember(rows, **head)

    def close(self) -> None:
        """Release the lock, so that another process can open the state."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def prepare(self, rows: dict[str, dict[str, str]], **head: Any) -> None:
        """Save what is about to be delivered, beside the state; `confirm` makes it the state."""
        replace_file(self.path + PENDING, encode_state(rows, head))

    def confirm(self) -> None:
        """Make the pending state the state, because it was delivered."""
        with file_errors(self.path):
            move_over(self.path + PENDING, self.path)
        self._read()

    def pending_head(self) -> dict[str, Any] | None:
        """The first line of a pending state, which a crash leaves behind; None if there is none."""
        try:
            with open_text(self.path + PENDING) as file:
                head: dict[str, Any] = json.loads(file.readline())
                return head
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise FileTrouble(f"{self.path}{PENDING}: {error}", place=self.path) from None

    def drop(self) -> None:
        """Delete the pending state, because it was not delivered."""
        with suppress(OSError):
            remove_file(self.path + PENDING)


def encode_state(rows: dict[str, dict[str, str]], head: dict[str, Any]) -> bytes:
    """The bytes of a state file."""
    lines = [json.dumps({**head, "version": VERSION})]
    for table, contents in rows.items():
        lines += [json.dumps([table, key, text]) for key, text in contents.items()]
    return ("\n".join(lines) + "\n").encode()
