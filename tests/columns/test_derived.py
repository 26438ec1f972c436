"""The derived columns of results: by hand, and the same record by record as in batches."""

import random

import pytest

from bmconv.columns import DERIVED, results
from bmconv.columns.batches import from_records
from bmconv.columns.derived import Deriver
from bmconv.columns.results import BatchDeriver, with_derived
from bmconv.records import Hand, Result

NAMES = [column.name for column in DERIVED]


def derived(results, hands=()):
    """The derived columns as rows."""
    table = with_derived("result", list(results), hands)
    return list(zip(*(table[name].to_pylist() for name in NAMES), strict=True))


def played(contract, declarer="N", result="=", board=1, **more):
    return Result(board=board, contract=contract, declarer=declarer, result=result, **more)


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (played("4 S"), (4, "S", 0, 10, 420)),
        (played("4 S", board=2), (4, "S", 0, 10, 620)),  # N-S vulnerable
        (played("4 S", "E", board=2), (4, "S", 0, 10, -420)),
        (played("4 S", "E", board=3), (4, "S", 0, 10, -620)),  # E-W vulnerable
        (played("4 S", board=4), (4, "S", 0, 10, 620)),
        (played("4 S", board=16), (4, "S", 0, 10, 420)),  # as board 16: E-W vulnerable
        (played("4 S", "E", board=16), (4, "S", 0, 10, -620)),
        (played("4 S", "E", board=19), (4, "S", 0, 10, -620)),  # as board 3
        (played("1 NT x", result="-2"), (1, "NT", 1, 5, -300)),
        (played("1 NT xx", result="+1"), (1, "NT", 2, 8, 760)),
        (played("4 S", board=None), (4, "S", 0, 10, None)),
        (played("4 S", board=0), (4, "S", 0, 10, None)),
        (played("4 S", result=None), (4, "S", 0, None, None)),
        (played("4 S", score=50), (4, "S", 0, 10, 50)),  # what is recorded counts
        (played("4 S", score=0), (4, "S", 0, 10, 0)),
        (Result(board=1, contract="PASS"), (None, None, None, None, 0)),
        (Result(board=1, remarks="Not played"), (None, None, None, None, None)),
        (Result(), (None, None, None, None, None)),
    ],
)
def test_derived_columns_of_a_result(result, expected):
    assert derived([result]) == [expected]
    assert Deriver().values(result) == expected


def test_the_vulnerability_of_a_sections_own_hand_counts_before_that_for_all():
    hands = [Hand(board=1, vulnerable="All"), Hand(section=2, board=1, vulnerable="None"),
             Hand(board=2, vulnerable="None"), Hand(board=3)]  # fmt: skip
    rows = [played("4 S", section=section, board=board, declarer=declarer)
            for section in (1, 2) for board in (1, 2, 3, 4) for declarer in "NE"]  # fmt: skip
    scores = [row[-1] for row in derived(rows, hands)]
    assert scores == [620, -620, 420, -420, 420, -620, 620, -620,
                      420, -420, 420, -420, 420, -620, 620, -620]  # fmt: skip


@pytest.mark.parametrize("remembered", [results.REMEMBERED, 3])
@pytest.mark.parametrize("with_hands", [False, True])
def test_batches_have_the_values_of_their_records(monkeypatch, remembered, with_hands):
    """Also if only a few results are remembered from one batch to the next."""
    monkeypatch.setattr(results, "REMEMBERED", remembered)
    dice = random.Random(5)
    hands = [
        Hand(section=dice.choice((None, 1, 2)), board=board,
             vulnerable=dice.choice(("None", "NS", "EW", "All", None)))
        for board in range(1, 20)
    ]  # fmt: skip
    one = Deriver()
    for hand in hands if with_hands else ():
        one.learn(hand)
    many = BatchDeriver(one.scorer)
    for _ in range(6):
        rows = [
            Result(
                section=dice.choice((None, 1, 2)),
                board=dice.choice((None, 0, *range(1, 36))),
                contract=dice.choice((None, "", "PASS", "1 C", "3 NT x", "7 S xx", "9 S", "what")),
                result=dice.choice((None, "=", "-1", "+2", "13", "?")),
                declarer=dice.choice((None, "N", "E", "S", "W")),
                remarks=dice.choice((None, None, "Not played", "60%-40%", "Wrong direction")),
                score=dice.choice((None, None, 0, -50, 420)),
            )
            for _ in range(40)
        ]
        arrays = many.arrays(from_records("result", rows))
        found = list(zip(*(array.to_pylist() for array in arrays), strict=True))
        assert found == [one.values(row) for row in rows]
