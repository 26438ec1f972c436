"""Read the rows of a table: find them on its pages and convert their values.

The shape of a row (shapes.py) gives the places of its values. For a shape that recurs, a decoder
is prepared that takes all values from the row in one step.
"""

import struct
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from .. import codes
from ..codes import ROW_DELETED, ROW_MOVED, ROW_START
from ..errors import JetError
from ..values import Cache, Convert, apply
from .pages import Pages, Problem, row_words, uncounted_words
from .shapes import MOST_SHAPES, BadRow, Key, RowShape, RowShapes
from .tdef import Column, Definition
from .values import ColumnReader, Converters, LongValues

Row = tuple[Any, ...]
Decode = Callable[[bytes], Row | None]
Taken = TypeVar("Taken")
LIST_LOST = "its list of pages is damaged"
"""How the fault of a lost usage map begins; the pages are then found by their owner."""
UNCOUNTED = "counts only"
"""How the fault of a wrong row count begins; no row is lost by it."""
FEW_ROWS = 3
"""Preparing a decoder for a shape of no more rows than this costs more than it saves."""
FIRST_ROWS = 1024
"""Copies of pages are found by so many bytes at their end, where the first rows are."""


class TableRows:
    """The rows of one table."""

    def __init__(self, pages: Pages, name: str, definition: Definition, codec: str) -> None:
        self.pages, self.name, self.definition = pages, name, definition
        self.layout = pages.layout
        self.columns = definition.columns
        self.codec = codec
        self.page_number = 0
        self.shapes = RowShapes(self.layout, definition)
        self.decoders: dict[Key, Decode] = {}
        self.rows_of_shape: Counter[Key] = Counter()
        """The number of rows decoded without a prepared decoder."""
        self.has_ids = any(column.autonumber for column in self.columns)
        self.page_of_rows: dict[bytes, int] = {}
        self.listed = 0
        """The number of rows that this scan met in page directories, including deleted ones."""

    @cached_property
    def column_readers(self) -> list[ColumnReader]:
        """How each column is converted; made on first use, because counting rows needs none."""
        long_values = LongValues(self.pages)
        converters = Converters(self.layout, self.codec, long_values, self.note, self.note_oddity)
        return [converters.column_reader(column) for column in self.columns]

    def note(self, text: str) -> None:
        """Report damage on the page being read."""
        self.pages.problem(f"table {self.name}", f"page {self.page_number}: {text}")

    def note_oddity(self, text: str) -> None:
        """Report something unusual on the page being read that loses nothing."""
        self.pages.oddity(f"table {self.name}: page {self.page_number}: {text}")

    def owned_pages(self) -> list[int]:
        """The data pages in the table's map; the table's other pages may hold old rows.

        If the map cannot be read, these are all pages that name the table as their owner.
        """
        pages: list[int] = []
        try:
            for run in self.pages.pages_in_map(self.definition.owned_map, f"table {self.name}"):
                pages += run
        except JetError as error:
            self.pages.problem(f"table {self.name}", f"{LIST_LOST}: {error}")
            return self.pages.pages_by_owner.get(self.definition.page, [])
        return pages

    def rows(self) -> Iterator[Row]:
        """The live rows, decoded one at a time."""
        return self.scan(self.decode)

    def scan(self, take: Callable[[bytes], Taken | None]) -> Iterator[Taken]:
        """What `take` returns for each live row, unless that is None."""
        self.listed = 0
        for page in self.data_pages():
            yield from self.page_rows(page, take)
        self.compare_count()

    def compare_count(self) -> None:
        """After a scan, report a table that claims more rows than its pages have.

        Deleted rows count as well: a program that was interrupted leaves an outdated count.
        """
        claimed = self.definition.row_count
        if self.listed < claimed:
            problem = Problem(
                f"table {self.name}", f"says it has {claimed:,} rows, but has {self.listed:,}"
            )
            if problem not in self.pages.miscounted:
                self.pages.miscounted.append(problem)

    def data_pages(self) -> Iterator[bytes]:
        """The table's data pages; pages that cannot be read are skipped and reported."""
        for number in self.owned_pages():
            page = self.data_page(number)
            if page is not None:
                yield page

    def data_page(self, number: int) -> bytes | None:
        """A data page of the table; None and a note if it is another page or a copy."""
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
        if original := self.copied_from(number, page):
            self.note(f"is a copy of page {original}; skipped")
            return None
        return page

    def copied_from(self, number: int, page: bytes | memoryview) -> int:
        """The earlier page of which this page is a copy; 0 if this page is not a copy.

        Only rows with autonumbers are compared: other rows may be equal without damage.
        """
        if not self.has_ids:
            return 0
        original = self.page_of_rows.setdefault(bytes(page[-FIRST_ROWS:]), number)
        if original == number or self.pages.read(original) != page:
            return 0
        words = row_words(self.layout, bytes(page))
        has_rows = bool(words) and words[-1] & ROW_START < self.layout.page_size
        return original if has_rows else 0

    def page_rows(self, page: bytes, take: Callable[[bytes], Taken | None]) -> Iterator[Taken]:
        """What `take` returns for each live row of one page, unless that is None."""
        layout = self.layout
        (count,) = struct.unpack_from("<H", page, layout.row_count_at)
        if count > codes.ROWS_PER_PAGE:
            self.note(f"claims {count} rows; expected at most {codes.ROWS_PER_PAGE}")
        words = row_words(layout, page)
        if more := uncounted_words(layout, page, words):
            self.note(f"{UNCOUNTED} {len(words)} of its {len(words) + len(more)} rows")
            words += more
        self.listed += len(words)
        lowest = layout.row_table_at + 2 * len(words)
        end = layout.page_size
        for word in words:
            start = word & ROW_START
            if not lowest <= start <= end:
                self.note("a row begins outside its page; skipped")
                continue
            flags = word & ROW_DELETED
            if flags == codes.ROW_TARGET:
                self.listed -= 1  # the pointer to it is counted instead
            if not flags or flags == ROW_MOVED:
                row = self.follow_move(page[start:end], take) if flags else take(page[start:end])
                if row is not None:
                    yield row
            end = start

    def count(self) -> int:
        """The number of live rows, without converting their values."""
        return sum(1 for _ in self.scan(self.shape))

    def count_filled(self, key: Column, filled: Callable[[Row], bool]) -> int:
        """The number of `filled` rows; rows with a non-zero key are counted but not decoded."""
        place, zero = self.columns.index(key), bytes(key.width)

        def true_if_filled(raw: bytes) -> bool | None:
            shape = self.shape(raw)
            span = shape and shape.spans[place]
            if span and raw[span[0] : span[1]] != zero:
                return True
            row = shape and self.decode(raw)
            return True if row and filled(row) else None

        return sum(1 for _ in self.scan(true_if_filled))

    def follow_move(self, stub: bytes, take: Callable[[bytes], Taken | None]) -> Taken | None:
        """What `take` returns for a moved row, whose old place has a pointer to the new one."""
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
                states = {ROW_DELETED: "is deleted", ROW_MOVED: "has moved again"}
                state = states.get(flags, "is not the target of a move")
                raise JetError(f"row {pointer & 0xFF} of page {pointer >> 8} {state}")
            return take(self.pages.row(pointer))
        except JetError as error:
            self.note(f"a moved row cannot be found: {error}")
            return None

    def shape(self, row: bytes) -> RowShape | None:
        """Where the values of a row are; None and a note if the row makes no sense."""
        try:
            shape = self.shapes.of(row)
        except BadRow as error:
            self.note(str(error))
            return None
        for fault in shape.faults:
            self.note(fault)
        return shape

    def decode(self, row: bytes) -> Row | None:
        """The values of a row; None and a note if the row makes no sense."""
        key = self.shapes.key(row)
        decoder = self.decoders.get(key)
        if decoder is not None:
            return decoder(row)
        shape = self.shape(row)
        if shape is None:
            return None
        self.rows_of_shape[key] += 1
        recurs = self.rows_of_shape[key] > FEW_ROWS
        if recurs and key in self.shapes.known and not shape.faults:
            if len(self.decoders) >= MOST_SHAPES:
                self.decoders.clear()
                self.rows_of_shape.clear()
            if decoder := prepare_decoder(self.columns, self.column_readers, shape):
                self.decoders[key] = decoder
        return self.convert(row, shape)

    def convert(self, row: bytes, shape: RowShape) -> Row:
        """The values of a row, each converted by itself."""
        values: list[Any] = []
        readers = self.column_readers
        for column, (fmt, convert), span in zip(self.columns, readers, shape.spans, strict=True):
            if column.type == "boolean":
                values.append(span is not None)
            elif span is None:
                values.append(None)
            else:
                raw = row[span[0] : span[1]]
                values.append(apply(convert, struct.unpack("<" + fmt, raw)[0] if fmt else raw))
        return tuple(values)


CONSTANTS = (None, False, True)
"""A prepared decoder picks the values of a row from a list: these, then the unpacked values."""


def prepare_decoder(
    columns: list[Column], readers: list[ColumnReader], shape: RowShape
) -> Decode | None:
    """A decoder for rows of one shape; None if it has no columns or its values overlap."""
    if not columns:
        return None
    order: list[int] = []
    parts: list[tuple[int, int, int]] = []
    for i, (column, span) in enumerate(zip(columns, shape.spans, strict=True)):
        is_flag = column.type == "boolean"
        order.append(CONSTANTS.index(span is not None if is_flag else None))
        if span is not None and not is_flag:
            parts.append((*span, i))
    row_format, end = "<", 0
    conversions: list[tuple[int, Convert]] = []
    for place, (start, stop, i) in enumerate(sorted(parts), len(CONSTANTS)):
        if start < end:
            return None
        fmt, convert = readers[i]
        row_format += f"{start - end}x{fmt or f'{stop - start}s'}"
        end = stop
        order[i] = place
        if convert is not None:
            call = convert.__getitem__ if isinstance(convert, Cache) else convert
            conversions.append((place, call))
    unpack = struct.Struct(row_format).unpack_from
    # with a single place, itemgetter returns the value and not a tuple
    pick = itemgetter(*order) if len(order) > 1 else lambda values: (values[order[0]],)

    def decode(row: bytes) -> Row:
        values = [*CONSTANTS, *unpack(row)]
        for at, convert in conversions:
            values[at] = convert(values[at])
        return pick(values)

    return decode
