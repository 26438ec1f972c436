"""What is said of files and events: plain values, which processes hand to each other."""

from __future__ import annotations

import os
from typing import NamedTuple

import msgspec

from bmconv import __version__
from bmconv.columns import Column

STANDS_IN = "result"
STANDING = Column("standing", "bool", "1 for the last result of its table, round and board")
"""The column that tells which results stand, and its table."""


class File(NamedTuple):
    """A file that is to be read."""

    name: str
    path: str
    size: int
    changed: int
    hash: str


Rank = tuple[int, int, int, str]
"""Results, records, time of the last change and name of a file: the highest has its event."""
NO_RANK: Rank = (0, 0, 0, "")


class Known(NamedTuple):
    """What is known of a file."""

    size: int
    changed: int
    hash: str
    status: str
    reader: str
    errors: int

    def is_of(self, stat: os.stat_result) -> bool:
        """Whether the file has not been touched since."""
        return (self.size, self.changed) == (stat.st_size, stat.st_mtime_ns)

    def may_be_readable(self) -> bool:
        """Whether it could not be read, and might be by now."""
        return self.status in ("reject", "other") and (not self.hash or self.reader != __version__)


class Reading(NamedTuple):
    """What reading a file came to."""

    file: File
    format: str = ""
    status: str = "exported"
    error: str = ""
    event_id: str = ""
    title: str = ""
    date: str = ""
    results: int = 0
    records: int = 0
    errors: int = 0

    @property
    def rank(self) -> Rank:
        """The fullest copy wins, then the newest."""
        return (self.results, self.records, self.file.changed, self.file.name)


class Held(NamedTuple):
    """An event, and the file and batch its rows come from."""

    event_id: str
    name: str
    batch: int
    title: str | None = None
    date: str | None = None

    def has(self, guid: str) -> bool:
        """Whether its GUID is this."""
        return self.event_id == guid or self.event_id.startswith(f"{guid} ")

    def is_of(self, reading: Reading) -> bool:
        """Whether a file of its GUID has this event too: date and name agree, where known."""
        both = ((self.date, reading.date), (self.title, reading.title))
        return all(not here or not there or here == there for here, there in both)


class Change(msgspec.Struct):
    """What a batch of files does to the rows of the dataset."""

    lost: set[str] = set()
    """Files of the batch whose rows do not count."""
    renamed: dict[str, str] = {}
    """Files of the batch whose rows are of another event than their GUID says."""
    replaced: list[Held] = []
    """Rows of earlier batches that go."""
