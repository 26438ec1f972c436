"""Facts about files and events: plain values that the ledger keeps and processes exchange."""

import os
from typing import Any, NamedTuple

import msgspec

from bmconv import __version__
from bmconv.columns import AGAINST_PAR, ExtraColumn
from bmconv.exporting.archive import Label
from bmconv.exporting.treatment import PLAIN, Treatment
from bmconv.notes import Note

STANDING = ExtraColumn("standing", "bool", "1 for the last result of its table, round and board")
"""The column that marks the results that count."""
STANDS_IN = "result"
"""The table that has the column STANDING."""
COMPARED = (*AGAINST_PAR, ExtraColumn("score_against_par", "int", "score_ns minus par_score"))
"""More columns of that table, empty unless the file has an evaluation of the board."""

COMPLETING = ("hand", "evaluation")
"""The record types that a second file can add to an event without records of these types."""


class File(NamedTuple):
    """A file to read."""

    name: str
    path: str
    size: int
    changed: int
    hash: str


class Freshness(NamedTuple):
    """How far the entry of results had come when a file was written; empty or 0 if unknown."""

    last_entry: str = ""
    """Date and time of the last result."""
    last_id: int = 0
    erased: int = 0
    """The number of erased results."""

    def compare(self, other: "Freshness") -> set[int]:
        """How this differs from another: the set has 1 if a value is newer, -1 if one is older.

        Values that are unknown for either are not compared.
        """
        known = [(mine, its) for mine, its in zip(self[:2], other[:2], strict=True) if mine and its]
        if known:
            known.append((self.erased, other.erased))
        return {_sign(mine, its) for mine, its in known} - {0}

    def is_comparable(self, other: "Freshness") -> bool:
        """Whether the time or the id of the last result is known for both."""
        return any(mine and its for mine, its in zip(self[:2], other[:2], strict=True))


def _sign(one: Any, other: Any) -> int:
    """1 if the first value is greater, -1 if it is smaller, 0 if both are equal."""
    return int(one > other) - int(one < other)


class Rank(NamedTuple):
    """The facts that decide which of several files provides an event."""

    results: int = 0
    records: int = 0
    changed: int = 0
    name: str = ""
    freshness: Freshness = Freshness()

    def is_above(self, other: "Rank") -> bool:
        """Whether this file, and not the other, provides the event.

        The file with newer results provides it, even if it has fewer: a correction can remove some.
        If neither is newer, or each has something newer, it is the file that was changed last if
        the numbers of results differ (a board was removed), else the fuller file. If it is unknown
        which results are newer, it is the fuller file.
        """
        signs = self.freshness.compare(other.freshness)
        if len(signs) == 1:
            return signs == {1}
        if self.results != other.results and self.freshness.is_comparable(other.freshness):
            return (self.changed, *self[:2], self.name) > (other.changed, *other[:2], other.name)
        return self[:4] > other[:4]

    def is_equal(self, other: "Rank") -> bool:
        """Whether the other file has as many results and records, and neither has newer results."""
        return self[:2] == other[:2] and not self.freshness.compare(other.freshness)


NO_RANK = Rank()


class SourceEntry(NamedTuple):
    """What the ledger has about a file, from its table `sources`."""

    size: int
    changed: int
    hash: str
    status: str
    reader: str
    errors: int
    error: str = ""

    @property
    def is_due(self) -> bool:
        """Whether the file is to be read again, even if it has not changed."""
        return self.size < 0

    def is_untouched(self, stat: os.stat_result) -> bool:
        """Whether size and time of the file are still those of this entry."""
        return (self.size, self.changed) == (stat.st_size, stat.st_mtime_ns)

    def may_be_readable(self) -> bool:
        """Whether the file could not be read before but may be readable now."""
        return self.status in ("reject", "other") and (not self.hash or self.reader != __version__)

    def is_same_content(self, hash: str) -> bool:
        """Whether a file with this hash need not be read, because the outcome would be the same."""
        if not hash:
            return self.status == "reject" and not self.hash and self.reader == __version__
        return self.hash == hash and not self.may_be_readable()


class NightFingerprint(NamedTuple):
    """What identifies the night in a file, to recognise it in another file (nights.py)."""

    letters: str = ""
    boards: str = ""
    marks: str = ""
    """A mark of each result that stands, in base64."""
    hands: int = 0
    """The number of hands and evaluations."""


class Reading(NamedTuple):
    """The outcome of reading a file."""

    file: File
    format: str = ""
    status: str = "exported"
    """`exported`, `copy`, `reject` or `other`, as in the table `sources`."""
    error: str = ""
    event_id: str = ""
    title: str = ""
    date: str = ""
    results: int = 0
    records: int = 0
    errors: int = 0
    fingerprint: NightFingerprint = NightFingerprint()
    freshness: Freshness = Freshness()
    hidden_lines: frozenset[int] = frozenset()
    """Lines of the list of hidden people that match somebody in the file."""

    @property
    def rank(self) -> Rank:
        """The rank of the file; hands do not count, as they can be kept without its results."""
        return Rank(
            self.results,
            self.records - self.fingerprint.hands,
            self.file.changed,
            self.file.name,
            self.freshness,
        )

    def is_damaged(self, results: int, errors: int) -> bool:
        """Whether the file seems damaged: it has fewer results and more errors than these numbers.

        They are the numbers for the rows in the dataset, which are kept if the file is damaged. A
        correction can have fewer results too, but is read without errors.
        """
        return self.results < results and self.errors > errors


class HeldEvent(NamedTuple):
    """An event in the dataset, with the file and batch its rows come from."""

    event_id: str
    name: str
    batch: int
    title: str | None = None
    date: str | None = None

    def has_guid(self, guid: str) -> bool:
        """Whether the event's id is this GUID, or this GUID followed by date and name."""
        return self.event_id == guid or self.event_id.startswith(f"{guid} ")

    def is_of(self, reading: Reading) -> bool:
        """Whether a file with the event's GUID has this event: date and name agree where known."""
        both = ((self.date, reading.date), (self.title, reading.title))
        return all(not here or not there or here == there for here, there in both)


class BatchChange(msgspec.Struct):
    """How a batch of files changes the rows of the dataset."""

    lost: set[str] = set()
    """Files of the batch whose rows are dropped."""
    completing: set[str] = set()
    """Files of the batch of which only the hands are kept."""
    renamed: dict[str, str] = {}
    """Files of the batch, each with the event id that its rows get in place of their own."""
    replaced: list[HeldEvent] = []
    """Events whose rows are removed, but only the rows from the file and batch in the entry."""

    def dropped_files(self, kind: str) -> set[str]:
        """The files of the batch whose rows of this record type are dropped."""
        return self.lost if kind in COMPLETING else self.lost | self.completing


class ReadSettings(NamedTuple):
    """What all batches of a run have in common."""

    labels: list[Label]
    staging: str
    """The folder for rows; "" to read files without keeping their rows."""
    every_note: bool
    """Whether to return all notes, or only a count of each kind."""
    treatment: Treatment = PLAIN


class StagedPart(NamedTuple):
    """Rows of one record type and year, in a file to be published."""

    kind: str
    year: str
    path: str


class RowsRefused(Exception):
    """A database refused the rows of a batch; those of other batches can be stored."""


class FileBatch(NamedTuple):
    """The outcome of reading a batch of files."""

    number: int
    readings: list[Reading]
    parts: list[StagedPart]
    notes: list[Note]
