"""Scoring methods, their options, and the method of a section."""

import math
from typing import Any

from msgspec import Struct

from bmconv.bridge.scoring_methods import (
    BOARD_A_MATCH,
    BUTLER,
    CODES,
    CROSS_IMPS,
    MATCHPOINTS,
    PATTON,
    POINT_A_BOARD,
    TEAMS,
    VP_DISCRETE,
)
from bmconv.errors import DataError, UsageError

BRIDGESCORE = "bridgescore"
METHODS = (MATCHPOINTS, BUTLER, CROSS_IMPS, TEAMS, BOARD_A_MATCH, POINT_A_BOARD, BRIDGESCORE)
OF_TEAMS = (TEAMS, BOARD_A_MATCH, POINT_A_BOARD)
"""Methods that compare two tables of a match."""
ROUNDINGS = {"0.1": 1, "0.01": 2}
"""How points of a board can be rounded before they are added, with the decimals of each."""

REFUSED = {
    PATTON: "Patton is not supported",
    VP_DISCRETE: "the discrete WBF scale is not supported",
}
"""Methods that are recognised but not supported."""


class Method(Struct, frozen=True):
    """A scoring method with its options."""

    name: str = MATCHPOINTS
    scale: int = 2
    """Matchpoints for a better score: 2, or 1 on the American scale."""
    factor: str = "neuberg"
    """How matchpoints are scaled on boards with fewer scores: one of `FACTORS`."""
    averages: str = "law"
    """`law`: the pair's percentage on its other boards replaces 60 % if higher, 40 % if lower."""
    average_imps: int = 3
    """IMPs for an award of 60 %; 40 % is the same, negative."""
    datum_drop: str = "1"
    """How many of the highest and lowest scores a datum leaves out: 1, 10%, auto."""
    datum_round: str = "away"
    """How a datum is rounded: one of `ROUNDINGS` of bridge/imps.py."""
    cross: str = "comparisons"
    """What cross-IMPs are divided by: one of `CROSS`."""
    round: str = ""
    """How points of a board are rounded before they are added; empty: not at all."""
    vp_scale: tuple[tuple[int, float, float], ...] = ()
    """A club's own scale, as margins with the winner's and loser's points; empty: the WBF's."""
    scale_name: str = ""
    """The name of the file with that scale."""
    total: bool = False
    """Whether pairs at IMPs are ranked by their total, however many boards they played."""

    @property
    def in_imps(self) -> bool:
        """Whether points are IMPs, which have no top and no percentages."""
        return self.name in (BUTLER, CROSS_IMPS, TEAMS)

    @property
    def of_teams(self) -> bool:
        """Whether two tables of a match are compared."""
        return self.name in OF_TEAMS

    @property
    def worth(self) -> int:
        """The points for winning a board, if every board counts by itself."""
        return 1 if self.name == BOARD_A_MATCH else 2

    def round_points(self, points: float) -> float:
        """The points of a board, rounded if the method asks for it, halves away from zero."""
        if not self.round:
            return points
        unit = float(10 ** ROUNDINGS[self.round])
        # 1e-9: floats may put an exact half just below it; + 0.0 turns -0.0 into 0.0
        return math.copysign(math.floor(abs(points) * unit + 0.5 + 1e-9), points) / unit + 0.0


AS_BRIDGESCORE = Method(BRIDGESCORE, factor="none", averages="plain")
"""BridgeScore's method, which has no options."""


def refuse(name: str | int | None) -> None:
    """Raise an error for a method that is recognised but not supported."""
    if name in REFUSED:
        raise UsageError(f"{REFUSED[str(name)]}; the methods are {', '.join(METHODS)}")


def method_for(code: int, section: str, overrides: dict[str, Any]) -> Method:
    """The method for a ScoringMethod; options given by the user take precedence over its own."""
    name = overrides.get("name")
    coded = CODES.get(code)
    if name is not None:
        if name == BRIDGESCORE:
            return AS_BRIDGESCORE
        usual = coded.options if coded and coded.name == name else {}
        return Method(**{**usual, **overrides})
    if coded is None:
        raise DataError(f"{section}: unknown scoring method {code}; choose a method")
    if coded.name in REFUSED:
        raise DataError(f"{section}: {REFUSED[coded.name]}; choose another method")
    return Method(**{"name": coded.name, **coded.options, **overrides})
