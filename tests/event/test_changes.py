"""The fields in which two records differ."""

import pytest

from bmconv.event.changes import changed_fields
from bmconv.records import Player, Result, Seat, Section, Table


@pytest.mark.parametrize(
    ("one", "other", "changes"),
    [
        (Section(id=1, tables=0), Section(id=1), {}),
        (Section(id=1, tables=5), Section(id=1), {"tables": [5, None]}),
        (Section(id=1, letter="A"), Section(id=1, letter="B"), {"letter": ["A", "B"]}),
        (Table(keep_alive=True), Table(), {"keep_alive": [True, None]}),
        # a score of 0 is known
        (Result(score=0), Result(), {"score": [0, None]}),
        (Player(name="Ann Ace"), Player(first_name="Ann", last_name="Ace"), {}),
        (
            Player(name="Ann Ace", number="7"),
            Player(first_name="Ann", last_name="Ace", number="8"),
            {"number": ["7", "8"]},
        ),
        (
            Seat(name="Ann Ace"),
            Seat(first_name="Bo", last_name="Ace"),
            {
                "name": ["Ann Ace", None],
                "first_name": [None, "Bo"],
                "last_name": [None, "Ace"],
            },
        ),
        (Seat(name="Ann"), Seat(name="Bo"), {"name": ["Ann", "Bo"]}),
        # a database has lists and maps as text
        (Result(extra={"a": [1]}), Result(extra={"a": "[1]"}), {}),
        (Result(extra={"a": [1]}), Result(extra={"a": "[2"}),
         {"extra": [{"a": [1]}, {"a": "[2"}]}),
    ],
)  # fmt: skip
def test_changed_fields_have_both_values(one, other, changes):
    assert changed_fields(one, other) == changes
    assert changed_fields(other, one) == {name: [b, a] for name, (a, b) in changes.items()}
