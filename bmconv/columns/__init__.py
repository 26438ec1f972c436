"""Tables of records: which types have one, and the columns besides their fields.

A table that is read or written at once is a series of Arrow's record batches with a column for
each field of one record type (batches.py). Results have derived columns (level, strain, ...) after
their fields. Any table can have the event and the file that its rows come from before the fields.
"""

from bmconv.records import TYPES
from bmconv.schema import BESIDE, DERIVED, ORIGIN, ExtraColumn

__all__ = ("BESIDE", "DERIVED", "ORIGIN", "RESULTS", "TABLES", "ExtraColumn")

TABLES = tuple(kind for kind in TYPES if kind != "error")
RESULTS = ("result", "intermediate")
