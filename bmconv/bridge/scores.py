"""The score of a contract at duplicate bridge (Law 77)."""

from functools import cache

from bmconv.bridge.contracts import Contract

HIGHEST_SCORE = 7600
"""The score for thirteen undertricks, redoubled and vulnerable."""
_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}


@cache  # stays small: there are few contracts and numbers of tricks
def score(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """The declaring side's score for overtricks or, if negative, undertricks (0: just made)."""
    level, strain, doubled = contract
    if tricks < 0:
        return -_penalty(-tricks, doubled, vulnerable=vulnerable)
    trick_points = (_TRICK[strain] * level + (10 if strain == "NT" else 0)) << doubled
    points = trick_points + (50 if trick_points < 100 else 500 if vulnerable else 300)
    if level >= 6:
        slam = 500 if level == 6 else 1000
        points += slam * 3 // 2 if vulnerable else slam
    overtrick = (100 << vulnerable) * doubled if doubled else _TRICK[strain]
    return points + 50 * doubled + overtrick * tricks


def _penalty(down: int, doubled: int, *, vulnerable: bool) -> int:
    """The points for a number of undertricks."""
    if not doubled:
        return (100 if vulnerable else 50) * down
    if vulnerable:
        points = 300 * down - 100
    else:
        points = (100, 300, 500)[down - 1] if down <= 3 else 300 * down - 400
    return points * doubled
