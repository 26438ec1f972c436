"""The derived columns of results for Arrow batches, computed once per distinct result."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bmconv.arrow import as_array
from bmconv.bridge.boards import vulnerability
from bmconv.columns import DERIVED, Deriver
from bmconv.records import Result

NEEDED = ("contract", "result", "declarer", "remarks", "board", "score")
LIKE = {vulnerability(board): board for board in range(1, 5)}
"""One board of each vulnerability: a score depends on the board only through that."""
REMEMBERED = 100_000
"""The most distinct results to remember."""

Codes = np.ndarray[tuple[int], np.dtype[np.int64]]


class BulkDeriver:
    """Computes DERIVED for batches of results and remembers distinct results."""

    def __init__(self) -> None:
        self.deriver = Deriver()
        self.known: dict[tuple[object, ...], tuple[int | str | None, ...]] = {}

    def columns(self, batch: pa.RecordBatch) -> list[pa.Array]:
        """The columns of DERIVED for a batch of the canonical schema."""
        if len(self.known) > REMEMBERED:
            self.known.clear()
        rows = np.zeros(batch.num_rows, dtype=np.int64)
        values: list[list[object]] = []
        for name in NEEDED:
            codes, met = _coded(batch.column(name))
            if name == "board":
                codes, met = _alike(codes, met)
            values.append(met)
            rows = rows * len(met) + codes
        different, which = np.unique(rows, return_inverse=True)
        made = [self._values(int(row), values) for row in different]
        at = as_array(pa.int32(), len(which), None, which.astype(np.int32))
        return [
            pc.take(_array([row[n] for row in made], column.kind), at)
            for n, column in enumerate(DERIVED)
        ]

    def _values(self, row: int, values: list[list[object]]) -> tuple[int | str | None, ...]:
        said: list[object] = []
        for met in reversed(values):
            row, at = divmod(row, len(met))
            said.append(met[at])
        key = tuple(said)
        if key not in self.known:
            fields = dict(zip(NEEDED, reversed(said), strict=True))
            self.known[key] = self.deriver.values(Result(**fields))  # type: ignore[arg-type]
        return self.known[key]


def _coded(column: pa.Array) -> tuple[Codes, list[object]]:
    """The code of each row's value, and the values by code: the last one is none."""
    coded = pc.dictionary_encode(column)
    indices = coded.indices
    valid, buffer = indices.buffers()
    here = slice(indices.offset, indices.offset + len(indices))
    codes = np.frombuffer(buffer, dtype=np.int32)[here].astype(np.int64)
    if valid is not None:  # `pc.fill_null` would load pandas
        bits = np.unpackbits(np.frombuffer(valid, dtype=np.uint8), bitorder="little")[here]
        codes[bits == 0] = len(coded.dictionary)
    return codes, [*coded.dictionary.to_pylist(), None]


def _alike(codes: Codes, boards: list[Any]) -> tuple[Codes, list[object]]:
    """Boards as the first of their vulnerability; no board is 0."""
    few = [0, *LIKE.values()]
    alike = [LIKE[vulnerability(board)] if board else 0 for board in boards]
    return np.array([few.index(board) for board in alike], dtype=np.int64)[codes], [*few]


def _array(values: list[Any], kind: str) -> pa.Array:
    """A column of few values, without `pa.array`, which would load pandas."""
    valid = np.array([value is not None for value in values], dtype=bool)
    if kind == "int":
        numbers = np.array([value or 0 for value in values], dtype=np.int32)
        return as_array(pa.int32(), len(values), valid, numbers)
    texts = [(value or "").encode() for value in values]
    ends = np.cumsum([0, *map(len, texts)], dtype=np.int32)
    data = np.frombuffer(b"".join(texts), dtype=np.uint8)
    return as_array(pa.string(), len(values), valid, ends, data)
