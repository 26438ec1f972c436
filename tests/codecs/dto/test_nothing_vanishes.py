"""Values of documents that once changed or vanished without a word: read right, or noted."""

import json

import pytest

import bmconv
from bmconv import records as rec
from tests.helpers import full_dtos as full
from tests.helpers.coding import decode_bytes
from tests.helpers.dto_records import encode_records
from tests.helpers.dtos import (
    BM3,
    GROUP,
    GUID,
    HAND,
    INIT,
    PLAYER,
    RESULT,
    ROUND,
    SEAT,
    SECTION,
    SESSION,
    TABLE,
    with_changes,
)

OTHER = "11112222333344445555666677778888"


def got(value, dto=""):
    """The records of a document, by type, and the codes of the notes."""
    records, notes = decode_bytes(json.dumps(value).encode(), "dto", dto=dto)
    by_type = {}
    for record in records:
        by_type.setdefault(rec.type_name(record), []).append(record)
    return by_type, [note.code for note in notes]


def back(value, kind, **options):
    """A document after records, and the codes of all notes."""
    records, read = decode_bytes(json.dumps(value).encode(), "dto")
    text, written = encode_records(records, "dto", kind=kind, no_validate=True, **options)
    return json.loads(text), [note.code for note in (*read, *written)]


def of_section(**properties):
    """An event with a section that has these properties."""
    group = with_changes(GROUP, Sections=[with_changes(SECTION, **properties)])
    return with_changes(INIT, Sessions=[with_changes(SESSION, ScoringGroups=[group])])


def of_round(**properties):
    return of_section(Tables=[with_changes(TABLE, Rounds=[with_changes(ROUND, **properties)])])


@pytest.mark.parametrize(
    ("pair", "remark", "codes"),
    [
        (2, None, []),
        (1, "Wrong direction", []),
        (0, None, ["declarer"]),
        (7, None, ["declarer"]),
    ],
)
def test_sides_are_switched_only_if_the_opponents_declare(pair, remark, codes):
    """Guide: marked as a switched seating when declarer sits N or S and E-W is declaring."""
    found, notes = got([with_changes(RESULT, DeclaringPair=pair)])
    assert (found["result"][0].remarks, notes) == (remark, codes)


def test_a_result_without_declaring_pair_keeps_its_sides_in_a_ranking():
    rows = [with_changes(RESULT, TableNumber=1, DeclaringPair=0)]
    event = bmconv.read(json.dumps(rows).encode(), "dto")
    assert [r.declarer_pair for r in event.of(rec.Result)] == [2]
    again, _ = back(rows, "results")
    assert (again[0]["DeclaringPair"], again[0]["DeclarerDirection"]) == (2, 4)


def test_team_mates_without_a_section_stay_without_one():
    sent, notes = back(of_round(MatesTableTableNumber=2, MatesTableRoundNumber=1), "init")
    round = sent["Sessions"][0]["ScoringGroups"][0]["Sections"][0]["Tables"][0]["Rounds"][0]
    assert (round["MatesTableSectionLetters"], round["MatesTableTableNumber"]) == (None, 2)
    assert notes == []


@pytest.mark.parametrize("letters", ["A", "E"])
def test_an_update_takes_its_players_and_seats_along(letters):
    """Guide: AddedPlayers and Participations of a SectionUpdateDTO."""
    update = full.update(letters)
    sent, notes = back(update, "section-update")
    assert (sent, notes) == (update, [])


def test_the_connection_mode_among_settings_is_given_to_the_tables():
    """Guide: BM3ConnectionMode is a property of the settings; the clients have it at tables."""
    init = with_changes(INIT, Bridgemate3Settings=[with_changes(BM3, BM3ConnectionMode=1)])
    sent, notes = back(init, "init")
    assert sent["Sessions"][0]["ScoringGroups"][0]["Sections"][0]["Tables"][0]["ConnectionMode"]
    assert notes == ["guide-spelling", "settings-missing"]
    found, _ = got([with_changes(BM3, BM3ConnectionMode=1)])
    assert found["settings"][0].values["BM3ConnectionMode"] == 1


def test_a_team_section_without_mates_has_none_after_a_bws():
    event = full.for_bws()["init"]
    teams = event["Sessions"][0]["ScoringGroups"][1]["Sections"][0]
    for table in teams["Tables"]:
        for round in table["Rounds"]:
            round |= {"MatesTableSectionLetters": None, "MatesTableTableNumber": 0}
            round |= {"MatesTableRoundNumber": 0}
    records, _ = decode_bytes(json.dumps(event).encode(), "dto")
    data, notes = encode_records(records, "bws")
    assert [n.place for n in notes if n.code == "group-lost"] == ["table C1", "table C2"]
    text, _ = encode_records(decode_bytes(data, "bws")[0], "dto", no_validate=True)
    sections = [s for g in json.loads(text)["Sessions"][0]["ScoringGroups"] for s in g["Sections"]]
    (section,) = [s for s in sections if s["Letters"] == "C"]
    mates = [r["MatesTableTableNumber"] for t in section["Tables"] for r in t["Rounds"]]
    assert mates == [0, 0, 0, 0]


def test_results_of_two_sessions_with_a_section_a_keep_their_session():
    rows = [RESULT, with_changes(RESULT, SessionGuid=OTHER, Level=1)]
    found, notes = got(rows)
    sections = {s.id: s for s in found["section"]}
    guids = {s.id: s.guid for s in found["session"]}
    played = [(guids[sections[r.section].session], r.contract) for r in found["result"]]
    assert played == [(GUID, "4 S x"), (OTHER, "1 S x")]
    assert ([s.letter for s in sections.values()], notes) == (["A", "A"], ["section-rekeyed"])
    sent, _ = back(rows, "results")
    assert [(r["SessionGuid"], r["SectionLetters"], r["Level"]) for r in sent] == [
        (GUID, "A", 4), (OTHER, "A", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("properties", "code"),
    [
        ({"Level": 0, "DeclarerDirection": 0}, "idle-contract"),
        ({"Level": -10, "DeclarerDirection": 0, "Stake": 0, "TotalTricks": 0}, "idle-contract"),
        ({"Level": -3, "DeclarerDirection": 0, "Stake": 2, "Denomination": 0}, "idle-contract"),
        ({"LeadCardRank": 0}, "lead-card"),
    ],
)
def test_values_that_mean_nothing_in_a_valid_result_are_noted(properties, code):
    _, notes = got([with_changes(RESULT, **properties)])
    assert code in notes


@pytest.mark.parametrize(
    ("properties", "contract", "codes"),
    [
        ({}, "4 S x", []),
        ({"DeclaringPair": 0}, "4 S x", ["declarer"]),
        ({"Denomination": 9}, None, ["odd-contract"]),
        ({"DeclaringPair": 0, "Level": 0}, None, ["decl-seat", "idle-contract"]),
    ],
)
def test_a_deletion_is_read_with_its_contract_or_a_note(properties, contract, codes):
    found, notes = got([with_changes(RESULT, IsDeleted=True, **properties)])
    (result,) = found["result"]
    assert (result.erased, result.contract, notes) == (True, contract, codes)


def test_tricks_without_the_mark_that_there_are_any_are_noted():
    found, notes = got([with_changes(HAND, DoubleDummyNorthSpades=9)])
    assert ("evaluation" in found, notes) == (False, ["dd-unmarked"])


def test_a_hand_of_another_scoring_group_than_its_section_is_noted():
    init = with_changes(INIT, Handrecords=[with_changes(HAND, ScoringGroupNumber=7)])
    assert got(init)[1] == ["hand-group"]
    alone, notes = back([with_changes(HAND, ScoringGroupNumber=7)], "hands")
    assert (alone[0]["ScoringGroupNumber"], notes) == (7, [])


def test_a_first_name_beside_a_number_is_kept_or_noted():
    both = {"PlayerData": [PLAYER], "Participations": [with_changes(SEAT, FirstName="Ada")]}
    found, notes = got(with_changes(INIT, **both))
    assert (found["seat"][0].first_name, notes) == ("Ada", [])
    assert back(with_changes(INIT, **both), "init")[1] == ["name-differs"]


@pytest.mark.parametrize(
    "init",
    [
        of_round(ValidationMessages=["x"]),
        of_section(ValidationMessages=["x"]),
        with_changes(INIT, PlayerData=[with_changes(PLAYER, ValidationMessages=["x"])]),
        {"EventGuid": OTHER, "Session": with_changes(SESSION, ValidationMessages=["x"])},
    ],
)
def test_messages_inside_are_noted(init):
    assert got(init)[1] == ["validation-messages"]


@pytest.mark.parametrize(
    ("init", "codes"),
    [
        (of_section(MissingPair=-3), ["missing-side"]),
        (of_section(IsCombiSection=True), ["combi"]),
        (of_section(IsCombiSection=True, NorthSouthPairSectionLetters="zz"), ["letters-form"]),
        (of_section(Letters="a", Tables=[]), ["letters-form"]),
        (of_section(SessionGuid=OTHER), ["enclosing"]),
        (of_section(ScoringGroupNumber=2), ["enclosing"]),
        (of_section(Tables=[with_changes(TABLE, SectionLetters="B")]), ["enclosing"]),
        (of_round(SessionGuid=OTHER), ["enclosing"]),
        (of_round(SectionLetters="B"), ["enclosing"]),
        (of_round(TableNumber=2), ["enclosing"]),
    ],
)
def test_invalid_values_are_read_with_a_note(init, codes):
    sent, notes = back(init, "init")
    assert notes == codes
    section = sent["Sessions"][0]["ScoringGroups"][0]["Sections"][0]
    assert (section["SessionGuid"], section["Letters"]) == (GUID, "A")


def test_a_missing_pair_below_zero_is_read_as_one_of_east_west():
    assert got(of_section(MissingPair=-3))[0]["section"][0].missing_side == "EW"
