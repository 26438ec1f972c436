"""Values as other programs write them, each in the kind of its field."""

import datetime
import math

import pytest

from bmconv.io.foreign import integer_text, record_of, value_of, without_nulls
from bmconv.records import Player, Result, Seat

MOMENT = datetime.datetime(2026, 11, 19, 19, 30)
DAY = datetime.datetime(2026, 11, 19)
SINCE_1970 = 1_795_046_400_000
"""Milliseconds from 1970 to 19 November 2026: `date -u -d 2026-11-19 +%s`000."""


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("int", 7.0, 7),
        ("int", "7.0", 7),
        ("int", 7.5, 7.5),
        ("int", "seven", "seven"),
        ("float", "18,5", 18.5),
        ("float", "18,55", 18.55),
        ("float", "-18,5", -18.5),
        ("float", "1,234", "1,234"),
        ("float", "inf", "inf"),
        ("float", 3, 3.0),
        ("bool", "TRUE", True),
        ("bool", "t", True),
        ("bool", 1.0, True),
        ("bool", "F", False),
        ("bool", 0.0, False),
        ("bool", "yes", "yes"),
        ("text", 1003.0, "1003"),
        ("text", 17, "17"),
        ("text", 1.5, "1.5"),
        ("text", True, True),
        ("date", DAY, DAY.date()),
        ("date", SINCE_1970, DAY.date()),
        ("date", "2026-11-19T00:00:00+01:00", DAY.date()),
        ("date", MOMENT, MOMENT),
        ("datetime", "2026-11-19T19:30:00+01:00", MOMENT),
        ("datetime", SINCE_1970 + (19 * 60 + 30) * 60_000, MOMENT),
        ("datetime", True, True),
        ("time", datetime.timedelta(hours=19, minutes=30), MOMENT.time()),
        ("time", "19:30", MOMENT.time()),
        ("json", '{"a": null, "b": [{"c": null}]}', {"b": [{}]}),
        ("json", "{", "{"),
    ],
)
def test_a_value_becomes_that_of_its_field_or_stays_to_be_refused(kind, value, expected):
    found = value_of(kind, value)
    assert (found, type(found)) == (expected, type(expected))


def test_what_is_unknown_is_left_out_of_a_record():
    nothing = {"contract": None, "result": "", "mp_ns": math.nan, "erased": "false"}
    assert record_of("result", {"board": 7.0, **nothing}) == Result(board=7)
    assert record_of("player", {"number": 1003.0, "club_id": "12"}) == Player(
        number="1003", club_id="12"
    )


def test_columns_of_an_index_and_those_beside_the_fields_are_no_values():
    beside = {"": 0, "Unnamed: 0": 0, "index": 0, "level": 4, "event_id": "x", "ns_names": "A & B"}
    assert record_of("result", {"board": 7, **beside}) == Result(board=7)
    assert record_of("seat", {"table": 1, "source_file": "a.bws"}) == Seat(table=1)


@pytest.mark.parametrize(
    ("kind", "values"),
    [("reslt", {}), ("result", {"colour": 1}), ("result", {"colour": False}),
     ("result", {"board": 1.5})],
)  # fmt: skip
def test_an_unknown_type_an_unknown_field_and_a_wrong_value_are_refused(kind, values):
    with pytest.raises(ValueError, match=r"unknown|Expected"):
        record_of(kind, values)


@pytest.mark.parametrize(
    ("text", "digits"),
    [("1003.0", "1003"), ("0017.0", "0017"), ("1003.5", "1003.5"), ("A.0", "A.0"), ("7", "7")],
)
def test_only_a_fraction_of_0_is_taken_from_a_number(text, digits):
    assert integer_text(text) == digits


def test_nulls_in_lists_stay_and_those_in_maps_go():
    assert without_nulls([None, {"a": None, "b": 0}]) == [None, {"b": 0}]
