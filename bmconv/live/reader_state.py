"""What a reader was given: a file with a line about the database, then one per row."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from contextlib import suppress
from typing import Any

from bmconv.errors import BadInput, FileTrouble
from bmconv.files import replace_file, take_lock
from bmconv.live.snapshot import snapshot

VERSION = 1
PENDING = ".pending"


def digest(data: bytes) -> str:
    """What tells one content of a file from another."""
    return hashlib.blake2b(data, digest_size=20).hexdigest()


def default_path(file: str, reader: str) -> str:
    """The state of a reader of a file, in the user's state folder."""
    if sys.platform == "win32":
        folder = os.environ.get("LOCALAPPDATA") or os.path.expanduser("~")
    else:
        folder = os.environ.get("XDG_STATE_HOME") or os.path.expanduser("~/.local/state")
    name = hashlib.blake2b(os.path.realpath(file).encode(), digest_size=8).hexdigest()
    safe = "".join(c if c.isalnum() else "_" for c in reader)
    return os.path.join(folder, "bmconv", "poll", f"{name}-{safe}.jsonl")


class State:
    """The state of one reader; `rows` is by table and key the last content delivered, as JSON.

    `taken` is what is said while another process has it.
    """

    def __init__(self, path: str, taken: str) -> None:
        self.path = path
        try:
            os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)
        except OSError as error:
            raise FileTrouble(f"{path}: {error.strerror}") from None
        self._lock: int | None = take_lock(f"{path}.lock", taken)
        try:
            self._read()
        except BaseException:
            self.close()
            raise

    def _read(self) -> None:
        """Take up what the file has."""
        self.head: dict[str, Any] = {}
        self._rows: dict[str, dict[str, str]] | None = None
        try:
            with open(self.path, encoding="utf-8") as file:
                self.head = json.loads(file.readline())
            if self.head["version"] != VERSION:
                raise ValueError
        except FileNotFoundError:
            pass
        except OSError as error:
            raise FileTrouble(f"{self.path}: {error.strerror}") from None
        except (ValueError, KeyError, TypeError):
            raise self._broken() from None

    def _broken(self) -> BadInput:
        return BadInput(self.path, "is no state of a reader", "a file that poll wrote")

    @property
    def rows(self) -> dict[str, dict[str, str]]:
        """What was delivered, read when it is first asked for."""
        if self._rows is None:
            found: dict[str, dict[str, str]] = {}
            if self.head:
                try:
                    with open(self.path, encoding="utf-8") as file:
                        next(file)
                        for line in file:
                            table, key, content = json.loads(line)
                            found.setdefault(table, {})[key] = content
                except (ValueError, TypeError):
                    raise self._broken() from None
            self._rows = found
        return self._rows

    def covers(self, file: str, target: str, types: tuple[str, ...]) -> bool:
        """Whether exactly this content of the file was delivered, in this format and types."""
        return self.head.get("asked") == [target, *types] and bool(
            self.head.get("digest") == digest(snapshot(file))
        )

    def remember(self, rows: dict[str, dict[str, str]], **head: Any) -> None:
        """Know for as long as this process runs, and no longer, what was delivered."""
        self.head, self._rows = {**head, "version": VERSION}, rows

    def save(self, rows: dict[str, dict[str, str]], **head: Any) -> None:
        """Remember what is now delivered; on disk when this returns."""
        replace_file(self.path, encoded(rows, head))
        self.remember(rows, **head)

    def close(self) -> None:
        """Let other readers of this name in."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def prepare(self, rows: dict[str, dict[str, str]], **head: Any) -> None:
        """Write down, beside the state, what will be delivered; `confirm` makes it the state."""
        replace_file(self.path + PENDING, encoded(rows, head))

    def confirm(self) -> None:
        """What was prepared has been delivered."""
        try:
            os.replace(self.path + PENDING, self.path)
        except OSError as error:
            raise FileTrouble(f"{self.path}: {error.strerror}") from None
        self._read()

    def prepared(self) -> dict[str, Any] | None:
        """The head of what was prepared and not confirmed, as a crash leaves it."""
        try:
            with open(self.path + PENDING, encoding="utf-8") as file:
                head: dict[str, Any] = json.loads(file.readline())
                return head
        except FileNotFoundError:
            return None
        except (OSError, ValueError) as error:
            raise FileTrouble(f"{self.path}{PENDING}: {error}") from None

    def drop(self) -> None:
        """What was prepared was not delivered."""
        with suppress(OSError):
            os.unlink(self.path + PENDING)


def encoded(rows: dict[str, dict[str, str]], head: dict[str, Any]) -> bytes:
    """A state as it is stored."""
    lines = [json.dumps({**head, "version": VERSION})]
    for table, contents in rows.items():
        lines += [json.dumps([table, key, text]) for key, text in contents.items()]
    return ("\n".join(lines) + "\n").encode()
