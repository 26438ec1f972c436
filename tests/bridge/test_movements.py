"""Boards of a round, sit-outs, section letters and ranges of numbers."""

import pytest

from bmconv.bridge.movements import boards_of, last_board, letters, ordinal, sits_out, spans
from bmconv.records import Round, Section


@pytest.mark.parametrize(
    ("round", "boards"),
    [
        (Round(low_board=5, high_board=8), [5, 6, 7, 8]),
        (Round(low_board=5, high_board=5), [5]),
        (Round(low_board=0, high_board=0, custom_boards="9,10,12"), [9, 10, 12]),
        (Round(low_board=1, high_board=4, custom_boards="9, 10 ,12,"), [9, 10, 12]),
        (Round(low_board=0, high_board=0), []),
        (Round(low_board=8, high_board=5), []),
        (Round(low_board=1, high_board=2**31 - 1), []),
        (Round(custom_boards="one,two"), []),
        (Round(), []),
    ],
)
def test_custom_boards_win_over_low_and_high(round, boards):
    assert list(boards_of(round)) == boards


@pytest.mark.parametrize(
    ("round", "section", "out"),
    [
        (Round(ns_pair=1, ew_pair=2), None, False),
        (Round(ns_pair=0, ew_pair=2), None, True),
        (Round(ns_pair=1, ew_pair=0), None, True),
        (Round(), None, True),
        (Round(ns_pair=1, ew_pair=2), Section(missing_pair=0), False),
        (Round(ns_pair=1, ew_pair=6), Section(missing_pair=6), True),
        (Round(ns_pair=3, ew_pair=1), Section(missing_pair=3), True),
        (Round(ns_pair=3, ew_pair=1), Section(missing_pair=3, missing_side="EW"), False),
        (Round(ns_pair=1, ew_pair=3), Section(missing_pair=3, missing_side="EW"), True),
        (Round(ns_pair=3, ew_pair=1), Section(missing_pair=3, missing_side="NS"), True),
    ],
)
def test_a_pair_0_or_missing_sits_the_other_out(round, section, out):
    assert sits_out(round, section) is out


@pytest.mark.parametrize(
    ("number", "text"),
    [(1, "A"), (2, "B"), (26, "Z"), (27, "AA"), (52, "ZZ"), (53, "AAA"), (78, "ZZZ")],
)
def test_sections_are_lettered_a_to_zzz(number, text):
    assert (letters(number), ordinal(text), ordinal(text.lower())) == (text, number, number)


def test_what_has_no_letter_is_its_number_and_what_is_no_letter_has_none():
    assert [letters(number) for number in (0, 79, -1)] == ["0", "79", "-1"]
    assert [ordinal(text) for text in ("", "AB", "AAAA", "1", "Ä")] == [None] * 5


def test_the_last_board_of_a_list_is_its_highest():
    assert [last_board(text) for text in ("5,12,7", "7,", "one", "")] == [12, 7, None, None]


def test_numbers_that_follow_each_other_are_a_range():
    assert spans([4, 1, 2, 3, 7, 9, 10]) == "1-4, 7, 9-10"
    assert [spans([]), spans([5])] == ["", "5"]
