"""The small pictures of a page, with places calculated by hand: 320 wide, curves 64 high."""

import pytest

from bmconv.reports.html.pictures import bar_width, curve, histogram, share_bar, signed_bar, strip


@pytest.mark.parametrize(
    ("percentage", "length"), [(0, "0"), (62.4, "62"), (100, "100"), (130, "100"), (-5, "0")]
)
def test_a_bar_is_as_long_as_its_percentage(percentage, length):
    assert share_bar(percentage) == ("0", length)


@pytest.mark.parametrize(
    ("value", "bar"),
    [(10, ("50", "25")), (-10, ("25", "25")), (0, ("50", "0")), (90, ("50", "50")),
     (-20, ("0", "50"))],
)  # fmt: skip
def test_a_signed_bar_begins_in_the_middle(value, bar):
    assert signed_bar(value, 20) == bar


def test_there_is_no_bar_without_a_value():
    assert [share_bar(None), signed_bar(None, 20), signed_bar(3, 0)] == [None] * 3


def test_a_curve_goes_from_the_bottom_to_the_top_and_leaves_two_units():
    assert curve([40, 60, 50, 40], 40, 60) == "M40 62L120 2L200 32L280 62"
    assert curve([50], 40, 60) == "M160 32h1"
    assert curve([50, 50], 50, 50) == "M80 62L240 62"
    assert curve([], 40, 60) == ""


def test_a_strip_has_good_boards_above_and_bad_ones_below_the_middle():
    good, bad = strip([50, None, -25, 0], 50)
    assert good == "M40 16v-16M280 16v-1"
    assert bad == "M200 16v8"
    assert strip([80, -0.1], 50) == ("M80 16v-16", "M240 16v1")
    assert strip([0], 0) == ("M160 16v-1", "")


def test_bars_of_a_strip_fill_its_width_but_for_two_units_between_them():
    assert [bar_width(count) for count in (1, 4, 24, 320)] == [318, 78, 11, 1]


def test_the_largest_count_of_a_histogram_is_a_full_column():
    assert histogram([("a", 1), ("b", 4), ("c", 0), ("d", 2)]) == [
        (1, 48, 78, 16, "a"), (81, 0, 78, 64, "b"), (161, 64, 78, 0, "c"), (241, 32, 78, 32, "d"),
    ]  # fmt: skip
    assert histogram([("a", 0)]) == [(1, 64, 318, 0, "a")]
    assert histogram([]) == []
