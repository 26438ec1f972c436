"""ResultDTO and result records: every level, seat and remark, in both directions."""

import json

import pytest

from bmconv.records import Result, Section, Session
from tests.helpers.coding import codes_and_places, decode_bytes
from tests.helpers.dto_records import encode_records

GUID = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"
PLACE = {"section": 1, "table": 3, "round": 2, "board": 7}
WHERE = "result A3 round 2 board 7"
BASE = {
    "SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 3, "RoundNumber": 2,
    "BoardNumber": 7, "ScoringDirection": 3, "IsDeleted": False, "PairNorthSouth": 5,
    "PairEastWest": 9, "DeclaringPair": 5, "DeclarerDirection": 1, "Level": 4, "Denomination": 4,
    "Stake": 0, "TotalTricks": 10, "LeadCardRank": 0, "LeadCardSuit": 0, "ValidationMessages": None,
}  # fmt: skip


def result(**fields):
    """4 S by North, pair 5 of 5 v 9, just made, with some fields changed."""
    said = {"pair_ns": 5, "pair_ew": 9, "declarer": "N", "declarer_pair": 5}
    return Result(**PLACE, **said | {"contract": "4 S", "result": "="} | fields)


def sent(record):
    """The DTO of a record, or None, and the notes."""
    setting = [Session(id=1, guid=GUID), Section(id=1, letter="A", session=1)]
    text, notes = encode_records(
        [*setting, record, filler()], "dto", kind="results", no_validate=True
    )
    first = json.loads(text)[0]
    return (first if first["BoardNumber"] == 7 else None), codes_and_places(notes)


def filler():
    """Something that can always be sent."""
    return Result(
        section=1, table=3, round=2, board=99, pair_ns=5, pair_ew=9, declarer="N", declarer_pair=5,
        contract="PASS",
    )  # fmt: skip


def got(dto):
    """The record of a DTO and the notes."""
    records, notes = decode_bytes(json.dumps([dto]).encode(), "dto")
    found = [r for r in records if isinstance(r, Result)]
    return (found[0] if found else None), codes_and_places(notes)


SAME = [
    (result(), {}),
    (result(contract="3 NT xx", result="-9"),
     {"Level": 3, "Denomination": 5, "Stake": 2, "TotalTricks": 0}),
    (result(contract="1 C x", result="+6"),
     {"Level": 1, "Denomination": 1, "Stake": 1, "TotalTricks": 13}),
    (result(declarer="W", declarer_pair=9), {"DeclarerDirection": 4, "DeclaringPair": 9}),
    (result(lead_card="D10"), {"LeadCardSuit": 2, "LeadCardRank": 10}),
    (result(lead_card="CA"), {"LeadCardSuit": 1, "LeadCardRank": 14}),
    (result(lead_card="S2"), {"LeadCardSuit": 4, "LeadCardRank": 2}),
    (result(declarer="E", remarks="Wrong direction"), {"DeclarerDirection": 2}),
    (result(scoring_direction=1), {"ScoringDirection": 1}),
]  # fmt: skip


@pytest.mark.parametrize(("record", "properties"), SAME)
def test_a_result_with_a_contract_is_the_same_on_both_sides(record, properties):
    dto = BASE | properties
    assert sent(record) == (dto, [])
    assert got(dto) == (record, [])


SPECIAL = {
    "40%-40%": -1, "40%-50%": -2, "40%-60%": -3, "50%-40%": -4, "50%-50%": -5, "50%-60%": -6,
    "60%-40%": -7, "60%-50%": -8, "60%-60%": -9, "Not played": -10,
}  # fmt: skip
BLANK = {"DeclarerDirection": 0, "Denomination": 0, "TotalTricks": 0}


@pytest.mark.parametrize("remark", SPECIAL)
def test_a_special_score_is_a_level_below_zero(remark):
    record = result(contract=None, result=None, remarks=remark)
    dto = BASE | BLANK | {"Level": SPECIAL[remark]}
    assert sent(record) == (dto, [])
    assert got(dto) == (record, [])


@pytest.mark.parametrize(
    ("level", "remark"), [(-2, "50%-40%"), (-3, "60%-40%"), (-6, "60%-50%"), (-5, "50%-50%")]
)
def test_of_a_split_score_for_east_west_the_first_is_theirs(level, remark):
    record = result(contract=None, result=None, remarks=remark, scoring_direction=2)
    dto = BASE | BLANK | {"Level": level, "ScoringDirection": 2}
    assert (sent(record), got(dto)) == ((dto, []), (record, []))


def test_a_passed_board_is_level_zero_and_names_a_pair():
    dto = BASE | BLANK | {"Level": 0}
    assert sent(result(contract="PASS", result=None)) == (dto, [])
    assert got(dto) == (result(contract="PASS", result=None), [])
    zero = result(contract="PASS", result=None, declarer_pair=0)
    assert sent(zero) == (dto, [("repair", "declarer", WHERE)])


def test_the_pair_of_a_passed_board_says_nothing_of_the_direction():
    """Sides can be switched only where somebody declares."""
    record, notes = got(BASE | BLANK | {"Level": 0, "DeclaringPair": 9})
    assert (record, notes) == (result(contract="PASS", result=None, declarer_pair=9), [])


def test_an_erased_result_takes_its_contract_along():
    record = result(erased=True, remarks="Result erased")
    dto = BASE | {"IsDeleted": True}
    assert sent(record) == (dto, [("loss", "erased-contract", WHERE)])
    assert got(dto) == (record, [])


@pytest.mark.parametrize("fields", [{"contract": "7 NT", "result": "-14"}, {"pair_ew": None}])
def test_an_erased_result_that_is_not_valid_is_sent_without_its_contract(fields):
    dto, notes = sent(result(erased=True, **fields))
    pairs = {"PairEastWest": 0} if "pair_ew" in fields else {}
    blank = {"Level": 0, "DeclaringPair": 0, "DeclarerDirection": 0}
    assert dto == BASE | BLANK | blank | pairs | {"IsDeleted": True}
    assert notes == [("loss", "erased-lost", WHERE)]


def test_sides_can_be_switched_at_the_level_of_one():
    record, notes = got(BASE | {"Level": 1, "TotalTricks": 7, "DeclaringPair": 9})
    assert (record.remarks, record.contract, notes) == ("Wrong direction", "1 S", [])


def test_a_deletion_from_bcs_may_be_only_a_place():
    place = {k: BASE[k] for k in ("SessionGuid", "SectionLetters", "TableNumber", "RoundNumber")}
    record, notes = got(place | {"BoardNumber": 7, "IsDeleted": True})
    assert (record, notes) == (Result(**PLACE, erased=True, remarks="Result erased"), [])


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"contract": None, "result": None, "remarks": "Arbitral score"}, ("error", "arbitral")),
        ({"contract": None, "result": None, "remarks": "70%-30%"}, ("error", "award")),
        ({"contract": None, "result": None, "remarks": "+620/-650"}, ("error", "award")),
        ({"contract": None, "result": None, "remarks": "no result"}, ("loss", "remark")),
        ({"result": None}, ("loss", "no-result")),
        ({"result": "+4"}, ("error", "tricks")),
        ({"contract": "4 spades"}, ("error", "odd-contract")),
        ({"remarks": "Wrong direction"}, ("error", "wrong-dir")),
        ({"remarks": "Wrong direction", "pair_ew": 5}, ("error", "wrong-dir")),
        ({"pair_ew": None}, ("error", "no-pairs")),
        ({"table": None}, ("error", "no-place")),
    ],
)
def test_a_result_that_no_document_can_express_is_left_out_with_a_note(fields, note):
    dto, notes = sent(Result(**_fields(result()) | fields))
    assert (dto, [n[:2] for n in notes]) == (None, [note])


def _fields(record):
    return {name: getattr(record, name) for name in record.__struct_fields__}


@pytest.mark.parametrize(
    ("fields", "properties", "note"),
    [
        ({"remarks": "slow"}, {}, ("loss", "remark")),
        ({"declarer_pair": 0}, {}, ("repair", "declarer")),
        ({"declarer_pair": 77, "declarer": "E"}, {"DeclarerDirection": 2, "DeclaringPair": 9},
         ("repair", "declarer")),
        ({"declarer": "NS"}, {}, ("loss", "decl-seat")),
        ({"declarer": "EW", "declarer_pair": 9}, {"DeclarerDirection": 2, "DeclaringPair": 9},
         ("loss", "decl-seat")),
        ({"declarer": "E"}, {"DeclarerDirection": 2}, ("loss", "seat-mismatch")),
        ({"suspicious_contract": 1}, {}, ("loss", "suspicious")),
        ({"lead_card": "Z3"}, {}, ("loss", "lead-card")),
        ({"score": 999}, {}, ("loss", "score-lost")),
    ],
)  # fmt: skip
def test_a_result_that_is_sent_with_changes_has_a_note(fields, properties, note):
    dto, notes = sent(result(**fields))
    assert (dto, [n[:2] for n in notes]) == (BASE | properties, [note])


def test_a_wrong_direction_is_lost_on_a_passed_board():
    dto, notes = sent(result(contract="PASS", result=None, remarks="Wrong direction"))
    assert dto == BASE | BLANK | {"Level": 0}
    assert notes == [("loss", "wrong-dir-pass", WHERE)]


@pytest.mark.parametrize(
    "properties",
    [
        {"Level": 8},
        {"Level": -11, "DeclarerDirection": 0},
        {"Denomination": 0},
        {"Stake": 3},
        {"DeclarerDirection": 0},
    ],
)
def test_a_result_without_a_valid_contract_is_left_out(properties):
    record, notes = got(BASE | properties)
    assert (record, [n[:2] for n in notes]) == (None, [("error", "odd-contract")])


def test_results_go_in_the_order_of_their_ids():
    records = [Result(**_fields(result()) | {"id": n, "board": 20 - n}) for n in (3, 1, 2)]
    setting = [Session(id=1, guid=GUID), Section(id=1, letter="A", session=1)]
    text, _ = encode_records([*setting, *records], "dto", kind="results")
    assert [dto["BoardNumber"] for dto in json.loads(text)] == [19, 18, 17]
