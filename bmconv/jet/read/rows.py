"""Rows: found through the owned-pages map, decoded by code prepared once per table.

There are two decoders. The careful one takes any row and says what is off. The prepared one is
generated for rows of one shape and raises Odd for every other, which the careful one then gets.
"""

import struct
from collections.abc import Callable, Iterator
from typing import Any

from ..errors import JetError
from ..layout import (
    COLUMNS_MAX,
    PAGE_DATA,
    ROW_DELETED,
    ROW_MOVED,
    ROW_START,
    ROW_TARGET,
    ROWS_PER_PAGE,
    Layout,
)
from .longvalue import LongValues
from .pages import Pages
from .tdef import Column, Definition, fixed_end
from .values import Cache, Converters, apply

Row = tuple[Any, ...]
Decode = Callable[[bytes], Row | None]

SMALL_TABLE = 2  # pages; preparing code for less costs more than it saves


class Odd(Exception):
    """A row that the prepared decoder was not made for."""


class Rows:
    """The rows of one table."""

    def __init__(self, pages: Pages, name: str, definition: Definition, codec: str) -> None:
        self.pages, self.name, self.definition = pages, name, definition
        self.layout = pages.layout
        self.columns = definition.columns
        converters = Converters(self.layout, codec, LongValues(pages), self.note, self.odd)
        self.raw = [converters.raw(column) for column in self.columns]
        self.page_number = 0
        self.prepared: dict[int, Decode] = {}
        self.may_prepare = False

    def note(self, text: str) -> None:
        """Say that something on the page being read is damaged."""
        self.pages.problem(f"table {self.name}", f"page {self.page_number}: {text}")

    def odd(self, text: str) -> None:
        """Say that something on the page being read is off and was read whole."""
        self.pages.oddity(f"table {self.name}: page {self.page_number}: {text}")

    def owned_pages(self) -> list[int]:
        """The table's data pages; pages not in its map may hold its old rows and do not count."""
        pages = []
        try:
            for number in self.pages.in_map(self.definition.owned_map, f"table {self.name}"):
                pages.append(number)
        except JetError as error:
            self.pages.problem(f"table {self.name}", f"its list of pages is damaged: {error}")
        return pages

    def scan(self) -> Iterator[list[Row]]:
        """The rows, a page at a time."""
        for page in self.data_pages():
            yield self.page_rows(page)

    def data_pages(self) -> Iterator[bytes]:
        """The table's data pages, those that cannot be left out with a note."""
        owned = self.owned_pages()
        self.may_prepare = len(owned) > SMALL_TABLE
        for number in owned:
            self.page_number = number
            try:
                page = self.pages.read(number)
            except JetError as error:
                self.note(str(error))
                continue
            (owner,) = struct.unpack_from("<I", page, 4)
            if page[0] != PAGE_DATA or owner != self.definition.page:
                self.note("is listed as a data page of the table but is none; skipped")
                continue
            yield page

    def page_rows(self, page: bytes) -> list[Row]:
        """The live rows of one page."""
        layout = self.layout
        (count,) = struct.unpack_from("<H", page, layout.row_count_at)
        if count > ROWS_PER_PAGE:
            self.note(f"claims {count} rows; expected at most {ROWS_PER_PAGE}")
            count = ROWS_PER_PAGE
        lowest = layout.row_table_at + 2 * count
        end = layout.page_size
        rows: list[Row] = []
        decode = self.decode
        for word in struct.unpack_from(f"<{count}H", page, layout.row_table_at):
            start = word & ROW_START
            if not lowest <= start <= end:
                self.note("a row begins outside its page; skipped")
                continue
            flags = word & ROW_DELETED
            if not flags:
                row = decode(page[start:end])
                if row is not None:
                    rows.append(row)
            elif flags == ROW_MOVED:
                row = self.moved(page[start:end])
                if row is not None:
                    rows.append(row)
            end = start
        return rows

    def count(self) -> int:
        """How many rows are live, without reading them."""
        total = 0
        for page in self.data_pages():
            (count,) = struct.unpack_from("<H", page, self.layout.row_count_at)
            count = min(count, ROWS_PER_PAGE)
            words = struct.unpack_from(f"<{count}H", page, self.layout.row_table_at)
            total += sum(word & ROW_DELETED in (0, ROW_MOVED) for word in words)
        return total

    def moved(self, stub: bytes) -> Row | None:
        """The row that a pointer left in its old place points at."""
        if len(stub) < 4:
            self.note("the pointer of a moved row is cut off; skipped")
            return None
        (pointer,) = struct.unpack_from("<I", stub)
        try:
            page = self.pages.page(pointer >> 8)
            (owner,) = struct.unpack_from("<I", page, 4)
            if owner != self.definition.page:
                raise JetError(f"page {pointer >> 8} is not the table's")
            self.check_target(page, pointer)
            return self.decode(self.pages.row(pointer))
        except JetError as error:
            self.note(f"a moved row is not to be found: {error}")
            return None

    def check_target(self, page: bytes, pointer: int) -> None:
        """A moved row may not be deleted, nor moved again."""
        at = self.layout.row_table_at + 2 * (pointer & 0xFF)
        (word,) = struct.unpack_from("<H", page, at)
        if word & ROW_DELETED == ROW_DELETED:
            raise JetError(f"row {pointer & 0xFF} of page {pointer >> 8} is deleted")
        if word & ROW_DELETED == ROW_MOVED:
            raise JetError(f"row {pointer & 0xFF} of page {pointer >> 8} has moved again")
        if word & ROW_DELETED != ROW_TARGET:
            raise JetError(f"row {pointer & 0xFF} of page {pointer >> 8} is a row of its own")

    def decode(self, row: bytes) -> Row | None:
        """One row, or None with a note if it makes no sense."""
        if self.may_prepare and row:
            prepared = self.prepared.get(row[0])
            if prepared is None:
                prepared = self.prepared[row[0]] = self.prepare(row) or self.careful
            try:
                return prepared(row)
            except (Odd, struct.error):
                pass
        return self.careful(row)

    def careful(self, row: bytes) -> Row | None:
        """Decode any row, trusting nothing."""
        size = self.layout.count_size
        if len(row) <= size:
            self.note(f"a row of {len(row)} bytes is too short; skipped")
            return None
        columns = int.from_bytes(row[:size], "little")
        mask_length = (columns + 7) // 8
        data_end = len(row) - mask_length
        if not columns or data_end < size:
            self.note(f"a row of {len(row)} bytes claims {columns} columns; skipped")
            return None
        mask = int.from_bytes(row[data_end:], "little")
        offsets: list[int] = []
        if self.definition.variable_columns:
            first = fixed_end(self.layout, self.columns, columns)
            offsets, data_end = variable_offsets(self.layout, row, data_end, first)
        values: list[Any] = []
        for column, (fmt, convert) in zip(self.columns, self.raw, strict=True):
            present = column.number < columns and mask >> column.number & 1
            if column.type == "boolean":
                values.append(bool(present))
            elif not present:
                values.append(None)
            elif fmt is not None:
                values.append(self.fixed_value(row, column, fmt, convert, data_end))
            elif column.slot + 1 < len(offsets):
                raw = row[offsets[column.slot] : offsets[column.slot + 1]]
                values.append(raw if convert is None else apply(convert, raw))
            else:
                self.note(f"column {column.name} of a row has a value but no place")
                values.append(None)
        return tuple(values)

    def fixed_value(self, row: bytes, column: Column, fmt: str, convert: Any, data_end: int) -> Any:
        """A value at its fixed place."""
        at = self.layout.count_size + column.offset
        if at + column.width > data_end:
            self.note(f"a row ends before column {column.name}")
            return None
        (raw,) = struct.unpack_from("<" + fmt, row, at)
        return raw if convert is None else apply(convert, raw)

    def prepare(self, example: bytes) -> Decode | None:
        """A decoder for rows with as many columns as the example; None if there is no such."""
        return prepare_decoder(self.layout, self.definition, self.raw, example)


def variable_offsets(layout: Layout, row: bytes, mask_at: int, first: int) -> tuple[list[int], int]:
    """Where the variable values begin and the last one ends, and where that table itself begins.

    Empty if the row has no such table: rows from before the first variable column was added.
    """
    size = layout.count_size
    jumps = (len(row) - 1) // 256 if layout.has_jump_table else 0
    at = mask_at - size
    if at < first:
        return [], mask_at
    count = int.from_bytes(row[at:mask_at], "little")
    table = at - jumps - size * (count + 1)
    if table < first:
        return [], mask_at
    words = struct.unpack_from(f"<{count + 1}{layout.count_fmt}", row, table)
    offsets = list(reversed(words))
    for jump in row[at - jumps : at]:
        for index in range(jump, len(offsets)):
            offsets[index] += 256
    if offsets[0] < first or offsets[-1] > table or offsets != sorted(offsets):
        return [], mask_at
    return offsets, table


def prepare_decoder(
    layout: Layout,
    definition: Definition,
    raw: list[tuple[str | None, Any]],
    example: bytes,
) -> Decode | None:
    """Generate the decoder of rows that are like the example in their counts."""
    size = layout.count_size
    columns = int.from_bytes(example[:size], "little")
    mask_length = (columns + 7) // 8
    fixed = fixed_struct(layout, definition.columns, raw, columns)
    if fixed is None or not columns or not definition.columns:
        return None
    fixed_format, fixed_names, fixed_end = fixed
    names: dict[str, Any] = {
        "Odd": Odd,
        "number": int.from_bytes,
        "fixed": struct.Struct(fixed_format).unpack_from,
    }
    head = ["n", *fixed_names]
    lines = [
        "def decode(row):",
        f"    {', '.join(head)}, = fixed(row)",
        f"    mask = number(row[-{mask_length}:], 'little')",
    ]
    variable = 0
    mask_at = len(example) - mask_length
    offsets_now: list[int] = []
    if definition.variable_columns:
        offsets_now, _ = variable_offsets(layout, example, mask_at, fixed_end)
    if offsets_now:
        variable = len(offsets_now) - 1
        if variable > COLUMNS_MAX:
            return None
        tail = mask_length + size * (variable + 2)
        names["table"] = struct.Struct(f"<{variable + 2}{layout.count_fmt}").unpack_from
        offsets = [f"o{i}" for i in range(variable + 1)]
        lines.append(f"    {', '.join(reversed(offsets))}, v = table(row, len(row) - {tail})")
        check = f"n != {columns} or v != {variable} or not {fixed_end} <= {' <= '.join(offsets)}"
        check += f" <= len(row) - {tail}"
        if layout.has_jump_table:
            check += " or len(row) > 256"
    else:
        relation = "!=" if definition.variable_columns else "<"
        check = f"n != {columns} or len(row) {relation} {fixed_end + mask_length}"
    lines += [f"    if {check}:", "        raise Odd"]
    values = []
    for i, (column, (fmt, convert)) in enumerate(zip(definition.columns, raw, strict=True)):
        bit = 1 << column.number
        if column.type == "boolean":
            values.append(f"(mask & {bit}) != 0" if column.number < columns else "False")
            continue
        if column.number >= columns:
            values.append("None")
            continue
        if fmt is not None:
            value = f"f{i}"
        elif column.slot < variable:
            value = f"row[o{column.slot}:o{column.slot + 1}]"
        else:
            return None
        if isinstance(convert, Cache):
            value = f"c{i}[{value}]"
        elif convert is not None:
            value = f"c{i}({value})"
        names[f"c{i}"] = convert
        values.append(f"{value} if mask & {bit} else None")
    lines.append(f"    return ({', '.join(values)},)")
    exec("\n".join(lines), names)
    decode: Decode = names["decode"]
    return decode


def fixed_struct(
    layout: Layout, columns: list[Column], raw: list[tuple[str | None, Any]], count: int
) -> tuple[str, list[str], int] | None:
    """The struct format, the names and the end of the fixed values; None if they overlap."""
    parts = sorted(
        (column.offset, column.width, fmt, f"f{i}")
        for i, (column, (fmt, _)) in enumerate(zip(columns, raw, strict=True))
        if fmt is not None and column.type != "boolean" and column.number < count
    )
    text = "<" + layout.count_fmt
    end = 0
    for offset, width, fmt, _ in parts:
        if offset < end:
            return None
        text += f"{offset - end}x{fmt}"
        end = offset + width
    return text, [name for *_, name in parts], layout.count_size + end
