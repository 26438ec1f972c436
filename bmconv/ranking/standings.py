"""Ranking lists: the totals of the contestants who compete with each other, and their places."""

from __future__ import annotations

import math

from msgspec import Struct

from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS
from bmconv.ranking.methods import Method
from bmconv.ranking.plays import Contestant

NO_VALUE = float("-inf")
"""The value of a contestant who has nothing to be ranked by."""


class ContestantTally(Struct):
    """The totals of a contestant."""

    who: Contestant
    boards: int = 0
    total: float = 0.0
    maximum: float = 0.0
    imps: float | None = None
    place: int | None = None
    shared: bool = False
    """Whether others have the same place."""
    penalty: float = 0.0
    """What the director took off the total."""

    def add(self, other: ContestantTally) -> None:
        """Add the totals of the same contestant in another field or section."""
        self.boards += other.boards
        self.total += other.total
        self.maximum += other.maximum

    @property
    def points(self) -> float | None:
        """The total; None for a contestant who played no board."""
        return self.total if self.boards else None

    @property
    def percentage(self) -> float | None:
        """The percentage of the maximum; None if the maximum is 0."""
        return 100 * self.total / self.maximum if self.maximum else None

    @property
    def average(self) -> float:
        """The points per board."""
        return self.total / self.boards if self.boards else 0.0


class Standings(Struct, eq=False):
    """One ranking list: contestants who compete with each other."""

    sections: list[int]
    direction: str
    method: Method
    provisional: bool = False
    tallies: list[ContestantTally] = []
    by_average: bool = False
    """Whether places are by IMPs per board, since pairs played different numbers of boards."""

    def settle(self) -> None:
        """Sort the list and assign places; equal results share a place."""
        if self.method.name in (BUTLER, CROSS_IMPS) and not self.method.total:
            self.by_average = len({tally.boards for tally in self.tallies if tally.boards}) > 1
        values = [self._rank_value(tally) for tally in self.tallies]
        order = sorted(
            zip(values, self.tallies, strict=True), key=lambda ranked: (-ranked[0], ranked[1].who)
        )
        self.tallies[:] = [tally for _, tally in order]
        best: dict[float, ContestantTally] = {}
        for place, (value, tally) in enumerate(order, 1):
            if value == NO_VALUE:
                continue
            first = best.setdefault(value, tally)
            if first is tally:
                tally.place = place
            else:
                tally.place = first.place
                tally.shared = first.shared = True

    def _rank_value(self, tally: ContestantTally) -> float:
        """The value that decides a place, rounded so that tiny float errors do not break ties."""
        if not _is_ranked(tally, self.method):
            return NO_VALUE
        value = tally.average if self.by_average else tally.total
        if not self.method.in_imps:
            value = tally.percentage or 0
        # If points of boards are rounded, figures that are equal in print (2 decimals) are a tie.
        return _as_printed(value, 2) if self.method.round else round(value, 9)


def _is_ranked(tally: ContestantTally, method: Method) -> bool:
    """Whether a contestant has anything to be ranked by."""
    return bool(tally.boards if method.in_imps else tally.maximum)


def _as_printed(value: float, digits: int) -> float:
    """A figure as it is printed, halves away from zero."""
    unit = 10.0**digits
    # 1e-6: floats may put an exact half just below it
    return math.copysign(math.floor(abs(value) * unit + 0.5 + 1e-6), value) / unit
