"""The rule book gives columns the values and notes that it gives record by record."""

import random

import pytest

from bmconv.columns.batches import from_records, to_records
from bmconv.columns.judging import normalise_batches
from bmconv.notes import Notes
from bmconv.records import Evaluation, Result, Seat, Section, Settings, Table
from bmconv.rules import BWS, DTO, RECORDS
from bmconv.rules.judging import normalise

TEXTS = {
    "contract": (None, "4 S x", "4sx", "PASS", "pass", "9 S", "?", "\0"),
    "declarer": (None, "N", "n", "Q", "", "S", "X"),
    "lead_card": (None, "SA", "sa", "A", "H10", "HT", "10"),
    "result": (None, "=", "+1", "-14", "+99", "x"),
    "direction": (None, "N", "e", "X"),
}
NUMBERS = (None, -(2**31), -32769, -1, 0, 1, 13, 14, 37, 38, 255, 256, 511, 512, 995, 996, 998, 999,
           1000, 32767, 32768, 2**31 - 1)  # fmt: skip
KINDS = {
    Result: ("contract", "declarer", "lead_card", "result", "board", "pair_ns", "id", "score"),
    Table: ("table", "status", "update_from_round", "current_board"),
    Seat: ("direction", "table"),
    Evaluation: ("board", "north_spades", "hcp_north"),
    Section: ("id", "tables", "winners", "missing_pair", "ew_move_before_play"),
}


@pytest.mark.parametrize("scope", [BWS, DTO, RECORDS])
@pytest.mark.parametrize("cls", KINDS)
def test_columns_are_judged_as_records_are(cls, scope):
    dice = random.Random(3)
    names = [name for name in KINDS[cls] if name in cls.__struct_fields__]
    for _ in range(20):
        rows = [
            cls(**{name: dice.choice(TEXTS.get(name, NUMBERS)) for name in names})
            for _ in range(dice.choice((1, 3, 30)))
        ]
        kind, of_columns, of_records = cls.__struct_config__.tag, Notes(), Notes()
        part = from_records(kind, rows)
        (judged,) = normalise_batches(kind, [part], scope, of_columns)
        expected = list(normalise(rows, scope, of_records))
        assert list(to_records(kind, judged)) == expected
        assert sorted(of_columns.lines()) == sorted(of_records.lines())


def test_settings_are_judged_value_by_value():
    rows = [Settings(section=1, values={"LeadCard": 1, "BM2PINcode": "0000", "ScorePoints": 77})]
    of_columns, of_records = Notes(), Notes()
    (judged,) = normalise_batches("settings", [from_records("settings", rows)], BWS, of_columns)
    assert list(to_records("settings", judged)) == list(normalise(rows, BWS, of_records))
    assert of_columns.lines() == of_records.lines()
    assert [line.split()[1] for line in of_columns.lines()] == ["setting-kind:", "setting-range:"]
