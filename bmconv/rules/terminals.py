"""The limits of the terminals (developer's guide, Maximum values).

Apart from single limits, the guide limits the rounds R and boards B of a table together:
3R + 4B <= 479 on the Pro, R + B <= 256 on the II. The factors are called weights here, and the
left side is the weight of a table.
"""

from typing import NamedTuple


class Limits(NamedTuple):
    """The limits of one terminal; numbers of tables, rounds, pairs and boards start at 1."""

    name: str
    sections: int
    table: int
    """The highest table number."""
    tables: int
    """The number of tables per server; more need a second server."""
    pair: int
    board: int
    boards_per_round: int
    round: int
    round_weight: int
    """The factor of R in the formula."""
    board_weight: int
    """The factor of B in the formula."""
    highest_weight: int
    """The most that the formula may give for one table."""
    weight_stated: bool = True
    """Whether the guide gives the formula for this terminal; if not, exceeding it is a warning."""
    tables_by_sections: tuple[tuple[int, int], ...] = ()
    """Numbers of sections, with the most tables of a section; empty if only `tables` applies."""

    def weight(self, rounds: int, boards: int) -> int:
        """The left side of the formula for a table; rounds without boards count as rounds."""
        return self.round_weight * rounds + self.board_weight * boards

    def formula(self) -> str:
        """The limit on rounds and boards as text, such as `3R + 4B <= 479`."""
        parts = ((self.round_weight, "R"), (self.board_weight, "B"))
        terms = [f"{weight if weight > 1 else ''}{unit}" for weight, unit in parts]
        return f"{' + '.join(terms)} <= {self.highest_weight}"

    def tables_per_section(self, sections: int) -> int:
        """The highest number of tables in a section if the server has this number of sections."""
        for most, tables in self.tables_by_sections:
            if sections <= most:
                return tables
        return self.tables_by_sections[-1][1] if self.tables_by_sections else self.tables


LIMITS = {
    "pro": Limits(
        name="Bridgemate Pro",
        sections=26,
        table=511,
        tables=128,
        pair=999,
        board=63,
        boards_per_round=32,
        round=63,
        round_weight=3,
        board_weight=4,
        highest_weight=479,
        tables_by_sections=((2, 128), (4, 64), (8, 32), (16, 16), (26, 8)),
    ),
    "bm2": Limits(
        name="Bridgemate II",
        sections=78,
        table=4095,
        tables=256,
        pair=4095,
        board=127,
        boards_per_round=54,
        round=255,
        round_weight=1,
        board_weight=1,
        highest_weight=256,
    ),
}
# The guide gives the formula for the II only; it does not say whether it holds for the III.
LIMITS["bm3"] = LIMITS["bm2"]._replace(name="Bridgemate III", weight_stated=False)

WIDEST = LIMITS["bm2"]
"""The limits of a file that may be for any terminal."""
