"""Tables of records: which types have one, and the columns besides their fields.

A table that is read or written at once is a series of Arrow's record batches with a column for
each field of one record type (batches.py). Results have derived columns (level, strain, ...) after
their fields; those of WIDE need the whole event (event/wide.py). Any table can have the event and
the file that its rows come from before the fields.
"""

from bmconv.records import TYPES
from bmconv.schema import AGAINST_PAR, BESIDE, DERIVED, ORIGIN, RESULTS, WIDE, ExtraColumn

__all__ = ("AGAINST_PAR", "BESIDE", "DERIVED", "ORIGIN", "RESULTS", "TABLES", "WIDE", "ExtraColumn")

TABLES = tuple(kind for kind in TYPES if kind != "error")
