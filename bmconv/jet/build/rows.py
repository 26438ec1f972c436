"""Convert Python values to the bytes of a row: the reverse of read/rows.py."""

import struct
from collections.abc import Callable, Sequence
from typing import Any

from .. import codes
from ..errors import JetError
from ..values import DoesNotFit
from .spec import ColumnSpec
from .values import BAD_VALUE, Encoders, cell_bytes, is_variable


class RowEncoder:
    """Encodes the rows of one table with code generated for its columns."""

    def __init__(self, encoders: Encoders, columns: Sequence[ColumnSpec]) -> None:
        self.encoders, self.layout, self.columns = encoders, encoders.layout, columns
        self.mask_length = (len(columns) + 7) // 8
        self.autonumbers = [i for i, c in enumerate(columns) if c.autonumber and c.type == "long"]
        self.autonumber = 0  # the highest so far
        self.prepared = self.prepare()

    def encode(self, row: tuple[Any, ...]) -> bytes:
        """The bytes of a row; JetError with table, row and column if a value does not fit."""
        self.encoders.row += 1
        try:
            data = self.prepared(row)
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

    def prepare(self) -> Callable[[tuple[Any, ...]], bytes]:
        """Generate the encoder for these columns."""
        layout = self.layout
        names: dict[str, Any] = {"join": b"".join, "jump_table": jump_table}
        values = [f"v{i}" for i in range(len(self.columns))]
        fixed: list[str] = []
        variable: list[str] = []
        formats = "<" + layout.count_fmt
        lines = ["def encode(row):", f"    {', '.join(values)}, = row", "    mask = 0"]
        for i, (name, column) in enumerate(zip(values, self.columns, strict=True)):
            if column.type == "boolean":
                lines += [f"    if {name}:", f"        mask |= {1 << i}"]
                continue
            if is_variable(column.type):
                variable.append(name)
                empty = "b''"
            else:
                fixed.append(name)
                formats += codes.FIXED_FORMATS[column.type]
                empty = repr(bytes(16)) if column.type == "guid" else "0"
            lines += [f"    if {name} is None:", f"        {name} = {empty}", "    else:"]
            lines.append(f"        mask |= {1 << i}")
            names[f"c{i}"] = convert = self.encoders.encoder(i, column)
            if isinstance(convert, dict):
                lines.append(f"        {name} = c{i}[{name}]")
            elif convert is not None:
                lines.append(f"        {name} = c{i}({name})")
        names["pack"] = struct.Struct(formats).pack
        parts = [f"pack({', '.join([str(len(self.columns)), *fixed])})", *variable]
        if variable:
            lines.append(f"    o0 = {struct.calcsize(formats)}")
            lines += [f"    o{i + 1} = o{i} + len({name})" for i, name in enumerate(variable)]
            names["table"] = struct.Struct(f"<{len(variable) + 2}{layout.count_fmt}").pack
            offsets = [f"o{i}" for i in range(len(variable) + 1)]
            table = f"table({', '.join(reversed(offsets))}, {len(variable)})"
            if layout.has_jump_table:
                room = 256 - len(offsets) - 1 - self.mask_length
                long = f"jump_table([{', '.join(offsets)}], {self.mask_length})"
                table += f" if {offsets[-1]} <= {room} else {long}"
            parts.append(table)
        parts.append(f"mask.to_bytes({self.mask_length}, 'little')")
        lines.append(f"    return join(({', '.join(parts)}))")
        exec("\n".join(lines), names)
        encode: Callable[[tuple[Any, ...]], bytes] = names["encode"]
        return encode

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
    """The offsets, jump table and count of the variable part, stored before the null mask."""
    bare = offsets[-1] + len(offsets) + 1 + mask_length
    jumps = 0
    while (bare + jumps - 1) // 256 > jumps:
        jumps += 1
    table = bytes(offset & 0xFF for offset in reversed(offsets))
    firsts = []
    for jump in range(jumps):
        reached = [i for i, offset in enumerate(offsets) if offset >= 256 * (jump + 1)]
        firsts.append(reached[0] if reached else 0xFF)
    return table + bytes(reversed(firsts)) + bytes((len(offsets) - 1,))
