"""Dates as Access stores them: days since 1899-12-30, the fraction always counting forward."""

from datetime import datetime, timedelta
from math import ulp

EPOCH = datetime(1899, 12, 30)
MICROSECONDS = 86_400_000_000


def to_datetime(days: float) -> datetime | None:
    """The moment, to the microsecond; None where Python's calendar has no such day.

    A millisecond that the stored number misses by no more than its own precision is meant.
    """
    try:
        whole = int(days)
        exact = abs(days - whole) * MICROSECONDS
        micro = round(exact / 1000) * 1000
        if abs(exact - micro) > ulp(days) * MICROSECONDS:
            micro = round(exact)
        return EPOCH + timedelta(whole, microseconds=micro)
    except (ValueError, OverflowError):
        return None


def from_datetime(moment: datetime) -> float:
    """The number Access stores for a moment (its time zone, if any, is not looked at)."""
    delta = moment.replace(tzinfo=None) - EPOCH
    fraction = (delta.seconds * 1_000_000 + delta.microseconds) / MICROSECONDS
    return delta.days - fraction if delta.days < 0 else delta.days + fraction
