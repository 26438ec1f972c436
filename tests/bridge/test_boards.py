"""Dealer and vulnerability of the sixteen boards, and their repetition."""

import pytest

from bmconv.bridge.boards import dealer, is_vulnerable, spell_vulnerability, vulnerability

TABLE = [
    *("1 N None", "2 E NS", "3 S EW", "4 W All"),
    *("5 N NS", "6 E EW", "7 S All", "8 W None"),
    *("9 N EW", "10 E All", "11 S None", "12 W NS"),
    *("13 N All", "14 E None", "15 S NS", "16 W EW"),
]
"""As printed on the boards (Law 2)."""


@pytest.mark.parametrize("cycle", [0, 16, 32, 960])
def test_the_sixteen_boards_repeat(cycle):
    found = [f"{n} {dealer(n + cycle)} {vulnerability(n + cycle)}" for n in range(1, 17)]
    assert found == TABLE


@pytest.mark.parametrize(
    ("text", "spelled"),
    [
        ("None", "None"), ("Love", "None"), ("-", "None"), ("NS", "NS"), ("n-s", "NS"),
        ("EW", "EW"), ("all", "All"), ("Both", "All"), (" ew ", "EW"), ("", None), ("N", None),
    ],
)  # fmt: skip
def test_vulnerability_has_one_spelling(text, spelled):
    assert spell_vulnerability(text) == spelled


def test_a_side_is_vulnerable_when_named_or_all_are():
    told = {
        who: [is_vulnerable(side, who) for side in ("NS", "EW")]
        for who in ("None", "NS", "EW", "All")
    }
    assert told == {
        "None": [False, False], "NS": [True, False], "EW": [False, True], "All": [True, True]
    }  # fmt: skip
