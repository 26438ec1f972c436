"""Rules for players, seats and settings: each applies where it should, and only there."""

import pytest

from bmconv import records as rec
from bmconv.rules.settings import COLUMNS
from tests.helpers.checking import broken_rules, findings, night, seats


@pytest.mark.parametrize(("target", "level"), [(None, "warning"), ("bws", "error")])
def test_names_and_numbers_fit_the_columns_of_a_bws_file(target, level):
    name, number = "x" * 19, "1" * 19
    assert findings([rec.Player(number=number, name=name)], target=target) == [
        (level, "number-length", f"player {number}", number),
        (level, "name-length", f"player {number}", name),
    ]
    seat = rec.Seat(section=1, table=1, direction="N", number="1", name=name)
    got = findings([seat], target=target)
    assert (level, "name-length", "seat A1 N", name) in got
    assert findings([rec.Session(id=1, name="x" * 41)], target=target) == [
        (level, "session-name-length", "session 1", "x" * 41)
    ]
    assert findings([rec.Player(number="1" * 16, name="x" * 18)], target=target) == []
    assert findings([rec.Session(id=1, name="x" * 40)], target=target) == []


def test_a_control_character_in_a_name_is_reported_in_its_spelling():
    assert findings([rec.Player(number="7", name="Ann\0Bo"), rec.Session(id=1, name="Late")]) == [
        ("warning", "control-character", "player 7", r"name 'Ann\x00Bo'")
    ]


@pytest.mark.parametrize("length", [17, 18])
def test_a_number_of_the_list_may_be_too_long_for_a_seat(length):
    number = "1" * length
    assert findings([rec.Player(number=number, name="Ann")]) == [
        ("info", "number-too-long-for-seat", f"player {number}", number)
    ]


def test_a_seat_is_of_a_round_of_its_table():
    four = seats(1, *"1234") + seats(2, *"5678")
    late = rec.Seat(section=1, table=1, direction="N", round=9, number="9")
    assert findings(night(*four, late)) == [
        ("warning", "seat-round", "seat A1 N round 9", "round 9 of 2")
    ]
    late.round = 2
    assert findings(night(*four, late)) == []
    assert findings(night(*four, late, rounds=[])) == findings(night(*four, rounds=[]))


def test_first_and_last_name_together_are_the_name():
    got = findings([rec.Player(number="1", first_name="Wilhelmina", last_name="Oosterhuis")])
    assert got == [("warning", "name-length", "player 1", "Wilhelmina Oosterhuis")]


def test_a_table_has_four_seats():
    assert findings(night(*seats(1, *"1234"), *seats(2, *"5678"))) == []
    got = findings(night(*seats(1, *"1234"), *seats(2, *"567")))
    assert got == [("info", "seats", "table A2", "E N S")]
    assert findings(night(*seats(1, *"1234"))) == [("info", "seats", "table A2", "none")]
    # Seats entered later complete a table, and a table without any seats is fine.
    later = rec.Seat(section=1, table=1, direction="W", round=2, number="4")
    assert findings([*seats(1, *"123"), later]) == []
    assert findings(night()) == []


def test_an_empty_seat_is_told():
    got = findings(seats(1, "1", "2", None, "0"))
    assert got == [
        ("info", "empty-seat", "seat A1 S", ""),
        ("info", "empty-seat", "seat A1 W", ""),
    ]


def test_a_number_has_a_name_where_there_are_names():
    four = seats(1, *"1234")
    assert findings(four) == []
    four[0].name = "Ann"
    assert findings(four)[0] == ("info", "number-without-name", "seat A1 E", "2")
    listed = [rec.Player(number=n, name="Somebody") for n in "234"]
    assert findings([*four, *listed]) == []


def test_a_name_has_a_number_where_there_are_numbers():
    four = [rec.Seat(section=1, table=1, direction=d, name=f"Player {d}") for d in "NESW"]
    assert findings(four) == []
    four[0].number = "7"
    assert findings(four)[0] == ("info", "name-without-number", "seat A1 E", "Player E")


def test_a_player_number_is_once_in_the_list():
    twice = [rec.Player(number="7", name="Ann"), rec.Player(number="7", name="Bob")]
    assert findings(twice) == [("info", "player-twice", "player 7", "Bob")]
    assert findings([rec.Player(number="7", name="Ann"), rec.Player(number="07", name="Bob")]) == []
    sessions = [rec.Player(number="7", name="Ann", session=n) for n in (1, 2)]
    assert findings(sessions) == []
    assert findings(sessions, target="dto") == [("error", "player-twice", "player 7", "Ann")]


@pytest.mark.parametrize(
    ("seat", "listed"),
    [("ANN  BERG", "Ann Berg"), ("Berg, Ann", "Ann Berg"), ("A. Berg", "Ann Berg"),
     ("Ann Be", "Ann Berg"), ("Berg", "Ann Berg"), ("Zoë Ångström", "zoe angstrom"),
     ("A van den Berg", "Berg, Ann v.d."), ("Ann deBoer", "Ann de Boer")],
)  # fmt: skip
def test_other_spellings_of_a_name_are_no_other_name(seat, listed):
    people = [rec.Player(number=n, name=listed) for n in "1234"]
    assert findings([*people, *seats(1, *"1234", name=seat)]) == []


def test_a_seat_has_the_name_that_the_list_has_for_its_number():
    people = [rec.Player(number=f"000{n}", name=f"{n * 3} Berg") for n in "1234"]
    four = seats(1, *"1234")
    assert findings([*people, *four]) == []
    four[1].name = "Ann Berg"
    got = findings([*people, *four])
    assert got == [("warning", "name-not-of-number", "seat A1 E", "Ann Berg; 2 is 222 Berg")]
    # one number of several people
    assert "name-not-of-number" not in broken_rules(
        [*people, rec.Player(number="2", name="Ann"), *four]
    )


def test_nobody_sits_at_two_seats_of_one_round():
    got = findings(seats(1, "1", "2", "3", "1"))
    assert got == [("warning", "player-at-two-seats", "seat A1 W", "1, also at seat A1 N")]
    assert findings([*seats(1, *"1234"), *seats(2, *"1234", round=2)]) == []
    assert findings([*seats(1, *"1234"), *seats(2, *"1234", round=1)]) == []
    same = "player-at-two-seats"  # no round and round 0 are both before play
    assert [f[1] for f in findings([*seats(1, *"1234"), *seats(2, *"1567", round=0)])] == [same]
    # 0 is nobody, and a player may sit in another session too.
    assert "player-at-two-seats" not in broken_rules(seats(1, *"0000"))
    two = [rec.Section(id=n, letter="AB"[n - 1], session=n) for n in (1, 2)]
    assert findings([*two, *seats(1, *"1234"), *seats(1, *"1234", section=2)]) == []


# settings


def row(**values):
    return [rec.Settings(section=1, values=values)]


@pytest.mark.parametrize("setting", [s for s in COLUMNS if s.kind == "int"], ids=lambda s: s.name)
def test_a_number_of_a_setting_is_within_its_documented_range(setting):
    low, high = setting.values[0], setting.values[-1]
    assert findings(row(**{setting.name: low})) == findings(row(**{setting.name: high})) == []
    for value in (low - 1, high + 1, "x"):
        place = f"settings A {setting.name}"
        assert findings(row(**{setting.name: value})) == [
            ("error", "setting-range", place, repr(value))
        ]


@pytest.mark.parametrize(
    ("name", "good", "bad"),
    [
        ("MaximumResults", 127, 128),
        ("AutopoweroffTime", 5, 61),
        ("VerificationTime", 7, 0),
        ("BM2ResultsOverview", 5, 6),
        ("BM2NumberValidation", 4, 5),
        ("BM2NameSource", 3, 4),
        ("BM3ScreenBrightness", 7, 0),
        ("BM3ScreenDimMode", 15, 16),
        ("BM3ScreenOffMode", 0, -1),
        ("BM3SleepMode", 120, 0),
        ("BM3AudioVolume", 1, 8),
        ("BM3Language", 10, 11),
        ("BM3LeadCardEntry", 3, 4),
        ("BM3Ranking", 3, 4),
        ("BM3ViewResults", 2, 3),
        ("BM3EnterHandRecord", 2, 3),
    ],
)
def test_documented_ranges_by_hand(name, good, bad):
    assert findings(row(**{name: good})) == []
    assert findings(row(**{name: bad})) == [
        ("error", "setting-range", f"settings A {name}", str(bad))
    ]


def test_a_switch_is_true_or_false_or_what_access_makes_of_it():
    for value in (True, False, 0, 1, -1):
        assert findings(row(ShowResults=value)) == []
    for value in (2, "yes"):
        got = findings(row(showresults=value))
        assert got == [("error", "setting-range", "settings A showresults", repr(value))]


@pytest.mark.parametrize("name", ["BM2PINcode", "BM3PINcode"])
def test_a_pin_has_four_digits(name):
    for pin in ("0000", "1234"):
        assert findings(row(**{name: pin})) == []
    for pin in ("", "123", "12345", "12a4", "+123", "١٢٣٤", 12345):
        got = findings(row(**{name: pin}))
        assert got == [("error", "pin", f"settings A {name}", "'***'" if pin else "''")]


def test_settings_of_other_programs_are_their_own():
    assert findings(row(TabletsMove="anything")) == []


def test_only_the_first_row_of_a_global_setting_counts():
    two = [
        rec.Settings(section=1, values={"GroupSections": True, "ShowResults": True}),
        rec.Settings(section=2, values={"GroupSections": False, "ShowResults": False}),
    ]
    assert findings(two) == [("info", "global-setting", "settings B GroupSections", "False")]
