"""The options of formats, as words of a command line and as values of a program."""

import pytest

from bmconv.codecs import fill_options, load
from bmconv.errors import UsageError


@pytest.mark.parametrize(
    ("value", "is_on"),
    [
        *[(word, True) for word in ("true", "yes", "1", "Yes", True)],
        *[(word, False) for word in ("false", "no", "0", "NO", False, None)],
    ],
)
def test_a_switch_is_on_or_off(value, is_on):
    assert fill_options(load("bmpnums").info, {"pad": value}, reading=False)["pad"] is is_on


@pytest.mark.parametrize(
    ("format", "option", "value", "message"),
    [
        ("bmpnums", "pad", "on", "pad=on: expected true or false"),
        ("html", "refresh", "soon", "refresh=soon: expected a whole number"),
        ("html", "refresh", "1234567890", "refresh=1234567890: expected a whole number"),
    ],
)
def test_another_word_is_refused(format, option, value, message):
    with pytest.raises(UsageError) as refusal:
        fill_options(load(format).info, {option: value}, reading=False)
    assert str(refusal.value) == message


@pytest.mark.parametrize(("value", "number"), [("30", 30), (30, 30), ("-1", -1)])
def test_a_number_is_a_number(value, number):
    assert fill_options(load("html").info, {"refresh": value}, reading=False)["refresh"] == number
