"""Damaged databases are edited or refused in one line; tests/tools/fuzz_live.py runs longer."""

from tests.tools.fuzz_live import hunt


def test_editing_damaged_databases_ends_in_one_line() -> None:
    codes, wrong = hunt(280, seed=20261116)
    assert wrong == []
    assert {0, 1, 3} <= set(codes)
