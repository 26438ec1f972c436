"""Batches of new rows, encoded in a format."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any, cast

import msgspec

from bmconv.codecs import load
from bmconv.conversion import encode
from bmconv.live.polling import Batch
from bmconv.notes import Notes
from bmconv.records import Record, type_name
from bmconv.stream import encode_lines


def batch_in(format: str, batch: Batch, options: dict[str, Any], notes: Notes) -> bytes:
    """A batch as bytes in a format; records that the format consults come from the context."""
    if format == "records":
        # the record with the highest id would stand, and that one may be erased
        again = (msgspec.structs.replace(r, id=None) for r in cast(list[Any], batch.again))
        return b"".join(encode_lines([*batch.records, *again]))
    info = load(format).info
    wanted = set(info.consults)
    if format == "dto":
        options = {"kind": "results"} | options
        wanted |= set(info.holds)
    context = [r for r in batch.context if type_name(r) in wanted]
    data = records_in(format, [*batch.records, *batch.again], options, notes, context)
    return data if data.endswith(b"\n") or not data else data + b"\n"


def records_in(
    format: str,
    records: list[Record],
    options: dict[str, Any],
    notes: Notes,
    context: Iterable[Record] = (),
) -> bytes:
    """Records as bytes in a format; the context is consulted, not written."""
    memory = io.BytesIO()
    encode(records, format, memory, options, notes, context)
    return memory.getvalue()
