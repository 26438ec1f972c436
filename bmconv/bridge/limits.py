"""What the terminals can hold (developer's guide, Maximum values).

Beside single limits the guide has a formula for what the rounds and boards of a table may come to
together: 3R + 4B <= 479 on the Pro, R + B <= 256 on the II. Here R and B have weights.
"""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """The limits of one terminal; numbers of things count from 1."""

    name: str
    sections: int
    table: int
    """The highest table number."""
    tables: int
    """How many tables a server holds; more need a second server."""
    pair: int
    board: int
    boards_per_round: int
    round: int
    round_weight: int
    """What a round counts in the formula: the number before R."""
    board_weight: int
    """What a board counts in it: the number before B."""
    table_weight: int
    """What the rounds and boards of one table may come to in it."""
    weight_stated: bool = True
    """Whether the guide has the formula for this terminal; else going beyond is only a warning."""
    tables_by_sections: tuple[tuple[int, int], ...] = ()
    """Up to so many sections, so many tables in each; none: only the server's limit holds."""

    def weight(self, rounds: int, boards: int) -> int:
        """What a table's rounds and boards weigh; a round without boards weighs too."""
        return self.round_weight * rounds + self.board_weight * boards

    def formula(self) -> str:
        """The limit on rounds and boards, as `3R + 4B <= 479`."""
        parts = ((self.round_weight, "R"), (self.board_weight, "B"))
        terms = [f"{weight if weight > 1 else ''}{what}" for weight, what in parts]
        return f"{' + '.join(terms)} <= {self.table_weight}"

    def tables_per_section(self, sections: int) -> int:
        """How many tables a section may have beside so many sections on one server."""
        fits = (tables for most, tables in self.tables_by_sections if sections <= most)
        return next(
            fits, self.tables_by_sections[-1][1] if self.tables_by_sections else self.tables
        )


_PRO_SECTIONS = ((2, 128), (4, 64), (8, 32), (16, 16), (26, 8))

LIMITS = {
    "pro": Limits("Bridgemate Pro", 26, 511, 128, 999, 63, 32, 63, 3, 4, 479, True, _PRO_SECTIONS),
    "bm2": Limits("Bridgemate II", 78, 4095, 256, 4095, 127, 54, 255, 1, 1, 256),
    # The guide gives the formula for the II only; whether the III has it is not said.
    "bm3": Limits("Bridgemate III", 78, 4095, 256, 4095, 127, 54, 255, 1, 1, 256, False),
}

SECTION_ID = 78
"""The highest id of a section, whatever the terminal."""
GROUP = 127
"""The highest group of tables."""
NAME, NUMBER, SESSION_NAME = 18, 16, 40
"""How many characters a player's name and number and a session's name may have."""
