"""Damaged databases are edited or refused, in one line; tests/live/fuzz.py does it for longer."""

from tests.live.fuzz import hunt


def test_editing_damaged_databases_ends_in_one_line() -> None:
    codes, wrong = hunt(280, seed=20261116)
    assert wrong == []
    assert {0, 1, 3} <= set(codes)
