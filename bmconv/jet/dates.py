"""Dates as Access stores them: days since 1899-12-30, the fraction always counting forward."""

from datetime import datetime, timedelta

EPOCH = datetime(1899, 12, 30)
SECONDS = 86400
MICROSECONDS = 86_400_000_000


def to_datetime(days: float) -> datetime | None:
    """The moment, rounded to the second; None where Python's calendar has no such day."""
    try:
        whole = int(days)
        return EPOCH + timedelta(whole, round(abs(days - whole) * SECONDS))
    except (ValueError, OverflowError):
        return None


def from_datetime(moment: datetime) -> float:
    """The number Access stores for a moment (its time zone, if any, is not looked at)."""
    delta = moment.replace(tzinfo=None) - EPOCH
    fraction = (delta.seconds * 1_000_000 + delta.microseconds) / MICROSECONDS
    return delta.days - fraction if delta.days < 0 else delta.days + fraction
