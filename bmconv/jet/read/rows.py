"""Read rows: found through the owned-pages map, decoded with what is prepared once per table.

There are two decoders. The careful one takes any row and reports what is wrong. The prepared one
is made for rows with the same counts and raises OddRow for others, which go to the careful one.
"""

import struct
from collections.abc import Callable, Iterator
from functools import cached_property, lru_cache
from operator import itemgetter
from typing import Any

from .. import codes
from ..codes import ROW_DELETED, ROW_MOVED, ROW_START
from ..errors import JetError
from ..layout import Layout
from ..values import Cache, Convert, apply
from .pages import Pages, row_words
from .tdef import Column, Definition, fixed_end
from .values import Converters, LongValues, Note

Row = tuple[Any, ...]
Decode = Callable[[bytes], Row | None]
Raw = list[tuple[str | None, Cache | Convert | None]]
"""The struct format and the converter of each column."""
Cells = dict[int, bytes | None]
"""Raw values by column number; a boolean that is true is empty bytes."""

SMALL_TABLE = 3  # rows; preparing a decoder for less costs more than it saves


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
    def raw(self) -> Raw:
        """How each column is converted; counting rows does not need it."""
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
            start = word & ROW_START
            if not lowest <= start <= end:
                self.note("a row begins outside its page; skipped")
                continue
            flags = word & ROW_DELETED
            if not flags or flags == ROW_MOVED:
                row = self.moved(page[start:end], decode) if flags else decode(page[start:end])
                if row is not None:
                    yield row
            end = start

    def count(self) -> int:
        """The number of live rows, without decoding them."""
        return sum(
            word & ROW_DELETED in (0, ROW_MOVED)
            for page in self.data_pages()
            for word in row_words(self.layout, page)
        )

    def count_filled(self, key: Column, filled: Callable[[Row], bool]) -> int:
        """The number of rows that are filled; those with a number in the key are not decoded."""
        start = self.layout.count_size + key.offset
        end, none = start + key.width, bytes(key.width)
        count = self.definition.max_columns  # of most rows
        mask = (count + 7) // 8
        least = end + mask if key.number < count < 256 else self.layout.page_size + 1
        at, bit = key.number // 8 - mask, 1 << key.number % 8

        def look(raw: bytes) -> Row | None:
            if len(raw) >= least and raw[0] == count and raw[at] & bit and raw[start:end] != none:
                return ()
            row = self.decode(raw)
            return row if row is not None and filled(row) else None

        return len(list(self.scan(look)))

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
            flags = struct.unpack_from("<H", page, at)[0] & ROW_DELETED
            if flags != codes.ROW_TARGET:
                what = {ROW_DELETED: "is deleted", ROW_MOVED: "has moved again"}
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
    layout: Layout, definition: Definition, raw: Raw, example: bytes
) -> Decode | None:
    """A decoder for rows with the counts of the example; None if none can be made."""
    size = layout.count_size
    count = int.from_bytes(example[:size], "little")
    mask_length = (count + 7) // 8
    fixed = fixed_struct(layout, definition.columns, raw, count)
    if fixed is None or not count or not definition.columns:
        return None
    fixed_format, places, end = fixed
    offsets: list[int] = []
    if definition.variable_columns:
        offsets, _ = variable_offsets(layout, example, len(example) - mask_length, end)
    variable = len(offsets) - 1 if offsets else 0
    shapes = Shapes(layout, definition.columns, raw, count, places)
    if variable > codes.COLUMNS_MAX or not shapes.have_places(variable):
        return None
    tail = mask_length
    shortest, longest = end + tail, layout.page_size
    if offsets:
        tail += size * (variable + 2)
        shortest, longest = end + tail, 256 if layout.has_jump_table else longest
    elif definition.variable_columns:
        longest = shortest
    unpack = struct.Struct(fixed_format).unpack_from
    shape_of = lru_cache(1024)(lambda raw: shapes.of_tail(raw, end, variable if offsets else None))

    def decode(row: bytes) -> Row:
        conversions, parts, last, pick = shape_of(row[-tail:])
        values = [*CONSTANTS, *unpack(row)]
        length = len(row)
        if values[COUNT_AT] != count or length - tail < last or not shortest <= length <= longest:
            raise OddRow
        for at, convert in conversions:
            values[at] = convert(values[at])
        for part, convert in parts:
            values.append(convert(row[part]))
        return pick(values)

    return decode


CONSTANTS = (None, False, True)
COUNT_AT = len(CONSTANTS)
"""A prepared decoder takes a row's values from a list of the constants, the row's column count, its
fixed values and its variable values."""


Pick = Callable[[list[Any]], Row]
Shape = tuple[list[tuple[int, Convert]], list[tuple[slice, Convert]], int, Pick]
"""How the values of a row lie: the conversions of fixed values, where the variable values are and
how they are converted, where they end, and what puts all in the order of the columns."""


class Shapes:
    """The shapes of the rows of one table that have the same column count.

    The bytes at the end of a row, its offset table and the mask of its values, are the same for
    many rows, so that their meaning is worked out once.
    """

    def __init__(
        self, layout: Layout, columns: list[Column], raw: Raw, count: int, places: dict[int, int]
    ) -> None:
        self.layout, self.count, self.places = layout, count, places
        self.columns: list[tuple[int, Column, str | None, Convert | None]] = [
            (i, column, fmt, convert.__getitem__ if isinstance(convert, Cache) else convert)
            for i, (column, (fmt, convert)) in enumerate(zip(columns, raw, strict=True))
        ]
        self.of_mask = lru_cache(256)(self.read_mask)

    def have_places(self, variable: int) -> bool:
        """Whether that many variable values are enough for the columns."""
        return not any(
            fmt is None and column.type != "boolean" and column.slot >= variable
            for _, column, fmt, _ in self.columns
            if column.number < self.count
        )

    def read_mask(
        self, mask: int
    ) -> tuple[list[tuple[int, Convert]], list[tuple[int, Convert]], Pick]:
        """What rows with this mask have in common: a shape with slots in place of parts."""
        conversions: list[tuple[int, Convert]] = []
        slots: list[tuple[int, Convert]] = []
        order: list[int] = []
        first_variable = COUNT_AT + 1 + len(self.places)
        for i, column, fmt, convert in self.columns:
            there = column.number < self.count and mask >> column.number & 1
            if column.type == "boolean":
                order.append(CONSTANTS.index(bool(there)))
            elif not there:
                order.append(CONSTANTS.index(None))
            elif fmt is None:
                order.append(first_variable + len(slots))
                slots.append((column.slot, convert or bytes))
            else:
                order.append(COUNT_AT + 1 + self.places[i])
                if convert:
                    conversions.append((order[-1], convert))
        if len(order) == 1:  # of which itemgetter makes no tuple
            return conversions, slots, lambda values: (values[order[0]],)
        return conversions, slots, itemgetter(*order)

    def of_tail(self, tail: bytes, first: int, variable: int | None) -> Shape:
        """The shape of a row that ends in these bytes; OddRow if they are not as expected.

        `first` is where variable values can begin, `variable` their number, None without any.
        """
        mask_length = (self.count + 7) // 8
        mask = int.from_bytes(tail[-mask_length:], "little")
        conversions, slots, pick = self.of_mask(mask)
        if variable is None:
            return conversions, [], first, pick
        words = struct.unpack_from(f"<{variable + 2}{self.layout.count_fmt}", tail)
        offsets = words[-2::-1]
        if words[-1] != variable or offsets[0] < first or list(offsets) != sorted(offsets):
            raise OddRow
        parts = [(slice(offsets[slot], offsets[slot + 1]), convert) for slot, convert in slots]
        return conversions, parts, offsets[-1], pick


def fixed_struct(
    layout: Layout, columns: list[Column], raw: Raw, count: int
) -> tuple[str, dict[int, int], int] | None:
    """The struct format of the fixed values, the place of each column among them, and where they
    end; None if they overlap."""
    parts = sorted(
        (column.offset, column.width, fmt, i)
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
    return text, {i: turn for turn, (*_, i) in enumerate(parts)}, layout.count_size + end
