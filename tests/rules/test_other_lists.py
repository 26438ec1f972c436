"""Two lists of limits are not the book's: the sizes of Access columns, and the vendor's rules.

They describe what others do. Each difference from the book is named here.
"""

from bmconv.bridge.scoring_methods import CODES
from bmconv.bws.layout import TABLES
from bmconv.codecs.dto.settings import _TYPES
from bmconv.connector import rules as vendor
from bmconv.rules import BWS, DTO, judge
from bmconv.rules.fields import rules_of
from bmconv.rules.settings import COLUMNS, SETTINGS, setting

WIDER_COLUMNS = {
    ("session", "guid"): 80,
    ("result", "declarer"): 2,
    ("result", "contract"): 10,
    ("result", "result"): 10,
    ("result", "lead_card"): 10,
    ("result", "remarks"): 255,
    ("seat", "direction"): 2,
    ("section", "letter"): 3,
    ("round", "custom_boards"): 255,
    ("bid", "direction"): 2,
    ("bid", "bid"): 10,
    ("card", "direction"): 2,
    ("card", "card"): 10,
    ("client", "computer"): 255,
}
"""Columns of texts whose spelling the book limits, not their length, by record type and field."""


def test_the_columns_of_names_and_numbers_are_as_wide_as_the_book_allows():
    found = {}
    for layout in TABLES.values():
        rules = rules_of(layout.kind)
        for column in layout.columns:
            if column.type == "text" and layout.kind not in ("settings", "intermediate", "hand"):
                rule = rules.get(column.field)
                if rule is None or rule.size != column.size:
                    found[layout.kind, column.field] = column.size
    assert found == WIDER_COLUMNS


def test_a_column_has_room_for_every_spelling():
    for layout in TABLES.values():
        rules = rules_of(layout.kind)
        for column in layout.columns:
            rule = rules.get(column.field)
            if column.type == "text" and rule and rule.choices:
                assert max(map(len, rule.choices)) <= column.size, column


def test_the_columns_of_settings_are_those_of_the_book():
    columns = {c.name: c for c in TABLES["Settings"].columns[1:]}
    assert list(columns) == [s.name for s in COLUMNS]
    assert {name: c.size for name, c in columns.items() if c.size} == {
        "BM2PINcode": 4,
        "BM3PINcode": 4,
    }


def test_the_ranges_that_the_service_checks_are_the_book_s():
    for name, (_, allowed) in vendor.RANGES.items():
        assert setting(name).rule.range(DTO) == (allowed[0], allowed[-1])


def test_the_service_takes_more_in_a_pin():
    """Four characters that are a whole number; the guide wants digits."""
    assert list(vendor._pin("B23", "BM2PINcode", "+123")) == []
    assert not judge("settings", "BM2PINcode", "+123", DTO).is_valid


def test_methods_game_types_and_letters_are_the_book_s():
    assert {*CODES} - {*vendor.METHODS} == {61}  # our own
    assert {*vendor.METHODS} <= {*CODES}
    game_type = rules_of("section")["game_type"]
    assert set(game_type.further) == {*vendor.GAME_TYPES}
    assert {*rules_of("section")["letter"].choices} == vendor.LETTERS


def test_numbers_from_1_on_have_no_upper_limit_at_the_service():
    """Tables, rounds, boards and pairs: the limits of the terminals are the book's alone."""
    for name, kind in (("table", "table"), ("round", "round"), ("board", "hand")):
        high = rules_of(kind)[name].range(DTO)[1]
        assert high == rules_of(kind)[name].range(BWS)[1] < 5000


def test_every_setting_of_the_documents_is_in_the_book():
    unknown = {name for name in _TYPES if setting(name) is None}
    assert not unknown, f"add {unknown} to rules/settings.py, with column=False if no .bws has it"
    of_tables = {"BM3ConnectionMode"}
    absent = {s.name for s in SETTINGS} - set(_TYPES) - of_tables
    place = "Bridgemate2SettingsDTO or Bridgemate3SettingsDTO in connector/schema.py"
    assert not absent, f"add {absent} to {place}, if the guide has it in the Data Connector"
    assert not of_tables & set(_TYPES)
