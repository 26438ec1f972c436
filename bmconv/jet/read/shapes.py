"""Find where the values of a row begin and end: the shape of the row.

A row has a column count, the fixed values, the variable values, a table of where these begin, and
a mask of the values that are not NULL. Everything but the values is the same in many rows, so each
shape is worked out only once.
"""

import struct
from typing import NamedTuple

from ..errors import JetError
from ..layout import Layout
from .tdef import Column, Definition, fixed_end

Cells = dict[int, bytes | None]
"""Raw values by column number; a true boolean has empty bytes as its value."""
Key = tuple[int, bytes, bytes]
"""What the shape of a row depends on: the row's length, its first bytes and its last bytes."""
Span = tuple[int, int]

MOST_SHAPES = 4096  # kept in memory at a time
TRUE: Span = (0, 0)


class BadRow(JetError):
    """A row that makes no sense."""


class RowShape(NamedTuple):
    """Where the values of a row begin and end."""

    spans: tuple[Span | None, ...]
    """In the order of the columns: None for NULL, TRUE for a boolean that is true."""
    faults: tuple[str, ...]
    """What is wrong with values that are read as NULL because they have no place."""
    column_count: int
    mask_at: int
    tail_at: int
    """The shape depends on the row's first bytes, and on its bytes from here to its end."""


class RowShapes:
    """The shapes of the rows of one table."""

    def __init__(self, layout: Layout, definition: Definition) -> None:
        self.layout, self.columns = layout, definition.columns
        self.size = layout.count_size
        self.has_variable = bool(definition.variable_columns)
        mask = (definition.max_columns + 7) // 8
        self.tail = mask + self.size * (definition.variable_columns + 2)
        # the jump table of Jet 3 adds a byte for every 256 bytes of a row
        self.jump = 256 if layout.has_jump_table else layout.page_size + 1
        self.known: dict[Key, RowShape] = {}
        self.fixed_ends: dict[int, int] = {}

    def key(self, row: bytes) -> Key:
        """What identifies the shape of a row: rows with the same key have the same shape."""
        length = len(row)
        return length, row[: self.size], row[-self.tail - length // self.jump :]

    def of(self, row: bytes) -> RowShape:
        """The shape of a row; BadRow if it makes no sense."""
        key = self.key(row)
        shape = self.known.get(key)
        if shape is None:
            shape = self.find(row)
            if len(row) - shape.tail_at <= len(key[-1]):  # otherwise the key is too short
                if len(self.known) >= MOST_SHAPES:
                    self.known.clear()
                self.known[key] = shape
        return shape

    def find(self, row: bytes) -> RowShape:
        """The shape of a row that is not known yet."""
        size = self.size
        if len(row) <= size:
            raise BadRow(f"a row of length {len(row)} is too short; skipped")
        count = int.from_bytes(row[:size], "little")
        mask_at = data_end = tail_at = len(row) - (count + 7) // 8
        if not count or mask_at < size:
            raise BadRow(f"a row of length {len(row)} with column count {count}; skipped")
        mask = int.from_bytes(row[mask_at:], "little")
        offsets: list[int] = []
        if self.has_variable:
            first = self.fixed_ends.get(count)
            if first is None:
                first = self.fixed_ends[count] = fixed_end(self.layout, self.columns, count)
            offsets, data_end, tail_at = variable_offsets(self.layout, row, mask_at, first)
        spans: list[Span | None] = []
        faults: list[str] = []
        for column in self.columns:
            there = column.number < count and mask >> column.number & 1
            spans.append(self.span(column, offsets, data_end, faults) if there else None)
        return RowShape(tuple(spans), tuple(faults), count, mask_at, tail_at)

    def span(
        self, column: Column, offsets: list[int], data_end: int, faults: list[str]
    ) -> Span | None:
        """Where a value is; None and a fault if there is no place for it."""
        if column.type == "boolean":
            return TRUE
        if column.fixed and column.width:
            at = self.size + column.offset
            if at + column.width <= data_end:
                return at, at + column.width
            faults.append(f"a row ends before column {column.name}")
        elif column.slot + 1 < len(offsets):
            return offsets[column.slot], offsets[column.slot + 1]
        else:
            faults.append(f"column {column.name} of a row has a value but no place")
        return None

    def split(self, row: bytes) -> Cells:
        """The cells of a row; empty if it makes no sense."""
        try:
            spans = self.of(row).spans
        except BadRow:
            return {}
        return {
            column.number: None if span is None else row[span[0] : span[1]]
            for column, span in zip(self.columns, spans, strict=True)
        }


def variable_offsets(
    layout: Layout, row: bytes, mask_at: int, first: int
) -> tuple[list[int], int, int]:
    """The offsets of the variable values, where all values end, and where the offset table begins.

    Each value has the offset of its first byte; one more is the offset at which the last value
    ends. There are no offsets if the offset table makes no sense, or is missing because the row is
    older than the first variable column. `first` is where the variable values begin.
    """
    size = layout.count_size
    jumps = (len(row) - 1) // 256 if layout.has_jump_table else 0
    at = mask_at - size
    if at < first:
        return [], mask_at, mask_at
    count = int.from_bytes(row[at:mask_at], "little")
    table = at - jumps - size * (count + 1)
    if table < first:
        return [], mask_at, at
    words = struct.unpack_from(f"<{count + 1}{layout.count_fmt}", row, table)
    offsets = list(reversed(words))
    for jump in row[at - jumps : at]:
        for index in range(jump, len(offsets)):
            offsets[index] += 256
    if offsets[0] < first or offsets[-1] > table or offsets != sorted(offsets):
        return [], mask_at, table
    return offsets, table, table
