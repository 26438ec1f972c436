"""Which results of a file stand, for Arrow batches."""

import pyarrow as pa

from bmconv.standing import standing as positions

COLUMNS = ("id", "section", "table", "round", "board", "pair_ns", "pair_ew", "erased")


def standing(results: pa.RecordBatch) -> pa.Array:
    """Whether each result is the last of its table, round and board, and not erased."""
    entries = zip(*(results.column(name).to_pylist() for name in COLUMNS), strict=True)
    stands = [False] * len(results)
    for at in positions(entries):
        stands[at] = True
    return pa.array(stands, pa.bool_())
