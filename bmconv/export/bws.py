"""Bridgemate databases straight to columns: the same values and notes as record by record."""

from __future__ import annotations

from bmconv.convert import decode
from bmconv.export.work import Contents, from_records
from bmconv.notes import Notes
from bmconv.source import Source


def contents(source: Source, notes: Notes) -> Contents:
    """The tables of a database as columns."""
    return from_records(list(decode(source, "bws", {}, notes)), notes)
