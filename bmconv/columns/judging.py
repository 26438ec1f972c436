"""The rule book applied to columns: once per distinct value, with the same notes as for records."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from bmconv.bridge.places import place
from bmconv.columns.batches import from_records, to_records
from bmconv.columns.coded import Array, code_texts, map_texts, numbers, validity
from bmconv.notes import Notes
from bmconv.rules.judging import Answer, Verdicts, normalise, note_answer, verdicts_of
from bmconv.rules.rule import Scope


class ColumnAnswer(NamedTuple):
    """Values of a column that cause the same note: the rule book's answer on the first of them, and
    the rows they are in."""

    answer: Answer
    rows: Array


def normalise_batches(
    kind: str, parts: Iterable[pa.RecordBatch], scope: Scope, notes: Notes
) -> Iterator[pa.RecordBatch]:
    """Batches with all values in their standard spelling; invalid and respelled ones are noted.

    A note has the number of rows and the place of the first one.
    """
    return map(partial(_normalise_batch, kind, scope, notes), parts)


def _normalise_batch(kind: str, scope: Scope, notes: Notes, part: pa.RecordBatch) -> pa.RecordBatch:
    # One cell of settings holds many values, which cannot be judged as a column. Rows are few.
    if kind == "settings":
        return from_records(kind, list(normalise(to_records(kind, part), scope, notes)))
    normalised, answers = review(kind, part, scope)
    for answer, rows in answers:
        first = place(next(to_records(kind, part.slice(rows[0], 1))))
        note_answer(answer, first, scope, notes, len(rows))
    return normalised


def review(
    kind: str, part: pa.RecordBatch, scope: Scope
) -> tuple[pa.RecordBatch, list[ColumnAnswer]]:
    """A batch in the standard spelling, and the answers to be noted, in the order of rows."""
    columns = dict(zip(part.schema.names, part.columns, strict=True))
    answers: list[ColumnAnswer] = []
    for name, verdicts in verdicts_of(kind, scope).items():
        column = columns[name]
        if column.null_count == len(column):
            continue
        if pa.types.is_integer(column.type):
            answers += _review_numbers(name, column, verdicts)
        else:
            columns[name], noted = _review_texts(name, column, verdicts)
            answers += noted
    normalised = pa.RecordBatch.from_arrays(list(columns.values()), list(columns))
    return normalised, sorted(answers, key=lambda each: int(each.rows[0]))


def _review_numbers(name: str, column: pa.Array, verdicts: Verdicts) -> list[ColumnAnswer]:
    """The answer about the invalid numbers of a column; nothing if all are valid."""
    low, high = verdicts.rule.range(verdicts.scope)
    values, valid = numbers(column), validity(column)
    outside = np.zeros(len(values), dtype=bool)
    if low is not None:
        outside |= values < low
    if high is not None:
        outside |= values > high
    if valid is not None:
        outside &= valid
    rows = np.flatnonzero(outside)
    if len(rows):
        distinct, _ = np.unique(values[rows], return_index=True)  # np.unique alone loads numpy.ma
        rows = rows[np.isin(values[rows], [v for v in distinct.tolist() if verdicts[v]])]
    return _answer(name, verdicts, rows, lambda row: int(values[row]))


def _answer(
    name: str, verdicts: Verdicts, rows: Array, value_of: Callable[[int], int | str]
) -> list[ColumnAnswer]:
    """One answer for these rows, about the value in the first; nothing if there are no rows."""
    if not len(rows):
        return []
    value = value_of(int(rows[0]))
    verdict = verdicts[value]
    assert verdict is not None
    return [ColumnAnswer(Answer(name, value, verdict, verdicts.rule), rows)]


def _review_texts(
    name: str, column: pa.Array, verdicts: Verdicts
) -> tuple[pa.Array, list[ColumnAnswer]]:
    """A column of texts in the standard spelling, and the answers to be noted."""
    codes, valid, texts = code_texts(column)
    if verdicts.rule.allows_all(texts, verdicts.scope):
        return column, []
    judged = [verdicts[text] for text in texts]
    if not any(judged):
        return column, []
    answers = []
    form, scope = verdicts.rule.form, verdicts.scope
    invalid = [verdict is not None and bool(verdict.code) for verdict in judged]
    respelled = [
        verdict is not None and not verdict.code and form is not None and form.fits(text, scope)
        for text, verdict in zip(texts, judged, strict=True)
    ]
    for marked in (invalid, respelled):
        noted = np.array(marked).take(codes)
        rows = np.flatnonzero(noted if valid is None else noted & valid)
        answers += _answer(name, verdicts, rows, lambda row: texts[codes[row]])
    spelling = {
        text: text if verdict is None else verdict.value
        for text, verdict in zip(texts, judged, strict=True)
    }
    return map_texts(column, spelling.__getitem__), answers
