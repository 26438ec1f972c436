"""Tables of records: which types have one, and the columns besides their fields.

A table that is read or written at once is a series of Arrow's record batches with a column for
each field of one record type (batches.py). Results have derived columns (level, strain, ...) after
their fields. Any table can have the event and the file that its rows come from before the fields.
"""

from typing import NamedTuple

from bmconv.records import TYPES

TABLES = tuple(kind for kind in TYPES if kind != "error")
RESULTS = ("result", "intermediate")


class ExtraColumn(NamedTuple):
    """A column that is not a field of the record."""

    name: str
    kind: str
    """int or text."""
    description: str


ORIGIN = (
    ExtraColumn("event_id", "text", "the event: GUID of its session, or else the path of its file"),
    ExtraColumn("source_file", "text", "the file it comes from"),
)
DERIVED = (
    ExtraColumn("level", "int", "of the contract, 1 to 7"),
    ExtraColumn("strain", "text", "of the contract: C, D, H, S or NT"),
    ExtraColumn("doubled", "int", "0 undoubled, 1 doubled, 2 redoubled"),
    ExtraColumn("tricks", "int", "that declarer took, 0 to 13"),
    ExtraColumn("score_ns", "int", "from N-S's side: `score`, else worked out from the contract"),
)
BESIDE = frozenset(column.name for column in (*ORIGIN, *DERIVED))
