"""The records format: the stream itself."""

import strategies as some
from coding import decoded, encoded
from hypothesis import given
from hypothesis import strategies as st


@given(st.lists(some.any_record(), max_size=6))
def test_what_is_written_is_read_again_as_the_same(records):
    assert decoded(encoded(records, "records")[0], "records") == (records, [])


@given(some.any_record())
def test_a_record_is_one_line_and_says_its_type_first(record):
    data, _ = encoded([record], "records")
    assert data.startswith(b'{"type":"')
    assert data.count(b"\n") == 1
    assert data.endswith(b"}\n")
    assert b"null" not in data.replace(b'"null"', b"") or "null" in repr(record)
