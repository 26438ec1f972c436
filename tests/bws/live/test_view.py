"""Rows of a database in use, as records."""

from collections import defaultdict

import pytest

from bmconv.bws.live.view import row_record
from bmconv.records import Result


@pytest.mark.parametrize(
    ("cell", "pair"), [(7, 7), (7.0, 7), ("7", 7), (7.5, None), (b"\x07", None), (None, None)]
)
def test_a_pair_in_a_column_of_any_type_is_a_whole_number_or_nothing(cell, pair):
    row = defaultdict(lambda: None, pairns=cell, contract=" 4 s x")
    assert row_record("result", row) == Result(pair_ns=pair, contract="4 S x")
