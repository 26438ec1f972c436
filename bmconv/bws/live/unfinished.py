"""Save the triggers still to be set before a database is changed.

They are saved beside the database as FILE.unfinished and removed one by one as they are set. An
interrupted run leaves the rest to the next run, which checks them against the file again.
"""

import os
from collections.abc import Callable
from typing import Any

import msgspec

from bmconv.errors import FileTrouble, file_errors, reason_of
from bmconv.io.files import remove_file, remove_stale, replace_file
from bmconv.notes import Notes

UNFINISHED = ".unfinished"
"""Extension of the file with the triggers."""
VERSION = 2
MOST = 1 << 24
"""Maximum number of bytes read; a longer file was not written by us."""

Cells = dict[str, Any]
"""The non-empty cells of a round, by column in lower case."""


class Announcement(msgspec.Struct, omit_defaults=True):
    """A trigger to be set at a table, or at any one table of a section (None: of the event)."""

    section: int | None
    trigger: int
    table: int | None = None
    rounds: dict[int, Cells | None] = {}
    """The announced rounds with the cells that the control software knows (None: a new round)."""
    plain: int = 0
    """The trigger if it was requested directly, not derived from changed rounds; otherwise 0."""
    new: bool = False
    """Whether the table itself is yet to be added."""

    def __str__(self) -> str:
        section = "all sections" if self.section is None else f"section {self.section}"
        return section if self.table is None else f"{section} table {self.table}"


class Unfinished(msgspec.Struct):
    """All triggers still to be set, of the current run and of interrupted runs."""

    version: int = VERSION
    event: list[str] = []
    """GUIDs and names of the file's sessions; announcements for another event are ignored."""
    request: str = ""
    """A hash of the changes requested from the last run."""
    announcements: list[Announcement] = msgspec.field(default_factory=list, name="news")

    def save(self, path: str) -> None:
        """Save this beside a database, or delete the file if no trigger is left to be set."""
        if self.announcements:
            replace_file(path + UNFINISHED, msgspec.json.encode(self))
            return
        remove_stale(path + UNFINISHED)
        with file_errors(f"{path}{UNFINISHED}"):
            remove_file(path + UNFINISHED)

    def strike_off(self, path: str, done: list[Announcement]) -> None:
        """Remove announcements that no longer need a trigger, and save the rest."""
        self.announcements = [
            announcement
            for announcement in self.announcements
            if not any(announcement is d for d in done)
        ]
        self.save(path)

    def strike_off_after(
        self, path: str, pairs: list[tuple[Any, Announcement]]
    ) -> Callable[[Any], None]:
        """A function to call after each change; it removes the announcement made by the change."""

        def changed(change: Any) -> None:
            done = [announcement for trigger, announcement in pairs if trigger is change]
            if done:
                self.strike_off(path, done)

        return changed


def note_not_copied(path: str, notes: Notes) -> None:
    """Note triggers still to be set in a database, since a file written from it lacks them."""
    if os.path.exists(path + UNFINISHED):
        text = "run{s} of bws apply cut off: triggers still to be set are not in the new file"
        hint = "run it again (bmconv bws apply FILE ...), then write the new file"
        notes.error("apply-unfinished", path + UNFINISHED, text, hint=hint)


def read_unfinished(path: str, event: list[str], notes: Notes) -> Unfinished:
    """Triggers left over from earlier runs; none if they belong to another event."""
    try:
        with open(path + UNFINISHED, "rb") as file:
            unfinished = msgspec.json.decode(file.read(MOST), type=Unfinished)
        if unfinished.version != VERSION:
            raise ValueError
    except FileNotFoundError:
        return Unfinished()
    except OSError as error:
        raise FileTrouble(f"{path}{UNFINISHED}: {reason_of(error)}", error, place=path) from None
    except (ValueError, msgspec.MsgspecError, RecursionError):
        text = "unreadable file{s} about an interrupted run ignored"
        notes.loss("unfinished-unreadable", path + UNFINISHED, text)
        return Unfinished()
    if unfinished.event and event and not set(unfinished.event) & set(event):
        return Unfinished()
    return unfinished
