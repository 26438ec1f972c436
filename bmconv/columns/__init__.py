"""Tables of records: which types have one, and the columns besides their fields.

A table read or written by columns is a series of Arrow's record batches, with a column for each
field of one record type (batches.py). Results have derived columns (level, strain, ...) after their
fields; the columns WIDE need the whole event (event/wide.py). Columns for the event and the file
that rows come from can precede the fields of any table.
"""

from bmconv.records import TYPES
from bmconv.schema import AGAINST_PAR, BESIDE, DERIVED, ORIGIN, RESULTS, WIDE, ExtraColumn

__all__ = ("AGAINST_PAR", "BESIDE", "DERIVED", "ORIGIN", "RESULTS", "TABLES", "WIDE", "ExtraColumn")

TABLES = tuple(kind for kind in TYPES if kind != "error")
"""The record types that have a table."""
