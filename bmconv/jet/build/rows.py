"""Convert Python values to the bytes of a row: the reverse of read/rows.py."""

import struct
from collections.abc import Sequence
from itertools import accumulate
from typing import Any, NamedTuple

from .. import codes
from ..errors import JetError
from ..values import Convert, DoesNotFit
from .spec import ColumnSpec
from .values import BAD_VALUE, Encoders, cell_bytes, is_variable


class RowPlan(NamedTuple):
    """The columns of a table, grouped by the part of a row that holds their values.

    Each item has the number of the column, its bit in the mask of values, and its encoder, if any.
    """

    booleans: list[tuple[int, int]]
    fixed: list[tuple[int, int, Convert | None, object]]
    """Each item also has the value that is stored for null."""
    variable: list[tuple[int, int, Convert]]
    head: struct.Struct
    """The format of the start of a row: the number of columns and the fixed part."""
    offsets: struct.Struct


class RowEncoder:
    """Encodes the rows of one table."""

    def __init__(self, encoders: Encoders, columns: Sequence[ColumnSpec]) -> None:
        self.encoders, self.layout, self.columns = encoders, encoders.layout, columns
        self.mask_length = (len(columns) + 7) // 8
        self.autonumbers = [i for i, c in enumerate(columns) if c.autonumber and c.type == "long"]
        self.autonumber = 0  # the highest value so far
        self.plan = self._plan()

    def encode(self, row: tuple[Any, ...]) -> bytes:
        """The bytes of a row; JetError with table, row and column if a value does not fit."""
        self.encoders.row += 1
        try:
            data = self._data(row)
        except (DoesNotFit, *BAD_VALUE) as error:
            raise self.explain(row, error) from error
        for i in self.autonumbers:
            if row[i] is not None and row[i] > self.autonumber:
                self.autonumber = row[i]
        if len(data) > self.layout.row_max:
            raise JetError(
                f"{len(data)} bytes; a row holds at most {self.layout.row_max}", self.place()
            )
        return data

    def _plan(self) -> "RowPlan":
        """Group the columns by the part of a row that holds their values."""
        formats = "<" + self.layout.count_fmt
        booleans: list[tuple[int, int]] = []
        fixed: list[tuple[int, int, Convert | None, object]] = []
        variable: list[tuple[int, int, Convert]] = []
        for i, column in enumerate(self.columns):
            if column.type == "boolean":
                booleans.append((i, 1 << i))
                continue
            encoder = self.encoders.encoder(i, column)
            encode = encoder.__getitem__ if isinstance(encoder, dict) else encoder
            if is_variable(column.type):
                assert encode is not None
                variable.append((i, 1 << i, encode))
            else:
                formats += codes.FIXED_FORMATS[column.type]
                fixed.append((i, 1 << i, encode, bytes(16) if column.type == "guid" else 0))
        offsets = struct.Struct(f"<{len(variable) + 2}{self.layout.count_fmt}")
        return RowPlan(booleans, fixed, variable, struct.Struct(formats), offsets)

    def _data(self, row: tuple[Any, ...]) -> bytes:
        """The bytes of a row: its fixed part, its variable part, and the mask of its values."""
        if len(row) != len(self.columns):
            raise ValueError
        plan, mask = self.plan, 0
        for i, bit in plan.booleans:
            if row[i]:
                mask |= bit
        fixed: list[Any] = [len(self.columns)]
        for i, bit, encode, empty in plan.fixed:
            value = row[i]
            if value is None:
                fixed.append(empty)
            else:
                mask |= bit
                fixed.append(encode(value) if encode else value)
        variable: list[bytes] = []
        for i, bit, encode in plan.variable:
            value = row[i]
            if value is None:
                variable.append(b"")
            else:
                mask |= bit
                variable.append(encode(value))
        parts = [plan.head.pack(*fixed), *variable]
        if variable:
            parts.append(self._offsets([*accumulate(map(len, variable), initial=plan.head.size)]))
        parts.append(mask.to_bytes(self.mask_length, "little"))
        return b"".join(parts)

    def _offsets(self, offsets: list[int]) -> bytes:
        """The table of offsets that follows the variable values."""
        room = 256 - len(offsets) - 1 - self.mask_length  # the highest offset without jumps
        if self.layout.has_jump_table and offsets[-1] > room:
            return jump_table(offsets, self.mask_length)
        return self.plan.offsets.pack(*reversed(offsets), len(offsets) - 1)

    def place(self, column: str = "") -> str:
        """The row being encoded, and optionally a column, for error messages."""
        row = f"table {self.encoders.table}, row {self.encoders.row}"
        return f"{row}, column {column}" if column else row

    def explain(self, row: tuple[Any, ...], error: Exception) -> JetError:
        """The error for a row, naming the column whose value does not fit."""
        if len(row) != len(self.columns):
            return JetError(f"{len(row)} values; expected {len(self.columns)}", self.place())
        table = self.encoders.table
        trial = Encoders(self.layout, table, self.encoders.codec, lambda number, data: 0, [])
        for i, column in enumerate(self.columns):
            if row[i] is not None and column.type != "boolean":
                try:
                    cell_bytes(column.type, trial.encoder(i, column), row[i])
                except DoesNotFit as problem:
                    return JetError(str(problem), self.place(column.name))
        return JetError(str(error), self.place())


def jump_table(offsets: list[int], mask_length: int) -> bytes:
    """The Jet 3 offsets of the variable values, the jump table, and the number of values.

    Offsets have one byte. For each full 256 bytes of the row, the jump table has the number of the
    first offset that is beyond them, or 255 if there is none.
    """
    bare = offsets[-1] + len(offsets) + 1 + mask_length  # the row without its jump table
    jumps = 0
    while (bare + jumps - 1) // 256 > jumps:
        jumps += 1
    table = bytes(offset & 0xFF for offset in reversed(offsets))
    firsts = []
    for jump in range(jumps):
        reached = [i for i, offset in enumerate(offsets) if offset >= 256 * (jump + 1)]
        firsts.append(reached[0] if reached else 0xFF)
    return table + bytes(reversed(firsts)) + bytes((len(offsets) - 1,))
