"""Read large tables by columns into Arrow arrays: many rows at a time, no Python object per cell.

Only plain pages are read this way. A group with other pages (moved or damaged rows, dates outside
the years 1 to 9999) is halved until it is small; then its pages are read row by row.

A text shorter than 8 bytes becomes one number, its key: its bytes, zeros, and its length in the
last byte. A text of 8 bytes whose last byte cannot be a length is its own key.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

from .. import codes
from ..errors import JetError
from ..values import CACHE_SIZE, DATE_LIMITS, MICROSECONDS, Arithmetic, Cache, microseconds
from .rows import Row, TableRows
from .shapes import RowShape
from .tdef import Column, fixed_end

GROUP = 1 << 20  # bytes of the pages read at a time
FEW_PAGES = 16  # a group of at most so many pages is not halved any more
DAYS_1970 = 25569  # the year 1970, from day 0 of Access
DAYS_10000 = 2932897  # the year 10000, from 1970
NUMBER_TYPES = {"byte": "u1", "integer": "<i2", "long": "<i4", "date": "<f8"}
ALL_COLUMNS = 1 << 16  # more than any table has
WORD = 8  # bytes
SLOTS = 12  # bits of a slot number, from the hash of a text
SAMPLE = 256  # how many of the first rows are sampled: they usually have most of the texts
MIX = np.uint64(0x9E3779B97F4A7C15)  # 2**64 divided by the golden ratio, odd
NO_KEY = 1  # the key in an empty slot, which no text has: its length is 0 but its first byte is not
# by the length of a text: the mask of its bytes in a word, and the length in the last byte
MASKS = np.array([(1 << 8 * size) - 1 for size in range(WORD + 1)], dtype=np.uint64)
LENGTHS = np.array([*(size << 56 for size in range(WORD)), 0], dtype=np.uint64)
LEAST = np.uint64(WORD << 56)  # the lowest word whose last byte is not a length

Array = np.ndarray[Any, Any]
ARRAYS = Arithmetic(
    lambda days: days.astype(np.int64),
    lambda exact: np.rint(exact).astype(np.int64),
    lambda days: np.spacing(np.abs(days)),
    np.where,
)


class OddPages(Exception):
    """Some pages of a group have rows that are not plain."""


def is_plain(column: Column) -> bool:
    """Whether the values of a column can be read as an array: flags, integers, dates, texts."""
    if column.type == "text":
        return not column.fixed
    return column.type == "boolean" or (column.fixed and column.type in NUMBER_TYPES)


def batches(rows: TableRows, names: Sequence[str]) -> Iterator[pa.RecordBatch | list[Row]]:
    """The named columns of a table, by groups of pages; pages that are not plain come as rows.

    Integers become int32, dates timestamps in microseconds, texts dictionary-encoded strings.
    """
    places = {column.name.casefold(): i for i, column in enumerate(rows.columns)}
    reader = GroupReader(rows, {name: places[name.casefold()] for name in names})
    owned, size = rows.owned_pages(), rows.layout.page_size
    most = GROUP // size
    buffer = memoryview(bytearray(min(most, len(owned)) * size + WORD))  # the same for all groups
    for at in range(0, len(owned), most):
        numbers = owned[at : at + most]
        data = buffer[: len(numbers) * size + WORD]
        if rows.pages.read_many(numbers, data[:-WORD]) and all_data_pages(rows, data[:-WORD]):
            pages = (data[i * size : (i + 1) * size] for i in range(len(numbers)))
            if not any(map(rows.copied_from, numbers, pages)):
                yield from reader.read(numbers, data)
                continue
        for number in numbers:  # report damage in page order
            page = rows.data_page(number)
            if page is not None:
                yield from reader.read([number], memoryview(page + bytes(WORD)))
    rows.compare_count()


def all_data_pages(rows: TableRows, data: memoryview) -> bool:
    """Whether these are data pages of the table."""
    heads = np.frombuffer(data, "<u4").reshape(-1, rows.layout.page_size // 4)
    first = heads[:, 0] & 0xFF
    return bool(((first == codes.PAGE_DATA) & (heads[:, 1] == rows.definition.page)).all())


class GroupReader:
    """Reads columns of groups of pages; remembers the shapes and texts of earlier groups."""

    def __init__(self, rows: TableRows, wanted: dict[str, int]) -> None:
        self.rows, self.wanted = rows, wanted
        self.shapes = DistinctShapes(rows)
        self.texts: dict[int, DistinctTexts] = {}

    def read(self, numbers: list[int], data: memoryview) -> Iterator[pa.RecordBatch | list[Row]]:
        """The wanted columns of a group of pages; if it is not plain, of its halves or as rows."""
        try:
            if converted := self.batch(data):
                yield converted[0]
        except OddPages:
            size = self.rows.layout.page_size
            if len(numbers) > FEW_PAGES:
                half = len(numbers) // 2
                yield from self.read(numbers[:half], data[: half * size + WORD])
                yield from self.read(numbers[half:], data[half * size :])
                return
            rows: list[Row] = []
            for at, self.rows.page_number in enumerate(numbers):
                page = bytes(data[at * size : (at + 1) * size])
                rows += self.rows.page_rows(page, self.rows.decode)
            yield rows

    def batch(self, data: memoryview) -> tuple[pa.RecordBatch, Array] | None:
        """The wanted columns of pages, and where each row begins; None without live rows.

        OddPages if a page is not plain.
        """
        plain = PlainRows(self.shapes, data)
        if not len(plain.starts):
            self.rows.listed += plain.listed
            return None
        arrays = [plain.column(place, self.texts) for place in self.wanted.values()]
        self.rows.listed += plain.listed
        return pa.RecordBatch.from_arrays(arrays, list(self.wanted)), plain.starts


class DistinctShapes:
    """The shapes of the rows read so far, each worked out once (shapes.py), with keys as arrays."""

    def __init__(self, rows: TableRows) -> None:
        self.rows = rows
        self.tail = rows.shapes.tail
        self.width = -(-(self.tail + rows.shapes.size + 4) // WORD)
        self.forget()

    def forget(self) -> None:
        """Start again with no shapes."""
        self.known: list[RowShape] = []
        self.words: Array = np.empty((0, self.width), dtype=np.uint64)
        self.hashes: Array = np.empty(0, dtype=np.uint64)
        self.codes: Array = np.empty(0, dtype=np.intp)

    def find(self, data: memoryview, starts: Array, ends: Array) -> Array:
        """The place of each row's shape in `known`; OddPages if a row is damaged."""
        if len(self.known) > CACHE_SIZE:
            self.forget()
        words = self.keys(data, starts, ends)
        hashes = words[:, 0] * MIX
        for word in range(1, self.width):
            hashes ^= words[:, word]
            hashes *= MIX
        at = np.searchsorted(self.hashes, hashes)
        new = np.ones(len(hashes), dtype=bool)
        if len(self.hashes):
            new = self.hashes.take(at, mode="clip") != hashes
        if new.any():
            rows = np.flatnonzero(new)
            _, first = np.unique(hashes[rows], return_index=True)
            self.add(data, starts, ends, rows[first], words, hashes)
            at = np.searchsorted(self.hashes, hashes)
        shapes: Array = self.codes.take(at)
        if (self.words.take(shapes, axis=0) != words).any():
            raise OddPages  # two shapes with the same hash
        return shapes

    def keys(self, data: memoryview, starts: Array, ends: Array) -> Array:
        """What the shape of each row depends on (see `RowShapes.key`), as words.

        These are the last bytes of the row, its first bytes and its length.
        """
        size, sizes, tail = self.rows.shapes.size, ends - starts, self.tail
        if (sizes < tail + size).any() or (sizes >= self.rows.shapes.jump).any():
            raise OddPages
        words = np.zeros((len(starts), self.width), dtype=np.uint64)

        def put(type: str, at: int, values: Array) -> None:
            part: Array = np.ndarray((len(starts),), type, words.data, at, (self.width * WORD,))
            part[:] = values

        put(f"V{tail}", 0, values_at(data, ends - tail, f"V{tail}"))
        put(f"V{size}", tail, values_at(data, starts, f"V{size}"))
        put("<u4", tail + size, sizes)
        return words

    def add(
        self, data: memoryview, starts: Array, ends: Array, rows: Array, words: Array, hashes: Array
    ) -> None:
        """Work out the shapes of some rows."""
        new: list[RowShape] = []
        for start, end in zip(starts[rows].tolist(), ends[rows].tolist(), strict=True):
            try:
                shape = self.rows.shapes.of(bytes(data[start:end]))
            except JetError:
                raise OddPages from None
            if shape.faults or end - start - shape.tail_at > self.tail:
                raise OddPages
            new.append(shape)
        self.known += new
        self.words = np.concatenate([self.words, words[rows]])
        self.hashes = np.concatenate([self.hashes, hashes[rows]])
        self.codes = np.concatenate(
            [self.codes, np.arange(len(self.known) - len(rows), len(self.known))]
        )
        order = np.argsort(self.hashes)
        self.hashes, self.codes = self.hashes[order], self.codes[order]


class DistinctTexts:
    """The distinct texts of a column, each decoded once; a text's code is its place in `texts`."""

    def __init__(self, convert: Any) -> None:
        self.convert = convert.convert if isinstance(convert, Cache) else convert
        self.texts: list[str] = []
        self.array: pa.Array | None = None
        self.long: dict[bytes, int] = {}
        self.keys: Array = np.empty(0, dtype=np.uint64)
        self.codes: Array = np.empty(0, dtype=np.int32)
        self.slot_keys: Array | None = None
        self.slot_codes: Array = self.codes

    def add(self, raw: bytes) -> int:
        """Decode a new text; returns its code."""
        self.texts.append(self.convert(raw))
        return len(self.texts) - 1

    def code(self, raw: bytes) -> int:
        """The code of a long text."""
        if raw not in self.long:
            self.long[raw] = self.add(raw)
        return self.long[raw]

    def find(self, keys: Array) -> Array:
        """The codes of short texts, given as keys: most are found in the slot of their hash."""
        if len(keys) < 1 << SLOTS:
            return self.search(keys)  # slots are not worth making for a small table
        if self.slot_keys is None:
            self.slot_keys = np.full(1 << SLOTS, NO_KEY, dtype=np.uint64)
            self.slot_codes = np.zeros(1 << SLOTS, dtype=np.int32)
            self.settle(keys[:SAMPLE], self.slot_keys)
        slots = slots_of(keys)
        codes = self.slot_codes.take(slots)
        other = np.flatnonzero(self.slot_keys.take(slots) != keys)
        if len(other):
            codes[other] = self.settle(keys[other], self.slot_keys)
        return codes

    def settle(self, keys: Array, slot_keys: Array) -> Array:
        """The codes of short texts; puts texts and codes into their slots."""
        slots, codes = slots_of(keys), self.search(keys)
        slot_keys[slots], self.slot_codes[slots] = keys, codes
        return codes

    def search(self, keys: Array) -> Array:
        """The codes of short texts, found in the sorted keys or added to them."""
        at = np.searchsorted(self.keys, keys)
        new = keys if not len(self.keys) else keys[self.keys.take(at, mode="clip") != keys]
        if len(new):
            new, _ = np.unique(new, return_index=True)  # without return_index it loads numpy.ma
            codes = [self.add(short_text(int(key))) for key in new]
            self.keys = np.concatenate([self.keys, new])
            self.codes = np.concatenate([self.codes, np.array(codes, dtype=np.int32)])
            order = np.argsort(self.keys)
            self.keys, self.codes = self.keys[order], self.codes[order]
            at = np.searchsorted(self.keys, keys)
        return self.codes.take(at)

    def column(self, codes: Array, valid: Array | None) -> pa.Array:
        """An Arrow column of the texts with these codes."""
        if self.array is None or len(self.array) < len(self.texts):
            self.array = arrow_strings(self.texts)
        indices = arrow_array(pa.int32(), codes.astype(np.int32, copy=False), valid)
        return pa.DictionaryArray.from_arrays(indices, self.array)


def slots_of(keys: Array) -> Array:
    """The slots of texts, by their hash."""
    mixed = keys * MIX
    mixed >>= np.uint64(64 - SLOTS)
    return mixed.view(np.intp)


def short_text(key: int) -> bytes:
    """The stored bytes of a short text, given its key."""
    stored = key.to_bytes(WORD, "little")
    return stored[: min(stored[-1], WORD)]


def arrow_strings(texts: list[str]) -> pa.Array:
    """Texts as an Arrow array (`pa.array` would import pandas)."""
    stored = [text.encode() for text in texts]
    ends = np.zeros(len(stored) + 1, dtype=np.int32)
    np.cumsum([len(text) for text in stored], out=ends[1:])
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(stored))]
    return pa.Array.from_buffers(pa.string(), len(stored), buffers)


def arrow_array(type: pa.DataType, values: Array, valid: Array | None) -> pa.Array:
    """An Arrow array that shares numpy's memory; `valid` is None if all values are valid."""
    mask = None if valid is None else pa.py_buffer(np.packbits(valid, bitorder="little"))
    return pa.Array.from_buffers(type, len(values), [mask, pa.py_buffer(values)])


def values_at(data: memoryview, places: Array, type: str) -> Array:
    """The values of a numpy type that begin at these places in the bytes."""
    size = np.dtype(type).itemsize
    every: Array = np.ndarray((len(data) - size + 1,), type, data, strides=(1,))
    return every[places]


class PlainRows:
    """The rows of a group of pages: where they begin and end in its bytes, and their columns.

    The pages are followed by 8 more bytes, so that a word can be read at any place.
    """

    def __init__(self, shapes: DistinctShapes, data: memoryview) -> None:
        self.rows, self.layout, self.data = shapes.rows, shapes.rows.layout, data
        self.starts, self.ends = self.find_rows((len(data) - WORD) // self.layout.page_size)
        self.shape = np.empty(0, dtype=np.intp)
        if len(self.starts):
            self.shape = shapes.find(data, self.starts, self.ends)
            self.known = shapes.known
            size = fixed_end(self.layout, self.rows.columns, ALL_COLUMNS)
            if int(self.starts.max()) + size > len(data):
                raise OddPages
            self.fixed = values_at(data, self.starts, f"V{size}")

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
        first_rows = np.where(there, starts, layout.page_size).min(axis=1, initial=layout.page_size)
        if (first_rows - lowest[:, 0] != words[:, 1]).any():  # not the stated number of free bytes
            raise OddPages
        self.listed = int(counts.sum() - (there & (flags == codes.ROW_TARGET)).sum())
        live = there & (flags == 0)
        base = (np.arange(pages, dtype=np.int64) * layout.page_size)[:, None]
        return (starts + base)[live], (ends + base)[live]

    def column(self, place: int, texts: dict[int, DistinctTexts]) -> pa.Array:
        """The values of one column."""
        column = self.rows.columns[place]
        spans = [shape.spans[place] for shape in self.known]
        if column.type == "boolean":
            values = self.of_shape([span is not None for span in spans], bool)
            packed = np.packbits(values, bitorder="little")
            return pa.Array.from_buffers(pa.bool_(), len(self.shape), [None, pa.py_buffer(packed)])
        valid = None
        if None in spans:
            valid = self.of_shape([span is not None for span in spans], bool)
        if column.type == "text":
            bounds = [span or (0, 0) for span in spans]
            first = self.of_shape([start for start, _ in bounds], np.int64)
            sizes = self.of_shape([end - start for start, end in bounds], np.int64)
            known = texts.get(place)
            if known is None or len(known.texts) > CACHE_SIZE:
                known = texts[place] = DistinctTexts(self.rows.column_readers[place][1])
            return known.column(self.text(known, self.starts + first, sizes), valid)
        return self.numbers(column, valid)

    def of_shape(self, values: list[Any], type: Any) -> Array:
        """For each row, the value that belongs to its shape."""
        if values.count(values[0]) == len(values):
            return np.full(len(self.shape), values[0], dtype=type)
        return np.array(values, dtype=type).take(self.shape)

    def numbers(self, column: Column, valid: Array | None) -> pa.Array:
        """The values of a column of numbers or dates."""
        at, type = self.layout.count_size + column.offset, NUMBER_TYPES[column.type]
        step = (self.fixed.itemsize,)
        values: Array = np.ndarray((len(self.shape),), type, self.fixed.data, at, step)
        if column.type != "date":
            return arrow_array(pa.int32(), values.astype(np.int32), valid)
        days = values.copy() if valid is None else np.where(valid, values, 0)
        with np.errstate(invalid="ignore"):
            if not ((days > DATE_LIMITS[0]) & (days < DATE_LIMITS[1])).all():
                raise OddPages
        moments = microseconds(days, ARRAYS) - DAYS_1970 * MICROSECONDS
        if (moments >= DAYS_10000 * MICROSECONDS).any():
            raise OddPages
        return arrow_array(pa.timestamp("us"), moments, valid)

    def text(self, known: DistinctTexts, first: Array, sizes: Array) -> Array:
        """The codes, in `known.texts`, of the texts of these sizes that begin at `first`."""
        most = int(sizes.max(initial=0))
        if not most:
            return known.find(np.zeros(len(sizes), dtype=np.uint64))
        keys = values_at(self.data, first, "<u8")
        keys &= MASKS.take(sizes, mode="clip")
        keys |= LENGTHS.take(sizes, mode="clip")
        if most < WORD:
            return known.find(keys)
        long = (sizes > WORD) | ((sizes == WORD) & (keys < LEAST))
        codes = np.empty(len(sizes), dtype=np.int32)
        codes[~long] = known.find(keys[~long])
        bounds = zip(first[long].tolist(), (first + sizes)[long].tolist(), strict=True)
        codes[long] = [known.code(bytes(self.data[start:end])) for start, end in bounds]
        return codes
