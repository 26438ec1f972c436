"""The extra columns of result tables with `wide`: facts about the board and names of the pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bmconv.columns import DERIVED, WIDE
from bmconv.columns.against_par import BoardPars
from bmconv.columns.derived import Values
from bmconv.event import Event
from bmconv.event.seating import Seating
from bmconv.records import Evaluation, Hand, Result

if TYPE_CHECKING:
    import pyarrow as pa

STRAIN = [column.name for column in DERIVED].index("strain")
"""The index of the strain among the derived columns."""


class WideColumns:
    """Computes the columns WIDE (schema.py) for results of one event."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._pars = BoardPars(event.of(Evaluation), event.of(Hand))
        self._seating = Seating(event)
        self._known: dict[tuple[int, str, int], str] = {}
        """The names of pairs, by section, side and number."""

    def arrays(self, results: list[Result], derived: list[pa.Array]) -> list[pa.Array]:
        """The columns WIDE as arrays, for results and their derived columns."""
        from bmconv.columns.batches import column_of  # pyarrow is slow to import

        strains = derived[STRAIN].to_pylist()
        rows = [self._values(r, strain) for r, strain in zip(results, strains, strict=True)]
        columns = enumerate(WIDE)
        return [column_of(column.kind, [row[index] for row in rows]) for index, column in columns]

    def values(self, result: Result, derived: Values) -> Values:
        """The values of the columns WIDE for a result and its derived columns."""
        return self._values(result, derived[STRAIN])

    def _values(self, result: Result, strain: int | str | None) -> Values:
        """Vulnerability, double-dummy tricks, par score and the names of both sides."""
        section, board = result.section, result.board
        round = self._event.round(section, result.table, result.round)
        south, west = (round.south, round.west) if round else (None, None)
        return (
            self._event.vulnerability(section, board) if board else None,
            self._pars.dd_tricks(section, board, result.declarer, strain),
            self._pars.par_score(section, board),
            self._names(section or 0, "NS", result.pair_ns, south),
            self._names(section or 0, "EW", result.pair_ew, west),
        )

    def _names(self, section: int, side: str, *numbers: int | None) -> str | None:
        """The names of a pair; in an individual event, of two players on one side of a table."""
        names = []
        for number in filter(None, numbers):
            key = (section, side, number)
            if key not in self._known:
                self._known[key] = self._seating.names_text(*key)
            names.append(self._known[key])
        return " & ".join(filter(None, names)) or None
