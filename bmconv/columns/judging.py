"""The rule book asked about columns: once per distinct value, with the answers it gives records."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from bmconv.bridge.places import place
from bmconv.columns.batches import from_records, to_records
from bmconv.columns.coded import Array, coded, map_texts, numbers, rows_with, validity
from bmconv.notes import Notes
from bmconv.rules.judging import Answer, Verdicts, normalise, note_answer, verdicts_of
from bmconv.rules.rule import Scope


class ColumnAnswer(NamedTuple):
    """What the book says about a value of a column, and the rows that have it."""

    answer: Answer
    rows: Array


def normalise_batches(
    kind: str, parts: Iterable[pa.RecordBatch], scope: Scope, notes: Notes
) -> Iterator[pa.RecordBatch]:
    """Batches as they are read: values in the one spelling; invalid ones are noted.

    A note has the count, and the place of the first row.
    """
    for part in parts:
        if kind == "settings":  # many values in one cell, and few rows
            yield from_records(kind, list(normalise(to_records(kind, part), scope, notes)))
            continue
        spelled, found = review(kind, part, scope)
        for answer, rows in found:
            where = place(next(to_records(kind, part.slice(rows[0], 1))))
            note_answer(answer, where, scope, notes, len(rows))
        yield spelled


def review(
    kind: str, part: pa.RecordBatch, scope: Scope
) -> tuple[pa.RecordBatch, list[ColumnAnswer]]:
    """A batch in the one spelling, and what is to be noted about it, by rows."""
    columns = dict(zip(part.schema.names, part.columns, strict=True))
    found: list[ColumnAnswer] = []
    for name, verdicts in verdicts_of(kind, scope).items():
        column = columns[name]
        if column.null_count == len(column):
            continue
        if pa.types.is_integer(column.type):
            found += _review_numbers(name, column, verdicts)
        else:
            columns[name], noted = _review_texts(name, column, verdicts)
            found += noted
    spelled = pa.RecordBatch.from_arrays(list(columns.values()), list(columns))
    return spelled, sorted(found, key=lambda each: int(each.rows[0]))


def _review_numbers(name: str, column: pa.Array, verdicts: Verdicts) -> Iterator[ColumnAnswer]:
    """The invalid numbers of a column."""
    low, high = verdicts.rule.range(verdicts.scope)
    values, valid = numbers(column), validity(column)
    outside = np.zeros(len(values), dtype=bool)
    if low is not None:
        outside |= values < low
    if high is not None:
        outside |= values > high
    if valid is not None:
        outside &= valid
    for value in np.unique(values[outside]).tolist():
        if verdict := verdicts[value]:
            answer = Answer(name, value, verdict, verdicts.rule)
            yield ColumnAnswer(answer, np.flatnonzero(outside & (values == value)))


def _review_texts(
    name: str, column: pa.Array, verdicts: Verdicts
) -> tuple[pa.Array, list[ColumnAnswer]]:
    """A column of texts in the one spelling, and what is to be noted about it."""
    texts = coded(column)
    verdict_of = {text: verdicts[text] for text in texts.texts}
    if not any(verdict_of.values()):
        return column, []
    found = []
    for code, (text, verdict) in enumerate(verdict_of.items()):
        if verdict and (verdict.code or verdicts.rule.form):
            rows = rows_with(texts, code)
            if len(rows):
                found.append(ColumnAnswer(Answer(name, text, verdict, verdicts.rule), rows))

    def spell(text: str) -> str | None:
        verdict = verdict_of[text]
        return text if verdict is None else verdict.value

    return map_texts(column, spell), found
