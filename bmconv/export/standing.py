"""Which results of a file stand, as Event.standing_results has it, for Arrow batches."""

from __future__ import annotations

import pyarrow as pa

from bmconv.event import standing_place

PLACE = ("section", "table", "round", "board")
PAIRS = ("pair_ns", "pair_ew")


def standing(results: pa.RecordBatch) -> pa.Array:
    """For each result whether it is the last of its place, and not erased."""
    columns = (results.column(name).to_pylist() for name in ("id", *PLACE, *PAIRS))
    last: dict[tuple[int | None, ...] | int, tuple[int, int | None]] = {}
    for at, (id, *where) in enumerate(zip(*columns, strict=True)):
        place = standing_place(*where) or at
        other = last.get(place)
        if other is None or other[1] is None or id is None or id >= other[1]:
            last[place] = (at, id)
    erased = results.column("erased").to_pylist()
    stands = [False] * len(erased)
    for at, _ in last.values():
        stands[at] = not erased[at]
    return pa.array(stands, pa.bool_())
