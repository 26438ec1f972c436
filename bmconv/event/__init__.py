"""One event in memory: its records with look-ups, who sits where, what is due, what stands."""

from bmconv.event.event import Event

__all__ = ["Event"]
