"""What the control software is still to be told, written down before a database is changed.

It lies beside the database as FILE.unfinished. A trigger that is set is struck off; a run that is
cut off leaves the others to the next one, which checks them against the file as it is by then.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import msgspec

from bmconv.errors import FileTrouble
from bmconv.files import remove_stale, replace_file
from bmconv.notes import Notes

UNFINISHED = ".unfinished"
"""Ending of the file."""
VERSION = 2
MOST = 1 << 24
"""Bytes; a longer file is not ours."""

Cells = dict[str, Any]
"""The cells of a round that say something, by column in small letters."""


class News(msgspec.Struct, omit_defaults=True):
    """A trigger that is to be set, at a table or at any one of a section (None: of all)."""

    section: int | None
    trigger: int
    table: int | None = None
    rounds: dict[int, Cells | None] = {}
    """The rounds it is about, as the control software knows them; None: not at all."""
    plain: int = 0
    """A trigger that was asked for as such, whatever the rounds are."""
    new: bool = False
    """The table itself is still to be added."""

    def __str__(self) -> str:
        where = "all sections" if self.section is None else f"section {self.section}"
        return where if self.table is None else f"{where} table {self.table}"


class Unfinished(msgspec.Struct):
    """All of it, of one run and of those that were cut off before."""

    version: int = VERSION
    event: list[str] = []
    """GUIDs and names of the file's sessions: another event's news are none of its."""
    request: str = ""
    """A digest of what the last run was asked for."""
    news: list[News] = []

    def save(self, path: str) -> None:
        """Put it beside a database, or take it away when there is nothing left."""
        if self.news:
            replace_file(path + UNFINISHED, msgspec.json.encode(self))
            return
        remove_stale(path + UNFINISHED)
        try:
            with suppress(FileNotFoundError):
                os.unlink(path + UNFINISHED)
        except OSError as error:
            raise FileTrouble(f"{path}{UNFINISHED}: {error.strerror}") from None

    def striking_off(self, path: str, pairs: list[tuple[Any, News]]) -> Callable[[Any], None]:
        """What to call after each change: news that it was the trigger of are done with."""

        def strike_off(change: Any) -> None:
            done = [news for trigger, news in pairs if trigger is change]
            if done:
                self.news = [news for news in self.news if not any(news is d for d in done)]
                self.save(path)

        return strike_off


def left_over(path: str, event: list[str], notes: Notes) -> Unfinished:
    """What earlier runs left; nothing if it is about another event."""
    try:
        with open(path + UNFINISHED, "rb") as file:
            found = msgspec.json.decode(file.read(MOST), type=Unfinished)
        if found.version != VERSION:
            raise ValueError
    except FileNotFoundError:
        return Unfinished()
    except OSError as error:
        raise FileTrouble(f"{path}{UNFINISHED}: {error.strerror}") from None
    except (ValueError, RecursionError):
        text = "file{s} of what a cut-off run did not announce cannot be read: passed over"
        notes.loss("unfinished-unreadable", path + UNFINISHED, text)
        return Unfinished()
    if found.event and event and not set(found.event) & set(event):
        return Unfinished()
    return found
