"""Who won: from the results of an event to points on every result and places of the pairs.

Pure computation on records; it knows no format. `rank(event)` is the way in.
"""

from bmconv.ranking.places import Ranked, rank

__all__ = ["Ranked", "rank"]
