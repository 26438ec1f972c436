"""The derived columns of results in batches: computed once per distinct result."""

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pyarrow as pa

from bmconv.bridge.boards import vulnerability
from bmconv.bridge.outcomes import Scorer
from bmconv.columns import DERIVED, WIDE
from bmconv.columns.batches import file_schema, for_file, from_records
from bmconv.columns.coded import (
    Array,
    array_of,
    code_texts,
    coded_array,
    numbers,
    text_array,
    validity,
)
from bmconv.columns.derived import TEXTS, Values, values_on
from bmconv.records import Hand

BOARD_BY_VULNERABILITY = {vulnerability(board): board for board in range(1, 5)}
"""One board for each vulnerability, as a score depends on nothing else of the board."""
BOARDS = (0, *BOARD_BY_VULNERABILITY.values())
"""Board 0, which stands for an unknown board, and one board for each vulnerability."""
PLACE_OF_BOARD = np.array(
    [BOARDS.index(BOARD_BY_VULNERABILITY[vulnerability(board)]) for board in (16, *range(1, 16))]
)
"""For boards 16 and 1 to 15, the place in BOARDS of the board with the same vulnerability, which
repeats every 16 boards."""
REMEMBERED = 100_000
"""The most distinct results to remember."""
WideArrays = Callable[[list[Any], list[pa.Array]], list[pa.Array]]
"""A function from results and their derived columns to the columns WIDE."""
SCORE = len(DERIVED) - 1
"""The place of the score among the derived columns."""


class BatchDeriver:
    """Computes DERIVED for batches of results and remembers distinct results."""

    def __init__(self, scorer: Scorer | None = None) -> None:
        self.vulnerable = scorer.vulnerable if scorer else {}
        special = dict.fromkeys(self.vulnerable.values())
        self.cases: list[tuple[int, str | None]] = [(board, None) for board in BOARDS]
        self.cases += [(1, text) for text in special]
        """Boards with all possible vulnerabilities: number, and vulnerability if from a hand."""
        self.case_of = {text: at for at, text in enumerate(special, len(BOARDS))}
        self.forget()

    def forget(self) -> None:
        """Forget all results, so that memory stays small."""
        self.rows: list[Values] = []
        """The derived values of all distinct results."""
        self.places: dict[tuple[object, ...], int] = {}
        """The place in `rows` by the texts of a result, or by such a place and a recorded score."""
        self.columns = [_DerivedColumn(at) for at in range(len(DERIVED))]

    def arrays(self, batch: pa.RecordBatch) -> list[pa.Array]:
        """The columns of DERIVED for a batch."""
        places, rows = self.look_up(batch)
        return [column.array(places, rows) for column in self.columns]

    def look_up(self, batch: pa.RecordBatch) -> tuple[Array, list[Values]]:
        """For each row of a batch its place in a list of derived values, and the list.

        Later batches extend the list.
        """
        if len(self.rows) > REMEMBERED:
            self.forget()
        distinct_texts: list[list[Any]] = []
        rows = np.zeros(len(batch), dtype=np.intp)
        for name in TEXTS:
            column = batch.column(name)
            if column.null_count == len(column):
                distinct_texts.append([None])
                continue
            codes, valid, texts = code_texts(column)
            distinct_texts.append([*texts, None])
            rows *= len(texts) + 1
            rows += codes if valid is None else np.where(valid, codes, len(texts))
        places = self._places(rows, distinct_texts) + self._cases(batch)
        return self._with_scores(places, batch.column("score")), self.rows

    def _cases(self, batch: pa.RecordBatch) -> Array:
        """The place of each row's board in `cases`."""
        column = batch.column("board")
        if column.null_count == len(column):
            return np.zeros(len(batch), dtype=np.intp)
        boards, valid = numbers(column), validity(column)
        there = boards != 0 if valid is None else valid & (boards != 0)
        cases: Array = PLACE_OF_BOARD.take(boards & 15) * there
        if self.vulnerable:
            sections = batch.column("section").to_pylist()
            for row, (section, board) in enumerate(zip(sections, column.to_pylist(), strict=True)):
                everywhere = self.vulnerable.get((None, board))
                special = self.vulnerable.get((section, board), everywhere)
                if special and board:
                    cases[row] = self.case_of[special]
        return cases

    def _with_scores(self, places: Array, scores: pa.Array) -> Array:
        """The places of rows; if a row has a recorded score, a place with that score."""
        if scores.null_count == len(scores):
            return places
        places = places.copy()
        for row, score in enumerate(scores.to_pylist()):
            if score is not None:
                place = int(places[row])
                key = (place, score)
                if key not in self.places:
                    self.places[key] = len(self.rows)
                    self.rows.append((*self.rows[place][:SCORE], score))
                places[row] = self.places[key]
        return places

    def _places(self, rows: Array, distinct_texts: list[list[Any]]) -> Array:
        """For each result, the place of the derived values of its texts for the first case.

        `rows` has a number for each result, which stands for one combination of `distinct_texts`.
        """
        different, place_of_row = np.unique(rows, return_inverse=True)
        codes = np.unravel_index(different, [len(values) for values in distinct_texts])
        texts = [
            map(values.__getitem__, c.tolist())
            for values, c in zip(distinct_texts, codes, strict=True)
        ]
        places = []
        for key in zip(*texts, strict=True):
            if key not in self.places:
                self.places[key] = len(self.rows)
                self.rows += values_on(self.cases, key)
            places.append(self.places[key])
        return np.array(places, dtype=np.intp)[place_of_row]


def with_derived(
    kind: str, results: list[Any], hands: Iterable[Hand], wide: WideArrays | None = None
) -> pa.Table:
    """Results as a table with derived columns; hands give the vulnerability.

    With `wide`, the columns WIDE follow.
    """
    scorer = Scorer()
    for hand in hands:
        scorer.learn(hand)
    part = from_records(kind, results)
    derived = BatchDeriver(scorer).arrays(part)
    columns = [*part.columns, *derived, *(wide(results, derived) if wide else ())]
    schema = file_schema(kind, after=(*DERIVED, *(WIDE if wide else ())))
    return pa.Table.from_batches([for_file(kind, columns, schema)]).replace_schema_metadata()


class _DerivedColumn:
    """One derived column: its values in all distinct results so far, as arrays."""

    def __init__(self, at: int) -> None:
        self.at = at
        self.texts: dict[str, int] = {}
        self.values: Array = np.empty(0, dtype=np.int32)
        self.valid: Array = np.empty(0, dtype=bool)

    def array(self, places: Array, rows: list[Values]) -> pa.Array:
        """The values at these places of the rows."""
        new = [row[self.at] for row in rows[len(self.values) :]]
        if new:
            there = np.array([value is not None for value in new], dtype=bool)
            numbers_or_codes = np.array([self._number(value) for value in new], dtype=np.int32)
            self.values = np.concatenate([self.values, numbers_or_codes])
            self.valid = np.concatenate([self.valid, there])
        values, valid = self.values.take(places), self.valid.take(places)
        if DERIVED[self.at].kind == "text":
            return coded_array(values, valid, text_array(list(self.texts)))
        return array_of(pa.int32(), values, valid)

    def _number(self, value: int | str | None) -> int:
        """A number, or the code of a text."""
        if isinstance(value, str):
            return self.texts.setdefault(value, len(self.texts))
        return value or 0
