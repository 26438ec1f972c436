"""Column-wise reading of large tables with numpy: many rows at a time, no Python object per cell.

Only rows of one plain shape are read this way. Groups of pages with any other row (moved, damaged,
of differing column counts, with a jump table) are halved; a few such pages go through the row
decoders: same columns, slower.
"""

import struct
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from .. import codes
from ..values import CACHE_SIZE, DATE_LIMITS, Arithmetic, Cache, apply, microseconds
from .rows import Row, TableRows
from .tdef import Column, fixed_end

GROUP = 1 << 21  # bytes of pages read at once
FEW_PAGES = 16  # not halved any more
EPOCH = np.datetime64("1899-12-30", "us")
AFTER = np.datetime64("10000-01-01", "us")
NUMBER_TYPES = {"byte": "u1", "integer": "<i2", "long": "<i4", "single": "<f4", "double": "<f8"}
WORD = 8  # bytes; a shorter text makes one number together with its length, in the last byte
SLOTS = 12  # bits
SAMPLE = 256  # rows that have most of the texts
MIX = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio, odd
NO_KEY = 1  # a text of length 0 that is not empty
MASKS = np.array([(1 << 8 * size) - 1 for size in range(WORD + 1)], dtype=np.uint64)
LENGTHS = np.array([*(size << 56 for size in range(WORD)), 0], dtype=np.uint64)
LEAST = np.uint64(WORD << 56)  # of the words whose last byte is not a length

Array = np.ndarray[Any, Any]
ARRAYS = Arithmetic(
    lambda days: days.astype(np.int64),
    lambda exact: np.rint(exact).astype(np.int64),
    lambda days: np.spacing(np.abs(days)),
    np.where,
)


class BulkColumn:
    """The values of one column in one batch.

    `valid` is False where the value is NULL. `values` is an array for numbers, booleans and dates
    (datetime64[us]); for text, the place of each value in the list `texts`, which later batches
    may continue; for other types it is a list of Python values. `no_dates` are numbers in a column
    of dates that Python's calendar lacks; they are NULL.
    """

    __slots__ = ("no_dates", "texts", "valid", "values")

    def __init__(
        self,
        values: Any,
        valid: Array,
        texts: list[str | None] | None = None,
        no_dates: Sequence[float] = (),
    ) -> None:
        self.values, self.valid, self.texts, self.no_dates = values, valid, texts, no_dates

    def __len__(self) -> int:
        return len(self.valid)

    def to_list(self) -> list[Any]:
        """The values as Python objects."""
        plain = self.values if isinstance(self.values, list) else self.values.tolist()
        if self.texts is not None:
            plain = [self.texts[code] if self.texts else None for code in plain]
        return [v if ok else None for v, ok in zip(plain, self.valid.tolist(), strict=True)]


Columns = dict[str, BulkColumn]


class OddPages(Exception):
    """A group of pages that is not plain."""


class DistinctTexts:
    """The distinct texts of a column, each decoded once."""

    def __init__(self, convert: Any) -> None:
        self.convert = convert.convert if isinstance(convert, Cache) else convert
        self.texts: list[str | None] = []
        self.long: dict[bytes, int] = {}
        self.keys: Array = np.empty(0, dtype=np.uint64)
        self.codes: Array = np.empty(0, dtype=np.intp)
        self.slot_keys: Array | None = None
        self.slot_codes: Array = self.codes

    def add(self, raw: bytes) -> int:
        """Decode a new text; returns its code."""
        self.texts.append(apply(self.convert, raw))
        return len(self.texts) - 1

    def code(self, raw: bytes) -> int:
        """The code of a long text."""
        if raw not in self.long:
            self.long[raw] = self.add(raw)
        return self.long[raw]

    def find(self, keys: Array) -> Array:
        """The codes of short texts, given as numbers: most are in the slot of their hash."""
        if len(keys) < 1 << SLOTS:
            return self.search(keys)  # a small table is done before the slots are made
        if self.slot_keys is None:
            self.slot_keys = np.full(1 << SLOTS, NO_KEY, dtype=np.uint64)
            self.slot_codes = np.zeros(1 << SLOTS, dtype=np.intp)
            self.settle(keys[:SAMPLE], self.slot_keys)
        slots = slots_of(keys)
        codes = self.slot_codes.take(slots)
        other = np.flatnonzero(self.slot_keys.take(slots) != keys)
        if len(other):
            codes[other] = self.settle(keys[other], self.slot_keys)
        return codes

    def settle(self, keys: Array, slot_keys: Array) -> Array:
        """The codes of short texts, which are put into their slots."""
        slots, codes = slots_of(keys), self.search(keys)
        slot_keys[slots], self.slot_codes[slots] = keys, codes
        return codes

    def search(self, keys: Array) -> Array:
        """The codes of short texts, found among those sorted or added to them."""
        at = np.searchsorted(self.keys, keys)
        new = keys if not len(self.keys) else keys[self.keys.take(at, mode="clip") != keys]
        if len(new):
            new, _ = np.unique(new, return_index=True)  # without an index it would load numpy.ma
            codes = [self.add(short_text(int(key))) for key in new]
            self.keys = np.concatenate([self.keys, new])
            self.codes = np.concatenate([self.codes, np.array(codes, dtype=np.intp)])
            order = np.argsort(self.keys)
            self.keys, self.codes = self.keys[order], self.codes[order]
            at = np.searchsorted(self.keys, keys)
        return self.codes.take(at)


def slots_of(keys: Array) -> Array:
    """The slots of texts, by their hash."""
    mixed = keys * MIX
    mixed >>= np.uint64(64 - SLOTS)
    return mixed.view(np.intp)


def short_text(key: int) -> bytes:
    """The stored bytes of a short text."""
    stored = key.to_bytes(WORD, "little")
    return stored[: min(stored[-1], WORD)]


def batches(rows: TableRows, names: Sequence[str]) -> Iterator[Columns]:
    """The named columns of a table, a group of pages at a time."""
    places = {column.name.casefold(): i for i, column in enumerate(rows.columns)}
    reader = GroupReader(rows, {name: places[name.casefold()] for name in names})
    owned, size = rows.owned_pages(), rows.layout.page_size
    most = GROUP // size
    room = memoryview(bytearray(min(most, len(owned)) * size + WORD))  # the same for all groups
    for at in range(0, len(owned), most):
        numbers = owned[at : at + most]
        data = room[: len(numbers) * size + WORD]
        if rows.pages.read_many(numbers, data[:-WORD]) and all_data_pages(rows, data[:-WORD]):
            yield from reader.read(numbers, data)
            continue
        for number in numbers:  # so that damage is told in the order of the pages
            page = rows.data_page(number)
            if page is not None:
                yield from reader.read([number], memoryview(page + bytes(WORD)))


def all_data_pages(rows: TableRows, data: memoryview) -> bool:
    """Whether these are data pages of the table."""
    heads = np.frombuffer(data, "<u4").reshape(-1, rows.layout.page_size // 4)
    first = heads[:, 0] & 0xFF
    return bool(((first == codes.PAGE_DATA) & (heads[:, 1] == rows.definition.page)).all())


class GroupReader:
    """Reads columns of groups of pages; remembers the texts of one for the next."""

    def __init__(self, rows: TableRows, wanted: dict[str, int]) -> None:
        self.rows, self.wanted = rows, wanted
        self.known: dict[int, DistinctTexts] = {}

    def read(self, numbers: list[int], data: memoryview) -> Iterator[Columns]:
        """The wanted columns of pages; of halves of the group if it is not plain."""
        try:
            plain = PlainRows(self.rows, data, self.known)
            yield {name: plain.column(place) for name, place in self.wanted.items()}
        except OddPages:
            if len(numbers) > FEW_PAGES:
                half = len(numbers) // 2
                size = half * self.rows.layout.page_size
                yield from self.read(numbers[:half], data[: size + WORD])
                yield from self.read(numbers[half:], data[size:])
            else:
                yield self.read_rows(numbers, bytes(data))

    def read_rows(self, numbers: list[int], data: bytes) -> Columns:
        """The wanted columns, read row by row."""
        found: list[Row] = []
        size = self.rows.layout.page_size
        for at, self.rows.page_number in enumerate(numbers):
            found += self.rows.page_rows(data[at * size : (at + 1) * size], self.rows.decode)
        return {
            name: from_values(self.rows.columns[place], [row[place] for row in found])
            for name, place in self.wanted.items()
        }


def from_values(column: Column, values: list[Any]) -> BulkColumn:
    """Make a column of Python values."""
    valid = np.array([value is not None for value in values], dtype=bool)
    if column.type == "text":
        codes: dict[str | None, int] = {}
        places = [codes.setdefault(value, len(codes)) for value in values]
        return BulkColumn(np.array(places, dtype=np.intp), valid, list(codes))
    if column.type == "boolean":
        return BulkColumn(np.array(values, dtype=bool), valid)
    if column.type == "date":
        no_dates = [value for value in values if isinstance(value, float)]
        moments = [None if isinstance(value, float) else value for value in values]
        array = np.array(moments, dtype="datetime64[us]")
        return BulkColumn(array, valid & ~np.isnat(array), no_dates=no_dates)
    if column.type in NUMBER_TYPES:
        numbers = [0 if value is None else value for value in values]
        return BulkColumn(np.array(numbers, dtype=NUMBER_TYPES[column.type]), valid)
    return BulkColumn(values, valid)


def inside(rows: Array, at: int, type: str) -> Array:
    """The values of a type at the same place of every row."""
    values: Array = np.ndarray((len(rows),), type, rows.data, at, (rows.itemsize,))
    return values


class PlainRows:
    """The rows of a group of pages: where they begin and end in its bytes, and their columns.

    The pages are followed by as many bytes as a word has, so that a word can be read anywhere.
    """

    def __init__(self, rows: TableRows, data: memoryview, known: dict[int, DistinctTexts]) -> None:
        self.rows, self.layout, self.data, self.known = rows, rows.layout, data, known
        self.number = "u1" if self.layout.count_size == 1 else "<u2"
        self.starts, self.ends = self.find_rows((len(data) - WORD) // self.layout.page_size)
        self.count = len(self.starts)
        self.columns = 0
        if self.count:
            self.find_columns()

    def find_columns(self) -> None:
        """Take the ends of all rows apart, if they have the shape of the first."""
        size, sizes = self.layout.count_size, self.ends - self.starts
        self.columns = int(self.at(self.starts[:1], self.number)[0])
        mask = (self.columns + 7) // 8
        if sizes[0] < mask + size:
            raise OddPages
        slots = 0
        if self.rows.definition.variable_columns:
            slots = int(self.at(self.ends[:1] - mask - size, self.number)[0]) + 1
        tail = mask + (size * (slots + 1) if slots else 0)
        self.fixed_size = fixed_end(self.layout, self.rows.columns, self.columns)
        if not self.columns or (sizes < self.fixed_size + tail).any():
            raise OddPages
        self.fixed = self.at(self.starts, f"V{self.fixed_size}")
        ends = self.at(self.ends - tail, f"V{tail}")
        if (inside(self.fixed, 0, self.number) != self.columns).any():
            raise OddPages
        self.mask = [inside(ends, tail - mask + byte, "u1") for byte in range(mask)]
        self.same = [bool((byte == byte[0]).all()) for byte in self.mask]
        self.offsets: Array = np.ndarray((0, self.count), np.int64)
        if slots:
            if self.layout.has_jump_table and (sizes > 256).any():
                raise OddPages
            if (inside(ends, size * slots, self.number) != slots - 1).any():
                raise OddPages
            self.offsets = self.find_offsets(ends, slots, sizes - tail)

    def find_offsets(self, ends: Array, slots: int, room: Array) -> Array:
        """Where the variable values begin, by slot, and where the last one ends."""
        step = (self.layout.count_size, ends.itemsize)
        table: Array = np.ndarray((slots, self.count), self.number, ends.data, 0, step)
        offsets: Array = table[::-1].astype(np.int64)
        if (offsets[0] < self.fixed_size).any() or (offsets[-1] > room).any():
            raise OddPages
        if (offsets[1:] < offsets[:-1]).any():
            raise OddPages
        return offsets

    def at(self, places: Array, type: str) -> Array:
        """The values of a type at places in the bytes."""
        size = np.dtype(type).itemsize
        every: Array = np.ndarray((len(self.data) - size + 1,), type, self.data, strides=(1,))
        return every[places]

    def valid(self, number: int) -> Array:
        """Where a column is not NULL; for a boolean, where it is true."""
        byte, bit = self.mask[number >> 3], 1 << (number & 7)
        if self.same[number >> 3]:
            return np.full(self.count, bool(byte[0] & bit))
        there: Array = byte & bit != 0
        return there

    def find_rows(self, pages: int) -> tuple[Array, Array]:
        """Where the live rows begin and end."""
        layout = self.layout
        words = np.frombuffer(self.data, "<u2", pages * layout.page_size // 2).reshape(pages, -1)
        counts = words[:, layout.row_count_at // 2].astype(np.int64)
        most = int(counts.max())
        if most > codes.ROWS_PER_PAGE:
            raise OddPages
        first = layout.row_table_at // 2
        directory = words[:, first : first + most].astype(np.int64)
        starts = directory & codes.ROW_START
        ends = np.concatenate(
            [np.full((pages, 1), layout.page_size, dtype=np.int64), starts[:, :-1]], axis=1
        )[:, :most]
        there = np.arange(most)[None, :] < counts[:, None]
        lowest = layout.row_table_at + 2 * counts[:, None]
        flags = directory & codes.ROW_DELETED
        if (there & ((starts > ends) | (starts < lowest) | (flags == codes.ROW_MOVED))).any():
            raise OddPages
        live = there & (flags == 0)
        base = (np.arange(pages, dtype=np.int64) * layout.page_size)[:, None]
        found = (starts + base)[live]
        if (((ends - starts)[live]) <= layout.count_size).any():
            raise OddPages
        return found, (ends + base)[live]

    def column(self, place: int) -> BulkColumn:
        """The values of one column."""
        column = self.rows.columns[place]
        if column.number >= self.columns:
            nothing = [False if column.type == "boolean" else None] * self.count
            return from_values(column, nothing)
        valid = self.valid(column.number)
        if column.type == "boolean":
            return BulkColumn(valid, np.ones(self.count, dtype=bool))
        if column.fixed and (column.type in NUMBER_TYPES or column.type == "date"):
            return self.numbers(column, valid)
        first, last = self.bounds(column)
        if column.type == "text" and not column.fixed:
            return self.text(place, first, last, valid)
        return self.objects(place, first, last, valid)

    def bounds(self, column: Column) -> tuple[Array, Array]:
        """Where the values of a column begin and end."""
        if column.fixed and column.width:
            first = self.starts + self.layout.count_size + column.offset
            return first, first + column.width
        if column.slot + 1 >= len(self.offsets):
            raise OddPages
        first, last = self.offsets[column.slot], self.offsets[column.slot + 1]
        return self.starts + first, self.starts + last

    def numbers(self, column: Column, valid: Array) -> BulkColumn:
        """The values of a column of numbers or dates."""
        type = "<f8" if column.type == "date" else NUMBER_TYPES[column.type]
        values = inside(self.fixed, self.layout.count_size + column.offset, type)
        if column.type != "date":
            return BulkColumn(values, valid)
        days = np.where(valid, values, 0)
        with np.errstate(invalid="ignore"):
            if not ((days > DATE_LIMITS[0]) & (days < DATE_LIMITS[1])).all():
                raise OddPages
        moments = EPOCH + microseconds(days, ARRAYS).astype("timedelta64[us]")
        if (moments >= AFTER).any():
            raise OddPages
        return BulkColumn(moments, valid)

    def text(self, place: int, first: Array, last: Array, valid: Array) -> BulkColumn:
        """The values of a text column, coded."""
        texts = self.known.get(place)
        if texts is None or len(texts.texts) > CACHE_SIZE:
            texts = self.known[place] = DistinctTexts(self.rows.raw[place][1])
        sizes = (last - first) * valid
        most = int(sizes.max())
        if not most:
            return BulkColumn(np.full(self.count, texts.find(LENGTHS[:1])[0]), valid, texts.texts)
        keys = self.at(first, "<u8")
        keys &= MASKS.take(sizes, mode="clip")
        keys |= LENGTHS.take(sizes, mode="clip")
        if most < WORD:
            return BulkColumn(texts.find(keys), valid, texts.texts)
        long = (sizes > WORD) | ((sizes == WORD) & (keys < LEAST))
        codes = np.empty(self.count, dtype=np.intp)
        codes[~long] = texts.find(keys[~long])
        bounds = zip(first[long].tolist(), last[long].tolist(), strict=True)
        codes[long] = [texts.code(bytes(self.data[start:end])) for start, end in bounds]
        return BulkColumn(codes, valid, texts.texts)

    def objects(self, place: int, first: Array, last: Array, valid: Array) -> BulkColumn:
        """The values of a column that are converted one by one."""
        fmt, convert = self.rows.raw[place]
        values: list[Any] = []
        unpack = None if fmt is None else struct.Struct("<" + fmt).unpack_from
        for start, end, ok in zip(first.tolist(), last.tolist(), valid.tolist(), strict=True):
            if not ok:
                values.append(None)
                continue
            raw = unpack(self.data, start)[0] if unpack else bytes(self.data[start:end])
            values.append(apply(convert, raw))
        return BulkColumn(values, np.array([v is not None for v in values], dtype=bool))
