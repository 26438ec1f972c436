"""Ranking: from the results of an event to points for each result and places for each pair.

Pure computation on records, independent of formats. The entry point is `rank(event)`.
"""

from bmconv.ranking.places import rank
from bmconv.ranking.ranked import Ranked

__all__ = ["Ranked", "rank"]
