"""Scoring methods: our names, and the numbers for them in databases and documents.

A section of a .bws has a ScoringType. A scoring group of the Data Connector has a ScoringMethod,
which makes finer distinctions.
"""

from collections.abc import Mapping
from typing import NamedTuple

MATCHPOINTS, BUTLER, CROSS_IMPS, TEAMS = "matchpoints", "butler", "cross-imps", "teams"
BOARD_A_MATCH, POINT_A_BOARD = "board-a-match", "point-a-board"
VP_DISCRETE, PATTON = "vp-discrete", "patton"
TYPES = {MATCHPOINTS: 1, BUTLER: 2, CROSS_IMPS: 3, TEAMS: 4}
"""The ScoringType of each method that a .bws can name."""
TEAMS_TYPE = TYPES[TEAMS]
"""The ScoringType of a team game."""
PAIRS_GAME, INDIVIDUAL_GAME, TEAM_GAME = 10, 20, 30
"""Values of GameType."""


class ScoringMethod(NamedTuple):
    """A ScoringMethod of the Data Connector: our name of the method, and its options."""

    name: str
    options: Mapping[str, str | int] = {}


CODES: Mapping[int, ScoringMethod] = {
    10: ScoringMethod(MATCHPOINTS),
    20: ScoringMethod(BUTLER, {"average_imps": 2}),
    21: ScoringMethod(BUTLER, {"average_imps": 2, "datum_drop": "10%"}),
    22: ScoringMethod(BUTLER, {"average_imps": 2, "datum_drop": "0"}),
    25: ScoringMethod(BUTLER),
    26: ScoringMethod(BUTLER, {"datum_drop": "10%"}),
    27: ScoringMethod(BUTLER, {"datum_drop": "0"}),
    30: ScoringMethod(CROSS_IMPS, {"average_imps": 2, "cross": "sum"}),
    31: ScoringMethod(CROSS_IMPS, {"average_imps": 2}),
    35: ScoringMethod(CROSS_IMPS, {"cross": "sum"}),
    36: ScoringMethod(CROSS_IMPS),
    40: ScoringMethod(TEAMS),
    50: ScoringMethod(VP_DISCRETE),
    51: ScoringMethod(TEAMS),
    60: ScoringMethod(BOARD_A_MATCH),
    61: ScoringMethod(POINT_A_BOARD),
    70: ScoringMethod(PATTON),
}
"""Every ScoringMethod by its number; 61 is our own, for events of other programs."""

CODE_OF_TYPE = {1: 10, 2: 25, 3: 36, 4: 40}
"""The ScoringMethod for each ScoringType; the one for IMPs gives 3 IMPs for 60 % (Law 86A)."""
_NEAREST = TYPES | {BOARD_A_MATCH: 1, VP_DISCRETE: TEAMS_TYPE, PATTON: TEAMS_TYPE}
"""The nearest ScoringType of each method."""


def code_of(scoring_type: int | None, group_method: int | None) -> int:
    """The ScoringMethod of a section: from its scoring group, or else from its ScoringType."""
    if group_method:
        return group_method
    scoring_type = scoring_type or TYPES[MATCHPOINTS]
    return CODE_OF_TYPE.get(scoring_type, scoring_type)  # an unknown number stays as it is


def type_of(code: int | None, game: int | None) -> int | None:
    """The nearest ScoringType of a ScoringMethod; board-a-match is teams only in a team game."""
    method = CODES.get(code or 0)
    if method is None:
        return None
    if method.name == BOARD_A_MATCH and game == TEAM_GAME:
        return TEAMS_TYPE
    return _NEAREST.get(method.name)
