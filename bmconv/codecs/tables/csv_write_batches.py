"""Writing batches as CSV, as the csv module would; each distinct cell is formatted once."""

import csv
import datetime
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from bmconv.codecs.shared.characters import CsvLines
from bmconv.columns.batches import values_of
from bmconv.columns.coded import Array, code_texts, flags, numbers, validity
from bmconv.columns.derived import Values
from bmconv.columns.results import BatchDeriver
from bmconv.records import TYPES
from bmconv.schema import RecordField, fields

SPAN = 2000
"""If the range of numbers is smaller than this, their texts are taken from a list."""
BLOCK = 1 << 18
"""The bytes of rows, including padding, that are put together at a time."""
SECOND = 1_000_000
"""A second in microseconds."""
FIRST_DAY = datetime.date(1970, 1, 1).toordinal()
"""The day from which Arrow counts."""

Piece = bytes | tuple[Array, list[bytes]]
"""A part of every row: the same bytes for all, or for each row a place in a list of cells."""
CellWriter = Callable[[Any], Any]


class Unusual(Exception):
    """A batch that must be written record by record."""


class CsvBlocks:
    """Writes batches of one record type as CSV."""

    def __init__(
        self,
        kind: str,
        front: list[str],
        end: str,
        writers: dict[str, CellWriter],
        *,
        derived: bool,
    ) -> None:
        """`front` has the texts before the fields, `writers` has functions from values to cells, by
        field."""
        self.fields, self.cls = fields(kind), TYPES[kind]
        self.front = front
        self.end = end.encode()
        self.writers = writers
        self.deriver = BatchDeriver() if derived else None
        self.derived: list[bytes] = []
        self.rows: list[Values] = []

    def blocks(self, batch: pa.RecordBatch) -> Iterator[bytes]:
        """The rows of a batch; Unusual is raised before the first one if a cell is unusual."""
        pieces: list[Piece] = [_cell(text) + b"," for text in self.front]
        for field in self.fields:
            last = field is self.fields[-1] and not self.deriver
            after = self.end if last else b","
            column = batch.column(field.name)
            if column.null_count == len(column):
                pieces.append(after)
            else:
                pieces += self.pieces(column, field, after)
        if self.deriver:
            pieces.append(self.derived_piece(batch, self.deriver))
        return _join(pieces, len(batch))

    def pieces(self, column: pa.Array, field: RecordField, after: bytes) -> list[Piece]:
        """The cells of a column, each with what comes after it."""
        if field.kind == "bool":
            return [_coded_piece(flags(column).astype(np.intp), None, [b"", b"true"], after)]
        if field.kind == "text":
            codes, valid, texts = code_texts(column)
            write = self.writers[field.name]
            return [_coded_piece(codes, valid, [_cell(write(text)) for text in texts], after)]
        valid = validity(column)
        if field.kind == "int":
            return _numbers(numbers(column), valid, after)
        if field.kind == "date":
            return [_number_piece(numbers(column), valid, _date, after)]
        if field.kind == "time" and (times := _times(column, valid, after)):
            return times
        return [self.piece(column, field, after)]

    def piece(self, column: pa.Array, field: RecordField, after: bytes) -> Piece:
        """The cells of a column of any type, converted value by value."""
        write = self.writers[field.name]
        places: dict[bytes, int] = {}
        codes = [
            places.setdefault(_cell(str(write(value))), len(places))
            for value in values_of(field, column, self.cls)
        ]
        return _coded_piece(np.array(codes, dtype=np.intp), None, list(places), after)

    def derived_piece(self, batch: pa.RecordBatch, deriver: BatchDeriver) -> Piece:
        """The derived columns and the end of the row."""
        places, rows = deriver.look_up(batch)
        if rows is not self.rows:
            self.rows, self.derived = rows, []
        for row in rows[len(self.derived) :]:
            texts = ("" if value is None else str(value) for value in row)
            self.derived.append(",".join(texts).encode() + self.end)
        return places, self.derived


def _times(column: pa.Array, valid: Array | None, after: bytes) -> list[Piece]:
    """Times of day in whole seconds; no pieces if any of them has a fraction of a second."""
    seconds = numbers(column)
    if pa.types.is_time64(column.type):
        microseconds, seconds = seconds, seconds // SECOND
        has_fraction = seconds * SECOND != microseconds
        if (has_fraction if valid is None else has_fraction[valid]).any():
            return []
    minutes = seconds // 60
    seconds = seconds - minutes * 60
    return [
        _number_piece(minutes, valid, _minute),
        _number_piece(seconds, valid, b"%02d".__mod__, after),
    ]


def _cell(text: str) -> bytes:
    """A text as the csv module writes it; Unusual if it has a zero byte, which is padding here."""
    if "\0" in text:
        raise Unusual
    lines: list[str] = []
    csv.writer(CsvLines(lines.append, "")).writerow((text, ""))
    return lines[0][:-1].encode()


def _coded_piece(codes: Array, valid: Array | None, cells: list[bytes], after: bytes) -> Piece:
    """The cells at the places `codes` of a list, each with `after`; empty where not valid."""
    table = [*(cell + after for cell in cells), after]
    places = codes if valid is None else np.where(valid, codes, len(cells))
    first = places[0]
    return table[first] if (places == first).all() else (places, table)


def _number_piece(
    values: Array, valid: Array | None, format: Callable[[int], bytes], after: bytes = b""
) -> Piece:
    """Whole numbers as the cells that `format` makes of them."""
    there = values if valid is None else values[valid]
    low, high = int(there.min()), int(there.max())
    if high - low < SPAN:
        cells = [format(number) for number in range(low, high + 1)]
        return _coded_piece(values.astype(np.intp) - low, valid, cells, after)
    different, codes = np.unique(values, return_inverse=True)
    if valid is not None:
        kept = np.zeros(len(different), dtype=bool)
        kept[codes[valid]] = True
        cells = [format(n) if ok else b"" for n, ok in zip(different.tolist(), kept, strict=True)]
        return _coded_piece(codes, valid, cells, after)
    return _coded_piece(codes, valid, [format(number) for number in different.tolist()], after)


def _numbers(values: Array, valid: Array | None, after: bytes) -> list[Piece]:
    """Whole numbers; large ones in two parts, thousands and the last three digits."""
    there = values if valid is None else values[valid]
    low, high = int(there.min()), int(there.max())
    if high - low < SPAN or low < 0 or high // 1000 - low // 1000 >= SPAN:
        return [_number_piece(values, valid, b"%d".__mod__, after)]
    thousands, rest = np.divmod(values, 1000)
    rest = np.where(thousands > 0, rest + 1000, rest)
    first = _number_piece(thousands, valid, lambda number: b"%d" % number if number else b"")
    return [first, _coded_piece(rest.astype(np.intp), valid, _thousand(), after)]


@lru_cache(None)
def _thousand() -> list[bytes]:
    """The numbers below 1000, then the same with leading zeros."""
    return [b"%d" % number for number in range(1000)] + [b"%03d" % n for n in range(1000)]


def _date(day: int) -> bytes:
    return datetime.date.fromordinal(FIRST_DAY + day).isoformat().encode()


def _minute(minute: int) -> bytes:
    return b"%02d:%02d:" % divmod(minute, 60)


def _join(pieces: list[Piece], count: int) -> Iterator[bytes]:
    """The rows as blocks of bytes, put together from their pieces.

    In a block, each piece is as wide as its longest cell; the padding is stripped at the end.
    """
    parts: list[tuple[int, Array | None, Any]] = []
    same, width = b"", 0
    for piece in (*pieces, None):
        if isinstance(piece, bytes):
            same += piece
            continue
        if same:
            parts.append((width, None, np.array(same)))
            width, same = width + len(same), b""
        if piece is not None:
            places, cells = piece
            size = 1 << (max(map(len, cells)) - 1).bit_length()  # numpy copies these fastest
            parts.append((width, places, np.array(cells, f"S{size}")))
            width += size
    step = max(1, BLOCK // width)
    for start in range(0, count, step):
        rows = min(step, count - start)
        block = bytearray(rows * width)
        for at, codes, cells in parts:
            column: Array = np.ndarray((rows,), cells.dtype, block, at, (width,))
            column[:] = cells if codes is None else cells.take(codes[start : start + rows])
        yield bytes(block.translate(None, b"\0"))
