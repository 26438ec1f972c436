"""Columns as numpy arrays and back: Arrow itself says what is in them."""

import numpy as np
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.columns import coded

TEXTS = [None, "", "a", "Größe", "\0", "a\0", "x" * (coded.LONG - 1), "y" * (coded.LONG + 1), "a"]
texts = st.lists(st.one_of(st.none(), st.sampled_from(TEXTS), st.text(max_size=3)))


def spread(column, lead):
    """The same column as a part of a longer one, so that it does not begin at bit 0 of a byte."""
    return pa.concat_arrays([pa.array([None] * lead, column.type), column]).slice(lead)


@given(texts, st.integers(0, 9), st.booleans(), st.booleans())
def test_texts_come_back_from_their_codes(values, lead, is_coded, has_null_text):
    column = spread(pa.array(values, pa.string()), lead)
    if is_coded and has_null_text:  # as another program may write it
        known = [*dict.fromkeys(text for text in values if text is not None), None]
        codes = pa.array([known.index(text) for text in values], pa.int32())
        column = pa.DictionaryArray.from_arrays(codes, pa.array(known, pa.string()))
    elif is_coded:
        column = column.dictionary_encode()
    codes, valid, distinct = coded.code_texts(column)
    assert [distinct[code] if valid is None or valid[at] else None
            for at, code in enumerate(codes)] == values  # fmt: skip
    assert valid is not None or None not in values
    assert coded.cells_of(column) == values
    plain = coded.plain_texts(column)
    plain.validate(full=True)
    assert (plain.type, plain.to_pylist()) == (pa.string(), values)


@given(texts)
def test_texts_are_coded_once_each(values):
    column = coded.coded_texts(values)
    column.validate(full=True)
    assert column.to_pylist() == values
    assert column.dictionary.to_pylist() == [
        text for text in dict.fromkeys(values) if text is not None
    ]


@given(st.lists(st.one_of(st.none(), st.booleans())), st.integers(0, 9))
def test_flags_and_what_is_null_are_those_of_arrow(values, lead):
    column = spread(pa.array(values, pa.bool_()), lead)
    assert coded.flags(column).tolist() == [bool(value) for value in values]
    valid = coded.validity(column)
    if None in values:
        assert valid.tolist() == [value is not None for value in values]
    else:
        assert valid is None
    back = coded.flag_array(coded.flags(column))
    assert back.to_pylist() == [bool(value) for value in values]


@pytest.mark.parametrize(
    "type", [pa.int32(), pa.int64(), pa.float64(), pa.date32(), pa.time64("us")]
)
def test_numbers_come_back_with_those_that_are_null(type):
    values = [7, None, 0, 3, None, 5, 6, 1, 2, 4]
    stored = pa.array(values, pa.int32() if type.bit_width == 32 else pa.int64())
    column = (stored.cast(type) if type == pa.float64() else stored.view(type)).slice(1)
    found, valid = coded.numbers(column), coded.validity(column)
    assert [number if known else None for number, known in zip(found, valid, strict=True)] == (
        values[1:]
    )
    assert coded.array_of(type, found, valid).equals(column)
    assert coded.array_of(type, found[1:2]).null_count == 0
    assert coded.array_of(type, found, np.ones(9, dtype=bool)).null_count == 0


@pytest.mark.parametrize("type", [pa.string(), pa.int32(), pa.float64(), pa.timestamp("us")])
@pytest.mark.parametrize("length", [0, 1, 9])
def test_a_column_of_nulls_is_valid(type, length):
    column = coded.null_array(type, length)
    column.validate(full=True)
    assert column.to_pylist() == [None] * length
    assert coded.validity(column) is None if not length else not coded.validity(column).any()
    assert coded.validity(pa.nulls(3)).tolist() == [False] * 3


def test_texts_are_converted_once_each_and_may_become_equal_or_null():
    asked = []

    def convert(text):
        asked.append(text)
        return {"n": "N", "x": None}.get(text, text)

    values = ["n", None, "N", "x", "n", "E", "x"]
    column = coded.map_texts(pa.array(values, pa.string()), convert)
    assert column.to_pylist() == ["N", None, "N", None, "N", "E", None]
    assert sorted(asked) == sorted({"n", "N", "x", "E"})
    assert column.dictionary.to_pylist() == ["N", "E"]
    same = pa.array(values, pa.string())
    assert coded.map_texts(same, lambda text: text) is same
    nothing = pa.array([None, None], pa.string())
    assert coded.map_texts(nothing, convert) is nothing


def test_a_constant_is_the_same_in_every_row():
    assert coded.constant("north", 3).to_pylist() == ["north"] * 3
    assert coded.constant("north", 0).to_pylist() == []
