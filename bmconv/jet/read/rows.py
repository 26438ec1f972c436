"""Read rows: found through the owned-pages map, decoded by code prepared once per table.

There are two decoders. The careful one takes any row and reports what is wrong. The prepared one
is generated for rows of one shape and raises OddRow for all others, which go to the careful one.
"""

import struct
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from types import CodeType
from typing import Any

from .. import codes
from ..errors import JetError
from ..layout import Layout
from ..values import Cache, apply
from .pages import Pages, row_words
from .tdef import Column, Definition, fixed_end
from .values import Converters, LongValues, Note

Row = tuple[Any, ...]
Decode = Callable[[bytes], Row | None]
Cells = dict[int, bytes | None]
"""Raw values by column number; a boolean that is true is empty bytes."""

SMALL_TABLE = 20  # rows; preparing code for less costs more than it saves


class OddRow(Exception):
    """A row for which the prepared decoder was not made."""


class TableRows:
    """The rows of one table."""

    def __init__(self, pages: Pages, name: str, definition: Definition, codec: str) -> None:
        self.pages, self.name, self.definition = pages, name, definition
        self.layout = pages.layout
        self.columns = definition.columns
        self.codec = codec
        self.page_number = 0
        self.prepared: dict[int, Decode] = {}
        self.rows_before = 0
        """Rows decoded before code was prepared."""

    @cached_property
    def raw(self) -> list[tuple[str | None, Any]]:
        """The struct format and the converter of each column; counting rows needs none."""
        long_values = LongValues(self.pages)
        converters = Converters(self.layout, self.codec, long_values, self.note, self.odd)
        return [converters.raw(column) for column in self.columns]

    def note(self, text: str) -> None:
        """Report damage on the page being read."""
        self.pages.problem(f"table {self.name}", f"page {self.page_number}: {text}")

    def odd(self, text: str) -> None:
        """Report something odd on the page being read that loses nothing."""
        self.pages.oddity(f"table {self.name}: page {self.page_number}: {text}")

    def owned_pages(self) -> list[int]:
        """The table's data pages: only those in its map, because others may hold old rows."""
        pages: list[int] = []
        try:
            for run in self.pages.in_map(self.definition.owned_map, f"table {self.name}"):
                pages += run
        except JetError as error:
            self.pages.problem(f"table {self.name}", f"its list of pages is damaged: {error}")
        return pages

    def scan(self, decode: Decode | None = None) -> Iterator[Row]:
        """The rows, each decoded when it is asked for, by `decode` or as a whole."""
        for page in self.data_pages():
            yield from self.page_rows(page, decode or self.decode)

    def data_pages(self) -> Iterator[bytes]:
        """The table's data pages; those that cannot be read are skipped and reported."""
        for number in self.owned_pages():
            page = self.data_page(number)
            if page is not None:
                yield page

    def data_page(self, number: int) -> bytes | None:
        """A data page of the table; None and a note if it is none."""
        self.page_number = number
        try:
            page = self.pages.read(number)
        except JetError as error:
            self.note(str(error))
            return None
        (owner,) = struct.unpack_from("<I", page, 4)
        if page[0] != codes.PAGE_DATA or owner != self.definition.page:
            self.note("is listed as a data page of the table but is not one; skipped")
            return None
        return page

    def page_rows(self, page: bytes, decode: Decode) -> Iterator[Row]:
        """The live rows of one page."""
        layout = self.layout
        (count,) = struct.unpack_from("<H", page, layout.row_count_at)
        if count > codes.ROWS_PER_PAGE:
            self.note(f"claims {count} rows; expected at most {codes.ROWS_PER_PAGE}")
        words = row_words(layout, page)
        lowest = layout.row_table_at + 2 * len(words)
        end = layout.page_size
        for word in words:
            start = word & codes.ROW_START
            if not lowest <= start <= end:
                self.note("a row begins outside its page; skipped")
                continue
            flags = word & codes.ROW_DELETED
            if flags in (0, codes.ROW_MOVED):
                row = self.moved(page[start:end], decode) if flags else decode(page[start:end])
                if row is not None:
                    yield row
            end = start

    def count(self) -> int:
        """The number of live rows, without decoding them."""
        return sum(
            word & codes.ROW_DELETED in (0, codes.ROW_MOVED)
            for page in self.data_pages()
            for word in row_words(self.layout, page)
        )

    def count_filled(self, key: Column, filled: Callable[[Row], bool]) -> int:
        """The number of rows that are filled; those with a number in the key are not decoded."""
        numbered = holds_number(self.layout, key)

        def look(raw: bytes) -> Row | None:
            if numbered(raw):
                return ()
            row = self.decode(raw)
            return row if row is not None and filled(row) else None

        return sum(1 for _ in self.scan(look))

    def moved(self, stub: bytes, decode: Decode) -> Row | None:
        """The row at the new place that a pointer in its old place points to."""
        if len(stub) < 4:
            self.note("the pointer of a moved row is cut off; skipped")
            return None
        (pointer,) = struct.unpack_from("<I", stub)
        try:
            page = self.pages.page(pointer >> 8)
            (owner,) = struct.unpack_from("<I", page, 4)
            if owner != self.definition.page:
                raise JetError(f"page {pointer >> 8} does not belong to the table")
            at = self.layout.row_table_at + 2 * (pointer & 0xFF)
            flags = struct.unpack_from("<H", page, at)[0] & codes.ROW_DELETED
            if flags != codes.ROW_TARGET:
                what = {codes.ROW_DELETED: "is deleted", codes.ROW_MOVED: "has moved again"}
                state = what.get(flags, "is not the target of a move")
                raise JetError(f"row {pointer & 0xFF} of page {pointer >> 8} {state}")
            return decode(self.pages.row(pointer))
        except JetError as error:
            self.note(f"a moved row cannot be found: {error}")
            return None

    def decode(self, row: bytes) -> Row | None:
        """Decode one row; None and a note if it makes no sense."""
        if row:
            prepared = self.prepared.get(row[0]) or self.prepare(row)
            try:
                return prepared(row)
            except (OddRow, struct.error):
                pass
        return self.careful(row)

    def prepare(self, row: bytes) -> Decode:
        """The decoder for rows like this one: a prepared one once there are many."""
        self.rows_before += 1
        if self.rows_before <= SMALL_TABLE:
            return self.careful
        made = prepare_decoder(self.layout, self.definition, self.raw, row) or self.careful
        return self.prepared.setdefault(row[0], made)

    def careful(self, row: bytes) -> Row | None:
        """Decode any row, trusting nothing."""
        cells = split_row(self.layout, self.definition, row, self.note)
        if cells is None:
            return None
        values: list[Any] = []
        for column, (fmt, convert) in zip(self.columns, self.raw, strict=True):
            raw: Any = cells[column.number]
            if column.type == "boolean":
                raw = raw is not None
            elif raw is not None:
                raw = apply(convert, struct.unpack("<" + fmt, raw)[0] if fmt else raw)
            values.append(raw)
        return tuple(values)


def split_row(
    layout: Layout, definition: Definition, row: bytes, note: Note = lambda text: None
) -> Cells | None:
    """The cells of a row; None if it makes no sense. Reports what is wrong to `note`."""
    size = layout.count_size
    if len(row) <= size:
        note(f"a row of {len(row)} bytes is too short; skipped")
        return None
    count = int.from_bytes(row[:size], "little")
    data_end = len(row) - (count + 7) // 8
    if not count or data_end < size:
        note(f"a row of {len(row)} bytes claims {count} columns; skipped")
        return None
    mask = int.from_bytes(row[data_end:], "little")
    offsets: list[int] = []
    if definition.variable_columns:
        first = fixed_end(layout, definition.columns, count)
        offsets, data_end = variable_offsets(layout, row, data_end, first)
    cells: Cells = {}
    for column in definition.columns:
        cells[column.number] = None
        if column.number >= count or not mask >> column.number & 1:
            continue
        at = size + column.offset
        if column.type == "boolean":
            cells[column.number] = b""
        elif column.fixed and column.width and at + column.width > data_end:
            note(f"a row ends before column {column.name}")
        elif column.fixed and column.width:
            cells[column.number] = row[at : at + column.width]
        elif column.slot + 1 < len(offsets):
            cells[column.number] = row[offsets[column.slot] : offsets[column.slot + 1]]
        else:
            note(f"column {column.name} of a row has a value but no place")
    return cells


def holds_number(layout: Layout, column: Column) -> Callable[[bytes], bool]:
    """A test of a row: whether it has a number other than 0 in a column of fixed place."""
    start = layout.count_size + column.offset
    end, none = start + column.width, bytes(column.width)
    number, byte, bit = column.number, column.number // 8, 1 << column.number % 8

    def test(row: bytes) -> bool:
        if row[start:end] == none or len(row) <= end or row[0] <= number:
            return False
        mask = len(row) - (row[0] + 7) // 8
        return mask >= end and row[mask + byte] & bit != 0

    return test


def variable_offsets(layout: Layout, row: bytes, mask_at: int, first: int) -> tuple[list[int], int]:
    """Where each variable value begins and the last one ends, and where this table begins.

    Empty if the row has no such table because it is older than the first variable column.
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
    layout: Layout, definition: Definition, raw: list[tuple[str | None, Any]], example: bytes
) -> Decode | None:
    """Generate a decoder for rows with the counts of the example; None if none can be made."""
    size = layout.count_size
    columns = int.from_bytes(example[:size], "little")
    mask_length = (columns + 7) // 8
    fixed = fixed_struct(layout, definition.columns, raw, columns)
    if fixed is None or not columns or not definition.columns:
        return None
    fixed_format, fixed_names, end = fixed
    offsets: list[int] = []
    if definition.variable_columns:
        offsets, _ = variable_offsets(layout, example, len(example) - mask_length, end)
    variable = len(offsets) - 1 if offsets else 0
    values = value_expressions(definition.columns, raw, columns, variable)
    if values is None or variable > codes.COLUMNS_MAX:
        return None
    names: dict[str, Any] = {f"c{i}": convert for i, (_, convert) in enumerate(raw)}
    names |= {"OddRow": OddRow, "number": int.from_bytes}
    names["fixed"] = struct.Struct(fixed_format).unpack_from
    lines = ["def decode(row):", f"    {', '.join(['n', *fixed_names])}, = fixed(row)"]
    lines.append(f"    mask = number(row[-{mask_length}:], 'little')")
    if offsets:
        tail = mask_length + size * (variable + 2)
        names["table"] = struct.Struct(f"<{variable + 2}{layout.count_fmt}").unpack_from
        starts = [f"o{i}" for i in range(variable + 1)]
        lines.append(f"    {', '.join(reversed(starts))}, v = table(row, len(row) - {tail})")
        check = f"v != {variable} or not {end} <= {' <= '.join(starts)} <= len(row) - {tail}"
        if layout.has_jump_table:
            check += " or len(row) > 256"
    else:
        relation = "!=" if definition.variable_columns else "<"
        check = f"len(row) {relation} {end + mask_length}"
    lines += [f"    if n != {columns} or {check}:", "        raise OddRow"]
    lines.append(f"    return ({', '.join(values)},)")
    exec(compiled("\n".join(lines)), names)
    decode: Decode = names["decode"]
    return decode


@lru_cache(64)
def compiled(code: str) -> CodeType:
    """Python code, compiled once for all databases of one program."""
    return compile(code, "<decoder>", "exec")


def value_expressions(
    columns: list[Column], raw: list[tuple[str | None, Any]], count: int, variable: int
) -> list[str] | None:
    """The code for each value of a row with these counts; None if a value has no place."""
    values = []
    for i, (column, (fmt, convert)) in enumerate(zip(columns, raw, strict=True)):
        there = f"mask & {1 << column.number}"
        if column.number >= count:
            values.append("False" if column.type == "boolean" else "None")
        elif column.type == "boolean":
            values.append(f"({there}) != 0")
        elif fmt is None and column.slot >= variable:
            return None
        else:
            value = f"f{i}" if fmt else f"row[o{column.slot}:o{column.slot + 1}]"
            if isinstance(convert, Cache):
                value = f"c{i}[{value}]"
            elif convert is not None:
                value = f"c{i}({value})"
            values.append(f"{value} if {there} else None")
    return values


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
