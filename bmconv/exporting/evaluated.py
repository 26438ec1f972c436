"""Add evaluations by a double-dummy solver to the hands of a file that have none."""

import pyarrow as pa

from bmconv.bridge.double_dummy import is_whole
from bmconv.columns.batches import file_schema, for_file, from_records, to_records
from bmconv.filters.evaluate import evaluate
from bmconv.notes import Notes
from bmconv.records import Evaluation, Hand

_KIND = "evaluation"


def with_evaluations(tables: dict[str, pa.RecordBatch]) -> dict[str, pa.RecordBatch]:
    """The tables, with evaluations added for the complete hands that have none."""
    records = [
        record
        for kind in ("hand", _KIND)
        if kind in tables
        for record in to_records(kind, tables[kind])
        if not isinstance(record, Hand) or is_whole(record)
    ]
    solved = evaluate(lambda: iter(records), Notes(), lambda *_: None)
    evaluations = [record for record in solved if isinstance(record, Evaluation)]
    if not evaluations:
        return tables
    columns = from_records(_KIND, evaluations).columns
    return tables | {_KIND: for_file(_KIND, columns, file_schema(_KIND))}
