"""One row being changed: its cells as raw bytes, and back to a row."""

import struct

from ..build.rows import jump_table
from ..errors import JetError
from ..layout import Layout
from ..read.rows import variable_offsets
from ..read.tdef import Definition, fixed_end

Cells = dict[int, bytes | None]  # by column number; a boolean that is true is empty bytes


def split_row(layout: Layout, definition: Definition, row: bytes) -> Cells:
    """The cells of a row that our reader takes for whole."""
    count = int.from_bytes(row[: layout.count_size], "little")
    mask_at = len(row) - (count + 7) // 8
    mask = int.from_bytes(row[mask_at:], "little")
    offsets: list[int] = []
    if definition.variable_columns:
        first = fixed_end(layout, definition.columns, count)
        offsets, _ = variable_offsets(layout, row, mask_at, first)
    cells: Cells = {}
    for column in definition.columns:
        cells[column.number] = None
        if column.number >= count or not mask >> column.number & 1:
            continue
        if column.fixed:
            at = layout.count_size + column.offset
            cells[column.number] = row[at : at + column.width]
        elif column.slot + 1 < len(offsets):
            cells[column.number] = row[offsets[column.slot] : offsets[column.slot + 1]]
    return cells


def join_row(layout: Layout, definition: Definition, cells: Cells) -> bytes:
    """A row of these cells, with all the columns that the table has now."""
    count = definition.max_columns
    end = fixed_end(layout, definition.columns, count)
    fixed = bytearray(end)
    fixed[: layout.count_size] = count.to_bytes(layout.count_size, "little")
    slots = [b""] * definition.variable_columns
    mask = 0
    for column in definition.columns:
        cell = cells.get(column.number)
        if cell is None:
            continue
        if column.number >= count or (not column.fixed and column.slot >= len(slots)):
            raise JetError(f"column {column.name} has no place in a row: nothing is changed")
        mask |= 1 << column.number
        if not column.fixed:
            slots[column.slot] = cell
        elif column.width:
            at = layout.count_size + column.offset
            fixed[at : at + column.width] = cell
    mask_length = (count + 7) // 8
    tail = mask.to_bytes(mask_length, "little")
    if not slots:
        return bytes(fixed) + tail
    offsets = [end]
    for cell in slots:
        offsets.append(offsets[-1] + len(cell))
    if layout.has_jump_table:
        table = jump_table(offsets, mask_length)
    else:
        table = struct.pack(f"<{len(offsets) + 1}H", *reversed(offsets), len(slots))
    return bytes(fixed) + b"".join(slots) + table + tail


def patch_row(layout: Layout, definition: Definition, row: bytes, changes: Cells) -> bytes | None:
    """The row with some cells changed where they stand; None if one has no such fixed place."""
    count = int.from_bytes(row[: layout.count_size], "little")
    patched = bytearray(row)
    mask_at = len(row) - (count + 7) // 8
    by_number = {column.number: column for column in definition.columns}
    for number, cell in changes.items():
        column = by_number[number]
        if not column.fixed or number >= count:
            return None
        at = layout.count_size + column.offset
        if cell is not None:
            patched[at : at + column.width] = cell
        bit = 1 << (number & 7)
        byte = patched[mask_at + (number >> 3)]
        patched[mask_at + (number >> 3)] = byte | bit if cell is not None else byte & ~bit & 0xFF
    return bytes(patched)
