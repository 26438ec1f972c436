"""Scoring methods of the Data Connector, and the nearest ScoringType of a .bws for each."""

TEAMS = 4
"""ScoringType of a team game."""
BOARD_A_MATCH, PATTON = 60, 70
PAIRS, INDIVIDUAL, TEAM_GAME = 10, 20, 30
"""Values of GameType."""

METHOD_OF_TYPE = {1: 10, 2: 20, 3: 30, TEAMS: 40}
_NEAREST = {10: 1, 40: TEAMS, 50: TEAMS, 51: TEAMS, BOARD_A_MATCH: 1, PATTON: TEAMS}
_NEAREST |= dict.fromkeys((20, 21, 22, 25, 26, 27), 2) | dict.fromkeys((30, 31, 35, 36), 3)


def type_of(method: int | None, game: int | None) -> int | None:
    """ScoringType of a scoring method; board-a-match counts as teams only in a team game."""
    if method == BOARD_A_MATCH and game == TEAM_GAME:
        return TEAMS
    return _NEAREST.get(method or 0)
