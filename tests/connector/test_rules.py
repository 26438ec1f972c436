"""The rules of the service: the reference's cases, the vendor's own validators, and the rest."""

import copy
import random
from collections import Counter
from types import NoneType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.codecs.dto.kinds import KINDS
from bmconv.connector.document import Document, convert
from bmconv.connector.validation import innermost, validate
from bmconv.errors import BadInput
from bmconv.notes import Notes
from tests.helpers import vendor
from tests.helpers.dtos import (
    ADD,
    BM2,
    BM3,
    EVENT,
    GUID,
    HAND,
    INIT,
    PLAYER,
    SEAT,
    SESSION,
    broken_rules,
    places,
    with_changes,
)
from tests.helpers.reference import cases
from tests.tools.fuzz_dto import DOCUMENTS, change

OTHER = "11112222333344445555666677778888"
TEXTS = (
    None,
    "",
    " ",
    "A",
    "B",
    "AA",
    "AB",
    "a",
    GUID,
    GUID.lower(),
    "X" * 32,
    "+123",
    "12 4",
    "1",
    "10",
    "٣٣٣٣",
)
NUMBERS = (0, 1, 2, 3, -1, 5, 8, 10, 13, 14, 15, 16, 127, -11)


def test_every_case_of_the_reference_gets_its_verdict_and_rules():
    wrong = []
    for case in cases():
        found = broken_rules(case["dto"], case["payload"], **case["args"])
        if found != case["rules"] or (not found) != case["valid"]:
            wrong.append((case["dto"], case["case"], case["rules"], found))
    assert len(cases()) == 175
    assert wrong == []


def spoil(value, chance):
    """Change some place in a document, somehow."""
    holder, key = chance.choice(list(places(value)))
    old = holder[key]
    if isinstance(old, bool):
        holder[key] = not old
    elif isinstance(old, int):
        holder[key] = chance.choice((*NUMBERS, old + 1, old - 1))
    elif isinstance(old, list):
        if old and chance.random() < 0.5:
            old.append(copy.deepcopy(chance.choice(old)))
        elif key != "Rounds":
            holder[key] = chance.choice(([], None))
    elif key not in ("ValidationMessages", "AlternativeDataFolder"):
        holder[key] = chance.choice(TEXTS)


@settings(max_examples=300)
@given(seed=st.integers(0, 2**32))
def test_the_vendors_validators_find_as_many_things(seed):
    """One message of theirs for one finding of ours, on cases that are spoilt at random."""
    chance = random.Random(seed)
    case = chance.choice([case for case in cases() if case["dto"] in vendor.VALIDATORS])
    value = copy.deepcopy(case["payload"])
    for _ in range(chance.randint(1, 4)):
        spoil(value, chance)
    ours, theirs = verdicts(case["dto"], value)
    assert len(ours) == len(theirs), ours


def test_three_thousand_changed_documents_have_the_vendors_verdict():
    """One change each in full documents of two sessions, half of them in an InitDTO."""
    dice, outcomes, wrong = random.Random(11), Counter(), []
    kinds = [kind for kind in DOCUMENTS if KINDS[kind].dto in vendor.VALIDATORS]
    for _ in range(3000):
        kind = kinds[0] if dice.random() < 0.5 else dice.choice(kinds)
        document = DOCUMENTS[kind]
        changed = change(document if kind == "init" else dice.choice(document), dice)
        try:
            ours, theirs = judged(KINDS[kind].dto, changed.value)
        except BadInput:  # a type that the service cannot read; the vendor's client does not look
            outcomes["unreadable"] += 1
            continue
        outcomes[not ours] += 1
        if bool(ours) != bool(theirs):
            wrong.append((kind, changed.path, changed.what, ours[:3], theirs[:3]))
    assert wrong == []
    assert min(outcomes[True], outcomes[False]) > 500
    assert outcomes["unreadable"] < 300


SWEEP = (*range(-12, 18), 40, 51, 70, 120, 121, 255, 256, 1999, 2000, 9999, 10000)


@pytest.mark.parametrize("dto", list(vendor.VALIDATORS))
def test_at_every_bound_the_vendors_validator_agrees(dto):
    """Every number and text of a valid DTO through all values that may matter, one at a time."""
    payloads = [c["payload"] for c in cases() if c["dto"] == dto]
    wrong = []
    for value in (payloads[0], payloads[-1]):
        for name, old in value.items():
            others = SWEEP if type(old) is int else TEXTS if type(old) in (str, NoneType) else ()
            for other in others if name not in ("ValidationMessages", *_LISTS) else ():
                ours, theirs = verdicts(dto, value | {name: other})
                if len(ours) != len(theirs):
                    wrong.append((name, other, ours))
    assert wrong == []


def verdicts(dto, value):
    """Our findings and the vendor's; none for a value that its type cannot hold."""
    try:
        return judged(dto, value)
    except BadInput:
        return [], []


def judged(dto, value):
    """Our findings and the vendor's."""
    item = convert(value, dto, "", Notes())
    found = [str(finding) for finding in validate(Document("test", dto, [item], False))]
    return found, vendor.messages(dto, copy.deepcopy(value))


_LISTS = (
    *("Sessions", "PlayerData", "Participations", "Handrecords", "Tables", "Rounds", "Sections"),
    *("Bridgemate2Settings", "Bridgemate3Settings", "AddedPlayers", "ScoringGroups"),
)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        ({}, []),
        ({"Session": None}, ["AS1"]),
        ({"EventGuid": "x"}, ["AS2"]),
        ({"EventGuid": OTHER}, ["AS3"]),
        ({"Session": with_changes(SESSION, EventGuid=None)}, ["AS3", "AS4[SS2]"]),
        ({"Session": with_changes(SESSION, EventGuid="")}, ["AS3", "AS4[SS2,SS3]"]),
        ({"PlayerData": [with_changes(PLAYER, LastName=" ")]}, ["AS5[PL3]"]),
        ({"PlayerData": [with_changes(PLAYER, SessionGuid=OTHER)]}, ["AS5"]),
        ({"PlayerData": [PLAYER, PLAYER]}, ["AS5"]),
        ({"Participations": [with_changes(SEAT, TableNumber=0)]}, ["AS6"]),
        (
            {"PlayerData": [], "Participations": [with_changes(SEAT, TableNumber=0)]},
            ["AS6[PA4]", "AS6"],
        ),
        ({"PlayerData": [PLAYER], "Participations": [with_changes(SEAT, RoundNumber=3)]}, []),
        ({"Handrecords": [with_changes(HAND, BoardNumber=0)]}, ["AS7[HA4]"]),
        ({"Bridgemate2Settings": [BM2, BM2]}, ["AS7"]),
        ({"Bridgemate3Settings": [with_changes(BM3, BM3AudioVolume=8), BM3]}, ["AS7[B36]"]),
    ],
)
def test_a_session_that_is_added_follows_rules_of_its_own(change, expected):
    """The client has no AddSessionDTO, so these follow the reference's table by hand."""
    assert broken_rules("AddSessionDTO", with_changes(ADD, **change)) == expected


def test_number_and_name_together_may_come_only_from_bcs():
    both = with_changes(SEAT, LastName="Family")
    assert broken_rules("ParticipationDTO", both) == ["PA7"]
    assert broken_rules("ParticipationDTO", both, from_bcs=True) == []


def test_a_folder_must_exist_on_this_computer(tmp_path):
    assert broken_rules("InitDTO", with_changes(INIT, AlternativeDataFolder=str(tmp_path))) == []
    assert broken_rules(
        "InitDTO", with_changes(INIT, AlternativeDataFolder=str(tmp_path / "no"))
    ) == ["IN2"]
    assert broken_rules("ContinueDTO", {"Commands": 1, "AlternativeDataFolder": "\0"}) == ["CO2"]


def test_guids_of_an_answer_about_bcs_are_null_or_strict():
    answer = {"EventGuid": "", "SessionInformation": [{"SessionGuid": EVENT}, {"SessionGuid": "x"}]}
    assert broken_rules("BCSManagementResponseDTO", answer) == ["MR1", "MR2"]


def test_a_finding_inside_is_told_with_its_whole_path_and_the_rules_around_it():
    rounds = [
        {"RoundNumber": n, "TableNumber": 4, "PairNS": 0, "HighBoardNumber": n - 1} for n in (1, 2)
    ]
    for inner in rounds:
        inner |= {"SessionGuid": GUID, "SectionLetters": "C"}
    table = {"SessionGuid": GUID, "SectionLetters": "C", "TableNumber": 4, "Rounds": rounds}
    section = {
        "SessionGuid": GUID, "ScoringGroupNumber": 1, "Letters": "C", "Winners": 2, "GameType": 10,
        "Tables": [table],
    }  # fmt: skip
    group = {
        "SessionGuid": GUID,
        "ScoringGroupNumber": 1,
        "ScoringMethod": 10,
        "Sections": [section],
    }
    init = with_changes(INIT, Sessions=[with_changes(SESSION, ScoringGroups=[group])])
    item = convert(init, "InitDTO", "", Notes())
    told = [
        (f.rule, f.path, f.within)
        for f in innermost(validate(Document("test", "InitDTO", [item], False)))
    ]
    path = "$.Sessions[0].ScoringGroups[0].Sections[0].Tables[0].Rounds[1]"
    assert told == [("RO5", path, "IN7[SS7[SG9[SE12[TA10[RO5]]]]]")]
