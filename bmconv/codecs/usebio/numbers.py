"""Pair and team numbers, which are text in USEBIO: `7`, `7NS`, `(A) 7 NS`, `3-1-2`."""

import re
from functools import lru_cache
from typing import NamedTuple

from bmconv.codecs.shared.cells import parse_count

_TEAM = re.compile(r"(\d{1,6})-(\d{1,3})-(\d{1,3})")
_NUMBER = re.compile(
    r"(?:\(\s*(?P<bracketed>[A-Z]{1,3})\s*\)|(?P<letter>(?!NS|EW)[A-Z]{1,3}))?[\s-]*"
    r"(?P<before>NS|EW|N/S|E/W|N-S|E-W)?[\s-]*(?P<number>\d{1,6})[\s-]*"
    r"(?P<after>NS|EW|N/S|E/W|N-S|E-W|N|E)?",
    re.IGNORECASE,
)
_SIDES = {"N": "NS", "E": "EW"}


class PairNumber(NamedTuple):
    """The parts of a number; section and direction may be empty."""

    section: str
    direction: str
    number: int
    of_team: bool = False
    """Whether the number is that of a pair in a team: `3-1-2`, players 1 and 2 of team 3."""


@lru_cache(4096)
def read_pair_number(text: str) -> PairNumber | None:
    """The parts of a number; None if the text is not a pair, player or team number."""
    if (number := parse_count(text)) is not None:
        return PairNumber("", "", number)
    if match := _TEAM.fullmatch(text):
        return PairNumber("", "", int(match[1]), True)
    match = _NUMBER.fullmatch(text)
    if match is None or text.startswith("-"):
        return None
    side = (match["before"] or match["after"] or "").upper()
    section = (match["bracketed"] or match["letter"] or "").upper()
    return PairNumber(section, _SIDES.get(side[:1], ""), int(match["number"]))


def usual_text(number: int, side: str, *, of_team: bool) -> str:
    """The usual text for a pair on a line: `7`, or `7-1-2` and `7-3-4` for the pairs of a team."""
    if not of_team:
        return str(number)
    return f"{number}-1-2" if side == "NS" else f"{number}-3-4"
