"""Column-wise reading of large tables with numpy: many rows at a time, no Python object per cell.

Only rows of one plain shape are read this way. Groups of pages with any other row (moved, damaged,
of differing column counts, with a jump table) go through the row decoders: same columns, slower.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..layout import ROW_DELETED, ROW_MOVED, ROW_START, ROWS_PER_PAGE
from ..values import MICROSECONDS, apply
from .rows import Row, TableRows
from .tdef import Column, fixed_end

GROUP = 128  # pages read at once
EPOCH = np.datetime64("1899-12-30", "us")
DATE_LIMITS = (-693593.0, 2958466.0)  # the years 1 to 9999
NUMBER_TYPES = {"byte": "u1", "integer": "<i2", "long": "<i4", "single": "<f4", "double": "<f8"}

Array = np.ndarray[Any, Any]


class BulkColumn:
    """The values of one column in one batch.

    `valid` is False where the value is NULL. `values` is an array for numbers, booleans and dates
    (datetime64[us]); for text it is the UTF-8 bytes of all values and `offsets` (32-bit, one more
    than rows) says where each begins; for other types it is a list of Python values.
    """

    __slots__ = ("offsets", "valid", "values")

    def __init__(self, values: Any, valid: Array, offsets: Array | None = None) -> None:
        self.values, self.valid, self.offsets = values, valid, offsets

    def __len__(self) -> int:
        return len(self.valid)

    def to_list(self) -> list[Any]:
        """The values as Python objects."""
        if self.offsets is None:
            return [v if ok else None for v, ok in zip(self.plain(), self.valid, strict=True)]
        whole = self.values.tobytes()
        ends = self.offsets.tolist()
        return [
            whole[start:end].decode("utf-8", "surrogatepass") if ok else None
            for start, end, ok in zip(ends, ends[1:], self.valid.tolist(), strict=False)
        ]

    def plain(self) -> list[Any]:
        """The values without regard to NULL."""
        return self.values if isinstance(self.values, list) else list(self.values.tolist())


class Odd(Exception):
    """A group of pages that is not plain."""


def batches(rows: TableRows, names: Sequence[str]) -> Iterator[dict[str, BulkColumn]]:
    """The named columns of a table, a group of pages at a time."""
    places = {column.name.casefold(): i for i, column in enumerate(rows.columns)}
    wanted = {name: places[name.casefold()] for name in names}
    group: list[bytes] = []
    for page in rows.data_pages():
        group.append(page)
        if len(group) == GROUP:
            yield read_group(rows, group, wanted)
            group = []
    if group:
        yield read_group(rows, group, wanted)


def read_group(
    rows: TableRows, group: list[bytes], wanted: dict[str, int]
) -> dict[str, BulkColumn]:
    """The wanted columns of one group of pages."""
    try:
        plain = PlainRows(rows, group)
        return {name: plain.column(place) for name, place in wanted.items()}
    except Odd:
        found: list[Row] = []
        for page in group:
            found += rows.page_rows(page)
        return {
            name: from_values(rows.columns[place], [row[place] for row in found])
            for name, place in wanted.items()
        }


def from_values(column: Column, values: list[Any]) -> BulkColumn:
    """Make a column of Python values."""
    valid = np.array([value is not None for value in values], dtype=bool)
    if column.type == "text":
        return from_texts(values, valid)
    if column.type == "boolean":
        return BulkColumn(np.array(values, dtype=bool), valid)
    if column.type == "date":
        # what Python's calendar lacks came as a number and has been reported
        moments = [None if isinstance(value, float) else value for value in values]
        array = np.array(moments, dtype="datetime64[us]")
        return BulkColumn(array, valid & ~np.isnat(array))
    if column.type in NUMBER_TYPES:
        numbers = [0 if value is None else value for value in values]
        return BulkColumn(np.array(numbers, dtype=NUMBER_TYPES[column.type]), valid)
    return BulkColumn(values, valid)


def from_texts(values: list[Any], valid: Array) -> BulkColumn:
    """Make a text column of strings."""
    encoded = [b"" if v is None else v.encode("utf-8", "surrogatepass") for v in values]
    offsets = np.zeros(len(values) + 1, dtype=np.int32)
    np.cumsum([len(text) for text in encoded], out=offsets[1:])
    return BulkColumn(np.frombuffer(b"".join(encoded), dtype=np.uint8), valid, offsets)


def microseconds(days: Array) -> Array:
    """Convert stored dates to microseconds since day 0, rounding as `to_datetime` does."""
    whole = np.trunc(days)
    exact = np.abs(days - whole) * MICROSECONDS
    micro = np.rint(exact / 1000) * 1000
    noise = np.spacing(np.abs(days)) * MICROSECONDS
    micro = np.where(np.abs(exact - micro) > noise, np.rint(exact), micro)
    since: Array = whole.astype(np.int64) * MICROSECONDS + micro.astype(np.int64)
    return since


class PlainRows:
    """The rows of a group of pages as index arrays into its bytes."""

    def __init__(self, rows: TableRows, group: list[bytes]) -> None:
        self.rows, self.layout = rows, rows.layout
        self.data = b"".join(group)
        self.bytes: Array = np.frombuffer(self.data, dtype=np.uint8)
        self.starts, self.ends = self.find_rows(len(group))
        self.count = len(self.starts)
        size = self.layout.count_size
        counts = self.number(self.starts, size)
        self.columns = int(counts[0]) if self.count else 0
        if (counts != self.columns).any() or (self.count and not self.columns):
            raise Odd
        self.mask_at = self.ends - (self.columns + 7) // 8
        self.offsets: list[Array] = []
        end = fixed_end(self.layout, rows.columns, self.columns)
        if rows.definition.variable_columns:
            self.find_offsets(end)
        elif (self.mask_at - self.starts < end).any():
            raise Odd

    def find_rows(self, pages: int) -> tuple[Array, Array]:
        """Where the live rows begin and end."""
        layout = self.layout
        words = self.bytes.view("<u2").reshape(pages, layout.page_size // 2)
        counts = words[:, layout.row_count_at // 2].astype(np.int64)
        most = int(counts.max())
        if most > ROWS_PER_PAGE:
            raise Odd
        first = layout.row_table_at // 2
        directory = words[:, first : first + most].astype(np.int64)
        starts = directory & ROW_START
        ends = np.concatenate(
            [np.full((pages, 1), layout.page_size, dtype=np.int64), starts[:, :-1]], axis=1
        )[:, :most]
        there = np.arange(most)[None, :] < counts[:, None]
        lowest = layout.row_table_at + 2 * counts[:, None]
        flags = directory & ROW_DELETED
        if (there & ((starts > ends) | (starts < lowest) | (flags == ROW_MOVED))).any():
            raise Odd
        live = there & (flags == 0)
        base = (np.arange(pages, dtype=np.int64) * layout.page_size)[:, None]
        found = (starts + base)[live]
        if (((ends - starts)[live]) <= layout.count_size).any():
            raise Odd
        return found, (ends + base)[live]

    def find_offsets(self, first: int) -> None:
        """Where the variable values begin; all rows must have as many."""
        size = self.layout.count_size
        lengths = self.ends - self.starts
        if self.layout.has_jump_table and (lengths > 256).any():
            raise Odd
        at = self.mask_at - size
        if (at - self.starts < first).any():
            raise Odd
        counts = self.number(at, size)
        count = int(counts[0]) if self.count else 0
        if (counts != count).any():
            raise Odd
        room = at - size * (count + 1) - self.starts
        before: Any = first
        for slot in range(count + 1):
            if (room < 0).any():
                raise Odd
            offset = self.number(at - size * (slot + 1), size)
            if (offset < before).any() or (offset > room).any():
                raise Odd
            self.offsets.append(offset)
            before = offset

    def number(self, at: Array, size: int) -> Array:
        """The unsigned number of one or two bytes at each place."""
        low = self.bytes[at].astype(np.int64)
        return low if size == 1 else low | self.bytes[at + 1].astype(np.int64) << 8

    def column(self, place: int) -> BulkColumn:
        """The values of one column."""
        column = self.rows.columns[place]
        if column.number >= self.columns:
            nothing = [False if column.type == "boolean" else None] * self.count
            return from_values(column, nothing)
        at = self.mask_at + (column.number >> 3)
        valid = (self.bytes[at] >> (column.number & 7) & 1).astype(bool)
        if column.type == "boolean":
            return BulkColumn(valid, np.ones(self.count, dtype=bool))
        if not column.fixed and column.slot + 1 >= len(self.offsets) and self.count:
            raise Odd
        if column.type == "text" and not column.fixed:
            return self.text(place, column, valid)
        if column.fixed and (column.type in NUMBER_TYPES or column.type == "date"):
            return self.fixed(column, valid)
        return self.objects(place, column, valid)

    def fixed(self, column: Column, valid: Array) -> BulkColumn:
        """The values of a column of numbers or dates."""
        first = self.starts + self.layout.count_size + column.offset
        raw = self.bytes[first[:, None] + np.arange(column.width)]
        if column.type != "date":
            return BulkColumn(raw.view(NUMBER_TYPES[column.type]).reshape(-1), valid)
        days = raw.view("<f8").reshape(-1).copy()
        days[~valid] = 0
        with np.errstate(invalid="ignore"):
            if not ((days > DATE_LIMITS[0]) & (days < DATE_LIMITS[1])).all():
                raise Odd
        return BulkColumn(EPOCH + microseconds(days).astype("timedelta64[us]"), valid)

    def text(self, place: int, column: Column, valid: Array) -> BulkColumn:
        """The values of a text column; text that is not plain ASCII is decoded value by value."""
        starts = self.starts + self.offsets[column.slot]
        lengths = self.offsets[column.slot + 1] - self.offsets[column.slot]
        lengths = np.where(valid, lengths, 0)
        step = np.ones(self.count, dtype=np.int64)
        if self.layout.char_size == 2:
            pressed = (lengths >= 2) & (self.bytes[starts] == 0xFF)
            pressed &= self.bytes[starts + 1] == 0xFE
            if (lengths[~pressed] & 1).any():
                raise Odd
            starts = np.where(pressed, starts + 2, starts)
            lengths = np.where(pressed, lengths - 2, lengths >> 1)
            step = np.where(pressed, 1, 2)
        offsets = np.zeros(self.count + 1, dtype=np.int64)
        np.cumsum(lengths, out=offsets[1:])
        index = np.arange(offsets[-1]) - np.repeat(offsets[:-1], lengths)
        index = np.repeat(starts, lengths) + index * np.repeat(step, lengths)
        data = self.bytes[index]
        ascii_only = not ((data >= 0x80) | (data == 0)).any()
        if ascii_only and self.layout.char_size == 2:
            ascii_only = not self.bytes[index[np.repeat(step, lengths) == 2] + 1].any()
        if not ascii_only:
            return from_texts(self.objects(place, column, valid).values, valid)
        return BulkColumn(data, valid, offsets.astype(np.int32))

    def objects(self, place: int, column: Column, valid: Array) -> BulkColumn:
        """The values of a column that are converted one by one."""
        fmt, convert = self.rows.raw[place]
        if fmt is None:
            first = self.starts + self.offsets[column.slot]
            last = self.starts + self.offsets[column.slot + 1]
        else:
            first = self.starts + self.layout.count_size + column.offset
            last = first + column.width
        data = self.data
        values: list[Any] = []
        unpack = None if fmt is None else struct.Struct("<" + fmt).unpack_from
        for start, end, ok in zip(first.tolist(), last.tolist(), valid.tolist(), strict=True):
            if not ok:
                values.append(None)
                continue
            raw = data[start:end] if unpack is None else unpack(data, start)[0]
            values.append(apply(convert, raw))
        return BulkColumn(values, np.array([v is not None for v in values], dtype=bool))
