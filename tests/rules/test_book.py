"""What the rule book says of a value is what every door does with it.

Every field that has a rule, and every setting, goes through reading, `set`, `bws apply`, writing,
`check` and the library with values inside, at and outside its limits.
"""

import io
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

import bmconv
from bmconv import jet
from bmconv.bws.layout import TABLE_OF, TABLES
from bmconv.bws.live.applying import APPLIED, refuse_invalid
from bmconv.checks import check
from bmconv.columns import TABLES as TABLE_KINDS
from bmconv.errors import BadInput, BadRecord, DataError, UsageError
from bmconv.filters.assignments import parse_assignments
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, Settings
from bmconv.rules import BWS, DTO, RECORDS, Rule, Scope, judge
from bmconv.rules.fields import FIELDS, NOBODY, NUMBERED, rules_of
from bmconv.rules.judging import note_all_unfit
from bmconv.rules.settings import COLUMNS, SETTINGS
from tests.helpers.coding import decode_bytes, encode_records

TEXTS: dict[str, dict[str, str | None]] = {
    "odd-guid": {
        "0123456789ABCDEF0123456789ABCDEF": "0123456789ABCDEF0123456789ABCDEF",
        "{01234567-89ab-cdef-0123-456789abcdef}": "0123456789ABCDEF0123456789ABCDEF",
        "0123456789ABCDEF0123456789ABCDE": None,
        "0123456789ABCDEF0123456789ABCDEFG": None,
    },
    "odd-contract": {
        "4 S x": "4 S x", "4SX": "4 S x", "3N": "3 NT", "7♠": "7 S", "pass": "PASS",
        "1 C xx": "1 C xx", "8 S": None, "0 NT": None, "4 Z": None,
    },
    "odd-result": {
        "=": "=", "+0": "=", "+6": "+6", "-13": "-13", "+ 1": "+1", "+7": None, "-14": None,
        "ten": None, "10": None,
    },
    "odd-par-contract": {
        "NS 4SX-1": "NS 4SX-1", "e-w 5 d =, W 3n+1": "EW 5D=; W 3NT+1", "S 7NTXX": "S 7NTXX",
        "NS Pass": "PASS", "4S": None, "NS 8C=": None, "NS 4S;; EW 5C": None,
    },
    "odd-lead-card": {"S10": "S10", "ST": "S10", "d a": "DA", "10♥": "H10", "S1": None, "XA": None},
    "odd-direction": {"N": "N", "w": "W", "North": "N", "Q": None, "NN": None},
    "odd-side": {"NS": "NS", "ew": "EW", "N": None},
    "odd-hand": {
        "AQT94.T53.KQ8.T9": "AQT94.T53.KQ8.T9", "aqt94.t53.kq8.t9": "AQT94.T53.KQ8.T9",
        "A.K.Q": None, "10.2.3.4": None,
    },
    "odd-bid": {"3NT": "3NT", " 3n ": "3NT", "1♠": "1S", "p": "PASS", "dbl": "X", "8C": None},
    "odd-card": {"ST": "ST", "S10": "ST", "hx": "Hx", "♠A": "SA", "S1": None},
    "odd-vulnerability": {"All": "All", "both": "All", "N-S": "NS", "green": None},
    "section-letter": {"A": "A", "zzz": "ZZZ", "BB": "BB", "AB": None, "ABCD": None, "1": None},
    "custom-boards": {
        "1,2,5": "1,2,5", "07": "7", " 1, 2,5": "1,2,5", "1,2,": None, "1-3": None, "1;2": None,
        "0": None, "١,٢": None,
    },
    "odd-remark": {
        "not played": "Not played", "60/40%": "60%-40%", "A+/A-": "60%-40%", "hello": "hello",
        "70/30": None, "A+": None,
    },
    "pin": {"0000": "0000", "12": None, "12345": None, "12a4": None},
}  # fmt: skip
"""Texts by the code of their rule, and their one spelling; None: they are invalid."""


class Case(NamedTuple):
    """A value of a field, or of a setting, and what the book says of it."""

    kind: str
    name: str
    value: Any
    rule: Rule

    def record(self) -> Record:
        if self.kind == "settings" and self.name not in FIELDS["settings"]:
            return Settings(values={self.name: self.value})
        return TYPES[self.kind](**{self.name: self.value})

    def value_of(self, record: Any) -> Any:
        setting = self.kind == "settings" and self.name not in FIELDS["settings"]
        return record.values.get(self.name) if setting else getattr(record, self.name)


def numbers(rule: Rule) -> Iterator[int]:
    """Numbers at the limits of a rule in all scopes, and on both sides of them."""
    for scope in (RECORDS, BWS, DTO):
        for limit in rule.range(scope):
            if limit is not None:
                yield from (limit - 1, limit, limit + 1)
    yield from rule.further
    yield from (number + 1 for number in rule.further[-1:])


def cases() -> Iterator[Case]:
    for kind in TYPES:
        for name, rule in rules_of(kind).items():
            if rule.size:
                values: Any = ("x" * rule.size, "x" * (rule.size + 1))
            elif rule.spell:
                values = TEXTS[rule.code]
            else:
                values = dict.fromkeys(numbers(rule))
            yield from (Case(kind, name, value, rule) for value in values)
    for setting in SETTINGS:
        values = TEXTS["pin"] if setting.kind == "text" else dict.fromkeys(numbers(setting.rule))
        if setting.kind == "bool":
            values = (True, False, *values)
        yield from (Case("settings", setting.name, value, setting.rule) for value in values)


CASES = list(cases())


def outcome(case: Case, found: list[Record], notes: Any) -> tuple[Any, bool]:
    """The value that was read, and whether a note has the code of the rule."""
    (record,) = [record for record in found if isinstance(record, TYPES[case.kind])]
    return case.value_of(record), any(note.code == case.rule.code for note in notes)


def expected(case: Case, scope: Scope) -> tuple[Any, bool]:
    """The value that the book keeps, and whether it is to be noted."""
    verdict = judge(case.kind, case.name, case.value, scope)
    return verdict.value, not verdict.is_valid


def test_the_spellings_are_those_of_the_guides():
    for case in CASES:
        table = TEXTS.get(case.rule.code)
        if isinstance(case.value, str) and table is not None:
            spelling = table[case.value]
            verdict = judge(case.kind, case.name, case.value)
            assert verdict == (
                (case.value, case.rule.code) if spelling is None else (spelling, "")
            ), case


FREE = (0, None)
RANGES: dict[tuple[tuple[int | None, int | None], ...], str] = {
    (FREE, FREE, (0, 255)): "event.commands",
    (FREE, (0, 32767), FREE): "session.id section.session section.tables table.computer_id "
    "bid.counter card.counter",
    (FREE, (0, 78), (0, 78)): "section.id",
    ((None, None), (-32768, 32767), (None, None)): "section.ew_move_before_play",
    (FREE, (0, 4095), (0, 4095)): "section.missing_pair table.table round.table round.ns_pair "
    "round.ew_pair round.south round.west seat.table game.table game.pair_ns game.pair_ew "
    "result.table result.pair_ns result.pair_ew result.declarer_pair intermediate.table "
    "intermediate.pair_ns intermediate.pair_ew intermediate.declarer_pair bid.table card.table "
    "td_call.table",
    (FREE, (0, 255), (0, 255)): "table.current_round round.round seat.round game.round "
    "result.round intermediate.round bid.round card.round td_call.round",
    (FREE, (0, 127), (0, 127)): "table.current_board round.low_board round.high_board hand.board "
    "evaluation.board game.board result.board intermediate.board bid.board card.board",
    ((0, 0),) * 3: "scoring_group.method section.game_type",
    ((0, 1),) * 3: "table.status table.connection_mode",
    ((1, 2),) * 3: "table.log_on_off",
    ((0, 2),) * 3: "session.status section.winners result.suspicious_contract "
    "intermediate.suspicious_contract",
    ((0, 3),) * 3: "result.scoring_direction intermediate.scoring_direction",
    ((0, 4),) * 3: "section.scoring_type td_call.status",
    ((0, 127),) * 3: "table.group",
    ((-256, 511),) * 3: "table.update_from_round",
    ((0, 13),) * 3: " ".join(
        f"evaluation.{seat}_{strain}"
        for seat in ("north", "east", "south", "west")
        for strain in ("spades", "hearts", "diamonds", "clubs", "notrump")
    ),
    ((0, 37),) * 3: "evaluation.north_hcp evaluation.east_hcp evaluation.south_hcp "
    "evaluation.west_hcp",
    ((-7600, 7600),) * 3: "result.score intermediate.score evaluation.par_score",
}
"""Ranges of the guides, copied by hand: in records, in a .bws for the Bridgemate II, in a document.

0 can mean no number. All other numbers are 0 or more.
"""
FURTHER = {
    "scoring_group.method": (10, 20, 21, 22, 25, 26, 27, 30, 31, 35, 36, 40, 50, 51, 60, 61, 70),
    "section.game_type": (10, 20, 30),
    "table.update_from_round": (996, 997, 998, 999),
}
"""Numbers outside the ranges that are valid too."""
SIZES = {"session.name": 40, "player.number": 18, "player.name": 18, "seat.name": 18}
SIZES |= {"seat.number": 16}
"""The most characters in a .bws."""
SETTING_RANGES = {
    "MaximumResults": 127, "ScorePoints": 1, "EnterResultsMethod": 2, "AutopoweroffTime": (5, 60),
    "VerificationTime": (1, 7), "ShowContract": 1, "BM2ResultsOverview": 5,
    "BM2ShowPlayerNames": 2, "BM2Ranking": 2, "BM2SummaryPoints": 1, "BM2PairNumberEntry": 2,
    "BM2NumberValidation": 4, "BM2NameSource": 3, "BM2EnterHandRecordWhen": 1,
    "BM3ScreenBrightness": (1, 7), "BM3ScreenDimMode": 15, "BM3ScreenOffMode": 15,
    "BM3SleepMode": (1, 120), "BM3AudioVolume": (1, 7), "BM3Language": 10, "BM3ConnectionMode": 1,
    "BM3ResultMethod": 2, "BM3LeadCardEntry": 3, "BM3PlayerView": 1, "BM3PlayerNumberEntry": 2,
    "BM3StartingPositions": 1, "BM3Ranking": 3, "BM3ScoreRecap": 2, "BM3ScoreColumn": 1,
    "BM3ViewResults": 2, "BM3EnterHandrecord": 2,
}  # fmt: skip
"""Those of the settings of a .bws; a single number is the highest from 0 on."""


DOCUMENT_RANGES = {
    "BM2SummaryPoints": (-1, 1), "BM2EnterHandRecordWhen": (0, 2), "BM3SleepMode": (0, 120),
    "BM3AudioVolume": (0, 7), "BM3ViewResults": (0, 3), "BM3PlayerNumberMandatory": (0, 1),
    "BM3SessionSummary": (0, 1),
}  # fmt: skip
"""Those of the settings that have others, or only exist, in a document; records allow both."""


def test_the_ranges_of_fields_are_those_of_the_guides():
    by_hand = {name: ranges for ranges, names in RANGES.items() for name in names.split()}
    for kind in TYPES:
        for name, rule in rules_of(kind).items():
            field = f"{kind}.{name}"
            assert rule.size == SIZES.get(field, 0), f"{field} in SIZES"
            if not rule.spell and not rule.size:
                ranges = tuple(rule.range(scope) for scope in (RECORDS, BWS, DTO))
                assert ranges == by_hand.pop(field, (FREE,) * 3), field
                assert rule.further == FURTHER.get(field, ()), field
    assert by_hand == {}


def test_a_number_at_its_limit_is_valid_and_one_beyond_is_not():
    for ranges, names in RANGES.items():
        for name in names.split():
            for scope, (low, high) in zip((RECORDS, BWS, DTO), ranges, strict=True):
                for limit, beyond in ((low, -1), (high, 1)):
                    if limit is not None:
                        kind, field = name.split(".")
                        assert judge(kind, field, limit, scope).is_valid, (name, limit)
                        assert not judge(kind, field, limit + beyond, scope).is_valid, (name, limit)


def test_a_number_outside_the_range_is_valid_if_the_guide_names_it():
    for name, numbers in FURTHER.items():
        kind, field = name.split(".")
        valid = [n for n in range(9, 1001) if judge(kind, field, n).is_valid]
        assert set(valid) - set(range(512)) == set(numbers) - set(range(512))
        assert set(numbers) <= set(valid)
    assert not judge("scoring_group", "method", 61, DTO).is_valid


def test_a_text_as_long_as_its_column_is_valid_and_a_longer_one_is_not():
    for name, size in SIZES.items():
        kind, field = name.split(".")
        assert judge(kind, field, "x" * size, BWS).is_valid, name
        assert not judge(kind, field, "x" * (size + 1), BWS).is_valid, name
        assert judge(kind, field, "x" * (size + 1), DTO).is_valid, name


def test_the_ranges_of_settings_are_those_of_the_guides():
    by_hand = {n: v if isinstance(v, tuple) else (0, v) for n, v in SETTING_RANGES.items()}
    assert {s.name: s.rule.range(BWS) for s in COLUMNS if s.kind == "int"} == by_hand
    in_documents = by_hand | DOCUMENT_RANGES
    assert {s.name: s.rule.range(DTO) for s in SETTINGS if s.kind == "int"} == in_documents


def test_empty_text_is_no_value():
    for kind in TYPES:
        for name, rule in rules_of(kind).items():
            if rule.spell or rule.size:
                assert judge(kind, name, "") == judge(kind, name, "  ") == (None, "")


def test_reading_records_keeps_a_value_in_its_spelling_or_notes_it():
    for case in CASES:
        attribute = "class" if case.name == "class_" else case.name
        setting = case.kind == "settings" and case.name not in FIELDS["settings"]
        fields = {"values": {case.name: case.value}} if setting else {attribute: case.value}
        line = json.dumps({"type": case.kind, **fields}).encode() + b"\n"
        assert outcome(case, *decode_bytes(line, "records")) == expected(case, RECORDS), case


def test_reading_csv_keeps_a_value_in_its_spelling_or_notes_it():
    for case in CASES:
        if case.kind in TABLE_KINDS and case.kind != "settings":
            cell = '"' + str(case.value).replace('"', '""') + '"'
            data = f"{case.name}\n{cell}\n".encode()
            found, notes = decode_bytes(data, "csv", table=case.kind)
            assert outcome(case, found, notes) == expected(case, RECORDS), case


def raw_columns(case: Case) -> tuple[str, list[jet.ColumnSpec], tuple[Any, ...]] | None:
    """The table, columns and row of a database that has this value; None if it has no column."""
    if case.kind not in TABLE_OF or case.kind == "hand":
        return None
    table = TABLE_OF[case.kind]
    column = next((c for c in TABLES[table].columns if c.field == case.name), None)
    if column is None or column.type == "boolean":
        return None
    type, size = ("text", 60) if isinstance(case.value, str) else ("long", 0)
    return table, [jet.ColumnSpec(column.name, type, size)], (case.value,)


def test_reading_a_database_keeps_a_value_in_its_spelling_or_notes_it():
    for case in CASES:
        raw = raw_columns(case)
        if raw is None or (case.value == 0 and case.kind != "settings"):
            continue  # a row without values is left out
        table, columns, row = raw
        if case.kind == "settings" and case.name == "section":
            continue  # a single row holds for all sections
        file = io.BytesIO()
        jet.write([jet.TableSpec(table, columns, [row])], file)
        found, notes = decode_bytes(file.getvalue(), "bws")
        assert outcome(case, found, notes) == expected(case, BWS), case


DTO_NUMBERS: dict[str, tuple[str, dict[str, str]]] = {
    "ResultDTO": (
        "result",
        {
            "TableNumber": "table",
            "RoundNumber": "round",
            "BoardNumber": "board",
            "PairNorthSouth": "pair_ns",
            "PairEastWest": "pair_ew",
        },
    ),
    "RoundDTO": (
        "round",
        {
            "TableNumber": "table",
            "RoundNumber": "round",
            "PairNS": "ns_pair",
            "PairEW": "ew_pair",
            "LowBoardNumber": "low_board",
            "HighBoardNumber": "high_board",
        },
    ),
    "TableDTO": ("table", {"TableNumber": "table", "ConnectionMode": "connection_mode"}),
    "TdCallDTO": ("td_call", {"TableNumber": "table", "Status": "status"}),
}
"""Properties with numbers, by document, with their record type and fields."""
PLACE = {"SessionGuid": "0" * 32, "SectionLetters": "A"}
PLAYED = {"Level": 4, "Denomination": 4, "DeclarerDirection": 1, "TotalTricks": 10}


def test_reading_a_document_keeps_a_value_or_notes_it():
    for name, (kind, properties) in DTO_NUMBERS.items():
        of_property = {field: name for name, field in properties.items()}
        for case in CASES:
            if case.kind == kind and case.name in of_property:
                dto = PLACE | (PLAYED if kind == "result" else {})
                dto |= {of_property[case.name]: case.value}
                found, notes = decode_bytes(json.dumps(dto).encode(), "dto", dto=name)
                if case.value <= 0 or not any(isinstance(r, TYPES[kind]) for r in found):
                    continue  # no number, or a result left out with a note of its own
                assert outcome(case, found, notes) == expected(case, DTO), case


def test_reading_the_settings_of_a_document_keeps_a_value_or_notes_it():
    renamed = {
        "BM2NumberValidation": "NumberValidation",
        "BM3ScoreColumn": "BM3ScoreColum",
        "BM3ViewPercentages": "BMViewPercentages",
    }
    for case in CASES:
        elsewhere = (
            "section",
            "BM3ConnectionMode",
            "BM2AutoBoardNumber",
        )  # with rules of their own
        if case.kind != "settings" or case.name in elsewhere:
            continue
        kind = "Bridgemate3SettingsDTO" if case.name[:3] == "BM3" else "Bridgemate2SettingsDTO"
        dto = PLACE | {renamed.get(case.name, case.name): case.value}
        try:
            found, notes = decode_bytes(json.dumps(dto).encode(), "dto", dto=kind)
        except BadInput:
            continue  # of another type than the property
        of_rule = [note.place for note in notes if note.code == case.rule.code]
        noted = any(f" {case.name}:" in place for place in of_rule)
        (record,) = [record for record in found if isinstance(record, Settings)]
        assert (record.values.get(case.name), noted) == expected(case, DTO), case


def test_writing_a_document_notes_what_only_a_document_forbids():
    for case in CASES:
        if case.rule.size or case.kind == "settings":
            continue
        notes = Notes(keep=True)
        list(note_all_unfit([case.record()], DTO, notes))
        valid = judge(case.kind, case.name, case.value).is_valid
        forbidden = not judge(case.kind, case.name, case.value, DTO).is_valid
        assert [note.code for note in notes.kept] == [case.rule.code] * (valid and forbidden), case


def test_the_library_refuses_what_is_invalid_and_spells_the_rest():
    for case in CASES:
        value, invalid = expected(case, RECORDS)
        if invalid:
            with pytest.raises(BadRecord, match="; expected "):
                bmconv.Event([case.record()])
        else:
            (record,) = bmconv.Event([case.record()])
            assert case.value_of(record) == value, case


def test_set_refuses_what_is_invalid_and_spells_the_rest():
    for case in CASES:
        cls = TYPES[case.kind]
        if case.name in (cls.key or ()) or case.kind == "error":
            continue
        word = f"{case.kind}.{case.name}={case.value}"
        value, invalid = expected(case, RECORDS)
        unknown = case.value == 0 and case.name in NUMBERED.get(case.kind, ())
        if invalid or unknown:
            with pytest.raises(UsageError, match="expected "):
                parse_assignments([word])
        else:
            assert parse_assignments([word])[0].value == value, case


def test_writing_a_database_notes_what_only_a_database_forbids():
    for case in CASES:
        if case.kind not in TABLE_OF or case.rule.size or case.kind in ("settings", "hand"):
            continue
        valid = judge(case.kind, case.name, case.value).is_valid
        notes = encode_records([case.record()], "bws")[1]
        noted = any(note.code == case.rule.code for note in notes)
        forbidden = not judge(case.kind, case.name, case.value, BWS).is_valid
        assert noted == (valid and forbidden), case


def test_check_reports_what_is_invalid():
    for case in CASES:
        if case.value == 0 or case.value == NOBODY:
            continue  # the rules about an event say what they think of it
        if case.kind == "error":
            continue
        found = {finding.rule for finding in check([case.record()], notes=Notes())}
        invalid = not judge(case.kind, case.name, case.value, BWS).is_valid
        assert (case.rule.code in found) == invalid, case


def test_apply_refuses_what_is_invalid():
    for case in CASES:
        event = bmconv.Event([case.record()], Notes())
        invalid = not judge(case.kind, case.name, case.value, BWS).is_valid
        if invalid and case.kind in APPLIED and case.rule.code != "name-length":
            with pytest.raises(DataError, match="; expected "):
                refuse_invalid(event, lambda kind: [], Notes())
            refuse_invalid(event, lambda kind, case=case: [case.record()], Notes())  # it is there
        else:
            refuse_invalid(event, lambda kind: [], Notes())
