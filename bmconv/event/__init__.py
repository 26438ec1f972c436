"""One event in memory: records and look-ups, seating, schedule, progress and standing results."""

from bmconv.event.event import Event

__all__ = ["Event"]
