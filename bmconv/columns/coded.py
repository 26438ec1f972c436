"""Arrow columns as numpy arrays and back, without a copy; texts by their distinct values.

Not used are `pa.array`, `pa.scalar` and `to_numpy`, which import pandas, and Arrow's compute
functions, which take a while to load.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

Array = np.ndarray[Any, Any]
LONG = 1000
"""Texts of more bytes than this are not joined by numpy."""


class Coded(NamedTuple):
    """A column of texts: its distinct texts, and for each row the place of its text among them."""

    codes: Array
    valid: Array | None
    """Where a value is not null; None if all values are valid."""
    texts: list[str]


def code_texts(column: pa.Array) -> Coded:
    """A column of texts by its distinct texts."""
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    codes, valid, texts = numbers(column.indices), validity(column), column.dictionary.to_pylist()
    if valid is not None:  # files of other programs can have any code in place of a null
        codes = np.where(valid, codes, 0)
    if column.dictionary.null_count:
        known = np.array([text is not None for text in texts]).take(codes)
        valid = known if valid is None else valid & known
    return Coded(codes, valid, [text or "" for text in texts])


def validity(column: pa.Array) -> Array | None:
    """For each row whether its value is not null; None if all values are valid."""
    if pa.types.is_dictionary(column.type):
        column = column.indices
    if not column.null_count:
        return None
    if pa.types.is_null(column.type):
        return np.zeros(len(column), dtype=bool)
    return _bits(column, 0)


def flags(column: pa.Array) -> Array:
    """The values of a column of booleans; a null is false."""
    valid = validity(column)
    values = _bits(column, 1)
    return values if valid is None else values & valid


def numbers(column: pa.Array) -> Array:
    """The values of a column of numbers, dates or times; in place of a null there is any number."""
    kind = "f" if pa.types.is_floating(column.type) else "i"
    values: Array = np.frombuffer(column.buffers()[1], f"{kind}{column.type.bit_width // 8}")
    return values[column.offset : column.offset + len(column)]


def _bits(column: pa.Array, buffer: int) -> Array:
    packed = np.frombuffer(column.buffers()[buffer], np.uint8)
    end = column.offset + len(column)
    return np.unpackbits(packed, count=end, bitorder="little")[column.offset :].view(bool)


def array_of(type: pa.DataType, values: Array, valid: Array | None = None) -> pa.Array:
    """A column of whole numbers, dates or times over numpy's memory."""
    buffers = [_mask(valid), pa.py_buffer(np.ascontiguousarray(values))]
    return pa.Array.from_buffers(type, len(values), buffers)


def flag_array(values: Array) -> pa.Array:
    """A column of booleans."""
    packed = pa.py_buffer(np.packbits(values, bitorder="little"))
    return pa.Array.from_buffers(pa.bool_(), len(values), [None, packed])


def null_array(type: pa.DataType, length: int) -> pa.Array:
    """A column of nulls (`pa.nulls` would set up a memory pool of 4 MB)."""
    zeros = pa.py_buffer(bytes(8 * length + 8))
    buffers = [zeros] * (3 if pa.types.is_string(type) else 2)
    return pa.Array.from_buffers(type, length, buffers, null_count=length)


def text_array(texts: Sequence[str]) -> pa.Array:
    """A column of texts, none of them null."""
    stored = [text.encode() for text in texts]
    ends = np.zeros(len(stored) + 1, dtype=np.int32)
    np.cumsum([len(text) for text in stored], out=ends[1:])
    buffers = [None, pa.py_buffer(ends), pa.py_buffer(b"".join(stored))]
    return pa.Array.from_buffers(pa.string(), len(stored), buffers)


def _mask(valid: Array | None) -> pa.Buffer | None:
    if valid is None or valid.all():
        return None
    return pa.py_buffer(np.packbits(valid, bitorder="little"))


def coded_array(codes: Array, valid: Array | None, texts: pa.Array) -> pa.Array:
    """A dictionary-encoded column: for each row the place of its text in `texts`."""
    indices = array_of(pa.int32(), codes.astype(np.int32, copy=False), valid)
    return pa.DictionaryArray.from_arrays(indices, texts)


def plain_texts(column: pa.Array) -> pa.Array:
    """A dictionary-encoded column of texts as a plain one."""
    codes, valid, texts = code_texts(column)
    stored = [*(text.encode() for text in texts), b""]
    places = codes if valid is None else np.where(valid, codes, len(texts))
    sizes = np.array([len(text) for text in stored])
    ends = np.zeros(len(column) + 1, dtype=np.int32)
    np.cumsum(sizes.take(places), out=ends[1:])
    # not by numpy if texts have zeros, which it strips, or a long text, to which it pads all others
    if sizes.max() > LONG or any(0 in text for text in stored):
        data = b"".join([stored[place] for place in places.tolist()])
    else:
        cells = np.array(stored, dtype=f"S{sizes.max() or 1}").take(places).view(np.uint8)
        data = cells[cells != 0]
    buffers = [_mask(valid), pa.py_buffer(ends), pa.py_buffer(data)]
    return pa.Array.from_buffers(pa.string(), len(column), buffers)


def cells_of(column: pa.Array) -> list[Any]:
    """The values of a column as Python objects; equal texts of a dictionary are one object."""
    if not pa.types.is_dictionary(column.type) or not pa.types.is_string(column.type.value_type):
        return list(column.to_pylist())
    codes, valid, texts = code_texts(column)
    if valid is None:
        return [texts[code] for code in codes.tolist()]
    pairs = zip(codes.tolist(), valid.tolist(), strict=True)
    return [texts[code] if known else None for code, known in pairs]


def coded_texts(values: Sequence[str | None]) -> pa.Array:
    """A column of texts, some of them null."""
    places: dict[str | None, int] = {None: 0}
    codes = np.array([places.setdefault(value, len(places)) for value in values], dtype=np.int32)
    texts = [text for text in places if text is not None]
    return coded_array(np.maximum(codes - 1, 0), codes > 0, text_array(texts))


def constant(text: str, length: int) -> pa.Array:
    """A column with the same text in every row."""
    return coded_array(np.zeros(length, dtype=np.int32), None, text_array([text]))


def map_texts(column: pa.Array, convert: Callable[[str], str | None]) -> pa.Array:
    """A column of texts with each distinct text converted; None becomes null."""
    codes, valid, texts = code_texts(column)
    if not texts:
        return column
    places: dict[str, int] = {}
    converted = list(map(convert, texts))
    if converted == texts:
        return column
    recoded = [-1 if text is None else places.setdefault(text, len(places)) for text in converted]
    new_codes: Array = np.array(recoded, dtype=np.int32).take(codes)
    if -1 in recoded:
        there = new_codes >= 0
        valid = there if valid is None else valid & there
        new_codes = np.maximum(new_codes, 0)
    return coded_array(new_codes, valid, text_array(list(places)))
