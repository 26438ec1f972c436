"""The derived columns of results read by column, computed once per distinct result."""

import math
from typing import Any

import numpy as np

from bmconv.bridge.boards import vulnerability
from bmconv.columns import DERIVED, Values, values_on
from bmconv.jet.read.bulk import Array, BulkColumn, Columns
from bmconv.records import Result

TEXTS = ("contract", "result", "declarer", "remarks")
LIKE = {vulnerability(board): board for board in range(1, 5)}
"""One board of each vulnerability: a score depends on the board only through that."""
BOARDS = (0, *LIKE.values())
ALIKE = np.array([BOARDS.index(LIKE[vulnerability(board)]) for board in (16, *range(1, 16))])
"""The place in BOARDS of boards 16 and 1 to 15; the others follow suit."""
COMBINATIONS = 1 << 20
"""The most combinations of texts to keep a table of."""
PER_ROW = 2
"""The most combinations for each row: making a larger table takes longer than sorting the rows."""
REMEMBERED = 100_000
"""The most distinct results to remember."""


class BulkDeriver:
    """Computes DERIVED for batches of results and remembers distinct results."""

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew with no results."""
        self.rows: list[Values] = []
        self.places: dict[tuple[object, ...], int] = {}
        self.met: list[list[Any]] = []
        self.table: Array = np.empty(0, dtype=np.intp)
        self.derived = [_Derived(at) for at in range(len(DERIVED))]

    def coded(self, batch: Columns) -> tuple[Array, list[Values]]:
        """For each row the place of its derived values in a list, which later batches continue."""
        if len(self.rows) > REMEMBERED:
            self.forget()
        columns = [batch.get(name) for name in TEXTS]
        met: list[list[Any]] = [[*(c.texts or ()), None] if c else [None] for c in columns]
        rows = np.zeros(len(next(iter(batch.values()))), dtype=np.intp)
        for column, values in zip(columns, met, strict=True):
            rows *= len(values)
            if column is not None:
                rows += np.where(column.valid, column.values, len(values) - 1)
        places = self._places(rows, met)
        if board := batch.get("board"):
            there = board.valid & (board.values != 0)
            places += ALIKE.take(board.values & 15) * there
        return places, self.rows

    def _places(self, rows: Array, met: list[list[Any]]) -> Array:
        """The places of results on BOARDS[0], given as combinations of what was met."""
        size = math.prod(map(len, met))
        if size > min(COMBINATIONS, PER_ROW * len(rows)):
            different, which = np.unique(rows, return_inverse=True)
            return np.array(self._found(different, met), dtype=np.intp)[which]
        if met != self.met:
            self.met, self.table = met, np.full(size, -1, dtype=np.intp)
        places = self.table.take(rows)
        new, _ = np.unique(rows[places < 0], return_index=True)  # else it would load numpy.ma
        if len(new):
            self.table[new] = self._found(new, met)
            places = self.table.take(rows)
        return places

    def _found(self, combinations: Array, met: list[list[Any]]) -> list[int]:
        """The places of combinations; derived values for all BOARDS begin there."""
        codes = np.unravel_index(combinations, [len(values) for values in met])
        told = [[values[code] for code in c.tolist()] for values, c in zip(met, codes, strict=True)]
        places = []
        for key in zip(*told, strict=True):
            if key not in self.places:
                self.places[key] = len(self.rows)
                fields: dict[str, Any] = dict(zip(TEXTS, key, strict=True))
                self.rows += values_on(BOARDS, Result(**fields))
            places.append(self.places[key])
        return places

    def columns(self, batch: Columns) -> Columns:
        """The columns of DERIVED for a batch."""
        places, rows = self.coded(batch)
        return {
            column.name: derived.column(places, rows)
            for column, derived in zip(DERIVED, self.derived, strict=True)
        }


class _Derived:
    """The values of one derived column, as far as they were needed, as arrays."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.texts: list[str | None] | None = [] if DERIVED[at].kind == "text" else None
        self.values: Array = np.empty(0, dtype=np.int32)
        self.valid: Array = np.empty(0, dtype=bool)

    def column(self, places: Array, rows: list[Values]) -> BulkColumn:
        """The values at these places of the rows."""
        new: list[Any] = [row[self.at] for row in rows[len(self.values) :]]
        if new:
            valid = [value is not None for value in new]
            if self.texts is not None:
                self.texts += dict.fromkeys(v for v in new if v and v not in self.texts)
                new = [value and self.texts.index(value) for value in new]
            numbers = np.array([value or 0 for value in new], dtype=np.int32)
            self.values = np.concatenate([self.values, numbers])
            self.valid = np.concatenate([self.valid, valid])
        return BulkColumn(self.values.take(places), self.valid.take(places), self.texts)
