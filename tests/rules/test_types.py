"""Records made by a program: a wrong value is one clear line, wherever the record enters."""

import datetime
import io
import random
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given

import bmconv
from bmconv import records as rec
from bmconv.errors import BadRecord, BmconvError, UsageError
from bmconv.registry import OWN
from bmconv.rules.fields import FIELDS, field_of
from bmconv.rules.types import faults
from bmconv.schema import fields
from tests.helpers.running import ROOT
from tests.helpers.strategies import any_record


class Odd:
    def __repr__(self) -> str:
        return "two\nlines " * 50


class Worse:
    def __repr__(self) -> str:
        raise RuntimeError


ZONE = datetime.UTC
VALUES = {
    "int": [3, 0, -5],
    "float": [1.5],
    "text": ["x", "Ä"],
    "bool": [True],
    "date": [datetime.date(2026, 1, 2)],
    "time": [datetime.time(19, 30)],
    "datetime": [datetime.datetime(2026, 1, 2, 19, 30)],
}
NEVER = [
    2**31, -(2**40), 10**5000, float("nan"), float("inf"), b"x", "\ud800", {1, 2}, {1: 2}, object(),
    Odd(), Worse(), Decimal(1), Fraction(1, 2), 1j, [object()], {"a": object()}, ..., print, int,
    datetime.time(1, tzinfo=ZONE), datetime.datetime(2026, 1, 1, tzinfo=ZONE),
    datetime.timedelta(1),
]  # fmt: skip
"""Values that fit no field, except the wide numbers that a float can hold."""


def wrong_values(kind: str, name: str) -> list[object]:
    """Values that do not fit a field: those of all other kinds, and those that fit none."""
    field = next(f for f in fields(kind) if f.attribute == name)
    others = [v for other, values in VALUES.items() if other != field.kind for v in values]
    if field.kind == "float":
        others = [v for v in others if type(v) is not int]
    never = [v for v in NEVER if not (field.kind == "float" and v in (2**31, -(2**40)))]
    return others + never


def test_50_random_wrong_values_in_random_fields_of_all_types_are_one_line_each():
    chance = random.Random(15)
    for number in range(50 * len(rec.TYPES)):
        kind = list(rec.TYPES)[number % len(rec.TYPES)]
        name = chance.choice(rec.TYPES[kind].__struct_fields__)
        value = chance.choice(wrong_values(kind, name))
        record = rec.TYPES[kind](**{name: value})
        for enter in (bmconv.Event().add, lambda one: bmconv.Event([one])):
            with pytest.raises(BadRecord) as told:
                enter(record)
            line = str(told.value)
            assert line.startswith(kind)
            assert f": {name} is " in line
            assert "; expected " in line
            assert len(line.splitlines()) == 1
            assert len(line) < 300


def test_the_message_names_record_field_value_and_what_is_expected():
    with pytest.raises(BadRecord) as told:
        bmconv.Event([rec.Seat(section=1, table=5, direction="N", name=17)])
    assert str(told.value) == "seat A5 N: name is 17; expected text"
    with pytest.raises(BadRecord, match=r"^result A1 board 2: date is '2026-01-01'; expected a da"):
        bmconv.Event([rec.Result(section=1, table=1, board=2, date="2026-01-01")])
    with pytest.raises(BadRecord, match=r"^result A1: board is True; expected a whole number of"):
        bmconv.Event([rec.Result(section=1, table=1, board=True)])


def test_a_value_made_wrong_later_is_found_when_the_event_is_written(tmp_path):
    event = bmconv.Event([rec.Section(id=1, letter="A")])
    event.of(rec.Section)[0].tables = "three"
    for write in (
        lambda: bmconv.write(event, tmp_path / "x.bws"),
        lambda: bmconv.write(event, format="records"),
        lambda: bmconv.write(event, io.BytesIO(), "csv", table="section"),
    ):
        with pytest.raises(BadRecord, match=r"^section A: tables is 'three'; expected a whole num"):
            write()
    assert not (tmp_path / "x.bws").exists()


def closed() -> io.BytesIO:
    file = io.BytesIO(b"{}")
    file.close()
    return file


@pytest.mark.parametrize(
    "call",
    [
        lambda: bmconv.Event([1]),
        lambda: bmconv.Event(5),
        lambda: bmconv.Event("night.bws"),
        lambda: bmconv.Event([rec.Record()]),
        lambda: bmconv.Event().add({"type": "result"}),
        lambda: bmconv.Event().of("result"),
        lambda: bmconv.Event().to_arrow("nonsense"),
        lambda: bmconv.Event().to_arrow(["result"]),
        lambda: bmconv.Event().to_pandas(7),
        lambda: bmconv.Event().remove(rec.Section(id=1)),
        lambda: bmconv.Event([rec.Section(id=1)]).replace(rec.Section(id=1), letter="B"),
        lambda: bmconv.read(5),
        lambda: bmconv.read(None),
        lambda: bmconv.read(io.StringIO("x")),
        lambda: bmconv.read(closed()),
        lambda: bmconv.read("a\0b.bws"),
        lambda: bmconv.write(bmconv.Event(), closed(), "records"),
        lambda: bmconv.write(bmconv.Event(), "a\0b.jsonl"),
        lambda: bmconv.read(b"x", 5),
        lambda: bmconv.read(b"x", ["pbn"]),
        lambda: bmconv.write([rec.Section(id=1)], "x.bws"),
        lambda: bmconv.write(bmconv.Event(), 5, "bws"),
        lambda: bmconv.write(bmconv.Event(), io.StringIO(), "records"),
        lambda: bmconv.write(bmconv.Event()),
        lambda: bmconv.write(bmconv.Event(), format=["x"]),
        lambda: bmconv.write(bmconv.Event(), "x.unheard-of"),
    ],
)
def test_a_wrong_call_is_one_line(call):
    with pytest.raises(UsageError) as told:
        call()
    assert len(str(told.value).splitlines()) == 1


def test_an_event_does_not_change_with_what_it_was_made_of_or_gave_out():
    section = rec.Section(id=1, letter="A")
    event = bmconv.Event([section])
    event.add(seat := rec.Seat(section=1, table=1, direction="N", name="A. Berg"))
    section.letter, seat.name = "B", "C. Dahl"
    event.of(rec.Section).clear()
    event.seats(1).clear()
    event.notes.append("x")
    assert [*event, *event.notes] == [
        rec.Section(id=1, letter="A"),
        rec.Seat(section=1, table=1, direction="N", name="A. Berg"),
    ]


def test_a_record_is_replaced_and_removed_with_its_look_ups():
    event = bmconv.Event([rec.Section(id=n, letter=letter) for n, letter in enumerate("ABC", 1)])
    new = event.replace(event.of(rec.Section)[1], id=7, winners=2)
    assert event.section(7) is new
    assert event.section(2) is None
    assert [s.id for s in event.of(rec.Section)] == [1, 7, 3]
    event.remove(new)
    assert (event.section(7), event.counts()) == (None, {"section": 2})
    with pytest.raises(BadRecord, match="section A: winners is 'two'"):
        event.replace(event.of(rec.Section)[0], winners="two")
    with pytest.raises(UsageError, match="no field 'colour'"):
        event.replace(event.of(rec.Section)[0], colour="red")
    assert event.counts() == {"section": 2}


def test_a_player_is_replaced_under_a_new_number():
    event = bmconv.Event([rec.Player(number="1", name="A"), rec.Player(number="2", name="B")])
    event.replace(event.of(rec.Player)[0], number="3")
    event.add(rec.Player(number="3", name="A", country="NL"))
    assert event.of(rec.Player) == [
        rec.Player(number="3", name="A", country="NL"),
        rec.Player(number="2", name="B"),
    ]


@given(any_record())
def test_every_sound_record_passes(record):
    assert list(faults(record)) == []


@pytest.mark.parametrize("name", [name for name in OWN if OWN[name].reads])
def test_what_a_reader_makes_of_its_sample_passes(name):
    for path in (ROOT / "formats" / name / "samples").glob("*"):
        if path.is_file() and path.suffix not in (".md", ".jsonl"):
            for record in bmconv.read(path, name):
                assert list(faults(record)) == []


def test_what_a_club_file_holds_passes(club_nights):
    for path in club_nights:
        assert [list(faults(record)) for record in bmconv.read(path) if [*faults(record)]] == []


def test_errors_of_files_are_errors_of_the_system_too(tmp_path):
    with pytest.raises(OSError, match="no-such-file") as told:
        bmconv.read(tmp_path / "no-such-file")
    assert isinstance(told.value, BmconvError)
    assert told.value.errno == 2
    assert str(told.value).endswith("no-such-file: No such file or directory")


def test_a_file_opened_the_wrong_way_is_one_line(tmp_path):
    path = tmp_path / "x.jsonl"
    path.write_bytes(b"")
    with path.open("rb") as file, pytest.raises(UsageError, match=r"expected a file open for wri"):
        bmconv.write(bmconv.Event([rec.Section(id=1)]), file, "records")
    with path.open("wb") as file, pytest.raises(UsageError, match=r"expected a file open for rea"):
        bmconv.read(file)


def test_every_field_has_a_line_in_the_rule_book():
    named = {f"{kind}.{name}" for kind, entries in FIELDS.items() for name in (*entries, "extra")}
    missing = [
        f"{k}.{f.name}" for k in rec.TYPES for f in fields(k) if f"{k}.{f.name}" not in named
    ]
    assert not missing, f"without a line in FIELDS of rules/fields.py: {', '.join(missing)}"


def test_a_field_without_a_line_in_the_rule_book_is_named():
    with pytest.raises(LookupError, match=r"result\.tempo has no line in FIELDS of rules/fields"):
        field_of("result", "tempo")
