"""The columns worked out from results, for Arrow batches: each different result once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from bmconv.bridge.boards import vulnerability
from bmconv.codecs.bws_bulk import as_array, as_text
from bmconv.codecs.columns import DERIVED, Deriver
from bmconv.jet.bulk import from_texts
from bmconv.records import Result

NEEDED = ("contract", "result", "declarer", "remarks", "board", "score")


LIKE = {vulnerability(board): board for board in range(1, 5)}
"""A board of each vulnerability: that is all a score takes from the number."""


def _like(board: Any) -> int:
    return LIKE[vulnerability(board)] if board else 0


class BulkDeriver:
    """Works out DERIVED for batches of results, remembering what it has met."""

    def __init__(self) -> None:
        self.deriver = Deriver()
        self.known: dict[tuple[object, ...], tuple[int | str | None, ...]] = {}

    def columns(self, batch: pa.RecordBatch) -> list[pa.Array]:
        """The columns of DERIVED for a batch of the canonical schema."""
        rows = np.zeros(batch.num_rows, dtype=np.int64)
        texts: list[list[object]] = []
        for name in NEEDED:
            part = pc.dictionary_encode(batch.column(name))
            codes = _codes(part)
            values: list[object] = [*part.dictionary.to_pylist(), None]
            if name == "board":
                boards = [_like(board) for board in values]
                values = [0, *LIKE.values()]
                codes = np.array([values.index(board) for board in boards], dtype=np.int64)[codes]
            texts.append(values)
            rows = rows * len(values) + codes
        different, which = np.unique(rows, return_inverse=True)
        met = [self._values(int(row), texts) for row in different]
        at = pa.Array.from_buffers(
            pa.int32(), len(which), [None, pa.py_buffer(which.astype(np.int32))]
        )
        return [
            pc.take(_array([row[n] for row in met], column.kind), at)
            for n, column in enumerate(DERIVED)
        ]

    def _values(self, row: int, texts: list[list[object]]) -> tuple[int | str | None, ...]:
        said: list[object] = []
        for values in reversed(texts):
            row, at = divmod(row, len(values))
            said.append(values[at])
        key = tuple(said)
        if key not in self.known:
            fields = dict(zip(NEEDED, reversed(said), strict=True))
            self.known[key] = self.deriver.values(Result(**fields))  # type: ignore[arg-type]
        return self.known[key]


def _codes(part: pa.DictionaryArray) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """The code of each row's value; the number of values where there is none."""
    indices = part.indices
    valid, values = indices.buffers()
    here = slice(indices.offset, indices.offset + len(indices))
    codes = np.frombuffer(values, dtype=np.int32)[here].astype(np.int64)
    if valid is not None:  # `pc.fill_null` would load pandas
        bits = np.unpackbits(np.frombuffer(valid, dtype=np.uint8), bitorder="little")[here]
        codes[bits == 0] = len(part.dictionary)
    return codes


def _array(values: list[Any], kind: str) -> pa.Array:
    """A column of few values, without `pa.array`, which would load pandas."""
    valid = np.array([value is not None for value in values], dtype=bool)
    if kind == "text":
        return as_text(from_texts(values, valid))
    numbers = np.array([value or 0 for value in values], dtype=np.int32)
    return as_array(pa.int32(), len(values), valid, numbers)
