"""`bmconv.testing` changes files in every way and reports wrong values of a codec."""

import random
from typing import Any

import pytest
from msgspec import structs

from bmconv import codecs
from bmconv.errors import UsageError
from bmconv.records import Result
from bmconv.testing import fuzz, mutations

DATA = bytes(range(65, 91))
SPICE = b'"a"b"'


def test_a_file_is_changed_in_every_way():
    mutants = set(mutations(DATA, 3000, random.Random(1)))
    ways = {
        "changed": {DATA[:at] + b"!" + DATA[at + 1 :] for at in range(26)},
        "removed": {DATA[:at] + DATA[at + 5 :] for at in range(22)},
        "inserted": {DATA[:at] + SPICE + DATA[at:] for at in range(26)},
        "replaced": {DATA[:at] + SPICE + DATA[at + 1 :] for at in range(26)},
        "repeated": {DATA[:at] + DATA[at : at + 8] + DATA[at:] for at in range(19)},
    }
    assert [way for way, expected in ways.items() if not expected & mutants] == []
    assert all(mutants)


def test_a_path_in_place_of_a_sample_is_refused():
    path: Any = "deals.ber"
    with pytest.raises(UsageError) as caught:
        fuzz("ber", path)
    assert str(caught.value) == "fuzz needs the bytes of a sample, not 'deals.ber'"


def test_a_long_value_of_a_wrong_type_is_shortened_in_the_report(monkeypatch):
    board: Any = int("9" * 400)
    codec = structs.replace(codecs.load("bmrdata"), decode=lambda *_: iter([Result(board=board)]))
    monkeypatch.setattr("bmconv.testing.decode", lambda source, *_: codec.decode(source, *_))
    (line,) = fuzz("bmrdata", b"1,1,1,1", 1)
    expected = "expected a whole number of 32 bits: b"
    assert line.startswith(f"result.board {'9' * 57}...; {expected}")
