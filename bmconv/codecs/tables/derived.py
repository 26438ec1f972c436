"""The derived columns of results read by column, computed once per distinct result."""

from typing import Any

import numpy as np

from bmconv.bridge.boards import vulnerability
from bmconv.columns import DERIVED, Deriver
from bmconv.jet.read.bulk import Array, BulkColumn, Columns
from bmconv.records import Result

TEXTS = ("contract", "result", "declarer", "remarks")
LIKE = {vulnerability(board): board for board in range(1, 5)}
"""One board of each vulnerability: a score depends on the board only through that."""
BOARDS = (0, *LIKE.values())
ALIKE = np.array([BOARDS.index(LIKE[vulnerability(board)]) for board in range(1, 17)])
"""The place in BOARDS of boards 1 to 16; the others follow suit."""
COMBINATIONS = 1 << 22
"""The most combinations of texts and boards to keep a table of."""
PER_ROW = 8
"""The most combinations for each row: making a larger table takes longer than sorting the rows."""
REMEMBERED = 100_000
"""The most distinct results to remember."""

Values = tuple[int | str | None, ...]


class BulkDeriver:
    """Computes DERIVED for batches of results and remembers distinct results."""

    def __init__(self) -> None:
        self.deriver = Deriver()
        self.rows: list[Values] = []
        self.places: dict[tuple[object, ...], int] = {}
        self.met: list[list[Any]] = []
        self.table: Array = np.empty(0, dtype=np.intp)

    def coded(self, batch: Columns) -> tuple[Array, list[Values]]:
        """For each row the place of its derived values in a list, which later batches continue."""
        if len(self.rows) > REMEMBERED:
            self.rows, self.places, self.met = [], {}, []
        columns = [batch.get(name) for name in TEXTS]
        met: list[list[Any]] = [[*(c.texts or ()), None] if c else [None] for c in columns]
        met.append([*BOARDS])
        shape = [len(values) for values in met]
        rows = np.zeros(len(next(iter(batch.values()))), dtype=np.intp)
        for column, size in zip(columns, shape, strict=False):
            rows *= size
            if column is not None:
                rows += np.where(column.valid, column.values, size - 1)
        rows *= len(BOARDS)
        if board := batch.get("board"):
            there = board.valid & (board.values != 0)
            rows += np.where(there, ALIKE.take((board.values - 1) % 16), 0)
        if np.prod(shape, dtype=float) > min(COMBINATIONS, PER_ROW * len(rows)):
            different, which = np.unique(rows, return_inverse=True)
            return np.array(self._found(different, met), dtype=np.intp)[which], self.rows
        if met != self.met:
            self.met, self.table = met, np.full(np.prod(shape), -1, dtype=np.intp)
        places = self.table.take(rows)
        new, _ = np.unique(rows[places < 0], return_index=True)  # else it would load numpy.ma
        if len(new):
            self.table[new] = self._found(new, met)
            places = self.table.take(rows)
        return places, self.rows

    def _found(self, combinations: Array, met: list[list[Any]]) -> list[int]:
        """The places of the derived values of combinations of what was met in each column."""
        codes = np.unravel_index(combinations, [len(values) for values in met])
        told = [[values[code] for code in c.tolist()] for values, c in zip(met, codes, strict=True)]
        places = []
        for key in zip(*told, strict=True):
            if key not in self.places:
                self.places[key] = len(self.rows)
                fields: dict[str, Any] = dict(zip((*TEXTS, "board"), key, strict=True))
                self.rows.append(self.deriver.values(Result(**fields)))
            places.append(self.places[key])
        return places

    def columns(self, batch: Columns) -> Columns:
        """The columns of DERIVED for a batch."""
        places, rows = self.coded(batch)
        used = np.zeros(len(rows), dtype=bool)
        used[places] = True
        places = (np.cumsum(used) - 1).take(places)
        own_rows = [rows[place] for place in np.flatnonzero(used).tolist()]
        made = {}
        for at, column in enumerate(DERIVED):
            values: list[Any] = [row[at] for row in own_rows]
            valid = np.array([value is not None for value in values], dtype=bool)[places]
            if column.kind == "text":
                codes = {value: code for code, value in enumerate(dict.fromkeys(values))}
                own = np.array([codes[value] for value in values], dtype=np.intp)
                made[column.name] = BulkColumn(own[places], valid, list(codes))
            else:
                numbers = np.array([value or 0 for value in values], dtype=np.int32)
                made[column.name] = BulkColumn(numbers[places], valid)
        return made
