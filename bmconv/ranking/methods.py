"""Scoring methods, their options, and the method of a section."""

import math
from typing import Any

from msgspec import Struct

from bmconv.errors import DataError, UsageError

MATCHPOINTS, BUTLER, CROSS_IMPS, TEAMS, BOARD_A_MATCH, POINT_A_BOARD, BRIDGESCORE = METHODS = (
    *("matchpoints", "butler", "cross-imps", "teams", "board-a-match", "point-a-board"),
    "bridgescore",
)
OF_TEAMS = (TEAMS, BOARD_A_MATCH, POINT_A_BOARD)
"""Methods that compare two tables of a match."""
ROUNDINGS = {"0.1": 1, "0.01": 2}
"""How points of a board can be rounded before they are added, with the decimals of each."""

REFUSED = {
    "patton": "Patton is not offered",
    "vp-discrete": "the discrete WBF scale is not offered: its published tables are not at hand",
}
"""Methods that are recognised but not supported."""


class Method(Struct, frozen=True):
    """A scoring method with its options."""

    name: str = MATCHPOINTS
    win: int = 2
    """Matchpoints for a better score: 2, or 1 on the American scale."""
    factor: str = "neuberg"
    averages: str = "law"
    """`law`: the pair's percentage on its other boards replaces 60 % if higher, 40 % if lower."""
    average_imps: int = 3
    """IMPs for an award of 60 %; 40 % is the same, negative."""
    drop: str = "1"
    """How many of the highest and lowest scores a datum leaves out: 1, 10%, auto."""
    rounding: str = "away"
    cross: str = "comparisons"
    round: str = ""
    """Points of a board are rounded to this before they are added; empty: not at all."""
    vp_scale: tuple[tuple[int, float, float], ...] = ()
    """Margin, winner's and loser's points of a club's own scale; empty: the WBF's."""
    scale_name: str = ""
    """Where that scale was read."""
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
        """The points for winning a board, where every board counts by itself."""
        return 1 if self.name == BOARD_A_MATCH else 2

    def rounded(self, points: float) -> float:
        """The points of a board as they are added, halves away from zero."""
        if not self.round:
            return points
        unit = float(10 ** ROUNDINGS[self.round])
        return math.copysign(math.floor(abs(points) * unit + 0.5 + 1e-9), points) / unit + 0.0

    def described(self) -> str:
        """The method as text, with the options that apply to it."""
        rounded = f", boards rounded to {self.round}" if self.round else ""
        return self._described() + rounded

    def _described(self) -> str:
        if self.name == BUTLER:
            rounded = "not rounded" if self.rounding == "none" else f"5s {self.rounding}"
            return f"Butler IMPs, datum without {self.drop} at each end, {rounded}"
        if self.name == CROSS_IMPS:
            by = {"sum": "summed", "scores": "per score", "comparisons": "per comparison"}
            return f"cross-IMPs {by[self.cross]}"
        if self.name == TEAMS:
            own = f"victory points of {self.scale_name}"
            return f"teams, IMPs and {own if self.vp_scale else 'WBF continuous victory points'}"
        if self.name in (BOARD_A_MATCH, POINT_A_BOARD):
            scale = "1/½/0" if self.worth == 1 else "2/1/0"
            return f"teams, {self.name} {scale}"
        if self.name == BRIDGESCORE:
            return "matchpoints as BridgeScore has them"
        factor = {
            "neuberg": "Neuberg",
            "plain": "plain factoring",
            "none": "not factored",
            "no-awards": "Neuberg except boards with an award",
        }
        scale = "2/1/0" if self.win == 2 else "1/½/0"
        return f"matchpoints {scale}, {factor[self.factor]}"


_TYPES = {1: 10, 2: 25, 3: 36, 4: 40}
"""The Data Connector's ScoringMethod for a .bws ScoringType, with 60 % as in Law 86A."""

_CODES: dict[int, dict[str, str | int]] = {
    10: {"name": MATCHPOINTS},
    20: {"name": BUTLER, "average_imps": 2},
    21: {"name": BUTLER, "average_imps": 2, "drop": "10%"},
    22: {"name": BUTLER, "average_imps": 2, "drop": "0"},
    25: {"name": BUTLER},
    26: {"name": BUTLER, "drop": "10%"},
    27: {"name": BUTLER, "drop": "0"},
    30: {"name": CROSS_IMPS, "average_imps": 2, "cross": "sum"},
    31: {"name": CROSS_IMPS, "average_imps": 2},
    35: {"name": CROSS_IMPS, "cross": "sum"},
    36: {"name": CROSS_IMPS},
    40: {"name": TEAMS},
    50: {"name": "vp-discrete"},
    51: {"name": TEAMS},
    60: {"name": BOARD_A_MATCH},
    61: {"name": POINT_A_BOARD},
    70: {"name": "patton"},
}
"""The method and options of each ScoringMethod of the Data Connector."""


def code_of(scoring_type: int | None, group_method: int | None) -> int:
    """The ScoringMethod of a section: that of its scoring group, else of its ScoringType."""
    if group_method:
        return group_method
    return _TYPES.get(scoring_type or 1, scoring_type or 10)


def refuse(name: str | int | None) -> None:
    """Raise an error for a method that is recognised but not supported."""
    if name in REFUSED:
        raise UsageError(f"{REFUSED[str(name)]}; the methods are {', '.join(METHODS)}")


def method_for(code: int, where: str, given: dict[str, Any]) -> Method:
    """The method of a section; options given by the user override those of its code."""
    name = given.get("name")
    if name is not None:
        if name == BRIDGESCORE:
            return Method(BRIDGESCORE, factor="none", averages="plain")
        same = _CODES.get(code, {})
        return Method(**{**(same if same.get("name") == name else {}), **given})
    if code not in _CODES:
        raise DataError(f"{where}: unknown scoring method {code}; choose a method")
    own = _CODES[code]
    if own["name"] in REFUSED:
        raise DataError(f"{where}: {REFUSED[str(own['name'])]}; choose another method")
    return Method(**{**own, **given})
